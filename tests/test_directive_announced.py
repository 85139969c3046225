"""In how many words may one announce what is to be kept?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("save this to memory -> staging lives at stg.example", "Staging lives at stg.example"),
        ("Carve this in stone: I never fly in March", "The user never flies in March"),
        ("Set it in stone: Mondays are soup nights.", "Mondays are soup nights"),
        (
            "new entry for your notebook on me → my boots are size 38",
            "The user's boots are size 38",
        ),
        ("Log it: the goat is named Gustave.", "The goat is named Gustave"),
        ("pop it in your memory that bin day is thursday, cheers", "Bin day is thursday"),
        ("write it down somewhere in your brain that Odile naps at two", "Odile naps at two"),
        ("Just so it's stored, my aunt's name is Wanda.", "The user's aunt's name is Wanda"),
        ("Right, so you don't ask me again: it's a diesel from 2012", "It's a diesel from 2012"),
        (
            "I'm giving you this for safekeeping: the well was dug in 1911",
            "The well was dug in 1911",
        ),
        ("This goes in the permanent file: Ilse's cake has lard", "Ilse's cake has lard"),
        (
            "Your notes on me need one more thing: I moonlight as a clown",
            "The user moonlights as a clown",
        ),
        ("Let your files show that I was promoted to purser", "The user was promoted to purser"),
        ("What has to stay with you is that she's my manager", "She's the user's manager"),
        (
            "Stuff worth carrying into our other chats: I rent from Mr Roca",
            "The user rents from Mr Roca",
        ),
        (
            "One for memory. Zoe signs off all returns over 500.",
            "Zoe signs off all returns over 500",
        ),
        (
            "for your notes my uncle's home is called Larkfield",
            "The user's uncle's home is called Larkfield",
        ),
        (
            "Keep hold of this for me, the spare key is with the baker.",
            "The spare key is with the baker",
        ),
        ("My bus leaves at 7:40; hold on to that, I'll ask.", "The user's bus leaves at 7:40"),
        ("The dog's pills are due at 7. Do not lose it.", "The dog's pills are due at 7"),
        (
            "If you would be so kind, make a note. I water the figs in July.",
            "The user waters the figs in July",
        ),
        (
            "remember my stream is at 8pm, i keep having to tell you",
            "The user's stream is at 8pm",
        ),
    ],
)
def test_what_is_announced_is_kept_whole_and_alone(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I'll never forget my first day there: the smell of floor polish.",
        "This is not for your memory: I'm seeing someone from the office.",
        "Nothing of this goes in your memory: I failed the test.",
        "I need them to retain three things: check, call, press.",
        "Take notes on this lecture: today we discuss glaciers.",
        "Put this in the CRM note field: customer moved, wants paper invoices.",
        "add memory limits to all deployments, 512Mi is enough",
        "Hold on to that thought!",
        "She told me to keep it in mind: the bridge is closed.",
        "This stays in the box: two keys and a lamp, the label says.",
    ],
)
def test_what_is_kept_by_others_or_not_at_all_is_left_alone(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "Remember: with great power comes great responsibility.",
        "Remember: slow is smooth, smooth is fast.",
        "Keep in mind, you can't pour from an empty cup.",
        "Don't forget: you only live once",
        "Keep in mind:\nquality over quantity. Who said this?",
        "note to self: stop texting people at 2am",
        "Keep calm and carry on, always.",
    ],
)
def test_sayings_and_lessons_to_oneself_are_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "note that the retry loop is a hack, can we make it nicer",
        "Note that the second column is empty. Plot the rest.",
        "remember that the dataset has duplicates, so dedupe first and give me the mean",
        "Note that this is a hack: we sleep before mounting. How would you do it?",
    ],
)
def test_material_for_the_task_at_hand_is_not_kept(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Remember: the customer code is 4417", "The customer code is 4417"),
        ("note to self, and you keep it too: my loop road pass ends in May", None),
        (
            "Note that our project code is Heron, can you draft the mail?",
            "Our project code is Heron",
        ),
        ("Remember that the lease runs to August", "The lease runs to August"),
    ],
)
def test_what_is_somebodys_is_kept_beside_a_task_too(message: str, content: str | None) -> None:
    found = contents(message)

    assert len(found) == 1
    assert content is None or found == [content.replace("Our", "The user's")]
