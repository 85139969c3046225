"""What does a model answer that knows what people drew from a conversation?

No model is asked: the answers are the observations, summaries and events that LoCoMo's authors wrote down beside their
conversations, found again by the turns that are quoted. Some are repeated, contradicted later or worded badly on
purpose, so that there is something to find.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from evals.locomo import Fact, Sample
from langmem_ext.policies.alike import jaccard
from langmem_ext.policies.relative_times import absolute
from langmem_ext.stores.operations.turns import NewTurn

Items: TypeAlias = list[dict[str, Any]]
Answer: TypeAlias = Callable[[str, Items], dict[str, Any]]
"""What is answered to an instruction and the items that it quotes."""

SPOILED, REPEATED, TOLD_AGAIN, TAKEN_BACK = 10, 12, 9, 3
"""Each so many-th fact is worded badly at first; stands twice in an answer; is told again; is contradicted later."""

WORKFLOW = (
    "1. Open the settings of the camera\n2. Choose the manual mode\n3. Set the shutter to one second\n"
    "4. Press the release"
)
"""An answer with a workflow: LoCoMo has none."""


class Annotators(BaseChatModel):
    """Answer each schema by its name; a schema without an answer gets an empty one."""

    answers: dict[str, Any] = Field(default_factory=dict)

    @property
    def _llm_type(self) -> str:
        return "annotators"

    def bind_tools(self, tools: Any, *, tool_choice: Any = None, **kwargs: Any) -> Any:
        """Note what is asked for."""
        names = [convert_to_openai_tool(tool)["function"]["name"] for tool in tools]
        return self.bind(asked=names[0])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        asked = kwargs.get("asked", "")
        lines = [line for line in str(messages[-1].text).splitlines() if line.startswith("{")]
        answer: Answer = self.answers.get(asked, lambda instruction, items: {})
        said = answer(str(messages[0].text), [json.loads(line) for line in lines])
        call = AIMessage("", tool_calls=[{"name": asked, "args": said, "id": "1"}])
        return ChatResult(generations=[ChatGeneration(message=call)])


def is_second(instruction: str) -> bool:
    """Tell whether items are asked for once more."""
    return bool(re.search(r"^- (?:item|summary|steps|reflection)\b", instruction, re.M))


def as_answer(fact: Fact, **more: Any) -> dict[str, Any]:
    """Return what people noted as a model states it."""
    answer = {"content": fact.text, "subjects": [fact.speaker], "importance": 0.6}
    return {**answer, "confidence": 0.9, **more}


@dataclass
class Script:
    """Hold what is answered for one conversation, and the turns that were added to it."""

    sample: Sample
    said: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    added: dict[str, list[NewTurn]] = field(default_factory=dict)
    opposites: set[frozenset[str]] = field(default_factory=set)
    same: set[frozenset[str]] = field(default_factory=set)
    mended: dict[str, dict[str, Any]] = field(default_factory=dict)
    injected: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, sample: Sample, *, inject: bool = True) -> Script:
        """Write the script of a conversation; with `inject`, flaws are put in."""
        script = cls(sample)
        for number, fact in enumerate(sample.facts):
            script._tell(fact, number if inject else None)
        return script

    def model(self) -> Annotators:
        """Return who answers by the script."""
        return Annotators(
            answers={
                "Facts": self.facts,
                "Verdicts": self._verdicts,
                "Episode": self._episode,
                "Insights": self._insights,
                "Reflection": self._reflection,
                "Procedure": _procedure,
                "SameFacts": self._same_facts,
                "Consolidated": _consolidated,
                "Compacted": _compacted,
                "Names": self._names,
            }
        )

    # Writing it

    def _tell(self, fact: Fact, number: int | None) -> None:
        messages = self.sample.conversation.messages
        texts = {message.id: message.text for message in messages}
        turn = next((texts[id] for id in fact.turns if id in texts), None)
        if turn is None:
            return
        told = as_answer(fact)
        here = self.said.setdefault(turn, [])
        if number is None:
            here.append(told)
            return
        if number % SPOILED == 3 and fact.text.startswith(f"{fact.speaker} "):
            spoiled = {**told, "content": fact.text.replace(fact.speaker, "They", 1)}
            self.mended[str(spoiled["content"])] = told
            self._count("worded badly")
            here.append(spoiled)
        else:
            here.append(told)
        if number % REPEATED == 5:
            self._count("repeated at once")
            here.append(told)
        if number % TOLD_AGAIN == 4:
            self._again(fact)
        elif number % TAKEN_BACK == 0:
            self._take_back(fact)

    def _again(self, fact: Fact) -> None:
        """Let somebody say a fact again in the next session, in nearly the same words."""
        again = f"{fact.text.rstrip('.')} too."
        if self._later(fact, f"As I said: {again}", again):
            self.same.add(self._pair(fact, again))
            self._count("told again later")

    def _take_back(self, fact: Fact) -> None:
        """Let somebody contradict a fact in the next session, where its words allow that."""
        for said, taken_back in (
            (f"{fact.speaker} is ", f"{fact.speaker} is no longer "),
            (f"{fact.speaker} has ", f"{fact.speaker} no longer has "),
            (f"{fact.speaker} plans ", f"{fact.speaker} no longer plans "),
            (f"{fact.speaker} enjoys ", f"{fact.speaker} no longer enjoys "),
            (f"{fact.speaker} wants ", f"{fact.speaker} no longer wants "),
        ):
            if fact.text.startswith(said):
                opposite = fact.text.replace(said, taken_back, 1)
                if self._later(fact, f"That has changed: {opposite}", opposite):
                    self.opposites.add(self._pair(fact, opposite))
                    self._count("contradicted later")
                return

    def _later(self, fact: Fact, text: str, content: str) -> bool:
        """Add a turn to the session after that of a fact; False where there is none."""
        sessions = self.sample.sessions
        places = {m.id: m.session_id for m in self.sample.conversation.messages}
        place = list(sessions).index(places[fact.turns[0]]) + 1
        if place >= len(sessions):
            return False
        session = list(sessions)[place]
        turns, last = self.added.setdefault(session, []), sessions[session][-1].at
        at = last + timedelta(minutes=1 + len(turns)) if last else None
        id = f"added:{session}:{len(turns)}"
        turns.append(NewTurn("user", text, session, at, id, fact.speaker))
        self.said.setdefault(text, []).append({**as_answer(fact), "content": content})
        return True

    def _pair(self, fact: Fact, other: str) -> frozenset[str]:
        at = [fact.at] if fact.at else []
        return frozenset(_plain(absolute(text, at)) for text in (fact.text, other))

    def _count(self, flaw: str) -> None:
        self.injected[flaw] = self.injected.get(flaw, 0) + 1

    # Answering

    def facts(self, instruction: str, turns: Items) -> dict[str, Any]:
        """Answer with what people drew from the turns; asked once more, with what was worded badly on purpose."""
        known = [
            {**fact, "turns": [turn["n"]]}
            for turn in turns
            for fact in self.said.get(turn["text"], ())
        ]
        if not is_second(instruction):
            return {"facts": known}
        again = [self.mended.get(fact["content"]) for fact in known]
        return {
            "facts": [
                {**new, "turns": old["turns"]} for new, old in zip(again, known, strict=True) if new
            ]
        }

    def _verdicts(self, instruction: str, pairs: Items) -> dict[str, Any]:
        return {"verdicts": [{"pair": each["n"], "verdict": self._verdict(each)} for each in pairs]}

    def _verdict(self, pair: dict[str, Any]) -> str:
        said = frozenset((_plain(pair["a"]), _plain(pair["b"])))
        if said in self.opposites:
            return "contradicts"
        return "same" if said in self.same or len(said) == 1 else "compatible"

    def _same_facts(self, instruction: str, pairs: Items) -> dict[str, Any]:
        return {
            "answers": [
                {"pair": each["n"], "same": self._verdict(each) == "same"} for each in pairs
            ]
        }

    def _episode(self, instruction: str, turns: Items) -> dict[str, Any]:
        """Answer with the sentence of the session's summary that has most in common with the turns."""
        session = self._session_of(turns)
        sentences = re.split(r"(?<=[.!?])\s+", self.sample.summaries.get(session, ""))[1:]
        said = " ".join(turn["text"] for turn in turns)
        best = max(sentences, key=lambda sentence: jaccard(sentence, said), default="")
        speakers = sorted({turn["speaker"] for turn in turns if turn.get("speaker")})
        mended = f"{' and '.join(speakers)} talked: {best}"
        return {"summary": mended if best and is_second(instruction) else best}

    def _names(self, instruction: str, texts: Items) -> dict[str, Any]:
        """Answer with those of the speakers whom each text names."""
        speakers = {message.speaker for message in self.sample.conversation.messages}
        return {
            "texts": [
                {
                    "text": each["n"],
                    "entities": [
                        _person(who)
                        for who in sorted(filter(None, speakers))
                        if who in each["text"]
                    ],
                }
                for each in texts
            ]
        }

    def _session_of(self, turns: Items) -> str:
        places = {m.text: m.session_id for m in self.sample.conversation.messages}
        return next((places[turn["text"]] for turn in turns if turn["text"] in places), "")

    def _insights(self, instruction: str, items: Items) -> dict[str, Any]:
        """Answer with the events that the notes are likeliest to be about; nobody has words to mend them with."""
        if is_second(instruction):
            return {"insights": []}
        notes = [item for item in items if "kind" in item]
        found = [(event, *_likeliest(event, notes)) for event in self.sample.events]
        near = sorted((each for each in found if each[2] > 0.2), key=lambda each: -each[2])[:3]
        return {"insights": [{"summary": event, "evidence": [n]} for event, n, _ in near]}

    def _reflection(self, instruction: str, notes: Items) -> dict[str, Any]:
        answer = self._insights(instruction, notes)["insights"][:2]
        cited = [n for each in answer for n in each["evidence"]]
        return {"content": " ".join(each["summary"] for each in answer), "evidence": cited}


