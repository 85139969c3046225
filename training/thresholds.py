"""From which share on is a head believed?

The lowest share from which on what is found is right often enough, on what was kept back from training.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from langmem_ext.reading.windows import tokenizer
from training.report import Judged, judged
from training.rows import TASKS, Example

WANTED: Mapping[str, tuple[float, tuple[str, ...]]] = {
    "fact": (0.88, ("real", "messages")),
    "doubt": (0.60, ("real", "messages")),
    "request": (0.97, ("directives", "messages", "real")),
    "command": (0.97, ("commands", "messages", "real")),
    "secret": (0.97, ("secrets",)),
    "special": (0.95, ("special",)),
    "change": (0.95, ("changes", "real")),
    "off": (0.95, ("off", "messages", "real")),
}
"""How often each is to be right, and on which sources."""

DENIED, OWN, SURE = 0.5, 0.5, 0.95
"""What is less likely to be kept than this, or to be the user's own, is denied to a rule that found it; from `SURE` on
a statement counts that no rule reads."""

LOWEST, STEP = 50, 0.01
"""Where shares begin that may be chosen, in steps: below a half nothing is believed; doubt may be less."""


def thresholds(examples: Sequence[Example]) -> dict[str, float]:
    """Return the least share of each head, by name."""
    found = judged(examples)
    least = {name: _least(name, found) for name in WANTED}
    return {**least, "sure": SURE, "denied": DENIED, "own": OWN, "kind": least["fact"]}


def _least(name: str, found: Sequence[Judged]) -> float:
    wanted, sources = WANTED[name]
    task = "kind" if name in ("fact", "doubt", "request") else name
    told = [
        each
        for each in found
        if each.task == task and each.weight >= 0.5 and each.origin.split("-")[0] in sources
    ]
    if name == "request":
        pairs = [(each.shares["request"], each.right == "request") for each in told]
    else:
        pairs = [(each.share, each.right != TASKS[task][0]) for each in told]
    for step in range(20 if name == "doubt" else LOWEST, 100):
        right = [is_right for share, is_right in pairs if share >= step * STEP]
        if right and sum(right) / len(right) >= wanted:
            return round(step * STEP, 2)
    return 0.99


FEWEST = 2
"""How often a token was met at least, for it to tell anything."""

PASSED = 0.01
"""The share of texts with something to find that may be passed over for want of telling words."""


def touching(train: Sequence[Example], back: Sequence[Example], task: str) -> dict[str, Any]:
    """Return how much each token tells of a task (naive Bayes), and the least sum for which a text is read."""
    there, elsewhere, many, others = Counter[int](), Counter[int](), 0, 0
    for example in train:
        if _finds(example, task):
            there.update(_tokens(example))
            many += 1
        else:
            elsewhere.update(_tokens(example))
            others += 1
    smooth = 0.5 * others / max(1, many)
    weights = {
        token: round(
            math.log((there[token] + 0.5) / (many + 1))
            - math.log((elsewhere[token] + smooth) / (others + 1)),
            1,
        )
        for token in sorted(there | elsewhere)
        if there[token] + elsewhere[token] >= FEWEST
    }
    sums = sorted(
        sum(weights.get(token, 0.0) for token in _tokens(example))
        for example in back
        if _finds(example, task)
    )
    least = sums[int(PASSED * len(sums))] if sums else 0.0
    return {"least": round(least, 1), "weights": weights}


def _finds(example: Example, task: str) -> bool:
    return any(told.get(task, (0, 0.0))[0] for told in example.told)


def _tokens(example: Example) -> set[int]:
    return set(tokenizer().encode(example.text, add_special_tokens=False).ids)
