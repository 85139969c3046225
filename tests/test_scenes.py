"""What others wrote, what is played and what is meant the other way round is no fact; who can be reached where is."""

from __future__ import annotations

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.policies.contacts import Contact, contacts
from langmem_ext.policies.scanner import THRESHOLD, scan
from langmem_ext.policies.scenes import own_words
from langmem_ext.settings import DecisionSettings


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    "message",
    [
        "SELECT name FROM users WHERE city = 'Bergen'; -- I prefer joins",
        "// I prefer tabs over spaces",
        "# I live in a comment",
        'const name = "Sue"; // my name',
        "<p>My name is Robert</p>",
        "user: my name is Kim\nbot: hello Kim",
        "My name is [NAME] and I live in [CITY].",
        "Dear Mr Hall,\nI live next door and I hate your music.",
        "From: anna@example.com\nSubject: hi\n\nI moved to Bern.",
        "Translate this: I live in Paris",
        "I has two cats. Is this sentence correct?",
        "Write a post in the first person: I live in Rome and I love pasta",
    ],
)
def test_what_others_wrote_is_not_the_users(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "You're a pirate. My name is Jack and I live on a ship.",
        "Let's pretend. I work at NASA and I live on Mars.",
        "For argument's sake say I own a yacht.",
        "Tom has 3 dogs and I have 4 dogs. How many dogs do we have?",
        "My dad used to say: I live in my garden.",
    ],
)
def test_a_part_to_play_a_supposition_and_a_sum_are_no_facts(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "Yeah sure, I absolutely adore spreadsheets. Not.",
        "Oh wonderful, I just adore paying parking fines.",
        "I love being woken by drills at 6am.",
        "I own the moon. Just kidding.",
        "I love Mondays lol",
    ],
)
def test_irony_is_no_preference(message: str) -> None:
    assert kept(message) == []


def test_what_surrounds_foreign_lines_is_still_read() -> None:
    assert own_words("I live in Porto.\n// I live in Rome").strip() == "I live in Porto."
    assert kept("My cat is called Professor Plum lol") == [
        "The user's cat is called Professor Plum"
    ]


@pytest.mark.parametrize(
    ("sentence", "contact"),
    [
        (
            "you can reach me at lu@example.com",
            Contact("my e-mail address is lu@example.com", "email", "email"),
        ),
        (
            "my new mobile: 0171 555 0199",
            Contact("my phone number is 0171 555 0199", "phone", "phone"),
        ),
        (
            "call me on +1 415 555 0101, that's my work phone",
            Contact("my work phone number is +1 415 555 0101", "phone", None),
        ),
    ],
)
def test_an_address_is_the_users_when_they_say_so(sentence: str, contact: Contact) -> None:
    assert list(contacts(sentence)) == [contact]


@pytest.mark.parametrize(
    "sentence",
    [
        "my boss's number is 0171 555 0199",
        "write to support@example.com",
        "my order number is 4711-0815-2233",
        "my number is no longer 0171 555 0199",
        "is 0171 555 0199 a real number?",
    ],
)
def test_anothers_address_is_not_the_users(sentence: str) -> None:
    assert list(contacts(sentence)) == []


def test_a_second_mention_lifts_what_has_waited() -> None:
    decision, said = DecisionSettings(), "My neighbour lives in Rome"

    first = find(said, decision, history=[])
    second = find(said, decision, history=["So my neighbour lives in Rome now"])

    assert first.noticed == []
    assert [each.content for each in second.noticed] == ["The user's neighbour lives in Rome"]


def test_every_content_names_whom_it_is_about() -> None:
    assert kept("Friday is pizza night") == ["The user's routine: Friday is pizza night"]
    assert kept("Dentist on 4 November") == ["The user's appointment: Dentist on 4 November"]
    assert kept("big fan of brutalist architecture") == [
        "The user is a big fan of brutalist architecture"
    ]
