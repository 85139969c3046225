"""Which command speaks of what memory holds, wherever in the message it says so?

The forms of the other families read a sentence from its start to its end. Here two marks are enough, in whatever order
and with whatever between them: what is kept is named as kept ("your notes", "what you hold on me", "from memory"), and
something is to be done with it ("strike", "out", "no more of", "print").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from langmem_ext.command_reading import forms
from langmem_ext.command_reading.forms import stored
from langmem_ext.command_reading.kinds import Command
from langmem_ext.command_reading.numbers import is_numbered

_STRANGE = re.compile(
    r"\b(?:(?<!\bi )said|says|asked|asks|tells|wrote|writes|translate|imagine|pretend|suppose|character|lyrics|song"
    r"|story|novel"
    r"|users?|customers?|clients?|function|script|query|sql|table|redis|cache|cookies?|browser|app|git|repo"
    r"|in python|in java|in excel|(?:the|a) memory of (?:the|an?) |my (?:boss|sister|brother|wife|husband|mum|mom"
    r"|dad|friend|son"
    r"|daughter)(?:'s)? (?:memory|mind|head)"
    r"|his|he|she)\b|^\W*(?:how|why|what|does|do|did|is|are|if|when|should) (?!.*\bon (?:file"
    r"|record)\b)(?!come\b)(?!i were\b)(?!did i\b)(?!would you\b)"
    r"|\b(?:(?<!as )if|unless|whether)\b",
    re.IGNORECASE,
)
"""Signs that the words are not the user's own request."""


def of_what_is_stored(message: str, category: Callable[[str], str | None]) -> Command | None:
    """Return the command of a message that names memory; `category` tells which category a phrase means."""
    return next(_readings(message, category), None)


def _readings(message: str, category: Callable[[str], str | None]) -> Iterator[Command]:
    words = forms.words_in(message)
    if not words.isdisjoint(_ASKING) and (asked := _first(stored.WHY, message)) is not None:
        yield Command("why", _clean(asked))
    away = _puts_away(words)
    shown = not away and not words.isdisjoint(_SHOWING) and not words.isdisjoint(_KEPT | _HELD)
    if not (away or shown) or _STRANGE.search(message):
        return
    yield from _put_away(message) if away else _lists(message, category)


def _puts_away(words: frozenset[str]) -> bool:
    """Tell cheaply whether something kept may be put away: verbs that mean much else need memory itself."""
    plainly = not words.isdisjoint(_AWAY) and not words.isdisjoint(_KEPT | _HELD)
    return plainly or (not words.isdisjoint(_ASIDE) and not words.isdisjoint(_KEPT))


def puts_away(said: str) -> bool:
    """Tell whether a word of what is said may ask for something to be put away."""
    return not forms.words_in(said).isdisjoint(_AWAY | _ASIDE)


def _put_away(message: str) -> Iterator[Command]:
    if _first(stored.CLEAR, message) is not None:
        yield Command("clear")
    if (numbers := _first(stored.NUMBERED, message)) and is_numbered(numbers):
        yield Command("forget", numbers)
    if (subject := _first(stored.FORGET_ABOUT, message)) and not _OF_THE_WORLD.search(message):
        yield Command("forget_about", _clean(subject))
    if stated := _first(stored.FORGET, message):
        yield Command("forget", _clean(stated))


def _lists(message: str, category: Callable[[str], str | None]) -> Iterator[Command]:
    for form in stored.LISTED:
        found = _compiled(form).search(message)
        if found and not _ONLY_HAD.search(found[0]):
            named = re.sub(
                r"^(?:(?:the|my|all|any|just|such|every) )+", "", found["x"].strip(), flags=re.I
            )
            if not named or _compiled(stored.WHOLE).fullmatch(named):
                yield Command("list")
            elif len(named.split()) <= 3:
                yield Command("list_category", category(named) or named)


def _first(among: tuple[str, ...], message: str) -> str | None:
    """Return what the first form that is found names; "" where it names nothing."""
    for form in among:
        if found := _compiled(form).search(message):
            return str(found.groupdict().get("x") or "").strip(" \"'“”,:")
    return None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


_ONLY_HAD = re.compile(r"\b(?:you|you've|you’ve) (?:have|got|know|knew|had)$", re.IGNORECASE)
"""What one has or knows need not be kept: "show me everything you've got"."""

_KEPT = frozenset(
    """memory memories memorised memorized notes note notebook records record file files dossier database mind head
    brain book list stored saved facts fact entry entries item items remember remembering remembered retain retained
    retaining recollection recollections remembrance data profile trace stranger amnesia""".split()
)
_HELD = frozenset(
    "know knew have you've got keep kept keeping hold holding told said stated mentioned noted".split()
)
_AWAY = frozenset(
    """forget delete remove erase wipe scrub purge discard nuke strike bin scrap ditch trash chuck expunge eliminate
    efface obliterate unlearn unset unsave banish dismiss shred unremember deleted removed erased wiped purged forgotten
    withdraw retract""".split()
)
_ASIDE = frozenset(
    """drop clear cut cross take throw toss lose pull rub blot let away rid kick knock retire out gone go leave vanish
    no nothing stop quit cease needn't needless need treat start burn act erasure deletion removal carry carrying keep
    retain rm del void each every don't""".split()
)
_SHOWING = frozenset(
    """show list tell give read print display recite recount state name enumerate present lay run go spell set write
    dump fetch pull bring see hear reel rattle recital account file""".split()
)
_ASKING = frozenset(
    """provenance origin source occasion remind tipped blabbed clued basis grounds evidence route authority come chat
    conversation session day date context how tell told mention mentioned let""".split()
)


_OF_THE_WORLD = re.compile(
    rf"{stored.AWAY} (?:everything|all|what|whatever|anything) (?:that )?(?:you|u)(?:'ve|’ve)? (?:know|knew|learned"
    rf"|learnt) (?:about|of|on)"
    r" (?!(?:my|our|me|us|him|her|them|that|this|it|the)\b|(?-i:[A-Z]))|\b(?:squeeze|put|turn|pack) it into\b",
    re.IGNORECASE,
)
"""What everybody knows something about: "forget everything you know about pasta"."""

_TAIL = re.compile(
    rf"(?:,? (?:please|pls|if you please|any ?more|any longer|thanks|thank you|for good|completely|entirely"
    rf"|altogether|now)| {stored.FROM})+$",
    re.IGNORECASE,
)


def _clean(named: str) -> str:
    return forms.REASON.sub("", _TAIL.sub("", named)).strip(" \"'“”,:")
