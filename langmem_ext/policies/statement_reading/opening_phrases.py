"""What does a sentence say of the user in the phrase with which it opens?

"As a violin maker, I need good light", "Having grown up in Kerala, I miss the rain".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.statement_reading.opening_states import state_at_opening
from langmem_ext.policies.statement_reading.self_described import first_person

_SELF = r"(?:,\s*|\s+)(?=(?:i|i'?m|i'?ve|i'?d|my|we|our)\b)"
_ROLE = re.compile(
    r"^(?:(?:speaking )?as|being) (?P<role>(?:an?|the) (?!(?:rule|test|result|joke|consequence|start|whole"
    r"|side|matter|last|first|second|next|reminder|bonus|gift|treat|backup|workaround|compromise|precaution|favou?r"
    r"|child|kid|teenager|boy|girl|baby|user|reader|human|person|team|group|general|follow|thank|note|heads?|quick"
    r"|final|way|bit|little|lot|sign|present|surprise|reward|snack|main|starter|dessert|substitute|guide|default"
    rf"|couple)\b)[^,]{{3,60}}?|someone who (?P<does>\w+) (?P<what>[^,]{{2,50}}?)){_SELF}",
    re.I,
)
_HAVING = re.compile(
    r"^(?:after )?having (?P<done>(?:grown up|worked|lived|taught|been|spent|studied|trained|raised|moved|retired"
    r"|played|run|kept|driven|served|married|lost|left|bought|become|started|just (?:moved|bought|retired|started"
    rf"|become)) [^,]{{3,80}}?){_SELF}",
    re.I,
)
_SIMPLE = {
    "grown up": "grew up",
    "become": "became",
    "run": "ran",
    "driven": "drove",
    "been": "was",
}


def opened_with(text: str) -> Iterator[str]:
    """Yield what the opening phrase of a sentence states, if it does, and the sentence without it."""
    if role := _ROLE.match(text):
        yield first_person(role["does"], role["what"]) if role["does"] else f"I'm {role['role']}"
        yield text[role.end() :]
    elif having := _HAVING.match(text):
        yield _as_past(having["done"])
        yield text[having.end() :]
    elif state := state_at_opening(text):
        yield from state
    else:
        yield text


def _as_past(done: str) -> str:
    """Put "grown up in Kerala" in a tense that stands alone."""
    first = next((each for each in _SIMPLE if done.lower().startswith(f"{each} ")), None)
    if first is None or re.search(r"\b(?:for|since)\b", done):
        return f"I have {done}"
    return f"I {_SIMPLE[first]}{done[len(first) :]}"
