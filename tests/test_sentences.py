"""Where does a sentence end?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.sentences import sentences


@pytest.mark.parametrize(
    "message",
    [
        "my membership no. is 88 2047",
        "tel. no. 4455 is mine",
        "my ref. is 55",
        "call ext. 55 for me",
        "I'm in the procurement dept. since this month.",
        "apt. 4 is mine",
        "min. order: 400 units",
    ],
)
def test_a_short_word_before_its_value_ends_no_sentence(message: str) -> None:
    assert [each.raw for each in sentences(message)] == [message]


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("I said no. 5 people came", 2),
        ("the answer is no. i live in Rome", 2),
        ("It took a min. My dog barked", 2),
        ("I'm in the procurement dept. Since then I sleep", 2),
    ],
)
def test_the_same_words_end_one_where_another_begins(message: str, count: int) -> None:
    assert len(sentences(message)) == count


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("my sister is Ana :-D thanks", ["my sister is Ana.", "thanks"]),
        ("put that in your memory :)", ["put that in your memory"]),
        ("I have two kids :P, Leo and Mia", ["I have two kids, Leo and Mia"]),
        ("my dog :) is called Rex", ["my dog is called Rex"]),
        ("im from Łódź xD", ["im from Łódź"]),
        ("ok. ^^ my boss is Jo <3", ["ok.", "my boss is Jo"]),
    ],
)
def test_a_face_ends_a_sentence_or_is_left_out(message: str, said: list[str]) -> None:
    assert [each.raw for each in sentences(message)] == said


@pytest.mark.parametrize(
    "message",
    [
        "always sign with a ;) in my texts",
        "I have a dog (Rex :) and a cat",
        "my mail is x:D",
        "use C:/ as root",
    ],
)
def test_a_face_that_words_hang_on_stays(message: str) -> None:
    assert [each.raw for each in sentences(message)] == [message]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("buy milk oh and remember I'm vegan", ["buy milk", "oh and remember I'm vegan"]),
        ("new paragraph my cat is Bo full stop", ["my cat is Bo."]),
        ("put a full stop at the end", ["put a full stop at the end"]),
        ("start a new line after each verse", ["start a new line after each verse"]),
        ("oh so many lines", ["oh so many lines"]),
    ],
)
def test_an_afterthought_and_spoken_marks_part_sentences(message: str, said: list[str]) -> None:
    assert [each.raw for each in sentences(message)] == said
