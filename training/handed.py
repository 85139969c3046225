"""What is asked or stated inside a text that is handed over, and beside one?

Frames (`handed_over.jsonl`: a mail, a page, a log, with `<SAID>` where somebody speaks) around lines that were written
for a task: nothing in a frame is the user's; what stands in front of one or behind it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from training.rows import Example, read

PLACE = "<SAID>"
TIMES = 15
"""How often a frame is used, each way."""

SPEAKERS = ("directives", "commands", "scanning")


def handed(path: Path, lines: Sequence[Example], chance: Random) -> Iterator[Example]:
    """Yield each frame of a file with other lines in it, and with one beside it."""
    said = [each for each in lines if _says_something(each)]
    for frame in [row["text"] for row in read(path) if PLACE in row["text"]]:
        for _ in range(TIMES):
            yield _within(frame, chance.choice(said))
            inside = frame.replace(PLACE, chance.choice(said).text)
            yield _beside(inside, chance.choice(said), chance)


def _says_something(each: Example) -> bool:
    found = any(each.spans.get(name) for name in ("keep", "argument"))
    return each.origin.split("-")[0] in SPEAKERS and found and "\n" not in each.text


def _within(frame: str, said: Example) -> Example:
    start = frame.index(PLACE)
    made = Example.of(frame.replace(PLACE, said.text), "handed")
    for at in made.touching((start, start + len(said.text))):
        made.tell(at, "own", "handed")
    made.tell_all(1.0, kind="none", command="none")
    made.spans = {"keep": [], "argument": []}
    return made


def _beside(frame: str, said: Example, chance: Random) -> Example:
    """Put a line before or behind a text that is handed over; of the frame's own sentences nothing is known."""
    before = chance.random() < 0.5
    gap = chance.choice(["\n", "\n\n"])
    text = f"{said.text}{gap}{frame}" if before else f"{frame}{gap}{said.text}"
    made = Example.of(text, "beside")
    shift = 0 if before else len(frame) + len(gap)
    known = dict(zip([(a + shift, b + shift) for a, b in said.places], said.told, strict=True))
    for at, place in enumerate(made.places):
        made.told[at] = dict(known.get(place, {}))
    made.tell_all(0.0, own="handed")
    made.tell_all(1.0, kind="none", command="none")
    made.spans = {
        name: [(a + shift, b + shift) for a, b in pieces] for name, pieces in said.spans.items()
    }
    return made
