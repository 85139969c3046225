"""What does the user answer when memory asks for consent?

A message answers where it says yes or no, or outright what to do with what was proposed; everything else leaves the
proposals open. An "ok" alone answers nothing: people say it to whatever comes last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from langmem_ext.command_reading.numbers import numbers_in
from langmem_ext.policies.consent import consent_field

MAX_REPLY = 240
"""Characters of the longest message that is read as an answer; who writes more tells something."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Hold what an answer may refer to: the slot that would change ("preferred_name") and the new text."""

    slot: str | None
    content: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Name the proposals that are agreed to and those that are declined, by their places from 0."""

    approved: frozenset[int] = frozenset()
    declined: frozenset[int] = frozenset()


_AGREE = (
    r"(?:yes+|yess+|yea+h?|yep+|yup+|ya+|yas+|yh|aye|y|sure(?: thing)?|certainly|absolutely|definitely|of course"
    r"|by all means|affirmative|confirmed?|i (?:confirm|agree|consent|approve)|agreed|approved|correct"
    r"|that(?:'s| is) (?:right|correct|fine(?: (?:by|with) me)?)|(?:fine|ok|okay|good) (?:by|with) me"
    r"|sounds (?:good|right)|why not|indeed)"
)
_DO = (
    r"(?:(?:please |pls |plz |you (?:can|may|should) |go ahead and |i(?:'d| would) (?:like|want|love) (?:you to"
    r"|that) ?"
    r"|feel free to )*"
    r"(?:do(?: (?:it|that|so|this))?|go ahead|go for it|proceed|(?:update|change|save|store|remember|apply|keep"
    r"|use|make"
    r"|accept|set|add|note|take) (?:it|that|this|them|these|those|the changes?|that change|this change"
    r"|my [a-z ]{2,30})"
    r"(?: down)?))"
)
_REFUSE = (
    r"(?:no+|nope|nah|nay|negative|never|no way|absolutely not|definitely not|certainly not|of course not|not at all"
    r"|(?:please )?(?:don't|do not)(?: (?:do|change|update|save|store|remember|keep|apply|touch|note|use) "
    r"(?:it|that|this|them|so|anything|my [a-z ]{2,30}))?"
    r"|(?:i(?:'d| would) )?rather not|better not|not now|leave (?:it|that|them|everything)(?: (?:as (?:it"
    r"|they) (?:is|are|was"
    r"|were)|alone|be))?"
    r"|keep (?:it|them|everything|the old (?:one|ones)|my old [a-z ]{2,30}|what you have)(?: as (?:it"
    r"|they) (?:is|are|was"
    r"|were))?|never ?mind|cancel(?: (?:it|that|them))?|drop (?:it|that|them)|forget (?:it|that|about it)"
    r"|i(?:'d| would) prefer"
    r" not(?: to)?|i don't (?:want (?:that|this|it|you to)|agree|consent)|that(?:'s| is) (?:wrong|not (?:right"
    r"|true)))"
)
_SOFT = (
    r"(?:please|pls|plz|thanks?|thank you|thx|ty|so much|very much|ok|okay|now|then|for me|sure|great|good|nice"
    r"|cool|perfect"
    r"|lol|haha|hmm+|well|oh|ah|um+|actually|too|mate|buddy|both|all|all of (?:it|them|those|these)|everything"
    r"|that works|for now|go ahead|it|that|this|them|i do|i don't|you (?:can|may)|update|change)"
)
_GAP = r"[\s,!.;:–—-]*"
_YES = re.compile(
    rf"(?:{_SOFT}{_GAP})*(?:{_AGREE}|{_DO})(?:{_GAP}(?:{_AGREE}|{_DO}|{_SOFT}))*{_GAP}", re.I
)
_NO = re.compile(rf"(?:{_SOFT}{_GAP})*{_REFUSE}(?:{_GAP}(?:{_REFUSE}|{_SOFT}))*{_GAP}", re.I)
_BEGINS = re.compile(
    rf"(?:{_SOFT}{_GAP})*(?:(?P<yes>{_AGREE}|{_DO})|(?P<no>{_REFUSE}))(?![\w'])", re.I
)
_NONE = re.compile(r"(?:neither|none)(?: of (?:them|those|these))?(?: please| thanks?)?", re.I)
_PART = re.compile(r"[,;.!]\s*|\s(?:but|and)\s", re.I)
_ONLY = frozenset({"only", "just"})
_NOT = frozenset("no nope nah not don't decline reject except without skip leave".split())
_WILL = frozenset(
    "yes yeah yep yup ya yea sure approve approved accept apply agree ok okay".split()
)
_ALL = frozenset({"both", "all", "everything"})
_FRAME = frozenset(
    "to on for with as but and the my is are it's that's that this it they do does go ahead of them those these please"
    " pls thanks thank you i i'd want would like can may should change changes update keep take use save remember set"
    " fine right good correct one new now too just only then so also well oh go with make".split()
)
"""Words around the places in an answer; with any other word it says something else, too."""


def read_reply(text: str, proposed: Sequence[Proposed]) -> Answer | None:
    """Return what a message answers to the proposals, in the order in which they were shown; None for no answer."""
    said = " ".join(text.replace("’", "'").split())
    if not proposed or not said or len(said) > MAX_REPLY:
        return None
    first = re.split(r"(?<=[.!])\s+(?=[A-Z])|\n", said, maxsplit=1)[0]
    if "?" in first and not re.match(r"why not\b", first, re.I):
        return None
    return _plain(first, len(proposed)) or _by_parts(first, proposed)


def begins_with_answer(text: str) -> bool:
    """Tell whether a message begins with a yes or a no, whatever follows: "no, call me Anny"."""
    return bool(_BEGINS.match(" ".join(text.replace("’", "'").split())))


def _plain(said: str, count: int) -> Answer | None:
    """Read an answer that means all that was proposed."""
    everything = frozenset(range(count))
    bare = said.strip(" .,!")
    if _NONE.fullmatch(bare) or _NO.fullmatch(said):
        return Answer(declined=everything)
    if _YES.fullmatch(said):
        return Answer(approved=everything)
    return None


def _by_parts(said: str, proposed: Sequence[Proposed]) -> Answer | None:
    """Read an answer that names some: "yes to the first", "the name yes, the city no", "only number 2"."""
    chosen: dict[bool, set[int]] = {True: set(), False: set()}
    wanted, bare = None, None
    for part in filter(None, _PART.split(said)):
        words = re.findall(r"[a-z']+|\d+(?:st|nd|rd|th)?", part.lower())
        says, places = _says(words), _places(words, proposed)
        torn = places and _NOT & set(words) and _WILL & set(words)  # "1 yes 2 no"
        if places is None or torn or (says is None and bare is False):
            return None
        bare = says if not places and bare is None else bare
        wanted = says if says is not None else (True if wanted is None else wanted)
        chosen[wanted] |= places
    if bare and chosen[False] and not chosen[True]:  # "yes, but not the second"
        chosen[True] = set(range(len(proposed))) - chosen[False]
    return _answer(chosen[True], chosen[False], _ONLY & set(said.lower().split()), len(proposed))


def _answer(
    approved: set[int], declined: set[int], only: frozenset[str], count: int
) -> Answer | None:
    if approved & declined or not approved | declined:
        return None
    rest = set(range(count)) - approved if only else set()
    return Answer(frozenset(approved), frozenset(declined | rest))


def _says(words: Sequence[str]) -> bool | None:
    """Tell whether a part agrees; None where it only points."""
    if _ONLY & set(words):
        return True
    if _NOT & set(words):
        return False
    return True if _WILL & set(words) else None


def _places(words: Sequence[str], proposed: Sequence[Proposed]) -> set[int] | None:
    """Return the proposals that words point at, all for "both"; None when they say something else, too."""
    count = len(proposed)
    pointing = [word for word in words if word not in _FRAME | _NOT | _WILL]
    if not pointing:
        return set()
    if len(pointing) == 1 and pointing[0] in _ALL:
        return set(range(count))
    pointed = " ".join(pointing)
    numbers = numbers_in(pointed, count) or numbers_in(f"{pointed} one", count)
    if places := {place - 1 for place in numbers if 0 < place <= count}:
        return places
    known = [_names_of(each.slot or "") for each in proposed]
    return {at for at, slot in enumerate(known) if set(pointing) <= slot} or None


def _names_of(slot: str) -> set[str]:
    """Return the words by which a slot is named, those of the attribute that it holds among them."""
    return {*slot.split("_"), *(consent_field(slot) or slot).split("_"), "preferred"}
