"""Of whom does somebody speak who names people of their own: "my siblings", "my boss"?

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
    """Return the memories of the people whom a subject names by what they are to the user, none for another subject.

    The daughter of somebody's sister is not one of their own.
    """
    subject = subject.strip(" .!")
    if named := _SUBJECT.fullmatch(subject):
        word, owned = _words(named["kind"].lower()), _OWNED
    elif alone := _ALONE.fullmatch(subject):
        word, owned = re.escape(alone["one"]), _OWNED_ALONE
    else:
        return []
    own = re.compile(rf"\b{owned} {_BETWEEN}{word}\b(?!-in-law)", re.IGNORECASE)
    others = re.compile(rf"\b(?!user)[\w-]+['’]s? (?:[\w-]+ )?{word}\b", re.I)
    return [each for each in memories if own.search(others.sub("", each.content))]


def is_kind(subject: str) -> bool:
    """Tell whether a subject names people by what they are to the user: "my siblings", "my cat"."""
    subject = subject.strip(" .!")
    return bool(_SUBJECT.fullmatch(subject) or _ALONE.fullmatch(subject))


def is_somebody(subject: str) -> bool:
    """Tell people or animals of somebody's own, and no more: "my parents", "my old boss", "our cat Momo"."""
    return _SOMEBODY.fullmatch(subject.strip(" .!")) is not None


def is_all_of_somebody(subject: str, said: str) -> bool:
    """Tell "forget my cat" from "forget the note about my cat", which is one of several."""
    one_of_several = re.search(rf"\b(?:about|on|of|for) {re.escape(subject)}", said, re.IGNORECASE)
    return is_somebody(subject) and one_of_several is None


_OTHERS = (
    r"(?:boss(?:es)?|managers?|supervisors?|neighbou?rs?|landlords?|landlad(?:y|ies)|tenants?|flatmates?|roommates?"
    r"|housemates?|teachers?|doctors?|dentists?|therapists?|coach(?:es)?|trainers?|tutors?|assistants?|nann(?:y|ies)"
    r"|relatives?|folks|exes|ex|godchildren|godson|goddaughter|godmother|godfather|hubby|wives|girlfriends?"
    r"|boyfriends?|classmates?)"
)
_SOMEONE = rf"(?:{'|'.join([*_KINDS.values(), _PARTNER, _OTHERS])})(?:-in-law)?"
_OWNED_ALONE = r"(?:user['’]s|user (?:has|have)|their|my|our|the)"
_ALONE = re.compile(rf"(?:my|our) (?P<one>{_SOMEONE})", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"(?:all (?:of )?)?(?:my|our) (?:(?:late|former|old|new|dear|older|younger|little|big|elder|eldest|youngest|oldest"
    r"|twin|step|half|foster|adopted|two|three|four|other|next-door|previous|beloved|first|second|ex|great)[ -])*"
    rf"{_SOMEONE}(?:,? (?:called |named )?(?-i:[A-Z])[\w'’-]*[^\W_](?<!['’]s)){{0,2}}",
    re.IGNORECASE,
)


def _words(kind: str) -> str:
    if kind in ("family", "relatives"):
        known = "|".join([*(_KINDS[each] for each in _FAMILY), _PARTNER])
    else:
        known = _KINDS[_CALLED.get(kind, kind)]
    step = "" if kind in ("pets", "friends", "colleagues", "children", "parents") else _HALF
    return rf"(?<!-){step}(?:{known})(?!-in-law)" if "in-law" not in known else rf"(?:{known})"
