"""In which forms of sentences may a statement about oneself stand, and what only looks like one?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.scanner import THRESHOLD, scan


def kept(message: str) -> list[str]:
    return [each.content for each in scan(message, learned=False) if each.score >= THRESHOLD]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "i live in Galway so what should i do when the bus strikes",
            "The user lives in Galway",
        ),
        (
            "we have two ferrets how do i stop the smell",
            "The user and others have two ferrets",
        ),
        ("i love ska music do you know any bands from Chile", "The user loves ska music"),
        ("i have a 2009 skoda any idea why it rattles", "The user has a 2009 skoda"),
        ("i play the cello what rosin", "The user plays the cello"),
        ("I'm a nurse and my feet hurt, insoles?", "The user is a nurse"),
        (
            "Where should we eat on Friday given that I am vegetarian?",
            "The user is vegetarian",
        ),
        ("I'm based in Lyon: is the fibre any good there?", "The user is based in Lyon"),
        ("My name is Ola, 34, from Gdynia. Any tips?", "The user's name is Ola"),
        ("I'm Aoife, 42, married to Brendan", "The user is married to Brendan"),
        ("hi im dre, 19, freshman at UNC, what now", "The user is a freshman at UNC"),
        ("hi im kofi from accra, studying nursing, 2nd year", "The user is studying nursing"),
        ("I'm Brian, how do I start?", "The user's name is Brian"),
        ("I've gone vegan, ideas?", "The user has gone vegan"),
        ("I turned fifty and want to get fit", "The user turned fifty and wants to get fit"),
        ("My yoga class is on Thursdays, what mat?", "The user's yoga class is on Thursdays"),
        ("our standup is at 9:30, template?", "The user's standup is at 9:30"),
        (
            "We had a baby girl last week! Gift ideas?",
            "The user and others had a baby girl last week",
        ),
        ("Kai is our tech lead, how do I thank him?", "Kai is the user's tech lead"),
        ("I'm vice principal now, what do I wear?", "The user is vice principal"),
        (
            "My name's Dan, plumber from Cork, how do I word an ad?",
            "The user is a plumber from Cork",
        ),
    ],
)
def test_a_question_in_the_same_sentence_ends_a_statement(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "i lost the remote so what should i press",
        "i know what you mean so what would you do",
        "i forgot how do i sort a list",
        "My pronouns, what are they?",
        "I live in Paris, right?",
        "Which lock is best if I lived in Porto?",
    ],
)
def test_what_only_leads_up_to_a_question_states_nothing(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Having grown up in Kerala, I find the winter long.", "The user grew up in Kerala"),
        ("As a father of three I want quick dinners", "The user is a father of three"),
        ("being a vegetarian i need protein ideas", "The user is a vegetarian"),
        ("As someone who plays the oboe, I need reeds.", "The user plays the oboe"),
        (
            "Since we moved to Turku the heating bills are crazy.",
            "The user and others moved to Turku",
        ),
        (
            "Since I moved to Graz last autumn I've been cold.",
            "The user moved to Graz last autumn",
        ),
        ("Because I work nights the post never reaches me.", "The user works nights"),
        ("As I live in Porto the post takes ages.", "The user lives in Porto"),
        (
            "Since the fire I live with my aunt Greta.",
            "The user lives with their aunt Greta since the fire",
        ),
        (
            "Since my divorce I live with my cousin Ned",
            "The user lives with their cousin Ned since their divorce",
        ),
        (
            "Since the birth of our son I work part-time at Lidl.",
            "The user works part-time at Lidl since the birth of their son",
        ),
        ("Since last year I work at Acme.", "The user works at Acme since last year"),
        (
            "As the secretary of our choir I have to book it.",
            "The user is the secretary of their choir",
        ),
        ("Being a second-year law student I read a lot.", "The user is a second-year law student"),
        ("working as a night porter messes up my meals", "The user works as a night porter"),
        ("Living above a pub gives me headaches.", "The user lives above a pub"),
    ],
)
def test_the_opening_phrase_of_a_sentence_may_state_something(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "As a test, I pressed the button.",
        "Having said that, I pressed it.",
        "As a gift, take two.",
        "Since the update I can't open the file.",
        "Since then I can't sleep.",
        "As I work through the list the numbers change.",
        "After the meeting I went home.",
        "Working on this report bores me.",
    ],
)
def test_other_opening_phrases_state_nothing(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Two kids, Asa and Bo. Rainy day ideas.", "The user has two kids called Asa and Bo"),
        ("Three cats here. Best vacuum?", "The user has three cats"),
        ("Keep bees. Wasps a problem?", "The user keeps bees"),
        ("Run a bakery in Cork. Price list ideas.", "The user runs a bakery in Cork"),
        ("Can't swim. Lessons?", "The user can't swim"),
        ("Big on jazz. Playlist.", "The user is big on jazz"),
        ("Night owl. Good study plan?", "The user is a night owl"),
        ("Welder by trade. Gloves?", "The user is a welder by trade"),
        ("Flat in Hull, two bed. Heating?", "The user's home is in Hull"),
        ("Moin, Fiete hier. What's the word for it?", "The user's name is Fiete"),
        ("Hello, here is Ingrid. I need help.", "The user's name is Ingrid"),
        ("Our biggest client is Ravel Foods", "The user's biggest client is Ravel Foods"),
        ("I do the payroll for a small firm", "The user does the payroll for a small firm"),
        ("I use Figma for everything", "The user uses Figma for everything"),
        ("I'm vegan so maybe leave out the egg?", "The user is vegan"),
        (
            "I much prefer trains to planes, even if it takes all day.",
            "The user much prefers trains to planes",
        ),
        (
            "I took a job at Norvik last month - do people there eat lunch early?",
            "The user took a job at Norvik last month",
        ),
        (
            "I own an old loom that belonged to my aunt",
            "The user owns an old loom that belonged to their aunt",
        ),
        ("Dog's called Bruno. Training tips.", "The user's dog is called Bruno"),
        ("The missus is from Bari.", "The user's missus is from Bari"),
        ("Switching to Linux. Distro?", "The user is switching to Linux"),
        ("Sold the boat. Where to list the engine?", "The user sold the boat"),
        ("Wedding's in June. Budget sheet.", "The user's wedding is in June"),
        ("Got the dentist on Thursday.", "The user has the dentist on Thursday"),
    ],
)
def test_a_note_without_a_subject_speaks_of_the_user(message: str, content: str) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    "message",
    [
        "Keep it short.",
        "Run a quick test at noon.",
        "Two eggs, three cups of flour. Enough?",
        "Can't open it.",
        "Phone is ringing.",
        "Dog days are here.",
        "Moved the file. Still broken.",
        "Student discounts, anywhere?",
        "Teach me the trick.",
        "Into the woods, a summary.",
        "Bit of a mad morning.",
        "the baby's name is Oluwaseun, what does it mean?",
    ],
)
def test_orders_and_scraps_speak_of_nobody(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("The one herb I can't stand is dill.", "The one herb the user can't stand is dill"),
        ("Black tea I like, never the green", "Black tea the user likes"),
        ("I have yet to pay the plumber.", "The user has yet to pay the plumber"),
        ("im fifty seven", "The user is fifty seven"),
        ("i like my steak rare", "The user likes their steak rare"),
        ("my mates call me fitz", "The user's preferred name is fitz"),
        ("I am partial to opera, if it helps.", "The user is partial to opera"),
        ("I wish to learn Welsh.", "The user wishes to learn Welsh"),
    ],
)
def test_what_is_said_the_other_way_round_is_read(message: str, content: str) -> None:
    found = [each.content for each in scan(message) if each.score >= THRESHOLD]

    assert content in found


@pytest.mark.parametrize(
    "message",
    [
        "The only thing I see is an error.",
        "The second one I like.",
        "No more questions.",
        "everyone calls me crazy",
        "I own no red socks.",
        "My neighbour's cat is called Tom.",
        "I run the script at noon.",
        "I've chosen B.",
        "he was like im from texas n i go no way",
        "I like more the first.",
        "Say I'm a pilot, what would you ask?",
        "An example of a letter: Dear Sir, my name is Paul Brown and I live in York. Is it good?",
        "Email to my landlord: I live in flat 4 and I have a dog.",
        "Model sentence: I work at a bank.",
    ],
)
def test_what_only_looks_like_it_is_no_fact(message: str) -> None:
    assert [each.content for each in scan(message) if each.score >= THRESHOLD] == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I don't like it when you apologise.", "The user doesn't like it when you apologise"),
        ("I hate that you always repeat my question.", "The user hates that you always repeat their question"),
        ("I changed my name to Robin", "The user's name is Robin"),
        ("I play the accordion now and then", "The user plays the accordion now and then"),
        ("We don't have kids", "The user and others don't have kids"),
        ("I'm in GMT+2", "The user is in GMT+2"),
        ("Remind me that I need to renew my passport by June",
         "The user needs to renew their passport by June"),
        ("I quit in May, took the summer off and since September I'm a nurse at Acme",
         "The user quit in May, took the summer off"),
        ("I run a small bindery in Hay and would like a text for a flyer.",
         "The user runs a small bindery in Hay"),
        ("My son Iago is at a garage in Vigo and needs a template.",
         "The user's son Iago is at a garage in Vigo"),
        ("I have a harp and one of the strings broke", "The user has a harp"),
        ("We own a Smeg oven and the door keeps jamming", "The user and others own a Smeg oven"),
        ("I own a Smeg oven, hows the warranty", "The user owns a Smeg oven"),
        ("I'm saving for a viola, is 900 enough", "The user is saving for a viola"),
        ("Need to renew my visa before May 2 where do i start",
         "The user needs to renew their visa before May 2"),
    ],
)  # fmt: skip
def test_what_is_stated_is_kept_whole_and_without_what_hangs_on_it(
    message: str, content: str
) -> None:
    assert content in kept(message)


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "I'm learning Basque because I want to talk to my neighbours.",
            ["The user is learning Basque because they want to talk to their neighbours"],
        ),
        (
            "I run every morning because I want to lose weight",
            ["The user runs every morning because they want to lose weight"],
        ),
        (
            "I'm saving up for a van because I'd like to see Iceland.",
            ["The user is saving up for a van because they'd like to see Iceland"],
        ),
        (
            "I'm vegan because I love animals",
            ["The user is vegan because they love animals"],
        ),
        (
            "I live in Leeds because I work at Acme",
            ["The user lives in Leeds", "The user works at Acme"],
        ),
        (
            "I need to renew my visa by 3 May because I'm flying to Rome in June",
            ["The user needs to renew their visa by 3 May", "The user is flying to Rome in June"],
        ),
        ("The printer beeps because I need toner", []),
    ],
)
def test_a_wish_is_told_with_what_it_is_the_reason_for(message: str, contents: list[str]) -> None:
    assert kept(message) == contents


@pytest.mark.parametrize(
    "message",
    [
        "I'd like to write her a short toast.",
        "I want to write a eulogy",
        "I'd love to make him a playlist",
        "I want to make an itinerary",
        "We want to create a poster for the fair",
        "I'd like to buy them a kettle",
    ],
)
def test_what_is_wanted_of_the_answer_is_no_goal(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "I want to write a novel",
        "We want to start a choir",
        "I'd like to learn her language",
        "I want to build a boat",
        "I'd like to improve my presentation skills",
    ],
)
def test_what_is_wanted_of_life_is_a_goal(message: str) -> None:
    assert len(kept(message)) == 1


@pytest.mark.parametrize(
    "message", ["I love how you explained that", "I like it when you say that"]
)
def test_praise_of_an_answer_is_no_preference(message: str) -> None:
    assert kept(message) == []


def test_a_former_employer_does_not_take_the_place_of_the_one_of_today() -> None:
    (former,) = scan("I worked at Acme for 12 years.")
    (current,) = scan("I've worked at Globex for 2 years.")

    assert (former.slot, current.slot) == (None, "employer")


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("We run a hotel with nine rooms", "The user and others run a hotel with nine rooms"),
        ("We celebrate Diwali", "The user and others celebrate Diwali"),
        (
            "We've been together for six years",
            "The user and their partner have been together for six years",
        ),
    ],
)
def test_only_what_a_couple_says_of_itself_tells_of_a_partner(message: str, content: str) -> None:
    assert kept(message) == [content]


@pytest.mark.parametrize(
    "message", ["I write Rust at work", "I make jam for Christmas", "I fix bikes for friends"]
)
def test_nobody_is_employed_by_friends_work_or_a_holiday(message: str) -> None:
    assert [each.slot for each in scan(message)] == [None]
