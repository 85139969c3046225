"""Which sentences announce something that is to be kept, in whatever words?

A verb of remembering need not be there: "engrave this in stone: ...", "new entry for your notebook: ...", "just so you
don't ask me again: ...", "what has to stay with you is that ...". What announces names the assistant's memory, a way
of keeping, or a later time, and a mark, "that" or "is" parts it from what is to be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import announced_words as words_of
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.at_hand import is_done
from langmem_ext.policies.directive_reading.comments import leads_to_comment
from langmem_ext.policies.directive_reading.content import (
    has_verb,
    is_detailed,
    is_kept,
    is_said_before,
)
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import ATTACHED, IN_A_TEXT
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.directive_reading.remarks import is_remark
from langmem_ext.policies.directive_reading.request import TAG, Request, Said
from langmem_ext.policies.rewriting import speaks_of_self

RULE = "announced"


def announced(said: Said) -> Request | None:
    """Read what is announced as something to keep, or said to be kept afterwards."""
    text = said.text
    if not any(map(text.lower().__contains__, words_of.HINTS)):
        return None
    if words_of.STARTS_OTHERWISE.match(text) or (
        said.sentence.is_question and not TAG.search(text)
    ):
        return None
    found = _found(said)
    if (
        found
        and found.words
        and _OPENS_MEMORY.search(text[: text.find(found.words[:20])][:MAX_LEAD])
    ):
        return None
    return None if found and words_of.WORK.search(text[:MAX_LEAD]) else found


def opens_memory(text: str) -> bool:
    """Tell what takes something out of memory, or looks into it: "that can go from your notes, I've given it up"."""
    return bool(_OPENS_MEMORY.search(text[:MAX_LEAD]))


_OPENS_MEMORY = re.compile(
    rf"\b(?:from|out of|off|(?<!never )(?<!not )(?<!n't )leave) (?:{words_of.MEMORY}|memory)(?![\w'])"
    r"|\b(?:open|show|read|see|view|print|display|list|check|browse|export|review|look (?:at|into|in|through)"
    r"|go (?:over|through)|pull up|bring up)(?: (?:me|up|out|through|what(?:'s| is|ever is)? in|everything in|all of))*"
    rf" (?:{words_of.MEMORY})(?![\w'])",
    re.I,
)


def _found(said: Said) -> Request | None:
    text = said.text
    if bare := words_of.NO_MARK.match(text):
        return _kept(said, bare.end(), loose=True)
    if words_of.ALONE.match(text) and not words_of.REFUSED.search(text):
        return _before(said) or Request(RULE, points="on", many=True)
    return _aside(said) or _before(said) or _fronted(said) or _after(said)


MAX_LEAD = 130
"""Characters of a sentence in which what follows is announced."""


def _aside(said: Said) -> Request | None:
    """ "allergic to bees - that goes in my file please - and I've been offered two hives"."""
    found = words_of.KEPT_ASIDE.match(said.text)
    words = tidy(said.words(found.start("x"), found.end("x"))) if found else ""
    return Request("remember_that", words) if words and is_said_before(words) else None


def _before(said: Said) -> Request | None:
    """ "new entry for your notebook: ...", "pop it in your memory that ..."."""
    text = said.text
    for mark in words_of.MARK.finditer(text, 0, MAX_LEAD):
        lead = text[: mark.start()]
        kind = mark.lastgroup or ""
        signal = words_of.SIGNALS[kind]
        if not any(map(lead.lower().__contains__, words_of.HINTS)):
            continue
        if re.search(r"[.?!]\s", lead) or not signal.search(lead) or words_of.REFUSED.search(lead):
            continue
        foreign = frames.FOREIGN.search(text[: mark.end()][-160:]) and not _LET_SHOW.search(lead)
        if foreign or IN_A_TEXT.search(lead) or leads_to_comment(lead):
            return None
        if mark.end() >= len(text):
            return Request(RULE, points="on", colon=True, many=True) if kind == "colon" else None
        if kind in ("comma", "bare") and words_of.NOT_A_FACT.match(text, mark.end()):
            continue
        within = words_of.WITHIN.search(text, signal.search(lead).end(), mark.start())  # type: ignore[union-attr]
        return _kept(
            said,
            within.end() if within else mark.end(),
            loose=kind in ("comma", "bare"),
            named=bool(words_of.OF_ME.search(lead)),
        )
    return None


_LET_SHOW = re.compile(
    rf"\blet (?:{words_of.MEMORY}|the (?:memory|notes?)) (?:show|say|state|reflect|record|read)$",
    re.I,
)
"""Memory speaks for nobody else: "let your notes say that ..."."""


def _fronted(said: Said) -> Request | None:
    """ "what has to stay with you is that ...", "the one thing to hold on to: ..."."""
    found = words_of.CLEFT.match(said.text)
    return (
        _kept(said, found.start("x"))
        if found and not words_of.REFUSED.search(found[0][: found.start("x")])
        else None
    )


def _after(said: Said) -> Request | None:
    """ "the key is under the pot; hold on to that, I'll ask"."""
    if not any(map(said.text.lower().__contains__, words_of.KEEPS_IT)):
        return None
    found = words_of.KEPT_BACK.match(said.text)
    if found is None:
        return None
    words = tidy(said.words(found.start("x"), found.end("x"))) if found["x"] else ""
    if not words:
        return Request(RULE, points="back")
    plain = tidy(found["x"])
    if frames.FOREIGN.search(plain) or not (is_said_before(plain) and has_verb(plain)):
        return None
    return Request("remember_that", words) if speaks_of_self(plain) or is_detailed(plain) else None


def _kept(said: Said, start: int, *, loose: bool = False, named: bool = False) -> Request | None:
    words, plain = tidy(said.words(start, len(said.text))), tidy(said.text[start:])
    if not plain or language.HIDDEN in plain[:2] or (loose and not has_verb(plain)):
        return None
    if loose and (is_reason(plain) or is_remark(plain) or is_done(plain)):
        return None
    short = len(plain.split()) in range(2, 16) and not ATTACHED.match(plain)
    short = short and (named or not has_verb(plain))
    named = named or is_detailed(plain)
    if not is_kept(plain, explicit=True, named_after=not loose) and (
        loose or not (short and named)
    ):
        return None
    telling = named or speaks_of_self(plain) or is_detailed(plain) or len(plain.split()) > 2
    return Request(RULE, words, "on") if telling else None
