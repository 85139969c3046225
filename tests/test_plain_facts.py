"""Which facts about work, tools, languages, animals and places are said plainly, and what only sounds like one?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str, *, learned: bool = False) -> list[str]:
    return [each.content for each in scan(message, learned=learned) if each.score >= THRESHOLD]


def slots(message: str) -> dict[str, str | None]:
    return {each.content: each.slot for each in scan(message, learned=False)}


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I've moved from emacs to zed", "The user has moved from emacs to zed"),
        (
            "I switched over from Trello to Notion last May",
            "The user switched over from Trello to Notion last May",
        ),
        ("Our lab does everything in MATLAB", "The user's lab does everything in MATLAB"),
        ("Our two services run on Heroku for now", "The user's two services run on Heroku"),
        ("our api is written in go", "The user's api is written in go"),
        ("staging db is MariaDB 11", "The user's staging db is MariaDB 11"),
        ("our crm is HubSpot, sadly", "The user's crm is HubSpot"),
    ],
)
def test_what_one_works_with_is_a_fact_and_no_place(message: str, content: str) -> None:
    assert slots(message) == {content: None}


@pytest.mark.parametrize(
    "message",
    [
        "our site runs on fumes",
        "our builds run in 20 minutes",
        "our app is in Beta",
        "our data is on fire",
        "database is down",
        "our crm is slow",
        "my team is two goals behind",
        "Favourite part is the ending",
    ],
)
def test_the_state_of_a_system_is_no_tool(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message", ["I moved from Paris to Oslo", "i moved from hull to york", "I moved to Reading"]
)
def test_a_move_between_towns_still_fills_the_location(message: str) -> None:
    assert list(slots(message).values()) == ["location"]


@pytest.mark.parametrize(
    ("message", "content", "slot"),
    [
        (
            "I went from waiting tables to being a midwife",
            "The user went from waiting tables to being a midwife",
            "occupation",
        ),
        (
            "recently switched from banking to being a beekeeper",
            "The user switched from banking to being a beekeeper",
            "occupation",
        ),
        ("I retrained as an electrician", "The user retrained as an electrician", "occupation"),
        ("I rent in Leipzig", "The user rents in Leipzig", "location"),
        (
            "I'm at Dunmore Glass these days, mostly on the saws",
            "The user is at Dunmore Glass these days, mostly on the saws",
            "employer",
        ),
        ("I'm a native Urdu speaker", "The user is a native Urdu speaker", "native_language"),
        ("Hi, Mrs Adeyemi here, quick question", "The user's name is Mrs Adeyemi", "name"),
    ],
)
def test_plain_words_fill_their_slot(message: str, content: str, slot: str) -> None:
    assert slots(message)[content] == slot


@pytest.mark.parametrize(
    ("message", "slot"),
    [
        ("I moved from Poland to London as a student", "occupation"),
        ("We rent in August", "location"),
    ],
)
def test_what_fills_no_such_slot(message: str, slot: str) -> None:
    assert slot not in slots(message).values()


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("My Danish is about A2 at best", "The user's Danish is about A2 at best"),
        ("I'm B2 in French", "The user is B2 in French"),
        ("I handle the payroll at a brewery", "The user handles the payroll at a brewery"),
        ("I'm in charge of 12 apprentices", "The user is in charge of 12 apprentices"),
        ("My team is four nurses and a clerk", "The user's team is four nurses and a clerk"),
        ("I ride a Brompton with 9,000 km on it", "The user rides a Brompton with 9,000 km on it"),
        ("I drive a 2009 Polo with a dent in it", "The user drives a 2009 Polo with a dent in it"),
        (
            "I prefer buses to cars for anything under ten miles",
            "The user prefers buses to cars for anything under ten miles",
        ),
        (
            "I've used the same razor for twenty years",
            "The user has used the same razor for twenty years",
        ),
        (
            "We live at 900 metres, just above Bolzano, if it helps.",
            "The user and others live at 900 metres, just above Bolzano",
        ),
        ("Signed up for the Oslo marathon, yay!!", "The user signed up for the Oslo marathon"),
        ("got into Durham!!! law, from october", "The user got into Durham"),
        ("favourite soup is harira", "The user's favourite soup is harira"),
    ],
)
def test_a_plain_fact_is_kept_as_it_stands(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "I'm responsible for this mess",
        "I handle the stress badly",
        "My english is not good sorry",
        "yay, another Monday, I love it",
        "I drive it with the roof on it",
    ],
)
def test_what_passes_or_points_elsewhere_is_not_kept(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        ("How do I bath my cat Mirabel? she's 14 now", ["The user's cat Mirabel is 14"]),
        ("The dog, Bramble, gets a pill at noon.", ["The user's dog is called Bramble"]),
        ("The dog, Rex, ran away into the hills.", []),
        ("The cat is a small hunter of mice", []),
    ],
)
def test_an_animal_of_the_house_is_the_users_and_told_once(
    message: str, contents: list[str]
) -> None:
    assert kept(message) == contents


@pytest.mark.parametrize(
    "message",
    [
        "My phone number changed to 0161 496 0182, so tell nobody",
        "text me at 0161 496 0182 when it rains",
        "My new mobile: 0161 496 0182",
    ],
)
def test_a_number_in_other_words_is_one_memory(message: str) -> None:
    found = scan(message)

    assert [(each.content, each.slot) for each in found] == [
        ("The user's phone number is 0161 496 0182", "phone")
    ]


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        ("SRE at Larkfield Power here. Need a runbook.", ["The user is an SRE at Larkfield Power"]),
        (
            "Native Tamil speaker here, second year of learning Polish.",
            [
                "The user is a native Tamil speaker",
                "The user is in their second year of learning Polish",
            ],
        ),
        (
            "Plumber in Cork here, two kids, no sleep.",
            ["The user is a plumber in Cork", "The user has two kids"],
        ),
        ("Beginner here, how do I start?", []),
        ("Learner here, why is it der and not die?", []),
    ],
)
def test_a_note_with_here_tells_what_somebody_is(message: str, contents: list[str]) -> None:
    assert kept(message) == contents


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("My gran is 88 and I'm her only carer", "The user is their gran's only carer"),
        (
            "Since the divorce I have the girls every other week",
            "The user has the girls every other week since the divorce",
        ),
        (
            "We've three lads, two, five and nine",
            "The user and others have three lads, two, five and nine",
        ),
        ("My in-laws are visiting for Easter", "The user's in-laws are visiting for Easter"),
        ("I am violinist in a folk band", "The user is violinist in a folk band"),
        ("I cook at a small hospice", "The user cooks at a small hospice"),
        (
            "We don't fly any more because of the climate",
            "The user and others don't fly any more because of the climate",
        ),
        ("We no longer use Trello, it was slow", "The user and others no longer use Trello"),
        (
            "using an old macbook with asahi, sound crackles. fix?",
            "The user is using an old macbook with asahi",
        ),
        ("My dream would be to own a lighthouse", "The user's dream would be to own a lighthouse"),
        ("I'm the one who writes the harmonies", "The user writes the harmonies"),
        (
            "I grew up in Mombasa but Leeds has been home for ten years.",
            "Leeds has been the user's home for ten years",
        ),
        ("Osaka has been home for me since 2011", "Osaka has been the user's home since 2011"),
        (
            "You can reach me on jo@kern.example if the form asks",
            "The user's e-mail address is jo@kern.example",
        ),
        ("heyy its Sanna again, how are you", "The user's name is Sanna"),
    ],
)
def test_what_is_said_in_other_forms_is_kept(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "I'm the one who broke it",
        "I am pessimist at heart",
        "I have the kids at home today",
        "using a for loop in python",
        "I'm going to close the window now",
        "I'm about to turn off the oven",
        "I just got back from the clinic",
        "I'm making the card",
        "The kids I teach are nine",
        "She asked me to reach her on a@b.example if the form asks",
    ],
)
def test_what_is_of_the_moment_or_of_others_is_not(message: str) -> None:
    assert kept(message) == []


def test_a_shop_that_opens_is_a_goal_and_no_matter_of_the_moment() -> None:
    assert kept("I'm going to open a bakery in May") == [
        "The user is going to open a bakery in May"
    ]


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "what do i give my nephew Anton for his 9th birthday",
            ["The user's nephew is called Anton"],
        ),
        (
            "how do i word this to my landlady Mrs Hobbs",
            ["The user's landlady is called Mrs Hobbs"],
        ),
        (
            "At my job (I'm a dental nurse) we get asked this a lot",
            ["The user is a dental nurse"],
        ),
        ("the dream is to retire at 55", ["The user's dream is to retire at 55"]),
        ("I live up a very steep hill", ["The user lives up a very steep hill"]),
        ("I am a widow", ["The user is a widow"]),
        ("currently on mat leave from teaching", ["The user is on mat leave from teaching"]),
        (
            "I do night security at a data centre",
            ["The user does night security at a data centre"],
        ),
        (
            "I took early retirement from the railway in 2020",
            ["The user took early retirement from the railway in 2020"],
        ),
    ],
)
def test_one_statement_gives_one_clean_memory(message: str, contents: list[str]) -> None:
    assert kept(message) == contents


@pytest.mark.parametrize(
    "message",
    [
        "when can we move to Porto",
        "I'm in charge of drinks for sixty",
        "I'm responsible for the cake on Sunday",
        "favourite teacher answer is Miss Hobbs",
        "I live over the moon",
        "I do well at school",
        "The horse is a two-year-old favourite in the 3:15",
        "Question here, thanks",
        "hey, it's Python again, help",
        "I live past midnight",
    ],
)
def test_what_has_the_form_of_a_plain_fact_and_is_none(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "The cat is a four-year-old tabby called Miso",
            "The user's cat is a four-year-old tabby called Miso",
        ),
        (
            "We're going to do the school run by bike from now",
            "The user and others are going to do the school run by bike from now",
        ),
        (
            "I'm enrolled in a diploma at Lund, finishing in 2028 if all goes well",
            "The user is enrolled in a diploma at Lund",
        ),
        (
            "Our choir tours the villages every summer",
            "The user's choir tours the villages every summer",
        ),
    ],
)
def test_what_lasts_from_now_on_is_kept(message: str, content: str) -> None:
    assert content in kept(message)
