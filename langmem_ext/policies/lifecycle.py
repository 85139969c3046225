"""How long does a memory live, and when has it faded?"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from langmem_ext.memory import Kind, MemoryType
from langmem_ext.policies.due import Dated, over_by, recurs

TIME_TO_LIVE: dict[MemoryType, timedelta] = {
    MemoryType.CONTEXT: timedelta(days=7),
    MemoryType.EVENT: timedelta(days=30),
    MemoryType.TASK: timedelta(days=14),
    MemoryType.OBSERVATION: timedelta(days=3),
}
"""Ephemeral types and their lives (spec 001, Memory Types); the other types do not expire."""

DECAY_RATE = 0.0073
"""Loss of strength per day: 5 % a week (memory model, Decay)."""

STRENGTH_FLOOR = 0.1
"""Below this effective strength a memory is archived (memory model, Decay)."""

CONFIDENCE_FLOOR = 0.05
"""Below this confidence a memory is archived (memory model, Decay)."""

USE_BOOST = 0.2
"""What a use in context or an explicit mention adds to the strength (spec 000, section 6)."""

UNUSED_AFTER = timedelta(days=60)
"""How long an unimportant memory stays without being used (spec 004, item 7)."""

UNUSED_BELOW = 3
"""Importance from which a memory stays although nobody uses it."""

_FAR = timedelta(days=36_500)
"""How far ahead a day may lie that a life is counted from."""

PURGE_AFTER = timedelta(days=30)
"""How long a soft-deleted memory can be restored (memory model, Lifecycle)."""


def expires_at(
    type_: MemoryType, now: datetime, *, pinned: bool, day: datetime | None = None
) -> datetime | None:
    """Return when a memory of this type, recorded now, expires; None for never.

    What is told of a `day` that lies ahead lives as long after that day.
    """
    life = TIME_TO_LIVE.get(type_)
    if pinned or life is None:
        return None
    return min(max(now, day or now), now + _FAR) + life


def expiry_of(told: Dated, now: datetime, *, pinned: bool) -> datetime | None:
    """Return when a memory, recorded or said again now, expires; None for never."""
    if told.type is None or recurs(told):
        return None
    return expires_at(told.type, now, pinned=pinned, day=over_by(told, now))


def daily_rate(share: float, period_days: float) -> float:
    """Return the daily rate that loses a share of the strength in a period, to two digits: 0.05 in 7 days is 0.0073."""
    return float(f"{-math.log(1 - share) / period_days:.2g}")


def decay_rate(kind: Kind, *, pinned: bool, daily: float = DECAY_RATE) -> float:
    """Return the daily rate of decay: 0 for pinned memories and reflections."""
    return 0.0 if pinned or kind is Kind.REFLECTION else daily


def effective_strength(strength: float, rate: float, since: datetime, at: datetime) -> float:
    """Return the strength left at a time; computed when read, never written in bulk."""
    days = max(0.0, (at - since).total_seconds() / 86_400)
    return strength * math.exp(-rate * days)


def refreshed_strength(strength: float, rate: float, since: datetime, at: datetime) -> float:
    """Return the strength after a use at a time: what is left plus the boost, at most 1."""
    return min(1.0, effective_strength(strength, rate, since, at) + USE_BOOST)


def fades_at(
    strength: float,
    rate: float,
    since: datetime,
    *,
    confidence: float = 1.0,
    floor: float = STRENGTH_FLOOR,
) -> datetime | None:
    """Return when the strength will cross the floor; None for never, `since` when it already has."""
    if confidence < CONFIDENCE_FLOOR or strength <= floor:
        return None if rate == 0 else since
    if rate == 0:
        return None
    return since + timedelta(days=math.log(strength / floor) / rate)


def importance_of(score: float) -> int:
    """Map a score in 0..1 to 1..5: `max(1, ceil(5 * score))` (memory model)."""
    return max(1, min(5, math.ceil(5 * score)))
