"""Does a checkpoint hold a secret that only an earlier message announces?

"My wifi password is:" is the input of one run, and the value alone that of the next. Each value of each row of each
table of checkpoints is searched for it.
"""

from __future__ import annotations

import asyncio
import operator
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, TypedDict
from unittest.mock import patch

import psycopg
import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, Overwrite, Send, interrupt
from savers import opened

from langmem_ext import MemoryState, Principal
from langmem_ext.commands import Command as Forget
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.checkpoints import (
    MemoryCheckpointer,
    MemorySerializer,
    migrate_checkpoints,
)
from langmem_ext.stores.masking import Ending, Masking

ANNOUNCED, ASKED = "My wifi password is:", "What is your wifi password?"
VALUE = "tulip-Harbor-22"
COLOURS, DURABILITIES = ("sync", "async"), ("sync", "async", "exit")
BLOBS = "checkpoint_blobs"
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes", "checkpoint_threads")


@dataclass
class Place:
    """A saver on a database, and the conversation t1 in it."""

    saver: Any
    colour: str
    uri: str
    config: Any = field(default_factory=lambda: {"configurable": {"thread_id": "t1"}})

    async def run(self, builder: Any, *inputs: Any, config: Any = None, **options: Any) -> Any:
        """Give a graph its inputs, a run each; return what the last run left."""
        graph = builder.compile(checkpointer=self.saver)
        for each in inputs:
            given = {"messages": each} if isinstance(each, str | list) else each
            if self.colour == "async":
                result = await graph.ainvoke(given, config or self.config, **options)
            else:
                result = await asyncio.to_thread(
                    graph.invoke, given, config or self.config, **options
                )
        return result

    def rows_with(self, text: str = VALUE) -> list[tuple[str, str]]:
        """Return where a text stands in the tables, as (table, channel)."""
        found = []
        with psycopg.connect(self.uri) as connection:
            for table in TABLES:
                cursor = connection.execute(f"SELECT * FROM {table}")  # type: ignore[arg-type]
                names = [each.name for each in cursor.description or ()]
                for row in cursor:
                    if any(text.encode() in bytes_of(value) for value in row):
                        channel = dict(zip(names, row, strict=True)).get("channel", "")
                        found.append((table, channel))
        return found


