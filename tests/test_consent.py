"""Does what is personal change only with the user's word?"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any, cast

import pytest
from books import rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

from langmem_ext import (
    AsyncMemoryStore,
    MemoryContext,
    MemoryState,
    MemoryStore,
    Principal,
    Settings,
)
from langmem_ext.graphs import daily, supervisor
from langmem_ext.nodes import ask_consent, commands, hot_path
from langmem_ext.nodes.commands import answered
from langmem_ext.policies.replies import Answer, Proposed, read_reply
from langmem_ext.settings import ConsentSettings
from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer
from langmem_ext.stores.view import MemoryView

NAMED = "The user's preferred name is Ana"
RENAMED = "The user's preferred name is Annie"
SPEAKS = "The user's pronouns are she/her"
ASKED = (
    f"I'll remember this once you have confirmed it: {RENAMED} (until then: {NAMED})\n"
    "Say “yes, please do”, or “no”."
)
INTERRUPTING = Settings(consent=ConsentSettings(ask="interrupt"))


def agent(state: MemoryState) -> dict[str, Any]:
    """Answer as an agent would that only repeats what it was told."""
    return {"messages": [AIMessage("\n".join(["agent:", *state.get("memory_notices", [])]))]}


def conversation(store: Any, saver: Any, settings: Settings | None = None) -> Any:
    builder = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("commands", commands(settings))
    builder.add_node("hot_path", hot_path(settings))
    builder.add_node("ask_consent", ask_consent(settings))
    builder.add_node("agent", agent)
    builder.add_edge(START, "commands")
    builder.add_conditional_edges(
        "commands", lambda state: END if answered(state) else "hot_path", ["hot_path", END]
    )
    builder.add_edge("hot_path", "ask_consent")
    builder.add_edge("ask_consent", "agent")
    builder.add_edge("agent", END)
    return builder.compile(store=store, checkpointer=saver)


class Talk:
    """Say one thing after the other, with `invoke` or with `ainvoke`; `restart` forgets all but the checkpoints."""

    def __init__(self, store: Any, colour: str, settings: Settings | None = None) -> None:
        self.store, self.colour, self.settings = store, colour, settings
        self.saver = InMemorySaver(serde=MemorySerializer())
        self.restart()

    def restart(self) -> None:
        self.graph = conversation(self.store, self.saver, self.settings)

    async def run(self, given: Any, user: str = "ana", thread: str = "t1", **context: Any) -> Any:
        config = {"configurable": {"thread_id": thread}}
        who = {"user_id": user, **context}
        if self.colour == "ainvoke":
            return await self.graph.ainvoke(given, config, context=who)
        return await asyncio.to_thread(self.graph.invoke, given, config, context=who)

    async def __call__(self, text: str, user: str = "ana", **more: Any) -> list[str]:
        """Return the notices of the turn."""
        self.state = await self.run({"messages": [HumanMessage(text)]}, user, **more)
        return list(self.state.get("memory_notices", []))

    async def resume(self, answer: Any, user: str = "ana", **more: Any) -> list[str]:
        self.state = await self.run(Command(resume=answer), user, **more)
        return list(self.state.get("memory_notices", []))

    def statuses(self) -> list[str]:
        return [outcome.status for outcome in self.state["memory_outcomes"]]


@pytest.fixture(params=["invoke", "ainvoke"])
def colour(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    """Ana's view; her preferred name and her pronouns are known."""
    view = store.bind(Principal(user_id="ana"))
    view.remember(NAMED, category="profile", slot="preferred_name")
    view.remember(SPEAKS, category="profile", slot="pronouns")
    return view


@pytest.fixture
def talk(ana: MemoryView, store: MemoryStore, async_store: AsyncMemoryStore, colour: str) -> Talk:
    return Talk(async_store if colour == "ainvoke" else store, colour)


