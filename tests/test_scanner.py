"""What a plain statement about oneself becomes, and what must not become a fact."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.categories import Categories
from langmem_ext.memory import MemoryType
from langmem_ext.policies.facts import facts, match_fact, table_of_facts
from langmem_ext.policies.scanner import THRESHOLD, Candidate, scan

FACTS = [
    ("My name is Ana Silva", "The user's name is Ana Silva", "name"),
    (
        "I live in Porto, Portugal with my wife.",
        "The user lives in Porto, Portugal with their wife",
        "location",
    ),
    ("i live in porto", "The user lives in porto", "location"),
    ("Correction: I live in Lisbon.", "The user lives in Lisbon", "location"),
    ("Rita and I live in Porto", "The user and Rita live in Porto", "location"),
    (
        "I moved from Paris to Berlin last month",
        "The user moved from Paris to Berlin last month",
        "location",
    ),
    ("I work at a hospital in Leeds", "The user works at a hospital in Leeds", None),
    ("I'm a software engineer", "The user is a software engineer", "occupation"),
    ("I joined Spotify as a data analyst", "The user joined Spotify as a data analyst", "employer"),
    ("My email's jo.doe@mail.com", "The user's email is jo.doe@mail.com", "email"),
    ("my phone number is +351 912 345 678", "The user's phone number is +351 912 345 678", "phone"),
    ("My birthday is on 3 May", "The user's birthday is on 3 May", "birthday"),
    ("My pronouns are they/them", "The user's pronouns are they/them", "pronouns"),
    ("I really love hiking", "The user really loves hiking", None),
    ("Nothing beats my mum's stew", "The user finds that nothing beats their mum's stew", None),
    ("I can't stand cilantro", "The user can't stand cilantro", None),
    ("My favourite colour is blue", "The user's favourite colour is blue", "favorite_color"),
    ("I'm vegetarian, what should I cook tonight?", "The user is vegetarian", "diet"),
    ("My wife's name is Sara", "The user's wife's name is Sara", "spouse"),
    ("I have two kids, Leo and Mia", "The user has two kids, Leo and Mia", None),
    ("I go running every morning", "The user goes running every morning", None),
    ("I want to learn Japanese", "The user wants to learn Japanese", None),
    ("I decided to quit smoking", "The user decided to quit smoking", None),
    (
        "I have a dentist appointment on Friday at 3pm",
        "The user has a dentist appointment on Friday at 3pm",
        None,
    ),
    (
        "I need to submit the report by Friday",
        "The user needs to submit the report by Friday",
        None,
    ),
    ("Remind me to call Ana on Friday", "The user needs to call Ana on Friday", None),
    ("please remind me on Friday to call Ana", "The user needs to call Ana on Friday", None),
    ("I went to Lisbon last week", "The user went to Lisbon last week", None),
    ("I no longer work at Acme", "The user no longer works at Acme", None),
    ("People call me Max", "The user's preferred name is Max", "preferred_name"),
    ("I'm Max", "The user's name is Max", "name"),
    ("I tune pianos", "The user tunes pianos", None),
    ("I much prefer trams to cars", "The user much prefers trams to cars", None),
    ("I'd much rather take the tram", "The user would much rather take the tram", None),
    ("i has two sons, Ivo and Jan", "The user has two sons, Ivo and Jan", None),
    ("I restore radios in my spare time", "The user restores radios in their spare time", None),
    (
        "My sister fences for the county, any gift tips?",
        "The user's sister fences for the county",
        None,
    ),
    ("What can I cook, I'm allergic to nuts?", "The user is allergic to nuts", None),
    ("i wrok at Acme, what should i wear?", "The user works at Acme", "employer"),
    (
        "I've been vegan since I was twelve",
        "The user has been vegan since they were twelve",
        "diet",
    ),
    ("Olga left, my new manager is Raj", "The user's new manager is Raj", "manager"),
    (
        "I changed it, it's now ana@example.org",
        "The user's e-mail address is ana@example.org",
        "email",
    ),
    ("my birthday's on the 9th of May", "The user's birthday is on the 9th of May", "birthday"),
    ("I got promoted to head chef", "The user got promoted to head chef", "occupation"),
    (
        "started at IKEA three weeks ago, in the kitchen dept. is it normal that everyone stops twice a day?",
        "The user started at IKEA three weeks ago, in the kitchen dept",
        "employer",
    ),
    ("I'm at St Aidan's now", "The user is at St Aidan's now", None),
    (
        "we have two kids, Maya (7) and Dev (4)",
        "The user and others have two kids, Maya (7) and Dev (4)",
        None,
    ),
    (
        "my accountant is Ms. Lis, lis@example.org, and don't email her on weekends",
        "The user's accountant is Ms. Lis",
        None,
    ),
    ("Ewa's birthday is on 3 March, she loves peonies", "Ewa's birthday is on 3 March", None),
    (
        "I run 5k every Sunday with a club called Trailblazers",
        "The user runs 5k every Sunday with a club called Trailblazers",
        None,
    ),
]

NO_FACTS = """
Do I live in Porto?
If I lived in Rome, I'd eat pizza daily
I wish I worked at Google
My neighbour lives in Rome
My friend works at Apple
She said "I live in Paris"
He told me I work too much
When I lived in Rome I was happy
Maybe I'll move to Berlin
Imagine I work at NASA
I dreamed that I lived on Mars
I don't live in Porto
I'm not a doctor
I'm swamped
I love it!
I love how this looks
I like the first option
I prefer that
I live in fear
I work hard
I just love waiting in line /s
I love Mondays, said no one ever
I work at NASA. Just kidding!
Translate into French: I live in Paris
Write a story: My name is Bob and I live in Mars.
I want to know the weather
I'd like to book a table
I have a question
I went there yesterday
My name is on the list
my favorite part was the end
I'm working on a project
I had a great time last weekend
As an AI, I live in the cloud
I call the API and it returns null
I make mistakes in the subjunctive, can you explain it?
We have a production outage on Friday's release
My computer has 2 gigs of memory free
From now on call me Ana
My sister hates me right now
It's hard, isn't it?
I follow the steps but it fails
""".strip().splitlines()


def kept(message: str, speaker: str | None = None) -> list[Candidate]:
    return [c for c in scan(message, speaker=speaker) if c.score >= THRESHOLD]


@pytest.mark.parametrize(("message", "content", "slot"), FACTS)
def test_a_plain_statement_becomes_a_fact(
    message: str, content: str | None, slot: str | None
) -> None:
    expected = [(content, slot)] if content else []

    assert [(c.content, c.slot) for c in kept(message)] == expected


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I like rust and go", "The user likes rust and go"),
        ("I like swift, rust and go", "The user likes swift, rust and go"),
        ("I love art and dance", "The user loves art and dance"),
        ("I like swimming and play tennis", "The user likes swimming and plays tennis"),
        ("I love tea and run every morning", "The user loves tea and runs every morning"),
    ],
)
def test_what_is_liked_stays_a_thing_and_what_is_done_an_act(message: str, content: str) -> None:
    assert [each.content for each in kept(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Speak English please",
        "speak german",
        "ok, speak English now",
        "Please speak Spanish to me",
        "I don't understand. Speak English",
        "Speak English, I don't understand German",
        "play the guitar please",
    ],
)
def test_what_the_assistant_is_to_do_is_not_what_the_user_does(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I speak English, please", "The user speaks English"),
        ("Speak English and German", "The user speaks English and German"),
        ("speak fluent German and some French", "The user speaks fluent German and some French"),
        ("Speak Portuguese at home", "The user speaks Portuguese at home"),
        ("Live in Porto, near the river. Speak Greek.", "The user speaks Greek"),
        ("Love spicy food", "The user loves spicy food"),
    ],
)
def test_notes_without_a_subject_are_what_the_user_does(message: str, content: str) -> None:
    assert content in [each.content for each in kept(message)]


def test_where_somebody_lives_themselves_is_where_they_live() -> None:
    (found,) = kept("I live in Freiburg myself, never been to Boston")

    assert found.slot == "location"


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("My cat is called Pierogi :D", "The user's cat is called Pierogi"),
        ("I prefer trams to taxis, fight me", "The user prefers trams to taxis"),
        ("fr I study biology at Utrecht", "The user studies biology at Utrecht"),
    ],
)
def test_faces_slang_and_dares_are_no_part_of_a_fact(message: str, content: str) -> None:
    assert [each.content for each in kept(message)] == [content]


def test_a_name_and_what_others_say_in_its_place_are_two_facts() -> None:
    found = kept("my name's Tomasz but everyone calls me Tomek")

    assert [(each.content, each.slot) for each in found] == [
        ("The user's name is Tomasz", "name"),
        ("The user's preferred name is Tomek", "preferred_name"),
    ]


def test_what_goes_on_after_a_name_keeps_its_subject() -> None:
    found = kept("I'm Marta btw, just moved to Ghent from Warsaw last month")

    assert [(each.content, each.slot) for each in found] == [
        ("The user's name is Marta", "name"),
        ("The user moved to Ghent from Warsaw last month", "location"),
    ]


@pytest.mark.parametrize(
    "message",
    [
        "our cat and the dogs",
        "my husband and our twins, they're 5",
        "mine's on the 2nd of September",
        "I'm Marta, just kidding",
        "I'm tired, just got home",
        "I usually go 78%",
    ],
)
def test_what_names_no_thing_or_tells_of_the_moment_is_no_fact(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize("message", NO_FACTS)
def test_questions_suppositions_jokes_and_quotes_are_no_facts(message: str) -> None:
    assert kept(message) == []


RULES = table_of_facts()["rules"]


@pytest.mark.parametrize("number", range(len(RULES)), ids=[rule["reads"] for rule in RULES])
def test_every_rule_reads_its_own_example(number: int) -> None:
    found = match_fact(RULES[number]["reads"])

    assert found is not None
    assert found[0] is facts()[number]


def test_every_rule_names_a_category_and_a_type_that_exist() -> None:
    categories = Categories.load().allowed(None)

    assert {fact.category for fact in facts()} <= set(categories)
    assert {fact.type for fact in facts()} <= {type_.value for type_ in MemoryType}


@pytest.mark.parametrize(
    ("message", "type_"),
    [
        ("My goal is to ship by September", "knowledge"),
        ("I want to learn Japanese", "knowledge"),
        ("I decided to quit smoking", "knowledge"),
        ("I'm planning a trip to Japan", "knowledge"),
        ("I'm thinking about moving to Berlin", "context"),
        ("I'm writing a novel", "context"),
    ],
)
def test_only_what_is_tentative_or_under_way_expires_as_context(message: str, type_: str) -> None:
    assert [c.type for c in scan(message)] == [type_]


@pytest.mark.parametrize(
    "message",
    """
