"""Where does a text announce a password, a code, a key or the words of a wallet?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.credential_words import (
    COMPOUND,
    KEYWORD,
    may_announce,
    means_another,
)

_POSTAL = re.compile(
    r"pin ?(?:code|no|number)?(?: is| for| of| in|:)*(?: (?!(?:my|the|our|his|her|your|this|that|their"
    r"|a)\b)[a-z]+){1,3} (?:is|was|[:=-]) ?[1-9]\d{5}\b"
    r"|pin ?code(?: is|:)? ?[1-9]\d{5},? (?:is|in|at) (?-i:[A-Z])",
    re.IGNORECASE,
)
"""What India calls its postal codes: six digits, and a place rather than somebody's card or door."""


def is_postal(text: str, value: str) -> bool:
    """Tell a postal code that its sentence calls a pin code."""
    return any(value in match[0] for match in _POSTAL.finditer(text)) if value.isdigit() else False


_BLANK = re.compile(
    r"(?:^|[\s(=,+])([\"'])[^\"'\n:?]{2,60}[:?] ?\1(?!\w)|<[^<>\n=\"]{2,40}[ _-][^<>\n=\"]{2,40}>"
)
"""What is to be filled in: `read -p "Password: "`, `getpass('PIN? ')`, `<your password here>`."""


def blanks(text: str) -> list[tuple[int, int]]:
    """Return where a text, or a program in it, asks for a value; none follows there."""
    return [match.span() for match in _BLANK.finditer(text)] if _BLANKS.search(text) else []


_BLANKS = re.compile(r"[:?] ?[\"']|>")


_EXPANDED = re.compile(r"\$(?:\{[^}\s]*|\w+)$")
_INDEX = re.compile(r"[\"'] ?\]")
"""What a shell puts in and what code looks up: `${DB_PASS:?missing}`, `os.environ["PASSWORD"]`."""
_MEASURED = re.compile(
    r"s? (?:is|has|was|are|be|of) (?:about |at least |only |just )?\w+[- ](?:characters?|letters?|digits?"
    r"|symbols?"
    r"|chars?)\b(?![:,])"
)
"""What is said of its length: "a password is fifteen characters long"."""
_FILLED_IN = re.compile(
    r"[\"']?\s?(?:[:=]|=>)\s?[\"']?(?:\$\{?[a-z_]+\b|<[^<>\n]{2,60}>|\{\{)"
    r"|\s?[:=]\s?(?:\"\"|'')(?![\"'\w])"
    r"|\s?=\s?(?:read-host|get-credential|(?:await )?[a-z_]\w{1,30}(?:\.\w{1,30}){0,4}\((?:\)"
    r"|[\"'][^\"'\n]{2,60}[:?] ?[\"']))",
    re.IGNORECASE,
)
"""What stands for a value that is given elsewhere: `DB_PASS=$PW`, `password: <yours>`, `pw = input("PIN: ")`."""
_HANDED = re.compile(r" (?:me|us|him|them|over|along|up)\b")
"""What is said of passing something, which is no password."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One announcement in a text: where it stands, the word in lower case, and what sort of value it announces."""

    text: str
    start: int
    end: int
    word: str
    sort: str

    @property
    def kind(self) -> str:
        """Return the kind that a finding carries."""
        if self.sort == "key":
            return "access_token" if re.search(r"token|cookie|sess", self.word) else "api_key"
        if self.sort == "code":
            return "pin" if re.search(r"^cv|\bpins?\b", self.word) else "password"
        return "seed_phrase" if self.sort == "phrase" else self.sort


def find_keywords(text: str) -> Iterator[Keyword]:
    """Yield the announcements in a text, except where the words around make them something else."""
    low = lowered(text)
    if not may_announce(low):
        return
    asked = blanks(text)
    for match in KEYWORD.finditer(low):
        if any(start < match.start() < end for start, end in asked):
            continue
        before = low[max(0, match.start() - 24) : match.start()]
        variable = before[-1:] in ("$", "{", "%") or _EXPANDED.search(before)
        other = (
            variable
            or _INDEX.match(low, match.end())
            or _FILLED_IN.match(low, match.end())
            or _MEASURED.match(low, match.end())
            or (match[0] == "pass" and _HANDED.match(low, match.end()))
            or COMPOUND.match(low, match.end())
            or means_another(match[0], before)
        )
        if not other and not _POSTAL.match(text, match.start()):
            sort = {"cjk": "password", "leet": "key"}.get(
                match.lastgroup or "", match.lastgroup or ""
            )
            yield Keyword(text, match.start(), match.end(), match[0], sort)
