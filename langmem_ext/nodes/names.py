"""Which names does a model find in several texts?

Several texts go into one prompt. One that the answer leaves out, or answers so that it makes no sense, is asked about
once more, alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from langmem_ext.asking import TOO_LONG
from langmem_ext.entities.chat_model import Mention, Mentions
from langmem_ext.nodes.asking import Answer, Asker, Question, digest_of, patiently
from langmem_ext.nodes.judgements import Items, Number
from langmem_ext.nodes.node import Steps
from langmem_ext.prompts.fences import fenced, walled
from langmem_ext.stores.operations import energy

TOGETHER = 10
"""Texts of one prompt at most, as many as pairs of the other judgements (spec 004, item 4)."""

NONSENSE = "nonsense"
"""Why there is no answer when the model gave one that makes no sense: asking again would not help."""


def _mentions(value: Any) -> Any:
    try:
        return Mentions.model_validate({"entities": value}).entities
    except ValidationError:
        return None


class Named(BaseModel):
    """The names in one text, by its number."""

    text: Number = 0
    entities: Annotated[list[Mention] | None, BeforeValidator(_mentions)] = None


class Names(BaseModel):
    """The names, for each text; `asked` are short names of the texts, in their order."""

    texts: Annotated[list[Named], Items] = Field(default_factory=list)
    asked: list[str] = Field(default_factory=list)

    def by_text(self) -> dict[str, Mentions]:
        """Return what was answered, by the short names of the texts."""
        said = {each.text: each.entities for each in self.texts if each.entities is not None}
        numbered = ((asked, said.get(n)) for n, asked in enumerate(self.asked, 1))
        return {asked: Mentions(entities=found) for asked, found in numbered if found is not None}


def names_in(asker: Asker, job: str, texts: Sequence[str]) -> Steps[list[Answer[Mentions]]]:
    """Return the names in each of at most TOGETHER texts, or why they are not known.

    A text that was answered before within the job costs nothing, whichever texts it was asked with.
    """
    known = yield from _known(asker, job)
    new = [text for text in texts if digest_of(text) not in known]
    if len(new) > 1:
        answer = yield from asker.ask(_of_several(asker, job, new))
        if answer.missing not in (None, NONSENSE, TOO_LONG):
            return [_answer(known, text, answer.missing) for text in texts]
        known |= answer.value.by_text() if answer.value else {}
    return (yield from _rest(asker, job, texts, known))


def failure(answers: Sequence[Answer[Mentions]]) -> str | None:
    """Return why a model could not be asked, if it could not; nonsense is an answer."""
    return next((each.missing for each in answers if each.missing not in (None, NONSENSE)), None)


def _rest(
    asker: Asker, job: str, texts: Sequence[str], known: dict[str, Mentions]
) -> Steps[list[Answer[Mentions]]]:
    """Ask about each text that has no answer, until the model fails."""
    answers: list[Answer[Mentions]] = []
    for text in texts:
        answer = _answer(known, text, failure(answers))
        if answer == Answer():
            answer = yield from asker.ask(_of_one(asker, job, text))
        answers.append(answer)
    return answers


def _answer(known: dict[str, Mentions], text: str, missing: str | None) -> Answer[Mentions]:
    found = known.get(digest_of(text))
    return Answer(found) if found is not None else Answer(missing=missing)


def _known(asker: Asker, job: str) -> Steps[dict[str, Mentions]]:
    """Return what was answered before whoever asked was cut off."""
    kept = yield from patiently(asker.view, lambda: energy.answers_of(asker.space, job))
    return {text: found for each in kept for text, found in Names(**each).by_text().items()}


def _of_several(asker: Asker, job: str, texts: Sequence[str]) -> Question[Names]:
    asked = [digest_of(text) for text in texts]
    return Question(
        job=job,
        prompt=asker.prompt("names"),
        material=fenced("texts", ({"n": n, "text": text} for n, text in enumerate(texts, 1))),
        schema=Names,
        about=tuple(texts),
        completed=lambda names: names.model_copy(update={"asked": asked}),
    )


def _of_one(asker: Asker, job: str, text: str) -> Question[Mentions]:
    return Question(
        job=job,
        prompt=asker.prompt("entities"),
        material=walled("message", text),
        schema=Mentions,
        about=(text,),
    )
