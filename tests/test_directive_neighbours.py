"""Is a request read beside a task, a question or another sentence that belongs to it?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            'Translate "where is the station" into Hungarian please. Also, for next time, I\'m learning Hungarian.',
            "The user is learning Hungarian",
        ),
        (
            "My kid is scared of clowns. Can that go in your notes?",
            "The user's kid is scared of clowns",
        ),
        ("I am 77 years. You must know I hear badly. Keep it please.", "The user hears badly"),
        (
            "my dog is 14 and blind. make sure that doesn't get lost",
            "The user's dog is 14 and blind",
        ),
        (
            "I need you to hang on to some numbers. Chest 102, waist 88, inside leg 81.",
            "Chest 102, waist 88, inside leg 81",
        ),
        ("Set yourself a reminder that I fast on Mondays.", "The user fasts on Mondays"),
        (
            "Don't use my full name. Not in this chat, not in the next.",
            "The user does not want the assistant to use their full name",
        ),
        (
            "I said it in March and I say it again, my son is deaf. Note it properly this time.",
            "The user's son is deaf",
        ),
        (
            "We call the back room 'the bunker'. Good to know for later.",
            "The user and others call the back room 'the bunker'",
        ),
        ("por favor remember I'm from Brazil", "The user is from Brazil"),
        (
            "For anything to do with money, please use Swiss francs.",
            "For anything to do with money, the user wants the assistant to use Swiss francs",
        ),
    ],
)
def test_it_is_read_with_what_it_belongs_to(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I'm writing to my landlord. Remember to keep it polite. The tap leaks.",
        "Please put this into bullet points: we met on Monday, we decided to move.",
        "Note: this message was sent from my phone.",
        "Can that go in the oven?",
        "Make this note sound kinder: Please do not feed the ducks.",
        "my cake came out flat and I have guests at six, can that be saved",
        "Set a reminder for the dentist.",
    ],
)
def test_what_serves_the_task_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "My boss smiles only when I send reports.",
        "The printer works only when I ask nicely lol",
        "My rule for the kids: no phones at dinner. Fair?",
        "You forgot that I asked for five rows. Add them.",
        "just so you know i hate this. try again",
        "just so you know i tried turning it off and on",
        "Put me down as undecided",
    ],
)
def test_what_happens_beside_the_talk_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "what rhymes with hippo oh and as a rule from here on never give me rude rhymes",
            "The user wants the assistant to never give them rude rhymes",
        ),
        (
            "as i said im veggie so please remember that and give me a curry",
            "The user is veggie",
        ),
        (
            "i dont eat lamb remember that please and what can i do with mince",
            "The user doesn't eat lamb",
        ),
        (
            "remember my shifts are two on two off ok what day is it in 18 days",
            "The user's shifts are two on two off",
        ),
        (
            "so the thing is i get migraines remember it",
            "The user gets migraines",
        ),
        (
            "new line please store that my tablet is amlodipine full stop",
            "The user's tablet is amlodipine",
        ),
        (
            "always call them the children in your answers",
            "The user wants the assistant to always call them the children in its answers",
        ),
    ],
)
def test_a_request_in_a_flow_of_words_is_read(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]
