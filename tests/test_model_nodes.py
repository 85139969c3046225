"""Do episodes, extraction and procedures keep what was said, once, and do without a model?"""

from __future__ import annotations

from typing import Any

import pytest
from books import rows
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from scripted_answers import answering, fact

from langmem_ext import AsyncMemoryStore, MemoryContext, MemoryState, MemoryStore, Principal
from langmem_ext.memory import Memory
from langmem_ext.nodes import capture_procedure, extract_facts, hot_path, summarize_episode
from langmem_ext.stores.operations.turns import NewTurn

ANA = Principal(user_id="ana", thread_id="t1")
CONTEXT = {"user_id": "ana", "thread_id": "t1"}


def graph(*nodes: Any) -> StateGraph[Any, Any, Any, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    names = [node.get_name() for node in nodes]
    for node in nodes:
        builder.add_node(node)
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder


def run(store: Any, node: Any, *messages: Any) -> dict[str, Any]:
    result: dict[str, Any] = (
        graph(node).compile(store=store).invoke({"messages": list(messages)}, context=CONTEXT)
    )
    return result


def kept(store: MemoryStore) -> list[Memory]:
    return sorted(store.bind(Principal(user_id="ana")).list(), key=lambda memory: memory.content)


# Episodes

TALK = (
    "I want to plan my trip to Rome.",
    "Shall we book the train?",
    "Yes, book the train for May.",
    "Booked the train.",
)
SUMMARY = "The user planned a trip to Rome, and the train was booked for May."


def talk(store: MemoryStore, turns: int = 4) -> None:
    texts = [TALK[n] if n < 4 else f"Message {n} about Rome." for n in range(turns)]
    said = [
        NewTurn("assistant" if n % 2 else "user", text, id=f"m{n}") for n, text in enumerate(texts)
    ]
    store.bind(ANA).add_turns(said)


def test_a_session_becomes_one_episode_of_its_turns(store: MemoryStore) -> None:
    talk(store)

    run(store, summarize_episode(model=answering(Episode={"summary": SUMMARY})))

    (memory,) = kept(store)
    assert (memory.content, memory.kind, memory.category) == (SUMMARY, "episodic", "activity")
    assert memory.source_ids == ("m0", "m1", "m2", "m3")
    assert memory.extra["prompt"].startswith("episode@")


def test_an_episode_may_name_those_who_spoke(store: MemoryStore) -> None:
    said = [("Vera", TALK[0]), ("Oskar", TALK[1]), ("Vera", TALK[2])]
    turns = [NewTurn("user", text, id=f"m{n}", speaker=who) for n, (who, text) in enumerate(said)]
    store.bind(ANA).add_turns(turns)
    summary = "Vera planned a trip to Rome with Oskar, and the train was booked for May."

    run(store, summarize_episode(model=answering(Episode={"summary": summary})))

    assert [memory.content for memory in kept(store)] == [summary]


def test_an_episode_names_nobody_else(store: MemoryStore) -> None:
    talk(store)
    summary = "The user planned a trip to Rome with Mallory, and the train was booked for May."

    run(store, summarize_episode(model=answering(Episode={"summary": summary})))

    assert kept(store) == []


async def test_an_episode_is_summed_up_under_ainvoke(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    talk(store)
    node = summarize_episode(model=answering(Episode={"summary": SUMMARY}))

    await graph(node).compile(store=async_store).ainvoke({"messages": []}, context=CONTEXT)

    assert len(kept(store)) == 1


def test_turns_are_summed_up_once(store: MemoryStore) -> None:
    talk(store)
    model = answering(Episode={"summary": SUMMARY})

    for _ in range(3):
        run(store, summarize_episode(model=model))

    assert len(model.calls) == len(kept(store)) == 1


def test_a_long_session_becomes_an_episode_for_every_twenty_turns(store: MemoryStore) -> None:
    talk(store, 45)
    model = answering(Episode={"summary": "The user talked about Rome."})

    run(store, summarize_episode(model=model))

    assert [call["messages"][-1].text.count('"n":') for call in model.calls] == [20, 20, 5]


def test_an_episode_may_wait_for_so_many_turns(store: MemoryStore) -> None:
    model = answering(Episode={"summary": SUMMARY})
    talk(store, 10)
    run(store, summarize_episode(model=model, every=20))
    assert model.calls == []

    talk(store, 21)
    run(store, summarize_episode(model=model, every=20))
    assert len(model.calls) == 1


@pytest.mark.parametrize(
    "summary", ["", "The user flew to Paris with Bob.", "The user paid 4000 for the train to Rome."]
)
def test_an_episode_holds_nothing_that_nobody_said(store: MemoryStore, summary: str) -> None:
    talk(store)

    run(store, summarize_episode(model=answering(Episode={"summary": summary})))

    assert kept(store) == []


def test_an_episode_that_is_worded_badly_is_asked_for_once_more(store: MemoryStore) -> None:
    talk(store)
    model = answering(Episode=[{"summary": "We plan the trip to Rome."}, {"summary": SUMMARY}])

    run(store, summarize_episode(model=model))

    assert [memory.content for memory in kept(store)] == [SUMMARY]
    assert "first or second person" in model.calls[1]["messages"][0].text


# Extraction

LONG = (
    "So much is new. I moved to Lisbon in March, I work as a nurse at Santa Maria, and my brother Rui studies law. "
    "I also speak Spanish and play chess on Sundays. Anyway, it has been a very busy time and I am looking forward to "
    "the summer, when all of this calms down and there is time for the sea again."
)
FOUND = [
    fact("The user moved to Lisbon in March", 1, importance=0.9),
    fact("The user works as a nurse at Santa Maria", 1, importance=0.8),
    fact("The user's brother Rui studies law", 1, importance=0.3, subjects=["Rui"]),
    fact("The user speaks Spanish", 1, importance=0.7),
    fact("The user plays chess on Sundays", 1, importance=0.2),
]


def test_the_facts_of_a_long_message_are_written_three_at_most(store: MemoryStore) -> None:
    result = run(
        store, extract_facts(model=answering(Facts={"facts": FOUND})), HumanMessage(LONG, id="m1")
    )

    assert [memory.content for memory in kept(store)] == [
        "The user moved to Lisbon in March",
        "The user speaks Spanish",
        "The user works as a nurse at Santa Maria",
    ]
    assert {memory.source for memory in kept(store)} == {"extraction"}
    assert [each.status for each in result["memory_outcomes"]] == ["created"] * 3


@pytest.mark.parametrize(
    ("before", "subjects"), [("Cy", ()), ("Ben", ("Cy",)), (None, ())], ids=str
)
def test_whose_a_long_message_is_depends_on_who_else_speaks(
    store: MemoryStore, before: str | None, subjects: tuple[str, ...]
) -> None:
    said = fact("Cy loves tea", 1, subjects=["Cy"])
    model = answering(Facts={"facts": [said]})
    earlier = HumanMessage("Hello", id="m0", name=before)
    message = HumanMessage("I love tea. " + "It was a long day. " * 20, id="m1", name="Cy")

    run(store, extract_facts(model=model), earlier, message)

    (memory,) = kept(store)
    assert (memory.content, memory.subjects) == ("Cy loves tea", subjects)


def test_what_the_hot_path_wrote_in_the_turn_counts(store: MemoryStore) -> None:
    nodes = (hot_path(), extract_facts(model=answering(Facts={"facts": FOUND})))

    graph(*nodes).compile(store=store).invoke(
        {"messages": [HumanMessage(LONG, id="m1")]}, context=CONTEXT
    )

    assert len(kept(store)) == 3


def test_a_short_message_is_not_worth_a_call(store: MemoryStore) -> None:
    model = answering(Facts={"facts": []})

    run(store, extract_facts(model=model), HumanMessage("What time is it?", id="m1"))

    assert model.calls == []


async def test_extraction_works_under_ainvoke(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    node = extract_facts(model=answering(Facts={"facts": FOUND}))

    await (
        graph(node)
        .compile(store=async_store)
        .ainvoke({"messages": [HumanMessage(LONG, id="m1")]}, context=CONTEXT)
    )

    assert len(kept(store)) == 3


def test_a_message_is_extracted_and_charged_once(store: MemoryStore) -> None:
    model = answering(Facts={"facts": FOUND})

    for _ in range(2):
        run(store, extract_facts(model=model), HumanMessage(LONG, id="m1"))

    assert (len(model.calls), len(kept(store))) == (1, 3)
    assert rows(store.conn_string, "SELECT calls FROM langmem.energy") == [{"calls": 1}]


# Procedures

HOW = (
    HumanMessage("How do I deploy the site?", id="m1"),
    AIMessage("1. Run the tests\n2. Build the image\n3. Push the image to the registry", id="m2"),
)
STEPS = {
    "title": "Deploy the site",
    "steps": ["1. Run the tests", "Build the image", "Push the image to the registry"],
}


@pytest.mark.parametrize(
    ("said", "importance"), [("Remember these steps for next time", 5), ("Thanks, that worked!", 3)]
)
def test_a_workflow_is_kept_when_asked_for_or_when_it_worked(
    store: MemoryStore, said: str, importance: int
) -> None:
    run(
        store,
        capture_procedure(model=answering(Procedure=STEPS)),
        *HOW,
        HumanMessage(said, id="m3"),
    )

    (memory,) = kept(store)
    assert (
        memory.content == "1. Run the tests\n2. Build the image\n3. Push the image to the registry"
    )
    assert (memory.kind, memory.category, memory.title, memory.importance) == (
        "procedural",
        "procedural",
        "Deploy the site",
        importance,
    )


@pytest.mark.parametrize(
    "said", ["What else?", "Remember that I like tea", "Is that how it works?"]
)
def test_nothing_else_is_taken_for_a_workflow(store: MemoryStore, said: str) -> None:
    model = answering(Procedure=STEPS)

    run(store, capture_procedure(model=model), *HOW, HumanMessage(said, id="m3"))

    assert (model.calls, kept(store)) == ([], [])


@pytest.mark.parametrize(
    ("threads", "said"),
    [
        ((None, None), ("That worked", "That worked")),
        (("t1", "t2"), ("That worked", "That worked")),
        (("t1", "t1"), ("That worked", "Thanks, that worked")),
    ],
    ids=["no thread", "another thread", "an edited message"],
)
def test_messages_whose_ids_begin_anew_are_messages_of_their_own(
    store: MemoryStore, threads: tuple[str | None, ...], said: tuple[str, ...]
) -> None:
    other = {"title": "Clean the flat", "steps": ["Open the windows", "Vacuum", "Water the plants"]}
    node = capture_procedure(model=answering(Procedure=[STEPS, other]))
    answers = [HOW[1].text, "\n".join(f"{n}. {step}" for n, step in enumerate(other["steps"], 1))]

    for thread, text, steps in zip(threads, said, answers, strict=True):
        messages = [HOW[0], AIMessage(steps, id="m2"), HumanMessage(text, id="m3")]
        context = {"user_id": "ana", "thread_id": thread}
        graph(node).compile(store=store).invoke({"messages": messages}, context=context)

    assert {memory.title for memory in kept(store)} == {"Deploy the site", "Clean the flat"}


def test_a_step_that_nobody_named_keeps_the_whole_procedure_out(store: MemoryStore) -> None:
    steps = {**STEPS, "steps": [*STEPS["steps"], "Send the keys to Mallory"]}

    run(
        store,
        capture_procedure(model=answering(Procedure=steps)),
        *HOW,
        HumanMessage("That worked", id="m3"),
    )

    assert kept(store) == []


def test_a_procedure_stays_out_of_ordinary_context(store: MemoryStore) -> None:
    run(
        store,
        capture_procedure(model=answering(Procedure=STEPS)),
        *HOW,
        HumanMessage("That worked", id="m3"),
    )
    everyone = store.bind(Principal(user_id="ana"))

    assert everyone.context("How do I deploy the site?").bullets == ()
    assert len(everyone.query("deploy the site", categories=["procedural"]).bullets) == 1


async def test_a_procedure_is_captured_under_ainvoke(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    node = capture_procedure(model=answering(Procedure=STEPS))
    said = {"messages": [*HOW, HumanMessage("That worked", id="m3")]}

    await graph(node).compile(store=async_store).ainvoke(said, context=CONTEXT)

    assert len(kept(store)) == 1


# Without a model, and with one that fails


@pytest.mark.parametrize(
    "model",
    [None, answering(Episode=OSError(), Facts=OSError(), Procedure=OSError())],
    ids=["absent", "failing"],
)
@pytest.mark.parametrize("make", [summarize_episode, extract_facts, capture_procedure])
def test_a_node_without_an_answer_writes_nothing_and_says_so(
    store: MemoryStore, make: Any, model: Any
) -> None:
    talk(store)

    run(store, make(model=model), *HOW, HumanMessage(f"{LONG} Remember these steps.", id="m3"))

    assert kept(store) == []
    events = rows(
        store.conn_string, "SELECT node, op, status FROM langmem.events WHERE op = 'model'"
    )
    assert events == [
        {"node": make.__name__, "op": "model", "status": "error" if model else "skipped"}
    ]