def bytes_of(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


@pytest.fixture(params=COLOURS)
async def place(request: pytest.FixtureRequest, database_uri: str) -> AsyncIterator[Place]:
    async with opened(request.param, database_uri) as saver:
        yield Place(saver, request.param, database_uri)


def graph(*nodes: Callable[[Any], Any], state: Any = MessagesState) -> Any:
    """Return a graph of nodes, one after the other."""
    builder: Any = StateGraph(state)
    names = [f"node{number}" for number in range(len(nodes))]
    for name, node in zip(names, nodes, strict=True):
        builder.add_node(name, node)
    for before, after in zip([START, *names], names, strict=False):
        builder.add_edge(before, after)
    return builder


def answering(text: str = "Go on.") -> Callable[[Any], Any]:
    return lambda state: {"messages": [AIMessage(text)]}


def silent(state: Any) -> Any:
    return {"messages": []}


# Runs, one after the other


@pytest.mark.parametrize("durability", DURABILITIES)
async def test_a_run_may_announce_what_the_next_one_gives(place: Place, durability: Any) -> None:
    result = await place.run(graph(answering()), ANNOUNCED, VALUE, durability=durability)

    assert result["messages"][2].text == VALUE
    assert place.rows_with() == []
    assert place.rows_with("password removed")


@pytest.mark.parametrize(
    "given",
    [
        [HumanMessage(VALUE)],
        [("user", VALUE)],
        [{"role": "user", "content": VALUE}],
        [HumanMessage([{"type": "text", "text": VALUE}])],
    ],
    ids=["message", "pair", "dict", "parts"],
)
async def test_in_whatever_form_the_value_comes(place: Place, given: Any) -> None:
    await place.run(graph(answering()), ANNOUNCED, given)

    assert place.rows_with() == []


async def test_who_announces_it_once_more_behind_it_has_announced_it(place: Place) -> None:
    again = [HumanMessage(VALUE), HumanMessage(ANNOUNCED)]
    await place.run(graph(answering()), ANNOUNCED, again)

    assert place.rows_with() == []


async def test_the_agent_may_ask_for_it(place: Place) -> None:
    await place.run(graph(answering(ASKED)), "Add my network", VALUE)

    assert place.rows_with() == []


FILLERS = ["One moment", "Still looking", "Nearly there", "Nothing yet"]


@pytest.mark.parametrize("between", range(5))
async def test_it_reaches_as_far_as_it_does_for_turns(
    store: MemoryStore, place: Place, between: int
) -> None:
    said = [ANNOUNCED, *FILLERS[:between], VALUE]
    view = store.bind(Principal(user_id="ana", thread_id="t1"))
    for text in said:
        view.add_turn("user", text)
    await place.run(graph(silent), *said)

    kept = [turn["content"] for turn in view.export() if turn["record"] == "turn"]
    assert (VALUE in kept) == bool(place.rows_with()) == (between > 2)


async def test_tools_that_are_called_in_between_do_not_count(place: Place) -> None:
    call = {"name": "search", "args": {}, "type": "tool_call"}
    tools = [
        message
        for number in "123"
        for message in (
            AIMessage("", tool_calls=[{**call, "id": number}]),
            ToolMessage("nothing found", tool_call_id=number),
        )
    ]
    looking = lambda state: {"messages": [*tools, AIMessage("Go on.")]}  # noqa: E731
    await place.run(graph(looking), ANNOUNCED, VALUE)

    assert place.rows_with() == []


async def test_what_is_handed_to_a_tool_repeats_the_value(place: Place) -> None:
    arguments = {"content": VALUE, "place": "Setubal"}
    call = {"name": "save", "args": arguments, "id": "1", "type": "tool_call"}
    calling = lambda state: {"messages": [AIMessage("", tool_calls=[call])]}  # noqa: E731
    done = ToolMessage("ok", tool_call_id="1", artifact=[VALUE])
    builder = graph(calling, lambda state: {"messages": [done]}, answering("Thanks."))
    await place.run(builder, [HumanMessage("Hello")])
    assert place.rows_with()

    place.config = {"configurable": {"thread_id": "t2"}}
    before = len(place.rows_with())
    await place.run(graph(silent), ANNOUNCED)
    await place.run(builder, VALUE)

    assert len(place.rows_with()) == before
    assert len(place.rows_with("Setubal")) > before


async def test_another_process_goes_on(database_uri: str) -> None:
    for given in (ANNOUNCED, VALUE):
        async with opened("async", database_uri) as saver:
            place = Place(saver, "async", database_uri)
            await place.run(graph(answering()), given)

    assert place.rows_with() == []


async def test_owners_and_bound_savers_are_no_way_around_it(place: Place) -> None:
    ana = {"configurable": {"thread_id": "t1", "user_id": "ana"}}
    await place.run(graph(answering()), ANNOUNCED, VALUE, config=ana)
    place.saver = place.saver.bind(Principal(user_id="rui"))
    await place.run(graph(answering()), ANNOUNCED, VALUE)

    assert place.rows_with() == []


@pytest.mark.parametrize("key", ["chat", "messages"])
async def test_the_conversation_may_have_another_name(place: Place, key: str) -> None:
    state = TypedDict("state", {key: Annotated[list[AnyMessage], operator.add]})
    builder = graph(lambda state: {key: [AIMessage("Go on.")]}, state=state)
    await place.run(builder, *({key: [HumanMessage(text)]} for text in (ANNOUNCED, VALUE)))

    assert place.rows_with() == []


def gathered(state: list[Any], writes: list[list[Any]]) -> list[Any]:
    return [*(state or []), *(each for write in writes for each in write)]


class Deltas(TypedDict):
    messages: Annotated[list[Any], DeltaChannel(gathered, snapshot_frequency=3)]


@pytest.mark.parametrize("durability", DURABILITIES)
async def test_a_conversation_that_is_kept_as_its_writes(place: Place, durability: Any) -> None:
    said = ([HumanMessage(text)] for text in ("Hello", ANNOUNCED, VALUE, "Thanks", "Bye"))
    await place.run(graph(answering(), state=Deltas), *said, durability=durability)

    assert place.rows_with() == []
    assert place.rows_with("Bye")


async def test_a_snapshot_of_such_a_conversation_is_masked(place: Place) -> None:
    said = [HumanMessage(f"my password is {VALUE}")]
    await place.run(graph(answering(), answering(), state=Deltas), said)

    assert place.rows_with() == []


async def test_a_conversation_that_is_written_anew(place: Place) -> None:
    shorten = lambda state: {"messages": Overwrite(value=state["messages"][-1:])}  # noqa: E731
    builder = graph(shorten, state=Anew)
    await place.run(builder, [HumanMessage(ANNOUNCED)], [HumanMessage(VALUE)])

    assert place.rows_with() == []


class Anew(TypedDict):
    messages: Annotated[list[Any], operator.add]


SENTENCES = [
    ANNOUNCED,
    ASKED,
    "the pin for my card is",
    "Which tram goes to Foz?",
    "Hello there",
    "One moment please",
]


@pytest.mark.parametrize("seed", range(4))
async def test_rows_hold_what_the_rule_for_the_whole_conversation_leaves(
    place: Place, seed: int
) -> None:
    """Whatever was said in whichever order, in runs of any durability, with a subgraph or without."""
    chance, said = Random(seed), list[str]()

    def say() -> str:
        value = f"tulip-Harbor-{len(said)}x"
        said.append(value if chance.random() < 0.4 else chance.choice(SENTENCES))
        return said[-1]

    answer = lambda state: {"messages": [AIMessage(say())]}  # noqa: E731
    for number in range(5):
        said.clear()
        inner = graph(answer, silent).compile()
        place.config = {"configurable": {"thread_id": f"{seed}-{number}"}}
        for _ in range(3):
            given = [HumanMessage(say()) for _ in range(chance.choice([1, 1, 2]))]
            durability = chance.choice(DURABILITIES)
            await place.run(graph(inner if number % 2 else answer), given, durability=durability)
        kept = Masking().masked([HumanMessage(text) for text in said])
        for text, masked in zip(said, kept, strict=True):
            if text.startswith("tulip"):
                assert (text == masked.text) == bool(place.rows_with(text)), said
        await place.saver.adelete_thread(f"{seed}-{number}")


# Answers to questions of the graph


def asks(*questions: Any) -> Callable[[Any], Any]:
    def ask(state: Any) -> Any:
        return {"messages": [HumanMessage(str(interrupt(each))) for each in questions]}

    return ask


@pytest.mark.parametrize("durability", DURABILITIES)
@pytest.mark.parametrize("question", [ASKED, {"question": ASKED, "n": 1}], ids=["text", "dict"])
async def test_a_question_of_the_graph_announces_its_answer(
    place: Place, durability: Any, question: Any
) -> None:
    builder = graph(asks(question), answering("Thanks."), answering("Anything else?"))
    result = await place.run(
        builder, "Add my network", Command(resume=VALUE), durability=durability
    )

    assert result["messages"][1].text == VALUE
    assert place.rows_with() == []


@pytest.mark.parametrize("durability", DURABILITIES)
async def test_a_message_may_announce_what_the_graph_is_answered(
    place: Place, durability: Any
) -> None:
    builder = graph(answering(ASKED), asks("?"), answering("Thanks."))
    await place.run(builder, "Add my network", Command(resume=VALUE), durability=durability)

    assert place.rows_with() == []


async def test_an_answer_may_be_kept_in_a_form(place: Place) -> None:
    ask = lambda state: {"messages": [AIMessage(f"Got {interrupt(ASKED)['answer']}")]}  # noqa: E731
    await place.run(graph(ask), "Add my network", Command(resume={"answer": VALUE}))

    assert ("checkpoint_writes", "__resume__") not in place.rows_with()


async def test_the_second_of_two_questions_is_judged_by_itself(place: Place) -> None:
    builder = graph(asks(ASKED, "Which city?"))
    await place.run(builder, "Add it", Command(resume=VALUE), Command(resume="Setubal"))

    assert ("checkpoint_writes", "__resume__") in place.rows_with("Setubal")
    assert place.rows_with() == []


async def test_of_two_questions_at_once_each_has_its_answer(place: Place) -> None:
    builder: Any = StateGraph(MessagesState)
    for name, question in (("password", ASKED), ("city", "Which city?")):
        builder.add_node(name, asks(question))
        builder.add_edge(START, name)
    found = await place.run(builder, "Add it")
    answers = {
        each.id: VALUE if each.value == ASKED else "Setubal" for each in found["__interrupt__"]
    }
    await place.run(builder, Command(resume=answers))

    assert ("checkpoint_writes", "__resume__") in place.rows_with("Setubal")
    assert place.rows_with() == []


async def test_a_command_may_bring_the_value(place: Place) -> None:
    builder = graph(answering(ASKED), asks("?"), answering("Thanks."))
    said = {"messages": [HumanMessage(VALUE)]}
    await place.run(builder, "Add my network", Command(resume="done", update=said))

    assert place.rows_with() == []


# Other ways in


async def test_a_change_of_the_state_counts(place: Place) -> None:
    builder = graph(answering())
    await place.run(builder, ANNOUNCED)
    compiled = builder.compile(checkpointer=place.saver)
    said = {"messages": [HumanMessage(VALUE)]}
    if place.colour == "async":
        await compiled.aupdate_state(place.config, said)
    else:
        await asyncio.to_thread(compiled.update_state, place.config, said)

    assert place.rows_with() == []
    assert place.rows_with("password removed")


async def test_a_branch_from_an_earlier_checkpoint_goes_by_what_was_said_there(
    place: Place,
) -> None:
    builder = graph(silent)
    await place.run(builder, ANNOUNCED, "Never mind", "Hello", "How are you?", "Fine")
    history = [each async for each in place.saver.alist(place.config)]
    early = next(each for each in history if "Never mind" not in str(each.checkpoint))

    await place.run(builder, VALUE, config=early.config)
    assert place.rows_with() == []

    await place.run(builder, VALUE, config=history[0].config)
    assert place.rows_with()


async def test_a_copied_thread_goes_on_where_the_other_was(place: Place) -> None:
    await place.run(graph(answering()), ANNOUNCED)
    await place.saver.acopy_thread("t1", "t2")
    await place.run(graph(answering()), VALUE, config={"configurable": {"thread_id": "t2"}})

    assert place.rows_with() == []


async def test_a_graph_within_a_graph_is_told_only_the_last_message(place: Place) -> None:
    inner = graph(answering("Noted."), answering("Done.")).compile()

    async def call(state: Any) -> Any:
        return {"messages": (await inner.ainvoke({"messages": state["messages"][-1:]}))["messages"]}

    def call_in_thread(state: Any) -> Any:
        return {"messages": inner.invoke({"messages": state["messages"][-1:]})["messages"]}

    builder = graph(call if place.colour == "async" else call_in_thread)
    await place.run(builder, ANNOUNCED, VALUE)

    assert place.rows_with("Noted.")
    assert place.rows_with() == []


@pytest.mark.parametrize("checkpointer", [None, True])
async def test_a_graph_may_be_a_node(place: Place, checkpointer: Any) -> None:
    inner = graph(answering("Noted."), asks("?")).compile(checkpointer=checkpointer)
    await place.run(graph(inner), ANNOUNCED, Command(resume="yes"), VALUE, Command(resume="yes"))

    assert place.rows_with("Noted.")
    assert place.rows_with() == []


async def test_a_graph_within_a_graph_may_ask(place: Place) -> None:
    inner = graph(asks(ASKED), answering("Noted.")).compile()
    await place.run(graph(inner), "Add my network", Command(resume=VALUE))

    assert place.rows_with() == []


async def test_a_command_about_the_value_is_masked(place: Place) -> None:
    wanted = Forget("forget", argument=f"it's {VALUE}")
    builder = graph(lambda state: {"memory_command": wanted}, silent, state=MemoryState)
    await place.run(builder, ANNOUNCED)

    assert place.rows_with("forget")
    assert place.rows_with() == []


async def test_a_word_that_was_said_before_may_be_the_secret_now(place: Place) -> None:
    await place.run(graph(silent), VALUE, ANNOUNCED)
    before = place.rows_with()
    await place.run(graph(silent), VALUE)

    new = [each for each in place.rows_with() if each[1] != "messages" or each[0] != BLOBS]
    assert new == [each for each in before if each[1] != "messages" or each[0] != BLOBS]


async def test_what_is_sent_to_a_node_counts(place: Place) -> None:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("worker", answering())
    builder.add_conditional_edges(
        START, lambda state: [Send("worker", {"messages": state["messages"][-1:]})], ["worker"]
    )
    await place.run(builder, ANNOUNCED, VALUE)

    assert place.rows_with() == []


async def test_an_error_that_repeats_the_value_is_masked(place: Place) -> None:
    def fail(state: Any) -> Any:
        raise ValueError(state["messages"][-1].text)

    await place.run(graph(answering()), ANNOUNCED)
    with pytest.raises(ValueError, match=VALUE):
        await place.run(graph(fail), VALUE)

    assert place.rows_with() == []


async def test_a_saver_that_knows_nothing_of_the_thread_reads_it(
    place: Place, database_uri: str
) -> None:
    await place.run(graph(answering()), ANNOUNCED)
    found = await place.saver.aget_tuple(place.config)
    async with opened(place.colour, database_uri) as fresh:
        await fresh.aput_writes(found.config, [("messages", [HumanMessage(VALUE)])], "task")

    assert place.rows_with() == []


async def test_what_is_moved_from_another_saver_is_masked_in_the_same_way(
    database_uri: str,
) -> None:
    source = InMemorySaver()
    theirs: Any = {"configurable": {"thread_id": "t1"}}
    asking = graph(asks(ASKED), answering("Thanks.")).compile(checkpointer=source)
    asking.invoke({"messages": "Add my network"}, theirs)
    asking.invoke(Command(resume=VALUE), theirs)
    told: Any = {"configurable": {"thread_id": "t2"}}
    for text in (ANNOUNCED, VALUE):
        graph(answering()).compile(checkpointer=source).invoke({"messages": text}, told)
    async with opened("sync", database_uri) as target:
        place = Place(target, "sync", database_uri)
        first = await asyncio.to_thread(migrate_checkpoints, source, target)
        again = await asyncio.to_thread(migrate_checkpoints, source, target)

    assert (first.ok, first.differing) == (True, [])
    assert (again.differing, again.known) == ([], first.checkpoints)
    assert place.rows_with() == []


# What stays


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Which tram goes to Foz?", "tulip-Harbor-22"),
        ("What is your wifi password?", "I don't know"),
        ("My wifi password is too long to type", "Tuesday"),
        ("I forgot my password again", "thanks"),
        ("Hello", "room 1206"),
    ],
)
async def test_an_ordinary_answer_stays(place: Place, before: str, said: str) -> None:
    await place.run(graph(asks(before)), "Hi", Command(resume=said), "Hi", Command(resume=said))
    await place.run(graph(answering(before)), "Hi", said)

    channels = {channel for _, channel in place.rows_with(said)}
    assert channels >= {"__start__", "messages", "__resume__"}
    assert place.rows_with("removed") == []