def _plain(text: str) -> str:
    return text.casefold().strip(" .")


def _person(name: str) -> dict[str, str]:
    return {"text": name, "type": "person"}


def _likeliest(event: str, notes: Sequence[dict[str, Any]]) -> tuple[int, float]:
    near = ((note["n"], jaccard(event, note["text"])) for note in notes)
    return max(near, key=lambda each: each[1], default=(0, 0.0))


def _procedure(instruction: str, turns: Items) -> dict[str, Any]:
    """Answer with the numbered lines of the turns."""
    lines = [line for turn in turns for line in turn["text"].splitlines()]
    steps = [match[1] for line in lines if (match := re.match(r"\d+\. (.+)", line))]
    return {"title": "Take a long exposure", "steps": steps}


def _consolidated(instruction: str, groups: Items) -> dict[str, Any]:
    """Answer with the longest statement of each group: whether it says all of them, code decides."""
    return {
        "groups": [
            {"group": each["n"], "content": max(each["statements"], key=len)} for each in groups
        ]
    }


def _compacted(instruction: str, memories: Items) -> dict[str, Any]:
    """Give up what weighs least, the oldest first."""
    order = sorted(memories, key=lambda each: (each["importance"], each["created"]))
    return {"decisions": [{"action": "delete", "id": each["id"]} for each in order]}
