"""Does a graph whose process was killed end as if nothing had happened?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import dying_worker
import pytest
from books import require_balance, rows
from fix_clock import START, FakeClock

from langmem_ext import MemoryStore

ROOT = Path(__file__).parent.parent
AN_HOUR_LATER = START + timedelta(hours=1)

MOMENTS = [
    ("session_review", "claim", "after"),
    ("session_review", "reserve", "after"),
    ("session_review", "keep_call", "after"),
    ("session_review", "learn", "within"),
    ("session_review", "learn", "after"),
    ("session_review", "settle_conflict", "within"),
    ("session_review", "mark_summarised", "after"),
    ("session_review", "finish_review", "within"),
    ("insights", "begin_period", "after"),
    ("insights", "conclude", "within"),
    ("insights", "conclude", "after"),
    ("weekly", "keep_call", "after"),
    ("weekly", "learn", "within"),
    ("weekly", "learn", "after"),
]


@pytest.fixture(scope="module", autouse=True)
def dying() -> Iterator[subprocess.Popen[str]]:
    """A process that imports everything, and then has the work done by processes of its own that are killed."""
    with subprocess.Popen(
        [sys.executable, "-c", "import dying_worker; dying_worker.wait()"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def killed(dying: subprocess.Popen[str], uri: str, graph: str, at: str, moment: str) -> int:
    """Run the graph in a process of its own, which kills itself; return how it ended."""
    assert dying.stdin and dying.stdout
    asked = [uri, graph, at, moment, AN_HOUR_LATER.isoformat()]
    print(json.dumps(asked), file=dying.stdin, flush=True)
    return int(dying.stdout.readline())


def work(uri: str, graph: str, at: datetime) -> None:
    index, clock = dying_worker.INDEX, FakeClock(at)
    with MemoryStore.from_conn_string(uri, index=index, clock=clock) as store:
        dying_worker.work(store, graph)


def standing(uri: str) -> list[Any]:
    """What the graph leaves behind, without times and ids."""
    asked = (
        "SELECT kind, content, state, confidence, strength, cardinality(source_ids) AS sources, "
        "cardinality(supersedes) AS replaced FROM langmem.memories ORDER BY kind, content",
        "SELECT event, text FROM langmem.change_log ORDER BY rev",
        "SELECT relation_type, count(*) FROM langmem.relations GROUP BY 1 ORDER BY 1",
        "SELECT reviewed_turns, summarised_turns FROM langmem.sessions",
        "SELECT kind, lease IS NULL AS free FROM langmem.work ORDER BY kind",
        "SELECT units, tokens, calls, failed FROM langmem.energy",
    )
    return [rows(uri, statement) for statement in asked]


@pytest.fixture(scope="module")
def undisturbed(databases: Any) -> dict[str, list[Any]]:
    """What each graph leaves behind when nobody dies."""
    found = {}
    for graph in dying_worker.GRAPHS:
        with databases.fresh() as uri:
            begin(uri)
            work(uri, graph, AN_HOUR_LATER)
            found[graph] = standing(uri)
    return found


def begin(uri: str) -> None:
    index = dying_worker.INDEX
    with MemoryStore.from_conn_string(uri, index=index, clock=FakeClock()) as store:
        dying_worker.prepare(store)


@pytest.mark.parametrize(("graph", "at", "moment"), MOMENTS, ids=map("-".join, MOMENTS))
def test_a_killed_process_changes_nothing_in_the_end(
    database_uri: str,
    undisturbed: dict[str, list[Any]],
    dying: subprocess.Popen[str],
    graph: str,
    at: str,
    moment: str,
) -> None:
    begin(database_uri)

    assert killed(dying, database_uri, graph, at, moment) == -signal.SIGKILL
    assert standing(database_uri) != undisturbed[graph]
    for minutes in (11, 22):  # the lease of the dead process ends; a run more changes nothing
        work(database_uri, graph, AN_HOUR_LATER + timedelta(minutes=minutes))

    assert standing(database_uri) == undisturbed[graph]
    require_balance(database_uri)


def test_the_process_that_is_to_be_killed_would_have_ended_well(
    database_uri: str, undisturbed: dict[str, list[Any]], dying: subprocess.Popen[str]
) -> None:
    begin(database_uri)

    assert killed(dying, database_uri, "session_review", "nothing", "after") == 0
    assert standing(database_uri) == undisturbed["session_review"]
