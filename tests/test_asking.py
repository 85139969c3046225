"""Does every chat model get to answer in a form that code can read?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from pydantic import BaseModel, Field, create_model
from scripted_answers import as_call
from scripted_model import ScriptedChatModel

from langmem_ext.asking import LENGTHS, Structured, longest
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


class Choosy(ScriptedChatModel):
    """A model whose provider takes only some parameters, and complains of the others by their names."""

    temperature: float | None = None
    max_tokens: int | None = None
    takes: tuple[str, ...] = ()
    seen: list[dict[str, Any]] = Field(default_factory=list)

    def _generate(self, *args: Any, **kwargs: Any) -> Any:
        given = {"temperature": self.temperature, "max_tokens": self.max_tokens}
        self.seen.append({name: value for name, value in given.items() if value is not None})
        for name in self.seen[-1]:
            if name not in self.takes:
                raise ValueError(f"Unsupported value: '{name}' does not support this.")
        return super()._generate(*args, **kwargs)


@pytest.mark.parametrize("takes", [(), ("max_tokens",), ("temperature",)], ids=str)
async def test_what_a_provider_refuses_is_left_as_it_was(takes: tuple[str, ...]) -> None:
    said = [as_call("Answer", {"word": "tea"})]
    model = type("Choosy", (Choosy,), {})(replies=said, takes=takes)

    first = Structured(model, Answer, max_tokens=220).reply(ASKED)
    second = await Structured(model, Answer, max_tokens=220).areply(ASKED)

    assert first.value == second.value == Answer(word="tea")
    assert set(model.seen[-1]) == set(takes)


def test_a_model_that_refuses_a_temperature_is_not_given_one_again() -> None:
    said = [as_call("Answer", {"word": "tea"})]
    model = type("Thinking", (Choosy,), {})(replies=said, takes=("max_tokens",))

    for _ in range(2):
        Structured(model, Answer, max_tokens=220).reply(ASKED)

    assert ["temperature" in seen for seen in model.seen] == [True, False, False]


@pytest.mark.parametrize("name", LENGTHS)
def test_a_length_is_set_by_the_name_that_the_provider_has_for_it(name: str) -> None:
    bounded = create_model("Bounded", __base__=ScriptedChatModel, **{name: (int | None, None)})

    assert longest(bounded(), 220) == 220
    assert longest(bounded(**{name: 100}), 220) == 100
    assert longest(bounded(**{name: -1}), 220) == 220


def test_a_model_without_a_name_for_it_has_no_length() -> None:
    assert longest(scripted(), 220) is None


def test_what_stands_for_a_model_is_asked_like_one() -> None:
    model: Any = scripted(RuntimeError("down")).with_fallbacks([scripted('{"word": "tea"}')])

    assert Structured(model, Answer, max_tokens=220).reply(ASKED).value == Answer(word="tea")
    assert longest(model, 220) is None


def test_a_model_that_may_not_stream_cannot_be_cut_off() -> None:
    class Streaming(ScriptedChatModel):
        def _stream(self, *args: Any, **kwargs: Any) -> Any:
            raise AssertionError("it is not to stream")

    assert longest(Streaming(), 220) == 220
    assert longest(Streaming(disable_streaming=True), 220) is None


def test_an_answer_that_had_to_end_was_too_long() -> None:
    said = AIMessage('{"word": "te', response_metadata={"finish_reason": "length"})

    assert Structured(scripted(said), Answer).reply(ASKED).error == "too long"


def test_structured_output_may_take_the_schema_alone() -> None:
    class Plain(ScriptedChatModel):
        def with_structured_output(self, schema: Any) -> Any:  # type: ignore[override]
            return RunnableLambda(lambda messages: schema(word="tea"))

    assert Structured(Plain(), Answer).reply(ASKED).value == Answer(word="tea")


@pytest.mark.parametrize("name", ["gpt-5-mini", "o3-mini"])
def test_models_that_think_are_asked_without_a_temperature(name: str) -> None:
    openai = pytest.importorskip("langchain_openai")
    httpx = pytest.importorskip("httpx")
    asked: list[dict[str, Any]] = []

    def serve(request: Any) -> Any:
        asked.append(json.loads(request.content))
        if asked[-1].get("temperature", 1) != 1:
            fault = "Unsupported value: 'temperature' does not support 0.0 with this model."
            return httpx.Response(400, json={"error": {"message": fault, "param": "temperature"}})
        said = {"role": "assistant", "content": '{"word": "tea"}'}
        done = {"index": 0, "message": said, "finish_reason": "stop"}
        usage = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
        return httpx.Response(200, json={
            "id": "x", "object": "chat.completion", "created": 0, "model": name,
            "choices": [done], "usage": usage,
        })  # fmt: skip

    client = httpx.Client(transport=httpx.MockTransport(serve))
    model = openai.ChatOpenAI(model=name, api_key="x", http_client=client)

    reply = Structured(model, Answer, max_tokens=220).reply(ASKED)

    assert (reply.value, reply.usage.output_tokens) == (Answer(word="tea"), 5)
    assert asked[-1]["max_completion_tokens"] == 220


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
