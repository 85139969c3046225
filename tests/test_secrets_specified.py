"""Is what the specification calls a secret one, whatever its value looks like, and what only looks like it none?"""

from __future__ import annotations

import pytest

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.secret_reading.specified import find_specified, patterns
from langmem_ext.policies.secrets import find_secrets, mask_secrets

MATCHES = [(pattern.kind, text) for pattern in patterns() for text in pattern.matches]
MISSES = [text for pattern in patterns() for text in pattern.misses]


@pytest.mark.parametrize(("kind", "text"), MATCHES)
def test_a_pattern_of_the_specification_finds_its_examples(kind: str, text: str) -> None:
    assert kind in {found for found, _, _ in find_specified(text)}
    assert mask_secrets(mask_secrets(text)) == mask_secrets(text)


@pytest.mark.parametrize("text", MISSES)
def test_a_pattern_of_the_specification_leaves_what_is_no_value(text: str) -> None:
    assert list(find_specified(text)) == []


@pytest.mark.parametrize("text", [text for _, text in MATCHES])
def test_what_the_specification_names_is_refused_whoever_asks(
    text: str, store: MemoryStore
) -> None:
    outcome = store.bind(Principal(user_id="ana")).remember(text, user_requested=True)

    assert (outcome.status, outcome.reason) == ("rejected", "secret")


@pytest.mark.parametrize(
    "text",
    ["secret_key: mysecretvalue", "apikey=xyz", "bearer: abcdef", "passwd: secret", "password = x"],
)
def test_a_value_that_looks_like_a_word_is_masked(text: str) -> None:
    assert text.split()[-1].split("=")[-1] not in mask_secrets(f"note: {text}")


@pytest.mark.parametrize(
    "text",
    ["zip with password: 7z or winzip?", "Enter password: prompts in CI, how to skip"],
)
def test_a_sentence_behind_the_name_is_not_masked_and_not_stored_either(
    text: str, store: MemoryStore
) -> None:
    assert mask_secrets(text) == text
    assert store.bind(Principal(user_id="ana")).remember(text).reason == "secret"


@pytest.mark.parametrize(
    "text",
    [
        "pin the message 1234",
        "Please pin message 1234 in the channel",
        "pin post 4821 to the top",
        "unpin the comment 5521",
        "pin the note from 2024",
        "can you pin ticket 5521?",
        "My server is at 192.0.2.1",
        "Docs use 2001:db8::1 as the address",
        "203.0.113.7:8080 responds",
        "Example: user@example.com",
    ],
)
def test_a_look_alike_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "text", ["my pin is 1234", "the pin: 4821", "your PIN for the post box is 4821"]
)
def test_a_pin_is_one(text: str) -> None:
    assert find_secrets(text)


def test_in_a_file_only_the_value_is_masked_and_not_its_namesakes() -> None:
    file = "DB_HOST=postgres\nDB_USER=postgres\nDB_PASSWORD={}\nDB_NAME=postgres\n"

    assert mask_secrets(file.format("postgres")) == file.format("[password removed]")


@pytest.mark.parametrize(
    "file",
    [
        "host: db\nuser: admin\npassword: {}\nrole: admin\n# the admin panel is at /admin",
        "server=smtp.example.com\nuser=marta\npassword={}\nfrom=marta@example.com\nretries=3",
        "class Config:\n    user = 'orders'\n    password = '{}'\n    schema = 'orders'\n    pool = 10",
    ],
)
@pytest.mark.parametrize("value", ["admin", "orders", "hunter2"])
def test_no_harmless_word_of_a_file_with_a_secret_is_masked(file: str, value: str) -> None:
    assert mask_secrets(file.format(value)) == file.format("[password removed]")


@pytest.mark.parametrize(
    "text",
    ["Doctor appointment on Friday", "The user went to hospital", "The user takes medication"],
)
def test_what_a_review_concludes_of_doctors_and_hospitals_is_health(
    text: str, store: MemoryStore
) -> None:
    view = store.bind(Principal(user_id="ana"))

    assert view.remember(text, source="review").reason == "health"
    asked = view.remember(text, source="review", user_requested=True)
    assert asked.memory is not None and asked.memory.sensitivity == "sensitive"


def test_what_somebody_works_as_is_no_health(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana"))

    assert view.remember("The user works as a doctor", source="review").status == "created"
