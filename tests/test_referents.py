"""Is whom a request means named in what is kept of it?"""

from __future__ import annotations

from time import process_time

import pytest
from langchain_core.messages import AnyMessage, HumanMessage
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.nodes.candidates import find
from langmem_ext.policies.referents import named, with_relations
from langmem_ext.settings import DecisionSettings


@pytest.mark.parametrize(
    ("statement", "before", "kept"),
    [
        (
            "her birthday is on 3 May",
            "I had lunch with Rita yesterday.",
            "Rita's birthday is on 3 May",
        ),
        ("she works at Bosch now", "Rita moved to Berlin,", "Rita works at Bosch now"),
        (
            "her shift ends at 6",
            "I spoke to Rita Alves. Rita called back",
            "Rita Alves's shift ends at 6",
        ),
        ("he's allergic to nuts", "My dad came by", "my dad is allergic to nuts"),
    ],
)
def test_the_one_person_named_before_takes_the_place_of_the_pronoun(
    statement: str, before: str, kept: str
) -> None:
    assert named(statement, [before]) == kept


@pytest.mark.parametrize(
    ("statement", "before"),
    [
        ("her birthday is on 3 May", ""),
        ("her birthday is on 3 May", "I met Rita and Tom"),
        ("her birthday is on 3 May", "Rita told me about Ana"),
        ("her birthday is on 3 May", "I moved to Berlin"),
        ("his number ends in 3", "I was at Bosch today"),
        ("his birthday is on 3 May", "My sister came by"),
        ("Rita's birthday is on 3 May", "I met Ana"),
    ],
)
def test_where_a_doubt_is_left_the_words_stay(statement: str, before: str) -> None:
    assert named(statement, [before]) is None


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Rui switched jobs", "my husband Rui switched jobs"),
        ("oh and Rui's mother is here", "oh and my husband Rui's mother is here"),
        ("It rains. Rui is late", "It rains. my husband Rui is late"),
        ("Rui and I went out", "Rui and I went out"),
        ("Rui Costa plays today", "Rui Costa plays today"),
        ("I met Rui", "I met Rui"),
        ("Ana is late", "Ana is late"),
    ],
)
def test_who_was_named_as_ones_own_is_meant_by_the_name(message: str, meant: str) -> None:
    assert with_relations(message, ["my husband Rui is a baker"]) == meant


@pytest.mark.parametrize(
    ("before", "said", "told"),
    [
        ("My son Leo is 6", "Leo started school", "The user's son Leo started school"),
        (
            "We have a golden retriever named Biscuit",
            "Biscuit is 3 years old",
            "The user's golden retriever Biscuit is 3 years old",
        ),
        (
            "My kids are Ava (8) and Noah (5)",
            "Noah has swimming on Saturdays",
            "The user's kid Noah has swimming on Saturdays",
        ),
    ],
)
def test_somebody_named_in_another_conversation_is_known_by_name(
    store: MemoryStore, before: str, said: str, told: str
) -> None:
    say(store, before)

    say(store, said)

    assert told in [each.content for each in store.bind(Principal(user_id="ana")).list()]


def test_a_name_that_is_known_is_not_told_again(store: MemoryStore) -> None:
    say(store, "My best friend Noor is a vet")

    say(store, "Noor says hi")

    told = [each.content for each in store.bind(Principal(user_id="ana")).list()]
    assert told == ["The user's best friend Noor is a vet"]


def requested(message: str, *said: str) -> list[str]:
    """Return what is kept of a request; `said` is what stood before it, the user first."""
    found = find(message, DecisionSettings(), history=said[:1], after=said)
    return [each.content for each in found.requested]


def test_a_request_is_kept_with_the_name_of_whom_the_last_message_names() -> None:
    asked = "Remember her birthday is on 3 May"

    assert requested(asked, "I had lunch with Rita.", "How nice!") == [
        "Rita's birthday is on 3 May"
    ]
    assert requested(asked, "I had lunch with Rita.", "Did Tom come?") == [
        "Her birthday is on 3 May"
    ]


def test_a_request_that_speaks_of_the_user_further_on_names_whom_it_means() -> None:
    asked = "She's allergic to nuts, so nothing with nuts when I ask for home menus."

    assert requested(asked, "My daughter Ife starts school soon.", "How nice!") == [
        "Ife is allergic to nuts, so nothing with nuts when the user asks for home menus"
    ]


def test_the_message_itself_goes_before_what_was_said_earlier() -> None:
    message = "I had lunch with Rita. Remember her birthday is on 3 May."

    assert requested(message, "My aunt Ines was here") == ["Rita's birthday is on 3 May"]


