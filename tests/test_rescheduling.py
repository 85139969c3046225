"""What is planned and gets another time is kept at that time alone; another such thing is left as it is."""

from __future__ import annotations

import pytest
from langchain_core.messages import HumanMessage
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.policies.rescheduling import reschedulings


def known(store: MemoryStore) -> list[tuple[str, str]]:
    """Return what is known, with its day: it was Monday, 2 March 2026 when it was said."""
    memories = store.bind(Principal(user_id="ana")).list()
    return sorted(
        (each.content, f"{each.event_time:%d.%m. %H:%M}" if each.event_time else "")
        for each in memories
    )


@pytest.mark.parametrize(
    ("planned", "said", "kept"),
    [
        ("I have an exam on the 10th", "the exam got moved to the 12th",
         ("The user has an exam on 12 March 2026", "12.03. 00:00")),
        ("I have an exam on the 10th", "the exam is on the 12th now, not the 10th",
         ("The user has an exam on 12 March 2026", "12.03. 00:00")),
        ("I have an exam on the 30th", "My exam has been postponed to the 2nd because of the strike",
         ("The user has an exam on 2 April 2026", "02.04. 00:00")),
        ("I have a dentist appointment on Friday", "the clinic moved my dentist appointment to Monday",
         ("The user has a dentist appointment on Monday 9 March 2026", "09.03. 00:00")),
        ("I have a meeting with Rosa on Tuesday at 3pm", "The meeting with Rosa is now at 4pm",
         ("The user has a meeting with Rosa on Tuesday 3 March 2026 at 4pm", "03.03. 16:00")),
        ("I have a meeting with Rosa on Tuesday at 3pm", "the meeting was pushed back to Thursday",
         ("The user has a meeting with Rosa on Thursday 5 March 2026 at 3pm", "05.03. 15:00")),
        ("My flight to Lisbon is on 3 May", "Actually, my flight got rescheduled to 5 May",
         ("The user's flight to Lisbon is on 5 May 2026", "05.05. 00:00")),
        ("I need to finish the report by Friday", "The deadline for the report was moved to Monday",
         ("The user needs to finish the report by Monday 9 March 2026", "09.03. 00:00")),
        ("I have an exhibition in Oslo on 3 May", "the exhibition was extended to 10 May",
         ("The user has an exhibition in Oslo on 10 May 2026", "10.05. 00:00")),
        ("Remember that my interview is on 9 June", "My interview isn't on 9 June, it's on 11 June",
         ("The user's interview is on 11 June 2026", "11.06. 00:00")),
        ("My flight to Lisbon is on 3 May", "My flight to Lisbon isn't on 3 May, but on 5 May",
         ("The user's flight to Lisbon is on 5 May 2026", "05.05. 00:00")),
        ("I have an exam on the 10th", "Please remember that my exam isn't on the 10th, it's on the 12th",
         ("The user has an exam on 12 March 2026", "12.03. 00:00")),
    ],
)  # fmt: skip
def test_what_is_planned_is_kept_at_its_new_time_alone(
    store: MemoryStore, planned: str, said: str, kept: tuple[str, str]
) -> None:
    say(store, planned, said)

    assert known(store) == [kept]


def test_the_time_before_is_not_current_and_stays_in_the_history(store: MemoryStore) -> None:
    say(store, "I have an exam on the 10th", "the exam got moved to the 12th")

    view = store.bind(Principal(user_id="ana"))
    (now,) = view.list()
    (before,) = now.supersedes
    last = view.history(before)[0]
    assert (last.event, last.old) == ("UPDATE", "The user has an exam on the 10th")


def test_a_request_is_acknowledged_with_what_it_replaces(store: MemoryStore) -> None:
    say(store, "I have an exam on the 10th")

    notices = say(store, "Please remember that the exam got moved to the 12th")["memory_notices"]

    assert notices == [
        "Got it, I'll remember that: The user has an exam on 12 March 2026"
        " (before: The user has an exam on the 10th)"
    ]


