"""Does a LangGraph server do the background work by itself: at the end of a conversation, by a cron, after a crash?"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from books import require_balance, rows
from dev_server import REPOSITORY, Server
from served_graphs import ONE_CAT, WORKS

from langmem_ext import MemoryStore, Principal

CATS = (
    "The user's cat Rex sleeps on the sofa",
    "The user's cat Rex sleeps on the sofa all day",
    "The user's cat Rex sleeps on the green sofa",
)
QUICK = {
    "LANGMEM_EMBEDDER": "none",
    "LANGMEM_REVIEW__AFTER_SECONDS": "1",
    "LANGMEM_REVIEW__LEASE_MINUTES": "0.1",
    "CRON_SCHEDULER_SLEEP_TIME": "1",
}
PATIENCE = 40


@pytest.fixture
def server(tmp_path: Path, empty_database_uri: str) -> Server:
    """A server of the package's graphs with a model that follows a script."""
    pytest.importorskip("langgraph_api", reason="the extra `server` is not installed")
    server = Server(tmp_path, empty_database_uri)
    for name in ("served_graphs", "scripted_answers", "scripted_model"):
        shutil.copy(REPOSITORY / "tests" / "support" / f"{name}.py", tmp_path)
    served = {"hot_path": "talk", "session_review": "review", "daily": "daily_graph"}
    given = json.loads((tmp_path / "langgraph.json").read_text())
    given["graphs"] = {name: f"./served_graphs.py:{graph}" for name, graph in served.items()}
    (tmp_path / "langgraph.json").write_text(json.dumps(given))
    return server


async def until(what: Callable[[], Any], why: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := await asyncio.to_thread(what):
            return found
        await asyncio.sleep(0.2)
    raise AssertionError(f"waited for {why}")


def contents(uri: str, user: str) -> list[str]:
    found = rows(
        uri,
        "SELECT content FROM langmem.memories WHERE space = %s AND state = 'active' ORDER BY 1",
        f"default/user:{user}",
    )
    return [row["content"] for row in found]


async def say(client: Any, thread: str, text: str) -> None:
    said = {"messages": [{"role": "user", "content": text}]}
    await client.runs.wait(
        thread, "hot_path", input=said, context={"user_id": "cara"}, raise_error=True
    )


async def test_a_server_reviews_consolidates_and_survives_a_crash(
    server: Server, empty_database_uri: str, tmp_path: Path
) -> None:
    uri, asked, hang = empty_database_uri, tmp_path / "asked.txt", tmp_path / "hang"
    hang.touch()
    async with server.running(**QUICK) as client:
        await check_review(client, uri)
        with MemoryStore.from_conn_string(uri, index=False) as store:
            for user in ("ana", "ben"):
                for text in CATS:
                    store.bind(Principal(user_id=user)).remember(text, category="knowledge")
        cron = await client.crons.create("daily", schedule="* * * * * */2", input={})
        await until(
            lambda: contents(uri, "ana") == [ONE_CAT] and len(asked.read_text().split()) == 2,
            "the cron to consolidate the memories of one, and to hang at those of the other",
        )
        assert contents(uri, "ben") == sorted(CATS)
        server.kill()

    hang.unlink()
    async with server.running(**QUICK) as client:
        await client.runs.wait(None, "daily", input={}, raise_error=True)
        assert contents(uri, "ben") == [ONE_CAT], "the first run finishes what was cut off"
        await client.runs.wait(None, "daily", input={}, raise_error=True)
        left = await client.crons.search(limit=10)
        assert {each["cron_id"] for each in left} <= {cron["cron_id"]}

    assert contents(uri, "ana") == [ONE_CAT]
    combined = "SELECT space FROM langmem.memories WHERE source = 'consolidation' ORDER BY 1"
    assert [row["space"] for row in rows(uri, combined)] == ["default/user:ana", "default/user:ben"]
    assert len(asked.read_text().split()) == 3  # for ana once, for ben again
    require_balance(uri)
    assert "BlockingError" not in server.said()


async def check_review(client: Any, uri: str) -> None:
    """A conversation is reviewed when the same user begins another."""
    first = (await client.threads.create())["thread_id"]
    for text in ("Hi! As a designer at Acme I am busy.", "Plan my week.", "Thanks, bye!"):
        await say(client, first, text)
    assert WORKS not in contents(uri, "cara")
    second = (await client.threads.create())["thread_id"]
    await say(client, second, "Hello again")
    reviewed = "SELECT session_id FROM langmem.sessions WHERE reviewed_turns > 0"
    (row,) = await until(lambda: rows(uri, reviewed), "the review of the first conversation")
    assert row["session_id"] == first
    assert WORKS in contents(uri, "cara")
