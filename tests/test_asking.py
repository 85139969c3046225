"""Does every chat model get to answer in a form that code can read?"""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from pydantic import BaseModel
from scripted_answers import as_call
from scripted_model import ScriptedChatModel

from langmem_ext.asking import Structured
from langmem_ext.nodes.facts import Facts

ASKED = [HumanMessage("Which facts?")]


class Answer(BaseModel):
    word: str


def scripted(*replies: Any, **given: Any) -> ScriptedChatModel:
    return ScriptedChatModel(replies=list(replies), **given)


def test_an_answer_comes_through_the_models_own_structured_output() -> None:
    reply = Structured(scripted(as_call("Answer", {"word": "tea"})), Answer).reply(ASKED)

    assert (reply.value, reply.error) == (Answer(word="tea"), None)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (900, 100)


async def test_an_answer_can_be_awaited() -> None:
    reply = await Structured(scripted(as_call("Answer", {"word": "tea"})), Answer).areply(ASKED)

    assert reply.value == Answer(word="tea")


@pytest.mark.parametrize("text", ['{"word": "tea"}', 'Sure!\n```json\n{"word": "tea"}\n```'])
def test_a_model_that_answers_in_words_is_read_for_json(text: str) -> None:
    assert Structured(scripted(text), Answer).reply(ASKED).value == Answer(word="tea")


def test_a_model_without_tools_is_asked_for_json() -> None:
    model = FakeListChatModel(responses=['{"word": "tea"}'])

    reply = Structured(model, Answer).reply(ASKED)

    assert reply.value == Answer(word="tea")
    assert reply.usage.input_tokens > 0


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("I would rather not.", "nonsense"),
        (as_call("Answer", {"wort": "Tee"}), "nonsense"),
        (RuntimeError("boom"), "RuntimeError"),
    ],
)
def test_what_goes_wrong_has_a_name_and_is_not_raised(said: Any, error: str) -> None:
    reply = Structured(scripted(said), Answer).reply(ASKED)

    assert (reply.value, reply.error) == (None, error)


def test_patience_ends() -> None:
    reply = Structured(scripted("{}", delay=5.0), Answer, timeout=0.05).reply(ASKED)

    assert reply.error == "TimeoutError"


async def test_patience_ends_when_awaited() -> None:
    reply = await Structured(scripted("{}", delay=1.0), Answer, timeout=0.05).areply(ASKED)

    assert reply.error == "TimeoutError"


def test_what_postgres_cannot_keep_is_taken_out() -> None:
    reply = Structured(scripted(as_call("Answer", {"word": "a\x00b\ud800"})), Answer).reply(ASKED)

    assert reply.value == Answer(word="a b?")


def test_temperature_and_length_are_set_where_the_model_has_them() -> None:
    seen: list[tuple[float, int | None]] = []

    class Tuned(ScriptedChatModel):
        temperature: float = 0.7
        max_tokens: int | None = None

        def _generate(self, *args: Any, **kwargs: Any) -> Any:
            seen.append((self.temperature, self.max_tokens))
            return super()._generate(*args, **kwargs)

    model: BaseChatModel = Tuned(replies=[as_call("Answer", {"word": "tea"})])
    Structured(model, Answer, max_tokens=220).reply(ASKED)

    assert seen == [(0.0, 220)]


def test_one_bad_fact_does_not_cost_the_others() -> None:
    good = {
        "content": "The user likes tea",
        "importance": "high",
        "keywords": None,
        "subjects": "Eva",
    }
    said = {
        "facts": [
            {"content": None},
            7,
            "x",
            {**good, "turns": ["1", "#2", "x"], "event_time": None},
        ]
    }

    reply = Structured(scripted(as_call("Facts", said)), Facts).reply(ASKED)

    assert reply.value is not None
    (fact,) = reply.value.facts
    assert (fact.importance, fact.keywords, fact.subjects, fact.turns) == (0.5, [], ["Eva"], [1, 2])


def test_an_answer_without_a_call_or_a_word_is_nonsense() -> None:
    assert Structured(scripted(AIMessage("")), Answer).reply(ASKED).error == "nonsense"
