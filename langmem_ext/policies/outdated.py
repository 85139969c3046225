"""Which memory says of the user what they say is over?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from langmem_ext.command_reading.matching import stems
from langmem_ext.memory import Memory, MemoryType
from langmem_ext.policies.contrary import rules_out
from langmem_ext.policies.denials import denies, renamed
from langmem_ext.policies.endings import PARTNER, Ending
from langmem_ext.policies.facts import words_named
from langmem_ext.policies.instructions import instruction_in, trait_of
from langmem_ext.policies.listed import without
from langmem_ext.policies.value_sorts import sort_of
from langmem_ext.policies.ways import is_done_otherwise


def is_outdated(memory: Memory, over: Ending) -> bool:
    """Tell whether a memory says what is over."""
    if over.kind in ("times", "manner"):
        return is_done_otherwise(memory.content, over)
    told = _OF_USER.match(memory.content)
    if told is None or (over.what and not over.words):
        return False
    return over.words <= stems(memory.content) and _MEANS[over.kind](over, memory, told["rest"])


def what_is_left(memory: Memory, over: Ending) -> str | None:
    """Return what a memory of several still says when one of them moved out, died, or was given away or up.

    What is called otherwise keeps the rest that is told of it.
    """
    if over.kind == "instead":
        return renamed(over.so or "", memory.content)
    if not over.words or over.kind not in _OF_SEVERAL or not _OF_USER.match(memory.content):
        return None
    if over.kind == "habit" and not stems(over.verb or "") <= stems(memory.content):
        return None
    return without(memory.content, over.words)


_OF_SEVERAL = frozenset({"home", "had", "taken", "habit"})
"""Kinds of endings of one thing, person or day, beside which a memory may name others."""


_OF_USER = re.compile(r"The user(?:'s| and others)? (?P<rest>\w.*)", re.DOTALL)


# By kind; `told` is what a memory tells of the user.


def _habit(over: Ending, memory: Memory, told: str) -> bool:
    """The verb is the first of the memory; said without an object, it is a habit and has none there either."""
    if not (verb := stems(over.verb or "")):  # to do, to have: what is done or had tells
        return bool(over.words and (_TAKES.match(told) or _HAS.match(told)))
    words = told.split()
    at = next((n for n, word in enumerate(words[:_TO_THE_VERB]) if verb <= stems(word)), None)
    if at is None or over.words:
        return at is not None
    return memory.type in _HABITS and _NO_OBJECT.match(" ".join(words[at + 1 :])) is not None


_NO_OBJECT = re.compile(
    r"(?:$|\d|(?:to|in|at|on|every|each|once|twice|three|daily|weekly|regularly|often|with|for|before|after|a lot"
    r"|most|again|along|around|outside|early|late|mornings?|evenings?|during|from|by|through|near|and)\b)",
    re.I,
)
"""What may stand behind a verb that has no object: "I don't drink anymore" says nothing of coffee."""


def _taken(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_TAKES.match(told) or _WORKS.match(told))


def _booked(over: Ending, memory: Memory, told: str) -> bool:
    """What is taken, and what is named as the user's own: "The user's hotel is the Marlton"."""
    return bool(_TAKES.match(told) or _HAS.match(told) or _BOOKING.match(told))


def _unsubscribed(over: Ending, memory: Memory, told: str) -> bool:
    """What is subscribed to, by its name in whatever case."""
    return bool(_SUBSCRIBED.search(told)) and (bool(_TAKES.match(told)) or bool(_HAS.match(told)))


def _had(over: Ending, memory: Memory, told: str) -> bool:
    """One thing alone, which the user has; or whose own name the words are: "The user's laptop is ..."."""
    if memory.content.startswith("The user's"):
        return over.words <= stems(_BE.split(told, maxsplit=1)[0])
    return bool(_HAS.match(told)) and " and " not in told


def _value(over: Ending, memory: Memory, told: str) -> bool:
    """What the user's own thing was, of the sort that it is now, where that is all that the memory is about."""
    was = _WAS.match(told) if memory.content.startswith("The user's") else None
    if was is None or over.words != stems(was["what"]):
        return False
    return over.so is None or sort_of(over.so) == sort_of(was["so"])


def _state(over: Ending, memory: Memory, told: str) -> bool:
    """What the user is, told with hardly another word."""
    state = _IS.match(told)
    if state is None:
        return False
    return len(stems(state["so"])) <= len(over.words) + 1 or _is_at_times(state["so"], over)


def _is_at_times(state: str, over: Ending) -> bool:
    """Tell what somebody is at certain times only: "on call every third week"."""
    rest = re.split(r"\b(?=every\b|each\b|most\b|on \w+days?\b|once\b|twice\b)", state, maxsplit=1)
    return len(rest) > 1 and stems(rest[0]) == over.words


