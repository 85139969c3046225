"""What a request comes to that was found as one command, and may be another."""

from __future__ import annotations

import pytest

from langmem_ext.commands import Command, parse_command


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "forget everything you know about me, every single bit",
        "Delete all the facts you have about me with no exceptions",
        "Erase everything you know about me in one go.",
        "wipe all your memories about me and then we start over",
        "forget absolutely everything you ever learned about who I am",
    ],
)
def test_all_about_oneself_is_everything(text: str, learned: bool) -> None:
    assert parse_command(text, learned=learned) == Command("clear")


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Delete what you saved about me being left-handed", "me being left-handed"),
        ("forget about my sister being pregnant", "my sister being pregnant"),
        ("Discard what you know about where I keep my boat.", "where I keep my boat"),
        ("drop the bit about how I like jazz", "how I like jazz"),
    ],
)
def test_a_subject_that_states_something_is_one_memory(
    text: str, stated: str, learned: bool
) -> None:
    assert parse_command(text, learned=learned) == Command("forget", stated)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("forget my old boss completely, all of it", "my old boss"),
        ("Scrub my cousin from your memory completely 🙏 every single thing", "my cousin"),
        ("Wipe anything to do w/ Rafael from your memory", "Rafael"),
        ("Take everything you've saved on Malmö out of your memory.", "Malmö"),
        ("Delete all the chess club stuff from your memory", "chess club"),
    ],
)
def test_a_thing_in_its_entirety_is_a_subject(text: str, subject: str) -> None:
    assert parse_command(text) == Command("forget_about", subject)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "It's no longer true that my choir meets on Fridays, so please remove that from what you keep.",
            "my choir meets on Fridays",
        ),
        ("I'm no longer with Brandt Foods, drop that from what you hold about me.", "Brandt Foods"),
        (
            "Pilar is my manager no longer holds, so strike it from what you keep.",
            "Pilar is my manager",
        ),
        (
            "I told you once that I wanted to learn Greek. Please delete that from your memory.",
            "I wanted to learn Greek",
        ),
    ],
)
def test_it_is_the_one_thing_that_was_spoken_of(text: str, meant: str) -> None:
    assert parse_command(text) == Command("forget", meant)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("My operation is nobody's business. Purge all of it from memory.", "My operation"),
        ("Regarding the orchestra, wipe whatever you have remembered.", "the orchestra"),
        ("I quit the band. Delete all memories of it.", "the band"),
        ("I never want to see Quorvia mentioned again. Delete every memory with it.", "Quorvia"),
    ],
)
def test_all_of_it_is_all_of_what_was_spoken_of(text: str, topic: str) -> None:
    assert parse_command(text) == Command("forget_about", topic)


@pytest.mark.parametrize(
    "text",
    [
        "My sister is using this account now. Delete all your memories.",
        "My memory list is rubbish. Erase all of it, everything you know about me.",
    ],
)
def test_all_of_memory_is_everything_whatever_was_spoken_of(text: str) -> None:
    assert parse_command(text) == Command("clear")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Scratch what you just noted.", Command("undo")),
        ("wrong, cancel what you just memorised", Command("undo")),
        ("revert what you just wrote down about me", Command("undo")),
        ("Every memory you have of me? Gone, please.", Command("clear")),
        ("Every memory you have of me, throw it out.", Command("clear")),
        (
            "With regard to what you hold about me, please expunge my uncle's village.",
            Command("forget", "my uncle's village"),
        ),
    ],
)
def test_what_is_to_go_is_not_listed(text: str, meant: Command) -> None:
    assert parse_command(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Tell me everything you know about me. Then I shall throw out what is old.",
        "List everything you have about me, then we can throw out what is old.",
    ],
)
def test_what_is_asked_for_is_listed_whatever_goes_later(text: str) -> None:
    assert parse_command(text) == Command("list")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Please remove the fact that I work nights from your memory", "I work nights"),
        ("forget that I ride for a courier, quit last week", "I ride for a courier"),
        ("remove from memory that we want a baby, too private", "we want a baby"),
        ("forget that my boss, Sam, is leaving", "my boss, Sam, is leaving"),
        ("forget that I live in Oslo, Norway", "I live in Oslo, Norway"),
    ],
)
def test_why_and_from_where_are_no_part_of_what_is_forgotten(text: str, kept: str) -> None:
    assert parse_command(text) == Command("forget", kept)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what makes you think I'm left handed, did I say it", "I'm left handed"),
        ("where did you get that I hate olives from", "I hate olives"),
    ],
)
def test_a_question_behind_is_no_part_of_what_is_explained(text: str, asked: str) -> None:
    assert parse_command(text) == Command("why", asked)