@pytest.mark.parametrize("checkpointer", [None, True])
async def test_a_history_that_is_handed_on_is_not_taken_for_an_answer(
    place: Place, checkpointer: Any
) -> None:
    """Its first message follows nothing, whatever the last one announces."""
    again = lambda state: {"messages": state["messages"], "kept": state["messages"]}  # noqa: E731
    inner = graph(again, silent, state=WithArchive).compile(checkpointer=checkpointer)
    builder = graph(again, inner, again, state=WithArchive)
    await place.run(builder, VALUE, ANNOUNCED, "One moment")

    assert place.rows_with("removed") == []
    assert len(place.rows_with()) > 10


async def test_a_history_that_is_sent_to_a_node_is_not_either(place: Place) -> None:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("worker", silent)
    builder.add_conditional_edges(START, lambda state: [Send("worker", state)], ["worker"])
    await place.run(builder, VALUE, ANNOUNCED, "One moment")

    assert place.rows_with("removed") == []


class WithArchive(MessagesState):
    kept: list[AnyMessage]


async def test_a_new_thread_under_an_old_name_has_nothing_before_it(place: Place) -> None:
    await place.run(graph(silent), ANNOUNCED)
    await place.saver.adelete_thread("t1")
    await place.run(graph(silent), VALUE)

    assert ("checkpoint_blobs", "__start__") in place.rows_with()


