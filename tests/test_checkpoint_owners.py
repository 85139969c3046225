"""Does each user see the conversations of that user, and of nobody else?"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Annotated, Any, TypedDict
from unittest.mock import patch

import psycopg
import pytest
from books import rows
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.base.id import uuid6
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph import StateGraph
from langgraph.types import Command, interrupt
from savers import opened

from langmem_ext import ConfigurationError, PermissionDenied, Principal
from langmem_ext.errors import StoreUnavailable
from langmem_ext.stores import MemoryStore, checkpoint_setup, checkpoints, said_before
from langmem_ext.stores.operations.checkpoints import delete_for_user
from langmem_ext.stores.queries import query

COLOURS = ("sync", "async")


@pytest.fixture(params=COLOURS)
async def saver(request: pytest.FixtureRequest, database_uri: str) -> AsyncIterator[Any]:
    async with opened(request.param, database_uri) as saver:
        yield saver


def thread(thread_id: str = "t1", user: str | None = None, **more: Any) -> Any:
    """Return a config of a user's thread."""
    named = {"user_id": user} if user else {}
    return {"configurable": {"thread_id": thread_id, "checkpoint_ns": "", **named, **more}}


async def put(saver: Any, config: Any, said: str, **metadata: Any) -> Any:
    """Keep a checkpoint in which something was said, after the one that the config names."""
    checkpoint = empty_checkpoint()
    checkpoint["id"] = str(uuid6())
    checkpoint["channel_values"] = {"said": [said]}
    checkpoint["channel_versions"] = {"said": said}
    return await saver.aput(config, checkpoint, {"source": "loop", **metadata}, {"said": said})


async def said(saver: Any, config: Any) -> Any:
    found = await saver.aget_tuple(config)
    return found and found.checkpoint["channel_values"]["said"][0]


async def all_said(saver: Any, config: Any, **options: Any) -> list[str]:
    listed = saver.alist(config, **options)
    return [each.checkpoint["channel_values"]["said"][0] async for each in listed]


@pytest.mark.parametrize("colour", COLOURS)
async def test_every_capability_conforms_to_langgraph(colour: str, database_uri: str) -> None:
    @checkpointer_test(name=colour)
    async def saver() -> Any:
        async with opened(colour, database_uri) as each:
            yield each

    report = await validate(saver)

    assert report.passed_all()
    assert not [name for name, result in report.results.items() if not result.detected]


async def test_a_user_cannot_read_or_list_anothers_thread(saver: Any) -> None:
    kept = await put(saver, thread(user="ana"), "ana's")

    assert await said(saver, thread(user="ana")) == "ana's"
    assert await said(saver, thread(user="bob")) is None
    assert await said(saver, thread(user="bob", **named(kept))) is None
    assert await all_said(saver, thread(user="bob")) == []
    assert await all_said(saver.bind(Principal(user_id="bob")), None) == []


def named(config: Any) -> dict[str, str]:
    return {"checkpoint_id": config["configurable"]["checkpoint_id"]}


async def test_a_config_of_anothers_thread_is_of_no_use_to_a_user(saver: Any) -> None:
    kept = await put(saver, thread(user="ana"), "ana's")
    stolen = copy.deepcopy(kept)
    stolen["configurable"]["user_id"] = "bob"

    assert await said(saver, stolen) is None
    assert await said(saver, kept) == "ana's"
    assert await said(saver, copy.deepcopy(kept)) == "ana's"


async def test_two_users_use_one_thread_id(saver: Any) -> None:
    await put(saver, thread(user="ana"), "ana's")
    theirs = await put(saver, thread(user="bob"), "bob's")
    await saver.aput_writes({**theirs, **thread(user="bob", **named(theirs))}, [("c", 1)], "task")

    assert await said(saver, thread(user="ana")) == "ana's"
    assert await said(saver, thread(user="bob")) == "bob's"
    assert (await saver.aget_tuple(thread(user="ana"))).pending_writes == []
    assert (await saver.aget_tuple(thread(user="bob"))).pending_writes == [("task", "c", 1)]


