"""Does every conversation arrive as it was, also when the move is interrupted or repeated?"""

from __future__ import annotations

import json
import operator
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

import psycopg
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from typer.testing import CliRunner

from langmem_ext import ConfigurationError, Principal
from langmem_ext.cli import app
from langmem_ext.stores.checkpoint_sources import Address, InPostgres, source_of
from langmem_ext.stores.checkpoints import MemoryCheckpointer, migrate_checkpoints

SECRET = "my password is hunter2hunter2"
RUN: Any = {"configurable": {"thread_id": "t1"}}
OF_ANA: Any = {"configurable": {"thread_id": "t2", "user_id": "ana"}}


# A conversation with everything that LangGraph keeps


@dataclass
class Card:
    title: str
    labels: frozenset[str] = frozenset()


class Part(TypedDict):
    number: int


class Thought(TypedDict, total=False):
    card: Card
    labels: set[str]


class Talk(Thought, total=False):
    messages: Annotated[list[Any], operator.add]
    found: Annotated[list[Any], operator.add]
    answer: str


def asking_graph() -> StateGraph[Any, Any, Any, Any]:
    """Return a graph that fans out, calls a subgraph, and asks a person."""

    def fan(state: Talk) -> list[Send]:
        return [Send("look", {"number": number}) for number in range(3)]

    def look(part: Part) -> Talk:
        return {"found": [part["number"]]}

    def think(state: Thought) -> Thought:
        return {"card": Card("x", frozenset("ab")), "labels": {"red", "green", "blue"}}

    def ask(state: Talk) -> Talk:
        return {"answer": interrupt({"text": f"sure? {SECRET}"}), "messages": [AIMessage("asked")]}

    inner = StateGraph(Thought)
    inner.add_node(think)
    inner.add_edge(START, "think")
    builder = StateGraph(Talk)
    builder.add_node(look)
    builder.add_node("inner", inner.compile())
    builder.add_node(ask)
    builder.add_conditional_edges(START, fan, ["look"])
    builder.add_edge("look", "inner")
    builder.add_edge("inner", "ask")
    builder.add_edge("ask", END)
    return builder


def converse(saver: Any) -> None:
    """Leave one thread of nobody's and one of Ana's, each waiting for an answer; one more has been answered."""
    graph = asking_graph().compile(checkpointer=saver)
    for run in (RUN, OF_ANA, {"configurable": {"thread_id": "t3"}}):
        graph.invoke({"messages": [HumanMessage("hello", id="m1")]}, run)
    graph.invoke(Command(resume="yes"), {"configurable": {"thread_id": "t3"}})


@contextmanager
def in_memory(tmp_path: Path, uri: str) -> Iterator[Any]:
    yield InMemorySaver()


@contextmanager
def in_sqlite(tmp_path: Path, uri: str) -> Iterator[Any]:
    sqlite = pytest.importorskip("langgraph.checkpoint.sqlite")
    with sqlite.SqliteSaver.from_conn_string(str(tmp_path / "talks.sqlite")) as saver:
        yield saver


@contextmanager
def in_postgres(tmp_path: Path, uri: str) -> Iterator[Any]:
    with PostgresSaver.from_conn_string(uri) as saver:
        saver.setup()
        yield saver


SAVERS = [in_memory, in_sqlite, in_postgres]


@pytest.fixture(params=SAVERS, ids=lambda each: each.__name__)
def source(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database_uri: str
) -> Iterator[Any]:
    """A saver of LangGraph with three conversations."""
    with request.param(tmp_path, empty_database_uri) as saver:
        converse(saver)
        yield saver


@pytest.fixture
def talks() -> InMemorySaver:
    """An InMemorySaver with the same conversations: what does not depend on the saver is tested with this one."""
    saver = InMemorySaver()
    converse(saver)
    return saver


@pytest.fixture
def target(database_uri: str) -> Iterator[MemoryCheckpointer]:
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        yield saver