@pytest.mark.parametrize(
    "text",
    [
        "Take number 2 and 5 out of the playlist, too slow",
        "Did you know that my neighbour was once on television?",
    ],
)
def test_what_is_about_something_else_is_no_command(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Delete my whole memory, I hand this account to a colleague.", "clear"),
        ("Please delete all my memories before she starts.", "clear"),
        ("burn the whole memory", "clear"),
        ("cancel the change you made to my details a second ago", "undo"),
        ("Kindly restore the entry concerning me which you removed a moment ago.", "undo"),
        ("Take back the thing you just saved about me", "undo"),
        ("Show me everything you know about me before I delete my account.", "list"),
    ],
)
def test_what_names_memory_is_meant_whatever_comes_behind(text: str, meant: str) -> None:
    found = parse_command(text)
    assert found
    assert found.name == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("remove im vegan", Command("forget", "im vegan")),
        ("I want you to no longer know what my rent is", Command("forget", "what my rent is")),
        (
            "don't hold on to the fact that I worked at a dairy",
            Command("forget", "I worked at a dairy"),
        ),
        (
            "Would you mind no longer remembering my son's old school?",
            Command("forget", "my son's old school"),
        ),
        ("un-save my landlord's name", Command("forget", "my landlord's name")),
        ("strike item 12, wrong person", Command("forget", "item 12")),
        (
            "Delete everything you remember about the band and help me find another.",
            Command("forget_about", "the band"),
        ),
        ("nuke whatever you've got stored re: poker, I quit", Command("forget_about", "poker")),
        ("How long have you known about my son's asthma?", Command("why", "my son's asthma")),
        (
            "In which conversation did I say that I prefer tea?",
            Command("why", "I prefer tea"),
        ),
        ("who said i don't eat mushrooms?", Command("why", "i don't eat mushrooms")),
    ],
)
def test_a_wish_is_read_in_other_forms(text: str, meant: Command) -> None:
    assert parse_command(text, learned=False) == meant


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What sports do you remember about me?", "sports"),
        ("Deadlines. What have you remembered for me?", "Deadlines"),
        ("And food? What have you stored on me there?", "food"),
        ("show memory, category: languages", "languages"),
    ],
)
def test_a_list_of_something_named_is_of_that(text: str, named: str) -> None:
    found = parse_command(text)
    assert found
    assert found.name == "list_category"
    assert found.argument in (named, "tasks", "preferences")


@pytest.mark.parametrize(
    "text",
    [
        "ok what whole pile of things have you kept about me?",
        "I'm curious which things you remember about me.",
    ],
)
def test_a_list_of_nothing_named_is_of_all(text: str) -> None:
    assert parse_command(text) == Command("list")


@pytest.mark.parametrize(
    "text",
    [
        "Delete item 2 and 3 from my shopping list, we already have rice.",
        "delete number 3 and 5 from those baby names, my ex is called Oscar",
        "who said I can't dance?",
    ],
)
def test_other_lists_and_sayings_are_no_command(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "When did I adopt my cat Miso?",
        "When did I last see my dentist?",
        "What made my sister leave Oslo?",
        "Since when do I have a dog?",
    ],
)
def test_a_question_about_ones_life_does_not_ask_how_it_is_known(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    "said", ["and that I hate rock", "that I hate rock", "And also that I hate rock."]
)
def test_what_goes_on_with_a_statement_forgets_nothing(said: str) -> None:
    assert parse_command(said) is None
