"""Is the timetable kept in one process: at its times, once, and made up for when it was missed?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from books import rows
from fix_clock import START, FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from scripted_answers import answering

from langmem_ext import AsyncMemoryStore, ConfigurationError, MemoryStore, Principal, Settings
from langmem_ext.errors import StoreUnavailable
from langmem_ext.graphs import daily
from langmem_ext.graphs.schedule import Schedule, ascheduled, scheduled
from langmem_ext.graphs.timetable import TIMETABLE, Times, timetable
from langmem_ext.settings import DecisionSettings
from langmem_ext.stores.operations import runs
from langmem_ext.stores.operations.runs import Run

pytest.importorskip("apscheduler", reason="the extra `schedule` is not installed")

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MIDNIGHT = datetime(2026, 3, 3, tzinfo=UTC)  # from Monday to Tuesday
ROOT = Path(__file__).parent.parent


@pytest.fixture
def night(store: MemoryStore, clock: FakeClock) -> Schedule:
    """A schedule that was begun at midnight, with nothing to make up for."""
    clock.set(MIDNIGHT)
    return Schedule(store, catch_up=timedelta())


def steps_done(store: MemoryStore) -> list[str]:
    """What has left a report, in the order of its time and its place."""
    found = "SELECT graph, step FROM langmem.runs ORDER BY at, id"
    return [row["step"] if row["graph"] == "daily" else row["graph"]
            for row in rows(store.conn_string, found)]  # fmt: skip


# Which times?


def test_the_night_goes_through_the_steps_of_the_daily_graph_in_their_order() -> None:
    nightly = [step for each in TIMETABLE if each.graph == "daily" for step in each.steps]

    assert nightly == list(daily.ORDER)


def test_enrichment_is_at_two_consolidation_at_three_decay_at_four_reflection_on_sunday() -> None:
    at = {each.name: Times(each.cron, "UTC").after(START) for each in TIMETABLE}

    assert {name: f"{time:%a %H:%M}" for name, time in at.items() if time} == {
        "enrichment": "Tue 02:00",
        "consolidation": "Tue 03:00",
        "decay": "Tue 04:00",
        "insights": "Tue 04:30",
        "reflection": "Sun 05:00",
    }


@pytest.mark.parametrize(
    ("night", "expected"),
    [
        (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), "2026-03-29 01:00"),  # 02:00 is skipped
        (datetime(2026, 3, 29, 2, 0, tzinfo=UTC), "2026-03-30 00:00"),
        (datetime(2026, 10, 24, 20, 0, tzinfo=UTC), "2026-10-25 00:00"),  # 02:00 comes twice
        (datetime(2026, 10, 25, 0, 0, tzinfo=UTC), "2026-10-26 01:00"),
    ],
)
def test_each_night_has_one_two_o_clock_when_the_clocks_change(
    night: datetime, expected: str
) -> None:
    found = Times("0 2 * * *", "Europe/Berlin").after(night)

    assert found and f"{found.astimezone(UTC):%Y-%m-%d %H:%M}" == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("0 3 * * 0", ["Sun 8"]),
        ("0 3 * * 7", ["Sun 8"]),
        ("0 3 * * sun", ["Sun 8"]),
        ("0 3 * * 1-3", ["Tue 3", "Wed 4", "Mon 9"]),
        ("0 3 * * 5-7", ["Fri 6", "Sat 7", "Sun 8"]),
        ("0 3 5 * 6", ["Thu 5", "Sat 7"]),
        ("0 3 * * */3", ["Wed 4", "Sat 7", "Sun 8"]),
    ],
)
def test_days_are_counted_as_cron_counts_them(line: str, expected: list[str]) -> None:
    times, time, found = Times(line, "UTC"), START, []
    for _ in expected:
        following = times.after(time)
        assert following
        time = following
        found.append(f"{time:%a} {time.day}")

    assert found == expected


@pytest.mark.parametrize(
    "line", ["0 3 * *", "0 25 * * *", "0 3 * * 8", "0 3 * * x", "daily ? * * *"]
)
def test_a_line_that_is_none_is_explained(line: str) -> None:
    with pytest.raises(ConfigurationError, match="no schedule"):
        Times(line, "UTC")


def test_a_zone_that_is_none_is_explained(store: MemoryStore) -> None:
    with pytest.raises(ConfigurationError, match="Europe/Nowhere"):
        Schedule(store, timezone="Europe/Nowhere")


def test_a_consolidation_schedule_of_ones_own_leaves_the_reviews_at_night() -> None:
    chosen = Settings(decision=DecisionSettings(consolidation_schedule="0 12 * * 0"))

    found = {each.name: (each.cron, each.steps) for each in timetable(chosen)}

    assert found["reviews"] == ("0 3 * * *", ("review",))
    assert found["consolidation"] == ("0 12 * * 0", ("consolidate",))


# What is done when?


def test_each_part_of_the_night_is_done_at_its_time_and_once(
    store: MemoryStore, clock: FakeClock, night: Schedule
) -> None:
    done: list[list[str]] = []
    for hour in range(1, 6):
        clock.set(MIDNIGHT + hour * HOUR)
        before = len(steps_done(store))
        night.turn()
        night.turn()
        done.append(steps_done(store)[before:])

    assert done == [
        [],
        ["flush_uses", "embed_missing", "mention_missing", "enrich"],
        ["review", "consolidate"],
        ["archive", "expire", "compact", "purge", "forget_proposals", "forget_pairs", "forget_calls"],
        ["insights"],
    ]  # fmt: skip


def test_the_night_is_that_of_the_zone(store: MemoryStore, clock: FakeClock) -> None:
    clock.set(MIDNIGHT)
    tokyo = Schedule(store, timezone="Asia/Tokyo", catch_up=timedelta())  # nine hours ahead
    clock.set(MIDNIGHT + 16 * HOUR)
    tokyo.turn()
    assert steps_done(store) == []

    clock.set(MIDNIGHT + 17 * HOUR)
    tokyo.turn()

    assert steps_done(store)[-1] == "enrich"


def test_what_was_missed_is_made_up_for_at_the_start(store: MemoryStore, clock: FakeClock) -> None:
    clock.set(MIDNIGHT + 3.5 * HOUR)

    Schedule(store, catch_up=HOUR).turn()
    assert steps_done(store) == ["review", "consolidate"]

    Schedule(store, catch_up=DAY).turn()
    assert len(steps_done(store)) == len(set(steps_done(store))) == len(daily.ORDER) + 1


def test_what_was_done_by_hand_meanwhile_is_not_done_again(
    store: MemoryStore, clock: FakeClock
) -> None:
    clock.set(MIDNIGHT + 2.5 * HOUR)
    daily.build(only=["enrich", "mention_missing"]).compile(store=store).invoke({})
    clock.advance(HOUR / 4)

    Schedule(store, catch_up=HOUR).turn()

    done = steps_done(store)
    assert sorted(done) == ["embed_missing", "enrich", "flush_uses", "mention_missing"]


def test_a_second_schedule_finds_it_done(store: MemoryStore, clock: FakeClock) -> None:
    ana = store.bind(Principal(user_id="ana"))
    ana.remember("the user's sister maria lives in coimbra", category="relationships")
    clock.set(MIDNIGHT)
    model = answering(Mentions={"entities": [{"text": "maria", "type": "person"}]})
    both = [Schedule(store, model=model, catch_up=timedelta()) for _ in range(2)]
    clock.set(MIDNIGHT + 2 * HOUR)

    threads = [threading.Thread(target=each.turn) for each in both]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert len(model.calls) == 1
    assert ana.entity("maria")


def test_each_report_is_told(store: MemoryStore, clock: FakeClock) -> None:
    clock.set(MIDNIGHT + 2.5 * HOUR)
    told: list[Run] = []

    Schedule(store, catch_up=HOUR, tell=told.append).turn()

    assert [(run.graph, run.step) for run in told] == [
        ("daily", step) for step in ("flush_uses", "embed_missing", "mention_missing", "enrich")
    ]
    assert {run.at for run in told} == {clock()}


def test_told_to_stop_it_finishes_what_it_is_at_and_the_next_one_goes_on(
    store: MemoryStore, clock: FakeClock
) -> None:
    clock.set(MIDNIGHT + 3.5 * HOUR)
    first = Schedule(store, catch_up=2 * HOUR)
    first.tell = lambda run: first.stop.set() if run.step == "embed_missing" else None

    first.turn()
    assert steps_done(store) == ["flush_uses", "embed_missing"]
    Schedule(store, catch_up=2 * HOUR).turn()

    assert steps_done(store) == [*daily.ORDER[:6]]


def test_a_step_that_was_stopped_halfway_is_gone_on_with(
    store: MemoryStore, clock: FakeClock
) -> None:
    for user in ("ana", "bo"):
        view = store.bind(Principal(user_id=user))
        view.remember("the user's sister maria lives in coimbra", category="relationships")
    clock.set(MIDNIGHT + 2.5 * HOUR)
    model = answering()
    first = Schedule(store, catch_up=HOUR, model=model)

    def answer(_: Any) -> dict[str, Any]:
        first.stop.set()
        return {"entities": []}

    model.respond = answering(Mentions=answer).respond
    first.turn()
    (report,) = (run for run in store.run(runs.latest()) if run.step == "enrich")
    assert (report.status, report.reason, report.counts["memories"]) == ("left", "stopped", 1)

    Schedule(store, catch_up=HOUR, model=answering(Mentions={"entities": []})).turn()

    (report,) = (run for run in store.run(runs.latest()) if run.step == "enrich")
    assert (report.status, report.counts["memories"]) == ("ok", 1)


def test_a_database_that_is_away_is_waited_for(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.set(MIDNIGHT + 2.5 * HOUR)
    schedule = Schedule(store, catch_up=HOUR)
    asked: list[float] = []

    def wait(seconds: float | None = None) -> bool:
        asked.append(seconds or 0.0)
        monkeypatch.undo()
        if len(asked) == 2:
            schedule.stop.set()
        return False

    def away(operation: Any, scope: Any = None) -> Any:
        operation.close()
        raise StoreUnavailable("gone")

    monkeypatch.setattr(store, "run", away)
    schedule.stop.wait = wait  # type: ignore[method-assign]
    schedule.run()

    assert asked == [60.0, 60.0]
    assert steps_done(store)[-1] == "enrich"


# Beside an application


@contextmanager
def ticking(uri: str, began: datetime) -> Iterator[MemoryStore]:
    """A store whose clock goes on from a time."""
    zero = time.monotonic()
    index = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    clock = lambda: began + timedelta(seconds=time.monotonic() - zero)  # noqa: E731
    with MemoryStore.from_conn_string(uri, index=index, clock=clock) as store:
        yield store


def test_it_wakes_when_the_time_comes(database_uri: str) -> None:
    told, done = list[str](), threading.Event()

    def tell(run: Run) -> None:
        told.append(run.step)
        if run.step == "enrich":
            done.set()

    almost = MIDNIGHT + 2 * HOUR - timedelta(seconds=0.3)
    with (
        ticking(database_uri, almost) as store,
        scheduled(store, catch_up=timedelta(), tell=tell),
    ):
        assert done.wait(30)

    assert told == ["flush_uses", "embed_missing", "mention_missing", "enrich"]


async def test_it_runs_beside_an_event_loop(
    async_store: AsyncMemoryStore, clock: FakeClock
) -> None:
    clock.set(MIDNIGHT + 2.5 * HOUR)
    done = threading.Event()

    def tell(run: Run) -> None:
        if run.step == "enrich":
            done.set()

    async with ascheduled(async_store, catch_up=HOUR, tell=tell) as schedule:
        import asyncio

        assert await asyncio.to_thread(done.wait, 30)
    assert schedule.stop.is_set()


# From a shell


def zone_where_it_is_noon(now: datetime) -> str:
    """Name a zone in which the hour is twelve; POSIX counts the hours west of Greenwich."""
    return f"Etc/GMT{now.hour - 12:+d}"


@pytest.mark.parametrize("hour", range(24))
def test_somewhere_it_is_noon(hour: int) -> None:
    now = MIDNIGHT + timedelta(hours=hour, minutes=59)

    assert now.astimezone(ZoneInfo(zone_where_it_is_noon(now))).hour == 12


@pytest.fixture
def shell(database_uri: str) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start `langmem-ext schedule` in a process, where it is about noon: last night is what it makes up for."""
    environment = {**os.environ, "LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    command = [sys.executable, "-c", "from langmem_ext.cli import app; app()", "schedule"]
    command += ["--timezone", zone_where_it_is_noon(datetime.now(UTC))]
    begun: list[subprocess.Popen[str]] = []

    def start(*options: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*command, *options],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield start
    for each in begun:
        each.kill()
        each.communicate()


def read_until(process: subprocess.Popen[str], step: str) -> list[str]:
    """The steps that a process has told of, up to one."""
    assert process.stdout
    told = []
    for line in process.stdout:
        told.append(json.loads(line)["step"])
        if told[-1] == step:
            break
    return told


def test_a_process_that_was_killed_is_gone_on_with_by_the_next(
    shell: Callable[..., subprocess.Popen[str]], database_uri: str
) -> None:
    before = daily.ORDER.index("enrich")
    with psycopg.connect(database_uri) as other:
        other.execute("LOCK TABLE langmem.work")  # where a look through names notes what it is at
        first = shell("--json")
        assert read_until(first, daily.ORDER[before - 1]) == list(daily.ORDER[:before])
        first.send_signal(signal.SIGKILL)
        first.wait(30)

    second = shell("--json")

    assert read_until(second, "forget_calls") == list(daily.ORDER[before:])


def test_ctrl_c_ends_it_after_what_it_is_at(shell: Callable[..., subprocess.Popen[str]]) -> None:
    process = shell("--json")
    read_until(process, "flush_uses")

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 0
    assert "finishing what is being done" in err
    assert len(out.splitlines()) < len(daily.ORDER)


def test_a_zone_that_is_none_is_bad_usage(shell: Callable[..., subprocess.Popen[str]]) -> None:
    process = shell("--timezone", "Europe/Nowhere")
    _, err = process.communicate(timeout=30)

    assert process.returncode == 2
    assert "no time zone" in err
