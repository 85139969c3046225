"""What did the user mean by what they said just before?

"Actually it's Lisbon" after "I live in Rome" says what the message before should have said. It counts where that
message holds one value of the kind, and no more: what could mean two things puts nothing right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import MONTH, WEEKDAY
from langmem_ext.policies.statement_reading import scenes


@dataclass(frozen=True, slots=True)
class PutRight:
    """Hold a message as it should have been said, and the value in it that was wrong."""

    text: str
    wrong: str


MAX_WORDS = 10
"""Words of a message that does nothing but put another right."""

_MARK = (
    r"(?:no|nope|wait|oops|sorry|actually|correction|typo|ah|oh|hmm|well|hang on|hold on"
    r"|my (?:mistake|bad))[\s,:.!—–-]+"
)
_WRONG = (
    r"(?:that|this|it)(?:['’]?s| is| was) (?:wrong|incorrect|a mistake|a typo|not (?:right|correct|true|what i said))"
    r"[\s,:;.!–—-]+(?:it(?:['’]?s| is)|that(?:['’]?s| is))"
)
_SPELLED = r",? (?:with (?:an?|one|two|no|double) \S+(?: \S+)?|spelled \S.*|spelt \S.*)"
_LAST_MARK = r"(?:,? (?:actually|sorry|rather|i mean))"
_SURE = re.compile(
    rf"^(?:{_MARK})*(?:i meant?(?: to (?:say|write))?:?|make (?:that|it)|(?:it|that) should (?:be|have been)|should be"
    r"|(?:correction|typo)[\s,:.!—–-]+(?:it'?s|it is|that'?s)?"
    rf"|{_WRONG}|(?:it'?s|that'?s)(?= \S+(?: \S+)?{_SPELLED}[.!]*$))\s*(?:actually |really |called )?"
    rf"(?:(?:in|at|on|the) ){{0,2}}(?P<right>\S.*?)(?:{_SPELLED}|{_LAST_MARK})?[.!]*$",
    re.I,
)
_ALIKE = re.compile(
    rf"^(?:{_MARK})+(?P<says>(?:it'?s|it is|that'?s) (?:actually |really |called )?)?"
    rf"(?:(?:in|at|on|the) ){{0,2}}(?P<right>\S.*?)(?:{_SPELLED}|{_LAST_MARK})?[.!]*$",
    re.I,
)
_LATE = re.compile(
    rf"^(?P<mark>(?:{_MARK})*)(?:(?:in|at|on|the) ){{0,2}}(?P<right>\S+(?: \S+){{0,3}}?){_LAST_MARK}[.!]*$",
    re.I,
)
"""What says at its end that it puts something right: "5 actually"; a name says so at its beginning too."""
_ONE = r"(?:(?:in|at|on|the|an?) )?(?P<{}>[\w@.+'’-]+(?: [\w@.+'’-]+){{0,3}}?)"
_IT_IS = (
    r"(?:(?:it|that|he|she)(?:['’]?s| is)(?: called| named)? |they(?:['’]re| are)(?: called| named)? |i meant? "
    r"|(?:his|her|its|their|the) [\w'’-]+(?:['’]s| is) )"
)
_NOT_THE_OTHER = tuple(
    re.compile(rf"^(?:{_MARK})*{_IT_IS}?{form}[.!]*$", re.I)
    for form in (
        rf"{_ONE.format('right')}{_LAST_MARK}?,? not {_ONE.format('wrong')}",
        rf"not {_ONE.format('wrong')}[,;:]? (?:but |it'?s )?{_ONE.format('right')}",
    )
)
"""What names the wrong value beside the right one: "Braga, not Porto"."""
_OWNED_UP = re.compile(r"\b(?:sorry|oops|my (?:mistake|bad))\b", re.I)
_STARRED = re.compile(
    r"^\*(?P<right>[\w@.+'’-]+(?: [\w@.+'’-]+){0,2})$|^(?P<before>[\w@.+'’-]+)\*$"
)

_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_KINDS = (
    re.compile(rf"\b(?:{_DAY} (?:of )?{MONTH}|{MONTH} (?:the )?{_DAY})(?:,? \d{{4}})?\b", re.I),
    re.compile(rf"\b{WEEKDAY}\b", re.I),
    re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b", re.I),
    re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    re.compile(
        r"(?<![\w.+-])\+?\d[\d.,:]*\d(?:\s?[ap]m)?(?!\w)|(?<![\w.])\d(?:\s?[ap]m)?(?!\w)", re.I
    ),
    re.compile(
        r"(?<![.!?]\s)(?<!^)(?<![\w'’])(?!I\b|I['’])[A-Z][\w'’&-]*"
        r"(?: (?:(?:of|de|la|van|von) )?(?!I\b|I['’])[A-Z][\w'’&-]*)*"
    ),
)
"""Kinds of values, the narrower first: a date, a weekday, a day of the month, an address, a number, a name."""

_LAST_WORD = re.compile(
    r"\b(?:in|at|is|are|called|named|to|for|prefer|like|love|hate|drive|play|speak)\s+(?:the |an? )?"
    r"(?P<old>[a-z][\w'’-]+)(?:,? (?:please |pls )?(?:remember (?:that|this|it)|thanks|thank you|please|btw))*[\s.!]*$"
)


def put_right(message: str, before: str, *, asked: bool = False) -> PutRight | None:
    """Return the message before as it should have been said, None where this one puts nothing right.

    `asked`: the agent asked something in between, and "no, it's Lisbon" may be the answer to that.
    """
    said, text = language.plain(before), " ".join(language.plain(message).split())
    if (
        len(text.split()) > MAX_WORDS
        or "?" in text
        or scenes.own_words(said).strip() != said.strip()
    ):
        return None
    if not asked and (other := _instead(text, said)):
        return other
    right, kinds = _right(text, asked)
    place = _place(right, said, kinds) if right else None
    if place is None or said[slice(*place)].lower() == right.lower():
        return None
    start, end = place
    return PutRight(said[:start] + right + said[end:], said[start:end])


def _instead(text: str, said: str) -> PutRight | None:
    """Return what was said with the right value where the wrong one, which the correction names, stands alone."""
    for form in _NOT_THE_OTHER:
        if named := form.match(text):
            found = [
                *re.finditer(rf"(?<![\w'’-]){re.escape(named['wrong'])}(?![\w'’-])", said, re.I)
            ]
            if len(found) == 1 and named["right"].lower() != named["wrong"].lower():
                start, end = found[0].span()
                return PutRight(said[:start] + named["right"] + said[end:], said[start:end])
    return None


def takes_back(message: str) -> bool:
    """Tell a message that says itself what the one before should have said: "scratch that, I prefer coffee"."""
    return _TAKES_BACK.match(language.plain(message).strip()) is not None


_TAKES_BACK = re.compile(
    rf"(?:{_MARK})*(?:(?:scratch|strike) that"
    r"|that(?:'?s| is| was) (?:wrong|incorrect|a mistake|not (?:right|true|correct))"
    r"|i misspoke|i got that wrong|let me correct (?:that|myself))\b",
    re.I,
)


def _right(text: str, asked: bool) -> tuple[str, int]:
    """Return the value that is put in place of another, and of how many kinds it may be: little said, little meant."""
    if starred := _STARRED.match(text):
        return starred["right"] or starred["before"], len(_KINDS) + 1
    if sure := _SURE.match(text):
        return sure["right"].strip(), len(_KINDS) + 1
    if not asked and (late := _LATE.match(text)):
        return late["right"].strip(), len(_KINDS) - (not late["mark"])
    match = _ALIKE.match(text)
    if match is None or (asked and not _OWNED_UP.search(text)):
        return "", 0
    if match["says"]:
        return match["right"].strip(), len(_KINDS)
    return match["right"].strip(), len(_KINDS) - 1 if _OWNED_UP.search(text) else 0


def _place(right: str, said: str, kinds: int) -> tuple[int, int] | None:
    """Return where the one value of the same kind stands."""
    for kind in _KINDS[:kinds]:
        if kind.fullmatch(f" {right}", 1):
            found = [match.span() for match in kind.finditer(said)]
            return found[0] if len(found) == 1 else None
    if kinds <= len(_KINDS) or not re.fullmatch(r"[a-z][\w'’-]+", right):
        return None
    last = _LAST_WORD.search(said)
    return last.span("old") if last else None
