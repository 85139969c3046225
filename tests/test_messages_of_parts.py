"""Are the parts of a message read as what they are?"""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from langmem_ext.stores.operations.conversation import question_of, text_of

IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


def part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ([part("I like blue"), IMAGE, part("I live in Lisbon")], "I like blue\nI live in Lisbon"),
        (["I like blue", part("I live in Lisbon")], "I like blue\nI live in Lisbon"),
        ([IMAGE], ""),
        ([part("")], ""),
        ([], ""),
        ("I like blue", "I like blue"),
    ],
)
def test_each_part_that_a_user_wrote_is_a_line(content: Any, read: str) -> None:
    assert text_of(HumanMessage(content)) == read


def test_the_pieces_of_an_answer_are_one_text() -> None:
    assert text_of(AIMessage([part("Lisbon is "), part("sunny.")])) == "Lisbon is sunny."


def test_a_question_is_read_from_its_parts() -> None:
    assert question_of([HumanMessage([part("Look at this"), IMAGE, part("Is it mine?")])]) == (
        "Look at this\nIs it mine?"
    )
