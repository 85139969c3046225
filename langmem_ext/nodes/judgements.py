"""What does a model say of memories that merging, consolidation and compaction cannot decide alone?

Several questions go into one prompt. What the model leaves out, or answers so that it makes no sense, gets the answer
that changes nothing; where something must be given up, the oldest goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field

from langmem_ext.memory import Memory
from langmem_ext.nodes.asking import Answer, Asker, Model, Question, asker, objections
from langmem_ext.nodes.facts import LEFT_OUT, Text, listed
from langmem_ext.nodes.node import Steps, adrive, drive
from langmem_ext.policies.orders import orders_the_machine
from langmem_ext.policies.secrets import mask_secrets
from langmem_ext.policies.substance import tokens
from langmem_ext.policies.trust import is_grounded, unsaid_numbers
from langmem_ext.policies.wording import check_wording
from langmem_ext.policies.writing import Rejection
from langmem_ext.prompts.fences import fenced
from langmem_ext.settings import Settings
from langmem_ext.stores.operations.energy import Happening
from langmem_ext.stores.view import MemoryView

T = TypeVar("T")

PAIRS = 10
"""Pairs of one prompt at most (spec 004, item 4)."""

GROUPS = 5
"""Groups of one prompt at most."""


def _items(value: Any) -> Any:
    return [each for each in listed(value) if isinstance(each, dict | BaseModel)]


Items = BeforeValidator(_items)
"""Drop what is no item from a list of answers."""


def _number(value: Any) -> Any:
    return int(value) if str(value).isdigit() else 0


Number = Annotated[int, BeforeValidator(_number)]


class Same(BaseModel):
    """Whether a pair states the same fact."""

    pair: Number = 0
    same: Annotated[bool, BeforeValidator(lambda value: value is True)] = False


class SameFacts(BaseModel):
    """The answers, one for each pair."""

    answers: Annotated[list[Same], Items] = Field(default_factory=list)


class Combined(BaseModel):
    """What a group of statements says, in one."""

    group: Number = 0
    content: Text = ""


class Consolidated(BaseModel):
    """The statements, one for each group."""

    groups: Annotated[list[Combined], Items] = Field(default_factory=list)

    def by_group(self, count: int) -> dict[int, str]:
        """Return the statement of each of so many groups that got one."""
        return {
            each.group: each.content
            for each in self.groups
            if each.content.strip() and 0 < each.group <= count
        }


class GivenUp(BaseModel):
    """Which memory goes, and where what it says goes."""

    action: Text = ""
    id: Text = ""
    into: Text = ""
    content: Text = ""
    reason: Text = ""


class Compacted(BaseModel):
    """The decisions."""

    decisions: Annotated[list[GivenUp], Items] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decision:
    """Say which memory a full space gives up: `delete` it, or `merge` it into another that gets the text `content`.

    `by` is `model`, or `age` where the model did not decide.
    """

    action: Literal["delete", "merge"]
    id: str
    into: str | None = None
    content: str | None = None
    by: Literal["model", "age"] = "model"


@dataclass(frozen=True, slots=True)
class Judge:
    """Have memories of one space judged by a model, charged to it; every method has an async twin.

    `job` names the work: asked again within it, a question costs nothing. Without a model, and without energy,
    everything gets the answer that changes nothing.
    """

    view: MemoryView
    space: str
    settings: Settings
    model: Model = None
    job: str = "judge"

    def same_fact(self, pairs: Sequence[tuple[str, str]]) -> list[bool | None]:
        """Return for each pair of texts whether both state the same fact; None where nobody said."""
        return drive(self.same_fact_steps(pairs))

    async def asame_fact(self, pairs: Sequence[tuple[str, str]]) -> list[bool | None]:
        """Return for each pair of texts whether both state the same fact; None where nobody said."""
        return await adrive(self.same_fact_steps(pairs))

    def consolidate(self, groups: Sequence[Sequence[str]]) -> list[str | None]:
        """Return for each group of texts one that says the same; empty where there is none, None if nobody said."""
        return drive(self.consolidate_steps(groups))

    async def aconsolidate(self, groups: Sequence[Sequence[str]]) -> list[str | None]:
        """Return for each group of texts one that says the same; empty where there is none, None if nobody said."""
        return await adrive(self.consolidate_steps(groups))

    def compact_decision(self, memories: Sequence[Memory], cap: int) -> list[Decision]:
        """Return what a space of too many memories gives up, as many as are over the cap; never a pinned one."""
        return drive(self.compact_steps(memories, cap))

    async def acompact_decision(self, memories: Sequence[Memory], cap: int) -> list[Decision]:
        """Return what a space of too many memories gives up, as many as are over the cap; never a pinned one."""
        return await adrive(self.compact_steps(memories, cap))

    def same_fact_steps(self, pairs: Sequence[tuple[str, str]]) -> Steps[list[bool | None]]:
        """Do as `same_fact`, within a node."""
        asking, answers = (yield from self._asker()), list[bool | None]()
        for batch in batches(pairs, PAIRS):
            answers += yield from _same(asking, self.job, batch)
        return answers

    def consolidate_steps(self, groups: Sequence[Sequence[str]]) -> Steps[list[str | None]]:
        """Do as `consolidate`, within a node."""
        asking, answers = (yield from self._asker()), list[str | None]()
        for batch in batches(groups, GROUPS):
            answers += yield from _combined(asking, self.job, batch)
        return answers

    def compact_steps(self, memories: Sequence[Memory], cap: int) -> Steps[list[Decision]]:
        """Do as `compact_decision`, within a node."""
        excess = len(memories) - cap
        free = sorted((m for m in memories if not m.pinned), key=lambda memory: memory.created_at)
        if excess <= 0 or not free:
            return []
        asking = yield from self._asker()
        said = yield from _given_up(asking, self.job, free, cap, excess)
        decided = _valid(said, free)[:excess]
        chosen = [*decided, *_oldest(free, decided)][:excess]
        enough = len(chosen) >= min(excess, len(free))
        return chosen if enough else _oldest(free, [])[:excess]

    def _asker(self) -> Steps[Asker]:
        return asker(self.view, self.space, self.settings, self.model)


def batches(items: Sequence[T], size: int) -> list[list[T]]:
    """Return items in lists of at most so many, in their order."""
    remaining = iter(items)
    return list(iter(lambda: list(islice(remaining, size)), []))


# The same fact?


def _same(asking: Asker, job: str, pairs: Sequence[tuple[str, str]]) -> Steps[list[bool | None]]:
    prompt = asking.prompt("same_fact")
    lines = [{"n": n, "a": a, "b": b} for n, (a, b) in enumerate(pairs, 1) if is_sound(a, b)]
    if not lines:
        return [None] * len(pairs)
    question = Question(
        job=job,
        prompt=prompt,
        about=tuple(text for pair in pairs for text in pair),
        material=fenced("pairs", lines),
        schema=SameFacts,
    )
    answer = yield from asking.ask(question)
    said = {each.pair: each.same for each in answer.value.answers} if answer.value else {}
    asked = {line["n"] for line in lines}
    return [said.get(n) if n in asked else None for n in range(1, len(pairs) + 1)]


def is_sound(*statements: str) -> bool:
    """Tell whether none of some texts orders the machine: what does is never judged."""
    return not any(map(orders_the_machine, statements))


# One statement for several


def _combined(asking: Asker, job: str, groups: Sequence[Sequence[str]]) -> Steps[list[str | None]]:
    if not any(is_sound(*group) for group in groups):
        return [""] * len(groups)
    answer = yield from _ask_for_one(asking, job, groups)
    if answer.value is None:
        return [None] * len(groups)
    found = answer.value.by_group(len(groups))
    if faults := _faults(found):
        again = yield from _ask_for_one(asking, job, groups, objections(faults))
        found |= again.value.by_group(len(groups)) if again.value else {}
        left = len(_faults(found))
        yield from asking.record(*[Happening("classify", "skipped", "format")] * left)
    return [says_all(found.get(n, ""), group) or "" for n, group in enumerate(groups, 1)]


def _ask_for_one(
    asking: Asker, job: str, groups: Sequence[Sequence[str]], faults: str = ""
) -> Steps[Answer[Consolidated]]:
    lines = [
        {"n": n, "statements": list(group)} for n, group in enumerate(groups, 1) if is_sound(*group)
    ]
    count = len(groups)
    question = Question(
        job=job,
        prompt=asking.prompt("consolidate"),
        about=(*("|".join(group) for group in groups), faults),
        fields={"again": asking.again(faults)},
        material=fenced("groups", lines),
        schema=Consolidated,
        judged=lambda answer: (0, 0) if faults else _passed(list(answer.by_group(count).values())),
    )
    return (yield from asking.ask(question))


def _faults(found: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return the groups whose statement is worded badly, and how."""
    worded = ((n, check_wording(mask_secrets(text))) for n, text in found.items())
    return [(n, each.detail) for n, each in worded if isinstance(each, Rejection)]


