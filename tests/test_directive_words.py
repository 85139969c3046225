"""Which words of a request are kept, and how do they read as a memory?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directive_reading.wishes import wanted
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
            'Never again end with "I am glad to help you".',
            'The user wants the assistant to never again end with "I am glad to help you"',
        ),
        (
            'Don\'t ever say "let me be frank" to me again.',
            'The user does not want the assistant to ever say "let me be frank" to them again',
        ),
        (
            'Please remember that my aunt always says "bless me" to my dog',
            'The user\'s aunt always says "bless me" to their dog',
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
            "The user's brother is a vegan",
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
        ("CALL ME OMA LIESEL NOT LISELOTTE. THANK YOU DEAR", "Oma Liesel, not Liselotte"),
        ("CALL ME BEA NOT BEATRICE", "Bea, not Beatrice"),
        ("MY NAME IS HARALD. CALL ME HARRY NOT HARALD PLEASE", "Harry, not Harald"),
        ("call me bea not beatrice", "Bea, not Beatrice"),
        ("Call me Joost, not Mr. van Dam, okay?", "Joost, not Mr. van Dam"),
        ("Please call me Kit rather than Katherine from now on", "Kit, not Katherine"),
        ('Call me "Ziggy", not "Sigmund"', "Ziggy, not Sigmund"),
        ("just call me Fern nobody says Fernanda", "Fern"),
        ("call me Anna, rather than emailing me", "Anna"),
        ("call me Sam, not if you don't want to", "Sam"),
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


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        (
            "For next time I ask about restaurants, I'm vegan and I live near Camden Town",
            ["The user is vegan", "The user lives near Camden Town"],
        ),
        ("For the next time we talk about food: I can't stand olives", ["The user can't stand olives"]),
        ("For next time I want film tips: I've seen all of Ozu", ["The user has seen all of Ozu"]),
        ("For next time we plan a menu, my wife is coeliac.", ["The user's wife is coeliac"]),
        ("For the next time I bring up work, my boss is Ines", ["The user's boss is Ines"]),
        ("Remember for the next time I ask about wine: I only drink red.", ["The user only drinks red"]),
        ("Note for next time I ask for music: I play the cello", ["The user plays the cello"]),
        ("Save for the next time we speak of holidays, I don't fly", ["The user doesn't fly"]),
        ("For next time I fly, I need a wheelchair", ["Next time the user flies, they need a wheelchair"]),
        (
            "For next time I visit Jo, she's allergic to nuts",
            ["Next time the user visits Jo, she's allergic to nuts"],
        ),
        (
            "Remember for next time I talk to my doctor, I want to ask about iron",
            ["Next time the user talks to their doctor, they want to ask about iron"],
        ),
        ("For next time, I ask about wine in French", ["The user asks about wine in French"]),
        ("For next time: I ask a lot about trains", ["The user asks a lot about trains"]),
        ("For next time I'm vegan", ["The user is vegan"]),
    ],
)  # fmt: skip
def test_the_talk_that_it_is_for_is_not_kept_but_the_occasion_of_a_fact_is(
    message: str, memories: list[str]
) -> None:
    assert _kept(message) == memories


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        (
            "Remember that I'm learning Dutch; should come in handy next time I ask for film tips",
            "The user is learning Dutch",
        ),
        ("Please note that I work part time; might be useful when we plan my week", "The user works part time"),
        ("Remember I'm left-handed, will help with the guitar tips.", "The user is left-handed"),
        (
            "Jot down that I prefer lower berths when you book my night trains, would you?",
            "The user prefers lower berths when the assistant books their night trains",
        ),
        ("Remember I teach chemistry, it'll help you with my worksheets", "The user teaches chemistry"),
        (
            "For future reference, my dog is a whippet, good to know when I ask about coats",
            "The user's dog is a whippet",
        ),
        ("Remember that I have a car, that could be useful when you plan trips.", "The user has a car"),
        ("Keep in mind that I'm colour-blind; matters when you make charts.", "The user is colour-blind"),
        ("I'm coeliac, that could be important for your recipes. Please remember it.", "The user is coeliac"),
        ("Kindly retain that I am retired; your productivity hints presuppose an office.", "The user is retired"),
        ("Remember that I'm retired, your tips keep assuming an office", "The user is retired"),
        ("Don't forget I use a wheelchair, your itineraries were full of stairs", "The user uses a wheelchair"),
        ("Remember that I'm vegan, half your recipes call for butter", "The user is vegan"),
        ("Remember that I'm vegan; you keep suggesting steak.", "The user is vegan"),
        ("Save this: my oven is a fan oven. I don't care how you do it.", "The user's oven is a fan oven"),
        ("I have a Mac. Remember that, it's up to you how.", "The user has a Mac"),
        (
            "My oven is a fan oven. Write it down somewhere, I don't care where. How long for 2kg chicken?",
            "The user's oven is a fan oven",
        ),
    ],
)  # fmt: skip
def test_of_what_use_it_is_and_how_answers_were_without_it_is_not_kept(
    message: str, memory: str
) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    ("message", "memories"),
    [
        (
            "Remember my brother has a van, it might be useful for the move.",
            ["The user's brother has a van, it might be useful for the move"],
        ),
        (
            "Keep in mind I'm a beginner; your last answer was too hard, and I use Python.",
            ["The user is a beginner", "The user uses Python"],
        ),
        (
            "Remember I own a drill, which is useful to my neighbours",
            ["The user owns a drill, which is useful to their neighbours"],
        ),
        ("Remember my insurance might help with the roof.", ["The user's insurance might help with the roof"]),
        (
            "Remember that I'm off on Friday; will help Ana move.",
            ["The user is off on Friday", "Will help Ana move"],
        ),
        (
            "Remember I'm dyslexic; your answers should be short.",
            ["The user is dyslexic", "Your answers should be short"],
        ),
        (
            "Remember I'm allergic to bees, it might matter to the doctor",
            ["The user is allergic to bees, it might matter to the doctor"],
        ),
        ("Remember that I don't care how hot it is outside.", ["The user doesn't care how hot it is outside"]),
        ("Remember I don't care where we sit on the plane.", ["The user doesn't care where they sit on the plane"]),
        (
            "Save this: my seat is 12C. I don't care for window seats.",
            ["The user's seat is 12C", "The user doesn't care for window seats"],
        ),
    ],
)  # fmt: skip
def test_of_what_use_a_thing_is_to_others_and_what_the_user_cares_for_is_kept(
    message: str, memories: list[str]
) -> None:
    assert _kept(message) == memories


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("It would be great if you could always answer in bullet points", "always answer in bullet points"),
        ("I'd be grateful if you always asked me before deleting anything", "always ask them before deleting anything"),
        (
            "I'd appreciate it if in the future you asked me before rewriting a whole file, the diff was 900 lines",
            "ask them before rewriting a whole file",
        ),
        (
            "What would be lovely is if you wrote dates the British way, now and in any other conversation",
            "write dates the British way",
        ),
        ("I would appreciate it if you never used emojis", "never use emojis"),
        ("It'd be nice if from now on you wrote in British English", "write in British English"),
        ("I'd love it if you'd always show prices in euros", "always show prices in euros"),
        ("It would help me if you always gave me the short version first", "always give them the short version first"),
        ("I would be happy if you kept answers short from now on", "keep answers short"),
        ("It would mean a lot if you always spoke German with me", "always speak German with them"),
        ("It'd be great if you never again asked for my name", "never again ask for their name"),
        ("I'd be glad if you always replied in one line", "always reply in one line"),
    ],
)  # fmt: skip
def test_a_polite_conditional_reads_as_what_the_assistant_is_to_do(message: str, wish: str) -> None:
    assert _kept(message) == [f"The user wants the assistant to {wish}"]


def test_a_polite_conditional_that_refuses_reads_as_what_is_not_wanted() -> None:
    said = "I'd prefer if you didn't use emojis from now on"
    assert _kept(said) == ["The user does not want the assistant to use emojis"]


@pytest.mark.parametrize(
    "message",
    [
        "I'd love it if you could write me a poem",
        "I'd love it if you could write a story about a girl who never sleeps",
        "I would be grateful if you could help me with this letter",
        "I'd appreciate it if you asked Ana before rewriting this file",
        "It would be great if my brother always called first",
        "It'd be nice if it always rained at night",
        "What would be great is if you could help me move",
        "It would be nice if you could write me a card for good luck",
        "Would it be great if you always answered in French?",
    ],
)
def test_a_polite_conditional_for_now_or_of_others_is_not_kept(message: str) -> None:
    assert _kept(message) == []


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        (
            "It would be great if you always win at chess",
            "It would be great if the assistant always wins at chess",
        ),
        (
            "I'd like it if my mother asked me before she visits, remember that",
            "The user would like it if their mother asked them before she visits",
        ),
        ("I would appreciate it if you could remember that I'm vegan", "The user is vegan"),
    ],
)
def test_a_conditional_that_asks_no_act_of_talking_is_left_as_it_is(
    message: str, memory: str
) -> None:
    assert _kept(message) == [memory]