def of(user: str | None) -> dict[str, str]:
    return {"user_id": user} if user else {}


def everything(saver: Any, thread: str, user: str | None = None) -> list[Any]:
    """Return what a saver says of a thread, without whose it is."""
    config = {"configurable": {"thread_id": thread, **of(user)}}
    found = [
        {
            "address": address(each.config),
            "checkpoint": each.checkpoint,
            "metadata": each.metadata,
            "parent": address(each.parent_config),
            "writes": each.pending_writes,
        }
        for each in saver.list(config)
    ]
    return sorted(found, key=lambda each: each["address"])


def address(config: Any) -> Any:
    named = (config or {}).get("configurable") or {}
    return (named.get("thread_id"), named.get("checkpoint_ns"), named.get("checkpoint_id"))


def stored_writes(saver: Any) -> list[Any]:
    """Return task, path, place and channel of every write, without the thread's key."""
    source = source_of(saver)
    found = [
        (each.namespace, each.id, *write[:4])
        for thread in source.threads()
        for each in source.addresses(thread)
        for write in source.writes(each)
    ]
    return sorted(found)


def test_everything_arrives_as_it_was(source: Any, target: MemoryCheckpointer) -> None:
    report = migrate_checkpoints(source, target)

    assert report.ok, report.differing
    assert (report.threads, report.known) == (3, 0)
    assert report.checkpoints == sum(1 for _ in source.list(None))
    for thread, user in (("t1", None), ("t2", "ana"), ("t3", None)):
        assert masked(everything(target, thread, user)) == masked(everything(source, thread))
    assert stored_writes(target) == stored_writes(source)
    assert {path for _, _, _, path, *_ in stored_writes(target)} > {""}
    assert report.writes == len(stored_writes(source))


def masked(found: list[Any]) -> str:
    """Return what was found as text, without the one thing that changes."""
    return repr(sorted_sets(found)).replace("hunter2hunter2", "[password removed]")