async def test_an_application_may_keep_its_secrets(database_uri: str) -> None:
    async with opened("async", database_uri, serde=MemorySerializer(keep_secrets=True)) as saver:
        place = Place(saver, "async", database_uri)
        await place.run(graph(answering()), ANNOUNCED, VALUE)

    assert place.rows_with()


async def test_nothing_more_is_read_for_it(place: Place) -> None:
    reads = []
    load = place.saver._load_checkpoint_tuple

    def counted(row: Any) -> Any:
        reads.append(row["checkpoint_id"])
        return load(row)

    with patch.object(place.saver, "_load_checkpoint_tuple", counted):
        await place.run(graph(answering()), ANNOUNCED, VALUE, "Thanks")

    assert len(reads) == 2  # where the second and the third run begin


def test_an_end_of_a_conversation_is_short() -> None:
    tools = [AIMessage(""), ToolMessage("ok", tool_call_id="1")]
    said = [HumanMessage("x" * 400 + ANNOUNCED), *tools, ("ai", "Go on.")]

    end = Masking().ending(said)

    assert [len(text) for text in end.said] == [300, 0]
    assert Masking().ending([("user", "Hello")] * 100) == Ending()


def test_a_checkpoint_that_is_kept_is_not_changed_for_who_runs(database_uri: str) -> None:
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        checkpoint = empty_checkpoint()
        checkpoint["channel_values"] = {
            "messages": [HumanMessage(ANNOUNCED)],
            "__start__": {"messages": VALUE},
        }
        saver.put({"configurable": {"thread_id": "t1", "checkpoint_ns": ""}}, checkpoint, {}, {})

    assert checkpoint["channel_values"]["__start__"] == {"messages": VALUE}
