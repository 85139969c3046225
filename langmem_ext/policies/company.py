"""Of which people is the user one: "my wife and I", "Rita and I", "me and the kids"?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from langmem_ext.policies.facts import words_named

_NAME = r"(?-i:[A-Z])[\w'’-]+"
_KIN = words_named("kin")
_WORD = (
    rf"(?!(?:is|are|was|were|has|have|had|and|but)\b)(?:[\w-]+['’]s? (?={_KIN}\b))?[\w-]+(?!['’])"
)
_ONE = rf"(?:(?:my|our|the)(?: {_WORD}){{1,3}}|{_NAME})"
_PEOPLE = rf"{_ONE}(?:(?:,| and|, and) {_ONE})*"
_WITH_ME = re.compile(
    rf"(?P<people>{_PEOPLE}),? and (?:i|me)\b(?:['’](?P<short>ve|ll|d)\b)?\s*", re.IGNORECASE
)
_ME_AND = re.compile(rf"me and (?P<one>(?:my|the) {_WORD}(?: {_NAME})?|{_NAME})\b", re.IGNORECASE)
_ITS_DATES = re.compile(
    r"the (?:[\w-]+ )?(?:choir|band|orchestra|team|club|group|class|squad|troupe|cast|quartet|ensemble)"
    r" (?:rehearse|practi[sc]e|train|meet|play|perform|run)s?\b.*\b(?:so|and|which means|but) (?:i|we|my)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?:me and )?{_PEOPLE}", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|our) ", re.IGNORECASE)
_LONG = {"ve": "have ", "ll": "will ", "d": "would "}


@dataclass(frozen=True, slots=True)
class Company:
    """Hold the people beside the user, and what is said of all of them."""

    people: str
    short: str
    rest: str

    @property
    def theirs(self) -> str:
        """Return the people as somebody else names them: "their wife"."""
        return _OWN.sub("their ", self.people.replace(", and ", ", ").replace(", ", " and "))

    @property
    def told(self) -> str:
        """Return what is said of them, its verb written out."""
        return _LONG.get(self.short.lower(), "") + self.rest

    @property
    def as_we(self) -> str:
        """Return the same as "we" would say it."""
        return f"we'{self.short} {self.rest}" if self.short else f"we {self.rest}"


def company(clause: str) -> Company | None:
    """Return of whom a clause speaks whose subject is the user with others; None for any other."""
    found = _WITH_ME.match(clause)
    return found and Company(found["people"], found["short"] or "", clause[found.end() :])


def led_by_others(clause: str) -> str:
    """Say "my wife and I" for "me and my wife", and "our choir" where the speaker keeps its dates."""
    if _ITS_DATES.match(clause):
        return f"our{clause[3:]}"
    return _ME_AND.sub(r"\g<one> and I", clause) if _ME_AND.match(clause) else clause


def are_people(part: str) -> bool:
    """Tell words that can only be people: what stands before "and I"."""
    return _ALONE.fullmatch(part) is not None


def goes_on(people: str, said: str) -> bool:
    """Tell that what follows an "and" or a comma has the people before it as its subject, too."""
    return bool(_known().fullmatch(people.strip(" ,")) and _TOGETHER.match(said))


@cache
def _known() -> re.Pattern[str]:
    """Return people by words that mean nothing else: in a request, "the milk, and I ..." is a list."""
    group = "family|team|crew|band|colleagues|co-workers|housemates|flatmates|roommates|neighbou?rs"
    one = rf"(?:(?:my|our) (?:{_KIN}|{group})(?: {_NAME})?|{_NAME})"
    return re.compile(rf"(?:both )?{one}(?:(?:,| and|, and) {one})*", re.IGNORECASE)


_TOGETHER = re.compile(
    r"I(?!['’]m\b|m\b| am\b| was\b)\b|(?:my|our) (?:[\w'’-]+ ){1,4}?(?:and I\b|are\b|were\b|have\b)",
    re.IGNORECASE,
)
"""Not "I'm": "Rita, and I'm tall" begins anew."""
