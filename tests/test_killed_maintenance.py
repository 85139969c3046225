"""Does a night of maintenance that was killed end, with the next, as one that was not?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from nights import CATS, KEPT, MANY, ONE_CAT, Counted, live, model, opened, state

from langmem_ext import MemoryStore
from langmem_ext.graphs import daily
from langmem_ext.stores.operations import due

ROOT = Path(__file__).parent.parent
OTHERS = """SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""
LEASE = timedelta(minutes=11)
"""After so long whoever held a space is known to be dead."""


@dataclass(frozen=True)
class Night:
    """Hold a database as it is in the evening, how a night ends that nobody disturbs, and what each step asks."""

    evening: str
    began: datetime
    end: dict[str, list[str]]
    requests: dict[str, int]


@pytest.fixture(scope="module", autouse=True)
def dying() -> Iterator[subprocess.Popen[str]]:
    """A process that imports everything, and then does nights in processes of its own that are killed.

    It is started first: it imports while the undisturbed night is done.
    """
    with subprocess.Popen(
        [sys.executable, "-c", "import nights; nights.wait()"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


@pytest.fixture(scope="module")
def undisturbed(databases: Databases) -> Iterator[Night]:
    with databases.fresh() as evening:
        clock = FakeClock()
        live(evening, clock)
        began = clock.now
        with databases.fresh(like=evening) as uri:
            with opened(uri, clock) as store:
                counted = Counted(store)
                counted.night()
                end, requests = state(uri), dict(counted.requests)
                clock.advance(LEASE)
                counted.night()
            assert state(uri) == end, "there was nothing left to do"
        yield Night(evening, began, end, requests)


def killed(dying: subprocess.Popen[str], uri: str, clock: FakeClock, step: str, at: int) -> int:
    """Let a process do the night until it is killed; return its status."""
    assert dying.stdin and dying.stdout
    print(json.dumps([uri, clock().isoformat(), step, at]), file=dying.stdin, flush=True)
    status = int(dying.stdout.readline())
    while rows(uri, OTHERS):  # the server may need a moment to see that nobody is there
        time.sleep(0.01)
    return status


def test_there_was_something_to_do_for_each_step(undisturbed: Night) -> None:
    ended = "\n".join(undisturbed.end["memories"])

    assert ONE_CAT in ended
    assert ended.count("'superseded', ") == len(CATS) + 2
    assert ended.count("'archived', ") == 2
    assert "kite" not in ended
    assert sum(any(text in each for text in MANY) and "'active'" in each
               for each in undisturbed.end["memories"]) == KEPT  # fmt: skip
    assert any("'porto'" in each for each in undisturbed.end["mentions"])


@pytest.mark.parametrize(
    ("step", "share"),
    [
        ("enrich", 0.5),
        ("consolidate", 0.3),
        ("consolidate", 0.6),
        ("consolidate", 0.8),
        ("archive", 0.6),
        ("expire", 0.4),
        ("expire", 0.8),
        ("compact", 0.3),
        ("compact", 0.7),
        ("purge", 0.5),
    ],
)
def test_a_night_that_was_killed_ends_as_one_that_was_not(
    undisturbed: Night,
    dying: subprocess.Popen[str],
    databases: Databases,
    step: str,
    share: float,
) -> None:
    clock = FakeClock(undisturbed.began)
    at = max(1, round(share * undisturbed.requests[step]))
    with databases.fresh(like=undisturbed.evening) as uri:
        assert killed(dying, uri, clock, step, at) == -signal.SIGKILL
        clock.advance(LEASE)
        with opened(uri, clock) as store:
            Counted(store).night()

        assert state(uri) == undisturbed.end
        require_balance(uri)


@pytest.mark.parametrize("step", ["enrich", "compact"])
def test_who_dies_when_all_is_done_leaves_no_lease_behind(
    store: MemoryStore, clock: FakeClock, step: str
) -> None:
    assert store.run(due.take(store.scope, "default/user:ana", step))
    clock.advance(LEASE)

    daily.build(model=model(), only=[step]).compile(store=store).invoke({})

    assert rows(store.conn_string, "SELECT kind FROM langmem.work") == []