async def test_a_user_cannot_write_into_anothers_checkpoint(saver: Any) -> None:
    kept = await put(saver, thread(user="ana"), "ana's")
    forged = thread(user="bob", **named(kept))

    with (
        patch.object(said_before, "_FOR_ITS_OWN", (0.05,)),
        pytest.raises(StoreUnavailable, match="did not come"),
    ):
        await saver.aput_writes(forged, [("said", "forged")], "task")
    await put(saver, forged, "forged")

    assert (await saver.aget_tuple(thread(user="ana"))).pending_writes == []
    assert await all_said(saver, thread(user="ana")) == ["ana's"]


async def test_a_user_cannot_copy_prune_or_delete_anothers_thread(saver: Any) -> None:
    await put(saver, thread(user="ana"), "first", run_id="r1")
    await put(saver, thread(user="ana"), "second", run_id="r1")
    bob = saver.bind(Principal(user_id="bob"))

    await bob.acopy_thread("t1", "t2")
    await bob.aprune(["t1"])
    await bob.aprune(["t1"], strategy="delete")
    await bob.adelete_thread("t1")
    await bob.adelete_for_runs(["r1"])
    await bob.aprune_older(datetime.now(UTC) + timedelta(days=1))

    assert await all_said(saver, thread(user="ana")) == ["second", "first"]
    assert await bob.alist_threads() == []


async def test_what_is_bound_refuses_a_call_for_another(saver: Any) -> None:
    bob = saver.bind(Principal(user_id="bob"))

    with pytest.raises(PermissionDenied):
        await bob.aget_tuple(thread(user="ana"))
    with pytest.raises(PermissionDenied):
        await put(bob, thread(user="ana"), "forged")
    with pytest.raises(PermissionDenied):
        await bob.adelete_for_user("ana")
    with pytest.raises(PermissionDenied):
        await bob.alist_threads("ana")


@pytest.mark.parametrize("key", ["user_id", "langgraph_user_id", "langgraph_auth_user_id"])
async def test_a_configurable_names_the_user(saver: Any, key: str) -> None:
    await put(saver, thread(**{key: "ana"}), "ana's")

    assert await said(saver, thread(user="ana")) == "ana's"
    assert await said(saver, thread(**{key: "bob"})) is None


@pytest.mark.parametrize("id", ["a%1Fb", "a\x1fb", "a%b", "a/b", "default/user:ana", "ü"])
async def test_no_user_id_imitates_another(saver: Any, id: str) -> None:
    others = ["a%1Fb", "a\x1fb", "a%b", "a/b", "default/user:ana", "ü", "ana"]
    for other in others:
        await put(saver, thread(user=other), other)

    assert await said(saver, thread(user=id)) == id
    assert [each.owner for each in await saver.alist_threads(id)] == [f"user:{id}"]


async def test_a_thread_id_that_imitates_a_key_is_refused(saver: Any) -> None:
    await put(saver, thread(user="ana"), "ana's")

    with pytest.raises(ConfigurationError):
        await saver.aget_tuple(thread("\x1fdefault/user:ana\x1ft1"))


async def test_an_empty_user_is_refused_and_not_taken_for_a_trusted_job(saver: Any) -> None:
    await put(saver, thread(user="ana"), "ana's")
    graph = asking_graph().compile(checkpointer=saver)
    run: Any = {"configurable": {"thread_id": "t1"}}

    with pytest.raises(ConfigurationError):
        await saver.aget_tuple(thread(user_id=""))
    with pytest.raises(ConfigurationError):
        await graph.ainvoke({"said": ""}, run, context={"user_id": ""})
    with pytest.raises(ConfigurationError):
        saver.bind(Principal())


