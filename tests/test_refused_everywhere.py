"""Does a secret get in by any way, or come out of one?

Each way in is tried with each sort of secret; then every text of the database, the log, what was raised, told, written
to a checkpoint and sent to LangSmith is searched for it.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import psycopg
import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode
from langsmith import tracing_context

from langmem_ext import LangMemError, MemoryContext, MemoryDraft, MemoryState, Principal
from langmem_ext.ingest.conversations import Conversation, Message
from langmem_ext.ingest.importing import Report, import_conversations
from langmem_ext.memory import Source
from langmem_ext.nodes import commands, hot_path, load_context, recall, record_turns
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer
from langmem_ext.stores.view import MemoryView
from langmem_ext.tools import memory_tools
from langmem_ext.tracing import mask_run, masking_client

# Put together at run time, so that no scanner takes this file for a leak. Each with the part that must not be found.
SAID = {
    "password": ("my password is vantablack77", "vantablack77"),
    "pair": ("my login is ana@example.com:vantablack77", "vantablack77"),
    "json": ('{"user": "ana", "password": "vantablack77"}', "vantablack77"),
    "command": ("mysql -u root -pvantablack77 shop", "vantablack77"),
    "spaced": ("my p a s s w o r d is vantablack77", "vantablack77"),
    "pin": ("the pin for the safe is 907135", "907135"),
    "token": ("it is gh" + "p_zQ81nXbVt5Lk2Wc9Rj4Hs7Yd3Fg6Ma0P", "zQ81nXbVt5Lk2Wc9"),
    "key": ("the api key is 9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"),
    "address": ("use postgres://ana:vantablack77@db.example.com/shop", "vantablack77"),
    "card": ("my card is 4012 8888 8888 1881", "8888 1881"),
    "iban": ("send it to DE89 3704 0044 0532 0130 00", "0532 0130"),
    "ssn": ("my social is 772-18-4063", "772-18-4063"),
}
HOME = ("memory", "default", "user", "ana", "preferences")
CONTEXT = {"user_id": "ana", "thread_id": "t1"}


def path(store: MemoryStore, saver: Any = None) -> Any:
    """The nodes of a turn, one after the other."""
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    nodes = (commands(), hot_path(), load_context(), recall(), record_turns())
    names = [node.name for node in nodes]
    for name, node in zip(names, nodes, strict=True):
        builder.add_node(name, node)  # type: ignore[arg-type]
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder.compile(store=store, checkpointer=saver)


def tools(store: MemoryStore) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("tools", ToolNode(memory_tools()))
    builder.add_edge(START, "tools")
    return builder.compile(store=store)


def say(store: MemoryStore, text: str) -> Any:
    result = path(store).invoke({"messages": [HumanMessage(text, id="m1")]}, context=CONTEXT)
    own = ("messages", "memory_command")  # what was said, as it was said: masked in checkpoints
    return {name: value for name, value in result.items() if name not in own}


def call_tool(store: MemoryStore, **arguments: Any) -> Any:
    call = {"name": "memory_remember", "args": arguments, "id": "c1"}
    result = tools(store).invoke({"messages": [AIMessage("", tool_calls=[call])]}, context=CONTEXT)
    return result["messages"][-1]


def take_in(store: MemoryStore, *said: str) -> Report:
    messages = tuple(Message(str(i), "s1", "user", text) for i, text in enumerate(said))
    report = Report()
    import_conversations(
        store, [Conversation("ana", messages)], principal=Principal(), report=report
    )
    return report


def correct(store: MemoryStore, view: MemoryView, text: str) -> Any:
    memory = view.remember("Likes green tea", category="preferences").memory
    assert memory is not None
    return view.correct(memory.id, text)


def draft(store: MemoryStore, view: MemoryView, **given: Any) -> Any:
    fields = {"content": "Likes green tea", "category": "preferences", "user_requested": True}
    return view.remember_many([MemoryDraft(**{**fields, **given})])


Way = Callable[[MemoryStore, MemoryView, str], Any]
WAYS: dict[str, Way] = {
    "a request": lambda store, view, text: say(store, f"Remember that {text}"),
    "a message": lambda store, view, text: say(store, text),
    "a command": lambda store, view, text: say(store, f"forget that {text}"),
    "a tool": lambda store, view, text: call_tool(store, content=text),
    "a tool's category": lambda store, view, text: call_tool(store, content="tea", category=text),
    "remember": lambda store, view, text: view.remember(text, user_requested=True),
    "a title": lambda store, view, text: draft(store, view, title=text),
    "a tag": lambda store, view, text: draft(store, view, tags=["tea", text]),
    "a keyword": lambda store, view, text: draft(store, view, keywords=[text]),
    "a slot": lambda store, view, text: draft(store, view, slot=text),
    "a subject": lambda store, view, text: draft(store, view, subjects=[text]),
    "a source id": lambda store, view, text: draft(store, view, source_ids=[text]),
    "a role": lambda store, view, text: draft(store, view, role=text),
    "who stated it": lambda store, view, text: draft(store, view, stated_by=text),
    "a field of its own": lambda store, view, text: draft(store, view, extra={"note": [text]}),
    "the name of a field": lambda store, view, text: draft(store, view, extra={text: 1}),
    "put": lambda store, view, text: view.put(HOME, "k", {"content": text}),
    "put, beside": lambda store, view, text: view.put(HOME, "k", {"content": "Tea", "mood": text}),
    "put, deep": lambda store, view, text: view.put(
        HOME, "k", {"content": "Tea", "more": {"deep": [{"x": text}]}}
    ),
    "put, trusted": lambda store, view, text: store.put(HOME, "k", {"content": text}),
    "correct": correct,
    "a turn": lambda store, view, text: view.add_turn("user", text),
    "an answer": lambda store, view, text: view.add_turn("assistant", text, speaker=text),
    "an import": lambda store, view, text: take_in(store, text),
    "an import, on request": lambda store, view, text: take_in(store, f"Remember that {text}"),
    "a question": lambda store, view, text: (view.query(text), view.search_turns(text)),
    "forgetting": lambda store, view, text: view.forget_matching(text),
    "an entity": lambda store, view, text: view.entity(text),
} | {
    f"a draft of {source}": lambda store, view, text, source=source: draft(  # type: ignore[misc]
        store, view, content=text, source=source
    )
    for source in Source
}


def everything_in(uri: str) -> str:
    """Return each row of each table that is not Postgres's own, as text."""
    with psycopg.connect(uri) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        rows = [
            connection.execute(f'SELECT t::text FROM "{schema}"."{name}" t').fetchall()  # type: ignore[arg-type]
            for schema, name in tables
        ]
    return repr(rows)


