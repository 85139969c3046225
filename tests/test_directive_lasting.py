"""Which instructions hold for good, in whatever words that is said?"""

from __future__ import annotations

import time

import pytest

from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directives import find_directives

ASKS = "The user wants the assistant to "
REFUSES = "The user does not want the assistant to "


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("From this day forth answer in Dutch.", f"{ASKS}answer in Dutch"),
        ("Starting tonight keep replies short", None),
        ("Use the metric system, at all times", f"{ASKS}use the metric system"),
        ("Until further notice, cite your sources", f"{ASKS}cite its sources"),
        ("Sign my letters with Bo. Make that a rule.", f"{ASKS}sign their letters with Bo"),
        ("Skip the small talk. Applies to every chat.", f"{ASKS}skip the small talk"),
        ("When I send a draft, check the commas. Keep that as a rule.", None),
        ("If I paste a log, explain the first error", None),
        ("Whenever I write in French, reply in French", None),
        ("Make it a habit to ask how I slept", f"{ASKS}ask how they slept"),
        ("You are not to mention my exam", None),
        ("Don't suggest crime novels to me again", f"{REFUSES}suggest crime novels to them again"),
        ("Stop apologising in your answers", f"{ASKS}stop apologising in its answers"),
        ("Every summary you write for me should begin with the date", None),
        ("Explain it in plain words whenever I ask about tax law", None),
    ],
)
def test_an_instruction_that_holds_for_good_is_remembered(
    message: str, content: str | None
) -> None:
    found = [each.content for each in find_directives(message, learned=False)]

    assert len(found) == 1
    assert content is None or found == [content]


@pytest.mark.parametrize(
    "message",
    [
        "For this email only, use first names.",
        "Never use the same rhyme twice in this poem.",
        "If you need any help, let me know!",
        "Never say never!",
        "The trains are late again. That's the rule in winter.",
        "When I ask my boss for a raise, he laughs.",
        "If I send the parcel today, will it arrive on Friday?",
        "He told me: never use the lift again.",
        "Don't tell me it's over",
        "Can you always tell when a plant needs water?",
        "Please note that dogs are not allowed, says the sign. Is that legal?",
        "Remember, wrote Basho, that the old pond is still. Who translated it?",
        "This is not for your memory: I'm meeting a recruiter.",
        "Could you remember a poem after reading it twice?",
        "Please draft a note telling all tenants to lock the gate from now on.",
        "Please note that the gate is shut on Sunday. - is this comma right",
        "TODO: remember to free the buffer",
        "It should be noted that the court was not informed. Does that matter?",
    ],
)
def test_what_holds_for_the_moment_or_for_others_is_no_request(message: str) -> None:
    assert find_directives(message, learned=False) == []


@pytest.mark.parametrize(
    "unit", ["make that ", "if I ask, ", "never use ", "in all my ", "- rule, "]
)
def test_a_hostile_instruction_is_read_in_time(unit: str) -> None:
    start = time.thread_time()

    find_directives(unit * 3000, learned=False)

    assert time.thread_time() - start < 2.0


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "One thing to keep in mind, because the landlord will ask: the boiler was serviced in May",
            ["The boiler was serviced in May"],
        ),
        (
            "Remember, so that you can greet her, that Ines starts on Monday",
            ["Ines starts on Monday"],
        ),
        (
            "Remember that my visa ends in June; I will need it for the form.",
            ["The user's visa ends in June"],
        ),
        (
            "Keep in mind that I taught physics; you needn't explain the basics.",
            ["The user taught physics"],
        ),
        (
            "For every trip you plan with me, remember I get seasick",
            ["The user gets seasick"],
        ),
        ("Henceforth address me as Dr. Amsel", ["The user's preferred name is Dr. Amsel"]),
        (
            "I'd like you to address me as Mrs. Hale henceforth.",
            ["The user's preferred name is Mrs. Hale"],
        ),
    ],
)
def test_reasons_and_asides_are_no_part_of_what_is_kept(
    message: str, contents: list[str] | None
) -> None:
    found = [each.content for each in find_directives(message, learned=False)]

    assert found == contents if contents else len(found) == 1


def test_what_no_dish_shall_hold_is_no_refusal_to_remember() -> None:
    assert not keeps_nothing("Never put onions in a recipe for me")
    assert keeps_nothing("Never put this in your memory: I'm moving out")


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "I want to set a preference: python examples with type hints",
            "Python examples with type hints",
        ),
        (
            "Would like to set a standing preference: python examples with type hints",
            "Python examples with type hints",
        ),
        ("I'd like to set a preference: no emojis", "The user wants no emojis"),
        (
            "I want to record a lasting preference: answers in British English",
            "Answers in British English",
        ),
        ("Set a preference: I like bullet points", "The user likes bullet points"),
    ],
)
def test_what_is_set_as_a_preference_holds_for_good(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "how do I set a preference: dark mode",
        "I want to set a preference in vim: tabs over spaces",
        "I want to set a rule: block port 22 in ufw",
        "I want to set a boundary with my boss: no calls after 6",
        "write code to set a preference: theme is dark",
        "the user can set a preference: email or sms",
        "he wants to set a preference: no mails",
        "should I set a preference: window or aisle?",
    ],
)
def test_a_preference_that_is_set_elsewhere_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "whenever I paste Spanish, translate it straight away, no need to ask",
            "Whenever the user pastes Spanish, translate it straight away, no need to ask",
        ),
        (
            "if I paste German, translate it into English right away",
            "If the user pastes German, translate it into English right away",
        ),
        (
            "Between us a rule: if I write in capitals I'm not angry",
            "If the user writes in capitals they're not angry",
        ),
        (
            "A rule between us: if I write in capitals I'm not angry",
            "If the user writes in capitals they're not angry",
        ),
        ("Just between us, one rule: no emojis", "The user wants no emojis"),
        ("Not today, not tomorrow, not next year: no emojis", "The user wants no emojis"),
        ("Neither today nor tomorrow: no emojis", "The user wants no emojis"),
    ],
)
def test_an_order_for_every_time_is_kept_as_one(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message, learned=False)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "if I paste this, translate it",
        "whenever I paste text, my laptop translates it",
        "Translate this: whenever I paste Spanish, translate it",
        "between us, I'm seeing a therapist",
        "Between us a rule of thumb says 3 cups",
        "between us a rule was broken at the casino",
        "Not today, not tomorrow, not next year",
        "Not today, not tomorrow: the shop is closed all week",
        "Not today, not tomorrow: I'm busy until friday",
    ],
)
def test_what_happens_or_is_told_in_confidence_is_no_order(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (
            "I like my minutes in five bullets, keep it that way.",
            ["The user likes their minutes in five bullets"],
        ),
        ("My desk is tidy, keep it that way!", []),
    ],
)
def test_a_taste_that_is_to_stay_is_kept(text: str, contents: list[str]) -> None:
    assert [found.content for found in find_directives(text)] == contents
