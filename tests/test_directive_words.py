"""Which words of a request are kept, and how do they read as a memory?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directive_wishes import wanted
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.rewriting import third_person


def _kept(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("clause", "memory"),
    [
        ("Boots is ours", "Boots is the user's"),
        ("the red bike is mine", "The red bike is the user's"),
        ("ours is the green door", "The user's is the green door"),
        ("mine's the left one", "The user's is the left one"),
        ("a friend of ours runs the café", "A friend of the user's runs the café"),
        ("my neighbour's dog is ours now", "The user's neighbour's dog is the user's now"),
        ("my brother works in a coal mine", "The user's brother works in a coal mine"),
        ("both of us are nurses", "The user and one other are nurses"),
        ("all of us are vegan", "The user and all the others are vegan"),
        ("he is a nurse like myself", "He is a nurse like the user"),
    ],
)
def test_what_is_ours_is_said_to_be_the_users(clause: str, memory: str) -> None:
    assert third_person(clause) == memory


def test_what_is_mine_is_said_to_be_the_speakers_where_a_name_is_known() -> None:
    assert third_person("Boots is ours", speaker="Ana") == "Boots is Ana's"


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        (
            "From this moment on you don't give me links, they dont open on this telephone.",
            "The user does not want the assistant to give them links",
        ),
        ("From today you do not send me tables.", "The user does not want the assistant to send them tables"),
        ("From now on you only answer in Dutch.", "The user wants the assistant to only answer in Dutch"),
        ("from now on u dont use caps", "The user does not want the assistant to use caps"),
        ("Remember that you don't give me spoilers.", "The user does not want the assistant to give them spoilers"),
        ("Remember, you must not use emojis.", "The user does not want the assistant to use emojis"),
        ("Remember you mustn't use emojis.", "The user does not want the assistant to use emojis"),
        (
            "From now on you don't need to explain acronyms.",
            "The user does not need the assistant to explain acronyms",
        ),
        (
            "you don't explain the basics to me from now on",
            "The user does not want the assistant to explain the basics to them",
        ),
    ],
)  # fmt: skip
def test_an_order_reads_as_a_wish_of_the_users(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    "said",
    [
        "you turn the key twice",
        "you put the bins out on Tuesday",
        "you can't park at number 12",
        "you don't add sugar to it",
        "you keep forgetting my name",
    ],
)
def test_what_anybody_does_is_no_order(said: str) -> None:
    assert wanted(said, standing=False) is None


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("keep please my phone is a Nokia, bc i never know what to say when you ask", "The user's phone is a Nokia"),
        ("remember i'm on the 3rd floor bc u always send couriers to the 2nd", "The user is on the 3rd floor"),
        ("Please remember that my bike is a Kona because I always mix it up.", "The user's bike is a Kona"),
        ("Remember my size is 38, otherwise you'll suggest the wrong shoes.", "The user's size is 38"),
        ("Remember I'm lactose intolerant, or else I get sick from your recipes.", "The user is lactose intolerant"),
        ("Remember: my father is deaf in one ear, or he misses half.", "The user's father is deaf in one ear"),
        (
            'We say "dinner" for the meal at noon, kindly retain this, otherwise our menus go wrong each time',
            'The user and others say "dinner" for the meal at noon',
        ),
        ("My nephew is Tom, please remember, otherwise I get in trouble.", "The user's nephew is Tom"),
        (
            "Remember that my matric number ends in 117; I'd be asking you for many forms",
            "The user's matric number ends in 117",
        ),
        ("Remember I run a bakery; you'll get many questions about flour from me.", "The user runs a bakery"),
    ],
)  # fmt: skip
def test_why_something_is_to_be_kept_is_not_kept(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("Remember that I don't fly because of my ears.", "The user doesn't fly because of their ears"),
        ("Remember that I can't eat nuts because I'm allergic.", "The user can't eat nuts because they're allergic"),
        ("Remember I take the bus because I sold my car.", "The user takes the bus because they sold their car"),
        ("Remember that I want the report on Monday or Tuesday.", "The user wants the report on Monday or Tuesday"),
        (
            "Remember that I must take the pill at 8 or I get a migraine.",
            "The user must take the pill at 8 or they get a migraine",
        ),
    ],
)  # fmt: skip
def test_the_ground_of_a_fact_is_part_of_it(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        (
            "No more Comic Sans jokes, please, ever. I'm serious about that one, keep it.",
            ["The user wants no more Comic Sans jokes, please, ever"],
        ),
        (
            "remember:\n- team of 6\n- sprint = 3 weeks\nthat's it for now, velocity question follows",
            ["Team of 6", "Sprint = 3 weeks"],
        ),
        (
            "remember:\n- allergic to kiwi\n- hates olives\nmore tomorrow",
            ["The user is allergic to kiwi", "The user hates olives"],
        ),
        (
            "note:\n- boiler serviced in May\n- plumber is Kral\nnothing else for the moment",
            ["Boiler serviced in May", "Plumber is Kral"],
        ),
        ("I have a peanut allergy. This is no joke, keep that in mind.", ["The user has a peanut allergy"]),
        ("I hate coriander. It's important to me, save that please.", ["The user hates coriander"]),
        ("I work nights. I can't say it often enough, remember it.", ["The user works nights"]),
        ("I'm a vegetarian. Told you twice now, remember it.", ["The user is a vegetarian"]),
        ("I prefer trains. You can laugh, but remember that.", ["The user prefers trains"]),
        ("No more bullet points, ever", ["The user wants no more bullet points, ever"]),
    ],
)  # fmt: skip
def test_how_it_is_meant_and_where_a_list_ends_is_not_kept(
    message: str, memories: list[str]
) -> None:
    assert _kept(message) == memories


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("plans: max 45 minutes. Remember that for every plan I ever ask you for, pls", "Plans: max 45 minutes"),
        ("Wine never above 15 euros, remember that the next time I ask you for a bottle.", "Wine never above 15 euros"),
        ("Trails with shade only. Keep that in mind for every hike I ask you for.", "Trails with shade only"),
        ("I'm 1.95 m. Remember that any time I ask for a bike.", "The user is 1.95 m"),
        ("Max 20 minutes a lesson. Keep this for all the other ones too.", "Max 20 minutes a lesson"),
        ("Remember for every plan I make, I need a week.", "For every plan the user makes, they need a week"),
        ("Remember that any time I visit Jo she cooks fish.", "Any time the user visits Jo she cooks fish"),
    ],
)  # fmt: skip
def test_when_it_is_to_be_thought_of_is_not_what_is_kept(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("Note to you, not to me: Jorun is a man.", "Jorun is a man"),
        ("Note to you and not to my boss: I leave in May.", "The user leaves in May"),
        ("Reminder to yourself, not to us: we use metric units.", "The user and others use metric units"),
        ("Just so you remember in later chats, I've read all of Le Guin", "The user has read all of Le Guin"),
        (
            "Allergic to bees — that goes in my file please — and I've just been offered two hives, what would you do",
            "The user is allergic to bees",
        ),
        (
            "My carer Blessing said that I could tell you to remember stuff. Remember she is off on Thursdays.",
            "The user's carer Blessing is off on Thursdays",
        ),
        (
            "My brother lives in Graz. Remember he's a vegan.",
            "The user's brother lives in Graz. He's a vegan",
        ),
    ],
)  # fmt: skip
def test_whom_it_is_for_and_what_stands_around_it_is_not_kept(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("note shop closed mondays", "Shop closed mondays"),
        ("note library closes at 6 on fridays", "Library closes at 6 on fridays"),
        ("note dentist moved to Rua Nova", "Dentist moved to Rua Nova"),
        ("ok note gym closed in August", "Gym closed in August"),
        ("note plumber comes on tuesday", "Plumber comes on tuesday"),
        ("note parking costs 4 euros a day", "Parking costs 4 euros a day"),
        ("note spare key is under the pot", "Spare key is under the pot"),
        ("note bin day is now thursday", "Bin day is now thursday"),
    ],
)
def test_what_is_jotted_down_needs_neither_a_colon_nor_an_article(
    message: str, content: str
) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "note how the bass enters",
        "note bass enters at bar 9",
        "note taking is hard on mondays",
        "note cards are sold in Rua Nova",
        "note figure 2 shows the trend",
        "note store closes the transaction at 3",
        "note function returns null on line 8",
        "note school is a metaphor in chapter 3",
        "note Hamlet hesitates in act 3",
        "note that said monday",
    ],
)
def test_what_is_remarked_on_in_a_work_is_not_jotted_down(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("CALL ME OMA LIESEL NOT LISELOTTE. THANK YOU DEAR", "Oma Liesel"),
        ("CALL ME BEA NOT BEATRICE", "Bea"),
        ("MY NAME IS HARALD. CALL ME HARRY NOT HARALD PLEASE", "Harry"),
        ("call me bea not beatrice", "Bea"),
    ],
)
def test_a_name_is_known_beside_what_it_is_short_for_however_it_is_typed(
    message: str, name: str
) -> None:
    found = [each.content for each in find_directives(message, learned=False)]
    assert found == [f"The user's preferred name is {name}"]


@pytest.mark.parametrize(
    "message",
    [
        "CALL ME BACK NOT HIM",
        "CALL ME TUESDAY NOT MONDAY PLEASE",
        "CALL ME LATER NOT NOW",
        "CALL ME FIRST NOT LAST",
        "CALL ME DIRECTLY NOT VIA HR",
        "call me crazy not stupid",
    ],
)
def test_when_and_how_to_call_is_no_name(message: str) -> None:
    assert find_directives(message) == []
