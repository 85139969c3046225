"""How well do rules and readers do on the lines of a writer whom neither has seen?

Readers are fitted without one writer and asked about that writer's lines: alone, and after the rules. The sets in
evals/data are trained on, never asked about: the rules were made with them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.learning.examples import Examples, Line
from evals.quality.labelled import Label
from evals.quality.scores import Rate
from evals.quality.words import COVERED, MEANT, MEANT_AROUND, holds, leaks, named, share, telling
from langmem_ext import commands
from langmem_ext.categories import Categories
from langmem_ext.learned.reading import secrets as learned_secrets
from langmem_ext.learned.reading import special as learned_special
from langmem_ext.policies import directives, secrets
from langmem_ext.policies import sentences as language
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.scanner import THRESHOLD, scan


@dataclass(frozen=True)
class Score:
    """Count what was found of what should be, what of the found was right, and negatives that were taken for one."""

    recall: Rate
    precision: Rate
    alarms: Rate

    def __add__(self, other: Score) -> Score:
        pairs = (
            (self.recall, other.recall),
            (self.precision, other.precision),
            (self.alarms, other.alarms),
        )
        return Score(*(Rate(a.count + b.count, a.of + b.of) for a, b in pairs))

    def __str__(self) -> str:
        return (
            f"precision {self.precision.value:.3f} ({self.precision.count}/{self.precision.of})"
            f"  recall {self.recall.value:.3f} ({self.recall.count}/{self.recall.of})"
            f"  false alarms {self.alarms.count}/{self.alarms.of}"
        )


Counted = tuple[int, int, int, int]
"""Of one line: labels found, labels, found things that are right, found things."""


def score(lines: Iterable[Line], judge: Callable[[Line], Counted]) -> Score:
    """Judge lines and add up; a line without labels is a negative."""
    found = labels = right = things = alarms = negatives = 0
    for line in lines:
        a, b, c, d = judge(line)
        found, labels, right, things = found + a, labels + b, right + c, things + d
        negatives += b == 0
        alarms += b == 0 and d > 0
    return Score(Rate(found, labels), Rate(right, things), Rate(alarms, negatives))


# --- one judge a task; `way` is rules, alone or both -------------------------------------------------


def judge_command(line: Line, way: str) -> Counted:
    """A command is right when its name is."""
    if way == "alone":
        said = language.sentences(line["text"])
        got = commands._by_examples(line["text"], said, Categories.load())
        name = got.command.name if got else None
    else:
        command = commands.parse_command(line["text"], learned=way == "both")
        name = command.name if command else None
    name = None if name == "remember" else name
    right = int(name is not None and name == line["name"])
    return right, int(line["name"] is not None), right, int(name is not None)


def judge_directive(line: Line, way: str) -> Counted:
    """A memory is right when its words come from what was asked, as in evals/quality/judging.py."""
    if way == "alone":
        stored = list(directives._by_examples(line["text"], None))
    else:
        stored = directives.find_directives(line["text"], learned=way == "both")
    labels = [named(label) for label in line["labels"]]
    kept = telling(each.content for each in stored)
    found = sum(share(telling([label]), kept) >= COVERED for label in labels)
    right = sum(_meant(each.content, labels) for each in stored)
    return found, len(labels), right, len(stored)


def _meant(content: str, labels: Sequence[str]) -> bool:
    words = telling([content])
    whole = any(share(telling([label]), words) >= COVERED for label in labels)
    from_asked = share(words, telling(labels))
    return bool(labels) and from_asked >= (MEANT_AROUND if whole else MEANT)


def judge_scan(line: Line, way: str) -> Counted:
    """A candidate at or above the threshold is right when it tells a fact that is labelled.

    What the gate of special data refuses is not stored, and so not counted.
    """
    stored = [
        each.content
        for each in scan(line["text"], learned=way != "rules")
        if each.score >= THRESHOLD
        and (way != "alone" or each.rule == "learned")
        and not special_data(
            each.content, learned=way != "rules"
        )  # the gate that follows refuses it
    ]
    if way != "alone":
        asked = directives.find_directives(line["text"], learned=way == "both")
        stored += [each.content for each in asked]
    labels = [
        Label(each["kind"], tuple(each["words"]), each.get("optional", False))
        for each in line["labels"]
    ]
    needed = [each for each in labels if not each.optional]
    found = sum(any(_tells(content, label) for content in stored) for label in needed)
    right = sum(any(_tells(content, label) for label in labels) for content in stored)
    return found, len(needed), right, len(stored)


def _tells(content: str, label: Label) -> bool:
    return all(holds(content, word) for word in label.words)


def judge_secret(line: Line, way: str) -> Counted:
    """A secret is found when no part of it is left; on a line with secrets any span counts as right."""
    text = line["text"]
    if way == "alone":
        spans = [secrets.Secret(each.kind, each.start, each.end) for each in learned_secrets(text)]
    else:
        spans = secrets.find_secrets(text, learned=way == "both")
    masked, at = "", 0
    for each in spans:
        masked, at = f"{masked}{text[at : each.start]}[]", each.end
    masked += text[at:]
    gone = sum(not leaks(label["secret"], text, masked) for label in line["labels"])
    return gone, len(line["labels"]), len(spans) if line["labels"] else 0, len(spans)


def judge_special(line: Line, way: str) -> Counted:
    """Special data is found when it is held to be of any class."""
    text = line["text"]
    found = learned_special(text) if way == "alone" else special_data(text, learned=way == "both")
    labels, taken = int(line["label"] is not None), int(found is not None)
    return labels * taken, labels, labels * taken, taken


JUDGES: dict[str, Callable[[Line, str], Counted]] = {
    "commands": judge_command,
    "directives": judge_directive,
    "scanning": judge_scan,
    "secrets": judge_secret,
    "special": judge_special,
}
WAYS = ("rules", "alone", "both")


def measure(lines: Sequence[Line], task: str, way: str) -> Score:
    """Score the lines of one task, read by rules, by the readers alone, or by both."""
    return score(lines, lambda line: JUDGES[task](line, way))


def of_writer(examples: Examples, who: str) -> dict[str, dict[str, Score]]:
    """Score each task and way on the lines of one writer, with the readers of `reading_with`."""
    return {
        task: {way: measure(examples.of(task, only=who), task, way) for way in WAYS}
        for task in JUDGES
    }


def said_in(path: Path) -> list[str]:
    """Return the turns of a LoCoMo file."""
    return [
        turn["text"]
        for sample in json.loads(path.read_text(encoding="utf-8"))
        for turns in sample["conversation"].values()
        if isinstance(turns, list)
        for turn in turns
    ]


def alarms(texts: Sequence[str]) -> dict[str, Rate]:
    """Count on texts that hold neither secrets nor commands what the readers add to the rules."""
    added_secrets = sum(
        len(secrets.find_secrets(each)) > len(secrets.find_secrets(each, learned=False))
        for each in texts
    )
    added_commands = sum(
        commands.parse_command(each, learned=False) is None
        and commands.parse_command(each) is not None
        for each in texts
    )
    return {
        "secrets": Rate(added_secrets, len(texts)),
        "commands": Rate(added_commands, len(texts)),
    }
