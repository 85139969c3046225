"""Is what the user does not want to say again kept, and what they want to keep for another year?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (
            "I'd be so happy if I didn't have to tell you again that I work nights.",
            ["The user works nights"],
        ),
        (
            "I don't want to explain this twice: our fiscal year starts in April.",
            ["The user's fiscal year starts in April"],
        ),
        (
            "don't let me explain it again next week, ok? CRQ stands for change request here",
            ["CRQ stands for change request here"],
        ),
        ("I won't say it twice: no emojis.", ["The user wants no emojis"]),
        (
            "i just want u 2 remember somthing nice. today leo said mama, 3rd feb",
            ["Today leo said mama, 3rd feb"],
        ),
        (
            "archive this for later please. Damp in bedroom 2 first seen on 8 Jan",
            ["Damp in bedroom 2 first seen on 8 Jan"],
        ),
        (
            "Save for the next years please. Plums ripe 18 June.",
            ["Plums ripe 18 June"],
        ),
        (
            "Would like to set a preference that lasts: python examples with types",
            ["Python examples with types"],
        ),
        (
            "Do not tell me the scores, I watch the games late. This is for all the season!",
            ["The user does not want the assistant to tell them the scores"],
        ),
        (
            "Take down the following for later use. Chimney sweep: Herr Jelinek, in May. Septic tank: emptied in 2023.",
            ["Chimney sweep: Herr Jelinek, in May", "Septic tank: emptied in 2023"],
        ),
        (
            "Would you be so kind and bear in mind that my wife can't fly?",
            ["The user's wife can't fly"],
        ),
    ],
)
def test_what_is_not_to_be_said_again_is_kept(message: str, found: list[str]) -> None:
    assert contents(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "Don't make me say it twice, I need the blue file",
        "I won't tell you again that dinner is ready, he yelled",
        "I refuse to explain this again to my brother",
        "I hate to say it again: the film was bad",
        "Save the planet for the next years please.",
        "Keep the cake for later please",
        "She told me again that my bus was late",
        "Would you be so kind and pass the salt?",
        "I don't want to write twice to the same shop, what now?",
        "This is for all the family: a big cake.",
    ],
)
def test_what_is_said_again_elsewhere_is_no_request(message: str) -> None:
    assert contents(message) == []
