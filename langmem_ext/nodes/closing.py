"""What becomes of a task that the user says is done, or not done after all?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from langmem_ext.command_reading.matching import stems
from langmem_ext.errors import InvalidMemory, MemoryNotFound
from langmem_ext.memory import HistoryEvent, Memory, MemoryType, WriteOutcome
from langmem_ext.nodes.node import Steps, ask
from langmem_ext.nodes.plans import plans
from langmem_ext.policies.closings import Closing
from langmem_ext.policies.due import recurs
from langmem_ext.policies.scanner import Candidate
from langmem_ext.stores.view import MemoryView

LOOKED_AT = 100
"""Changes that are looked through for what was closed."""


def close(view: MemoryView, done: Sequence[Closing]) -> Steps[list[tuple[Closing, WriteOutcome]]]:
    """Close the task or the event that is said to be over, where one alone can be meant and it does not come again."""
    if not done:
        return []
    planned = yield from plans(view)
    known = [each for each in planned if each.type in _ENDED or _AIMS.match(each.content)]
    closed: list[tuple[Closing, WriteOutcome]] = []
    now = view.scope.clock()
    for each in done:
        meant = [memory for memory in known if _is_over(memory, each, now)]
        if len(meant) == 1:
            known.remove(meant[0])
            try:
                closed.append((each, (yield from ask(view, "end", meant[0].id))))
            except (MemoryNotFound, InvalidMemory):  # another run was faster
                continue
    return closed


def reopen(view: MemoryView, denied: Sequence[Closing]) -> Steps[list[WriteOutcome]]:
    """Bring back what was closed last, where the user says that it is not over after all."""
    if not denied:
        return []
    events: Sequence[HistoryEvent] = yield from ask(view, "history", limit=LOOKED_AT)
    last = {each.memory_id: each for each in reversed(events)}
    ended = [last[id] for id in dict.fromkeys(e.memory_id for e in events) if _was_ended(last[id])]
    outcomes: list[WriteOutcome] = []
    for each in denied:
        about = stems(each.about) - _IDLE
        meant = next((e for e in ended if about and about <= stems(e.old or "")), None)
        if meant is not None:
            ended.remove(meant)
            try:
                outcomes.append((yield from ask(view, "restore", meant.memory_id)))
            except (MemoryNotFound, InvalidMemory):  # purged, or its slot is filled by now
                continue
    return outcomes


def _was_ended(event: HistoryEvent) -> bool:
    return event.event == "UPDATE" and event.new is None and "valid_until" in event.meta


def says(said: Candidate, closed: Sequence[tuple[Closing, WriteOutcome]]) -> bool:
    """Tell a statement that only says of a task that it is done: nothing is left to remember of it.

    A goal that was reached, and what somebody is to another from then on, are worth remembering.
    """
    told = said.statement.lower()
    return said.type != MemoryType.RELATIONSHIP and any(
        told in done.clause.lower() or done.clause.lower() in told
        for done, outcome in closed
        if outcome.previous is None or outcome.previous.category != "goals"
    )


def _is_over(memory: Memory, done: Closing, now: datetime) -> bool:
    """Tell whether a task is what is done: it has all the words for it, and its deed, or is about little else."""
    if _AIMS.match(memory.content) and not _reaches(memory.content, done):
        return False
    about, task = stems(done.about) - _IDLE, stems(memory.content) - _IDLE
    if "buy" in done.deed and (saved := _SAVES_FOR.match(memory.content)):
        wanted = stems(saved["what"]) - _IDLE
        return bool(about) and (wanted <= about or about <= wanted)
    if not about or not about <= task or recurs(memory):
        return False
    deeds = stems(" ".join(done.deed))
    deeds |= _PREPARED_FOR if done.deed & _PERFORMS else frozenset()
    deeds |= _DUE if done.deed & _HANDS_IN else frozenset()
    deeds |= _EXPIRES if done.deed & _RENEWS else frozenset()
    if deeds:
        meant = deeds & task - about
        return bool(meant) and (
            bool(meant & (_ONCE | _DUE | _EXPIRES)) or not _is_ahead(memory, now)
        )
    if not done.asked and not about & stems(_MATTER.sub("", memory.content)):
        return False
    if (planned := _PLANNED.match(memory.content)) and about & stems(planned["what"]):
        return True
    telling = {word for word in task if not word.isdigit()} - _DAYS - _DEEDS
    return 2 * len(about & telling) >= len(telling)


def _reaches(goal: str, done: Closing) -> bool:
    """Tell whether what was done is one certain thing, and as many as the goal counts: "some" is no end of it."""
    counted = set(_NUMBERS.findall(goal))
    return bool(_CERTAIN.match(done.about)) and counted <= set(_NUMBERS.findall(done.about))


_ENDED = frozenset({MemoryType.TASK, MemoryType.EVENT})
_AIMS = re.compile(
    r"The user(?:'s (?:\w+ )?(?:goal|aim|plan|dream|ambition|resolution)\b.*? (?:is|are)| (?:\w+ly |also |still )*"
    r"(?:wants?|plans?|hopes?|aims?|is (?:trying|hoping|planning|aiming|going)))(?: and others)? to \w"
    r"|The user(?: and others)? (?:\w+ly |also |still )*(?:is|are) (?:saving(?: up)?|training|preparing|practi[sc]ing"
    r"|studying|revising|rehearsing|cramming) for \w",
    re.IGNORECASE,
)
_SAVES_FOR = re.compile(
    r"The user.*? saving(?: up| money)? (?:for|to buy|to get) (?P<what>.+)", re.I | re.DOTALL
)
"""What one does for what one then buys."""
_PREPARED_FOR = stems("training preparing practising practicing studying revising rehearsing")
_PERFORMS = frozenset(
    "run ride swim pass passed sit take finish complete do play race raced perform win".split()
)
"""What one then does that one has prepared for."""
_DUE = stems("deadline due")
_HANDS_IN = frozenset(
    "deliver delivered submit submitted send hand handed file filed ship shipped finish publish published launch"
    " launched upload uploaded complete".split()
)
"""What one does with something that has a deadline."""
_EXPIRES, _RENEWS = stems("expire expires"), frozenset("renew renewed extend extended".split())
"""What one renews expires else."""
_ONCE = stems("move emigrate relocate transferred promoted")
"""What is done once, whenever it was to be."""
_CERTAIN = re.compile(r"(?:(?:the|my|our|an?)\b|(?-i:[A-Z0-9]))", re.IGNORECASE)
_NUMBERS = re.compile(r"(?<!\d)(?!(?:19|20)\d\d\b)\d+")

_PLANNED = re.compile(
    r"The user(?: and others)? (?:has|have) (?:an? |the |their )?(?P<what>[\w -]{2,40}?)(?= (?:on|at|to|with|in"
    r"|about|for|from"
    r"|next|this|tomorrow)\b|$)",
    re.IGNORECASE,
)
"""What is planned, without where, when and with whom: "the flight got cancelled"."""

_MATTER = re.compile(r"(?<=\w) (?:about|regarding|concerning|because|so that)\b.*", re.IGNORECASE)
"""What a task is about, and not what is done: "email Rosa about the report"."""


def _is_ahead(memory: Memory, now: datetime) -> bool:
    """Tell an event that is still to come: "I saw the dentist" says nothing of the next time."""
    day = memory.event_time
    return memory.type is MemoryType.EVENT and day is not None and day > now + timedelta(days=1)


_DAYS = stems(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December noon morning evening afternoon night week month 1st 2nd 3rd"
)
_IDLE = stems(
    "need must want remind reminded user has have at by until before next appointment reminder task others having"
)
_DEEDS = stems(
    "finish complete do buy get call phone email mail send write submit pay see visit go book make bring return take"
    " clean fix renew prepare check review update read collect pick schedule cancel order sign file"
)
"""Verbs of tasks: "I finished the report" is about the report."""
