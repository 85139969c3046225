"""Is what user and assistant are to keep to, for good, read as a wish?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Could we settle on metric for everything as a standing arrangement?", "Metric for everything"),
        ("lets have the answer first, then the reasons, always, not just this time",
         "The answer first, then the reasons"),
        ("Let's stick to short answers from now on", "The user wants the assistant to stick to short answers"),
        ("Lets agree for good that you ask me before rewriting",
         "The user wants the assistant to ask them before rewriting"),
    ],
)  # fmt: skip
def test_what_both_are_to_keep_to_is_kept(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Let's have pizza, always a good idea",
        "can we always have dinner at 6?",
        "Let's use short answers for this one",
        "Let's use metric for this recipe",
        "Should we always use British spelling in a thesis?",
        "Could we always use oxford commas in essays?",
    ],
)
def test_what_is_proposed_for_once_or_asked_about_is_left_alone(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        ("My locker is 214, ok? Remember it.", ["The user's locker is 214"]),
        ("My shift pattern is 4 on 4 off, got it? keep it. I'll ask you", ["The user's shift pattern is 4 on 4 off"]),
        ("Is my locker 214? Remember it.", []),
        (
            "Would you mind keeping track of the fact that I've already seen all of Ozu? No repeats please.",
            ["The user has seen all of Ozu"],
        ),
        ("Can you keep track of the score? I've already lost count.", []),
        ("My neighbour was awful. Remember that for me, I block these things out", ["The user's neighbour was awful"]),
    ],
)  # fmt: skip
def test_a_statement_that_asks_for_assent_is_kept_and_a_question_is_not(
    message: str, memories: list[str]
) -> None:
    assert contents(message) == memories


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("lets agree that when i type 'tldr' u give me three sentences max",
         "When the user types 'tldr' u give them three sentences max"),
        ("If I say stop, you stop.", "If the user says stop, the assistant stops"),
        ("When I type recap you give me three sentences.",
         "When the user types recap the assistant gives them three sentences"),
    ],
)  # fmt: skip
def test_a_word_that_is_agreed_on_is_kept_with_what_it_asks(message: str, content: str) -> None:
    assert [found.content for found in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    "message", ["What if I type recap, you give me three sentences?", "When I say hi you look away, she said"]
)  # fmt: skip
def test_a_question_about_a_word_and_a_tale_agree_on_nothing(message: str) -> None:
    assert find_directives(message, learned=False) == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("pls dont ever use emojis with me, my screen reader says them all out loud",
         ["The user does not want the assistant to ever use emojis with them"]),
        ("when i say 'the usual' i mean the list for two, got it? keep that",
         ["When the user says 'the usual' they mean the list for two"]),
        ("Please retain the following facts. Our caravan is 6.4 metres long. It weighs 1350 kg.",
         ["The user's caravan is 6.4 metres long", "It weighs 1350 kg"]),
        ("don't forget to breathe, my coach says", []),
        ("when is the bus, got it? keep that", []),
        ("REMEMBER: KILN 3 IS NOT TO GO ABOVE 1240", ["Kiln 3 is not to go above 1240"]),
        ("remember the above", []),
        ("Please my dear, hold on to this one. The rep is called Yaw.", ["The rep is called Yaw"]),
        ("Summarise this memo in one line.\n\nKeep in mind that visitors use the west entrance.", []),
        ("Summarise this memo later. Keep in mind that visitors use the west entrance.",
         ["Visitors use the west entrance"]),
    ],
)  # fmt: skip
def test_a_nod_a_ground_and_a_list_leave_a_request_whole(message: str, kept: list[str]) -> None:
    assert contents(message) == kept
