"""Is what looks like a request, and is none, left alone, with the trained reader and without?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize(
    "message",
    [
        "Make a note-taking template for my history seminar.",
        "recommend me a record-keeping app for my bees",
        "remember when phones had buttons. i miss that",
        "Remember when petrol cost a pound? My dad does",
        "Please bear in mind, for this calculation only, that the density is 7850.",
        "Keep in mind just for this answer that my budget is 40.",
        "Please take into account in the calculation that June has one bank holiday: 21 days",
        "Could an assistant like you in theory learn that I hate mornings?",
        "Would any AI be able to remember that I live in Cork?",
        "if memory serves, the deadline for VAT in Poland is the 25th. Correct?",
        "If I remember correctly my lease ends in May. Right?",
        "for once don't be so polite and tell me straight if my poem is bad: The hen",
        "Text my brother. Something like: don't forget, 6pm, bring chairs.",
        "Can I ask you to keep the next answer free of jargon, my mum's reading with me",
        "Take this message and make it polite: remember the rent is due ffs",
        "Please put in paragraph two that we never received the goods",
        "Make it more formal: please note that I am away on Monday",
        "Dont forget to like and subscribe - is there a better line for my stream",
    ],
)
def test_what_asks_for_nothing_to_be_kept_is_left_alone(message: str, learned: bool) -> None:
    assert find_directives(message, learned=learned) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Please bear in mind for all my calculations that VAT is 23 percent here", "VAT is 23 percent here"),
        ("remember when I ask for recipes I'm vegan", "When the user asks for recipes they're vegan"),
        ("for once and for all remember I'm not called Susan", "The user is not called Susan"),
        ("Remember that I like Rioja", "The user likes Rioja"),
        ("Remember I take my tea with milk - can you suggest a biscuit?", "The user takes their tea with milk"),
    ],
)  # fmt: skip
def test_the_same_words_in_a_request_are_kept(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]