async def test_tenants_are_apart_and_a_chat_owns_what_is_said_in_it(saver: Any) -> None:
    await put(saver, thread(user="ana"), "here")
    await put(saver, thread(user="ana", tenant="other"), "there")
    await put(saver, thread(user="ana", chat_id="team"), "in the chat")

    assert await said(saver, thread(user="ana")) == "here"
    assert await said(saver, thread(user="ana", tenant="other")) == "there"
    assert await said(saver, thread(user="bob", chat_id="team")) == "in the chat"


# Without a user


async def test_a_thread_may_belong_to_nobody(saver: Any) -> None:
    kept = await put(saver, thread(), "nobody's")
    await saver.aput_writes(kept, [("c", 1)], "task")

    assert await said(saver, thread()) == "nobody's"
    assert (await saver.aget_tuple(thread())).config == kept
    assert [each.owner for each in await saver.alist_threads()] == [None]


async def test_a_trusted_job_reaches_the_threads_of_users(saver: Any) -> None:
    first = await put(saver, thread(user="ana"), "first")
    found = await saver.aget_tuple(thread())
    await put(saver, found.config, "second")

    assert found.config["configurable"] == first["configurable"]
    assert await all_said(saver, thread()) == ["second", "first"]
    assert await all_said(saver, None) == ["second", "first"]
    assert await said(saver, thread(user="ana")) == "second"

    await saver.adelete_thread("t1")
    assert await said(saver, thread(user="ana")) is None


async def test_the_first_user_takes_over_a_thread_of_nobodys(saver: Any) -> None:
    kept = await put(saver, thread(), "from before")
    await saver.aput_writes(kept, [("c", 1)], "task")

    found = await saver.aget_tuple(thread(user="ana"))
    assert found.checkpoint["channel_values"] == {"said": ["from before"]}
    assert found.pending_writes == [("task", "c", 1)]
    assert await said(saver, thread(user="bob")) is None
    assert await said(saver, thread()) == "from before"
    assert [each.owner for each in await saver.alist_threads()] == ["user:ana"]


async def test_one_of_many_users_takes_over_a_thread(saver: Any) -> None:
    await put(saver, thread(), "from before")
    users = [f"user-{number}" for number in range(6)]

    found = await asyncio.gather(*(said(saver, thread(user=user)) for user in users))

    assert sorted(map(str, found)) == ["None"] * 5 + ["from before"]
    assert len(await saver.alist_threads()) == 1


async def test_a_list_takes_over_a_thread_too(saver: Any) -> None:
    await put(saver, thread(), "from before")

    assert await all_said(saver, thread(user="ana")) == ["from before"]


async def test_a_thread_whose_runs_were_anothers_is_not_taken_over(saver: Any) -> None:
    await put(saver, thread(), "ana's", user_id="ana")

    assert await said(saver, thread(user="bob")) is None
    assert await said(saver, thread(user="ana")) == "ana's"


@pytest.mark.parametrize("colour", COLOURS)
async def test_nothing_is_taken_over_where_that_is_not_wanted(
    colour: str, database_uri: str
) -> None:
    async with opened(colour, database_uri, adopt=False) as saver:
        await put(saver, thread("daily"), "a job's")

        assert await said(saver, thread("daily", user="bob")) is None
        assert await said(saver, thread("daily")) == "a job's"


def test_threads_of_langgraphs_saver_are_listed_at_setup(empty_database_uri: str) -> None:
    from langmem_ext.stores.checkpoints import MemoryCheckpointer

    with PostgresSaver.from_conn_string(empty_database_uri) as stock:
        stock.setup()
        checkpoint = {**empty_checkpoint(), "ts": "2026-01-02T03:04:05+00:00"}
        stock.put(thread("old"), checkpoint, {}, {})  # type: ignore[arg-type]
    with MemoryCheckpointer.from_conn_string(empty_database_uri) as saver:
        saver.setup()
        saver.setup()

        (found,) = saver.list_threads()
    assert (found.thread_id, found.owner) == ("old", None)
    assert found.updated_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class Killed(Exception):
    """Stand for the end of the process."""


