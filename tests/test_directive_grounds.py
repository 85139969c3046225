"""Are filler, grounds and what has just been done told from what is to be kept?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "right so for next time, um, my call out charge is sixty quid, hang on to that",
            "The user's call out charge is sixty quid",
        ),
        (
            "ok so for later, er, my hourly rate is 40, remember that",
            "The user's hourly rate is 40",
        ),
        (
            "well for next week, hmm, my shift starts at six, remember it",
            "The user's shift starts at six",
        ),
        (
            "um so yeah, the gate code changes monthly, please remember that",
            "The gate code changes monthly",
        ),
    ],
)
def test_filler_before_a_fact_is_no_memory(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "From now on write to me in British spelling, the American one drives my boss up the walls",
            "The user wants the assistant to write to them in British spelling",
        ),
        (
            "Never suggest dairy, the smell makes me sick",
            "The user wants the assistant to never suggest dairy",
        ),
        (
            "from now on answer in short sentences, long ones give me a headache",
            "The user wants the assistant to answer in short sentences",
        ),
        (
            "Always give me two options, the first should be cheap",
            "The user wants the assistant to always give them two options, the first should be cheap",
        ),
        (
            "Always write the date first, the title second",
            "The user wants the assistant to always write the date first, the title second",
        ),
        (
            "From now on put the answer first, the explanation comes after",
            "The user wants the assistant to put the answer first, the explanation comes after",
        ),
        (
            "drop the title from today, just Anneke will do",
            "The user wants the assistant to drop the title, just Anneke will do",
        ),
        (
            "No more Dr Osei from now on, just Ama is fine",
            "The user wants no more Dr Osei, just Ama is fine",
        ),
        ("Put me down as Marigold, in this chat and the later ones.", "The user is Marigold"),
        ("put me down as Kit, here and everywhere", "The user is Kit"),
        ("just so you know we moved to Leeds", "The user and others moved to Leeds"),
    ],
)
def test_a_ground_is_no_part_of_an_instruction_and_its_second_half_is(
    message: str, content: str
) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Keep it under fifty words and no exclamation marks: an apology for being late to a picnic.",
        "Keep it short and no jargon: a text to my landlord about the boiler.",
        "Just so you know, I sent the file",
        "just so you know, I fixed the typo you found",
        "Put me down as a maybe for Friday",
    ],
)
def test_what_is_to_be_written_or_was_done_just_now_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "okay new thing about me, im doing couch to 5k. remember lol",
            "The user is doing couch to 5k",
        ),
        (
            "im lactose intolerent btw. thats a forever thing so note it",
            "The user is lactose intolerent",
        ),
        ("no need to comment, just remember. i got divorced", "The user got divorced"),
        (
            "if you could commit to memory that I fence, that'd be grand",
            "The user fences",
        ),
        (
            "kindly be informed that I have moved to the Nagpur branch and update your records accordingly.",
            "The user has moved to the Nagpur branch",
        ),
        (
            "remember im veggie when suggesting stuff. what can i do with leeks",
            "The user is veggie",
        ),
        ("I'm a morning person. Just so it's on file.", "The user is a morning person"),
        ("I'm switching to decaf. Make that stick.", "The user is switching to decaf"),
        (
            "This one's important: my inhaler is Ventolin. Memorise.",
            "The user's inhaler is Ventolin",
        ),
        (
            "ngl i keep telling u this but im left handed, lock it in",
            "The user is left handed",
        ),
        (
            "I chair the club. Put that where you'll find it again.",
            "The user chairs the club",
        ),
        (
            "Apologies, I should have said: I am diabetic. Do remember it.",
            "The user is diabetic",
        ),
        (
            "Long story short: I broke my wrist. Keep that in mind.",
            "The user broke their wrist",
        ),
        ("My name is Oluchi. Remember it, I'll be back.", "The user's name is Oluchi"),
        ("You should probably know I'm dyslexic. Keep it in mind.", "The user is dyslexic"),
        (
            "Please add that I have a hearing aid to what you've got about me.",
            "The user has a hearing aid",
        ),
        (
            "My shop's returns window is 21 days. I want you to have that for next time.",
            "The user's shop's returns window is 21 days",
        ),
        (
            "I have said it a hundred times: I do not eat fish!!! Remember!!!",
            "The user does not eat fish",
        ),
        (
            "no need for greetings in future, just answer",
            "The user needs no greetings, just answer",
        ),
        (
            "We say 'learners', never 'students'. Please stick to that in everything.",
            "The user and others say 'learners', never 'students'",
        ),
        (
            "i'm the only one here who speaks Basque. worth noting for later",
            "The user is the only one here who speaks Basque",
        ),
        (
            "Could you do me a kindness and hold on to the fact that I'm hard of hearing?",
            "The user is hard of hearing",
        ),
    ],
)
def test_how_it_is_asked_is_no_part_of_what_is_kept(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "I skipped breakfast. That's a habit.",
        "Write a toast. Keep in mind that the groom hates jokes about his hair.",
        "Just so you know, I'm about to paste the log.",
        "That lamp is worth keeping for the hall.",
        "I need to write down my goals, any template?",
        "please note i need this by 5 today",
        "from now on in the story the dragon is called Emberly",
    ],
)
def test_what_is_wanted_now_is_not_kept(message: str) -> None:
    assert find_directives(message) == []
