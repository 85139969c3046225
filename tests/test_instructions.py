"""An instruction to the assistant that is taken back, or gives way to another, holds no longer."""

from __future__ import annotations

import pytest
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.instructions import Instruction, instruction_in, trait_of
from langmem_ext.policies.lifted import lifted


def known(store: MemoryStore) -> list[str]:
    return sorted(each.content for each in store.bind(Principal(user_id="ana")).list())


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("Always end with a summary", "you don't need to end with a summary anymore"),
        ("Always end with a summary", "no more summaries please"),
        ("Always end with a summary", "ok you can stop with the summaries now"),
        ("Never use emojis", "you can use emojis again"),
        ("Use metric units", "you can stop using metric now"),
        ("Never use emojis", "actually emojis are fine"),
        ("Please never mention my ex", "you may mention my ex again"),
        ("Always ask before you book anything", "you no longer have to ask before booking"),
        ("From now on answer in Spanish", "ok switch back to English"),
        ("From now on answer in Spanish", "you can answer in English again"),
    ],
)
def test_what_is_lifted_holds_no_longer_and_the_user_is_told(
    store: MemoryStore, asked: str, then: str
) -> None:
    say(store, asked)
    (instruction,) = known(store)

    notices = say(store, then)["memory_notices"]

    assert known(store) == []
    assert notices == [f"I've taken that off: {instruction}"]


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        (
            "From now on answer in Spanish",
            "From now on answer in Dutch",
            "The user wants the assistant to answer in Dutch",
        ),
        (
            "I prefer short answers",
            "Give me longer answers from now on",
            "The user wants the assistant to give them longer answers",
        ),
        (
            "From now on use metric units",
            "From now on use imperial units",
            "The user wants the assistant to use imperial units",
        ),
        (
            "From now on be formal with me",
            "Be casual with me from now on",
            "The user wants the assistant to be casual with them",
        ),
        (
            "Always end with a summary",
            "Stop ending with a summary",
            "The user wants the assistant to stop ending with a summary",
        ),
        (
            "Never use emojis",
            "Always use emojis",
            "The user wants the assistant to always use emojis",
        ),
    ],
)
def test_one_instruction_gives_way_to_its_opposite(
    store: MemoryStore, before: str, after: str, left: str
) -> None:
    say(store, before, after)

    assert known(store) == [left]


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        ("Always end with a summary", "stop worrying"),
        ("Always end with a summary", "do you need to end with a summary anymore?"),
        ("Always end with a summary", "my boss said no more summaries"),
        ("Never use emojis", "you can use a table again"),
        ("Never use emojis", "the trains are fine again"),
        ("From now on answer in Spanish", "ok switch back to Spanish"),
        ("Always answer in French on Fridays", "From now on answer in English"),
        ("I love emojis", "no more emojis please"),
    ],
)
def test_what_is_like_it_leaves_an_instruction(store: MemoryStore, asked: str, then: str) -> None:
    say(store, asked)
    (before, *_) = known(store)

    say(store, then)

    assert before in known(store)


@pytest.mark.parametrize(
    ("content", "instruction"),
    [
        ("The user wants the assistant to use tables", Instruction("use tables", False)),
        ("The user wants the assistant to never use tables", Instruction("use tables", True)),
        ("The user does not want the assistant to use tables", Instruction("use tables", True)),
        ("The user wants no tables", Instruction("tables", True)),
        ("The user uses tables", None),
    ],
)
def test_an_instruction_is_read_from_its_memory(
    content: str, instruction: Instruction | None
) -> None:
    assert instruction_in(content) == instruction


@pytest.mark.parametrize(
    ("what", "slot"),
    [
        ("answer in French", "language"),
        ("always reply to them in plain English", "language"),
        ("use the metric system", "answer_units"),
        ("use Celsius", "answer_temperature"),
        ("use British spelling", "answer_spelling"),
        ("keep its answers short", "answer_length"),
        ("keep answers short at all times", "answer_length"),
        ("answer in English always", "language"),
        ("use the 24-hour clock", "answer_clock"),
        ("answer in French on Fridays", None),
        ("never answer in French", None),
        ("use short words in emails", None),
    ],
)
def test_a_trait_of_all_answers_has_a_slot(what: str, slot: str | None) -> None:
    assert trait_of(f"The user wants the assistant to {what}") == slot


@pytest.mark.parametrize(
    "said",
    [
        "are emojis fine?",
        '"you can use emojis again" is what she wrote',
        "I don't need to work anymore",
    ],
)
def test_questions_quotes_and_what_the_user_does_lift_nothing(said: str) -> None:
    assert lifted(said) == []
