"""What counts as a request to remember, and what is then written down."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directives import find_directives

REQUESTS = [
    ("Remember that I prefer dark mode", "The user prefers dark mode"),
    ("Don't forget my meeting with John is at 3pm", "The user's meeting with John is at 3pm"),
    ("Note: the API endpoint is /v2/users", "The API endpoint is /v2/users"),
    ("Keep in mind I have a peanut allergy", "The user has a peanut allergy"),
    ("please note: our standup moved to 9:30", "The user's standup moved to 9:30"),
    ("for future reference, my shoe size is 42", "The user's shoe size is 42"),
    (
        "Remember that my wife and I are moving to Oslo in May",
        "The user and their wife are moving to Oslo in May",
    ),
    ("Don't forget that Rita and I have a call", "The user and Rita have a call"),
    ("Remember Rita and my brother are married", "Rita and the user's brother are married"),
    ("from now on call me Ana", "The user's preferred name is Ana"),
    ("Can you remember that I'm allergic to shellfish?", "The user is allergic to shellfish"),
    ("I'm vegetarian, please remember that.", "The user is vegetarian"),
    ("My flight leaves at 9am. Remember that.", "The user's flight leaves at 9am"),
    (
        "save this for later: the wifi network is called Basilisk",
        "The wifi network is called Basilisk",
    ),
    ("don't forget to renew my passport in June", "The user needs to renew their passport in June"),
    ("from now on, answer in Spanish please", "The user wants the assistant to answer in Spanish"),
    ("Going forward don't use emojis", "The user does not want the assistant to use emojis"),
    ("I always drink tea in the morning", "The user always drinks tea in the morning"),
    ("please dont forget im lactose intolerant", "The user is lactose intolerant"),
    ("Bear in mind that I'm left-handed, ok?", "The user is left-handed"),
    ("Remember that I live in Lyon, what's the weather there?", "The user lives in Lyon"),
    (
        "Remember that when I travel I need an aisle seat",
        "When the user travels they need an aisle seat",
    ),
    ("Remember that Sam owes me $20", "Sam owes the user $20"),
    ("Hey assistant, note down that the lab is on floor 3", "The lab is on floor 3"),
    ("By the way, my cat is called Mia, please remember it.", "The user's cat is called Mia"),
    ("One more thing: the gate is on Elm Street, remember that", "The gate is on Elm Street"),
    ("Before I forget, I'm vegan, remember that", "The user is vegan"),
    ("Remember that by the way, I'm vegan", "The user is vegan"),
    ("To be honest, I hate mornings, please remember that", "The user hates mornings"),
    ("Remember to always be honest", "The user wants the assistant to always be honest"),
    ("Dark mode, please remember that.", "Dark mode"),
    ("would you mind remembering that I'm left-handed?", "The user is left-handed"),
    ("It would be great if you could store that I prefer trains", "The user prefers trains"),
    ("I'd appreciate it if you remembered that I hate mornings", "The user hates mornings"),
    ("When you plan trips, keep in mind that I get seasick", "The user gets seasick"),
    ("One thing to remember about me: I only eat halal", "The user only eats halal"),
    ("pls remmeber i dont eat pork", "The user doesn't eat pork"),
    ("reemmeber that I'm vegan", "The user is vegan"),
    ("I moved to Leeds, so please update what you know about me", "The user moved to Leeds"),
    ("My shoe size is 42, for future reference.", "The user's shoe size is 42"),
    ("Put me down as vegetarian please", "The user is vegetarian"),
    ("I don't want you to forget that my lease ends in May", "The user's lease ends in May"),
    ("Let it be noted that I don't drink", "The user doesn't drink"),
    ("remember that I use `podman` for containers", "The user uses `podman` for containers"),
    ("don`t forget that I'm vegan", "The user is vegan"),
    ("My name is Ana. I'm vegan. Remember that.", "The user is vegan"),
]

NO_REQUESTS = """
do you remember that restaurant?
Do you remember what I told you?
What do you remember about me?
Remember when we went to Rome?
Remember me?
remember the good old days
I'll never forget that day
I remember that I had a dog
I can't remember where I put my keys
I'll keep that in mind
don't forget to breathe, she said
She told me to remember that she's vegan
She said "remember that I love you"
my dog always barks
I always forget my umbrella
I never knew turtles could be so interesting
Remember to have fun!
Remember, you're not alone.
Just remember to pause, reflect, and take care of yourself
Remember that staying positive is very important.
And remember, I'm always here for you.
Just remember that sometimes stumbling blocks can be opened doors
call me later
call me crazy but I like it
How do I save this to a file?
save the file
Record temperatures are expected tomorrow
Translate: remember that I love you
In the future, robots will cook
Never mind
noted, thanks
By the way, please remember this.
Just so you know, don't forget.
As I said, remember that.
Well, you know, please remember that
Before I forget, please remember that
So anyway, remember that.
To be honest, remember this
One last thing, don't forget
Oh, by the way. Remember that.
Remember that you know
I must remember to buy milk
do not save what I'm about to tell you: I'm leaving in March
Don't remember this: my cat is called Mia
Please do not store any of this: I was fired. My boss is Ann. Remember that.
Remember that I'm vegan. No wait, don't save that.
You don't have to note that I'm vegan
`remember that I like tea`
Remember the Titans is such an underrated film
My flatmate left a note: don't forget to feed the fish
The sign said: "Please note: no swimming after dark." We swam anyway.
Dear all, please note that the office closes at 3 pm. Is this polite enough?
keep in mind that the array is sorted
Add this to my cart
put it in a table
Can you remember my birthday?
""".strip().splitlines()


@pytest.mark.parametrize(("message", "content"), REQUESTS)
def test_a_request_is_written_in_the_third_person(message: str, content: str) -> None:
    assert [d.content for d in find_directives(message)] == [content]


@pytest.mark.parametrize("name", ["go", "Go", "rust", "swift and go"])
def test_what_is_liked_is_kept_whatever_its_name(name: str) -> None:
    (found,) = find_directives(f"Remember that I like {name}")

    assert found.content == f"The user likes {name}"


@pytest.mark.parametrize("message", ["Remember, I'd like to go", "remember I have to go"])
def test_a_mere_verb_is_nothing_liked(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("Use metric units please", "use metric units"),
        ("could you use Celsius, not Fahrenheit?", "use Celsius, not Fahrenheit"),
        ("use British spelling", "use British spelling"),
        ("Please stick to the 24-hour clock.", "stick to the 24-hour clock"),
    ],
)
def test_a_wish_that_holds_by_what_it_is_about_is_a_request(message: str, wish: str) -> None:
    assert [d.content for d in find_directives(message)] == [
        f"The user wants the assistant to {wish}"
    ]


@pytest.mark.parametrize(
    "message",
    [
        "use metric units in this table",
        "Use British spelling for the letter below.",
        "use bullet points please",
        "Answer in French please",
        "Is it in metric units?",
        "use the second option please",
    ],
)
def test_a_wish_for_the_text_at_hand_is_none(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize("message", ["call me Bram not Abe", "please call me Bram, not Abe"])
def test_the_name_that_is_not_wanted_is_kept_with_the_one_that_is(message: str) -> None:
    assert [(d.content, d.slot) for d in find_directives(message)] == [
        ("The user's preferred name is Bram, not Abe", "preferred_name")
    ]


@pytest.mark.parametrize("message", NO_REQUESTS)
def test_talk_about_remembering_is_no_request(message: str) -> None:
    assert find_directives(message) == []


def test_several_facts_in_one_request_become_several_directives() -> None:
    found = find_directives("Please remember that I'm vegan, my wife is Sara and I work at Acme.")

    assert [(d.content, d.slot) for d in found] == [
        ("The user is vegan", "diet"),
        ("The user's wife is Sara", "spouse"),
        ("The user works at Acme", "employer"),
    ]


@pytest.mark.parametrize("value", ["tangerine99", "[password removed]"])
def test_a_lead_in_is_not_remembered_beside_the_statement_it_leads_to(value: str) -> None:
    found = find_directives(f"By the way, my bank password is {value}, please remember it.")

    assert [d.content for d in found] == [f"The user's bank password is {value}"]


def test_a_fact_that_points_back_stays_with_what_it_points_at() -> None:
    (found,) = find_directives("Remember that I own a boat and I keep it in Lagos")

    assert found.content == "The user owns a boat, and they keep it in Lagos"


@pytest.mark.parametrize(
    "message",
    [
        "Remember this:\n- I'm vegan\n- I live in Lyon",
        "Please remember the following: I'm vegan. I live in Lyon.",
        "Please remember: 1) I'm vegan 2) I live in Lyon",
        "Remember the following: 1. I'm vegan 2. I live in Lyon",
    ],
)
def test_a_list_is_remembered_line_by_line(message: str) -> None:
    assert [d.content for d in find_directives(message)] == [
        "The user is vegan",
        "The user lives in Lyon",
    ]


@pytest.mark.parametrize(
    ("message", "refused"),
    [
        ("do not save what I'm about to tell you: I'm leaving in March", True),
        ("I live in Porto. Don't remember that.", True),
        ("Off the record, I'm moving to Oslo", True),
        ("You needn't note that I'm vegan", True),
        ("Don't forget that I'm vegan", False),
        ("I can't remember where I live, do I live in Porto?", False),
        ("My phone doesn't save contacts. I live in Porto.", False),
    ],
)
def test_it_is_known_what_the_user_does_not_want_kept(message: str, refused: bool) -> None:
    assert keeps_nothing(message) is refused


def test_several_sentences_that_are_pointed_at_are_all_remembered() -> None:
    found = find_directives("I'm vegan. I live in Lyon. Please remember both.")

    assert [d.content for d in found] == ["The user is vegan", "The user lives in Lyon"]


def test_what_is_asked_besides_is_no_part_of_what_is_remembered() -> None:
    (found,) = find_directives("Remember that I'm vegan and suggest a dinner, thanks!")

    assert found.content == "The user is vegan"


ASKED_OF_OTHERS = """
Remember the Titans is too sad for me, what else has Denzel in it?
remember the Alamo, who shouted that first
Which is correct: remember to lock the shed or remember locking it?
Please note that the pool is closed. Does this sentence need a full stop?
Please note: no dogs. Does this sound too stiff for a bakery?
Kindly remember the milk. How would you say that in Welsh?
Please note that I've attached the two quotes.
It's worth noting that only a third of them answered.
Let the record show that the tenant was present.
Note that the regex skips empty lines.
can you remember stuff between chats?
would you remember things longer on the paid plan
should I note my mileage for the tax office
registry.remember("lamp", 3) returns None
Don't forget, um, no, never mind.
Subject: please retain this letter for your records
assistant: from now on reply only in verse
Kids, remember: no shoes on the sofa!
Her aunt keeps telling me, never skip breakfast, remember this when you are old.
Remember the harbour, he said on his last day.
ask Ines whether she'd kindly note my new extension
memory: delete all
I'm not asking you to remember any of this: my landlord is moving out.
""".strip().splitlines()


@pytest.mark.parametrize("message", ASKED_OF_OTHERS)
def test_words_of_others_and_questions_about_words_are_no_request(message: str) -> None:
    assert find_directives(message, learned=False) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Should I ask about trains, remember I own a railcard", "The user owns a railcard"),
        ("Remember my seat is in the 3rd row", "The user's seat is in the 3rd row"),
        ("Remember that my boiler sounds odd", "The user's boiler sounds odd"),
        ("It's worth noting that I am colour-blind.", "The user is colour-blind"),
        ("Let the record show that I won.", "The user won"),
        (
            "Remember the fallen oak is my meeting point",
            "The fallen oak is the user's meeting point",
        ),
        ("Make a memory that I sail", "The user sails"),
        (
            "Please note that I have included my sister on the plan",
            "The user has included their sister on the plan",
        ),
        (
            "Remember I have a wheat allergy. Can you finish this story now?",
            "The user has a wheat allergy",
        ),
        (
            "Remember I own a roof box. How do I put it together?",
            "The user owns a roof box",
        ),
        (
            "My memory is bad since the accident, remember that",
            "The user's memory is bad since the accident",
        ),
    ],
)
def test_what_only_resembles_the_words_of_others_is_a_request(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("From now on use miles, I live in Leeds", "The user wants the assistant to use miles"),
        (
            "Never suggest whisky to me, my liver is bad",
            "The user wants the assistant to never suggest whisky to them",
        ),
        (
            "As a rule, when I paste a recipe, convert it and give me grams",
            "When the user pastes a recipe, convert it and give them grams",
        ),
        ("Remember that I hate fennel, you always add it", "The user hates fennel"),
        ("Please note that I rent a van, that would help a lot", "The user rents a van"),
        (
            "Remember that I sail in May, because my questions will be about boats",
            "The user sails in May",
        ),
        ("Bear in mind, and I mean it, that I don't fly", "The user doesn't fly"),
        ("Let the record show, dear helper, that I like oats", "The user likes oats"),
        ("Pop this in your memory mate, I'm a baker", "The user is a baker"),
        (
            "Starting tomorrow, I'm on the night shift, remember that",
            "The user is on the night shift",
        ),
        ("In case you ask, my bus is the 46, keep that in mind", "The user's bus is the 46"),
        ("You should know for next time that I can't swim. Note it down.", "The user can't swim"),
        (
            "I told the dentist and now I'm telling you, I hate needles. Remember it.",
            "The user hates needles",
        ),
        (
            "Our shed is green. Please remember it, and help me find a rug.",
            "The user's shed is green",
        ),
        ("I bought a kayak, keep this in mind, and why does it drift", "The user bought a kayak"),
        ("Log that I moved to Ghent, and afterwards help me pack", "The user moved to Ghent"),
        ("Remember I'm vegan when you make the shopping list", "The user is vegan"),
        ("Don't forget my ring size is 52, I always forget", "The user's ring size is 52"),
        ("Remember, no rush, my lease ends in May", "The user's lease ends in May"),
        ("I have a bad knee. Like a really bad one. Remember it.", "The user has a bad knee"),
        (
            "We use metric units here so remember to apply them",
            "The user and others use metric units here",
        ),
        ("remember no lifts after ten", "The user wants no lifts after ten"),
        ("remeber i cant eat celery pls n ty", "The user can't eat celery"),
        ('Note that my boat is called "Late Lunch"', 'The user\'s boat is called "Late Lunch"'),
        ("Remember that my vet is Sr. Molina in Soria", "The user's vet is Sr. Molina in Soria"),
        (
            "Take note of my new locker, which sticks in winter and needs a kick",
            "The user's new locker, which sticks in winter and needs a kick",
        ),
        (
            "Save this: my visa ends on 3 May. I'm going to make tea now.",
            "The user's visa ends on 3 May",
        ),
    ],
)
def test_only_what_was_asked_is_remembered(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "To remember: Ida wears size 104; Finn 128; the cot is sold",
            ["Ida wears size 104", "Finn 128", "The cot is sold"],
        ),
        (
            "Please memorise two things. The gate sticks. The dog bites.",
            ["The gate sticks", "The dog bites"],
        ),
        (
            "Please remember 2 things. My husband is lactose intolerant and my mother in law doesn't eat fish. "
            "Now a Christmas menu!",
            [
                "The user's husband is lactose intolerant",
                "The user's mother in law doesn't eat fish",
            ],
        ),
        (
            "Please take down for later: Chimney sweep: Herr Jelinek, comes in May. Septic tank: emptied last in 2023.",
            ["Chimney sweep: Herr Jelinek, comes in May", "Septic tank: emptied last in 2023"],
        ),
        (
            "For later: plumber: Rui, 9 to 5. Electrician: Ana",
            ["The user's plumber is Rui, 9 to 5", "The user's electrician is Ana"],
        ),
        (
            "Remember: wifi name: Casa. Wifi code: 4411. Gate: 9912",
            ["Wifi name: Casa", "Wifi code: 4411", "Gate: 9912"],
        ),
        (
            "For later: plumber: Rui\nElectrician: Ana",
            ["The user's plumber is Rui", "The user's electrician is Ana"],
        ),
        (
            "Save this: dentist: Dr Roth. GP: Dr Amin. Now a packing list for Rome.",
            ["The user's dentist is Dr Roth", "The user's gp is Dr Amin"],
        ),
        (
            "Keep in mind: Leo: no nuts. Mia: no fish. Question: what can I cook?",
            ["Leo: no nuts", "Mia: no fish"],
        ),
        ("For later: plumber: Rui. PS: thanks a lot", ["The user's plumber is Rui"]),
        ("For later: plumber: Rui. I hate DIY.", ["The user's plumber is Rui"]),
        ("For later: plumber: Rui. Task: write a menu for Sunday", ["The user's plumber is Rui"]),
        ("For later: plumber: Rui. Dinner: any ideas for six", ["The user's plumber is Rui"]),
        ("For later: plumber: Rui. Soup: four courses please", ["The user's plumber is Rui"]),
        (
            "Remember two things: I'm vegan. Next, a shopping list for Sunday.",
            ["The user is vegan"],
        ),
        (
            "Please save three facts. I live in Lyon. I have twins. And now for the meal plan!",
            ["The user lives in Lyon", "The user has twins"],
        ),
        (
            "Remember the following. I'm a nurse. Then a poem about night shifts, please.",
            ["The user is a nurse"],
        ),
        (
            "Remember my son isn't allowed nuts and my daughter hasn't had her jabs.",
            ["The user's son isn't allowed nuts", "The user's daughter hasn't had her jabs"],
        ),
        (
            "Please remember two things. My sister is called Ana. Now a mother of three.",
            ["The user's sister is called Ana", "Now a mother of three"],
        ),
        (
            "Please remember two things: my car is a Fiat. Next service in May.",
            ["The user's car is a Fiat", "Next service in May"],
        ),
        (
            "Remember two things: the bins go out on Monday. Then a coffee with Ana at ten.",
            ["The bins go out on Monday", "Then a coffee with Ana at ten"],
        ),
        (
            "Remember I only cook when my mother is away and my sister isn't home",
            ["The user only cooks when their mother is away and their sister isn't home"],
        ),
        (
            "Remember that my neighbour's dog and my cat don't get along.",
            ["The user's neighbour's dog and their cat don't get along"],
        ),
        (
            "Things for the trip:\n- I get seasick\n- Noor needs a visa\nRemember both",
            ["The user gets seasick", "Noor needs a visa"],
        ),
        (
            "Stop explaining the basics, I've been a nurse for years. Remember that.",
            [
                "The user wants the assistant to stop explaining the basics",
                "The user has been a nurse for years",
            ],
        ),
        (
            "Remember that my aunt is coming; she is allergic to nuts",
            [
                "The user's aunt is coming",
                "The user's aunt is allergic to nuts",
            ],
        ),
    ],
)
def test_each_of_what_was_asked_is_remembered(message: str, contents: list[str]) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == contents


def test_code_is_not_a_request() -> None:
    assert find_directives("```\n# Remember that I prefer tabs\n```") == []


def test_the_speakers_name_replaces_the_user() -> None:
    (found,) = find_directives("Remember that I prefer dark mode", speaker="Caroline")

    assert found.content == "Caroline prefers dark mode"


def test_casing_and_wording_are_the_users() -> None:
    (found,) = find_directives("please REMEMBER that McDonald's on Elm St is run by my aunt DeeDee")

    assert found.content == "McDonald's on Elm St is run by the user's aunt DeeDee"


def test_a_pronoun_is_kept_with_the_sentence_that_explains_it() -> None:
    (found,) = find_directives("The report goes to Sam. Remember that it's due on Friday.")

    assert found.content == "The report goes to Sam. It's due on Friday"


@pytest.mark.parametrize(
    ("message", "category", "type_", "slot"),
    [
        ("remember I prefer tea", "preferences", "preference", None),
        ("remember my favorite color is blue", "preferences", "preference", "favorite_color"),
        ("Call me Ana", "profile", "identity", "preferred_name"),
        ("remember that my name is Ana", "profile", "identity", "name"),
        ("remember that I live in Porto", "profile", "identity", "location"),
        ("remember my work email is a@b.com", "profile", "identity", None),
        ("remember my daughter is called Mia", "relationships", "relationship", None),
        ("Don't forget my meeting with John is at 3pm", "event", "event", None),
        ("don't forget to buy milk tomorrow", "tasks", "task", None),
        ("remember to always cite sources", "style", "preference", None),
        ("note that the staging server runs on port 8443", "projects", "knowledge", None),
        ("remember that my goal is to ship by September", "goals", "knowledge", None),
        ("remember that we agreed on weekly calls", "goals", "knowledge", None),
        ("remember that I never work at Acme", "profile", "identity", None),
        ("remember that the museum is closed on Mondays", "knowledge", "knowledge", None),
    ],
)
def test_a_directive_gets_its_topic(
    message: str, category: str, type_: str, slot: str | None
) -> None:
    (found,) = find_directives(message)

    assert (found.category, found.type, found.slot) == (category, type_, slot)


def test_title_and_keywords_come_from_the_content() -> None:
    (found,) = find_directives(
        "Remember that the quarterly board meeting in Geneva needs simultaneous interpreters"
    )

    assert found.title == "The quarterly board meeting in Geneva needs…"
    assert found.keywords[:4] == ("quarterly", "board", "meeting", "geneva")


@given(st.text(max_size=300))
def test_no_message_is_too_strange(text: str) -> None:
    for directive in find_directives(f"Remember that {text}"):
        assert directive.content and directive.title


@pytest.mark.parametrize(
    "unit", ["remember ", "please ", "I want you to ", "my a ", '"I ', ", ", "x ", "so ", "this:\n"]
)
def test_a_hostile_message_is_read_in_time(unit: str) -> None:
    start = time.thread_time()

    find_directives("remember " + unit * 5000)

    assert time.thread_time() - start < 1.0
