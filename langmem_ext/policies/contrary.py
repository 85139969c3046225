"""Which taste of the user's does a new one rule out?

"The user can't stand coffee" rules out "The user loves coffee"; "prefers aisle seats" rules out "prefers window seats".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from langmem_ext.command_reading.matching import stems


@dataclass(frozen=True, slots=True)
class Taste:
    """Hold the telling words of what is liked, disliked or preferred, and of what it is preferred to."""

    kind: str
    what: frozenset[str]
    over: frozenset[str] = frozenset()


def is_taste(content: str) -> bool:
    """Tell whether a memory says what the user likes, prefers or is like."""
    return _taste(content) is not None


def rules_out(new: str, old: str) -> bool:
    """Tell whether one memory of the user's taste makes another one untrue."""
    a, b = _taste(new), _taste(old)
    if a is None or b is None:
        return False
    if a.kind == b.kind == "prefers":
        return _is_reversed(a, b) or _is_alternative(a.what, b.what)
    if a.kind == b.kind == "is":
        return _is_alternative(a.what, b.what)
    return {a.kind, b.kind} in _APART and a.what == b.what


_APART = ({"likes", "dislikes"}, {"prefers", "dislikes"})


def _is_reversed(a: Taste, b: Taste) -> bool:
    """Tell tea before coffee from coffee before tea."""
    return bool(b.over) and a.what == b.over and a.over in (frozenset(), b.what)


def _is_alternative(a: frozenset[str], b: frozenset[str]) -> bool:
    """Tell what differs in one word alone, of which one excludes the other: window and aisle seats."""
    return any((a - b) and (b - a) and (a - b) | (b - a) <= each for each in _EITHER_OR)


def _taste(content: str) -> Taste | None:
    said = _IN_THE_END.sub("", content.strip(" .!"))
    for kind, form in _TASTES:
        if found := form.fullmatch(said):
            named = found.groupdict()
            what, over = stems(named["what"]), stems(named.get("over") or "")
            return Taste(kind, what, over) if what else None
    return None


_USER = (
    r"The user(?: and others)? (?:(?:really|absolutely|just|still|also|actually|now|truly|totally|generally|usually"
    r"|much|do|does) )*"
)
_IN_THE_END = re.compile(
    r",? (?:now|these days|nowadays|at all|a lot|so much|very much|actually|anymore|lately)$", re.I
)
_TASTES = tuple(
    (kind, re.compile(_USER + pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "dislikes",
            r"(?:hates?|dislikes?|loathes?|detests?|despises?|(?:can'?t|cannot|can not) (?:stand|bear)|(?:doesn'?t"
            r"|does not|don'?t|do not) (?:like|enjoy|care for)|(?:is|are) (?:no fan of|not (?:a (?:big |huge )?fan of"
            r"|keen on|into|fond of))) (?P<what>.+)",
        ),
        (
            "prefers",
            r"(?:prefers?|would (?:rather|sooner)(?: have)?|favou?rs?) (?P<what>.+?)"
            r"(?: (?:over|to|rather than|instead of|than) (?P<over>.+))?",
        ),
        (
            "likes",
            r"(?:loves?|likes?|enjoys?|adores?|(?:is|are) (?:an? (?:big |huge )?fan of|keen on|into|fond of|crazy about"
            r"|obsessed with)) (?P<what>.+)",
        ),
        ("is", r"(?:is|are) (?:an? |more of an? )?(?P<what>[\w -]{3,30})"),
    )
)
_EITHER_OR = tuple(
    stems(words)
    for words in (
        "window aisle",
        "dark light",
        "red white rosé",
        "paper digital electronic",
        "hot iced",
        "still sparkling",
        "formal informal casual",
        "metric imperial",
        "indoor outdoor",
        "morning evening afternoon night",
        "morning person early bird night owl",
        "introvert extrovert",
        "cat dog",
        "early late",
        "mac windows linux",
        "android iphone",
        "tabs spaces",
        "left right",
        "brief detailed long short",
    )
)
"""Of what the words of one line name, somebody prefers or is one at a time."""
