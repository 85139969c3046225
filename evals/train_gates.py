"""What do the learned readers of the gates learn?

    python -m evals.train_gates [--leave-out [--by-words]] [--negatives PATH/locomo.json] [--data FOLDER]

Fits the readers of langmem_ext.learned to the labelled lines of evals/data and evals/data/training, and writes
langmem_ext/learned/weights.json.gz; run twice, it writes the same bytes. `--leave-out` measures instead, and writes
nothing: for each writer, readers that were fitted without that writer's lines; `--by-words` spares it the tuning of the
offline model, which takes the longest. `--negatives` counts false alarms on conversations that hold neither secrets nor
commands.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import langmem_ext
from evals.learning.examples import TRAINING, Examples, read_examples
from evals.learning.fitting import fit
from evals.learning.measuring import Score, alarms, of_writer, said_in
from langmem_ext.learned.weights import FILE, packed, reading_with

WRITTEN = Path(langmem_ext.__file__).parent / "learned" / FILE


def train_gates(
    leave_out: Annotated[bool, typer.Option("--leave-out", help="Measure, write nothing.")] = False,
    by_words: Annotated[
        bool, typer.Option("--by-words", help="Measure readers that judge by words alone.")
    ] = False,
    negatives: Annotated[
        Path | None, typer.Option(help="A LoCoMo file.", exists=True, dir_okay=False)
    ] = None,
    data: Annotated[
        Path, typer.Option(help="A folder with training lines.", exists=True, file_okay=False)
    ] = TRAINING,
) -> None:
    """Fit the readers of the gates, or measure how they do on a writer they have not read."""
    examples = read_examples(training=data)
    if leave_out:
        leaving_out(examples, by_meaning=not by_words)
        return
    if by_words:
        raise typer.BadParameter("--by-words is for --leave-out: the package judges by meaning too")
    readers = fit(examples)
    if negatives is not None:
        with reading_with(readers):
            for name, rate in alarms(said_in(negatives)).items():
                typer.echo(f"false alarms, {name}: {rate}")
    WRITTEN.write_bytes(packed(readers))
    typer.echo(f"{WRITTEN.name}: {WRITTEN.stat().st_size} bytes")


def leaving_out(examples: Examples, *, by_meaning: bool = True) -> None:
    """Print the scores for each writer left out, and of all of them together."""
    total: dict[tuple[str, str], Score] = {}
    for who in examples.writers:
        with reading_with(fit(examples, but=who, by_meaning=by_meaning)):
            scores = of_writer(examples, who)
        for task, ways in scores.items():
            for way, found in ways.items():
                typer.echo(f"{who} {task:12}{way:8}{found}")
                total[task, way] = total[task, way] + found if (task, way) in total else found
    for (task, way), found in total.items():
        typer.echo(f"= {task:12}{way:8}{found}")


if __name__ == "__main__":
    typer.run(train_gates)
