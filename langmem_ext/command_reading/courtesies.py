"""What of a sentence is courtesy around a command, and what is the command?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.command_reading import forms, frame
from langmem_ext.command_reading.numbers import is_numbered


def bare(said: str) -> str:
    """Drop greetings, politeness and final punctuation."""
    said = said.strip(" ,.!?…;:)(")
    for _ in range(8):
        start = frame.ASKING.match(said) or frame.LEAD.match(said)
        if start is None or start.end() == len(said):
            break
        said = said[start.end() :]
        if start[0].lower().rstrip().endswith(("rather you", "if you")):
            said = _PAST.sub(lambda m: frame.ACTIVE.get(m[0].lower(), "forget"), said, count=1)
        if start.groupdict().get("mind"):
            first, _, rest = said.partition(" ")
            said = f"{frame.GERUNDS.get(first.lower(), first)} {rest}"
    for _ in range(4):
        end = frame.TAIL.search(said)
        if end is None:
            break
        said = said[: end.start()].rstrip(" ,.!?…;:)")
    here = forms.words_in(said)
    if not here.isdisjoint(_WISHED) and (
        wish := frame.PASSIVE.fullmatch(said) or frame.NOMINAL.fullmatch(said)
    ):
        where = wish.groupdict().get("where") or ""
        return f"{frame.ACTIVE[wish['done'].lower()]} {wish['x']}{where}"
    return _put_away(said) or said.strip()


_PAST = re.compile(r"(?:forgot|deleted|removed|erased|cleared|wiped|undone)\b", re.IGNORECASE)
_WISHED = frozenset([*frame.ACTIVE, "taken"])
_DISMISSING = frozenset("go leave disappear vanish deleted forgotten erased removed cleared wiped gone dropped scrapped"
                        " struck purged discarded binned taken needed required necessary relevant useful wanted"
                        " use".split())  # fmt: skip
_PUT = frozenset("forget delete remove erase drop scrap bin get lose strike discard purge wipe scrub ditch throw clear"
                 " toss".split())  # fmt: skip


def _put_away(said: str) -> str | None:
    """Turn "number 3 can go", and "that note about my ex, get rid of it", into "delete ..."."""
    here = forms.words_in(said)
    if not here.isdisjoint(_DISMISSING) and (found := frame.DISMISSED.fullmatch(said)):
        named, where = found["x"], found["where"] or ""
        kept = bool(where and _KEPT_IN.search(where) and found["done"])
        if kept or is_numbered(named) or frame.KEPT_THING.fullmatch(named):
            return f"delete {named}{where}"
    if not here.isdisjoint(_PUT) and (found := frame.PUT_FIRST.fullmatch(said)):
        named = re.sub(r" (?:is|are)(?: [\w']+){1,3}$", "", found["x"])
        if is_numbered(named) or frame.KEPT_THING.fullmatch(named):
            return f"delete {named}"
    return None


_KEPT_IN = re.compile(r"\b(?:memory|memories|notes|records|mind|brain|list)\b", re.IGNORECASE)


def without_manners(said: str) -> str:
    """Drop what stands inside a request and says nothing ("please", "exactly", "on earth")."""
    return _MANNERS.sub("", said)


_MANNERS = re.compile(
    r"(?<=\w),? (?:please,?|pls|kindly|on earth|in the world|the (?:hell|heck|fuck|f|devil)|tf|even|exactly|in"
    r" god's name"
    r"|precisely|kindly|maybe|quickly|real quick)(?= \w)",
    re.IGNORECASE,
)


def as_asked(said: str) -> str:
    """Write a wish as a request ("if you forgot ..." as "if you forget ..."), without tags ("would you, please")."""
    return _AS_WISHED.sub(lambda m: f"{m[1]} {frame.ACTIVE[m[2].lower()]}", _TAGS.sub(" ", said))


_AS_WISHED = re.compile(
    r"\b((?:if|rather|that|wish|so) you) (forgot|deleted|removed|erased|cleared|wiped|dropped|showed|listed|told"
    r"|undid|restored)\b",
    re.IGNORECASE,
)
_TAGS = re.compile(
    r",? (?:(?:would|will|could|can|won't|if) you(?: please| would| could| will| can)?|i (?:must|dare|have to)"
    r" say|if i may(?: ask)?|please"
    r"|kindly|if you (?:would|please|don't mind)(?: be so kind)?|that is|my dear|i beg you|by the way)(?:,(?= )|(?=,))",
    re.IGNORECASE,
)


def asks_inside(told: str) -> bool:
    """Tell words that end in a request of the user's own ("before my trip I should like to")."""
    asked = any(not told[each.end() :].strip(" ,") for each in _REQUEST.finditer(told))
    return asked and not frame.STRANGE.search(told)


def asks(before: Sequence[str], verb: str) -> bool:
    """Tell words that ask from those that say what the user does ("I must forget ...")."""
    if not before:
        return True
    if "you" in before or "you'd" in before or "you'll" in before:
        if before[-2:-1] in (["do"], ["have"]) and "mind" not in before:
            return False
        return before[-1] not in ("i", "we", "it", "that", "is", "do") and before[:2] != [
            "if",
            "you",
        ]
    if verb in frame.OF_ONES_OWN or before[-1] in (
        "i",
        "i'd",
        "i'll",
        "i'm",
        "did",
        "i've",
        "was",
        "is",
        "had",
    ):
        return (
            before[-1] in ("please", "kindly", "and", "just", "now", "do", "to")
            and "i" not in before
            and "i'd" not in before
        )
    return "i" not in before or not _WISHES.isdisjoint(before)


_WISHES = frozenset(
    "would may can could should might want need wish like love curious wondering wonder ask please".split()
)
_REQUEST = re.compile(
    r"\b(?:(?:can|could|would|will) you(?: please| kindly| just)?|please|kindly|i(?:'d| would| should) (?:like"
    r"|love) (?:you )?to"
    r"|(?:can|could|may|might) i(?: please| just)?|i (?:want|need|wish) (?:you )?to|(?:may|might|can|could) i"
    r" (?:ask|enquire"
    r"|inquire)(?: you)?|do)(?= )",
    re.IGNORECASE,
)
