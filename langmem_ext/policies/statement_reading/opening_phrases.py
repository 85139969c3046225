"""What does a sentence say of the user in the phrase with which it opens?

"As a violin maker, I need good light", "Having grown up in Kerala, I miss the rain", "Since I moved to Rome the days
are long".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.statement_reading.opening_states import state_at_opening
from langmem_ext.policies.statement_reading.self_described import first_person

_SELF = (
    r"(?<!\bof)(?<!\bfor)(?<!\bin)(?<!\bat)(?<!\bto)(?<!\bon)(?<!\bwith)(?<!\band)(?:,\s*|\s+)"
    r"(?=(?:i|i'?m|i'?ve|i'?d|my|we|our)\b)"
)
"""Where the sentence itself begins: not in "as the treasurer of our club"."""
_ROLE = re.compile(
    r"^(?:(?:speaking )?as|being) (?P<role>(?:an?|the) (?!(?:rule|test|result|joke|consequence|start|whole"
    r"|side|matter|(?:last|first|second|next)(?!-)|reminder|bonus|gift|treat|backup|workaround|compromise|precaution|favou?r"
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
    elif ground := _GROUND.match(text):
        yield from _grounded(ground["told"])
    else:
        yield text


def _grounded(told: str) -> tuple[str, ...]:
    """Part "I moved to Rome in May the days are long" where what follows from it begins."""
    for main in _MAIN.finditer(told):
        first, rest = told[: main.start()], told[main.end() :]
        if not _GOES_ON.search(first) and match_fact(first):
            return (first, rest) if _OWN.match(rest) else (first,)
    return (told,)


_OWN = re.compile(r"(?:i|i'?m|i'?ve|i'?d|i'?ll|we|we'?re|we'?ve|my|our)\b", re.I)
_GROUND = re.compile(
    r"(?:(?:since|because|given that|now that|seeing (?:as|that)) (?=(?:i|we)\b|i[mv]"
    r"|(?:my|our) [\w-]+ (?:[\w-]+ )?(?:is|are|was|were|\w{2,}(?:s|ed))\b)"
    r"|as (?=(?:i|we) (?:live|own|have|work (?:in|at|as|for|nights|from)|run an?)\b|i['’]?m (?:an?|from|in)\b))"
    r"(?P<told>.+)",
    re.I,
)
_MAIN = re.compile(
    r",?\s+(?=(?:i|i'?m|i'?ve|i'?d|i'?ll|we|we'?re|we'?ve|my|our|the|there|it|it's|this|everything|nobody|everyone|all"
    r"|he|she|they|his|her|most|every)\b)",
    re.I,
)
_GOES_ON = re.compile(
    r"\b(?:of|for|in|at|to|on|with|by|from|near|into|over|like|than|that|when|where|if|and|or|but|as|before|after|until"
    r"|while|because|since|through|during|across|under|behind|beside|off|up|is|are|was|were|am|be|have|has|had|run|own"
    r"|do|make|get|got|love|like|hate|all|both|(?!spring|morning|evening)\w+ing|not|who|which|between|around|opposite|above|below|against)$",
    re.I,
)
"""Behind such a word comes what belongs to it."""


def _as_past(done: str) -> str:
    """Put "grown up in Kerala" in a tense that stands alone."""
    first = next((each for each in _SIMPLE if done.lower().startswith(f"{each} ")), None)
    if first is None or re.search(r"\b(?:for|since)\b", done):
        return f"I have {done}"
    return f"I {_SIMPLE[first]}{done[len(first) :]}"
