"""Is a figure of speech, or a joke in the words of a fact, kept as a fact?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    "message",
    [
        "I live on cereal in exam season.",
        "I live in hoodies.",
        "I live by the clock.",
        "I live at the office these days.",
        "I live between deadlines.",
        "I work for pennies.",
        "I work at a glacial pace.",
        "I play devil's advocate.",
        "I play the martyr.",
        "I collect unread newsletters.",
        "I sleep like a bear.",
        "I wear many hats.",
        "My wife is a saint.",
        "My brother is such a clown.",
        "My flat is a sauna and the landlord shrugs.",
        "My dad's a legend.",
        "My mother is going to kill me.",
        "I have a PhD in napping.",
        "I'm a certified overthinker.",
        "My hobby is procrastinating.",
        "My goal is to survive until the weekend.",
        "I was born in the wrong century.",
        "I moved to step four.",
        "I'm into my second cup.",
    ],
)
def test_a_figure_of_speech_states_nothing(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I live on the coast.", "The user lives on the coast"),
        ("I live on my own in Leith.", "The user lives on their own in Leith"),
        ("I live by the canal in Ghent.", "The user lives by the canal in Ghent"),
        ("I live in Black Rock, Brighton.", "The user lives in Black Rock, Brighton"),
        ("I work for Peabody in London.", "The user works for Peabody in London"),
        ("I play second violin.", "The user plays second violin"),
        ("I collect unusual bricks.", "The user collects unusual bricks"),
        ("My wife is a star chef.", "The user's wife is a star chef"),
        ("My house is a converted chapel.", "The user's house is a converted chapel"),
        ("My son is going to Leiden in May.", "The user's son is going to Leiden in May"),
        ("I have a PhD in botany.", "The user has a PhD in botany"),
        ("My hobby is beekeeping.", "The user's hobby is beekeeping"),
        ("My goal is to run a marathon.", "The user's goal is to run a marathon"),
        ("I could live on dumplings.", "The user could live on dumplings"),
    ],
)
def test_what_is_meant_as_it_reads_is_kept(message: str, content: str) -> None:
    assert kept(message) == [content]
