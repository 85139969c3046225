"""Which commands are made of a few words only?

What is known, what is to be cleared, taken back or explained is asked for in a small vocabulary, in any order that
English allows. A sentence that has nothing but these words, and the parts that make the command, is one; a word from
outside ("undo the last commit") means that something else is spoken of.
"""

from __future__ import annotations

import re
from typing import Literal

from langmem_ext.command_reading.vocabulary import (
    ABOUT,
    ASKING,
    BACK,
    BACK_WITH,
    DELETING,
    EVERYTHING,
    FORGETTING,
    KNOWING,
    ME,
    MEMORY,
    OBJECT,
    OF_CLEARING,
    OF_LISTS,
    OF_SOURCES,
    OF_UNDOING,
    RECORDS,
    SHOWING,
    SOURCE,
    SUBJECT,
    TAKING_BACK,
    TELLING,
    YOU,
    Words,
    says_you_know,
    word_set,
    words_of,
)

Closed = Literal["list", "clear", "undo", "why"]

MOST_WORDS = 22
"""Words of the longest command of this kind."""


def closed_command(said: str) -> Closed | None:
    """Return the command that a sentence makes of the small vocabulary alone, or None."""
    words = words_of(said)
    if not 1 < len(words.order) <= MOST_WORDS:
        return None
    if words.order in _SHORT_LISTS:
        return "list"
    if words.all.isdisjoint(_TELLTALE):
        return None
    if _is_undo(words):
        return "undo"
    if _FRESH.fullmatch(said) or _is_clear(words):
        return "clear"
    if _is_why(words):
        return "why"
    return "list" if _is_list(words) else None


_TELLTALE = (
    YOU
    | MEMORY
    | TAKING_BACK
    | BACK
    | ME
    | word_set("file records record source slate memories memory it that this")
)
"""Words of which each command has at least one."""

_BEFORE = re.compile(
    r"(?:[\w'’-]+[\s,.…!–—-]+){1,5}?(?=(?:what|which|how much|how come|how do|how did|where|who told|why do|show"
    r"|list|recap|tell me"
    r"|everything|give me|pull)\b)",
    re.IGNORECASE,
)
_OF_MATTER = word_set(
    """i he she they we it who not never don't doesn't didn't won't can't cannot wonder wondering said says say asked
    asks
    ask told tells tell think thinks wrote write type translate imagine pretend suppose if unless to the a an of about
    my his her their your explain know knows remember forget how what why when where is are was were about that this
    undo delete remove erase clear wipe drop restore bring take get put save cancel
    say call called titled song book movie poem story draft email check"""
)
_MATTERS = _OF_MATTER | FORGETTING | DELETING | TAKING_BACK


def after_words_of_no_matter(said: str) -> Literal["list", "why"] | None:
    """Read a list or a question of provenance behind a few words of any kind that state nothing."""
    before = _BEFORE.match(said)
    if before is None or not _MATTERS.isdisjoint(words_of(before[0]).order):
        return None
    found = closed_command(said[before.end() :])
    return found if found == "list" or found == "why" else None


# --- what is known -------------------------------------------------------------------------------

_SHORT_LISTS = {tuple(each.split()) for each in (
    "show everything", "show me everything", "list everything", "show it all", "show me it all", "show all of it",
    "show me all of it", "memory dump", "memory list", "memory report", "memory summary", "memory recap",
    "memory check",
    "memory inventory", "dump memory", "dump your memory", "recap everything", "list it all", "display everything",
)}  # fmt: skip


def _is_list(words: Words) -> bool:
    first = words.order[0]
    if first not in ASKING | SHOWING or not words.all <= OF_LISTS | OBJECT:
        return False
    if first in ("have", "get", "know") or words.follow(
        word_set("i"), KNOWING - word_set("get"), 2
    ):
        return False
    if "should" in words.all:
        return False
    about = words.follow(ABOUT, SUBJECT)
    if first in ("do", "did", "have", "can", "could", "are", "is") and not words.have(OBJECT):
        return False
    known = says_you_know(words) or (
        words.have(word_set("known stored saved kept held recorded remembered noted logged"))
    )
    owned = words.follow(word_set("your"), RECORDS | MEMORY, 3)
    if (
        about
        and words.have(OBJECT)
        and (known or owned or words.have(MEMORY | word_set("file record records")))
    ):
        return True
    return _names_memory(words) or _is_file(words)


_REMEMBERED = word_set(
    "remember remembered remembering memorized memorised stored saved retained recorded noted"
)


def _names_memory(words: Words) -> bool:
    """ "what is in your memory", "show everything you remember"."""
    if words.have(TELLING - word_set("tell give say share")) and words.have(word_set("i")):
        return False
    asks = words.have(word_set("what everything anything whatever all which"))
    if words.have(MEMORY) and words.have(YOU | ME) and (asks or words.order[0] in SHOWING):
        return True
    if words.have(word_set("can could")) and words.order[0] not in word_set("can could"):
        return False  # "what kinds of things can you remember?"
    about_other = words.have(ABOUT - word_set("of for on")) or words.have(
        word_set("it this these those")
    )
    return (
        asks
        and not about_other
        and any(w in _REMEMBERED for w in words.order)
        and says_you_know(words)
        and not words.have(word_set("to how when where last said"))
    )


def _is_file(words: Words) -> bool:
    """ "what's in my file"."""
    return words.follow(word_set("my"), word_set("file records record dossier")) and words.have(
        word_set("what everything whatever")
    ) and len(words.order) <= 8  # fmt: skip


# --- clearing ------------------------------------------------------------------------------------

