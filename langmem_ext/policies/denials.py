"""Which memory does a statement deny that says what is so in its place?

"My dog is called Max, not Rex" denies that the dog is called Rex; it says nothing of a cat, nor of Rex's food.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.command_reading.matching import stems
from langmem_ext.policies.contrary import is_taste
from langmem_ext.policies.dates import MONTH

MAX_STATEMENT = 300
"""Characters of a statement that are looked at."""

LONGEST = 5
"""Words of a value."""

_DENIED = re.compile(
    r"(?:,\s*|\s+)(?:and |but )?(?P<by>not|instead of|rather than|no longer|never)\s+(?=\S)",
    re.IGNORECASE,
)
_VALUE_END = re.compile(
    r"[,;.!(]|\s(?:and|but|so|because|since|as|any ?more|any longer|who|which|though)\b"
)
_LEAD = re.compile(
    r"^(?:(?:in|at|on|to|for|with|from|by|called|named|an?|the|my|our|their) ){0,3}", re.I
)
_NEGATION = re.compile(r"\b(?:not|no longer|never|cannot)\b|n['’]t\b", re.IGNORECASE)


def denies_something(new: str) -> bool:
    """Tell whether a statement says of something that it is not so."""
    return _NEGATION.search(new) is not None or _DENIED.search(new) is not None


def denies(new: str, old: str) -> bool:
    """Tell whether a statement denies another: of the same thing, and in the same respect."""
    if max(len(new), len(old)) > MAX_STATEMENT or _NEGATION.search(old):
        return False
    return any(_takes_its_place(*each, old) for each in _parted(new)) or _negates(new, old)


def _parted(new: str) -> Iterator[tuple[str, str]]:
    """Yield what a statement says, and the value that it denies; "the third" may mean the third floor.

    What is liked rather than something else says nothing against that.
    """
    for denied in _DENIED.finditer(new):
        if denied["by"].lower() in ("rather than", "instead of") and is_taste(new):
            continue
        rest = new[denied.end() :]
        end = _VALUE_END.search(rest)
        wrong = _LEAD.sub("", rest[: end.start()] if end else rest).strip(" .!")
        if wrong and len(wrong.split()) <= LONGEST:
            said = new[: denied.start()]
            yield said, wrong
            yield said, f"{wrong} {said.split()[-1]}"


def _takes_its_place(said: str, wrong: str, old: str) -> bool:
    """Tell whether an old statement says of the same what is denied: without the values both say the same words."""
    told = re.search(
        rf"(?<![\w'’-]){re.escape(wrong)}(?![\w’-])(?: \d{{1,2}} {MONTH} \d{{4}})?",
        old,
        re.IGNORECASE,
    )
    if told is None:
        return False
    left, words = f"{old[: told.start()]} {old[told.end() :]}", said.split()
    same = stems(left)
    for length in range(1, min(LONGEST, len(words) - 1) + 1):
        subject = " ".join(words[:-length])
        if stems(subject) != same or not stems(" ".join(words[-length:])):
            continue
        if same or _bare(subject) == _bare(left):
            return True
    return False


def renamed(new: str, old: str) -> str | None:
    """Return an old statement with the right name of what a new one says is called otherwise, None without one."""
    named = _NAMED.search(new)
    if named is None or max(len(new), len(old)) > MAX_STATEMENT or denies(new, old):
        return None
    thing = named["thing"].split()[-1]
    wrong = re.compile(
        rf"(?<![\w-])(?P<lead>called|named|{re.escape(thing)}) {re.escape(named['wrong'])}(?![\w-])",
        re.IGNORECASE,
    )
    if not (stems(named["thing"]) <= stems(old) and wrong.search(old)):
        return None
    return wrong.sub(lambda match: f"{match['lead']} {named['right']}", old)


_NAME = r"(?-i:[A-ZÀ-Þ])[\w'’-]{1,30}(?: (?-i:[A-ZÀ-Þ])[\w'’-]{1,30}){0,2}"
_NAMED = re.compile(
    rf"(?P<thing>(?:the user's|the) [\w'’ -]{{1,40}}?)(?: is (?:called|named)|['’]s name is) (?P<right>{_NAME})"
    rf"(?:,\s*|\s+)(?:not|instead of|rather than) (?P<wrong>{_NAME})",
    re.IGNORECASE,
)


def _negates(new: str, old: str) -> bool:
    """Tell whether one statement is the other with one negation."""
    words = stems(new)
    return len(words) > 1 and len(_NEGATION.findall(new)) == 1 and words == stems(old)


def _bare(text: str) -> str:
    return " ".join(text.lower().strip(" .!").split())
