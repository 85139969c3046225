"""Which words sound like a request to remember, and are somebody else's, a text's or a story's?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def _kept(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    "message",
    [
        "Emre asked me yesterday: would I please put it on file that the delivery was incomplete. I did.",
        "Would I please put it on file that the delivery was incomplete, he asked.",
        "Might I please note down that he is the boss, he asked me.",
        "The school keeps on file that I am a single mother. Is that legal?",
        "The clinic says they have it on file that I'm 44, but I'm 43. How do I word a correction?",
    ],
)
def test_what_others_asked_of_the_user_is_no_request(message: str) -> None:
    assert _kept(message) == []


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("Please put it on file that the delivery was incomplete.", "The delivery was incomplete"),
        ("Could I please put on record that I'm a vegan?", "The user is a vegan"),
        ("I run three-quarter boxes throughout, keep that on file.", "The user runs three-quarter boxes throughout"),
    ],
)  # fmt: skip
def test_what_the_user_asks_to_have_on_file_is_kept(message: str, memory: str) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    "message",
    [
        "Note in the report that the samples arrived warm, then continue with section 3",
        "Please record in the log that pump 2 was stopped at 14:00, then close the entry.",
        "Write down in section 2 that we used 40 mice.",
        "Please note in the cover letter that I speak Dutch.",
        "Note for the report that the samples arrived warm.",
        "Note down in the second paragraph that I was abroad.",
        "Note that in the second paragraph of my cover letter I mention Lisbon. Is that too early?",
        "Keep in mind that in the third paragraph I use a metaphor. Too much?",
        "Please take notes from this transcript: the meeting began at nine.",
        "In the abstract, note that the survey had 12 answers",
        "note in the caterer's invoice template that we pay in May",
        "In the letter to the council, please note that our fence is older than theirs.",
        "make a note in the onboarding doc that my desk moved to room 4",
        "In the minutes, remember that I abstained",
        "For the newsletter, note that our choir meets at eight",
    ],
)
def test_what_is_set_down_in_a_text_is_not_remembered(message: str) -> None:
    assert _kept(message) == []


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("Make a note in your memory that I was abroad in May.", "The user was abroad in May"),
        ("Note in my profile that I'm a nurse.", "The user is a nurse"),
        ("Note: in the office I use a Mac.", "In the office the user uses a Mac"),
        ("Note that the report is due every Friday at noon.", "The report is due every Friday at noon"),
        ("Keep for the next letter that my title is Canon.", "The user's title is Canon"),
        ("In the file you keep on me, note that I'm left-handed", "The user is left-handed"),
        ("In every report, note that my title is Canon", "The user's title is Canon"),
        ("note in my customer profile that I have moved to Ulm", "The user has moved to Ulm"),
        ("In the office, remember that I sit by the window", "The user sits by the window"),
        ("In your notes, note that I'm vegan", "The user is vegan"),
        (
            "Please keep in mind that on the report card my son is listed as Alexander.",
            "On the report card the user's son is listed as Alexander",
        ),
    ],
)  # fmt: skip
def test_a_place_that_is_no_text_of_the_moment_takes_nothing_from_a_request(
    message: str, memory: str
) -> None:
    assert _kept(message) == [memory]


@pytest.mark.parametrize(
    "message",
    [
        "Don't forget the attachments, that's what I get told in every mail. Is there an add-in that checks?",
        "Don't forget the sunscreen - that's all I ever hear from my wife.",
        "Remember to hydrate, that's the message I get every hour from my watch. How do I turn it off?",
        "Remember the deadline is Friday, I get reminded of that daily.",
        "Keep in mind that less is more, as I was taught. Who said it?",
        "Remember that money doesn't grow on trees, I was always told. Origin?",
        "Remember that the early bird catches the worm, as they say.",
        "Keep in mind that gluten gives bread its structure, or so my baking teacher says. Is that true?",
        "Remember to breathe, my yoga teacher says. Why does that help?",
    ],
)
def test_what_the_user_is_told_by_others_is_no_request(message: str) -> None:
    assert _kept(message) == []


def test_what_the_user_was_told_of_themselves_is_kept() -> None:
    assert _kept("Remember I'm not allowed nuts, I was told by my doctor.")[0] == (
        "The user is not allowed nuts"
    )


@pytest.mark.parametrize(
    "message",
    [
        "I always put the SQL first and then the explanation, my reviewer wants it otherwise. who's right",
        "I never use semicolons in JS and my colleague hates it. Who is right?",
        "I always book the aisle seat and my husband always complains. Is he right?",
        "I always add milk first. Is that weird?",
        "I never read the terms and conditions. Should I?",
        "I never drink water with meals. Does it matter?",
        "I always use tabs, my team uses spaces, which is better?",
    ],
)
def test_a_habit_that_is_told_to_be_judged_is_not_kept(message: str) -> None:
    assert _kept(message) == []


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("I always take the aisle seat. Which row is best for legroom?", "The user always takes the aisle seat"),
        ("I never drink alcohol. What can I order in a bar?", "The user never drinks alcohol"),
    ],
)  # fmt: skip
def test_a_habit_beside_another_question_is_kept(message: str, memory: str) -> None:
    assert _kept(message) == [memory]
