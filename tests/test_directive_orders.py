"""In how many forms of sentence may one tell the assistant how to behave for good?"""

from __future__ import annotations

import time

import pytest

from langmem_ext.policies.directives import find_directives

ASKS = "The user wants the assistant to "


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("never sing me a lullaby", "sing"),
        ("Always give wind speeds in knots", "wind speeds in knots"),
        ("every time I say ahoy you answer with a shanty", "shanty"),
        ("whenever i type afk just say ok", "afk"),
        ("I have one standing request: no plot twists from Korean dramas.", "plot twists"),
        ("you are never to mock my haikus again", "haikus"),
        ("You're not, under any circumstances, to ask about my age", "age"),
        ("One pun per reply, standing order", "One pun per reply"),
        ("from now on ur name is Otto", "Otto"),
        ("if a customer asks for a rebate, you must always tell me no", "rebate"),
        ("Whenever the topic of gin comes up, suggest a soft drink", "soft drink"),
        ("no semicolons in anything you write for me", "semicolons"),
        ("No golf metaphors with me, ever.", "golf metaphors"),
        ("Celsius only, always.", "Celsius only"),
        ("You have to always tell me the source", "source"),
        ("I expect you to always include the frame number", "frame number"),
        ("I never want to see a passive sentence in your drafts", "passive sentence"),
        ("I want all your answers in two lines.", "two lines"),
        ("Your replies to me must always fit on a postcard", "postcard"),
        ("Quit asking whether I ate.", "ate"),
        ("New rule: answers in Danish on Fridays", "answers in Danish on Fridays"),
        ("rule number one: no advice unless I ask", "no advice unless I ask"),
        ("Set your default language to Frisian.", "Frisian"),
        ("when I say 'the barge' I mean my 1989 estate car", "1989 estate car"),
        ("before every flight suggestion, check my budget", "check"),
        ("in every chat we have, greet me in Tagalog", "Tagalog"),
        ("default = 24h clock, pls", "24h clock"),
        ("With recipes, always list the nuts first.", "nuts first"),
        ("Each morning greet me with a limerick.", "limerick"),
        ("End every message with a riddle.", "riddle"),
        ('Never open with "Good question" again.', "open with"),
        ('Stop closing with "I am at your service".', '"I am at your service"'),
        ('Never again begin with "Sure thing!"', "Sure thing"),
        ('never lead with "Absolutely!" again', "again"),
        ("Don't kick off replies with 'Well well' anymore.", "Well well"),
        ('quit saying "my bad"', '"my bad"'),
        ('no more "as a large model" please', "as a large model"),
        ("pref: aisle seat", "aisle seat"),
        ("I'd appreciate it if you never brought up my weight", "never bring up"),
        ("Under no circumstances mention my exam.", "mention"),
        ("The word 'synergy' is banned from now on.", "synergy"),
        ("it's litres not gallons from now on", "litres not gallons"),
        ("Promise me you'll never recommend that ferry again", "ferry"),
        ("Can you always show your working?", "show its working"),
        ("I need prices in euros, always.", "prices in euros"),
        ("you may always contradict me", "contradict"),
        ("How I like my answers: short, with a source.", "short, with a source"),
        ("Drop the exclamation marks for good.", "exclamation marks"),
        ("short answers please, every time", "short answers"),
        ("whatever I ask, be brief.", "be brief"),
        ("I want that, so always check my sums before you agree with me", "check"),
        ("Please always give me drills in a numbered list", "drills in a numbered list"),
        ('stop saying "Certainly!"', "stop saying"),
        (
            "When I paste minutes of a meeting, always pull out the decisions first",
            "pull out the decisions",
        ),
        ("quit using the word delve, please", "delve"),
        ("actually answer in English always", "wants the assistant to answer in English"),
        ("hmm always answer in English pls", "wants the assistant to always answer in English"),
        ("wait, answer in English always", "wants the assistant to answer in English"),
    ],
)
def test_an_order_is_remembered_in_whatever_form_it_is_put(message: str, kept: str) -> None:
    found = contents(message)

    assert len(found) == 1
    assert kept.lower() in found[0].lower().replace("they ask", "i ask")


@pytest.mark.parametrize(
    "message",
    [
        "Never lend a ladder to a thief.",
        "Always bring a torch, my gran says.",
        "Every time I open the shed it creaks, why?",
        "There's a standing order at the bank, how do I cancel it?",
        "You are never too old to dance.",
        "In my story the robot's name is Otto, can you describe him?",
        "If a customer asks for a rebate, what do I say?",
        "Whenever the topic of gin comes up, my uncle talks for hours.",
        "No more gin for me tonight",
        "I only ever see her at weddings.",
        "You should never dive right after lunch, right?",
        "I never want to see that hotel again, the bed was awful.",
        "I want all the answers to exercise 4.",
        "Your answer must be wrong, 7 times 8 is 56.",
        "Rule of thumb: never go shopping hungry.",
        "Set the default branch to main in the repo.",
        "By default the printer prints on both sides, how do I change that?",
        "Each morning I drink two coffees, is that bad?",
        'Never say "never".',
        'He wrote "never open with a joke again"',
        'I\'ll never open with "Dear Sir" again after that job talk.',
        'Why do people open with "To whom it may concern"?',
        'Never use "who else" in this poem please',
        "He ends every message with a riddle, does he like me?",
        "Under no circumstances would I eat that.",
        "Smoking is banned in the park since May.",
        "From here on it's downhill.",
        "Can you always see Venus from Oslo?",
        "You can always try turning it off and on.",
        "How I like my eggs: runny. How long do I boil them?",
        "He wins, every time.",
        "For this email only, no exclamation marks please.",
        "never use recursion in this solution please",
        "Write me a standing instruction for the bank to pay the rent. Formal tone.",
        "Tell the lads: from now on, no phones on the floor.",
        "If I say wipe all of it, will you ask first?",
        "put the prices in a table, and keep it short",
        "When I was small, always the rain, never the sun",
        "stop saying that",
        "I need to stop saying like",
        "How do I stop saying um?",
        "I use Notion for notes",
        "new teacher for Imogen this year: Mr Flynn",
    ],
)
def test_what_looks_like_an_order_and_is_none_is_left_alone(message: str) -> None:
    assert contents(message) == []


def test_every_order_of_a_list_is_remembered() -> None:
    assert contents("House rules for you:\n1. Answer in Dutch\n2. Never use tables") == [
        f"{ASKS}answer in Dutch",
        f"{ASKS}never use tables",
    ]


def test_an_order_and_its_ground_are_both_kept_where_both_are_asked_for() -> None:
    assert (
        len(contents("Quit explaining the basics, I've been a cook for years. Remember that.")) == 2
    )


@pytest.mark.parametrize(
    "unit",
    [
        "your answers ",
        "no more than one ",
        "from now on ",
        "when i say a ",
        "when in doubt, ",
        "in my emails always ",
        "you keep forgetting that my ",
    ],
)
def test_a_hostile_order_is_read_in_time(unit: str) -> None:
    start = time.thread_time()

    find_directives(unit * 3000, learned=False)

    assert time.thread_time() - start < 4.0
