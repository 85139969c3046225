"""What others wrote, what is played and what is meant the other way round is no fact; who can be reached where is."""

from __future__ import annotations

import pytest

from langmem_ext.nodes.candidates import find
from langmem_ext.policies.contacts import Contact, contacts
from langmem_ext.policies.scanner import THRESHOLD, scan
from langmem_ext.policies.statement_reading.scenes import own_words
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
        "Dear Hiring Manager, I am a dedicated barista with seven years at Acme. Improve this, it's for a friend",
        "name: alice\ncity: Oslo\nrole: admin\nIs this valid YAML?",
        "name: Test Person, city: Nowhere, phone: 000. why is my form not validating",
        "Lorem ipsum, my name is Test Testerson.",
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
        "I'm the dragon, you're the knight, and I live in a volcano. Begin.",
        "As Captain Storm I own three ships. Your turn.",
        "You be my brother Jan and I'll be the ghost: start the scene.",
        "I had a weird dream: I worked in a lighthouse.",
        "In Minecraft I live on an island called Sosig.",
        "We won the coin toss in the simulation.",
        "User story: I am Jan, I live in Quito. Critique it.",
        "Riddle: I have two sisters and I live by the sea. Who am I?",
        "Put in the cover letter: I drive a crane by trade.",
        "Chapter one opens with: I own a horse and a debt.",
        "Here is my speech so far. I grew up in a lighthouse.",
        "CV line: I managed a team of six at Acme. Stronger verb?",
        "Change to third person: I was born in Kyiv",
        "A: Where do you live? B: I live near the park. Make ten more.",
        "Exercise 4: My name is Paul. I live in Leeds. Fill in the gaps.",
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
        "Of course I adore counting 900 lines by hand.",
        "I adore paying rent, truly.",
    ],
)
def test_irony_is_no_preference(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "I've been crying since the call.",
        "I've been staring at a blank page since 6.",
        "I am currently third in the line, twenty minutes so far.",
        "I don't eat breakfast today because of a blood test.",
        "My hair is still wet.",
        "I'm baking bread today and the dough won't rise.",
        "Lunch today was a disaster.",
        "I still don't get tensors.",
        "I've turned down the volume.",
    ],
)
def test_what_is_over_in_a_day_is_no_fact(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "I like option B better than A.",
        "I would rather have the bullet points in alphabetical order.",
        "I decided on the blue one in the picture.",
        "I'll go with the blue",
        "I chose B, was that correct?",
        "We agreed on the shorter slogan.",
        "I have a question about closures.",
        "I work with the dataframe df and need the mean per group.",
        "I'd rather not ask.",
        "am i the only one who thinks coriander smells like my school",
    ],
)
def test_what_is_being_worked_on_is_no_fact(message: str) -> None:
    assert kept(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "The president of Finland is visiting our country next week.",
        "I always thought otters were fish.",
        "My father can't accept it.",
        "I have never worked in a laboratory.",
        "I'm married to my job",
        "Our client is launching in May.",
        "My daughter's teacher is moving to Ghent.",
        "I've always wondered why cats purr.",
    ],
)
def test_what_tells_nothing_of_the_user_is_no_fact(message: str) -> None:
    assert kept(message) == []


def test_a_short_name_is_kept_with_what_it_is_short_for() -> None:
    [said] = scan("They call me Bo, short for Bogomila, at the studio.")

    assert (said.content, said.slot) == (
        "The user's preferred name is Bo, short for Bogomila",
        "preferred_name",
    )


def test_what_is_asked_for_behind_a_fact_is_left_out() -> None:
    assert kept("I grew up in Porto, recommend me three books") == ["The user grew up in Porto"]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("I've been playing the cello since 2016", "2016"),
        ("I've been with Acme since eight years", "Acme"),
        ("I prefer tea over coffee", "tea"),
        ("Name: Ana, and I live in Porto.", "Porto"),
        ("I'm saving up for a bike, give me five tips", "bike"),
        ("My hair is curly", "curly"),
        ("Recently I took a position at Acme", "Acme"),
        ("I'd choose a paper book over a Kindle every time", "paper book"),
        ("I can't eat anything spicy", "spicy"),
        ("been in Ghent for two years now and still can't say the name", "Ghent"),
        ("I cannot swim, and the children want to go to the lake", "swim"),
        ("im 22 btw so does the youth pass still work", "22"),
        ("mia.k@example.org is mine, does it look good", "mia.k@example.org"),
        ("text 07700 900461, that's me", "07700 900461"),
        ("I have a twin sister and we play chess on Sundays", "twin"),
    ],
)
def test_what_only_looks_passing_or_feigned_is_kept(message: str, content: str) -> None:
    assert any(content in each for each in kept(message))


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


@pytest.mark.parametrize(
    "message",
    [
        "'I'm a baker and I live in Rome,' said Otto, wiping his hands. Go on with the tale.",
        "Oh great, another flat tyre. I just love walking to work.",
        "Wonderful, more rain again. I adore my garden.",
    ],
)
def test_what_a_figure_says_and_what_follows_a_sigh_is_nobodys(message: str) -> None:
    assert [each.content for each in scan(message) if each.score >= THRESHOLD] == []
