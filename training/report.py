"""How well does the reader read what it has not seen?

What is judged is what is shipped: the weights in the package, on onnxruntime, through `langmem_ext.reading.reader`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from langmem_ext.reading.reader import Reading, read
from training.rows import SPANS, TASKS, Example

LENGTHS = (60, 200, 500, 1_000, 2_500)
"""Characters up to which texts are reported together."""

BINS = 10
"""Bins of the reliability curve."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Hold what a head should say of a sentence, and what it says."""

    task: str
    origin: str
    size: int
    right: str
    shares: Mapping[str, float]
    weight: float

    @property
    def said(self) -> str:
        """Return the likeliest class."""
        return max(self.shares, key=self.shares.__getitem__)

    @property
    def share(self) -> float:
        """Return how likely it is anything but nothing."""
        return 1 - self.shares[TASKS[self.task][0]]


@dataclass(slots=True)
class Counted:
    """Count what was found of what is there."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, *, wanted: bool, found: bool) -> None:
        """Count one sentence."""
        self.right += wanted and found
        self.wrong += found and not wanted
        self.missed += wanted and not found

    def __str__(self) -> str:
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.right / max(1, self.right + self.missed)
        return f"{precision:.3f} | {recall:.3f} | {self.right + self.missed} | {self.wrong}"


def judged(examples: Sequence[Example]) -> list[Judged]:
    """Return what the packaged reader says of each labelled sentence of some examples."""
    found = []
    for example in examples:
        reading = read(example.text)
        assert reading is not None, "the reader needs the extra `local`"
        said = {(each.start, each.end): each for each in reading.sentences}
        for place, told in zip(example.places, example.told, strict=True):
            for task, (kind, weight) in told.items() if place in said else ():
                if weight > 0:
                    shares = said[place].shares[task]
                    found.append(
                        Judged(
                            task,
                            example.origin,
                            len(example.text),
                            TASKS[task][kind],
                            shares,
                            weight,
                        )
                    )
    return found


def report(examples: Sequence[Example], least: Mapping[str, float]) -> str:
    """Return the report as Markdown."""
    everything = judged(examples)
    sections = [
        ("By task and source", _by(everything, least, lambda each: _source(each.origin))),
        ("By length of the text", _by(everything, least, _length)),
        ("Calibration", _calibration(everything)),
        ("What is taken for what", _confusion(everything, least)),
        ("Pieces", _pieces(examples)),
    ]
    return "\n".join(f"## {title}\n\n{text}\n" for title, text in sections)


def _source(origin: str) -> str:
    return origin if origin.startswith("real") else origin.split("-")[0]


def _length(each: Judged) -> str:
    return next((f"up to {most:,}" for most in LENGTHS if each.size <= most), "longer")


def _by(found: Sequence[Judged], least: Mapping[str, float], of: Callable[[Judged], str]) -> str:
    counted: dict[tuple[str, str], Counted] = defaultdict(Counted)
    for each in found:
        if each.weight >= 0.5 and (told := _told(each, least)):
            counted[each.task, of(each)].add(wanted=told[0], found=told[1])
    rows = [f"| {task} | {name} | {count} |" for (task, name), count in sorted(counted.items())]
    head = "| task | of | precision | recall | there | wrong |\n|---|---|---|---|---|---|"
    return "\n".join([head, *rows])


def _told(each: Judged, least: Mapping[str, float]) -> tuple[bool, bool]:
    """Return whether something is there, and whether the right thing was found by what is `least`."""
    nothing = TASKS[each.task][0]
    wanted = each.right != nothing
    found = each.share >= least.get(each.task, 0.5)
    return wanted, found and (not wanted or each.task == "kind" or each.said == each.right)


def _calibration(found: Sequence[Judged]) -> str:
    lines = ["| task | " + " | ".join(f"{n / BINS:.1f}" for n in range(BINS)) + " |"]
    lines.append("|---" * (BINS + 1) + "|")
    for task in TASKS:
        bins: list[list[bool]] = [[] for _ in range(BINS)]
        for each in found:
            if each.task == task and each.weight >= 0.5:
                at = min(BINS - 1, int(each.share * BINS))
                bins[at].append(each.right != TASKS[task][0])
        shares = (f"{sum(each) / len(each):.2f} ({len(each)})" if each else "" for each in bins)
        lines.append(f"| {task} | " + " | ".join(shares) + " |")
    return "\n".join(lines)


def _confusion(found: Sequence[Judged], least: Mapping[str, float]) -> str:
    pairs = Counter(
        (each.task, _source(each.origin), each.right, got)
        for each in found
        if each.weight >= 0.5 and (got := _got(each, least)) != each.right
    )
    head = "| task | of | is | taken for | times |\n|---|---|---|---|---|"
    rows = [f"| {' | '.join(pair)} | {times} |" for pair, times in pairs.most_common(40)]
    return "\n".join([head, *rows])


def _got(each: Judged, least: Mapping[str, float]) -> str:
    nothing = TASKS[each.task][0]
    if each.share < least.get(each.task, 0.5):
        return nothing
    others = {name: share for name, share in each.shares.items() if name != nothing}
    return max(others, key=others.__getitem__)


def _pieces(examples: Sequence[Example]) -> str:
    counts: dict[str, Counter[str]] = {name: Counter() for name in SPANS}
    for example in examples:
        reading = read(example.text)
        for name, pieces in example.spans.items() if reading else ():
            counts[name].update(_compared(example, reading, name, pieces))
    head = "| piece | same | overlapping | missed | invented |\n|---|---|---|---|---|"
    kinds = ("same", "overlapping", "missed", "invented")
    rows = [
        f"| {name} | " + " | ".join(str(count[kind]) for kind in kinds) + " |"
        for name, count in counts.items()
    ]
    return "\n".join([head, *rows])


def _compared(
    example: Example, reading: Reading | None, name: str, pieces: Sequence[tuple[int, int]]
) -> Iterator[str]:
    assert reading is not None
    marks = " .,;:!?\"'"
    found = {(each.start, each.end) for each in reading.pieces(name)}
    cut = {reading.text[a:b].strip(marks) for a, b in found}
    for a, b in pieces:
        if example.text[a:b].strip(marks) in cut:
            yield "same"
        else:
            yield "overlapping" if any(x < b and a < y for x, y in found) else "missed"
    for x, y in found:
        if not any(x < b and a < y for a, b in pieces):
            yield "invented"
