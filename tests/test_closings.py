"""A task that the user says is done is closed; what is half done, another's or another task stays open."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fix_clock import FakeClock
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.policies.closings import closings


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("I finished the report", "the report"),
        ("the dentist is done", "dentist"),
        ("I already paid the rent", "the rent"),
        ("done, bought the milk", "the milk"),
        ("No, I've paid the rent yesterday", "the rent"),
        ("yes I called the bank, it's sorted", "the bank"),
        ("cancel the reminder about the plumber", "the plumber"),
        ("no need to remind me about the bank, I was there in person", "the bank"),
        ("mark the electricity bill as paid please", "the electricity bill"),
        ("I don't need to call the bank any more", "call the bank"),
        ("we're done with the kitchen", "the kitchen"),
        ("my interview got cancelled", "interview"),
    ],
)
def test_what_is_done_is_named(said: str, about: str) -> None:
    assert [each.about for each in closings(said)] == [about]


@pytest.mark.parametrize(
    "said",
    [
        "Did I pay the rent?",
        "I haven't paid the rent",
        "I almost finished the report",
        "I called the plumber but he didn't pick up",
        "if I finished the report I could rest",
        "I should have paid the rent",
        "I paid the rent last month",
        "Rosa finished the report",
        "She said the report is done",
        'The mail says "I finished the report"',
        "I finished it",
        "Can you cancel my alarm for tomorrow?",
    ],
)
def test_what_is_not_done_or_not_by_the_user_closes_nothing(said: str) -> None:
    assert closings(said) == []


def left(store: MemoryStore) -> list[str]:
    return [each.content for each in store.bind(Principal(user_id="ana")).list()]


@pytest.mark.parametrize(
    ("task", "done"),
    [
        ("I need to finish the report by Friday", "I finished the report"),
        ("I have to pay the rent by Friday", "I already paid the rent"),
        ("Remember that I need to buy milk", "Done, got the milk"),
        ("I have a dentist appointment on Friday", "the dentist is done"),
        ("I must renew my passport by Friday", "My passport got renewed today, finally!"),
        ("I need to send the slides to Rosa by Friday", "I emailed the slides yesterday"),
        ("Remember my deadline for the cover is 3 December", "the cover is delivered"),
        ("Remind me to call the plumber on Friday", "I called the plumber"),
    ],
)
def test_a_task_that_is_done_is_closed_and_nothing_stands_beside_it(
    store: MemoryStore, task: str, done: str
) -> None:
    say(store, task)

    (ended,) = say(store, done)["memory_outcomes"]

    assert ended.reason == "ended"
    assert left(store) == []


@pytest.mark.parametrize(
    ("task", "done"),
    [
        ("I need to finish the report by Friday", "I finished the slides"),
        ("I need to email Rosa about the report by Friday", "I finished the report"),
        ("I need to submit the yearly report to Ana by Friday", "I finished the report"),
        ("I have a dentist appointment on Friday", "I saw the dentist"),
        ("I have to water the plants every Tuesday", "I watered the plants today"),
    ],
)
def test_another_deed_or_one_that_comes_again_leaves_a_task_open(
    store: MemoryStore, task: str, done: str
) -> None:
    say(store, task)
    known = left(store)

    say(store, done)

    assert len(known) == 1
    assert known[0] in left(store)


def test_of_two_tasks_that_may_be_meant_none_is_closed(store: MemoryStore) -> None:
    say(store, "I need to pay the water bill by Friday", "I need to pay the gas bill by Friday")

    say(store, "I paid the bill")
    both = left(store)
    say(store, "I paid the gas bill")

    assert len(both) == 2
    assert len(left(store)) == 1
    assert "water" in left(store)[0]


def test_a_reminder_that_is_called_off_is_acknowledged(store: MemoryStore) -> None:
    say(store, "I need to call the plumber about the sink on Monday")

    notices = say(store, "cancel the reminder about the plumber")["memory_notices"]

    assert [each.split(":")[0] for each in notices] == ["I've taken that off"]
    assert left(store) == []


def test_what_is_done_otherwise_is_remembered_as_ever(store: MemoryStore) -> None:
    say(store, "I need to buy milk by Friday", "I bought a new guitar")

    assert "The user bought a new guitar" in left(store)


@pytest.mark.parametrize(
    ("plan", "done", "kept"),
    [
        ("We're going to Whitby today", "we went to Whitby and it was lovely", []),
        ("We are off to Crete tomorrow", "We're back from Crete!", []),
        (
            "We are moving to Burnaby tomorrow",
            "we moved to Burnaby",
            ["The user and others moved to Burnaby"],
        ),
        (
            "We are moving to Burnaby next month",
            "we moved into our new house in Burnaby",
            ["The user and others moved into their new house in Burnaby"],
        ),
        (
            "Jo and I are moving in together in March",
            "we moved in together",
            ["The user and their partner moved in together"],
        ),
        (
            "I'm training for the Ghent marathon in April",
            "I ran the Ghent marathon in 3:58!",
            ["The user ran the Ghent marathon in 3:58"],
        ),
    ],
)
def test_a_journey_that_is_made_is_no_plan_any_more(
    store: MemoryStore, clock: FakeClock, plan: str, done: str, kept: list[str]
) -> None:
    say(store, plan)
    clock.advance(timedelta(days=3))
    say(store, done)

    assert left(store) == kept


@pytest.mark.parametrize(
    "said",
    [
        "we went to York",
        "we went to Whitby last summer",
        "did we go to Whitby?",
        "Rosa went to Whitby",
        "if we went to Whitby we'd need a car",
    ],
)
def test_another_journey_ends_no_plan(store: MemoryStore, said: str) -> None:
    say(store, "We're going to Whitby tomorrow", said)

    assert any("going to Whitby" in each for each in left(store))


def test_a_closed_task_is_still_known_of_then(store: MemoryStore, clock: FakeClock) -> None:
    say(store, "I need to finish the report by Friday")
    then = clock()
    clock.advance(timedelta(hours=5))
    say(store, "I finished the report")
    view = store.bind(Principal(user_id="ana"))

    before = view.query("report", as_of=then, returns="full").memories

    assert [memory.type for memory in before] == ["task"]


TASK = "I need to finish the report by Friday"
KEPT = "The user needs to finish the report by Friday 6 March 2026"


def talk(store: MemoryStore, *said: str | AIMessage) -> None:
    """Say texts one after the other, each with all that was said before it."""
    graph = hot_path.build().compile(store=store)
    messages: list[AnyMessage] = []
    for at, each in enumerate(said):
        messages.append(HumanMessage(each, id=f"m{at}") if isinstance(each, str) else each)
        if isinstance(each, str):
            place = {"configurable": {"thread_id": "t"}}
            graph.invoke({"messages": messages}, place, context={"user_id": "ana"})


@pytest.mark.parametrize(
    "then",
    [
        "jk",
        "just kidding lol",
        "not really",
        "wait, no I haven't",
        "No, wait",
        "oops, not yet",
        "Actually I haven't finished it yet",
        "Sorry, that's not true",
        "I still need to finish it",
        "scratch that",
    ],
)
def test_a_task_is_open_again_where_what_closed_it_was_not_so(
    store: MemoryStore, then: str
) -> None:
    talk(store, TASK, "I finished the report", AIMessage("Nice!"), then)

    assert left(store) == [KEPT]


@pytest.mark.parametrize(
    "then",
    [
        "thanks",
        "no problem",
        "I haven't sent it yet",
        "I didn't sleep at all",
        "really, just now",
        "Not really my best work, though",
    ],
)
def test_a_task_stays_closed_by_what_does_not_deny_it(store: MemoryStore, then: str) -> None:
    talk(store, TASK, "I finished the report", then)

    assert KEPT not in left(store)


def test_what_answers_the_agent_opens_no_task(store: MemoryStore) -> None:
    asked = AIMessage("Great! Did you send it?")

    talk(store, TASK, "I finished the report", asked, "not really")

    assert left(store) == []


def test_only_what_the_message_before_closed_is_open_again(store: MemoryStore) -> None:
    talk(store, TASK, "I finished the report", "thanks", "jk")

    assert left(store) == []


@pytest.mark.parametrize(
    "said", ["I finished the report. jk", "I finished the report. Wait, no I haven't."]
)
def test_what_is_denied_at_once_closes_nothing(said: str) -> None:
    assert closings(said) == []


@pytest.mark.parametrize(
    ("goal", "said", "is_reached"),
    [
        ("My goal this year is to pass the NCLEX", "I passed the NCLEX!", True),
        ("I want to buy a house near the sea", "We bought a house today", True),
        ("I want to write a novel", "I finished my novel", True),
        ("I want to read 20 books this year", "I read a book", False),
        ("I plan to learn Norwegian", "I learned some Norwegian today", False),
        ("I want to run a marathon in 2027", "I ran 5k today", False),
    ],
)
def test_a_goal_ends_when_the_one_thing_it_is_about_is_done(
    store: MemoryStore, goal: str, said: str, is_reached: bool
) -> None:
    view = store.bind(Principal(user_id="ana"))
    say(store, goal)
    (before,) = view.list()

    say(store, goal, said)

    assert (before.id not in {each.id for each in view.list()}) is is_reached


@pytest.mark.parametrize(
    ("planned", "said"),
    [
        ("I have a flight to Lisbon on Friday at 7am", "flight got cancelled"),
        (
            "I have a meeting with Rosa and two of her people on Tuesday",
            "the meeting was called off",
        ),
    ],
)
def test_what_is_called_off_is_known_by_what_it_is(
    store: MemoryStore, planned: str, said: str
) -> None:
    say(store, planned, said)

    assert store.bind(Principal(user_id="ana")).list() == []
