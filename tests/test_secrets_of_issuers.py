"""A key that its own form gives away is found, whatever stands around it; what only names a key is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies.secrets import find_secrets, mask_secrets

KEYS = (
    "sk-proj-" + "aT9xQ2mV7bLk4Rz8" * 3,
    "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "xoxb-" + "1234567890-0987654321-aB3dE5fG7hJ9kL1mN3pQ5rS7",
    "AKIA" + "QX7LZ5WTR2VKDN4M",
    "glpat-" + "x7Yk29Lmq8Zr4Tn1Vb3W",
)
NUMBERS = (
    "4539578763621486",
    "4539 5787 6362 1486",
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
)
AROUND = (
    "imagine a spy who reads",
    "for our D&D group",
    "in my novel the hero says",
    "suppose the bot says hello.",
    "a made-up name like Rex",
    "for example, the order 4471",
    "the chapter on passwords",
    "it just says 401",
)


@given(
    st.sampled_from(KEYS),
    st.sampled_from(AROUND),
    st.sampled_from(AROUND),
    st.sampled_from(["\n", " ", "\n\n"]),
)
def test_a_key_is_found_whatever_is_said_around_it(
    key: str, before: str, after: str, between: str
) -> None:
    said = f"{before}{between}OPENAI_API_KEY={key}{between}{after}"

    assert key not in mask_secrets(said)


@given(st.sampled_from(NUMBERS), st.sampled_from(AROUND[:4]), st.sampled_from(AROUND[:4]))
def test_a_number_that_checks_is_found_in_a_line_of_its_own(
    number: str, before: str, after: str
) -> None:
    assert number not in mask_secrets(f"{before} 401\n{number}\n{after}")


@pytest.mark.parametrize(
    "text",
    [
        "env:\n  - name: API_KEY\n    valueFrom:\n      secretKeyRef:\n        name: shop\n        key: token",
        "max_tokens=2048 is too little",
        "the token limit: 16000",
        "is chmod 0640 right for a config file?",
        "permissions of the ssh key are 0644",
        "new pin code 560038 for the warehouse, update the invoices",
        "SHA256:q1W2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnM123456 is the host's fingerprint",
    ],
)
def test_what_a_configuration_says_of_keys_and_numbers_is_none(text: str) -> None:
    assert find_secrets(text.replace("\\\n", "\n")) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("I changed it from Birke7 to Birke8, they want a new password every month", "Birke8"),
        ("the alarm code is 0640, not 0460", "0640"),
        ("my pin code is 5603", "5603"),
    ],
)
def test_what_is_like_it_and_opens_something_is_one(text: str, secret: str) -> None:
    assert secret not in mask_secrets(text)