@pytest.fixture
def stopping(
    ana: MemoryView, store: MemoryStore, async_store: AsyncMemoryStore, colour: str
) -> Talk:
    return Talk(async_store if colour == "ainvoke" else store, colour, INTERRUPTING)


def value(view: MemoryView, slot: str = "preferred_name") -> str:
    (memory,) = view.list(filters={"slot": slot})
    return memory.content


# Asked in a notice


async def test_a_first_value_that_the_user_states_is_consent(store: MemoryStore) -> None:
    talk = Talk(store, "invoke")

    notices = await talk("My friends call me Ana")

    assert notices == []
    assert talk.statuses() == ["created"]
    assert value(store.bind(Principal(user_id="ana"))) == NAMED


@pytest.mark.parametrize(
    "yes", ["yes, please do", "Yes!", "sure, go ahead", "do it", "that's right"]
)
async def test_a_change_is_asked_for_and_the_next_yes_applies_it(
    yes: str, talk: Talk, ana: MemoryView
) -> None:
    assert await talk("My friends call me Annie") == [ASKED]
    assert value(ana) == NAMED

    notices = await talk(yes)

    assert notices == [f"Got it, I'll remember that: {RENAMED} (before: {NAMED})"]
    assert talk.statuses() == ["superseded"]
    assert value(ana) == RENAMED
    assert not ana.proposals


