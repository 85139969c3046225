"""What does a sentence go on to say of the one relative whom it has named?

"A rhyme for my daughter, she turns 18 on Saturday", "my brother weds, the wedding is on 22 August".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.referents import own_meant

_END = r"(?=$|[,;!?()]|\s[-–—]|\.(?:\s|$)| (?:and|but|so|what|how|any|which|because|since)\b)"
_NEXT = re.compile(
    r"(?:[,;] |\s[-–—] |\b(?:and|but|so|because|as|since) )(?:(?:and|but|so) )?(?:"
    rf"(?P<who>she|he)(?P<short>'s)? (?P<does>(?:(?!(?:said|says|told)\b)[^,;!?()]){{4,100}}?){_END}"
    r"|(?:(?P<whose>her|his) |the )?(?P<event>wedding|birthday|funeral|graduation|christening|retirement do)(?: is|'s)"
    rf" (?P<when>[^,;!?()]{{3,60}}?){_END})",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|never|won'?t|no)\b|n't\b", re.I)


def said_next(sentence: str) -> Iterator[str]:
    """Yield what is said of a relative behind a comma or a link, as a statement that a rule reads and that lasts."""
    for found in _NEXT.finditer(sentence):
        who, told = _whom(found, sentence[: found.start()]), _told(found)
        fact = match_fact(f"{_NAME.sub('', who)}{told}") if who else None
        if fact and fact[0].outright and not _DENIED.search(told):
            yield f"{who}{told}"


def with_whom(told: str, sentence: str) -> str:
    """Say "with my tutor Ana" for "with her" in what a sentence tells, where that is whom it has named before."""
    found = _WITH.search(told)
    who = (
        own_meant(_SUBJECT[found["who"].lower()], sentence.partition(found[0])[0]) if found else ""
    )
    return f"{told[: found.start('who')]}{who}{told[found.end('who') :]}" if found and who else told


_WITH = re.compile(
    r"\b(?:with|for|from|by|to|at) (?P<who>her|him)"
    r"(?=$|[,.;]| (?:every|each|on|since|for|at|in|and|most|twice|once)\b)",
    re.I,
)
_SUBJECT = {"her": "she", "him": "he"}


_NAME = re.compile(r" (?:(?i:mrs?|ms|mx|dr|prof)\b\.? ?)?(?:[A-ZÀ-Þ].*)?$")
"""A name makes everything that is said of somebody worth keeping; here it does not."""


def _whom(found: re.Match[str], before: str) -> str:
    word = found["who"] or found["whose"]
    words = (word.lower(),) if word else ("her", "his")
    return next(filter(None, (own_meant(each, before) for each in words)), "")


def _told(found: re.Match[str]) -> str:
    if found["does"]:
        return f"{' is' if found['short'] else ''} {found['does']}"
    return f"'s {found['event']} is {found['when']}"
