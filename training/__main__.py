"""How is the reader of messages trained?

    python -m training [--real FOLDER] [--lines FOLDER] [--epochs N] [--seed N] [--report-only]

Tunes the upper layers of the packaged encoder and the heads on the labelled lines of evals/data and, where their folder
is given, on the tuning half of labelled real messages; writes the weights and thresholds into
langmem_ext/reading/weights and a report on what was kept back into docs/reference/reader.md. Takes some half an hour
of two cores and 6 GB; needs the extra `train`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import jax
import numpy as np
import typer

from training.batches import laid
from training.exporting import lower, upper
from training.fitting import fitted
from training.handed import handed
from training.report import report
from training.rows import SPANS, TASKS, Example, is_kept_back, real, written
from training.states import LOWER, lower_states, packaged_encoder
from training.thresholds import thresholds, touching

ROOT = Path(__file__).parent.parent
LINES = ROOT / "evals" / "data"
WEIGHTS = ROOT / "langmem_ext" / "reading" / "weights"
REPORT = ROOT / "docs" / "reference" / "reader.md"

KEPT_BACK = frozenset("s w x y z".split())
"""Writers whose lines are not trained on, so that the report tells of new ones."""

TIMES = {"real": (5, 1), "messages": (3, 2), "changes": (2, 2), "off": (2, 2)}
"""How often an epoch reads a text of a source that holds something to keep, and one that does not."""


def train(
    real_messages: Annotated[
        Path | None, typer.Option("--real", help="A folder with *_labelled.jsonl.", exists=True)
    ] = None,
    lines: Annotated[
        Path, typer.Option(help="A folder with handed_over.jsonl and training/.", exists=True)
    ] = LINES,
    epochs: Annotated[float, typer.Option(help="How often all texts are read.")] = 1.5,
    seed: Annotated[int, typer.Option(help="Chance; the same seed gives the same weights.")] = 1,
    report_only: Annotated[
        bool, typer.Option("--report-only", help="Judge the packaged weights, train nothing.")
    ] = False,
    cache: Annotated[
        Path | None, typer.Option(help="A folder for compiled steps: a second run starts faster.")
    ] = None,
) -> None:
    """Train the reader and write its weights, thresholds and report."""
    if cache is not None:
        jax.config.update("jax_compilation_cache_dir", str(cache))
    examples, back = parted(lines, real_messages, seed)
    typer.echo(f"{len(examples)} texts to train on, {len(back)} kept back")
    if not report_only:
        tuned = fit(examples, epochs, seed)
        write(tuned)
    _write_touching(examples, back)
    least = thresholds(back)
    _write_tasks(least)
    REPORT.write_text(f"{HEAD}\n{report(back, least)}", encoding="utf-8")
    typer.echo(f"wrote {WEIGHTS} and {REPORT}")


HEAD = """# How well the reader reads

Made by `python -m training`; every figure is of texts that it was not trained on. What it is for: see
[decision 18](../decisions/0018-one-trained-reader.md).
"""


def parted(
    lines: Path, real_messages: Path | None, seed: int
) -> tuple[list[Example], list[Example]]:
    """Return the examples to train on, and those that are kept back."""
    train, back = list[Example](), list[Example]()
    for each in written(lines / "training"):
        (back if _is_back(each) else train).append(each)
    train += handed(lines / "handed_over.jsonl", train, Random(seed))
    for each, row in real(real_messages, "tune") if real_messages else ():
        (back if is_kept_back(row) else train).append(each)
    return train, back


def _is_back(example: Example) -> bool:
    source, writer = example.origin.split("-")
    if source in ("messages", "changes", "off", "special"):
        return hashlib.sha256(example.text.encode()).digest()[0] % 8 == 0
    return writer in KEPT_BACK


def fit(examples: Sequence[Example], epochs: float, seed: int) -> Any:
    """Return tuned layers and heads."""
    found = [each for example in examples if (each := laid(example))]
    typer.echo("computing the lower layers")
    states = lower_states(found)
    often = [each for each in found for _ in range(times(each.example))]
    return fitted(often, states, epochs=epochs, seed=seed, tell=typer.echo)


def times(example: Example) -> int:
    """Return how often an epoch reads an example."""
    positive = any(told.get("kind", (0, 0.0))[0] for told in example.told)
    many, few = TIMES.get(example.origin.split("-")[0], (1, 1))
    return many if positive else few


def write(tuned: Any) -> None:
    """Write the two models; the lower layers are the same each time."""
    WEIGHTS.mkdir(exist_ok=True)
    tuned = jax.tree.map(np.asarray, tuned)
    (WEIGHTS / "base.onnx").write_bytes(lower(packaged_encoder(), LOWER))
    (WEIGHTS / "reader.onnx").write_bytes(upper(tuned))
    _write_tasks({})


def _write_touching(examples: Sequence[Example], back: Sequence[Example]) -> None:
    told = {task: touching(examples, back, task) for task in ("special", "off")}
    text = json.dumps(told, separators=(",", ":"))
    (WEIGHTS / "touching.json").write_text(text + "\n", encoding="utf-8")


def _write_tasks(least: dict[str, float]) -> None:
    told = {
        "classes": {name: list(classes) for name, classes in TASKS.items()},
        "spans": list(SPANS),
        "least": least,
    }
    (WEIGHTS / "tasks.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(train)
