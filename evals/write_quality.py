"""Is the right thing remembered, and nothing else?

    python -m evals.write_quality [--set directives|scanning|secrets|all] [--split dev|held|all] [--floors]
        [--data FOLDER] [--errors N] [--ingest PATH/locomo.json] [--json]

Says every utterance of the labelled sets in evals/data to the nodes of the hot path, on a Postgres of its own, and
compares what was stored, refused and masked with the labels. Needs no model and no network. Work on `dev`; `held` is
for scores only. What the labels mean: evals/quality/labelled.py; how they are judged: evals/quality/judging.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from evals.options import AsJson
from evals.quality.conversing import Conversations, conversations
from evals.quality.ingesting import Left, Pair, ingest
from evals.quality.judging import JUDGES, Verdict
from evals.quality.labelled import DATA, SETS, SPLITS, UnreadableSet, read_set
from evals.quality.scores import Scores, failures
from langmem_ext.errors import LangMemError
from langmem_ext.settings import Settings
from langmem_ext.stores.embedded import embedded_postgres


@dataclass(frozen=True, slots=True)
class Report:
    """Hold what a run of the suite found."""

    split: str
    scores: tuple[Scores, ...]
    left: Left | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON; no text of an utterance or a memory is in it."""
        found = {"suite": "write_quality", "split": self.split}
        sets = {"sets": [each.as_dict() for each in self.scores]}
        return {**found, **sets, **({"ingested": self.left.as_dict()} if self.left else {})}

    def as_text(self) -> str:
        """Return the report as lines: rate (95 % interval, Wilson) count/of."""
        parts = [f"split: {self.split}", *(each.as_text() for each in self.scores)]
        return "\n\n".join([*parts, *([self.left.as_text()] if self.left else [])])


def measure(on: Conversations, name: str, split: str, folder: Path = DATA) -> Scores:
    """Say the utterances of one set, and judge what became of each."""
    said, judge = read_set(name, split, folder), JUDGES[name]
    verdicts = [verdict for each in said for verdict in judge(on, each)]
    return Scores(name, len(said), tuple(verdicts))


def run(
    uri: str | None,
    names: Sequence[str],
    split: str = "all",
    *,
    folder: Path = DATA,
) -> tuple[Scores, ...]:
    """Measure the named sets on an empty database, or on a temporary one where no `uri` is given."""
    if uri is None:
        with embedded_postgres() as temporary:
            return run(temporary, names, split, folder=folder)
    with conversations(uri) as on:
        return tuple(measure(on, name, split, folder) for name in names)


# What went wrong


def mistakes(scores: Sequence[Scores], most: int, *, show_held: bool = False) -> Iterator[str]:
    """Tell up to so many mistakes of each sort and class, those of `held` only when asked for."""
    for each in scores:
        for title, found in each.mistakes().items():
            shown = [one for one in found if show_held or _split(one) == "dev"]
            if shown:
                yield f"\n{title}: {len(shown)}"
                yield from (f"  {_mistake(one)}" for one in shown[:most])


def _split(verdict: Verdict) -> str:
    return verdict.utterance.split if verdict.utterance else ""


def _mistake(verdict: Verdict) -> str:
    said = verdict.utterance
    place, text = (said.place, json.dumps(said.text, ensure_ascii=False)) if said else ("", "")
    return f"{place} {text}\n      {verdict.what}"


def remains(left: Left, most: int) -> Iterator[str]:
    """Tell up to so many duplicates and false supersessions."""
    pairs = {
        "duplicates": left.duplicates,
        "other pairs from the band check on": left.near,
        "supersessions by the same value": left.same_value,
        "supersessions by another subject": left.other_subject,
    }
    for title, found in pairs.items():
        if found:
            yield f"\ningested, {title}: {len(found)}"
            yield from (f"  {_pair(pair)}" for pair in found[:most])


def _pair(pair: Pair) -> str:
    return " | ".join(memory.content for memory in pair)


# The command


def write_quality(
    chosen: Annotated[str, typer.Option("--set", help="One of the sets, or all.")] = "all",
    split: Annotated[str, typer.Option(help="dev, held or all.")] = "all",
    data: Annotated[
        Path,
        typer.Option(
            "--data", help="A folder with sets of your own.", exists=True, file_okay=False
        ),
    ] = DATA,
    locomo: Annotated[
        Path | None,
        typer.Option("--ingest", help="A LoCoMo file to ingest too.", exists=True, dir_okay=False),
    ] = None,
    conversation: Annotated[
        str, typer.Option("--conversations", help="Numbers from 0, as in 0,2; or all.")
    ] = "all",
    embedder: Annotated[
        str, typer.Option(help="Of --ingest: local, none, or any other name.")
    ] = "local",
    errors: Annotated[int, typer.Option(min=0, help="Show so many mistakes of each sort.")] = 0,
    show_held: Annotated[bool, typer.Option("--show-held", help="Those of held too.")] = False,
    floors: Annotated[bool, typer.Option("--floors", help="Exit 1 below a floor.")] = False,
    json_output: AsJson = False,
) -> None:
    """Measure what of labelled messages is remembered, and what should not have been."""
    names = SETS if chosen == "all" else _one_of(SETS, chosen, "--set")
    if split != "all":
        _one_of(SPLITS, split, "--split")
    try:
        report = Report(
            split, run(None, names, split, folder=data), _ingest(locomo, conversation, embedder)
        )
    except (LangMemError, UnreadableSet) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    typer.echo(json.dumps(report.as_dict(), indent=2) if json_output else report.as_text())
    if errors:
        told = [*mistakes(report.scores, errors, show_held=show_held)]
        told += remains(report.left, errors) if report.left else []
        typer.echo("\n".join(told), err=json_output)
    if floors and (failed := failures(report.scores)):
        typer.echo("\n".join(failed), err=True)
        raise typer.Exit(1)


def _one_of(known: Sequence[str], chosen: str, option: str) -> Sequence[str]:
    if chosen not in known:
        raise typer.BadParameter(
            f"{chosen!r} is none of {', '.join(known)}, all", param_hint=option
        )
    return [chosen]


def _ingest(data: Path | None, chosen: str, embedder: str) -> Left | None:
    if data is None:
        return None
    with embedded_postgres() as uri:
        return ingest(data, uri, Settings(embedder=embedder), chosen)


if __name__ == "__main__":
    typer.run(write_quality)