def sorted_sets(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted_sets(each) for key, each in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [sorted_sets(each) for each in value]
    if isinstance(value, Card):
        return [value.title, *sorted(value.labels)]
    return sorted(value) if isinstance(value, set | frozenset) else value


def test_an_interrupted_thread_resumes_after_the_move(
    source: Any, target: MemoryCheckpointer
) -> None:
    migrate_checkpoints(source, target)
    graph = asking_graph().compile(checkpointer=target)

    for run in (RUN, OF_ANA):
        assert graph.get_state(run).next == ("ask",)
        done = graph.invoke(Command(resume="yes"), run)
        assert done["answer"] == "yes"
        assert [each.content for each in done["messages"]] == ["hello", "asked"]
        assert done["found"] == [0, 1, 2]


def test_a_thread_is_taken_over_by_the_user_who_resumes_it(
    talks: InMemorySaver, target: MemoryCheckpointer
) -> None:
    migrate_checkpoints(talks, target)
    bobs: Any = {"configurable": {"thread_id": "t1", "user_id": "bob"}}

    done = asking_graph().compile(checkpointer=target).invoke(Command(resume="yes"), bobs)

    assert done["answer"] == "yes"
    assert {each.thread_id: each.owner for each in target.list_threads()} == {
        "t1": "user:bob",
        "t2": "user:ana",
        "t3": None,
    }


def test_a_fork_from_the_past_works_after_the_move(
    talks: InMemorySaver, target: MemoryCheckpointer
) -> None:
    migrate_checkpoints(talks, target)
    graph = asking_graph().compile(checkpointer=target)
    past = next(each for each in graph.get_state_history(RUN) if each.next == ("inner",))

    again = graph.invoke(None, past.config)

    assert again["found"] == [0, 1, 2]
    assert "__interrupt__" in again


def test_secrets_in_what_was_said_are_masked_on_the_way(
    talks: InMemorySaver, target: MemoryCheckpointer, database_uri: str
) -> None:
    assert migrate_checkpoints(talks, target).ok

    with psycopg.connect(database_uri) as connection:
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # type: ignore[arg-type]
            assert "hunter2hunter2" not in repr(rows)


def test_a_second_run_changes_nothing(source: Any, target: MemoryCheckpointer) -> None:
    first = migrate_checkpoints(source, target)
    before = [everything(target, thread) for thread in ("t1", "t2", "t3")]

    again = migrate_checkpoints(source, target)

    assert again.ok
    assert (again.checkpoints, again.writes, again.known) == (0, 0, first.checkpoints)
    assert sorted_sets([everything(target, each) for each in ("t1", "t2", "t3")]) == sorted_sets(
        before
    )


def test_an_interrupted_run_goes_on_where_it_was(source: Any, target: MemoryCheckpointer) -> None:
    def stop(done: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrate_checkpoints(source, target, progress=stop)
    report = migrate_checkpoints(source, target)

    assert report.ok
    assert report.known == 7
    assert stored_writes(target) == stored_writes(source)


def test_what_goes_on_in_the_target_is_not_undone_by_a_second_run(
    talks: InMemorySaver, target: MemoryCheckpointer
) -> None:
    migrate_checkpoints(talks, target)
    bobs: Any = {"configurable": {"thread_id": "t1", "user_id": "bob"}}
    graph = asking_graph().compile(checkpointer=target)
    graph.invoke(Command(resume="yes"), bobs)

    report = migrate_checkpoints(talks, target)

    assert report.ok and report.checkpoints == 0
    assert graph.get_state(bobs).values["answer"] == "yes"
    assert len(target.list_threads()) == 3


def test_writes_that_came_later_are_copied_by_the_next_run(
    talks: InMemorySaver, target: MemoryCheckpointer
) -> None:
    migrate_checkpoints(talks, target)
    last = talks.get_tuple(RUN)
    assert last
    talks.put_writes(last.config, [("found", [9])], "late", "~path")

    report = migrate_checkpoints(talks, target)

    assert report.ok and report.writes == 1
    assert stored_writes(target) == stored_writes(talks)


def test_what_differs_in_the_target_is_named_and_left(
    talks: InMemorySaver, target: MemoryCheckpointer, database_uri: str
) -> None:
    migrate_checkpoints(talks, target)
    with psycopg.connect(database_uri) as connection:
        connection.execute("UPDATE checkpoints SET metadata = '{}' WHERE thread_id = 't3'")

    report = migrate_checkpoints(talks, target)

    assert not report.ok
    assert report.differing
    assert all("thread t3" in each and "metadata" in each for each in report.differing)
    found = target.get_tuple({"configurable": {"thread_id": "t3"}})
    assert found and found.metadata == {}


def test_a_bound_target_owns_what_arrives(talks: InMemorySaver, target: MemoryCheckpointer) -> None:

    migrate_checkpoints(talks, target.bind(Principal(user_id="eva")))

    assert {each.owner for each in target.list_threads()} == {"user:eva"}


def test_threads_of_owners_keep_them_from_one_database_to_the_next(
    target: MemoryCheckpointer, empty_database_uri: str
) -> None:
    with MemoryCheckpointer.from_conn_string(empty_database_uri) as ours:
        ours.setup()
        converse(ours)
        report = migrate_checkpoints(ours, target)

    assert report.ok
    assert {each.thread_id: each.owner for each in target.list_threads()} == {
        "t1": None, "t2": "user:ana", "t3": None,
    }  # fmt: skip


def test_a_database_is_not_copied_into_itself(
    target: MemoryCheckpointer, database_uri: str
) -> None:
    with (
        PostgresSaver.from_conn_string(database_uri) as stock,
        pytest.raises(ConfigurationError, match="already"),
    ):
        migrate_checkpoints(stock, target)


def test_another_saver_is_refused(target: MemoryCheckpointer) -> None:
    with pytest.raises(ConfigurationError, match="int"):
        migrate_checkpoints(3, target)
    with pytest.raises(ConfigurationError, match="InMemorySaver"):
        migrate_checkpoints(InMemorySaver(), InMemorySaver())  # type: ignore[arg-type]


def test_an_empty_saver_is_copied_at_once(target: MemoryCheckpointer) -> None:
    saver = InMemorySaver()
    assert saver.get_tuple(RUN) is None

    assert migrate_checkpoints(saver, target).as_dict()["threads"] == 0


# From a shell


@pytest.fixture
def run(database_uri: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    environment = {"LANGMEM_DATABASE_URI": database_uri, "LANGMEM_EMBEDDER": "none"}
    return lambda *words: CliRunner().invoke(app, ["migrate-checkpoints", *words], env=environment)


def test_a_command_copies_a_database(
    run: Callable[..., Any], empty_database_uri: str, database_uri: str
) -> None:
    with PostgresSaver.from_conn_string(empty_database_uri) as source:
        source.setup()
        converse(source)

    first = run("--from", f"postgres:{empty_database_uri}", "--to", database_uri, "--json")
    again = run("--from", empty_database_uri, "--to", f"postgres:{database_uri}")

    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert found["ok"] and found["threads"] == 3 and found["known"] == 0
    assert again.exit_code == 0, again.output
    assert f"0 new, {found['checkpoints']} known before" in again.stdout


def test_a_command_copies_a_sqlite_file(
    run: Callable[..., Any], tmp_path: Path, database_uri: str
) -> None:
    with in_sqlite(tmp_path, "") as source:
        converse(source)

    done = run("--from", f"sqlite:{tmp_path / 'talks.sqlite'}", "--user", "eva")

    assert done.exit_code == 0, done.output
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        assert {each.owner for each in saver.list_threads()} == {"user:eva"}


def test_what_cannot_be_copied_is_bad_usage(run: Callable[..., Any], tmp_path: Path) -> None:
    pytest.importorskip("langgraph.checkpoint.sqlite")
    (tmp_path / "no.sqlite").write_text("this is no database, " * 100)

    assert run("--from", "redis:x").exit_code == 2
    assert run("--from", f"sqlite:{tmp_path / 'missing'}").exit_code == 2
    assert run("--from", f"sqlite:{tmp_path / 'no.sqlite'}").exit_code == 2


def test_a_type_that_cannot_be_imported_stops_the_command(
    run: Callable[..., Any], empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = types.ModuleType("their_application")
    ticket = make_dataclass("Ticket", ["name"], namespace={"__module__": "their_application"})
    elsewhere.Ticket = ticket  # type: ignore[attr-defined]
    with (
        monkeypatch.context() as patch,
        PostgresSaver.from_conn_string(empty_database_uri) as saver,
    ):
        patch.setitem(sys.modules, "their_application", elsewhere)
        saver.setup()
        asking_graph().compile(checkpointer=saver).invoke({"messages": [Card(ticket("x"))]}, RUN)  # type: ignore[arg-type]

    done = run("--from", empty_database_uri)

    assert done.exit_code == 1
    assert "their_application.Ticket" in done.output
    assert "PYTHONPATH" in done.output


def test_a_command_that_is_interrupted_says_how_to_go_on(
    run: Callable[..., Any], empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresSaver.from_conn_string(empty_database_uri) as source:
        source.setup()
        converse(source)
    writes = InPostgres.writes
    calls: list[Address] = []

    def interrupted(self: Any, address: Address) -> Any:
        calls.append(address)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return writes(self, address)

    monkeypatch.setattr(InPostgres, "writes", interrupted)
    stopped = run("--from", empty_database_uri)
    monkeypatch.setattr(InPostgres, "writes", writes)
    done = run("--from", empty_database_uri, "--json")

    assert stopped.exit_code == 130
    assert "run the same command again" in stopped.output
    assert json.loads(done.stdout)["ok"]
    assert json.loads(done.stdout)["known"] == 3