@pytest.mark.parametrize(
    "killed_at", ["note_old_threads", "index_checkpoint_owners", "index_checkpoint_runs"]
)
@pytest.mark.parametrize("colour", COLOURS)
async def test_a_setup_that_was_killed_is_finished_by_the_next(
    colour: str, empty_database_uri: str, monkeypatch: pytest.MonkeyPatch, killed_at: str
) -> None:
    with PostgresSaver.from_conn_string(empty_database_uri) as stock:
        stock.setup()
        stock.put(thread("old"), empty_checkpoint(), {}, {})  # type: ignore[arg-type]
    whole = checkpoint_setup.to_set_up

    def cut(*about: Any) -> Iterator[Any]:
        yield from takewhile(lambda statement: statement != query(killed_at), whole(*about))
        raise Killed

    monkeypatch.setattr(checkpoints, "to_set_up", cut)
    with pytest.raises(Killed):
        async with opened(colour, empty_database_uri):
            ...
    monkeypatch.undo()

    async with opened(colour, empty_database_uri) as saver:
        assert [each.thread_id for each in await saver.alist_threads()] == ["old"]


def test_an_index_that_was_not_finished_is_made_anew(database_uri: str) -> None:
    with checkpoints.MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        with psycopg.connect(database_uri, autocommit=True) as admin:
            admin.execute(
                "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'checkpoints_run_id_idx'::regclass"
            )
        saver.setup()

    (found,) = rows(
        database_uri,
        "SELECT indisvalid FROM pg_index WHERE indexrelid = 'checkpoints_run_id_idx'::regclass",
    )
    assert found["indisvalid"]


# In graphs


def appended(values: list[int], writes: list[list[int]]) -> list[int]:
    """Reduce the writes of a channel of changes."""
    return [*values, *(number for write in writes for number in write)]


class Asked(TypedDict, total=False):
    said: str
    answer: str


@dataclass
class Context:
    user_id: str | None = None


def asking_graph() -> StateGraph[Any, Any, Any, Any]:
    async def ask(state: Asked) -> Asked:
        return {"answer": interrupt(f"sure about {state['said']}?")}

    builder = StateGraph(Asked, context_schema=Context)
    builder.add_node(ask)
    builder.set_entry_point("ask")
    return builder


async def test_the_context_of_a_run_says_whose_thread_it_is(saver: Any) -> None:
    graph = asking_graph().compile(checkpointer=saver)
    run = {"configurable": {"thread_id": "t1"}}
    await graph.ainvoke({"said": "ana's"}, run, context={"user_id": "ana"})
    await graph.ainvoke({"said": "bob's"}, run, context=Context("bob"))

    anas = await graph.ainvoke(Command(resume="yes"), run, context={"user_id": "ana"})
    bobs = await graph.aget_state({"configurable": {"thread_id": "t1", "user_id": "bob"}})

    assert anas == {"said": "ana's", "answer": "yes"}
    assert bobs.values == {"said": "bob's"}
    assert bobs.next == ("ask",)


async def test_state_is_read_changed_and_resumed_without_saying_whose_it_is(saver: Any) -> None:
    graph = asking_graph().compile(checkpointer=saver)
    run = {"configurable": {"thread_id": "t1"}}
    await graph.ainvoke({"said": "this"}, run, context={"user_id": "ana"})

    changed = await graph.aupdate_state(run, {"said": "that"})
    assert (await graph.aget_state(changed)).values == {"said": "that"}
    await graph.ainvoke(Command(resume="yes"), run)

    after = await graph.aget_state({"configurable": {"thread_id": "t1", "user_id": "ana"}})
    assert after.values == {"said": "that", "answer": "yes"}
    assert [each.owner for each in await saver.alist_threads()] == ["user:ana"]


