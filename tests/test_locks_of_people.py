"""Do a write and a deletion about one person wait for each other, and never both?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from langmem_ext import Principal
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.view import MemoryView

ABOUT_BO = ("default/person:bo",)


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t1"))


@contextmanager
def held(uri: str, spaces: tuple[str, ...]) -> Iterator[Callable[[int], None]]:
    """Hold the locks of some spaces; yield what waits until so many others wait for them."""
    with psycopg.connect(uri) as holder, psycopg.connect(uri, autocommit=True) as watcher:
        holder.execute("SELECT FROM langmem.spaces WHERE space = ANY (%s) FOR UPDATE", [[*spaces]])

        def await_waiting(count: int) -> None:
            for _ in range(200):
                row = watcher.execute(
                    "SELECT count(*) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
                ).fetchone()
                if row and row[0] >= count:
                    return
                time.sleep(0.02)
            pytest.fail("nobody waits")

        yield await_waiting


@pytest.mark.parametrize("undo", ["forget", "forget_matching", "correct"])
def test_a_write_and_a_change_about_one_person_do_not_deadlock(
    ana: MemoryView, database_uri: str, undo: str
) -> None:
    known = ana.remember("Bo plays the cello", subjects=["bo"]).memory
    assert known is not None
    changes: dict[str, Callable[[], Any]] = {
        "forget": lambda: ana.forget(known.id),
        "forget_matching": lambda: ana.forget_matching("cello"),
        "correct": lambda: ana.correct(known.id, "Bo plays the oboe"),
    }
    with ThreadPoolExecutor(2) as threads:
        with held(database_uri, ABOUT_BO) as await_waiting:
            written: Future[Any] = threads.submit(
                ana.remember, "Bo collects stamps", subjects=["bo"]
            )
            await_waiting(1)
            changed: Future[Any] = threads.submit(changes[undo])
            await_waiting(2)

        assert written.result(20).status == "created"
        assert changed.result(20)
