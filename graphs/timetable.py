"""When does each graph run that keeps memory in order?

| when | what | graph |
|---|---|---|
| every night at two | vectors, names | `daily` |
| at three | reviews that were missed, then consolidation | `daily` |
| at four | fading, expiry, compaction, purging | `daily` |
| at half past four | insights | `insights` |
| on Sundays at five | the reflection on the week | `weekly` |

Spec 003 (nightly maintenance, weekly reflection) and spec 004, items 3 and 4; what builds on other work comes after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from langmem_ext.errors import ConfigurationError
from langmem_ext.settings import Settings

NIGHTLY = "0 3 * * *"


@dataclass(frozen=True, slots=True)
class Appointment:
    """Say which graph runs when: `cron` as crontab(5) has it; `steps` those of the graph `daily`."""

    name: str
    graph: str
    cron: str
    steps: tuple[str, ...] = ()

    @property
    def input(self) -> dict[str, Any]:
        """Return what the graph is invoked with."""
        return {"only": list(self.steps)} if self.steps else {}


TIMETABLE = (
    Appointment(
        "enrichment",
        "daily",
        "0 2 * * *",
        ("flush_uses", "embed_missing", "mention_missing", "enrich"),
    ),
    Appointment("consolidation", "daily", NIGHTLY, ("review", "consolidate")),
    Appointment(
        "decay",
        "daily",
        "0 4 * * *",
        ("archive", "expire", "compact", "purge", "forget_proposals", "forget_pairs", "forget_calls"),
    ),
    Appointment("insights", "insights", "30 4 * * *"),
    Appointment("reflection", "weekly", "0 5 * * 0"),
)  # fmt: skip


def timetable(settings: Settings) -> tuple[Appointment, ...]:
    """Return the appointments; a `decision.consolidation_schedule` that is set moves consolidation."""
    if "consolidation_schedule" not in settings.decision.model_fields_set:
        return TIMETABLE
    return tuple(part for each in TIMETABLE for part in _parted(each, settings))


def _parted(appointment: Appointment, settings: Settings) -> tuple[Appointment, ...]:
    if appointment.name != "consolidation":
        return (appointment,)
    moved = settings.decision.consolidation_schedule
    reviews = replace(appointment, name="reviews", steps=("review",))
    return reviews, replace(appointment, cron=moved, steps=("consolidate",))


class Times:
    """Know when an appointment is: its cron line, by the clocks of a time zone, summer time included.

    Raises:
        ConfigurationError: the line or the zone cannot be read, or APScheduler is not installed.
    """

    def __init__(self, cron: str, zone: str) -> None:
        self.trigger = _trigger(cron, zone)

    def after(self, time: datetime) -> datetime | None:
        """Return the next time after one; None when there is none. What the clocks show twice is meant once."""
        found = self._after(time)
        while found is not None and found.fold:
            found = self._after(found)
        return found

    def _after(self, time: datetime) -> datetime | None:
        moment = time.astimezone(UTC) + timedelta(microseconds=1)  # in a zone it could go back
        found: datetime | None = self.trigger.get_next_fire_time(None, moment)
        return found

    def last(self, after: datetime, until: datetime) -> datetime | None:
        """Return the last time after one and not after another; None when there is none."""
        found, coming = None, self.after(after)
        while coming is not None and coming <= until:
            found, coming = coming, self.after(coming)
        return found


_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")


def _trigger(cron: str, zone: str) -> Any:
    """Return APScheduler's trigger; where both days are restricted, either will do, as crontab(5) has it."""
    try:
        either = import_module("apscheduler.triggers.combining").OrTrigger
        at_times = import_module("apscheduler.triggers.cron").CronTrigger
    except ImportError:
        raise ConfigurationError(
            "a schedule needs APScheduler: pip install 'langmem-ext[schedule]'"
        ) from None
    try:
        minute, hour, day, month, weekday = cron.split()
        at = {"minute": minute, "hour": hour, "month": month, "timezone": zone}
        days = _weekdays(weekday)
        if "*" in (day, days):
            return at_times(**at, day=day, day_of_week=days)
        return either([at_times(**at, day=day), at_times(**at, day_of_week=days)])
    except (ValueError, TypeError, LookupError) as error:
        raise ConfigurationError(
            f"{cron!r} in the time zone {zone!r} is no schedule ({error}); write a line like {NIGHTLY!r} "
            "and a zone like Europe/Lisbon"
        ) from None


def _weekdays(field: str) -> str:
    """Return the days of the week by name: APScheduler counts them from Monday, cron from Sunday."""
    if field in ("*", "?"):
        return "*"
    found = [_DAYS[number] for part in field.split(",") for number in _numbers(part.lower())]
    return ",".join(dict.fromkeys(found))


def _numbers(part: str) -> range:
    span, _, step = part.partition("/")
    first, _, last = ("0", "-", "6") if span == "*" else span.partition("-")
    begin = _number(first)
    end = _number(last) if last else (6 if step else begin)
    if end < begin or end > 7:
        raise ValueError(f"no days {part}")
    return range(begin, end + 1, int(step or 1))


def _number(day: str) -> int:
    if not day.isdigit() and day[:3] not in _DAYS:
        raise ValueError(f"no day {day!r}")
    return int(day) if day.isdigit() else _DAYS.index(day[:3])