def test_a_message_that_comes_twice_moves_a_thing_once(store: MemoryStore) -> None:
    say(store, "I have an exam on the 10th", "the exam got moved to the 12th")
    once = store.bind(Principal(user_id="ana")).list()

    say(store, "the exam got moved to the 12th")

    assert [each.id for each in store.bind(Principal(user_id="ana")).list()] == [once[0].id]


def test_what_is_pinned_is_pinned_at_its_new_time(store: MemoryStore) -> None:
    say(store, "I have an exam on the 10th")
    view = store.bind(Principal(user_id="ana"))
    view.pin(view.list()[0].id)

    say(store, "the exam got moved to the 12th")

    (memory,) = view.list()
    assert memory.pinned
    assert memory.content == "The user has an exam on 12 March 2026"


@pytest.mark.parametrize(
    "said",
    [
        "I have another exam on the 12th",
        "The history exam got moved to the 12th",
        "My sister's exam got moved to the 12th",
        "Another exam was moved to the 12th",
        "The exam might be moved to the 12th",
        "I'd like to move the exam to the 12th",
        "Did the exam get moved to the 12th?",
        "The exam hasn't been moved to the 12th",
        "The exam is on the 12th, not the 11th",
        "We moved the exam books to the 2nd floor",
        "I moved to Exeter on the 12th",
    ],
)
def test_what_is_another_or_not_settled_moves_nothing(store: MemoryStore, said: str) -> None:
    say(store, "I have a maths exam on the 10th", said)

    assert ("The user has a maths exam on the 10th", "10.03. 00:00") in known(store)


def test_of_two_that_may_be_meant_none_is_moved(store: MemoryStore) -> None:
    say(store, "I have a maths exam on the 10th", "I have an art exam on the 16th")
    both = known(store)

    say(store, "the exam got moved to the 12th")
    assert known(store) == both

    say(store, "the exam is on the 12th now, not the 10th")
    assert ("The user has a maths exam on 12 March 2026", "12.03. 00:00") in known(store)
    assert ("The user has an art exam on the 16th", "16.03. 00:00") in known(store)


def test_it_is_what_the_message_before_told_of(store: MemoryStore) -> None:
    graph = hot_path.build().compile(store=store)
    said = [
        HumanMessage("I have an exam on the 10th", id="a"),
        HumanMessage("it got moved to the 12th", id="b"),
    ]
    for upto in (1, 2):
        graph.invoke(
            {"messages": said[:upto]},
            {"configurable": {"thread_id": "t"}},
            context={"user_id": "ana"},
        )

    assert known(store) == [("The user has an exam on 12 March 2026", "12.03. 00:00")]


def test_somebody_elses_appointment_is_not_the_users(store: MemoryStore) -> None:
    say(store, "My sister's exam is on the 10th", "my exam got moved to the 12th")

    assert not any("12 March" in content for content, _ in known(store) if "sister" in content)


@pytest.mark.parametrize(
    "said",
    [
        "It's 4pm now",
        "it's Monday now, not Sunday",
        "I moved the car to the garage",
        "I switched to oat milk on Monday",
        "I was moved to tears on Monday",
        'The mail says "the exam was moved to the 12th"',
        "If the exam got moved to the 12th I'd be happy",
    ],
)
def test_what_is_no_plan_has_no_new_time(said: str) -> None:
    assert reschedulings(said) == []


def test_nobody_moves_what_another_of_the_chat_has_planned(store: MemoryStore) -> None:
    graph = hot_path.build().compile(store=store)
    for user, text in (
        ("ben", "I have an exam on the 10th"),
        ("ana", "the exam got moved to the 12th"),
    ):
        graph.invoke(
            {"messages": [HumanMessage(text, name=user.title(), id=user)]},
            {"configurable": {"thread_id": "t"}},
            context={"user_id": user, "chat_id": "c"},
        )

    bens = store.bind(Principal(user_id="ben", chat_id="c")).list()
    assert [each.content for each in bens] == ["Ben has an exam on the 10th"]
    assert not any("12" in each.content for each in store.bind(Principal(user_id="ana")).list())
