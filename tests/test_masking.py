"""What of a conversation may be written down?"""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Interrupt, Send

from langmem_ext.settings import DecisionSettings, Settings
from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer
from langmem_ext.stores.masking import Masking
from langmem_ext.tracing import mask_run

SECRET = "tangerine99"
SAID = f"By the way, my password is {SECRET}."


@pytest.mark.parametrize(
    "value",
    [
        HumanMessage(SAID, id="1"),
        [HumanMessage("hello"), HumanMessage(SAID)],
        {"messages": [("user", SAID)]},
        {"messages": [{"role": "user", "content": SAID}]},
        {"messages": SAID},
        HumanMessage([{"type": "text", "text": SAID}]),
    ],
)
def test_a_secret_in_a_message_is_masked_in_whatever_form_it_comes(value: Any) -> None:
    masked = Masking().masked(value)

    assert SECRET in str(value)
    assert SECRET not in str(masked)
    assert "By the way" in str(masked)


ONLY_LEARNED = "Yard gate. 8830#. Tell the Wednesday driver."
"""A text whose secret no rule knows."""


@pytest.mark.parametrize("learned", [True, False])
def test_trained_readers_are_asked_where_the_settings_say_so(learned: bool) -> None:
    serde = MemorySerializer.of(Settings(decision=DecisionSettings(learned_gates=learned)))
    allowing = serde.with_msgpack_allowlist([("builtins", "complex")])

    for each in (serde, allowing):
        assert (b"8830#" in each.dumps_typed([HumanMessage(ONLY_LEARNED)])[1]) is not learned


@pytest.mark.parametrize("learned", [True, False])
def test_traces_ask_trained_readers_where_they_are_told_to(learned: bool) -> None:
    said = {"messages": [HumanMessage(ONLY_LEARNED)]}

    assert ("8830#" in str(mask_run(said, learned=learned))) is not learned


def test_what_holds_no_secret_is_the_same_object() -> None:
    value = {"messages": [HumanMessage("I live in Porto"), ("user", "hello")], "n": 1}

    masking = Masking()

    assert masking.masked(value) is value
    assert masking.masked(value) is value


def test_the_state_outside_of_messages_is_the_applications_own() -> None:
    value = {"settings": {"note": SAID}}

    assert Masking().masked(value) is value


def test_ids_and_names_of_messages_stay() -> None:
    message = HumanMessage(SAID, id="m-1", name="ana")

    masked = Masking().masked(message)

    assert (masked.id, masked.name) == ("m-1", "ana")


def test_a_serializer_keeps_secrets_only_when_told_to() -> None:
    assert SECRET.encode() not in MemorySerializer().dumps_typed([HumanMessage(SAID)])[1]
    assert (
        SECRET.encode() in MemorySerializer(keep_secrets=True).dumps_typed([HumanMessage(SAID)])[1]
    )


def test_an_image_is_not_mistaken_for_a_secret() -> None:
    picture = "data:image/png;base64," + "aGVsbG8gd29ybGQhIHRoaXMgaXMgYSBwaWN0dXJl" * 20
    value = HumanMessage([{"type": "image_url", "image_url": {"url": picture}}])

    assert Masking().masked(value) is value


@pytest.mark.parametrize(
    "said", [("user", SAID), SAID, {"role": "user", "content": SAID}, HumanMessage(SAID)]
)
def test_no_checkpoint_table_holds_a_secret_that_was_said(database_uri: str, said: Any) -> None:
    builder = StateGraph(MessagesState)
    builder.add_node(
        "answer", lambda state: {"messages": [AIMessage(f"You said: {state['messages'][-1].text}")]}
    )
    builder.add_edge(START, "answer")
    builder.add_edge("answer", END)
    config: Any = {"configurable": {"thread_id": "t1"}}
    with MemoryCheckpointer.from_conn_string(database_uri) as saver:
        saver.setup()
        graph = builder.compile(checkpointer=saver)

        result = graph.invoke({"messages": [said] if said is not SAID else said}, config)

        assert SECRET in result["messages"][0].text
        assert SECRET not in str(graph.get_state(config).values)
    with psycopg.connect(database_uri) as connection:
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # type: ignore[arg-type]
            assert rows
            assert SECRET not in str(rows)


CALL = {"name": "memory_remember", "args": {"content": SAID}, "id": "call-1", "type": "tool_call"}


@pytest.mark.parametrize(
    "value",
    [
        AIMessage("", tool_calls=[CALL]),
        ToolMessage("done", tool_call_id="call-1", artifact={"raw": SAID}),
        HumanMessage("hello", name=SAID),
        Send("worker", {"messages": [HumanMessage(SAID)]}),
        Interrupt(value={"question": SAID}, id="1"),
        ValueError(SAID),
    ],
)
def test_a_secret_is_masked_beside_what_is_said_too(value: Any) -> None:
    masked = Masking().masked(value)

    assert SECRET in repr(value)
    assert SECRET not in repr(masked)


def test_a_tool_call_keeps_its_id_and_name() -> None:
    masked = Masking().masked(AIMessage("", tool_calls=[CALL]))

    assert [(call["id"], call["name"]) for call in masked.tool_calls] == [
        ("call-1", "memory_remember")
    ]
