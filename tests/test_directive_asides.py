"""Is what only talks about telling and keeping read as a request, and never kept itself?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("My pronouns are they/them. Make sure that sticks.", "The user's pronouns are they/them"),
        ("I hope it sticks this time - my time zone is Perth", "The user's time zone is Perth"),
        ("don't make me repeat it. My surname has two t's", "The user's surname has two t's"),
        ("This one should stick: I'm a night nurse in Cork.", "The user is a night nurse in Cork"),
        ("this needs to stay with you ok? Ada's party is on 14 Feb", "Ada's party is on 14 Feb"),
        ("I'll say it once, so memorize. Table 7 wobbles", "Table 7 wobbles"),
        ("its important so store it, I can't drive after dusk", "The user can't drive after dusk"),
        ("You'll need this again, trust me. Our fleet is on Linux.", "The user's fleet is on Linux"),
        ("i keep losing it so u keep it. ring size is N and a half", "Ring size is N and a half"),
        ("Important and permanent!! Emil isn't allowed on the swing", "Emil isn't allowed on the swing"),
        ("I can't remember it so you remember it: the plumber comes on 3 May", "The plumber comes on 3 May"),
        ("I won't say it twice: no emojis.", "The user wants no emojis"),
    ],
)  # fmt: skip
def test_talk_about_keeping_asks_for_what_stands_beside_it(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("remember my bus is the 47, i always ask you the same thing", "The user's bus is the 47"),
        ("I keep forgetting this myself so can you keep it for me? my filter holds 250 litres",
         "The user's filter holds 250 litres"),
        ("Our budget is 9k. You can hold me to that in the coming months, so keep it somewhere.",
         "The user's budget is 9k"),
        ("keep hold of this, my locker is on the second floor; I'll be testing you next week",
         "The user's locker is on the second floor"),
        ("My oven is a fan oven. Write it down somewhere, tattoo it on your arm, I don't care.",
         "The user's oven is a fan oven"),
        ("Take a note for the next times, my house has no oven", "The user's house has no oven"),
    ],
)  # fmt: skip
def test_talk_about_telling_is_not_kept(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I need you to hold on. The kettle is boiling.",
        "Make sure it sticks, my glue is old",
        "How do I make sure it sticks? My tile adhesive keeps failing",
        "This needs to stay in the fridge. My mum said so.",
        "You keep it short and I like that",
        "My boss says you keep it or you lose it",
        "This must be kept under 200 words. My teacher is strict.",
        "Never let it drop below 5 degrees. My tomatoes died.",
        "I don't want to lose this. My essay is due tomorrow.",
        "Can this be saved? My cactus is rotting.",
        "I'll say it once: brevity is the soul of wit",
        "do you know this? My uncle wrote it.",
        "I can't remember where I put my keys",
        "Hold that thought, I have to answer the door.",
        "If I say my name, will you store it?",
        "I keep forgetting things. My gran was the same.",
    ],
)
def test_the_same_words_about_something_else_ask_for_nothing(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Would you mind remembering that I go by they/them?", "The user goes by they/them"),
        ("From now on ask me one question at a time",
         "The user wants the assistant to ask them one question at a time"),
        ("ok new rule: one question at a time", "One question at a time"),
        ("we're moving to Leiden in June, hold that thought", "The user and others are moving to Leiden in June"),
        ("Starting today you may swear when you talk to me.",
         "The user wants the assistant to swear when it talks to them"),
        ("Remember that I hate being told twice", "The user hates being told twice"),
    ],
)  # fmt: skip
def test_a_statement_or_an_order_of_plain_words_is_no_talk_about_telling(
    message: str, content: str
) -> None:
    assert contents(message) == [content]
