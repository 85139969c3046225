"""Does a search find the turns, or the facts, that answer a question?

    python -m evals.retrieval --data PATH/locomo.json [--conversations 0,1] [--unit turns|facts] [--json]

Loads a LoCoMo file as an ingest would, into a Postgres of its own, and asks its questions through the store; beside
that, on the same data, BM25 alone. Runs as a LangSmith evaluation from which nothing leaves the machine without
`--upload`. What the numbers mean: evals/README.md.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from uuid import NAMESPACE_URL, UUID, uuid5

import typer
from langsmith import Client
from langsmith.evaluation import evaluate
from langsmith.schemas import Example

from evals.command_line import tell
from evals.evaluators import (
    DiscountedGain,
    MeanByCategory,
    RankingEvaluator,
    RecallAt,
    ReciprocalRank,
)
from evals.locomo import Question, Sample, read_samples
from evals.offline import OfflineClient, quietly
from evals.options import AsJson, Conversations, EmbedderName, LocomoFile
from evals.report import Result, difference, read_result, table
from evals.units import UNITS, Loaded, Unit, count_dropped
from langmem_ext.errors import LangMemError
from langmem_ext.principal import Principal
from langmem_ext.settings import RankingSettings, Settings, TurnRankingSettings
from langmem_ext.stores import MemoryStore
from langmem_ext.stores.embedded import embedded_postgres
from langmem_ext.stores.requests import Statement, fetch
from langmem_ext.stores.view import MemoryView

KEY = "LANGSMITH_API_KEY"


# The data, in a database of its own


def load(store: MemoryStore, samples: Sequence[Sample], unit: Unit) -> Loaded:
    """Write each sample into the space of a user of its own, and give it vectors; says on stderr how far it is."""
    loaded, started = Loaded(), time.monotonic()
    for number, sample in enumerate(samples, 1):
        tell(f"Loading {sample.id} ({number} of {len(samples)}) ...")
        view = view_of(store, sample.id)
        unit.load(view, sample, loaded)
        while view.embed_missing():
            pass
        loaded.vectors += count_vectors(view)
    loaded.seconds = time.monotonic() - started
    return loaded


def count_vectors(view: MemoryView) -> int:
    """Return how many vectors the space of a view holds."""
    sql = "SELECT count(*) AS count FROM langmem.documents WHERE NOT waits AND space = ANY (%(spaces)s::text[])"
    (rows,) = view.store.run(fetch(Statement(sql, {"spaces": view.scope.spaces})))
    return int(rows[0]["count"])


def view_of(store: MemoryStore, sample: str) -> MemoryView:
    """Return the store as the user of a sample sees it."""
    return store.bind(Principal(user_id=sample)).at("evals")


# The systems that are compared


@dataclass(frozen=True, slots=True)
class System:
    """Name a way of searching and the store that searches so."""

    name: str
    store: MemoryStore

    @property
    def embedder(self) -> str | None:
        """Return the name of the embedder that is in use."""
        embedder = self.store.engine.embedder
        return embedder.name if embedder else None

    def neighbours(self, unit: Unit) -> tuple[float, float] | None:
        """Return the shares that turns take of their neighbours' scores; facts have no neighbours."""
        ranking = self.store.scope.settings.ranking.turns
        return (ranking.next, ranking.second) if unit.name == "turns" else None


@contextmanager
def systems(uri: str, settings: Settings) -> Iterator[list[System]]:
    """Open the store as it is configured, and as BM25 alone: no vectors, no entities, no neighbours, no priors."""
    plain = settings.model_copy(update={"embedder": "none", "ranking": words_alone()})
    with ExitStack() as stack:
        configured = stack.enter_context(MemoryStore.from_conn_string(uri, settings=settings))
        configured.setup()
        bm25 = stack.enter_context(MemoryStore.from_conn_string(uri, settings=plain, index=False))
        yield [System("configured", configured), System("bm25", bm25)]


def words_alone() -> RankingSettings:
    """Return a ranking by the question's words only."""
    turns = TurnRankingSettings(next=0, second=0, answer=0, session=0, speaker=0)
    weights: dict[str, Any] = {
        name: 0.0 for name in RankingSettings.model_fields if name.endswith("_weight")
    }
    return RankingSettings(**{**weights, "insight_weight": 1.0}, turns=turns)


# The experiment


def evaluators(top_k: int) -> list[RankingEvaluator]:
    """Return what each ranking is judged by."""
    cuts = sorted({5, 10, top_k})
    return [*(RecallAt(k) for k in cuts), ReciprocalRank(), DiscountedGain(10)]


def experiment(
    system: System, unit: Unit, examples: Sequence[Example], top_k: int, client: Client
) -> Result:
    """Ask every question of one system; only a client that is not offline gets to see the results."""

    def search(inputs: dict[str, Any]) -> dict[str, Any]:
        view, started = view_of(system.store, inputs["conversation"]), time.perf_counter()
        hits = unit.find(view, inputs["question"], top_k)
        return {"hits": hits, "seconds": time.perf_counter() - started}

    judges = evaluators(top_k)
    with quietly():
        results = evaluate(
            search,
            data=examples,
            evaluators=judges,
            summary_evaluators=[MeanByCategory(judge) for judge in judges],
            experiment_prefix=f"{unit.name}-{system.name}",
            metadata={"embedder": system.embedder, "unit": unit.name, "top_k": top_k},
            max_concurrency=0,  # one after the other, or the times would mean nothing
            client=client,
            upload_results=not isinstance(client, OfflineClient),
        )
    return read_result(system.name, system.embedder, system.neighbours(unit), results)