@pytest.mark.parametrize("unit", ["Rita, ", "Rita and ", "My sister Rita ", "met Rita "])
def test_a_long_text_before_costs_little(unit: str) -> None:
    started = process_time()

    named("her birthday is on 3 May", [unit * 10_000])

    assert process_time() - started < 2.0


def noticed(message: str, *said: str, speaker: str | None = None) -> list[str]:
    """Return what is kept of a statement; `said` is what stood before it, the user first."""
    found = find(message, DecisionSettings(), history=said[:1], after=said, speaker=speaker)
    return [each.content for each in found.noticed]


@pytest.mark.parametrize(
    ("before", "then", "kept"),
    [
        ("My sister Ana lives in Rome.", "She works at Acme.", "The user's sister Ana works at Acme"),
        ("My sister Ana lives in Rome.", "She just had a baby", "The user's sister Ana just had a baby"),
        ("My brother Tom is a vet.", "And he's moving to Oslo", "The user's brother Tom is moving to Oslo"),
        ("My parents live in Rome.", "They have a dog.", "The user's parents have a dog"),
        ("My mum's name is Ines.", "She's a nurse.", "The user's mum Ines is a nurse"),
        ("My boss is Tom.", "He hates meetings", "The user's boss Tom hates meetings"),
        ("My wife is a doctor.", "She loves tea", "The user's wife loves tea"),
        ("My cat Momo is 4.", "She only eats fish", "The user's cat Momo only eats fish"),
    ],
)  # fmt: skip
def test_a_statement_names_whom_the_sentence_or_the_message_before_names(
    before: str, then: str, kept: str
) -> None:
    assert noticed(then, before) == [kept]
    assert noticed(f"{before} {then}")[-1] == kept


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("My sister Ana and my friend Maria live in Rome.", "She works at Acme."),
        ("My wife is a nurse. My mother lives with us.", "She is 80."),
        ("My brother Tom is a vet.", "She works at Acme."),
        ("My sister Ana met Maria in Rome.", "She works at Acme."),
        ("My sister Ana lives in Rome.", "They work at Acme."),
        ("My kids and my parents are in Rome.", "They have a dog."),
        ("My sister Ana lives in Rome.", "She said I work at Acme."),
        ("I live in Rome.", "She works at Acme."),
        ("It is sunny in Rome.", "He works at Acme."),
    ],
)
def test_where_it_is_not_plain_who_is_meant_nothing_is_kept(before: str, then: str) -> None:
    assert noticed(then, before) == []
    assert noticed(f"{before} {then}") == noticed(before)


def test_whom_she_means_is_plain_over_several_messages() -> None:
    said = ["My sister Ana lives in Rome", "She works at Acme"]

    found = find("She has two dogs", DecisionSettings(), history=said, after=said)

    assert [each.content for each in found.noticed] == ["The user's sister Ana has two dogs"]


def test_somebody_else_whom_the_agent_speaks_of_may_be_meant() -> None:
    before = "My sister Ana lives in Rome"

    assert noticed("She works at Acme", before, "Nice! Does Ana like Rome?") != []
    assert noticed("She works at Acme", before, "And Maria?") == []
    assert noticed("She works at Acme", before, "And how is your mother?") == []


def test_in_a_chat_of_several_nobody_is_taken_from_what_another_said() -> None:
    assert noticed("She works at Acme", "My sister Ana lives in Rome", speaker="Ben") == []


def talked(store: MemoryStore, *said: str) -> list[str]:
    """Return what is kept after one conversation in which all was said, message by message."""
    graph = hot_path.build().compile(store=store)
    messages: list[AnyMessage] = []
    for at, each in enumerate(said):
        messages.append(HumanMessage(each, id=f"m{at}"))
        graph.invoke({"messages": messages}, context={"user_id": "ana", "thread_id": said[0]})
    return [each.content for each in store.bind(Principal(user_id="ana")).list()]


def test_who_was_named_by_the_name_alone_is_meant_by_she(store: MemoryStore) -> None:
    kept = talked(store, "My daughter Imogen loves owls", "Imogen turned 8", "She plays the harp")

    assert "The user's daughter Imogen plays the harp" in kept


def test_she_is_who_the_message_before_began_with_in_a_later_conversation(
    store: MemoryStore,
) -> None:
    talked(store, "My daughter Imogen loves owls")

    kept = talked(store, "Imogen started school", "She sings in the choir")

    assert "The user's daughter Imogen sings in the choir" in kept
