"""Of whom does somebody speak who names a kind of people: "my siblings", "my kids"?

Memories tell of a sister or of a son; the word for all of them stands in few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from langmem_ext.memory import Memory

_HALF = r"(?:(?:step|half|god|foster|grand|great|twin)[ -]?)?"
_KINDS = {
    "siblings": r"(?:sisters?|brothers?|siblings?|sis|bro|twins?)",
    "children": r"(?:sons?|daughters?|kids?|child|children|toddlers?|baby|babies)",
    "parents": r"(?:mothers?|fathers?|mum|mom|mam|mama|dad|papa|parents?|folks)",
    "grandparents": r"grand(?:mother|father|ma|pa|parents?|dad|mum|mom)s?|grann?y|gran|nan|nana|nonna|nonno|oma|opa",
    "grandchildren": r"grand(?:son|daughter|child|children|kid)s?",
    "pets": r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|rabbits?|hamsters?|parrots?|horses?|guinea pigs?|tortoises?)",
    "in-laws": r"(?:(?:mother|father|sister|brother|son|daughter|parents?)-in-law|in-laws)",
    "friends": r"(?:(?:best |close |old )?friends?|mates?|pals?|bestie|bff)",
    "colleagues": r"(?:colleagues?|co-?workers?|teammates?)",
}
_CALLED = {
    "kids": "children",
    "brothers and sisters": "siblings",
    "sisters and brothers": "siblings",
    "folks": "parents",
}
_FAMILY = ("siblings", "children", "parents", "grandparents", "grandchildren", "in-laws")
_PARTNER = (
    r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|aunts?|uncles?|cousins?|nieces?|nephews?"
    r"|family)"
)
_SUBJECT = re.compile(
    rf"(?:all (?:of )?)?(?:my|our) (?P<kind>family|relatives|{'|'.join([*_KINDS, *_CALLED])})",
    re.IGNORECASE,
)


_OWNED = r"(?:user['’]s|their|his|her|my|our|has|have)"
_BETWEEN = (
    r"(?:(?!(?:likes?|loves?|hates?|wants?|needs?|is|was|has|have|prefers?|works?|lives?|eats?|plays?|goes|to|of|about"
    r"|seen|met)\b)[\w-]+,? ){0,3}?"
)


def of_kind(subject: str, memories: Iterable[Memory]) -> list[Memory]:
    """Return the memories of the people of whom a subject is the kind, none for a subject that is no kind.

    The daughter of somebody's sister is not one of their own.
    """
    named = _SUBJECT.fullmatch(subject.strip(" .!"))
    if named is None:
        return []
    word = _words(named["kind"].lower())
    own = re.compile(rf"\b{_OWNED} {_BETWEEN}{word}\b", re.IGNORECASE)
    others = re.compile(rf"\b(?!user)[\w-]+['’]s? (?:[\w-]+ )?{word}\b", re.I)
    return [each for each in memories if own.search(others.sub("", each.content))]


def is_kind(subject: str) -> bool:
    """Tell whether a subject is a kind of people."""
    return _SUBJECT.fullmatch(subject.strip(" .!")) is not None


def _words(kind: str) -> str:
    if kind in ("family", "relatives"):
        known = "|".join([*(_KINDS[each] for each in _FAMILY), _PARTNER])
    else:
        known = _KINDS[_CALLED.get(kind, kind)]
    step = "" if kind in ("pets", "friends", "colleagues", "children", "parents") else _HALF
    return rf"(?<!-){step}(?:{known})(?!-in-law)" if "in-law" not in known else rf"(?:{known})"