def _lifted(over: Ending, memory: Memory, told: str) -> bool:
    asked = instruction_in(memory.content)
    return asked is not None and not asked.refused and over.words <= stems(asked.what)


def _allowed(over: Ending, memory: Memory, told: str) -> bool:
    asked = instruction_in(memory.content)
    return asked is not None and asked.refused and over.words <= stems(asked.what)


def _contrary(over: Ending, memory: Memory, told: str) -> bool:
    return rules_out(over.so or "", memory.content)


def _spoken(over: Ending, memory: Memory, told: str) -> bool:
    """An instruction to speak another language than the one that is gone back to."""
    other = (over.so or "").lower() not in memory.content.lower()
    return other and trait_of(memory.content) == "language"


def _moved(over: Ending, memory: Memory, told: str) -> bool:
    """Where one of the user's own lived."""
    lived = _LIVED.match(told) if memory.content.startswith("The user's") else None
    return lived is not None and over.words == stems(lived["what"])


def _taste(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_DISLIKES.match(told))


def _called_off(over: Ending, memory: Memory, told: str) -> bool:
    """What was planned for one time; of what comes again, one time was called off."""
    return bool(_BOOKING.match(told)) and not _AGAIN.search(told)


def _wedding_off(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_BEFORE_A_WEDDING.match(told))


def _graduated(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_IS_LEARNING.match(told))


def _licensed(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_LEARNS_TO_DRIVE.match(told))


def _employed(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_HAS_NO_JOB.match(told))


def _back_at_work(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_IS_AWAY.match(told))


def _school(over: Ending, memory: Memory, told: str) -> bool:
    """The class in which one of the user's own was."""
    was = _AT_SCHOOL.match(told) if memory.content.startswith("The user's") else None
    return was is not None and stems(over.who or "") <= stems(was["who"])


def _of_kin(over: Ending, memory: Memory, told: str) -> bool:
    """What one of the user's own did."""
    who, said = stems(over.who or ""), stems(told)
    if not memory.content.startswith("The user's") or not who or not who <= said:
        return False
    return stems(over.verb) <= said if over.verb else bool(over.words and said & _DOINGS)


def _denied(over: Ending, memory: Memory, told: str) -> bool:
    """The very thing that is said not to be so, and nothing besides."""
    return stems(told) == over.said_again and not _NOT.search(told)


def _instead(over: Ending, memory: Memory, told: str) -> bool:
    return denies(over.so or "", memory.content)


def _partner(over: Ending, memory: Memory, told: str) -> bool:
    return memory.content.startswith("The user's") and bool(_IS_PARTNER.match(told))


def _unmarried(over: Ending, memory: Memory, told: str) -> bool:
    """What somebody was before a wedding, and the wedding that was to come."""
    return bool(_BEFORE_A_WEDDING.match(told)) or _single(over, memory, told)


def _single(over: Ending, memory: Memory, told: str) -> bool:
    return bool(_IS_SINGLE.match(told))


def _home(over: Ending, memory: Memory, told: str) -> bool:
    """Company of one household; of several by their names, one who leaves takes none along."""
    return bool(_SHARES.match(told)) and (over.what is None or not _SEVERAL.search(told))