I no longer work at Acme
I don't work at Acme anymore
I don't live in Porto anymore
I'm no longer living in Porto
I quit my job at Acme
I stopped working at Acme
I never lived in Porto
I've never moved to Porto
I never live in Porto
I rarely work at Acme
I never got a job at Acme
I'm never vegan
I'm no longer vegan
I'm not married anymore
I work for Acme no longer
I work at Acme, but not anymore
I live in Porto... well, not anymore
I work at Acme. Not anymore.
My birthday is not on 3 May
My time zone is no longer CET
My favourite colour is no longer blue
My wife is no longer Sara
    """.strip().splitlines(),
)
def test_what_is_no_longer_so_fills_no_slot(message: str) -> None:
    denials = ("no longer", "never", "rarely", "not ", "anymore", "quit", "stopped", "doesn't")

    for candidate in scan(message):
        assert candidate.slot is None
        assert any(denial in candidate.content for denial in denials)


def test_what_is_denied_of_another_value_leaves_the_slot() -> None:
    assert [c.slot for c in scan("I live in Porto, not in Lisbon")] == ["location"]
    assert [c.slot for c in scan("My favourite colour is blue, not green")] == ["favorite_color"]


def test_several_statements_become_several_facts() -> None:
    found = kept("Hi, I'm Ana and I work at Acme as a designer. I live in Porto and love hiking!")

    assert [(c.content, c.slot) for c in found] == [
        ("The user's name is Ana", "name"),
        ("The user works at Acme as a designer", "employer"),
        ("The user lives in Porto", "location"),
        ("The user loves hiking", None),
    ]


def test_two_readings_of_one_fact_become_one_memory() -> None:
    told = kept("I work at Acme. I work at Acme as a nurse")

    assert [each.content for each in told] == ["The user works at Acme as a nurse"]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "My aunt Wanda is a pastry chef in Lyon, and she swears by weighing eggs. Is that so?",
            "The user's aunt Wanda is a pastry chef in Lyon",
        ),
        (
            "My business partner Anselm does the books and he asked for a template.",
            "The user's business partner Anselm does the books",
        ),
        ("My sister Mia asked me to help", "The user's sister is called Mia"),
    ],
)
def test_a_name_that_stands_beside_its_relative_is_not_told_again(
    message: str, content: str
) -> None:
    assert [each.content for each in scan(message)] == [content]


def test_the_speakers_name_makes_the_statement_stand_alone() -> None:
    (found,) = kept(
        "Hey Mel! I signed up for a pottery class yesterday, it's so fun.", speaker="Melanie"
    )

    assert found.content == "Melanie signed up for a pottery class yesterday"


def test_company_stays_in_the_sentence() -> None:
    (found,) = kept("My colleagues and I went to a convention last month", speaker="John")

    assert found.content == "John and their colleagues went to a convention last month"


@pytest.mark.parametrize(
    "message",
    [
        "Forget that I work at Acme.",
        "Please delete that I live in Lyon",
        "Could you drop that I play the oboe?",
    ],
)
def test_what_is_to_be_forgotten_is_not_stated(message: str) -> None:
    assert scan(message) == []


def test_what_was_asked_to_be_remembered_is_not_scanned_again() -> None:
    assert scan("Remember that I live in Porto") == []


# Spec 000 section 3, one row each, and the row for plain statements.


def test_a_fact_about_somebody_else_scores_as_personal_only() -> None:
    assert [c.score for c in scan("My neighbour lives in Rome")] == [0.3]


def test_a_plain_first_person_statement_adds_three_tenths() -> None:
    assert [c.score for c in scan("I live in Porto")] == [0.6]


def test_a_hedged_statement_stays_below_the_threshold() -> None:
    assert [c.score for c in scan("I think I live in Porto")] == [0.3]


def test_an_offered_statement_adds_four_tenths() -> None:
    assert [c.score for c in scan("FYI, I live in Porto")] == [1.0]
    assert [c.score for c in scan("FYI, my neighbour lives in Rome")] == [0.7]


def test_a_second_mention_adds_two_tenths_and_lifts_a_waiting_candidate() -> None:
    waiting = "My neighbour lives in Rome"

    assert [c.score for c in scan(waiting, history=["So my neighbour lives in Rome now"])] == [0.5]
    assert [c.score for c in scan(waiting, history=["My brother lives in Oslo", waiting])] == [0.3]


def test_relevance_to_the_task_adds_one_tenth() -> None:
    assert [
        c.score for c in scan("I prefer dark roast coffee", task="order dark roast coffee")
    ] == [0.7]
    assert [c.score for c in scan("I prefer dark roast coffee", task="book a flight")] == [0.6]


@given(st.text(max_size=300))
def test_no_message_is_too_strange(text: str) -> None:
    for candidate in scan(f"I like {text}"):
        assert 0 <= candidate.score <= 1
        assert len(candidate.content) <= 280


@pytest.mark.parametrize(
    "unit", ["and I ", "I live in ", "my ", "I usually ", "thanks ", '"I ', "Hey Bob "]
)
def test_a_hostile_message_is_read_in_time(unit: str) -> None:
    start = time.thread_time()

    scan(unit * 5000)

    assert time.thread_time() - start < 1.0


def test_a_message_of_ordinary_length_costs_little() -> None:
    """A scan runs on every message; the bound is five times what a slow core takes."""
    message = " ".join(statement for statement, _, _ in FACTS)[:300]
    scan(message)  # the rules are compiled on first use
    taken = []
    for number in range(100):
        start = time.thread_time()
        scan(f"{message} {number}")
        taken.append(time.thread_time() - start)

    assert sorted(taken)[50] < 0.03
