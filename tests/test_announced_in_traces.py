"""Is a secret sent to LangSmith that only an earlier run announced?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt
from langsmith import tracing_context

from langmem_ext.tracing import masking_client

ANNOUNCED, ASKED, VALUE = "My wifi password is:", "What is your wifi password?", "tulip-Harbor-22"


@pytest.fixture
def session() -> Iterator[MagicMock]:
    """What LangSmith is sent through, while everything is traced."""
    session = MagicMock()
    options = {"api_url": "http://localhost:1", "api_key": "none", "info": {}}
    client = masking_client(session=session, auto_batch_tracing=False, **options)
    with tracing_context(enabled=True, client=client):
        yield session


def graph(node: Any) -> Any:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("node", node)
    builder.add_edge(START, "node")
    return builder.compile(checkpointer=InMemorySaver())


def answer(state: Any) -> Any:
    return {"messages": [AIMessage("Go on.")]}


def runs(session: MagicMock, thread: str) -> list[str]:
    """Return what was sent of a thread's runs, each as text."""
    sent = [json.loads(call.kwargs["data"]) for call in session.request.call_args_list]
    return [
        json.dumps({name: run.get(name) for name in ("inputs", "outputs", "error")})
        for run in sent
        if run["extra"]["metadata"]["thread_id"] == thread
    ]


def thread(name: str) -> Any:
    return {"configurable": {"thread_id": name}}


def test_a_run_may_announce_what_the_next_one_gives(session: MagicMock) -> None:
    talking = graph(answer)
    for said in (ANNOUNCED, VALUE, "Thanks"):
        talking.invoke({"messages": said}, thread("t1"))

    sent = runs(session, "t1")
    assert VALUE not in "".join(sent)
    assert sum("password removed" in run for run in sent) > 4


@pytest.mark.parametrize("question", [ASKED, {"question": ASKED}], ids=["text", "dict"])
@pytest.mark.parametrize("answered", [VALUE, {"answer": VALUE}], ids=["text", "dict"])
def test_a_question_of_the_graph_announces_its_answer(
    session: MagicMock, question: Any, answered: Any
) -> None:
    def ask(state: Any) -> Any:
        given = interrupt(question)
        return {"messages": [HumanMessage(given["answer"] if type(given) is dict else given)]}

    asking = graph(ask)
    asking.invoke({"messages": "Add my network"}, thread("t1"))
    asking.invoke(Command(resume=answered), thread("t1"))

    sent = runs(session, "t1")
    assert VALUE not in "".join(sent)
    assert sum("password removed" in run for run in sent) >= 3


def test_another_thread_may_say_the_same_word(session: MagicMock) -> None:
    talking = graph(answer)
    for said in (ANNOUNCED, VALUE):
        talking.invoke({"messages": said}, thread("t1"))
    for said in ("Which tram goes to Foz?", VALUE):
        talking.invoke({"messages": said}, thread("t2"))

    sent = runs(session, "t2")
    assert "removed" not in "".join(sent)
    assert sum(VALUE in run for run in sent) > 2


def test_a_trace_without_a_thread_is_masked_by_itself(session: MagicMock) -> None:
    builder: Any = StateGraph(MessagesState)
    builder.add_node("node", answer)
    builder.add_edge(START, "node")
    for said in (f"my password is {VALUE}", "Hello"):
        builder.compile().invoke({"messages": said})

    assert VALUE not in repr(session.request.call_args_list)
    assert session.request.call_count > 4