def trying(way: Way, store: MemoryStore, text: str) -> str:
    """Return all that a way in answers or raises, as text: str, repr and traceback."""
    try:
        answer = way(store, store.bind(Principal(user_id="ana", thread_id="t1")), text)
    except LangMemError as error:
        # The frames hold the caller's own line; what is checked is what the error says.
        return "".join([str(error), repr(error), *traceback.format_exception_only(error)])
    return repr(answer)


@pytest.mark.parametrize("kind", SAID)
def test_a_secret_gets_in_by_no_way_and_comes_out_of_none(
    kind: str, store: MemoryStore, database_uri: str, caplog: pytest.LogCaptureFixture
) -> None:
    text, needle = SAID[kind]
    caplog.set_level(logging.DEBUG)
    for name, way in WAYS.items():
        told = trying(way, store, text)

        assert needle not in told, name
        assert needle not in everything_in(database_uri), name
        assert needle not in caplog.text, name


def test_an_error_of_a_refused_put_has_no_other_error_in_tow(store: MemoryStore) -> None:
    with pytest.raises(LangMemError) as raised:
        store.put(HOME, "k", {"content": SAID["password"][0]})

    chain: BaseException | None = raised.value
    while chain is not None:
        assert "vantablack77" not in f"{chain!s} {chain!r} {chain.args}"
        chain = chain.__cause__ or chain.__context__


@pytest.mark.parametrize("kind", SAID)
def test_no_checkpoint_holds_a_secret(kind: str, store: MemoryStore, database_uri: str) -> None:
    text, needle = SAID[kind]
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        path(store, saver).invoke(
            {"messages": [HumanMessage(f"Remember that {text}", id="m1")]},
            {"configurable": {"thread_id": "t1"}},
            context=CONTEXT,
        )

    assert needle.encode().hex() not in everything_in(database_uri)
    assert needle not in everything_in(database_uri)


def test_a_checkpoint_holds_no_secret_that_an_earlier_message_announced() -> None:
    said = [HumanMessage("the pin for my card is"), AIMessage("Yes?"), HumanMessage("907135")]

    assert b"907135" not in MemorySerializer().dumps_typed(said)[1]
    assert b"907135" in MemorySerializer().dumps_typed(said[1:])[1]


@pytest.mark.parametrize("kind", SAID)
def test_nothing_sent_to_langsmith_holds_a_secret(kind: str, store: MemoryStore) -> None:
    text, needle = SAID[kind]
    session = MagicMock()
    client = masking_client(
        api_url="http://localhost:1",
        api_key="none",
        session=session,
        auto_batch_tracing=False,
        info={},
    )
    with tracing_context(enabled=True, client=client):
        say(store, f"Remember that {text}")

    sent = repr(session.request.call_args_list)
    assert session.request.call_count > 4
    assert needle not in sent
    assert needle in repr(text)


