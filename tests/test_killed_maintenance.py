"""Does a night of maintenance that was killed end, with the next, as one that was not?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from books import require_balance, rows
from fix_clock import FakeClock
from fix_database import Databases
from nights import CATS, MANY, ONE_CAT, Counted, live, opened, state

ROOT = Path(__file__).parent.parent
OTHERS = """SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""
LEASE = timedelta(minutes=11)
"""After so long whoever held a space is known to be dead."""


@dataclass(frozen=True)
class Night:
    """Hold how a night ends that nobody disturbs, and how much each step asks of the database."""

    end: dict[str, list[str]]
    requests: dict[str, int]


@pytest.fixture(scope="module")
def undisturbed(databases: Databases) -> Iterator[Night]:
    with databases.fresh() as uri:
        clock = FakeClock()
        live(uri, clock)
        with opened(uri, clock) as store:
            counted = Counted(store)
            counted.night()
            end, requests = state(uri), dict(counted.requests)
            clock.advance(LEASE)
            counted.night()
        assert state(uri) == end, "there was nothing left to do"
        yield Night(end, requests)


def killed(uri: str, clock: FakeClock, step: str, at: int) -> int:
    """Let a process do the night until it is killed; return its status."""
    script = "import sys, nights; nights.die(*sys.argv[1:4], int(sys.argv[4]))"
    process = subprocess.run(
        [sys.executable, "-c", script, uri, clock().isoformat(), step, str(at)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
    )
    while rows(uri, OTHERS):  # the server may need a moment to see that nobody is there
        time.sleep(0.01)
    return process.returncode


def test_there_was_something_to_do_for_each_step(undisturbed: Night) -> None:
    ended = "\n".join(undisturbed.end["memories"])

    assert ONE_CAT in ended
    assert ended.count("'superseded', ") == len(CATS) + 2
    assert ended.count("'archived', ") == 2
    assert "kite" not in ended
    assert sum(any(text in each for text in MANY) and "'active'" in each
               for each in undisturbed.end["memories"]) == 6  # fmt: skip
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
    undisturbed: Night, database_uri: str, step: str, share: float
) -> None:
    clock = FakeClock()
    live(database_uri, clock)
    at = max(1, round(share * undisturbed.requests[step]))

    assert killed(database_uri, clock, step, at) == -signal.SIGKILL
    clock.advance(LEASE)
    with opened(database_uri, clock) as store:
        Counted(store).night()

    assert state(database_uri) == undisturbed.end
    require_balance(database_uri)