async def test_what_a_node_asks_of_the_checkpointer_is_asked_for_the_runs_user(saver: Any) -> None:
    await put(saver, thread("hers", user="ana"), "ana's")
    found: list[Any] = []

    async def snoop(state: Asked) -> Asked:
        found.append(await saver.aget_tuple(thread("hers")))
        await saver.adelete_thread("hers")
        return {}

    builder = StateGraph(Asked, context_schema=Context)
    builder.add_node(snoop)
    builder.set_entry_point("snoop")
    await builder.compile().ainvoke({"said": ""}, context={"user_id": "bob"})

    assert found == [None]
    assert await said(saver, thread("hers", user="ana")) == "ana's"


class Counted(TypedDict, total=False):
    found: Annotated[list[int], DeltaChannel(appended)]


async def test_a_channel_of_changes_is_put_together_from_the_users_own_thread(saver: Any) -> None:
    async def count(state: Counted) -> Counted:
        return {"found": [len(state["found"])]}

    builder = StateGraph(Counted, context_schema=Context)
    builder.add_node(count)
    builder.set_entry_point("count")
    graph: Any = builder.compile(checkpointer=saver)
    for user, first in (("ana", 10), ("bob", 20)):
        for _ in range(2):
            await graph.ainvoke({"found": [first]}, thread(user=user))
    await saver.bind(Principal(user_id="ana")).acopy_thread("t1", "t2")

    values = [
        (await graph.aget_state(thread(name, user=user))).values["found"]
        for name, user in (("t1", "ana"), ("t1", "bob"), ("t2", "ana"))
    ]
    assert values == [[10, 1, 10, 3], [20, 1, 20, 3], [10, 1, 10, 3]]


# Listing, copying, deleting


async def test_threads_are_listed_by_user_the_last_written_first(
    saver: Any, database_uri: str
) -> None:
    for name in ("t1", "t2", "t3"):
        await put(saver, thread(name, user="ana"), name)
    await put(saver, thread("t4", user="bob"), "t4")
    age(database_uri, {"t1": 3, "t2": 1, "t3": 2})
    await put(saver, thread("t1", user="ana"), "again")

    listed = await saver.alist_threads("ana")
    assert [each.thread_id for each in listed] == ["t1", "t2", "t3"]
    assert listed[0].updated_at - listed[0].created_at > timedelta(hours=2)
    assert {each.owner for each in listed} == {"user:ana"}
    assert [each.thread_id for each in await saver.alist_threads("ana", limit=1)] == ["t1"]
    before = listed[1].updated_at
    assert [each.thread_id for each in await saver.alist_threads("ana", before=before)] == ["t3"]
    assert await saver.bind(Principal(user_id="ana")).alist_threads() == listed


def age(uri: str, hours: dict[str, int]) -> None:
    """Let threads have been written some hours ago."""
    with psycopg.connect(uri) as connection:
        for name, ago in hours.items():
            connection.execute(
                "UPDATE checkpoint_threads SET created_at = created_at - make_interval(hours => %(ago)s), "
                "updated_at = updated_at - make_interval(hours => %(ago)s) WHERE thread_id = %(name)s",
                {"ago": ago, "name": name},
            )


async def test_a_copy_is_a_thread_of_the_same_owner(saver: Any) -> None:
    kept = await put(saver, thread(user="ana"), "first", thread_id="t1")
    await saver.aput_writes(kept, [("c", 1)], "task", "~path")
    ana = saver.bind(Principal(user_id="ana"))

    await ana.acopy_thread("t1", "t2")
    await saver.acopy_thread("t2", "t3")
    await put(saver, thread("t2", user="ana"), "second")

    assert await all_said(saver, thread("t1", user="ana")) == ["first"]
    assert await all_said(saver, thread("t2", user="ana")) == ["second", "first"]
    copied = await saver.aget_tuple(thread("t3", user="ana"))
    assert copied.pending_writes == [("task", "c", 1)]
    assert copied.metadata["thread_id"] == "t3"
    assert await said(saver, thread("t2", user="bob")) is None
    with pytest.raises(ConfigurationError):
        await ana.acopy_thread("t1", "t2")


