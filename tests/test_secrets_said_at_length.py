"""A password that is described at length goes whole; numbers of programs, games and services stay."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets


@pytest.mark.parametrize(
    ("text", "described"),
    [
        ("The portal gave my son a new one, it's capital T, u, l, i, p, four, four, exclamation mark. Is it strong?",
         "capital T, u, l, i, p, four, four, exclamation mark"),
        ("I spelled the wifi password to him as capital M, a, r, l, i, n, dash, 4, 4, 8 and he gets it wrong",
         "capital M, a, r, l, i, n, dash, 4, 4, 8"),
        ("my mail password, spelled out for you: capital M, then arble, the number 6, dollar sign. it fails",
         "capital M, then arble, the number 6, dollar sign"),
        ("our scheduling password is capital G then rasmere then 4 2 and a section sign",
         "capital G then rasmere then 4 2 and a section sign"),
        ("The choir fee goes to kontonummer 4417.20.83916 by Friday", "4417.20.83916"),
    ],
)  # fmt: skip
def test_what_is_described_goes_whole(text: str, described: str) -> None:
    (found,) = find_secrets(text)

    assert text[found.start : found.end] == described


@pytest.mark.parametrize(
    "text",
    [
        "what follows the @ sign here, for the film server: example/pms@sha256:4b1f0c9e7a2d8836e5fb1c07d9a4e213b86c5f77"
        "02ad91e3c4487b6f0e2d5a91",
        "ERROR 1062 (23000): Duplicate entry '100482' for key 'PRIMARY'",
        "INFO config loaded: db_host=pg1 db_password=******** pool=20",
        "Grandpa's landline is 01632 960806 and 1571 is the voicemail number",
        "the best minecraft seed is 3257840388504953787, it starts beside a village",
        "His name is spelled capital M, small c, capital D, o, n, a, l, d",
    ],
)
def test_what_programs_games_and_services_number_stays(text: str) -> None:
    assert mask_secrets(text) == text


def test_a_list_of_words_to_practise_is_no_wallet() -> None:
    words = "orchard bicycle island pencil giraffe thunder kitchen blanket rocket pumpkin violin harbour"

    assert not find_secrets(f"spelling words year 3: {words}", learned=False)
    assert find_secrets(f"my wallet: {words}", learned=False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my card starts with 5294 1706 and ends in 3381 9029, write to them", "5294 1706 and ends in 3381 9029"),
        ("the card begins 4111 1111 and goes on 1111 1111", "4111 1111 and goes on 1111 1111"),
        ("I use Maple, then 77, then an exclamation mark, all together, as my password",
         "Maple, then 77, then an exclamation mark"),
    ],
)  # fmt: skip
def test_a_number_or_a_password_that_is_told_in_parts_is_found_whole(text: str, value: str) -> None:
    assert value in [text[found.start : found.end] for found in find_secrets(text, learned=False)]


@pytest.mark.parametrize(
    "text",
    [
        "is your card one that starts with 5294 and ends in 9029?",
        "the card game starts with 12 cards and ends with 4 players",
        "I use Python, then Rust, as my languages",
    ],
)
def test_parts_that_make_up_nothing_are_none(text: str) -> None:
    assert find_secrets(text, learned=False) == []
