"""Has the user agreed to a deletion that memory has asked about?

A question waits for the user's next message, with exactly what it would delete. An answer counts only where the
question was the last that the user was asked: what an agent asks later takes a "yes" for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langmem_ext.command_reading.numbers import is_numbered, numbers_in
from langmem_ext.commands import Command, Understood, is_no, is_yes
from langmem_ext.nodes.work import Work
from langmem_ext.policies.sentences import sentences
from langmem_ext.reading.words import words_of
from langmem_ext.stores.operations.commanding import Step
from langmem_ext.stores.operations.conversation import text_of

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Waits:
    """Hold what memory would do, once the user has agreed.

    `proposals` are changes that wait for consent and would be dropped; `numbered` is how many of the steps the question
    numbers, 0 where only all of them can be agreed to.
    """

    question: str
    steps: Sequence[Step]
    proposals: Sequence[str] = ()
    numbered: int = 0

    def kept(self, name: str, turn: str) -> dict[str, Any]:
        """Return it as the conversation keeps it."""
        return {
            "turn": turn,
            "name": name,
            "question": self.question,
            "steps": [[step.verb, step.id, step.mark] for step in self.steps],
            "proposals": list(self.proposals),
            "numbered": self.numbered,
        }

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Waits:
        """Read what the conversation has kept."""
        steps = [Step(verb, id, mark) for verb, id, mark in kept["steps"]]
        return cls(kept["question"], steps, kept["proposals"], kept["numbered"])


@dataclass(frozen=True, slots=True)
class Agreed:
    """Hold the answer to a question, as a command, and what is to be done by it."""

    understood: Understood
    steps: Sequence[Step] = ()
    proposals: Sequence[str] = ()


def is_open(work: Work, kept: Any) -> bool:
    """Tell whether a question was asked in the turn before; what older versions have kept asks nothing."""
    return isinstance(kept, Mapping) and "steps" in kept and work.asked_just_now(kept.get("turn"))


def answer_to(
    work: Work, kept: Mapping[str, Any], text: str, found: Understood | None
) -> Agreed | None:
    """Return what a message answers to an open question; None where it is about something else, or unheard."""
    waits = Waits.read(kept)
    if not was_asked_last(work, waits.question):
        return None
    if is_yes(text):
        return Agreed(_as_command(kept, YES), waits.steps, waits.proposals)
    if is_no(text):
        return Agreed(_as_command(kept, NO))
    said = _numbers(text, found)
    places = numbers_in(said, waits.numbered) if said and waits.numbered else ()
    if not places or max(places) > waits.numbered:
        return None
    return Agreed(_as_command(kept, said), [waits.steps[place - 1] for place in places])


def _as_command(kept: Mapping[str, Any], answer: str) -> Understood:
    return Understood(Command(kept["name"], answer))


def _numbers(text: str, found: Understood | None) -> str:
    """Return the places of a list that a message names, and nothing else; "" for none."""
    if found and found.alone and found.command.name == "forget":
        text = found.command.argument
    said = text.strip(" .!").lower()
    for word in ("yes, ", "yes ", "only ", "just "):
        said = said.removeprefix(word)
    return said if len(said) < SHORT and is_numbered(said) else ""


SHORT = 60
"""Characters of the longest answer by numbers."""


def was_asked_last(work: Work, question: str) -> bool:
    """Tell whether a question was the last that the user was asked.

    It stands in the last answer; in a chat of several what was said to others since may stand behind it, if that asks
    nothing. Where nobody has answered, whoever runs the graph has shown the notices.
    """
    said = [each for each in work.messages if each.type in ("human", "ai")]
    at = next((n for n, each in enumerate(said) if each is work.asked), len(said))
    texts = [text_of(each) for each in said[:at] if each.type == "ai"]
    if not work.in_group:
        texts = [text_of(each) for each in said[max(0, at - 1) : at] if each.type == "ai"]
    if not texts:
        return True
    heard = "\n".join(texts)
    place = heard.rfind(question)
    return place >= 0 and "?" not in heard[place + len(question) :]


def was_put(work: Work, contents: Sequence[str]) -> bool:
    """Tell whether the last thing the agent asked was about some memories, in whatever words.

    Where it asked nothing, or has not answered, whoever runs the graph has shown the question.
    """
    if work.in_group:
        return True
    questions = [each for each in sentences(work.answered_by(work.asked)) if each.is_question]
    if not questions or not contents:
        return True
    asked = set(words_of(questions[-1].raw))
    return any(asked & (set(words_of(content)) - _COMMON) for content in contents)


_COMMON = frozenset(
    "the user user's is a an to of in and on for wants that it be with at by from as s".split()
)


def question_of(state: Mapping[str, Any], user: str | None = None) -> str:
    """Return what memory asks the user in this turn before it deletes; "" for nothing.

    An agent that answers in words of its own puts it at the end of its answer: only then a "yes" counts.
    """
    dialogue = state.get("memory_dialogue") or {}
    own = (dialogue.get("of") or {}).get(user or "") or dialogue
    waiting = own.get("waiting")
    if not isinstance(waiting, Mapping) or waiting.get("turn") != state.get("memory_turn"):
        return ""
    return str(waiting.get("question") or "")
