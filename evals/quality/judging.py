"""Was the right thing kept, and nothing else?

A judge compares one utterance with what became of it. Each verdict is about one label (was it found?), one stored
memory (was it asked for?) or one look-alike (was it left alone?).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from evals.quality.conversing import Conversations
from evals.quality.labelled import Label, Utterance
from evals.quality.words import COVERED, MEANT, MEANT_AROUND, holds, leaks, named, share, telling
from langmem_ext.memory import Memory


class About(StrEnum):
    """Say what a verdict counts for: recall, precision, false alarms, or what is only counted."""

    LABEL = "label"
    STORED = "stored"
    LOOKALIKE = "look-alike"
    MESSAGE = "message"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Judge one thing of one class; `what` says what went wrong, with the text that did."""

    about: About
    kind: str
    good: bool
    what: str = ""
    utterance: Utterance | None = None


Judge = Callable[[Conversations, Utterance], Iterator[Verdict]]


def judge_directives(on: Conversations, said: Utterance) -> Iterator[Verdict]:
    """Judge what was stored on request, against the statements asked to be kept.

    One memory may hold several statements and several memories one: the words decide.
    """
    heard = on.hear(said.text, said.before)
    stored = heard.requested
    kept = telling(memory.content for memory in stored)
    for label in said.labels:
        found = share(telling(map(named, label.words)), kept) >= COVERED
        yield Verdict(About.LABEL, "directive", found, f"missed: {label.words[0]}", said)
    for memory in stored:
        meant = _meant(memory, said)
        yield Verdict(About.STORED, "directive", meant, f"unasked: {memory.content}", said)
    alike = bool(stored) == bool(said.labels)
    yield Verdict(
        About.MESSAGE, "is a directive", alike, "taken for one" if stored else "missed", said
    )
    for memory in heard.noticed if stored else ():
        again = share(telling([memory.content]), kept) >= COVERED
        yield Verdict(About.TWICE, "stored a second time", not again, memory.content, said)


def _meant(memory: Memory, said: Utterance) -> bool:
    if not said.labels:
        return False
    content = telling([memory.content])
    from_asked = share(content, telling(named(label.words[0]) for label in said.labels))
    whole = any(
        share(telling(map(named, label.words)), content) >= COVERED for label in said.labels
    )
    return from_asked >= (MEANT_AROUND if whole else MEANT)


def judge_scanning(on: Conversations, said: Utterance) -> Iterator[Verdict]:
    """Judge every memory of a message, requested or not, against the facts in it.

    A second memory of a fact that an earlier one holds already is junk.
    """
    stored = on.hear(said.text, said.before).stored
    for label in said.labels:
        found = any(_tells(memory, label) for memory in stored)
        if not label.optional:
            yield Verdict(About.LABEL, label.kind, found, f"missed: {', '.join(label.words)}", said)
    open_labels = list(said.labels)
    for memory in stored:
        told = [label for label in open_labels if _tells(memory, label)]
        open_labels = [label for label in open_labels if label not in told]
        kind = told[0].kind if told else kind_of(memory)
        yield Verdict(About.STORED, kind, bool(told), f"junk ({kind}): {memory.content}", said)
        for label in told:
            if label.kind in SLOTS and not label.optional:
                right = memory.slot in SLOTS[label.kind]
                yield Verdict(
                    About.TWICE, "slot", right, f"slot {memory.slot}: {memory.content}", said
                )


SLOTS: dict[str, tuple[str | None, ...]] = {
    "name": ("name", "preferred_name"),
    "employer": ("employer",),
    "location": ("location", "city"),
    "email": ("email",),
    "phone": ("phone",),
}
"""Classes that fill a slot, and the slots that do; a name to be called by is a consent field of its own."""


def kind_of(memory: Memory) -> str:
    """Return the class that a memory of no label counts for: its slot, else its type."""
    of_slot = (kind for kind, slots in SLOTS.items() if memory.slot in slots)
    return next(of_slot, str(memory.type))


def _tells(memory: Memory, label: Label) -> bool:
    return all(holds(memory.content, word) for word in label.words)


def judge_secrets(on: Conversations, said: Utterance) -> Iterator[Verdict]:
    """Judge whether secrets are gone from all that is kept and said, and look-alikes still there.

    Besides, the message itself is offered to `remember`: only one with a secret may be refused as such.
    """
    heard = on.hear(said.text, said.before)
    kept = heard.kept()
    refused = on.offer(said.text).reason == "secret"
    if not said.labels:
        untouched = " ".join((*said.before, said.text)).split() == heard.turns().split()
        what = " and ".join(["masked in the turn"] * (not untouched) + ["refused"] * refused)
        yield Verdict(About.LOOKALIKE, "look-alike", untouched and not refused, what, said)
        return
    for label in said.labels:
        gone = not leaks(label.words[0], said.text, kept)
        where = "kept" if not gone else "not refused by remember"
        good = gone and (refused or bool(said.before))
        yield Verdict(About.LABEL, label.kind, good, f"{where}: {label.words[0]}", said)


JUDGES: dict[str, Judge] = {
    "directives": judge_directives,
    "scanning": judge_scanning,
    "secrets": judge_secrets,
}
