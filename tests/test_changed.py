"""What has changed is said in one step."""

from __future__ import annotations

import pytest

from langmem_ext.policies.changed import as_it_is_now


@pytest.mark.parametrize(
    ("message", "now"),
    [
        ("my address changed, it's 4 Mill Lane now", "my address is 4 Mill Lane now"),
        ("Hi! My number has changed. It's 021 555 0188.", "Hi! My number is 021 555 0188 now."),
        (
            "our meeting day changed last week: it's Thursday",
            "our meeting day is Thursday now",
        ),
        (
            "My days off changed, they're Monday and Tuesday",
            "My days off are Monday and Tuesday now",
        ),
        ("got a new boss, Tom", "my boss is Tom now"),
        (
            "We've got a new landlord: Mrs Petrov, and she's kind",
            "my landlord is Mrs Petrov now, and she's kind",
        ),
        ("My new dentist is called Dr Lima.", "My dentist is Dr Lima now."),
        ("I changed dentists, it's Dr Lima now", "my dentist is Dr Lima now"),
        ("my new number is 021 555 0188", "my number is 021 555 0188 now"),
        (
            "I have a new email address: ana@birch.example",
            "my email address is ana@birch.example now",
        ),
        ("our phone number changed to 021 555 0188.", "our phone number is 021 555 0188 now."),
    ],
)
def test_what_has_changed_is_told_as_it_is_now(message: str, now: str) -> None:
    assert as_it_is_now(message) == now


@pytest.mark.parametrize(
    "message",
    [
        "my mood changed, it's better",
        "the price changed, it's 15 now",
        "my address changed, is it a problem?",
        "my plan changed. it's not clear to me",
        "My new landlord called about the roof",
        "my new puppy is called Rex",
        "I need a new dentist, Tom says",
        "their new boss is Tom",
    ],
)
def test_what_says_no_new_value_stays(message: str) -> None:
    assert as_it_is_now(message) == message
