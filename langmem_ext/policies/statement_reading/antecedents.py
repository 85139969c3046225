"""What does "one" or "that car" stand for, where the user says that they are it or have it?

"Any jokes about accountants? I've been one for years", "The 2009 Corolla rattles. I've had that car since uni".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.facts import match_fact

_STANDS = re.compile(
    r"\b(?P<said>(?P<be>(?:i'?m|i am|i'?ve been|i have been) )|(?:i|we)(?:'?ve| have)?(?: got| had| owned| own| driven"
    r"| ridden| played| kept)? )(?P<it>one|it|(?:that|this) (?:car|bike|van|truck|boat|guitar|piano|camera|laptop|phone"
    r"|machine|oven|dog|cat|horse|beast|thing))(?= (?:since|for|myself|now|too|at home|already|and|but|so)\b|$|[,.!])",
    re.I,
)
_MANY = re.compile(r"\b(?:[\w-]+ )?(?:[\w-]{3,}s|children|\w+men)\b", re.I)
_SINGLE = {"children": "child"}
_A_THING = re.compile(
    r"\b(?:an?|the|my|our) (?P<thing>(?:\d{4} )?(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z0-9])[\w-]*){0,2}"
    r"|(?:[\w-]+ ){0,2}?[\w-]+)(?=$|[?.,;!]| )",
    re.I,
)
_KINDS = frozenset({"occupation", "kin", "temper", "diet"})
_OWNED = frozenset({"possession", "pet"})
_BEFORE = 300
"""Characters in which what is meant was named."""


def spelled_out(text: str, before: str) -> str:
    """Return a sentence with what was named just before in the place of "one", where that is one thing and no more."""
    stands = _STANDS.search(text)
    if stands is None:
        return text
    said = f"{before} {text[: stands.start()]}"[-_BEFORE:]
    kind = _roles(said) if stands["be"] else _things(said, stands["it"].lower() == "one")
    meant = list(dict.fromkeys(kind))
    if len(meant) != 1 or (stands["be"] and stands["it"].lower() != "one"):
        return text
    rest = text[stands.end("it") :].removeprefix(" myself")
    return f"{text[: stands.start('it')]}{meant[0]}{rest}"


def _roles(said: str) -> Iterator[str]:
    """Yield what somebody may be of whom a text speaks in the plural."""
    for found in _MANY.finditer(said):
        *first, last = found[0].split()
        one = _SINGLE.get(last.lower()) or re.sub(r"men$", "man", last.removesuffix("s"))
        for noun in (one, " ".join([*first, one])):
            article = "an" if noun[0].lower() in "aeiou" else "a"
            fact = match_fact(f"I'm {article} {noun}")
            if fact and fact[0].rule in _KINDS:
                yield f"{article} {noun}"
                break


def _things(said: str, any_one: bool) -> Iterator[str]:
    """Yield what somebody may own of what a text names, the nearest first."""
    for found in _A_THING.finditer(said):
        thing = found["thing"]
        article = "an" if thing[0].lower() in "aeiou" else "a"
        fact = match_fact(f"I have {article} {thing}")
        if fact and fact[0].rule in _OWNED:
            yield f"{article} {thing}" if any_one else f"the {thing}"
