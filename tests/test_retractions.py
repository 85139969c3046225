"""What the user takes back is closed; what they put right is replaced; nothing is made up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from fix_clock import FakeClock
from saying import say

from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
from langmem_ext.memory import Memory
from langmem_ext.policies.retractions import Retraction, retractions

ME = Principal(user_id="ana")


@pytest.mark.parametrize(
    ("said", "slots", "value"),
    [
        ("I no longer work at Acme", ("employer",), "Acme"),
        ("I don't work at Acme anymore", ("employer",), "Acme"),
        ("I got laid off from Acme", ("employer",), "Acme"),
        ("I quit my job last week", ("employer", "occupation"), None),
        ("I quit Northwind btw, starting at Contoso in January", ("employer",), "Northwind"),
        ("I got laid off from Acme lol", ("employer",), "Acme"),
        ("I don't live in Rome any more", ("location",), "Rome"),
        ("we moved out of Lisbon", ("location", "employer"), "Lisbon"),
        ("We broke up", ("spouse", "partner", "marital_status"), None),
        ("my girlfriend and I split up", ("spouse", "partner", "marital_status"), None),
        ("I'm not vegan anymore", ("diet",), "vegan"),
        ("Blue is no longer my favourite colour", ("favorite_color",), "Blue"),
        ("don't use ana@old.example anymore", ("email",), "ana@old.example"),
        ("I'm no longer a nurse", ("occupation",), "nurse"),
    ],
)
def test_a_retraction_names_the_slot_and_the_value(
    said: str, slots: tuple[str, ...], value: str | None
) -> None:
    assert retractions(said) == [Retraction(slots, value)]


@pytest.mark.parametrize(
    "said",
    [
        "If I no longer lived in Rome I'd be sad",
        "Do I no longer work at Acme?",
        "She no longer works at Acme",
        'He said "I no longer work at Acme"',
        "I left my phone at home",
        "I left early",
        "I quit smoking",
        "my old number is dead",
        "It's tea, not coffee, that I like",
        "Paris, not Berlin",
    ],
)
def test_questions_suppositions_and_others_take_nothing_back(said: str) -> None:
    assert retractions(said) == []


def test_a_correction_names_both_values() -> None:
    assert retractions("Actually it's Berlin, not Paris") == [Retraction((), "Paris", "Berlin")]
    assert retractions("sorry, I meant Globex, not Acme") == [Retraction((), "Acme", "Globex")]


def active(store: MemoryStore, slot: str) -> list[Memory]:
    return store.bind(ME).list(filters={"slot": slot})


def test_what_no_longer_holds_is_closed_and_no_value_is_made_up(
    store: MemoryStore, clock: FakeClock
) -> None:
    (known,) = say(store, "I work at Acme")["memory_outcomes"]
    clock.advance(timedelta(days=30))

    outcomes = say(store, "I no longer work at Acme")["memory_outcomes"]

    ended = next(each for each in outcomes if each.reason == "ended")
    assert ended.previous.id == known.memory.id
    assert active(store, "employer") == []
    contents = [memory.content for memory in store.bind(ME).list()]
    assert contents == ["The user no longer works at Acme"]


def test_what_was_closed_is_still_known_of_then(store: MemoryStore, clock: FakeClock) -> None:
    say(store, "I live in Porto")
    then = clock()
    clock.advance(timedelta(days=1))
    say(store, "I don't live in Porto any more")
    view = store.bind(ME)

    before = view.query("where does the user live, Porto?", as_of=then, returns="full").memories

    assert [memory.content for memory in before] == ["The user lives in Porto"]


def test_another_value_than_the_known_one_closes_nothing(store: MemoryStore) -> None:
    say(store, "I work at Globex", "I no longer work at Acme")

    assert [memory.content for memory in active(store, "employer")] == ["The user works at Globex"]


def test_a_new_value_in_the_same_breath_stays(store: MemoryStore) -> None:
    say(store, "I live in Madrid", "I no longer live in Madrid; I moved to Valencia.")

    assert [memory.content for memory in active(store, "location")] == [
        "The user moved to Valencia"
    ]


def test_a_correction_replaces_the_value_and_keeps_the_rest(store: MemoryStore) -> None:
    say(store, "I live in Paris with my wife", "Actually it's Berlin, not Paris")

    (memory,) = active(store, "location")
    assert memory.content == "The user lives in Berlin with their wife"


def test_a_correction_of_what_is_not_known_changes_nothing(store: MemoryStore) -> None:
    say(store, "I work at Acme", "Actually it's Berlin, not Paris")

    assert [memory.content for memory in store.bind(ME).list()] == ["The user works at Acme"]


def test_a_parting_closes_who_the_spouse_was(store: MemoryStore) -> None:
    say(store, "My wife's name is Sara", "We got divorced last year")

    assert active(store, "spouse") == []


async def test_an_ended_memory_can_be_restored(async_store: AsyncMemoryStore) -> None:
    view = async_store.bind(ME)
    known = (await view.aremember("The user works at Acme", slot="employer")).memory
    assert known is not None

    await view.aend(known.id)
    assert await view.alist() == []

    await view.arestore(known.id)
    assert [memory.content for memory in await view.alist()] == ["The user works at Acme"]
