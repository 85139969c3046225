"""What do the models cost, who pays, and when is nobody asked any more?"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier
from typing import Any, ClassVar

import pytest
from books import rows
from fix_clock import FakeClock
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.outputs import ChatGenerationChunk
from langgraph.graph import END, START, StateGraph
from pydantic import Field
from scripted_answers import answering, fact
from scripted_model import ScriptedChatModel

from langmem_ext import (
    AsyncMemoryStore,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
    Settings,
)
from langmem_ext.graphs import session_review, supervisor
from langmem_ext.nodes import extract_facts, summarize_episode
from langmem_ext.settings import EnergySettings
from langmem_ext.stores.operations import energy
from langmem_ext.stores.operations.energy import Call
from langmem_ext.stores.operations.turns import NewTurn

ANA = Principal(user_id="ana", thread_id="t1")
LONG = "I moved to Lisbon in March. " + "There is nothing else to tell of this long day. " * 6
MOVED = {"facts": [fact("The user moved to Lisbon in March", 1)]}


def graph(node: Any) -> StateGraph[Any, Any, Any, Any]:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node(node)
    builder.add_edge(START, node.get_name())
    builder.add_edge(node.get_name(), END)
    return builder


def spend(store: MemoryStore, units: float, tenant: str = "default") -> None:
    scope = store.bind(Principal(user_id="x", tenant=tenant)).scope
    tokens = int((units - 10) * 1000)
    call = Call("spent", "spent", "p", "m", tokens, 0, answer={})
    store.run(energy.keep_call(scope, f"{tenant}/user:x", call))


def extract(store: MemoryStore, settings: Settings, model: Any) -> list[str]:
    node = extract_facts(settings, model)
    said = {"messages": [HumanMessage(LONG, id="m1")]}
    graph(node).compile(store=store).invoke(said, context={"user_id": "ana", "thread_id": "t1"})
    return [memory.content for memory in store.bind(Principal(user_id="ana")).list()]


def ledger(store: MemoryStore, tenant: str = "default") -> energy.Energy:
    return store.run(energy.energy(store.scope, tenant))


def test_a_call_costs_ten_units_and_one_for_a_thousand_tokens(store: MemoryStore) -> None:
    extract(store, Settings(), answering(Facts=MOVED))

    assert ledger(store).units == pytest.approx(11)
    assert (ledger(store).tokens, ledger(store).calls, ledger(store).failed) == (1000, 1, 0)
    assert ledger(store).left == pytest.approx(1 - 11 / 10_000)


def test_a_question_is_charged_once_however_many_ask_it_at_once(store: MemoryStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: spend(store, 20), range(8)))

    assert (ledger(store).calls, ledger(store).units) == (1, pytest.approx(20))


def test_calls_that_are_made_at_once_are_all_counted(store: MemoryStore) -> None:
    scope = store.bind(ANA).scope

    def charge(n: int) -> None:
        store.run(
            energy.keep_call(
                scope, "default/user:ana", Call(f"k{n}", "j", "p", "m", 0, 0, answer={})
            )
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(charge, range(40)))

    assert (ledger(store).calls, ledger(store).units) == (40, pytest.approx(400))


def test_what_the_user_waits_for_goes_on_below_a_fifth(store: MemoryStore) -> None:
    spend(store, 85)

    tight = Settings(energy=EnergySettings(daily_units=100))

    assert extract(store, tight, answering(Facts=MOVED)) == ["The user moved to Lisbon in March"]


def test_calls_at_once_do_not_go_over_the_ceiling_together(store: MemoryStore) -> None:
    scope = replace(store.bind(ANA).scope, settings=Settings(energy=EnergySettings(daily_units=50)))
    begin = Barrier(8)

    def call(n: int) -> bool:
        wanted = energy.reservation(scope, 1000, 1000)  # 12 units
        begin.wait()
        if not store.run(energy.reserve(scope, wanted, background=False), scope):
            return False
        made = Call(f"k{n}", "j", "p", "m", 1000, 1000, answer={})
        store.run(energy.keep_call(scope, "default/user:ana", made, wanted), scope)
        return True

    with ThreadPoolExecutor(8) as pool:
        first = sum(pool.map(call, range(8)))
        second = sum(pool.map(call, range(8, 16)))

    assert (first, second) == (4, 0)  # four times 12 is 48
    assert ledger(store).units == pytest.approx(48)
    assert rows(store.conn_string, "SELECT reserved FROM langmem.energy") == [{"reserved": {}}]


def test_of_eight_that_ask_at_once_as_many_are_asked_as_may(store: MemoryStore) -> None:
    spend(store, 70)
    tight, model = Settings(energy=EnergySettings(daily_units=100)), answering(Facts=MOVED)
    model.delay = 0.3  # all of them are under way at the same time

    with ThreadPoolExecutor(8) as pool:
        said = (HumanMessage(LONG, id=f"m{n}") for n in range(8))
        list(
            pool.map(
                lambda message: (
                    graph(extract_facts(tight, model))
                    .compile(store=store)
                    .invoke(
                        {"messages": [message]}, context={"user_id": "ana", "thread_id": message.id}
                    )
                ),
                said,
            )
        )

    assert len(model.calls) == 2
    assert ledger(store).units == pytest.approx(92)


class Talkative(ScriptedChatModel):
    """A model that says as much as it may, and is charged for it."""

    max_tokens: int | None = None

    def _generate(self, *args: Any, **kwargs: Any) -> Any:
        made = super()._generate(*args, **kwargs)
        said = made.generations[0].message
        length = self.max_tokens or 90_000
        usage = {"input_tokens": 900, "output_tokens": length, "total_tokens": 900 + length}
        said.usage_metadata = usage
        return made


@pytest.mark.parametrize("daily_units", [100, 57, 31])
def test_no_answer_is_longer_than_what_was_reserved_for_it(
    store: MemoryStore, daily_units: float
) -> None:
    answered = answering(Facts=MOVED)
    model = Talkative(respond=answered.respond)
    tight = Settings(energy=EnergySettings(daily_units=daily_units))

    for n in range(12):
        said = {"messages": [HumanMessage(LONG, id=f"m{n}")]}
        who = {"user_id": "ana", "thread_id": f"t{n}"}
        graph(extract_facts(tight, model)).compile(store=store).invoke(said, context=who)

    assert 0 < ledger(store).units <= daily_units
    assert (
        ledger(store).calls == daily_units // 20
    )  # 10, and .9 for the question, 8.2 for the answer


class Endless(ScriptedChatModel):
    """A model that takes no bound, and goes on as long as it is listened to."""

    told: list[int] = Field(default_factory=list)

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        self.told.append(0)
        for _ in range(90_000):
            self.told[-1] += 1
            yield ChatGenerationChunk(message=AIMessageChunk("word "))


@pytest.mark.parametrize("how", ["invoke", "ainvoke"])
async def test_a_model_without_a_bound_is_not_listened_to_for_longer_than_was_reserved(
    store: MemoryStore, async_store: AsyncMemoryStore, how: str
) -> None:
    model = Endless()
    tight = Settings(energy=EnergySettings(daily_units=50, answer_tokens=1000))
    who: Any = {"user_id": "ana", "thread_id": "t"}

    for n in range(6):
        said = {"messages": [HumanMessage(LONG, id=f"m{n}")]}
        built = graph(extract_facts(tight, model))
        if how == "invoke":
            built.compile(store=store).invoke(said, context=who)
        else:
            await built.compile(store=async_store).ainvoke(said, context=who)

    assert 30 < ledger(store).units <= 50
    assert (ledger(store).failed, len(model.told)) == (4, 4)
    assert max(model.told) <= 1000
    failed = rows(store.conn_string, "SELECT DISTINCT error FROM langmem.model_calls")
    assert failed == [{"error": "too long"}]


def test_of_a_model_that_says_all_at_once_the_longest_answer_is_remembered(
    store: MemoryStore,
) -> None:
    class Abrupt(Talkative):
        max_tokens: ClassVar[None] = None  # type: ignore[misc,assignment]

    model = Abrupt(respond=answering(Facts=MOVED).respond)
    wide = Settings(energy=EnergySettings(daily_units=250))

    for n in range(5):
        said = {"messages": [HumanMessage(LONG, id=f"m{n}")]}
        who: Any = {"user_id": "ana", "thread_id": "t"}
        graph(extract_facts(wide, model)).compile(store=store).invoke(said, context=who)

    assert (ledger(store).calls, ledger(store).units) == (2, pytest.approx(2 * 100.9))


def test_a_model_is_expected_to_say_as_much_as_its_profile_says(store: MemoryStore) -> None:
    model = answering(Facts=MOVED)
    model.profile = {"max_output_tokens": 64_000}
    tight = Settings(energy=EnergySettings(daily_units=70))

    assert extract(store, tight, model) == []
    assert model.calls == []


def test_a_deployment_says_how_long_answers_may_be(store: MemoryStore) -> None:
    model = Talkative(respond=answering(Facts=MOVED).respond)

    extract(store, Settings(energy=EnergySettings(answer_tokens=1000)), model)

    assert ledger(store).tokens == 1900


def test_what_a_dead_process_has_reserved_runs_out(store: MemoryStore, clock: FakeClock) -> None:
    scope = replace(store.bind(ANA).scope, settings=Settings(energy=EnergySettings(daily_units=20)))

    def reserve() -> bool:
        wanted = energy.reservation(scope, 1000, None)
        granted: bool = store.run(energy.reserve(scope, wanted, background=False), scope)
        return granted

    assert [reserve(), reserve()] == [True, False]
    clock.advance(energy.RESERVED_FOR)
    assert reserve()
    assert len(rows(store.conn_string, "SELECT * FROM langmem.energy")[0]["reserved"]) == 1


def test_a_call_that_fails_gives_back_what_it_has_not_used(store: MemoryStore) -> None:
    extract(store, Settings(), answering(Facts=RuntimeError("down")))

    assert rows(store.conn_string, "SELECT reserved, calls, failed FROM langmem.energy") == [
        {"reserved": {}, "calls": 1, "failed": 1}
    ]


def test_nobody_is_asked_at_the_ceiling(store: MemoryStore, clock: FakeClock) -> None:
    spend(store, 100)
    tight, model = Settings(energy=EnergySettings(daily_units=100)), answering(Facts=MOVED)

    assert extract(store, tight, model) == []
    assert model.calls == []
    assert rows(store.conn_string, "SELECT op, status, reason FROM langmem.events") == [
        {"op": "model", "status": "skipped", "reason": "energy"}
    ]

    clock.advance(timedelta(days=1))
    assert len(extract(store, tight, model)) == 1


def test_each_tenant_pays_for_itself(store: MemoryStore, clock: FakeClock) -> None:
    acme = Principal(user_id="ana", thread_id="t1", tenant="acme")
    store.bind(acme).add_turns([NewTurn("user", f"Message {n}") for n in range(3)])
    clock.advance(timedelta(hours=1))

    session_review.build(model=answering()).compile(store=store).invoke({})

    assert (ledger(store).calls, ledger(store, "acme").calls) == (0, 2)
    assert store.energy_consumed_since_last_poll("acme") == pytest.approx(22)
    assert store.energy_consumed_since_last_poll() == 0


async def test_what_was_spent_can_be_awaited(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    spend(store, 30)

    assert await async_store.aenergy_consumed_since_last_poll() == pytest.approx(30)


def test_answers_are_charged_too(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["supervisor", "Hello Ana."])

    supervisor.build(model=model).compile(store=store).invoke(
        {"messages": [HumanMessage("Hello")]}, context={"user_id": "ana"}
    )

    assert ledger(store).calls == 2
    nodes = rows(store.conn_string, "SELECT node FROM langmem.model_calls ORDER BY node")
    assert [row["node"] for row in nodes] == ["router", "supervisor"]


def converse(store: MemoryStore, settings: Settings, model: Any, turns: int) -> list[str]:
    graph = supervisor.build(settings, model).compile(store=store)
    said = ({"messages": [HumanMessage("Hello", id=f"m{n}")]} for n in range(turns))
    return [graph.invoke(each, context={"user_id": "ana"})["messages"][-1].text for each in said]


def test_answers_do_not_go_over_the_ceiling_and_the_conversation_goes_on(
    store: MemoryStore,
) -> None:
    store.bind(ANA).remember("Says hello every day", category="preferences")
    model = ScriptedChatModel(replies=["supervisor", "Hello Ana."])
    tight = Settings(energy=EnergySettings(daily_units=40))

    answers = converse(store, tight, model, 3)

    assert answers[0] == "Hello Ana."
    assert answers[-1].splitlines()[0] == "Today's budget for models is spent; from memory:"
    assert "Says hello every day" in answers[-1]
    assert 20 < ledger(store).units <= 40
    assert {"op": "model", "status": "skipped", "reason": "energy"} in rows(
        store.conn_string, "SELECT op, status, reason FROM langmem.events"
    )
    assert rows(store.conn_string, "SELECT reserved FROM langmem.energy") == [{"reserved": {}}]


def test_a_deployment_may_let_answers_go_on_at_the_ceiling(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["supervisor", "Hello Ana."])
    free = Settings(energy=EnergySettings(daily_units=40, answers_at_ceiling=True))

    assert converse(store, free, model, 3) == ["Hello Ana."] * 3
    assert ledger(store).units > 60


def test_an_answer_costs_what_the_settings_of_its_graph_say(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=["supervisor", "Hello Ana."])

    converse(store, Settings(energy=EnergySettings(units_per_call=100)), model, 1)

    assert 200 <= ledger(store).units < 210


def test_an_answer_that_fails_is_charged_as_failed(store: MemoryStore) -> None:
    model = ScriptedChatModel(replies=[RuntimeError("down")])

    supervisor.build(model=model).compile(store=store).invoke(
        {"messages": [HumanMessage("Hello")]}, context={"user_id": "ana"}
    )

    assert ledger(store).failed == ledger(store).calls == 2


def test_answers_and_calls_are_forgotten_in_time(store: MemoryStore, clock: FakeClock) -> None:
    extract(store, Settings(), answering(Facts=MOVED))
    clock.advance(timedelta(days=2))
    store.run(energy.forget_calls(store.scope))
    assert rows(store.conn_string, "SELECT answer FROM langmem.model_calls") == [{"answer": None}]

    clock.advance(timedelta(days=30))
    store.run(energy.forget_calls(store.scope))
    assert rows(store.conn_string, "SELECT 1 FROM langmem.model_calls") == []
    assert len(rows(store.conn_string, "SELECT 1 FROM langmem.energy")) == 1


def test_a_trace_names_the_node_and_holds_no_secret(store: MemoryStore) -> None:
    class Trace(BaseCallbackHandler):
        def __init__(self) -> None:
            self.names: list[str] = []
            self.said: list[str] = []

        def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:
            self.names.append(kwargs.get("name") or "")

        def on_chat_model_start(self, serialized: Any, messages: Any, **kwargs: Any) -> None:
            self.said.append(str(messages))

    trace = Trace()
    view = store.bind(ANA)
    view.add_turns(
        [
            NewTurn("user", "My password is hunter2-Zebra!"),
            NewTurn("user", "I like tea."),
            NewTurn("user", "Bye"),
        ]
    )
    node = summarize_episode(model=answering(Episode={"summary": "The user talked about tea."}))

    graph(node).compile(store=store).invoke(
        {"messages": []}, {"callbacks": [trace]}, context={"user_id": "ana", "thread_id": "t1"}
    )

    assert "summarize_episode" in trace.names
    assert trace.said
    assert "hunter2" not in str(trace.said)
