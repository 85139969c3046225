"""A plain request is kept, or the user is told why not, in whatever language it is made."""

from __future__ import annotations

import pytest
from langchain_core.messages import HumanMessage
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.plain_requests import plainly_asked

ANA = Principal(user_id="ana")
NEWS = "The quarterly report says nothing new about the harbour. " * 200


def kept(store: MemoryStore) -> list[str]:
    return [memory.content for memory in store.bind(ANA).list()]


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Remember that I am working on project X", "The user is working on project X"),
        ("Remember that my team is called X", "The user's team is called X"),
        ("Remember this: 42", 'The user said: "42"'),
        ("Don't forget milk", 'The user said: "Don\'t forget milk"'),
        ("Please don't forget the cake!", 'The user said: "Please don\'t forget the cake"'),
        ("remember the milk", 'The user said: "remember the milk"'),
        ("Remember I mentioned being tired", "The user mentioned being tired"),
        ("Memorize this: ABC", 'The user said: "ABC"'),
        ("Never forget that I'm bored", "The user is bored"),
        (
            "It's important that reports are in PDF",
            'The user said: "It\'s important that reports are in PDF"',
        ),
        ("It is important to test first", 'The user said: "It is important to test first"'),
        ("请记住我对海鲜过敏", 'The user said: "我对海鲜过敏"'),
        ("我住在北京。别忘了", 'The user said: "我住在北京"'),
        ("याद रखो कि मैं दिल्ली में रहता हूँ", 'The user said: "मैं दिल्ली में रहता हूँ"'),
        ("मैं शाकाहारी हूँ, याद रखना", 'The user said: "मैं शाकाहारी हूँ"'),
        (
            "私は東京に住んでいます。覚えておいてください。",
            'The user said: "私は東京に住んでいます"',
        ),
        ("저는 서울에 살아요. 기억해 주세요", 'The user said: "저는 서울에 살아요"'),
        ("unutma, ben çayı severim", 'The user said: "ben çayı severim"'),
        ("запомните: мой кот — Барсик", 'The user said: "мой кот — Барсик"'),
        ("Zapamiętaj: jestem z Krakowa", 'The user said: "jestem z Krakowa"'),
        ("تذكر أن اسمي ليلى", 'The user said: "اسمي ليلى"'),
        ("ingat, saya vegetarian", 'The user said: "saya vegetarian"'),
    ],
)
def test_what_is_asked_plainly_is_kept_in_the_words_of_the_user(
    store: MemoryStore, said: str, content: str
) -> None:
    update = say(store, said)

    assert kept(store) == [content]
    assert update["memory_notices"] == [f"Got it, I'll remember that: {content}"]


def test_a_state_is_kept_as_what_was_observed_that_day(store: MemoryStore) -> None:
    say(store, "Remember that I'm tired today", "Note that it's raining")

    memories = store.bind(ANA).list()
    assert {each.type for each in memories} == {"observation"}
    assert any(each.content.endswith('2026: "it\'s raining"') for each in memories)


@pytest.mark.parametrize(
    "message",
    [
        f"{NEWS}\nRemember that my sister is called Eva.",
        f"{NEWS}Please remember that my sister is called Eva. {NEWS}",
        f"{NEWS}\n\n{NEWS}Don't forget my sister is called Eva",
    ],
    ids=["at the end", "in the middle", "in the last line"],
)
def test_a_request_after_ten_thousand_characters_is_kept(store: MemoryStore, message: str) -> None:
    assert len(message) > 10_000
    say(store, message)

    assert "The user's sister is called Eva" in kept(store)


@pytest.mark.parametrize(
    "said", ["Remember", "remember me", "Please remember this.", "Don't forget!"]
)
def test_who_does_not_say_what_to_remember_is_told_so(store: MemoryStore, said: str) -> None:
    update = say(store, said)

    assert kept(store) == []
    assert len(update["memory_notices"]) == 1
    assert "does not say what to keep" in update["memory_notices"][0]


@pytest.mark.parametrize(
    "message",
    [
        "Remember when we went to Rome?",
        "Do you remember that I like tea?",
        "I don't remember that I said so",
        "I remember that day well",
        "Remember that I like tea?",
        "She walked on. Remember to breathe, she thought. Then she ran.",
        '"Remember that I love tea", she said',
        "Summarize this: Remember that I live in Rome.",
        "Translate: Remember that I live in Rome.",
        "```\n# Remember that I am the root\n```",
        "Write a function that sorts a list. Note that the list may be empty.",
        "Write me a poem. Remember that I want it in rhyme.",
        "Build the page.\nIt's important that the button is blue.\nWhat comes first?",
        "How do you say 'recuerda que soy vegano' in German?",
        "What does 请记住 mean?",
        f'{NEWS}She said: "Remember that I am the queen." {NEWS}',
        f"{NEWS}\n> Remember that I am the queen.\n{NEWS}",
        f"{NEWS}\nNote that the list may be empty.\n{NEWS}",
        "Notes:\n" + "Note that the sensor drifts.\n" * 20,
    ],
)
def test_what_asks_for_nothing_is_no_plain_request(message: str) -> None:
    assert plainly_asked(message) == []


def test_a_request_beside_a_task_counts_where_it_is_of_the_user() -> None:
    (asked,) = plainly_asked("Write me an e-mail to the school. Remember that I am vegan.")

    assert (asked.words, asked.of_oneself) == ("I am vegan", True)


def test_long_hostile_text_is_read_in_time() -> None:
    for piece in ("remember ", "\nremember", "please ", "!?." * 3, "请记住", '"', "\n> "):
        plainly_asked(piece * 60_000)


def test_a_message_read_again_keeps_nothing_twice(store: MemoryStore) -> None:
    message = HumanMessage("Don't forget milk", id="m")
    say(store, str(message.content), str(message.content))

    assert len(kept(store)) == 1