def test_a_run_keeps_what_is_no_secret() -> None:
    data = {"messages": [{"content": "I like tea", "id": "m1"}], "n": 1}

    assert mask_run(data) == data
    assert mask_run({"note": SAID["pin"][0]}) == {"note": "the pin for the safe is [pin removed]"}


# A secret in two messages


SPLIT = {
    "a copula": ("my password is", "vantablack"),
    "a colon": ("the wifi password:", "vantablack77"),
    "what is coming": ("I'll send you the pin in the next message", "907135"),
    "a question": ("what's the code for the gate?", "907135"),
    "a card": ("my card number is", "4012 8888 8888 1881"),
    "a key": ("here comes the api key", "9f8e7d6c5b4a39281706"),
}


@pytest.mark.parametrize("kind", SPLIT)
def test_a_secret_in_two_messages_is_kept_nowhere(
    kind: str, store: MemoryStore, database_uri: str, clock: FakeClock
) -> None:
    first, second = SPLIT[kind]
    view = store.bind(Principal(user_id="ana", thread_id="t1"))
    view.add_turn("user", first)
    view.add_turn("assistant", "Go on.")
    view.add_turn("user", second)
    take_in(store, first, second)

    assert second not in everything_in(database_uri)
    assert first in [turn["content"] for turn in view.export() if turn["record"] == "turn"]


def test_a_request_to_remember_what_was_announced_is_refused(
    store: MemoryStore, database_uri: str
) -> None:
    said = [
        HumanMessage("my pin is", id="1"),
        AIMessage("Yes?", id="2"),
        HumanMessage("remember that it's 907135", id="3"),
    ]

    result = path(store).invoke({"messages": said}, context=CONTEXT)

    assert [(each.status, each.reason) for each in result["memory_outcomes"]] == [
        ("rejected", "secret")
    ]
    assert "907135" not in repr(result["memory_notices"])
    assert "907135" not in everything_in(database_uri)


def test_what_follows_no_announcement_is_kept(store: MemoryStore, database_uri: str) -> None:
    view = store.bind(Principal(user_id="ana", thread_id="t1"))
    for said in ("I forgot my password again", "thanks", "the invoice is 4471", "room 1206"):
        view.add_turn("user", said)

    assert [hit.turn.content for hit in view.search_turns("invoice room")][:2]
    assert "removed]" not in everything_in(database_uri)


# Special data


SPECIAL = {
    "health": "I was diagnosed with diabetes",
    "financial": "My salary is $150k",
    "religion": "I'm a devout Catholic",
    "politics": "I voted for the Green Party",
    "sexual_orientation": "I'm gay",
}
UNASKED: dict[str, Way] = {
    "a message": lambda store, view, text: say(store, text),
    "a tool": lambda store, view, text: call_tool(store, content=text),
    "remember": lambda store, view, text: view.remember(text),
    "a title": lambda store, view, text: draft(store, view, title=text, user_requested=False),
    "a keyword": lambda store, view, text: draft(
        store, view, keywords=[text], user_requested=False
    ),
    "a field of its own": lambda store, view, text: draft(
        store, view, extra={"note": text}, user_requested=False
    ),
    "put": lambda store, view, text: view.put(HOME, "k", {"content": text}),
    "an import": lambda store, view, text: take_in(store, text),
} | {
    f"a draft of {source}": lambda store, view, text, source=source: draft(  # type: ignore[misc]
        store, view, content=text, source=source, user_requested=False
    )
    for source in Source
}


@pytest.mark.parametrize("kind", SPECIAL)
def test_special_data_becomes_a_memory_by_no_way_unless_asked_for(
    kind: str, store: MemoryStore
) -> None:
    view = store.bind(Principal(user_id="ana", thread_id="t1"))
    for name, way in UNASKED.items():
        trying(way, store, SPECIAL[kind])

        assert view.list() == [], name


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("way", [say, take_in])
def test_special_data_is_kept_as_sensitive_when_asked_for(
    kind: str, way: Callable[[MemoryStore, str], Any], store: MemoryStore
) -> None:
    way(store, f"Please remember that {SPECIAL[kind]}")

    (memory,) = store.bind(Principal(user_id="ana")).list()
    assert memory.sensitivity == "sensitive"


@pytest.mark.parametrize("name", ["password", "api_key"])
def test_an_id_that_is_given_as_a_secret_is_one(store: MemoryStore, name: str) -> None:
    looks_like_a_number = "01a202fd-acc2-7336-8e23-65eaad9cc296"
    view = store.bind(Principal(user_id="ana"))

    refused = view.remember("The user likes rum", extra={name: looks_like_a_number})
    kept = view.remember("The user likes tea", extra={"seen": [looks_like_a_number]})

    assert (refused.reason, kept.status) == ("secret", "created")
