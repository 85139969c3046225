"""What do the labelled files say of each sentence of a message?

Two kinds of files: lines that were written for one task each (commands, directives, scanning, secrets, special), and
whole messages (`messages-*.jsonl` beside them; real ones by the path of their folder).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langmem_ext.reading.bounds import near
from langmem_ext.reading.sentences import Span, sentences

TASKS: Mapping[str, tuple[str, ...]] = {
    "kind": ("none", "fact", "request"),
    "own": ("handed", "own"),
    "command": ("none", "list", "list_category", "forget", "forget_about", "clear", "undo", "why"),
    "secret": ("none", "secret"),
    "special": ("none", "health", "financial", "politics", "orientation", "religion"),
    "change": ("none", "corrects", "ends", "replaces", "moves", "completes", "cancels", "lifts"),
    "off": ("none", "message", "next", "conversation"),
    "attribute": (
        "other",
        "relationship",
        "event",
        "occupation",
        "preference",
        "routine",
        "possession",
        "location",
        "task",
        "goal",
        "decision",
        "employer",
        "name",
        "email",
        "phone",
    ),
}
"""What is told of each sentence; the first class is what it is without a sign of another."""

SPANS = ("keep", "argument", "secret", "old", "new")
"""What is told of each token: whether it is outside, first in or further in such a piece."""

Told = tuple[int, float]
"""The class of a sentence in one task, and how much it counts."""

WEAK = 0.3
"""How much a sentence counts as no instance of a task that it was not written for."""

ALIKE: Mapping[str, str] = {
    "skill": "other",
    "study": "other",
    "health": "other",
    "project": "other",
}
"""Attributes of messages that the reader does not tell apart."""


@dataclass
class Example:
    """Hold a text, what each of its sentences is, and the pieces of it that are `SPANS`.

    `spans` leaves out what nothing is known of; an empty list says that there is none. `origin` names file and half.
    """

    text: str
    origin: str
    places: list[Span]
    told: list[dict[str, Told]] = field(default_factory=list)
    spans: dict[str, list[Span]] = field(default_factory=dict)
    weight: float = 1.0

    @classmethod
    def of(cls, text: str, origin: str) -> Example:
        text = near(text)
        places = sentences(text)
        return cls(text, origin, places, [{} for _ in places])

    def tell(self, at: int, task: str, name: str, weight: float = 1.0) -> None:
        """Say what a sentence is in one task."""
        self.told[at][task] = (TASKS[task].index(name), weight)

    def tell_all(self, weight: float, **classes: str) -> None:
        """Say what all sentences are of which nothing has been said."""
        for each in self.told:
            for task, name in classes.items():
                each.setdefault(task, (TASKS[task].index(name), weight))

    def touching(self, span: Span) -> list[int]:
        """Return the sentences that a piece touches."""
        return [at for at, (a, b) in enumerate(self.places) if a < span[1] and span[0] < b]

    def find(self, piece: str) -> Span | None:
        """Return where a piece stands; None where a bound has left it out."""
        at = self.text.find(piece)
        if at < 0:
            at = self.text.lower().find(piece.lower())
        return (at, at + len(piece)) if at >= 0 and piece else None


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Read a file of JSON lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def half_of(row: Mapping[str, Any]) -> str:
    """Return the half that a real message's conversation belongs to: to tune on, or to judge by."""
    return "judge" if _digest(row)[0] & 1 else "tune"


def is_kept_back(row: Mapping[str, Any]) -> bool:
    """Tell whether a real message of the tuning half is for thresholds: a fifth of the conversations."""
    return _digest(row)[1] % 5 == 0