_FRESH = re.compile(
    r"(?:(?:wipe|clean|clear) (?:the|my|your|that) slate(?: clean)?"
    r"|(?:(?:let's |let us |we |i want (?:you )?to |i'd like (?:you )?to )?(?:start|begin) (?:over|afresh|anew|again"
    r"|fresh|from scratch|from zero) )?(?:with|on|give (?:me|us)|have|i want|as) (?:a )?(?:clean|blank|fresh|empty|new)"
    r" (?:slate|memory|memory bank|page)(?: of me| about me)?"
    r"|(?:reset|wipe|clear|erase|empty|flush|purge|nuke) (?:yourself|your (?:memory|brain|mind|head|memory banks?)"
    r"|(?:the )?memory banks?)(?: (?:clean|of me|about me|completely|entirely|of everything|of it all))*"
    r"|(?:make|let) your (?:memory|mind|brain|head) (?:a )?(?:blank|empty|clean)(?: slate)?(?: again)?"
    r"|(?:erase|delete|remove|wipe|purge|scrub) me(?: (?:completely|entirely))?(?: from (?:your )?(?:long-term )?"
    r"(?:memory|memories|mind|brain|records|database|files|system))?"
    r"|forget (?:that )?(?:you (?:ever )?(?:knew|met|know|have met) me|we (?:ever )?(?:met|spoke|talked)"
    r"|we(?:'ve| have) ever (?:met|spoken|talked))|(?:do )?(?:a )?(?:full|complete|total|factory) (?:memory )?(?:reset"
    r"|wipe)(?: of (?:your|my|the) memor(?:y|ies))?|(?:a )?memory (?:wipe|reset))",
    re.IGNORECASE,
)
"""Figures of speech for clearing everything."""


def _is_clear(words: Words) -> bool:
    head = words.order[:3]
    if not any(word in FORGETTING | DELETING for word in head) or not words.all <= OF_CLEARING:
        return False
    if head[0] in word_set("what i you how why when did do have never who where"):
        return False
    everything = words.have(EVERYTHING)
    if (
        not everything
        or words.have(word_set("latest one ones recent just this"))
        or (words.follow(word_set("the my your that"), word_set("last single")))
    ):
        return False
    if words.follow(ABOUT - word_set("of for on"), word_set("my")):
        return False
    about = words.follow(ABOUT, SUBJECT)
    owned = words.have(MEMORY) and words.have(ME | YOU | word_set("all every entire whole"))
    known = says_you_know(words) and not words.have(ABOUT - word_set("for"))
    told = words.have(TELLING) and words.follow(word_set("i"), TELLING, 3) and "you" in words.all
    return about or owned or known or (told and not words.have(word_set("about on")))


# --- taking back ---------------------------------------------------------------------------------

_TARGET = word_set(
    "that this it them those these last latest previous memory memories deletion removal change changes forgot deleted"
    " removed forgotten cleared erased wiped fact facts note what whatever"
)


def _is_undo(words: Words) -> bool:
    order = words.order
    if not words.all <= OF_UNDOING | TAKING_BACK | BACK_WITH | BACK | word_set("want need like"):
        return False
    if order[0] in word_set("what how why when did was is will to which have do"):
        return False
    if words.have(TAKING_BACK) and order[0] in TAKING_BACK | word_set("please just the can i"):
        return words.have(_TARGET) and not (
            order[0] == "i" and not words.have(word_set("want need"))
        )
    if (
        "back" not in words.all
        or words.follow(word_set("your my"), BACK)
        or not words.have(BACK_WITH)
        or not words.have(_TARGET)
    ):
        return False
    if order[0] == "i":
        return order[1:2] in (("want",), ("need",), ("would",)) and not words.have(
            word_set("to go take")
        )
    return order[0] in BACK_WITH - word_set("go call like want need have")


# --- where from ----------------------------------------------------------------------------------

_ASKS_SOURCE = word_set(
    "source origin origins how why where who when what since which from explain tell show"
)
_SHORT_WHYS = {
    tuple(each.split())
    for each in (
        "who told you",
        "where is that from",
        "where is this from",
        "where is it from",
        "where was that from",
    )
}
_THAT = word_set("that this it these those them")
_TOLD = word_set("tell told say said mention mentioned give gave")


def _is_why(words: Words) -> bool:
    order = words.order
    if order[0] not in _ASKS_SOURCE or not words.all <= OF_SOURCES | SOURCE:
        return False
    if not words.have(word_set("how why where who when what which source")):
        return False
    if order in _SHORT_WHYS:
        return True
    pointed = words.have(_THAT) or words.follow(word_set("about of"), SUBJECT)
    if not pointed or "anything" in words.all:
        return False
    if order[0] in ("source", "origin", "origins"):
        return words.have(_THAT) and len(order) < 8
    if order[0] == "what" and "based" not in words.all:
        return words.have(
            word_set("source origin basis evidence grounds makes made")
        ) and words.have(_THAT)
    if order[0] == "when" or "when" in order[:3]:
        told = words.have(_THAT) and words.follow(word_set("i"), _TOLD, 3)
        return told or words.follow(word_set("you"), SOURCE, 2)
    if words.have(word_set("told gave fed")) and "who" in order[:4]:
        return words.follow(word_set("told gave fed"), word_set("you"))
    if words.have(word_set("come came comes coming source origin")) and words.have(
        word_set("where from source")
    ):
        return words.have(_THAT)
    if words.follow(
        word_set("that this it"), word_set("saved stored kept remembered end based noted"), 3
    ) or words.have(word_set("based")):
        return order[0] in ("how", "why", "what", "where", "when") and words.have(_THAT)
    knows = (
        SOURCE
        if order[0] != "why"
        else SOURCE - word_set("get find out come came work worked hear write wrote written")
    )
    return (
        words.follow(word_set("you"), knows, 4)
        and not words.have(word_set("what"))
        and words.have(_THAT)
    )
