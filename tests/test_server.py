"""Does a LangGraph server run on this, with no key and no network?"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from dev_server import Server, says
from fix_embeddings import HASH_DIMS

from langmem_ext import ConfigurationError, Principal
from langmem_ext.learned import meaning
from langmem_ext.stores.checkpoints import MemoryCheckpointer
from langmem_ext.stores.server import configured_store, create_checkpointer, create_store


async def test_a_server_runs_the_graphs_and_keeps_everything_over_a_restart(
    tmp_path: Path, empty_database_uri: str
) -> None:
    pytest.importorskip("langgraph_api", reason="the extra `server` is not installed")
    server = Server(tmp_path, empty_database_uri)
    async with server.running() as client:
        thread = (await client.threads.create())["thread_id"]
        first = await says(client, thread, "Remember that my goal is to ship v1 by September.")
        assert first["memory_outcomes"][0]["status"] == "created"
        assert "Got it" in first["messages"][-1]["content"]
        await check_store(client)
        for assistant in await client.assistants.search():
            schemas = await client.assistants.get_schemas(assistant["assistant_id"])
            assert schemas["state_schema"], assistant["graph_id"]
        report = await client.runs.wait(None, "daily", input={})
        assert report["report"]["embed_missing"] >= 2

    async with server.running(BG_JOB_ISOLATED_LOOPS="true") as client:
        state = await client.threads.get_state(thread)
        assert state["values"]["messages"] == first["messages"]
        assert state["values"]["memory_outcomes"] == first["memory_outcomes"]
        later = await says(client, thread, "What is my goal to ship?")
        assert later["messages"][-1]["name"] == "planner"
        assert "September" in later["messages"][-1]["content"]
        assert len(later["messages"]) == 4
        found = await client.store.search_items(
            ["memory", "default", "user", "ana"], query="drinks"
        )
        assert "The user prefers tea" in [item["value"]["content"] for item in found["items"]]
        with pytest.raises(Exception, match="user_id"):
            await client.runs.wait(None, "supervisor", input={"messages": []}, raise_error=True)
        await check_threads(client, thread, empty_database_uri)

    assert "BlockingError" not in server.said()


async def check_threads(client: Any, thread: str, uri: str) -> None:
    """Change, copy and delete a user's thread through REST, where nobody says whose it is."""
    await client.threads.update_state(thread, {"messages": [{"role": "user", "content": "Hm."}]})
    copied = (await client.threads.copy(thread))["thread_id"]
    state = await client.threads.get_state(copied)
    assert [each["content"] for each in state["values"]["messages"]][4:] == ["Hm."]
    await client.threads.delete(thread)
    with MemoryCheckpointer.from_conn_string(uri) as saver:
        kept = [(each.thread_id, each.owner) for each in saver.list_threads()]
    assert kept == [(copied, "user:ana")]


async def check_store(client: Any) -> None:
    """Put and search through REST, memories and ordinary items."""
    space = ["memory", "default", "user", "ana", "preferences"]
    await client.store.put_item(space, key="drink", value={"content": "The user prefers tea"})
    memory = await client.store.get_item(space, key="drink")
    assert memory["value"]["content"] == "The user prefers tea"
    found = await client.store.search_items(space, query="What does the user drink?")
    assert [item["key"] for item in found["items"]] == ["drink"]

    await client.store.put_item(["notes"], key="n", value={"text": "a recipe for soup", "n": 10})
    found = await client.store.search_items(["notes"], query="soup", filter={"n": {"$gte": 9}})
    assert [item["value"]["n"] for item in found["items"]] == [10]
    spaces = await client.store.list_namespaces()
    assert {tuple(each) for each in spaces["namespaces"]} >= {tuple(space), ("notes",)}


async def test_a_server_may_open_many_stores_and_checkpointers_at_once(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGMEM_DATABASE_URI", empty_database_uri)
    monkeypatch.setenv("LANGMEM_EMBEDDER", "none")
    errors: list[BaseException] = []

    async def open_both() -> None:
        async with create_store() as store, create_checkpointer() as saver:
            await store.aput(("notes",), "k", {"n": 1})
            assert await saver.aget({"configurable": {"thread_id": "t"}}) is None

    def in_another_loop() -> None:
        try:
            asyncio.run(open_both())
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=in_another_loop) for _ in range(3)]
    for thread in threads:
        thread.start()
    await asyncio.gather(*(open_both() for _ in range(3)))
    for thread in threads:
        await asyncio.to_thread(thread.join)

    assert errors == []


async def test_without_a_database_of_ones_own_the_embedded_one_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Not tmp_path: another pytest that starts meanwhile shuts Postgres's account out of that.
    folder = tempfile.mkdtemp(prefix="langmem-server-")
    monkeypatch.setenv("LANGMEM_DATA_DIR", folder)
    monkeypatch.setenv("LANGMEM_EMBEDDER", "none")

    try:
        async with create_store() as store, create_checkpointer():
            view = store.bind(Principal(user_id="ana"))
            assert (await view.aremember("The user prefers tea")).status == "created"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def test_the_servers_own_configuration_of_the_store_holds(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = {"dims": HASH_DIMS, "embed": "fix_embeddings.HashEmbeddings", "fields": ["text"]}
    given = {
        "path": "langmem_ext.stores.server.create_store",
        "index": index,
        "ttl": {"default_ttl": 5},
    }
    monkeypatch.setenv("LANGMEM_DATABASE_URI", empty_database_uri)
    monkeypatch.setenv("LANGGRAPH_STORE", json.dumps(given))

    async with create_store() as store:
        await store.aput(("notes",), "k", {"text": "soup", "other": "tea"})
        (found,) = await store.asearch(("notes",), query="soup")

        assert found.score == pytest.approx(1.0, abs=0.01)
        assert store.ttl_config == {"default_ttl": 5}


async def test_what_gates_may_ask_is_loaded_before_the_first_request(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGMEM_DATABASE_URI", empty_database_uri)
    monkeypatch.setenv("LANGMEM_EMBEDDER", "none")
    meaning._layers.cache_clear()

    async with create_store():
        assert meaning._layers.cache_info().currsize == 1


@pytest.mark.parametrize("text", ["[", "[1]", '"x"', "3"])
def test_a_broken_configuration_is_named(text: str) -> None:
    with pytest.raises(ConfigurationError, match="LANGGRAPH_STORE"):
        configured_store(text)


@pytest.mark.parametrize("text", [None, "", "null", "{}", '{"path": "x", "index": null}'])
def test_no_configuration_is_the_default(text: str | None) -> None:
    assert configured_store(text) == {}
