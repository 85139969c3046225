"""Is a clause that only asks to keep read, whatever it says of where, how long and why?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "The attic has no power socket. Kindly do not forget it a fourth time.",
            "The attic has no power socket",
        ),
        (
            "I bake without butter. Please remember it this time!",
            "The user bakes without butter",
        ),
        (
            "Our wedding day is June 12th, don't forget it this year!",
            "The user's wedding day is June 12th",
        ),
        (
            "The wiki moves on 3 May. Jot that down somewhere you'll find it again, otherwise we'll all be lost",
            "The wiki moves on 3 May",
        ),
        (
            "The runners have NO proxy. Write it into whatever memory you've got.",
            "The runners have NO proxy",
        ),
        (
            "our guests are 'members'. this is the third time i say it so please write it down somewhere",
            "The user's guests are 'members'",
        ),
        (
            "my niece can't have latex, keep that in ur head the whole summer",
            "The user's niece can't have latex",
        ),
        (
            "Our kitchen budget is 9k. You can hold me to that in the coming months, so keep it somewhere.",
            "The user's kitchen budget is 9k",
        ),
        (
            "My hob is gas. Write it down somewhere, tattoo it on your arm, I don't care.",
            "The user's hob is gas",
        ),
        (
            "We can't use containers here. Remember please and propose something else for the job",
            "The user and others can't use containers here",
        ),
        ("I'll say it once, so memorize. Table 7 wobbles", "Table 7 wobbles"),
        ("i keep losing it so u keep it. hat size is 58", "Hat size is 58"),
        (
            "It matters to me that you don't lose this. My late aunt's name was Ingrid.",
            "The user's late aunt's name was Ingrid",
        ),
        (
            "this needs to stay with you ok? gran's party is on 14 Feb",
            "Gran's party is on 14 Feb",
        ),
        (
            "its important so store it, I can't drive after dusk",
            "The user can't drive after dusk",
        ),
        (
            "You asked which vet. Do remember it this time. My vet is Dr Terpstra.",
            "The user's vet is Dr Terpstra",
        ),
        (
            "make a mental note of this - I'm allergic to penicillin",
            "The user is allergic to penicillin",
        ),
        (
            "Save please. Garage: Friday 10.15, bay two.",
            "Garage: Friday 10.15, bay two",
        ),
        (
            "before anything else memorise I'm in my second year, then help me",
            "The user is in their second year",
        ),
    ],
)
def test_a_clause_keeps_what_stands_beside_it(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "keep hold of this, my locker is on floor 2; I'll be testing you next week",
            "The user's locker is on floor 2",
        ),
        (
            "pls store that Ola's teacher is called Miss Lund, i always blank at the gate",
            "Ola's teacher is called Miss Lund",
        ),
        (
            "Mike the plumber was awful. Remember that for me, I block these things out",
            "Mike the plumber was awful",
        ),
        ("The code is 44. Remember that - I always forget.", "The code is 44"),
        ("My aunt is Bo. Please keep it in mind - I will ask.", "The user's aunt is Bo"),
    ],
)
def test_why_it_is_to_be_kept_is_left_out(message: str, content: str) -> None:
    assert contents(message) == [content]


@pytest.mark.parametrize(
    "message",
    [
        "The soup is great. Keep it in the fridge until Friday.",
        "I love this blanket. Keep it for the whole winter, will you find me another?",
        "I baked a cake. Save it for later, she told me.",
        "The key to good bread is time. Remember it well, my grandma said.",
        "He said my code was bad. Put that in your head, he shouted.",
        "My shift was long. Hold it in both hands and turn it twice.",
        "I lost my keys again. Where do people keep them?",
        "Our manager is new. Do I have to remember it this time?",
        "The oil is hot. Put it on the back ring for a week.",
        "My printer jams. Please don't save it this time.",
        "My bike is blue. I'll remember it this time.",
        "I like soup. You asked what I want for lunch.",
    ],
)
def test_what_is_kept_elsewhere_is_no_request(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (
            "Hold on to my sizes: 14 in tops, 16 in jeans.",
            ["The user's sizes: 14 in tops, 16 in jeans"],
        ),
        ("store the spelling for me: Siobhán", ["The spelling for the user: Siobhán"]),
        ("pls remember: Kavya = wife, Kavitha = aunt.", ["Kavya = wife", "Kavitha = aunt"]),
        (
            "Can you hold on to this for me, love? My sister's birthday is 2 May, I always send the card late.",
            ["The user's sister's birthday is 2 May"],
        ),
        (
            "Mum's gate sticks, you have to lift it. Remember that for me? Right, back to it.",
            ["Mum's gate sticks, you have to lift it"],
        ),
    ],
)
def test_a_thing_by_its_name_and_a_favour_are_kept(message: str, found: list[str]) -> None:
    assert contents(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "Keep the tone: formal",
        "Save my changes: yes",
        "keep my place for me: I'm in the queue",
        "Do you remember that for me it was easy?",
        "Remember that?",
        "set x = 3 and keep y = 4",
        "store the file: notes.txt",
    ],
)
def test_what_is_set_or_put_by_a_name_is_not_kept(message: str) -> None:
    assert contents(message) == []


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("My landlady is called Ruth. Memory, please.", ["The user's landlady is called Ruth"]),
        ("i take sugar in coffee. notes pls", ["The user takes sugar in coffee"]),
        (
            "I don't want to say this again next week: I do not drink coffee, only barley tea.",
            ["The user does not drink coffee, only barley tea"],
        ),
        (
            "The grandchildren are Fitz and Maeve, write them down somewhere dear so I needn't repeat it.",
            ["The grandchildren are Fitz and Maeve"],
        ),
        (
            "Quick one for your notes - I've switched from film to digital, I now shoot with a Nikon Zf.",
            ["The user has switched from film to digital", "The user now shoots with a Nikon Zf"],
        ),
        (
            "my aunt gets the kids every other Sunday so bare that in mind",
            ["The user's aunt gets the kids every other Sunday"],
        ),
        (
            "Please consider always that we travel with a baby and a stroller.",
            ["The user and others travel with a baby and a stroller"],
        ),
        (
            "don't forget, Class 8b has English on Tuesdays now",
            ["Class 8b has English on Tuesdays now"],
        ),
        (
            "lets get this straight once and for all: im vegan. remember it this time!!",
            ["The user is vegan"],
        ),
        (
            "hey so i changed jobs, i do data quality now. keep that for later.",
            ["The user changed jobs", "The user does data quality now"],
        ),
        (
            "UK crochet terms only when I send patterns.",
            ["UK crochet terms only when the user sends patterns"],
        ),
    ],
)
def test_where_it_goes_or_how_often_it_was_said_asks_for_it(message: str, found: list[str]) -> None:
    assert contents(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "My laptop has low memory. Memory, please, what is it?",
        "I don't want to say this again tomorrow: shut the door!",
        "Please consider that the earth is round.",
        "Please consider my application.",
        "don't forget, class, homework is due",
        "My wife left a sticky note: BUY OATS. DON'T FORGET. I forgot. Can bars be made without oats?",
        "Make a note for Agnieszka to stick on the fridge: no peanuts on Thursday",
        "adults only when we swim",
    ],
)
def test_what_others_said_or_are_to_read_is_not_kept(message: str) -> None:
    assert contents(message) == []