_MEANS: Mapping[str, Callable[[Ending, Memory, str], bool]] = {
    "habit": _habit,
    "value": _value,
    "state": _state,
    "contrary": _contrary,
    "spoken": _spoken,
    "lifted": _lifted,
    "allowed": _allowed,
    "moved": _moved,
    "taste": _taste,
    "taken": _taken,
    "booked": _booked,
    "unsubscribed": _unsubscribed,
    "had": _had,
    "partner": _partner,
    "unmarried": _unmarried,
    "single": _single,
    "called_off": _called_off,
    "wedding_off": _wedding_off,
    "graduated": _graduated,
    "back_at_work": _back_at_work,
    "licensed": _licensed,
    "employed": _employed,
    "school": _school,
    "of_kin": _of_kin,
    "denied": _denied,
    "instead": _instead,
    "home": _home,
}
_TO_THE_VERB = 5
"""Words within which the verb of a memory stands: "is trying to learn"."""
_HABITS = frozenset({MemoryType.PREFERENCE, MemoryType.KNOWLEDGE})
"""Types of what somebody does; who they are is another matter: "I don't run anymore" is of no bakery."""
_TAKES = re.compile(
    r"(?:\w+ly |always |often |also |never |has |have |been (?=\w+ing))*(?:(?:learn|tak|do|play|us|practi[cs]|study)ing"
    r"|drinks?|eats?|smokes?|vapes?|takes?|plays?|does|do|goes|go"
    r"|practi[cs]es?|uses?|trains?|attends?|studies|started|joined|is (?:in|taking|doing|learning|studying))\b",
    re.I,
)
_WORKS = re.compile(
    r"(?:\w+ly |also |still |now )*(?:works?|is (?:working|employed)|(?:has|got) (?:an? )?(?:[\w-]+ )?job)\b[^,]*?"
    r" (?:at|for|in|with)\b",
    re.I,
)
_BOOKING = re.compile(
    r"(?:is|are) (?:planning|going|flying|travell?ing|visiting|having|hosting)\b|(?:\w+ )?(?:hotel|hostel"
    r"|flight|train|ferry|trip|tour|room|table|booking|reservation|ticket|appointment|lesson"
    r"|class|course|subscription|membership|order|delivery|meeting|plan)s?\b",
    re.I,
)
_HAS = re.compile(
    r"(?:\w+ly |also |still |now )*(?:has|have|owns?|drives?|rides?|keeps?|uses?)\b", re.I
)
_DISLIKES = re.compile(
    r"(?:\w+ly |also |still )*(?:hates?|dislikes?|loathes?|can'?t stand|cannot stand|doesn't like|does not like"
    r"|avoids?)\b",
    re.I,
)
_LIVED = re.compile(
    r"(?P<what>.+?) (?:still )?(?:lives|live|resides|(?:is|are) (?:living|based)) (?:in|near) ",
    re.I,
)
_SUBSCRIBED = re.compile(
    r"\b(?:subscri(?:ption|bes?|bed)|membership|account|season ticket|pass|contract)\b", re.I
)
_AGAIN = re.compile(r"\b(?:every|each|weekly|daily|monthly|\w+days|once|twice|times) ?\b", re.I)
_NOT = re.compile(r"\b(?:not|no longer|never|no)\b|n['’]t\b", re.I)
_DOINGS = stems(
    "play learn do take practise practice study use train attend eat drink smoke vape go"
)
"""What may be given up."""
_AT_SCHOOL = re.compile(
    r"(?P<who>[^,.]+?) (?:is (?:in|starting)|started|starts|goes to|attends) (?:the |his |her )?(?:\w+ )?(?:year"
    r"|grade|class|form|kindergarten|nursery|preschool|reception|school|college|uni(?:versity)?|sixth form)\b",
    re.I,
)
_IS = re.compile(r"(?:is|are) (?P<so>[^,;.]+)", re.I)
_WAS = re.compile(r"(?P<what>.+?) (?:is|are|was) (?P<so>.+)", re.I | re.DOTALL)
_BE = re.compile(r"\b(?:is|are|was|has|have|lives?|works?)\b", re.I)
_IS_SINGLE = re.compile(r"is (?:\w+ly |still |currently )*single\b", re.I)
_BEFORE_A_WEDDING = re.compile(
    r"(?:and (?:their partner|others|[\w-]+) )?(?:is|are) (?:\w+ly )*(?:getting married|engaged|planning (?:to (?:get"
    r" married|marry)|(?:a|the|their) wedding)|going to (?:get married|marry))\b",
    re.I,
)
_IS_LEARNING = re.compile(
    r"(?:\w+ly |still )*(?:is (?:an? (?:[\w-]+ ){0,3}?(?:student|undergraduate|postgraduate|apprentice)\b"
    r"|in (?:the|their) \w+ (?:year|semester|term) of\b|studying\b|(?:doing|finishing|writing) (?:an?|the|their)"
    r" (?:\w+ )?(?:degree|phd|master|bachelor|diploma|thesis|apprenticeship))|studies\b)",
    re.I,
)
_LEARNS_TO_DRIVE = re.compile(
    r"(?:\w+ly |still )*is (?:learning (?:how )?to drive|(?:taking|having) driving lessons)\b", re.I
)
_HAS_NO_JOB = re.compile(
    r"(?:and others )?is (?:\w+ly |still )*(?:between jobs|unemployed|out of work|jobless|job[- ]hunting"
    r"|(?:looking|applying|searching) for (?:an? )?(?:new )?(?:jobs?|work|position))\b",
    re.I,
)
_IS_AWAY = re.compile(
    r"is (?:\w+ly |still )*on (?:an? )?(?:(?:parental|maternity|paternity|sick|medical|family|unpaid|annual|study)"
    r" leave|leave\b|sabbatical)",
    re.I,
)
_IS_PARTNER = re.compile(rf"{PARTNER}\b", re.I)
_SHARES = re.compile(
    r"(?:and others )?(?:\w+ly |still |also )*(?:lives?|shares?|rooms?)\b[^.]*\bwith (?:their )?(?:[a-z-]+ ){0,2}?"
    rf"(?:(?-i:[A-Z])|\w+mates?\b|others\b|people\b|{words_named('kin')}\b)",
    re.I,
)
_SEVERAL = re.compile(r"\bwith (?:[\w-]+, )*[\w-]+ and [A-Z]")
