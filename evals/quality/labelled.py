"""What was said, and what of it should be kept, or never?

The sets are evals/data/*.jsonl, one utterance a line: `text`, `before` (what the user said the turn before, rarely),
`split` (`dev` to work on, `held` only to be scored) and `labels`, empty where nothing is to be done.

- directives: the statements asked to be kept, in the user's words;
- scanning: the facts to be found, each its `kind` and the `words` that a memory of it must contain (`a|b`: either);
  `optional` marks what may be stored but need not;
- secrets: the `kind` and the exact `secret`.

All is invented: names, accounts and keys are nobody's. Keys that documentation shows count as secrets, for nobody can
tell them from others by their form; placeholders (`your_api_key_here`) do not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
SETS = ("directives", "scanning", "secrets")
SPLITS = ("dev", "held")


class UnreadableSet(ValueError):
    """A line of a set is not what it should be; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Label:
    """Hold one thing to be kept or refused: a statement, the words of a fact, or a secret."""

    kind: str
    words: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Utterance:
    """Hold one message and its labels; `place` is the file and the line."""

    text: str
    split: str
    labels: tuple[Label, ...]
    before: tuple[str, ...] = ()
    place: str = ""


def read_set(name: str, split: str = "all", folder: Path = DATA) -> list[Utterance]:
    """Read the utterances of a set that belong to a split; raises UnreadableSet.

    A folder may have a set in parts: `secrets-1.jsonl`, `secrets-2.jsonl`.
    """
    parts = [*folder.glob(f"{name}.jsonl"), *sorted(folder.glob(f"{name}-*.jsonl"))]
    if not parts:
        raise UnreadableSet(f"{folder} has no {name}.jsonl")
    return [each for part in parts for each in _read(part) if split in ("all", each.split)]


def _read(path: Path) -> Iterator[Utterance]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield _utterance(line, f"{path.name}:{number}")


def _utterance(line: str, place: str) -> Utterance:
    try:
        row = json.loads(line)
        labels = tuple(_labels(row["labels"], row["text"]))
        before = tuple(row.get("before", ()))
        found = Utterance(row["text"], row["split"], labels, before, place)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UnreadableSet(f"{place}: {type(error).__name__}: {error}") from None
    if found.split not in SPLITS:
        raise UnreadableSet(f"{place}: the split is {found.split!r}, not one of {SPLITS}")
    return found


def _labels(labels: Iterable[str | Mapping[str, Any]], text: str) -> Iterator[Label]:
    for label in labels:
        if isinstance(label, str):
            yield Label("directive", (_within(label, text),))
        elif "secret" in label:
            yield Label(label["kind"], (_within(label["secret"], text),))
        else:
            yield Label(label["kind"], tuple(label["words"]), label.get("optional", False))


def _within(part: str, text: str) -> str:
    if not part or part not in text:
        raise ValueError("a label is not in its text")
    return part
