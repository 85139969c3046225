"""Is what serves the work at hand, others or the user's own resolutions left alone, and what is lasting kept?"""

from __future__ import annotations

import time

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    "message",
    [
        # the work at hand
        "Note that I've already emptied the cache and tried again. Why is it still slow?",
        "Note that we restarted the pump twice. What should we check?",
        "Keep in mind our readers are eight year olds. Explain tides.",
        "Remember it's a farce, so make the butler louder.",
        "Please note that in the report: the survey closed in March.",
        "Put down that I was late, in the form.",
        "NB: my draft is enclosed. Shorten it.",
        "For your records: form B12 attached. How do I answer?",
        "Always round down in these sums.",
        "Remember to use initials for the next invoice only.",
        "Keep in mind I only have two lemons, what can I make?",
        "Could you note the typos in my essay?",
        "Keep this brief, I'm on a train.",
        "For tonight, call me Admiral.",
        "For next time, should I peel the quinces?",
        "Keep in mind I'm half asleep, so talk slowly.",
        "Please note my objection to your last answer.",
        "Bear in mind nobody had told me it was a costume party.",
        "You may remember that we were looking for a boat. We found one!",
        "Don't forget to answer the second question as well.",
        "Meeting notes: Ida - remember to order stools.",
        "Good morning parents! Please note the pool closes at noon. Write a reply for me.",
        "Rule 2 of our club: never talk during the serve.",
        # whether the assistant can
        "Can you remember stuff or is it lost when I log out?",
        "Would it be possible for you to keep my settings, or must I pay?",
        "Could I ask you to memorise things, or only with an account?",
        # others
        "Don't forget the candles - that's what Ida's message said, and I did.",
        "Never lean on the rail, was the sticker on the door.",
        "Never lean on the rail, I told the twins.",
        "Please remember to wipe your feet, our caretaker always says.",
        "She left a post-it: don't forget to feed Olaf.",
        "Memo for the night shift: the freezer is at -18. Translate into Polish.",
        "Dear diary, remember that I was brave today.",
        "My coach wants me to always stretch first from now on. Is he right?",
        "Let's play a game: whenever I say up, you say down.",
        "Write a rule for our wiki: never merge on Fridays.",
        "Take note, class: this is how a moth hides.",
        # resolutions
        "From now on I'm going to walk to work, that's what I say each spring.",
        "My resolution: no more crisps from now on.",
        "Must not forget the tickets, must not forget the tickets.",
        "From today I'm giving up sugar, wish me luck!",
    ],
)
def test_what_serves_the_moment_others_or_a_resolution_is_not_kept(message: str) -> None:
    assert find_directives(message, learned=False) == []


@pytest.mark.parametrize(
    "message",
    [
        "Add to the form that I'm a vegetarian.",
        "Mention in the cover letter that I speak Finnish.",
        "Update my CV to say that I work at the mill now.",
        "Always say we in this paper.",
        "For today, call me Admiral.",
        "You might recall that I was looking for a flat.",
        "Keep in mind that I'm only half awake, explain slowly.",
    ],
)
def test_the_trained_reader_takes_none_of_it_either(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Note that I've already been to Malta. Where next?", "The user has been to Malta"),
        ("Keep in mind I only eat halal, what can I make?", "The user only eats halal"),
        (
            "Can you remember I'm vegan, or do I have to say it every day?",
            "The user is vegan",
        ),
        ("Call me Admiral.", "The user's preferred name is Admiral"),
        ("From now on I'm going by Tess.", "The user is going by Tess"),
        ("Remember my name is spelled with a K.", "The user's name is spelled with a K"),
        ("Remember this repo uses tabs.", "This repo uses tabs"),
        ("Memo for your files: the freezer is at -18.", "The freezer is at -18"),
        ("Please never delete a file without asking me.", None),
        ("Never share my address with shops.", None),
        ("Always run the tests before you say it works.", None),
        ("Stop underlining names. Forever.", None),
        ("Can you set it as my default that prices are in francs?", "Prices are in francs"),
        ("File under family: Ida turns nine in May.", "Ida turns nine in May"),
        ("Remember I'm left-handed when you give me knitting charts", "The user is left-handed"),
        ("Sort by date from now on. That's all.", None),
        ("Keep in mind that I'm busy on Mondays.", "The user is busy on Mondays"),
        ("Rule: cite page numbers.", None),
        ("Our rule: never use slang with me.", None),
        ("It is my wish that you address me as Admiral.", "The user's preferred name is Admiral"),
        ("I'd rather you called me Admiral.", "The user's preferred name is Admiral"),
        ("Profile update: moved to Lund, two cats.", "Moved to Lund, two cats"),
        ("My default city is Lund. Use it unless I say otherwise.", None),
        ("Whenever I mention Bo, that's my son.", None),
        ("Think you can remember that my tutor is Mrs Roe?", "The user's tutor is Mrs Roe"),
        ("My pronouns are they/them. It would mean a lot if you kept that in mind.", None),
    ],
)
def test_what_is_lasting_is_kept(message: str, content: str | None) -> None:
    found = [each.content for each in find_directives(message, learned=False)]

    assert len(found) == 1
    assert content is None or found == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Save the following two facts. Ida is nine. Her teacher is Mr Roe.",
        "Please keep these two things. Ida is nine. Her teacher is Mr Roe.",
        "Note the following: Ida is nine. Her teacher is Mr Roe.",
    ],
)
def test_each_fact_of_an_announced_list_is_kept(message: str) -> None:
    assert len(find_directives(message, learned=False)) == 2


@pytest.mark.parametrize(
    "piece",
    ["always change my ", "i only have two ", "the a in my ", "is what the ", "never, i told "],
)
def test_hostile_repetition_costs_little_time(piece: str) -> None:
    started = time.thread_time()
    find_directives(piece * 2000, learned=False)

    assert time.thread_time() - started < 2