def _passed(texts: Sequence[str]) -> tuple[int, int]:
    well = (check_wording(text) for text in texts)
    return len(texts), sum(not isinstance(each, Rejection) for each in well)


def says_all(text: str, sources: Sequence[str]) -> str | None:
    """Return a text that stands for several, well worded; None when it adds, or loses, a name or a number."""
    worded = check_wording(mask_secrets(text)) if text.strip() else Rejection("empty", "")
    if isinstance(worded, Rejection) or not is_sound(worded, *sources):
        return None
    if not is_grounded(worded, sources) or unsaid_numbers(worded, sources):
        return None
    said = {token.word for token in tokens(worded)}
    wanted = (token for source in sources for token in tokens(source))
    lost = [t.word for t in wanted if (t.proper or t.word[:1].isdigit()) and t.word not in said]
    return None if lost else worded


# What goes when there is no room


def _given_up(
    asking: Asker, job: str, free: Sequence[Memory], cap: int, excess: int
) -> Steps[list[GivenUp]]:
    prompt = asking.prompt("compact")
    lines = [
        {
            "id": m.id,
            "text": m.content if is_sound(m.content) else LEFT_OUT,
            "importance": m.importance,
            "created": f"{m.created_at:%Y-%m-%d}",
        }
        for m in free
    ]
    question = Question(
        job=job,
        prompt=prompt,
        about=(str(cap), *(m.id for m in free)),
        fields={"cap": str(cap), "excess": str(excess)},
        material=fenced("memories", lines),
        schema=Compacted,
    )
    answer = yield from asking.ask(question)
    return answer.value.decisions if answer.value else []


def _valid(said: Sequence[GivenUp], free: Sequence[Memory]) -> list[Decision]:
    """Return the decisions that can be carried out: each on another memory that is there, none into one that goes."""
    known = {memory.id: memory for memory in free}
    going: set[str] = set()
    staying: set[str] = set()
    valid = []
    for each in said:
        if each.id not in known or each.id in going | staying:
            continue
        if each.action == "delete":
            valid.append(Decision("delete", each.id))
        elif (
            each.action == "merge"
            and each.into in known
            and each.into not in {*going, *staying, each.id}
        ):
            content = says_all(each.content, [known[each.id].content, known[each.into].content])
            if content is None:
                continue
            staying.add(each.into)
            valid.append(Decision("merge", each.id, each.into, content))
        else:
            continue
        going.add(each.id)
    return valid


def _oldest(free: Sequence[Memory], decided: Sequence[Decision]) -> list[Decision]:
    """Return the rest in the order of age (spec 002: fall back to FIFO)."""
    taken = {each.id for each in decided} | {each.into for each in decided}
    return [Decision("delete", memory.id, by="age") for memory in free if memory.id not in taken]
