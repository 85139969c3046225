"""Does the user ask that nothing be kept?

"Don't save what I'm about to tell you", "off the record", "please don't store anything from this chat". A request to
remember outranks it: what is asked for by name is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.reading.bounds import readable

PLACEHOLDER = "(off the record)"
"""What is kept in place of what is not to be kept: that somebody spoke."""


class Span(StrEnum):
    """Say how far a request to keep nothing reaches."""

    MESSAGE = "message"
    NEXT = "next"
    CONVERSATION = "conversation"


_NOT = (
    r"(?:do not|don'?t|dont|never|please no|you (?:should|must) ?n(?:o|')t|without|(?:can"
    r"|could|would) you (?:please )?not|i(?:'d| would) rather you did(?:n'?t| not)"
    r"|i (?:do not|don'?t) want you to|stop|no need to|shouldn'?t|mustn'?t|please avoid"
    r"|avoid)"
)
_KEEP = (
    r"(?:save|saving|saved|store|storing|stored|remember|remembering|record|recording"
    r"|memori[sz]e|keep|keeping|log|logging|note|noting|retain|write down|add|put"
    r"|hold on to|commit)"
)
_WHAT = (
    r"(?:this(?! time)|that(?! (?:the|my|i|we|he|she|it))|any(?:thing)?|any of (?:this"
    r"|that|it)|it|what(?:ever)? (?:i|follows|comes)|the (?:following|next|rest)"
    r"|my (?:next|last)"
    r"|these|those|everything|all (?:of )?(?:this|that)|(?:in|to) (?:your |the "
    r"|long-?term )?memory|about me|personal)"
)
_ASKED = re.compile(
    rf"(?<!\bi )(?<!\bwe )(?<!they )(?<!people )(?<!\bhe )(?<!she"
    rf" )\b{_NOT}\s+(?:\w+\s+){{0,2}}?{_KEEP}\s+{_WHAT}\b(?! (?:lightly|running))"
    r"|\boff[- ]the[- ]record\b|\bbetween (?:you and me|us|ourselves)\b|\b(?:this"
    r"|it) (?:stays|should stay) (?:between us|here|in this room|private)\b"
    r"|\bnot for (?:the record|your (?:memory|records|notes|files))\b|\bjust (?:for now"
    r"|this once),? (?:don'?t|do not) (?:save|remember|store)\b"
    r"|\b(?:keep|leave) (?:this|that|it|what follows|the following) (?:out of"
    r"|off) (?:your |the )?(?:memory|records?|notes|file)\b"
    r"|\b(?:forget|ignore|disregard|delete) (?:this|that|it|what i (?:just )?(?:said|say"
    r"|wrote|told you)|everything i (?:just )?said)\s+(?:right )?(?:after(?:wards?)?|once"
    r"|when|as soon as|immediately)\b"
    r"|\b(?:incognito|private mode|temporary chat)\b",
    re.I,
)
_AHEAD = re.compile(
    r"\b(?:about to|going to|gonna|will|'ll)\s+(?:tell|say|share|write|send|type|ask"
    r"|mention|paste)\b|\b(?:next|following)\s+(?:message|thing|bit|part|sentences?"
    r"|few)\b|\bwhat (?:follows|comes next)\b|\bthe (?:following|next)\b",
    re.I,
)
_CHAT = re.compile(
    r"\b(?:(?:from|in|during|of|for) (?:this|our|the) (?:whole |entire )?(?:chat"
    r"|conversation|session|thread|talk)|this (?:chat|conversation"
    r"|session) (?:is )?(?:private|off)|anything (?:i (?:say|tell|write)|about me"
    r"|from now on)|incognito|private mode|temporary chat|from now on)\b",
    re.I,
)


def asked_to_keep_nothing(message: str) -> Span | None:
    """Return how far the request reaches, None where there is none; what it is said of counts as said already."""
    return _asked(readable(message))


@lru_cache(maxsize=512)  # every turn asks about the messages before it
def _asked(message: str) -> Span | None:
    text = message.replace("’", "'")
    if not _ASKED.search(text):
        return None
    if _CHAT.search(text):
        return Span.CONVERSATION
    return Span.NEXT if _AHEAD.search(text) else Span.MESSAGE


def is_off_the_record(message: str, earlier: Sequence[str]) -> bool:
    """Tell whether a message is not to be kept, for its own sake or for what was asked in an `earlier` one."""
    if asked_to_keep_nothing(message):
        return True
    spans = [asked_to_keep_nothing(each) for each in earlier]
    return Span.CONVERSATION in spans or spans[-1:] == [Span.NEXT]


def withheld(said: Sequence[tuple[bool, str]], of_last: int | None = None) -> list[bool]:
    """Tell of each message of a conversation, by the user or not and its text, whether it is to be kept nowhere.

    What is said after a message of the user's, until the next one, is off the record with it: an answer repeats. Those
    before the last so many are only asked what they want of the rest of the conversation.
    """
    found: list[bool] = []
    rest = following = off = False
    first = 0 if of_last is None else len(said) - of_last
    for place, (by_user, text) in enumerate(said):
        if by_user:
            span = asked_to_keep_nothing(text)
            off = rest or following or span is not None or (place >= first and keeps_nothing(text))
            rest, following = rest or span is Span.CONVERSATION, span is Span.NEXT
        found.append(off)
    return found