def examples_of(questions: Sequence[Question], dataset: UUID) -> list[Example]:
    """Turn questions into examples of a dataset; the same question always gets the same id."""
    return [
        Example(
            id=uuid5(dataset, f"{number}/{question.sample}/{question.text}"),
            dataset_id=dataset,
            created_at=datetime.now(UTC),
            inputs={"question": question.text, "conversation": question.sample},
            outputs={"evidence": list(question.evidence)},
            metadata={"category": question.category, "number": number},
        )
        for number, question in enumerate(questions)
    ]


def upload(client: Client, name: str, questions: Sequence[Question]) -> list[Example]:
    """Make sure that a dataset holds the questions, and return them as its examples."""
    known = client.has_dataset(dataset_name=name)
    found = client.read_dataset(dataset_name=name) if known else client.create_dataset(name)
    examples = examples_of(questions, found.id)
    there = {each.id for each in client.list_examples(dataset_id=found.id)}
    if missing := [each for each in examples if each.id not in there]:
        parts = {"id", "inputs", "outputs", "metadata"}
        client.create_examples(
            dataset_id=found.id, examples=[each.model_dump(include=parts) for each in missing]
        )
    return examples


def spread(questions: Sequence[Question], limit: int | None) -> list[Question]:
    """Return at most so many questions, taken evenly from the whole list."""
    if limit is None or limit >= len(questions):
        return list(questions)
    return [questions[number * len(questions) // limit] for number in range(limit)]


@dataclass(frozen=True, slots=True)
class Report:
    """Hold what a run of the suite found."""

    about: Mapping[str, Any]
    loaded: Loaded
    configured: Result
    bm25: Result

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            **self.about,
            "loaded": self.loaded.as_dict(),
            "systems": [self.configured.as_dict(), self.bm25.as_dict()],
            "difference": difference(self.configured, self.bm25),
        }

    def as_text(self) -> str:
        """Return the report as a table for each system."""
        written = ", ".join(f"{count} {name}" for name, count in self.loaded.outcomes.items())
        gain = difference(self.configured, self.bm25)
        low, high = gain["interval"]
        return (
            f"{self.about['data']}, {self.about['unit']}: {len(self.about['conversations'])} conversations, "
            f"{self.about['questions']} questions ({self.about['dropped']} without usable evidence dropped); "
            f"{written}; {self.loaded.vectors} vectors; {self.loaded.seconds:.0f} s\n\n"
            f"{table([self.configured, self.bm25])}\n\nrecall@10, {gain['of']} minus {gain['to']}: "
            f"{gain['mean']:+.3f} (95 %: {low:+.3f} to {high:+.3f})"
        )


def run(
    data: Path,
    uri: str,
    *,
    settings: Settings,
    unit: Unit = UNITS["turns"],
    conversations: str = "all",
    limit: int | None = None,
    top_k: int = 10,
    client: Client | None = None,
) -> Report:
    """Load the data into an empty database, ask both systems, and report; uploads when given a client that can."""
    samples = read_samples(data, conversations)
    questions = spread([each for sample in samples for each in unit.questions(sample)], limit)
    if not questions:
        raise typer.BadParameter(f"{data.name} asks nothing that {unit.name} could answer")
    name = f"langmem-ext retrieval: {data.stem}, {unit.name}"
    examples = (
        upload(client, name, questions)
        if client
        else examples_of(questions, uuid5(NAMESPACE_URL, name))
    )
    with systems(uri, settings) as compared:
        loaded = load(compared[0].store, samples, unit)
        results = [
            experiment(system, unit, examples, top_k, client or OfflineClient())
            for system in compared
        ]
    about = {
        "suite": "retrieval",
        "data": data.name,
        "unit": unit.name,
        "top_k": top_k,
        "conversations": [sample.id for sample in samples],
        "questions": len(questions),
        "dropped": count_dropped(unit, samples),
    }
    return Report(about, loaded, *results)


# The command


def retrieval(
    data: LocomoFile,
    conversations: Conversations = "all",
    limit: Annotated[int | None, typer.Option(min=1, help="Ask at most so many.")] = None,
    embedder: EmbedderName = "local",
    top_k: Annotated[int, typer.Option(min=10, help="Hits per question.")] = 10,
    unit: Annotated[str, typer.Option(help="What is searched: turns or facts.")] = "turns",
    json_output: AsJson = False,
    floor: Annotated[
        float | None, typer.Option("--floor-recall10", help="Exit 1 when recall@10 is lower.")
    ] = None,
    uploads: Annotated[
        bool,
        typer.Option("--upload", help=f"Send questions and results to LangSmith; needs {KEY}."),
    ] = False,
) -> None:
    """Measure how well a search finds what answers LoCoMo's questions, against BM25 alone."""
    if unit not in UNITS:
        raise typer.BadParameter(f"{unit!r} is neither turns nor facts", param_hint="--unit")
    if uploads and not os.environ.get(KEY):
        raise typer.BadParameter(f"set {KEY} to upload", param_hint="--upload")
    try:
        with embedded_postgres() as uri:
            report = run(
                data,
                uri,
                settings=Settings(embedder=embedder),
                unit=UNITS[unit],
                conversations=conversations,
                limit=limit,
                top_k=top_k,
                client=Client() if uploads else None,
            )
    except LangMemError as error:
        tell(str(error))
        raise typer.Exit(2) from None
    typer.echo(json.dumps(report.as_dict(), indent=2) if json_output else report.as_text())
    reached = report.configured.mean("recall@10")
    if floor is not None and reached < floor:
        tell(f"recall@10 is {reached:.3f}, below the floor of {floor:g}")
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(retrieval)
