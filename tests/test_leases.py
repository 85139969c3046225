"""How soon is work free whose process was killed, and is who is merely slow left alone?"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from books import require_balance, rows
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hanging_worker import ANA, GRAPHS, LEASE, SETTINGS, STEPS, WEEK, model, opened, prepare, work
from nights import ONE_CAT

from langmem_ext import AsyncMemoryStore
from langmem_ext.graphs import daily
from langmem_ext.stores.operations import runs

ROOT = Path(__file__).parent.parent
HELD = "SELECT kind FROM langmem.work WHERE leased_until > now()"
PATIENCE = 60.0


@pytest.fixture(scope="module", autouse=True)
def workers() -> Iterator[subprocess.Popen[str]]:
    """A process that imports everything, and has work done by processes of its own."""
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    with subprocess.Popen(
        [sys.executable, "-c", "import hanging_worker; hanging_worker.wait()"],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


class Worker:
    """A process that does a step, and waits for the model's first answer."""

    def __init__(self, by: subprocess.Popen[str]) -> None:
        assert by.stdin and by.stdout
        self.told, self.tells = by.stdin, by.stdout
        self.id = 0

    def begin(self, uri: str, step: str, folder: Path) -> None:
        print(json.dumps([uri, step, str(folder)]), file=self.told, flush=True)
        self.id = int(self.tells.readline())
        until(lambda: asked(folder) == 1)

    def send(self, sign: signal.Signals) -> None:
        os.kill(self.id, sign)

    def ended(self) -> int:
        """Wait for its end; return its status."""
        self.id = 0
        print(file=self.told, flush=True)
        return int(self.tells.readline())


@pytest.fixture
def worker(workers: subprocess.Popen[str]) -> Iterator[Worker]:
    worker = Worker(workers)
    yield worker
    if worker.id:  # the test has failed
        worker.send(signal.SIGKILL)
        worker.ended()


def until(what: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def asked(folder: Path) -> int:
    path = folder / "asked"
    return len(path.read_text().splitlines()) if path.exists() else 0


def counts(uri: str) -> dict[str, int]:
    """What the last run of the only step reports."""
    with opened(uri) as store:
        (run,) = store.run(runs.latest())
    return dict(run.counts)


def texts(uri: str) -> list[str]:
    found = rows(uri, "SELECT content FROM langmem.memories WHERE state = 'active' ORDER BY 1")
    return [row["content"] for row in found]


def named(uri: str) -> int:
    return len(rows(uri, "SELECT 1 FROM langmem.mentions WHERE key = 'porto'"))


def require_done(uri: str, step: str) -> None:
    """The step has been done, and no more than once."""
    said = {
        "enrich": lambda: named(uri) == 1,
        "review": lambda: texts(uri) == ["The user lives in Porto"],
        "session_review": lambda: texts(uri) == ["The user lives in Porto"],
        "weekly": lambda: texts(uri).count(WEEK) == 1,
        "consolidate": lambda: texts(uri) == [ONE_CAT],
        "compact": lambda: len(texts(uri)) == 3,
    }
    assert said[step](), (texts(uri), named(uri))
    assert rows(uri, HELD) == []
    require_balance(uri)


@pytest.mark.parametrize("step", [*STEPS, *GRAPHS])
def test_one_run_after_a_kill_finishes_what_the_killed_one_was_at(
    worker: Worker, database_uri: str, tmp_path: Path, step: str
) -> None:
    prepare(database_uri, step)
    worker.begin(database_uri, step, tmp_path)
    worker.send(signal.SIGKILL)
    assert worker.ended() == -signal.SIGKILL
    (tmp_path / "go").touch()

    work(database_uri, step, tmp_path)

    assert asked(tmp_path) == 2, "once by each: the killed one had no answer"
    require_done(database_uri, step)


@pytest.mark.parametrize("step", ["review", "consolidate"])
def test_a_run_that_is_slow_but_lives_is_left_alone(
    worker: Worker, database_uri: str, tmp_path: Path, step: str
) -> None:
    prepare(database_uri, step)
    worker.begin(database_uri, step, tmp_path)
    time.sleep(1.5 * LEASE)
    work(database_uri, step, tmp_path)
    assert asked(tmp_path) == 1
    (tmp_path / "go").touch()
    assert worker.ended() == 0

    assert asked(tmp_path) == 1
    require_done(database_uri, step)


def test_a_run_that_stood_still_leaves_the_work_to_who_took_it(
    worker: Worker, database_uri: str, tmp_path: Path
) -> None:
    prepare(database_uri, "consolidate")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "go").touch()
    worker.begin(database_uri, "consolidate", tmp_path)
    worker.send(signal.SIGSTOP)
    work(database_uri, "consolidate", tmp_path / "other")
    require_done(database_uri, "consolidate")
    worker.send(signal.SIGCONT)
    time.sleep(LEASE)
    (tmp_path / "go").touch()
    assert worker.ended() == 0

    assert json.loads((tmp_path / "report.json").read_text())["report"] == {"consolidate": 0}
    assert counts(database_uri) == {"busy": 1}
    require_done(database_uri, "consolidate")


@pytest.fixture
async def nightly(database_uri: str, tmp_path: Path) -> AsyncIterator[Any]:
    """The consolidation of a space, on an event loop; the model's first answer waits for the file `go`."""
    await asyncio.to_thread(prepare, database_uri, "consolidate")
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    async with AsyncMemoryStore.from_conn_string(
        database_uri, index=index, settings=SETTINGS
    ) as store:
        yield daily.build(SETTINGS, model(tmp_path), only=["consolidate"]).compile(store=store)


async def test_an_event_loop_renews_its_leases_too(
    nightly: Any, database_uri: str, tmp_path: Path
) -> None:
    slow = asyncio.create_task(nightly.ainvoke({}))
    await asyncio.to_thread(until, lambda: asked(tmp_path) == 1)
    await asyncio.sleep(1.5 * LEASE)
    late = await nightly.ainvoke({})
    (tmp_path / "go").touch()
    done = await slow

    assert (late["report"], done["report"]) == ({"consolidate": 0}, {"consolidate": 3})
    assert asked(tmp_path) == 1
    await asyncio.to_thread(require_done, database_uri, "consolidate")


async def test_a_run_that_is_cancelled_no_longer_renews(nightly: Any, tmp_path: Path) -> None:
    cut = asyncio.create_task(nightly.ainvoke({}))
    await asyncio.to_thread(until, lambda: asked(tmp_path) == 1)
    cut.cancel()
    await asyncio.wait([cut])
    (tmp_path / "go").touch()
    again = await nightly.ainvoke({})

    assert again["report"] == {"consolidate": 3}
    assert list(again["notices"]) == [ANA.user_id]