async def test_a_no_drops_it(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")

    assert await talk("no thanks") == ["All right, I left that as it is."]
    assert not ana.proposals

    assert await talk("yes") == []
    assert value(ana) == NAMED


@pytest.mark.parametrize("other", ["ok", "I love green tea", "yes?", "No worries", "What is new?"])
async def test_what_is_no_answer_leaves_it_waiting(other: str, talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")

    assert await talk(other) == []
    assert [each.content for each in ana.proposals] == [RENAMED]
    assert value(ana) == NAMED


async def test_a_yes_to_a_later_question_applies_nothing(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")
    await talk("Which film shall I watch?")

    assert await talk("yes, please do") == []
    assert value(ana) == NAMED


async def test_the_yes_to_clearing_everything_is_not_taken_for_consent(
    talk: Talk, ana: MemoryView
) -> None:
    await talk("My friends call me Annie")
    await talk("clear all my memories")
    await talk("no")
    await talk("yes")

    assert value(ana) == NAMED
    assert len(ana.list()) == 2


@pytest.mark.parametrize("reply", ["No, call me Anny", "no, my friends call me Anny"])
async def test_another_value_in_the_answer_is_consent_to_that_value(
    reply: str, talk: Talk, ana: MemoryView
) -> None:
    await talk("My friends call me Annie")

    await talk(reply)

    assert value(ana) == "The user's preferred name is Anny"
    assert not ana.proposals


async def test_the_decision_is_audited(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")
    (waiting,) = ana.proposals
    await talk("yes, please do")

    events = ana.history(waiting.id)

    assert [(each.event, each.meta.get("consent")) for each in events] == [
        ("ADD", True),
        ("ADD", None),
    ]


async def test_a_restart_between_question_and_answer_loses_nothing(
    talk: Talk, ana: MemoryView
) -> None:
    await talk("My friends call me Annie")
    talk.restart()

    await talk("yes, please do")

    assert value(ana) == RENAMED


@pytest.mark.parametrize("ask", ["notice", "interrupt"])
def test_another_process_takes_the_answer(ask: Any, ana: MemoryView, database_uri: str) -> None:
    """With the checkpointer on Postgres, everything opened anew between question and answer."""
    settings = Settings(consent=ConsentSettings(ask=ask), embedder="none")
    message = HumanMessage("My friends call me Annie")

    def run(given: Any) -> Any:
        with (
            MemoryStore.from_conn_string(database_uri, settings, index=False) as store,
            MemoryCheckpointer.from_conn_string(database_uri) as saver,
        ):
            saver.setup()
            graph = supervisor.build().compile(store=store, checkpointer=saver)
            config: Any = {"configurable": {"thread_id": "t1"}}
            return graph.invoke(given, config, context=cast(Any, {"user_id": "ana"}))

    run({"messages": [message]})
    yes = HumanMessage("yes, please do")
    state = run({"messages": [yes]} if ask == "notice" else Command(resume="yes, please do"))

    assert value(ana) == RENAMED
    assert RENAMED in state["memory_notices"][0]


async def test_a_turn_that_is_run_again_tells_the_same(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")
    (waiting,) = ana.proposals
    ana.consent(waiting.id, True)  # as a run did that died before its checkpoint

    assert await talk("yes, please do") == [f"Got it, I'll remember that: {RENAMED}"]
    assert value(ana) == RENAMED


async def test_somebody_elses_yes_counts_for_nothing(talk: Talk, ana: MemoryView) -> None:
    group: Any = {"chat_id": "family", "participants": ("ana", "ben")}
    await talk("My friends call me Annie", **group)

    assert await talk("yes, please do", "ben", **group) == []
    assert value(ana) == NAMED

    await talk("yes, please do", **group)
    assert value(ana) == RENAMED


async def test_the_thread_of_somebody_else_gives_nothing_away(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")

    assert await talk("yes to the first", "ben") == []
    assert value(ana) == NAMED


async def test_an_expired_proposal_is_not_applied(
    talk: Talk, ana: MemoryView, clock: FakeClock
) -> None:
    await talk("My friends call me Annie")
    clock.advance(timedelta(days=7))

    (notice,) = await talk("yes, please do")

    assert notice.startswith("That change no longer waits")
    assert value(ana) == NAMED


async def test_maintenance_lets_a_proposal_go_after_a_week(
    talk: Talk, ana: MemoryView, store: MemoryStore, clock: FakeClock
) -> None:
    await talk("My friends call me Annie")
    (waiting,) = ana.proposals
    clock.advance(timedelta(days=7))

    report = daily.build().compile(store=store).invoke({})["report"]

    assert (report["expire"], report["forget_proposals"]) == (0, 1)
    assert rows(store.conn_string, "SELECT 1 FROM langmem.memories WHERE state <> 'active'") == []
    assert [each.event for each in ana.history(waiting.id)] == ["TTL", "ADD"]


async def test_of_two_proposals_the_first_can_be_chosen(talk: Talk, ana: MemoryView) -> None:
    (question,) = await talk("My friends call me Annie. My pronouns are they/them.")
    assert question.splitlines() == [
        "I'll remember these once you have confirmed them:",
        f"1. {RENAMED} (until then: {NAMED})",
        f"2. The user's pronouns are they/them (until then: {SPEAKS})",
        "Say “yes to all”, “yes to the first”, or “no”.",
    ]

    await talk("yes to the first")

    assert value(ana) == RENAMED
    assert value(ana, "pronouns") == SPEAKS
    assert [each.content for each in ana.proposals] == ["The user's pronouns are they/them"]


@pytest.mark.parametrize(
    ("reply", "name", "pronouns", "left"),
    [
        ("yes, both", RENAMED, "The user's pronouns are they/them", 0),
        ("neither", NAMED, SPEAKS, 0),
        ("the name yes, the pronouns no", RENAMED, SPEAKS, 0),
        ("only the second", NAMED, "The user's pronouns are they/them", 0),
        ("no to the first", NAMED, SPEAKS, 1),
    ],
)
async def test_each_proposal_has_its_answer(
    reply: str, name: str, pronouns: str, left: int, ana: MemoryView, store: MemoryStore
) -> None:
    talk = Talk(store, "invoke")
    await talk("My friends call me Annie. My pronouns are they/them.")

    await talk(reply)

    assert (value(ana), value(ana, "pronouns"), len(ana.proposals)) == (name, pronouns, left)


async def test_what_another_conversation_proposed_is_asked_once_in_a_new_one(
    talk: Talk, ana: MemoryView
) -> None:
    ana.remember("The user lives in Porto", slot="city", category="profile", source="review")

    (question,) = await talk("Good morning")
    assert "The user lives in Porto" in question
    assert await talk("Is it raining?") == []

    await talk("Good morning", thread="t2")
    await talk("yes, please do", thread="t2")
    assert value(ana, "city") == "The user lives in Porto"


async def test_what_a_tool_proposed_is_asked_in_the_next_turn(talk: Talk, ana: MemoryView) -> None:
    await talk("Good morning")
    ana.remember(RENAMED, slot="preferred_name", category="profile", source="tool")
    call: Any = {"name": "memory_remember", "args": {}, "id": "c1", "type": "tool_call"}
    answer = [
        HumanMessage("Annie is how I am known"),
        AIMessage("", tool_calls=[call]),
        ToolMessage('{"status": "proposed"}', tool_call_id="c1", name="memory_remember"),
        AIMessage("Noted."),
    ]
    talk.state = await talk.run({"messages": [*answer, HumanMessage("Which film shall I watch?")]})

    assert "Annie" in talk.state["memory_notices"][0]
    await talk("yes, please do")
    assert value(ana) == RENAMED


async def test_a_goal_that_an_agent_keeps_by_tool_is_kept_at_once(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana", agent="planner"))

    outcome = view.remember("The user wants to ship v1", category="goals", source="tool")

    assert outcome.status == "created"


async def test_an_applied_change_can_be_undone(talk: Talk, ana: MemoryView) -> None:
    await talk("My friends call me Annie")
    await talk("yes, please do")

    await talk("undo that")

    assert value(ana) == NAMED


async def test_the_answer_knows_what_was_agreed_to(store: MemoryStore, ana: MemoryView) -> None:
    graph = supervisor.build().compile(store=store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t1"}}
    who: Any = {"user_id": "ana"}
    graph.invoke({"messages": [HumanMessage("My friends call me Annie")]}, config, context=who)

    state = graph.invoke({"messages": [HumanMessage("yes, please do")]}, config, context=who)

    assert RENAMED in state["memory_context"]
    assert NAMED not in state["memory_context"]


# Where the user lives


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("I live in Porto.", "I live in Lisbon."),
        ("I live in Porto.", "I moved to Faro last month"),
        ("I'm based in Berlin", "We relocated to Munich"),
        ("I'm currently living in Graz", "I live in Linz now"),
        ("I live in Porto", "My city is Lisbon"),
    ],
)
async def test_another_place_to_live_waits_for_the_user(
    first: str, later: str, store: MemoryStore
) -> None:
    talk, view = Talk(store, "invoke"), store.bind(Principal(user_id="ana"))
    assert await talk(first) == []
    before = value(view, "location")

    (question,) = await talk(later)

    (waiting,) = view.proposals
    assert waiting.content in question
    assert value(view, "location") == before
    await talk("yes, please do")
    assert value(view, "location") == waiting.content


async def test_the_place_is_the_city_in_an_answer(store: MemoryStore, ana: MemoryView) -> None:
    ana.remember("The user lives in Porto", category="profile", slot="location")
    talk = Talk(store, "invoke")
    await talk("My friends call me Annie. I live in Lisbon.")

    await talk("the name no, the city yes")

    assert (value(ana), value(ana, "location")) == (NAMED, "The user lives in Lisbon")


async def test_a_request_to_remember_the_new_place_is_consent(store: MemoryStore) -> None:
    talk, view = Talk(store, "invoke"), store.bind(Principal(user_id="ana"))
    await talk("I live in Porto.")

    (notice,) = await talk("Remember that I moved to Lisbon")

    assert "(before: The user lives in Porto)" in notice
    assert value(view, "location") == "The user moved to Lisbon"


@pytest.mark.parametrize("right", ["sorry, I meant Braga", "*Braga", "no, I meant Braga"])
async def test_a_slip_that_is_put_right_at_once_is_not_asked_about(
    right: str, store: MemoryStore
) -> None:
    talk, view = Talk(store, "invoke"), store.bind(Principal(user_id="ana"))
    await talk("I live in Porto.")

    assert await talk(right) == []
    assert value(view, "location") == "The user lives in Braga"


# Asked by an interrupt


async def test_the_graph_stops_and_tells_what_it_waits_for(stopping: Talk, ana: MemoryView) -> None:
    await stopping("My friends call me Annie")

    (stop,) = stopping.state["__interrupt__"]
    (waiting,) = ana.proposals
    assert stop.value == {
        "type": "memory_consent",
        "question": ASKED,
        "proposals": [
            {"id": waiting.id, "slot": "preferred_name", "content": RENAMED, "before": NAMED}
        ],
    }


@pytest.mark.parametrize("yes", [True, "yes", "yes, please do"])
async def test_resumed_with_a_yes_the_change_applies(
    yes: Any, stopping: Talk, ana: MemoryView
) -> None:
    await stopping("My friends call me Annie")
    stopping.restart()

    notices = await stopping.resume(yes)

    assert notices == [f"Got it, I'll remember that: {RENAMED} (before: {NAMED})"]
    assert stopping.statuses() == ["proposed", "superseded"]
    assert stopping.state["messages"][-1].content.startswith("agent:")
    assert value(ana) == RENAMED


@pytest.mark.parametrize("no", [False, "no", "rather not"])
async def test_resumed_with_a_no_it_is_dropped(no: Any, stopping: Talk, ana: MemoryView) -> None:
    await stopping("My friends call me Annie")

    assert await stopping.resume(no) == ["All right, I left that as it is."]
    assert value(ana) == NAMED
    assert not ana.proposals


@pytest.mark.parametrize(
    "edited",
    [{"edited": "The user's preferred name is Anny"}, {"edited": "Call me Anny"}, "Call me Anny"],
)
async def test_resumed_with_other_words_those_are_kept(
    edited: Any, stopping: Talk, ana: MemoryView
) -> None:
    await stopping("My friends call me Annie")

    await stopping.resume(edited)

    assert value(ana) == "The user's preferred name is Anny"
    assert not ana.proposals


@pytest.mark.parametrize("unsure", ["maybe later", {}, 7, {"edited": "  "}])
async def test_resumed_with_no_answer_it_keeps_waiting(
    unsure: Any, stopping: Talk, ana: MemoryView
) -> None:
    await stopping("My friends call me Annie")

    await stopping.resume(unsure)

    assert value(ana) == NAMED
    assert len(ana.proposals) == 1


async def test_an_edit_with_a_secret_is_refused_and_the_proposal_waits(
    stopping: Talk, ana: MemoryView
) -> None:
    await stopping("My friends call me Annie")

    (notice,) = await stopping.resume({"edited": "my password is tr0ub4dor&3"})

    assert notice.startswith("I can't store that")
    assert "tr0ub4dor" not in notice
    assert len(ana.proposals) == 1


async def test_each_of_two_is_answered_by_its_id(stopping: Talk, ana: MemoryView) -> None:
    await stopping("My friends call me Annie. My pronouns are they/them.")
    first, second = ana.proposals

    await stopping.resume({first.id: True, second.id: "no"})

    assert (value(ana), value(ana, "pronouns")) == (RENAMED, SPEAKS)
    assert not ana.proposals


async def test_two_are_answered_in_words(stopping: Talk, ana: MemoryView) -> None:
    await stopping("My friends call me Annie. My pronouns are they/them.")

    await stopping.resume("yes to the first")

    assert (value(ana), value(ana, "pronouns")) == (RENAMED, SPEAKS)
    assert len(ana.proposals) == 1


async def test_resumed_by_somebody_else_nothing_changes(stopping: Talk, ana: MemoryView) -> None:
    await stopping("My friends call me Annie")

    await stopping.resume(True, "ben")

    assert value(ana) == NAMED
    assert len(ana.proposals) == 1


async def test_resumed_after_a_week_nothing_changes(
    stopping: Talk, ana: MemoryView, clock: FakeClock
) -> None:
    await stopping("My friends call me Annie")
    clock.advance(timedelta(days=8))

    (notice,) = await stopping.resume(True)

    assert notice.startswith("That change no longer waits")
    assert value(ana) == NAMED


# Not asked at all


async def test_never_asking_leaves_it_to_the_application(
    store: MemoryStore, ana: MemoryView
) -> None:
    talk = Talk(store, "invoke", Settings(consent=ConsentSettings(ask="never")))

    assert await talk("My friends call me Annie") == [
        f"I'll remember this once you have confirmed it: {RENAMED}"
    ]
    assert await talk("yes, please do") == []
    assert len(ana.proposals) == 1


async def test_without_consent_a_change_applies_at_once(
    database_uri: str, ana: MemoryView, hash_embeddings: HashEmbeddings
) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
    off = Settings(consent=ConsentSettings(required=False))
    with MemoryStore.from_conn_string(database_uri, off, index=index) as store:
        talk = Talk(store, "invoke")

        await talk("My friends call me Annie")

        assert talk.statuses() == ["superseded"]
        assert value(ana) == RENAMED


# What is decided otherwise


def test_what_the_user_asks_for_settles_what_waits(ana: MemoryView) -> None:
    ana.remember(RENAMED, slot="preferred_name", category="profile", source="scan")
    ana.remember("The user lives in Porto", slot="city", category="profile", source="review")

    ana.remember(
        "The user's preferred name is Anny", slot="preferred_name", category="profile",
        user_requested=True,
    )  # fmt: skip

    assert [each.slot for each in ana.proposals] == ["city"]
    assert value(ana) == "The user's preferred name is Anny"


def test_one_value_of_a_slot_agreed_to_drops_the_older_ones(ana: MemoryView) -> None:
    first = ana.remember(RENAMED, slot="preferred_name", category="profile", source="scan")
    other = "The user's preferred name is Anny"
    second = ana.remember(other, slot="preferred_name", category="profile", source="scan")
    assert first.memory and second.memory
    assert len(ana.proposals) == 2

    ana.consent(second.memory.id, True)

    assert value(ana) == other
    assert not ana.proposals
    assert ana.history(first.memory.id)[0].meta == {"state": "proposed", "reason": "settled"}


def test_a_newer_value_for_the_same_slot_goes_on_waiting(ana: MemoryView) -> None:
    for name in ("Annie", "Anny"):
        content = f"The user's preferred name is {name}"
        ana.remember(content, slot="preferred_name", category="profile", source="scan")

    for proposal in ana.proposals:
        ana.consent(proposal.id, True)

    assert value(ana) == "The user's preferred name is Anny"
    assert not ana.proposals


def test_a_first_value_that_is_stated_settles_one_that_was_inferred(ana: MemoryView) -> None:
    ana.remember("The user lives in Porto", slot="city", category="profile", source="review")

    ana.remember("The user lives in Lisbon", slot="city", category="profile", source="scan")

    assert value(ana, "city") == "The user lives in Lisbon"
    assert not ana.proposals


# Benign fields: two signals

CASUAL = "The user wants a casual tone"


@pytest.fixture
def stylist(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", agent="stylist"))


def infer(view: MemoryView, content: str, *evidence: str, **more: Any) -> str:
    """Write what was inferred from some messages; return what became of it."""
    return view.remember(
        content, category="tone", source="review", source_ids=evidence, **more
    ).status


def test_what_was_inferred_about_a_benign_field_applies_at_the_second_signal(
    stylist: MemoryView,
) -> None:
    assert infer(stylist, CASUAL, "m1") == "proposed"
    assert stylist.list() == []

    assert infer(stylist, "The user really wants a casual tone.", "m2") == "created"
    assert stylist.list()[0].source_ids == ("m1", "m2")
    assert not stylist.proposals


def test_the_same_message_read_twice_is_one_signal(stylist: MemoryView) -> None:
    assert infer(stylist, CASUAL, "m1") == "proposed"
    assert infer(stylist, CASUAL, "m1") == "proposed"
    assert len(stylist.proposals) == 1


def test_signals_that_disagree_wait_side_by_side(stylist: MemoryView) -> None:
    infer(stylist, CASUAL, "m1")

    assert infer(stylist, "The user wants a formal tone", "m2") == "proposed"
    assert infer(stylist, "The user does not want a casual tone", "m3") == "proposed"
    assert len(stylist.proposals) == 3


def test_two_signals_in_one_set_agree(stylist: MemoryView) -> None:
    drafts = [
        {"content": CASUAL, "category": "tone", "source": "review", "source_ids": [f"m{n}"]}
        for n in (1, 2)
    ]

    outcomes = stylist.remember_many(drafts)

    assert [each.status for each in outcomes] == ["proposed", "created"]


def test_one_sure_signal_is_enough(stylist: MemoryView) -> None:
    assert infer(stylist, CASUAL, "m1", confidence=0.9) == "created"


def test_an_unsure_signal_waits(stylist: MemoryView) -> None:
    assert infer(stylist, CASUAL, "m1", confidence=0.5) == "proposed"


def test_what_the_user_says_outright_needs_no_second_signal(stylist: MemoryView) -> None:
    infer(stylist, CASUAL, "m1")

    outcome = stylist.remember(CASUAL, category="tone", source="scan")

    assert outcome.status == "created"
    assert not stylist.proposals


def test_a_signal_for_what_is_known_only_strengthens_it(stylist: MemoryView) -> None:
    stylist.remember(CASUAL, category="tone")

    assert infer(stylist, CASUAL, "m1") == "unchanged"


def test_a_first_signal_is_forgotten_after_a_week(stylist: MemoryView, clock: FakeClock) -> None:
    infer(stylist, CASUAL, "m1")
    clock.advance(timedelta(days=8))

    assert infer(stylist, CASUAL, "m2") == "proposed"


async def test_nobody_is_asked_about_a_benign_field(
    stylist: MemoryView, store: MemoryStore
) -> None:
    infer(stylist, CASUAL, "m1")
    talk = Talk(store, "invoke")

    assert await talk("Good morning", agent="stylist") == []


# Reading the answer

TWO = (Proposed("preferred_name", "one"), Proposed("city", "two"))


@pytest.mark.parametrize(
    "reply",
    "yes|Yep, go ahead|sure|please do|do it|yes do that, thanks|go for it|sounds good|I agree|you can change that"
    "|please update my name|why not!|of course|definitely|I consent|fine by me|save both|yes, all of them"
    "|Yes. What's the weather?".split("|"),
)
def test_these_agree(reply: str) -> None:
    answer = read_reply(reply, TWO[:1])

    assert answer == Answer(approved=frozenset({0}))


@pytest.mark.parametrize(
    "reply",
    "no|nope, leave it|don't change it|rather not|not now|keep it as it is|of course not|absolutely not|nah"
    "|neither|I'd rather not|never mind".split("|"),
)
def test_these_decline(reply: str) -> None:
    answer = read_reply(reply, TWO)

    assert answer == Answer(declined=frozenset({0, 1}))


@pytest.mark.parametrize(
    "reply",
    "ok|thanks|great|wait|yes?|No worries|no problem|no idea|Yes, I live in Porto|Yes I said I hate it"
    "|The first time I saw Rome|Which is first?|I love the second season|yes and no|1 yes 2 no|no, the first one"
    "||good morning|My friends call me Max".split("|"),
)
def test_these_answer_nothing(reply: str) -> None:
    assert read_reply(reply, TWO) is None


def test_a_long_message_is_no_answer() -> None:
    assert read_reply("yes " * 100, TWO) is None
