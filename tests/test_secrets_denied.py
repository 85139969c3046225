"""Is a value that a rule finds let go where the message means something else, and only there?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading import denied_secrets
from langmem_ext.policies.secrets import find_secrets, mask_secrets

OF_SOMETHING_ELSE = [
    "Can a pin of copper carry 5 kg? Shop number 6630.",
    "Is the RUC on the invoice 20100130204 theirs, who sells the tiles?",
]


@pytest.mark.parametrize("message", OF_SOMETHING_ELSE)
def test_a_value_that_only_its_words_make_a_secret_is_let_go_where_they_mean_something_else(
    message: str,
) -> None:
    assert find_secrets(message, learned=False)
    assert not find_secrets(message)


@pytest.mark.parametrize(
    "message",
    [
        "My cvv is 318, why do shops want that?",
        "The alarm wants 4471, who knows how I change it?",
        "What rhymes with orange? My bank pin is 8820. Thanks for the poem.",
        "Is a hinge of brass stronger? The code of the gate is 4471, ring when you are there.",
        "the gate is 4471 and the bus leaves at ten",
        "door code 4471 and lunch at noon",
        "ring +44 7911 123456 if the pin 8830 fails",
    ],
)
def test_a_secret_beside_small_talk_stays_one(message: str) -> None:
    assert find_secrets(message, learned=False)
    assert find_secrets(message)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Deny whatever may be denied; note of which texts it was asked."""
    said: list[list[str]] = []
    monkeypatch.setattr(denied_secrets, "denies_secret", lambda each: said.append(list(each)) or 1)
    return said


PIN = "Use pin 4471."


def test_the_message_is_asked_about_and_the_sentence_that_holds_the_value(
    asked: list[list[str]],
) -> None:
    find_secrets(f"Is it raining? {PIN}")

    assert asked == [[f"Is it raining? {PIN}", PIN]]


@pytest.mark.parametrize(
    "message",
    [
        f"{PIN} My card is 4111 1111 1111 1111.",
        "export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzPLEKEY01",
        PIN + " It rains and rains and rains, and I am inside." * 6,
    ],
    ids=["beside a form", "a form", "long"],
)
def test_what_its_form_tells_and_what_stands_in_a_long_text_is_not_asked_about(
    message: str, asked: list[list[str]]
) -> None:
    assert find_secrets(message)
    assert not asked


def test_what_an_earlier_message_announced_is_not_asked_about(asked: list[list[str]]) -> None:
    assert find_secrets("it is 4471", after=["What is the pin of the safe?"])
    assert not asked


def test_without_trained_readers_and_beside_a_mask_nothing_is_let_go(
    asked: list[list[str]],
) -> None:
    assert find_secrets(PIN, learned=False)
    assert (
        mask_secrets(f"[password removed]. {PIN}") == "[password removed]. Use pin [pin removed]."
    )
    assert not asked