async def test_a_users_threads_are_deleted_with_everything_in_them(
    saver: Any, database_uri: str
) -> None:
    for name in ("t1", "t2"):
        kept = await put(saver, thread(name, user="ana"), "ana's")
        await saver.aput_writes(kept, [("c", "ana's")], "task")
    await put(saver, thread("t5"), "ana's", user_id="ana")
    await put(saver, thread("t1", user="bob"), "bob's")
    await put(saver, thread("t1", user="ana", tenant="other"), "another ana's")

    assert await saver.adelete_for_user("ana") == 3
    assert await saver.adelete_for_user("ana") == 0

    assert {each.owner for each in await saver.alist_threads()} == {"user:bob", "user:ana"}
    assert await all_said(saver, None) == ["another ana's", "bob's"]
    assert rows_of(database_uri) == {
        "checkpoints": 2,
        "checkpoint_blobs": 2,
        "checkpoint_writes": 0,
    }


def rows_of(uri: str) -> dict[str, int]:
    names = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
    with psycopg.connect(uri) as connection:
        return {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # type: ignore[index]
            for name in names
        }


async def test_a_store_deletes_a_users_threads_in_a_transaction_of_its_own(
    saver: Any, store: MemoryStore
) -> None:
    await put(saver, thread(user="ana"), "ana's")

    assert await store.arun(delete_for_user("ana")) == 1
    assert await said(saver, thread(user="ana")) is None


def test_where_no_checkpoint_was_ever_kept_there_is_none_to_delete(store: MemoryStore) -> None:
    assert store.run(delete_for_user("ana")) == 0


async def test_what_a_run_wrote_is_deleted_with_what_only_it_used(
    saver: Any, database_uri: str
) -> None:
    first = await put(saver, thread(user="ana"), "kept", run_id="r1")
    second = await put(saver, first, "rolled back", run_id="r2")
    await saver.aput_writes(second, [("c", 1)], "task")
    third = await put(saver, second, "kept too", run_id="r3")

    await saver.adelete_for_runs(["r2"])

    assert await all_said(saver, thread(user="ana")) == ["kept too", "kept"]
    assert (await saver.aget_tuple(third)).parent_config is None
    assert rows_of(database_uri) == {
        "checkpoints": 2,
        "checkpoint_blobs": 2,
        "checkpoint_writes": 0,
    }
    await saver.adelete_for_runs(["r1", "r3"])
    assert await saver.alist_threads() == []


@pytest.mark.parametrize("strategy", ["delete", "delete_all"])
async def test_a_thread_is_pruned_away_by_either_name_for_it(saver: Any, strategy: str) -> None:
    await put(saver, thread(user="ana"), "ana's")

    await saver.aprune(["t1"], strategy=strategy)

    assert await saver.alist_threads() == []
    with pytest.raises(ValueError, match="strategy"):
        await saver.aprune(["t1"], strategy="some")


async def test_old_threads_are_pruned(saver: Any, database_uri: str) -> None:
    for name in ("old", "older", "new"):
        first = await put(saver, thread(name, user="ana"), "first")
        await put(saver, first, "last")
    await put(saver, thread("job"), "nobody's")
    age(database_uri, {"old": 30, "older": 40, "job": 50})
    now = datetime.now(UTC)

    assert await saver.aprune_older(now - timedelta(hours=20), strategy="keep_latest") == 3
    assert await all_said(saver, thread("old", user="ana")) == ["last"]
    assert await all_said(saver, thread("new", user="ana")) == ["last", "first"]
    ana = saver.bind(Principal(user_id="ana"))
    assert await ana.aprune_older(now - timedelta(hours=35)) == 1
    assert await saver.aprune_older(now - timedelta(hours=20)) == 2
    assert [each.thread_id for each in await saver.alist_threads()] == ["new"]