def _digest(row: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(str(row.get("conv", row.get("id"))).encode()).digest()


def written(folder: Path) -> Iterator[Example]:
    """Yield the examples of all written files of a folder; `origin` is the name of the file."""
    for path in sorted(folder.glob("*-*.jsonl")):
        task = path.stem.split("-")[0]
        make = _WRITTEN[task]
        for row in read(path):
            if "before" not in row or task == "messages":
                yield make(row, path.stem)


def _directive(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    found = [span for label in row["labels"] if (span := made.find(label))]
    made.spans["keep"] = found
    for span in found:
        for at in made.touching(span):
            made.tell(at, "kind", "request")
    # what asks stands beside what is asked for; nobody has said which of the others it is
    if found:
        for each in made.told:
            each.setdefault("kind", (TASKS["kind"].index("request"), 0.0))
    made.tell_all(1.0, kind="none", own="own")
    return _lone(made, command=WEAK, secret=WEAK, off=0.1)


def _lone(made: Example, **weights: float) -> Example:
    """Say that a line is nothing in the tasks that it was not written for."""
    for task, weight in weights.items():
        made.tell_all(weight, **{task: TASKS[task][0]})
    return made


def _statement(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    spans: list[Span] | None = []
    for label in row["labels"]:
        place = made.find(label.get("statement", ""))
        if place and spans is not None:
            spans.append(place)
        elif len(made.places) == 1 and len(row["labels"]) == 1:
            spans = None  # the words are known, the clause is not
        touched = made.touching(place) if place else _holding(made, label["words"])
        for at in touched:
            made.tell(at, "kind", "fact")
            made.tell(at, "attribute", label["kind"])
        if not touched:
            return _lone(made, command=WEAK)
    if spans and len(spans) == len(row["labels"]):
        made.spans["keep"] = spans
    elif not row["labels"]:
        made.spans["keep"] = []
    made.tell_all(1.0, kind="none", own="own")
    return _lone(made, command=WEAK, secret=WEAK)


def _holding(made: Example, words: Sequence[str]) -> list[int]:
    said = [made.text[a:b].casefold() for a, b in made.places]
    return [at for at, each in enumerate(said) if all(word.casefold() in each for word in words)]


def _command(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    name = row["name"]
    if name is None or len(made.places) == 1:
        made.tell_all(1.0, command=name or "none")
        span = made.find(row["argument"]) if row["argument"] else None
        if name is None or span or not row["argument"]:
            made.spans["argument"] = [span] if span else []
    elif row["argument"] and (span := made.find(row["argument"])):
        made.spans["argument"] = [span]
        for at in made.touching(span):
            made.tell(at, "command", name)
        for each in made.told:
            each.setdefault("command", (0, 0.0))
    else:
        made.tell_all(0.5, command=name)
    made.tell_all(0.1 if name is None else WEAK, kind="none")
    made.tell_all(1.0, own="own")
    return _lone(made, secret=WEAK, off=0.1)


def _secret(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    found = [span for label in row["labels"] if (span := made.find(label["secret"]))]
    made.spans["secret"] = found
    for span in found:
        for at in made.touching(span):
            made.tell(at, "secret", "secret")
    made.tell_all(1.0, secret="none")
    return _lone(made, command=WEAK, kind=0.1)


def _special(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    made.tell_all(1.0, special=row["label"] or "none")
    return _lone(made, command=WEAK)


def _off(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    if span := made.find(row.get("span") or ""):
        for at in made.touching(span):
            made.tell(at, "off", row["off"])
    made.tell_all(1.0, off="none")
    return _lone(made, secret=WEAK, command=0.1)


def _change(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    kind = row["change"] or "none"
    if span := made.find(row.get("span") or ""):
        for at in made.touching(span):
            made.tell(at, "change", kind)
    made.tell_all(1.0, change="none")
    for name in ("old", "new"):
        found = made.find(row.get(name) or "")
        if found or not row.get(name):
            made.spans[name] = [found] if found else []
    return _lone(made, secret=WEAK)


def _message(row: Mapping[str, Any], origin: str) -> Example:
    made = Example.of(row["text"], origin)
    _tell_own(made, row)
    keep = row.get("keep", [])
    found = [span for item in keep if (span := made.find(item["span"]))]
    made.spans["keep"] = found
    for item in keep:
        if span := made.find(item["span"]):
            for at in made.touching(span):
                kind = "fact" if item["kind"] == "fact" else "request"
                made.tell(at, "kind", kind, 1.5)
                made.tell(at, "attribute", ALIKE.get(item["attribute"], item["attribute"]), 1.0)
    _leave_open(made, row.get("maybe", []))
    _tell_command(made, row.get("command"))
    made.tell_all(1.0, kind="none", command="none")
    return _lone(made, secret=WEAK, change=0.1, off=WEAK)


def _tell_own(made: Example, row: Mapping[str, Any]) -> None:
    if "own" in row:
        for piece in row["own"]:
            span = made.find(piece)
            for at in made.touching(span) if span else []:
                made.tell(at, "own", "own", 1.5)
        made.tell_all(1.0, own="handed")
    else:
        made.tell_all(1.0, own="own")


def _leave_open(made: Example, pieces: Iterable[str]) -> None:
    """Let sentences that may be kept or not say nothing."""
    for piece in pieces:
        span = made.find(piece)
        for at in made.touching(span) if span else []:
            made.told[at].setdefault("kind", (0, 0.0))


def _tell_command(made: Example, command: Mapping[str, str] | None) -> None:
    if not command:
        made.spans["argument"] = []
        return
    argument = command.get("argument")
    span = made.find(argument) if argument else None
    if span:
        made.spans["argument"] = [span]
    touched = made.touching(span) if span else []
    for at in touched:
        made.tell(at, "command", command["name"])
    for each in made.told if not touched and len(made.told) > 1 else ():
        each.setdefault("command", (0, 0.0))
    made.tell_all(1.0, command=command["name"] if not touched else "none")


_WRITTEN = {
    "directives": _directive,
    "scanning": _statement,
    "commands": _command,
    "secrets": _secret,
    "values": _secret,
    "special": _special,
    "messages": _message,
    "changes": _change,
    "off": _off,
}


def real(folder: Path, half: str) -> Iterator[tuple[Example, dict[str, Any]]]:
    """Yield the labelled real messages of one half, beside their rows."""
    for path in sorted(folder.glob("*_labelled.jsonl")):
        source = path.stem.split("_")[0]
        for row in read(path):
            if not row.get("not_user") and half_of(row) == half:
                yield _real(row, source), row


def _real(row: Mapping[str, Any], source: str) -> Example:
    made = Example.of(row["text"], f"real-{source}")
    _tell_real_own(made, row)
    for item in row.get("keep", []):
        kind = "fact" if item["kind"] == "fact" else "request"
        touched = _holding(made, item["words"])
        for at in touched:
            made.tell(at, "kind", kind, 2.0)
        for word in () if touched else item["words"]:
            for at in _holding(made, [word]):
                made.told[at].setdefault("kind", (0, 0.0))
    _leave_open(made, row.get("maybe", []))
    if row.get("command") is None:
        made.tell_all(1.0, command="none")
        made.spans["argument"] = []
    made.tell_all(1.0, kind="none")
    if not row.get("keep") and not row.get("maybe"):
        made.spans["keep"] = []
    return _lone(made, secret=0.1, change=WEAK, off=WEAK)


def _tell_real_own(made: Example, row: Mapping[str, Any]) -> None:
    """Mark the sentences that begin the user's own parts of a message that hands something over."""
    if not row.get("handed"):
        made.tell_all(1.0, own="own")
        return
    for piece in row.get("own", []):
        if span := made.find(piece):
            made.tell(made.touching(span)[0], "own", "own", 1.5)
    for item in row.get("keep", []):
        for at in _holding(made, item["words"]):
            made.tell(at, "own", "own", 1.5)
    made.tell_all(0.5, own="handed")
