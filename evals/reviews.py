"""What do reviews keep of conversations, and what do they refuse?

    python -m evals.reviews --data locomo.json
    python -m evals.reviews --data locomo.json --model openai:gpt-5 --conversations 0

Each conversation of a LoCoMo file becomes a chat in a temporary Postgres, its sessions are reviewed by the graph
`session_review`, and what became of the facts is counted. Without `--model` the facts are those that LoCoMo's authors
drew from the same turns: people wrote them, so whatever the rules refuse of them is a loss.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer
from langchain_core.language_models import BaseChatModel

from evals.annotators import Annotators, Script
from evals.command_line import tell
from evals.locomo import Sample, read_samples
from evals.options import AsJson, Conversations, EmbedderName, LocomoFile
from langmem_ext import MemoryContext, MemoryStore, Principal, Settings
from langmem_ext.graphs import session_review
from langmem_ext.settings import DecisionSettings, EnergySettings
from langmem_ext.stores.embedded import embedded_postgres
from langmem_ext.stores.operations.turns import NewTurn
from langmem_ext.stores.requests import Statement, read


@dataclass
class Counted:
    """Count what became of the facts of some conversations."""

    sessions: int = 0
    facts: int = 0
    well_formed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    units: float = 0.0
    seconds: float = 0.0

    def as_text(self) -> str:
        """Return the counts for people."""
        share = self.well_formed / self.facts if self.facts else 0.0
        kept = {name: n for name, n in self.outcomes.items() if not name.startswith("skipped")}
        return "\n".join(
            [
                f"sessions reviewed      {self.sessions}",
                f"facts from the model   {self.facts} ({self.facts / max(1, self.sessions):.1f} a session)",
                f"well-formed at once    {share:.1%}",
                *(f"  {name:<21}{count}" for name, count in sorted(kept.items())),
                *(f"  refused: {name:<12}{count}" for name, count in sorted(self.refused.items())),
                f"calls {self.calls}, units {self.units:.0f}, {self.seconds:.1f} s",
            ]
        )


def run(
    uri: str, samples: Sequence[Sample], model: BaseChatModel | str | None, embedder: str
) -> Counted:
    """Review the sessions of some conversations."""
    settings = Settings(
        embedder=embedder,
        energy=EnergySettings(daily_units=None),
        decision=DecisionSettings(max_writes_per_day=10_000),
    )
    with MemoryStore.from_conn_string(uri, settings=settings) as store:
        store.setup()
        counted = Counted()
        for sample in samples:
            _review(store, sample, model, counted)
        _read(store, counted)
    return counted


def _review(
    store: MemoryStore, sample: Sample, model: BaseChatModel | str | None, counted: Counted
) -> None:
    view = store.bind(_principal(sample))
    view.add_turns(
        [
            NewTurn("user", m.text, m.session_id, m.at, m.id, m.speaker)
            for m in sample.conversation.messages
        ]
    )
    chosen = model or Annotators(answers={"Facts": Script.of(sample, inject=False).facts})
    graph = session_review.build(model=chosen).compile(store=store)
    began = time.perf_counter()
    for session in dict.fromkeys(m.session_id for m in sample.conversation.messages):
        found = graph.invoke({"session_id": session}, context=_context(sample))["report"]
        counted.sessions += found.pop("sessions", 0)
        counted.outcomes.update({name: n for name, n in found.items() if name != "refused"})
    counted.seconds += time.perf_counter() - began
    tell(f"{sample.id}: {counted.sessions} sessions")


def _principal(sample: Sample) -> Principal:
    return Principal(user_id=sample.id, chat_id=sample.id)


def _context(sample: Sample) -> MemoryContext:
    return MemoryContext(user_id=sample.id, chat_id=sample.id)


def _read(store: MemoryStore, counted: Counted) -> None:
    """Read the ledger of calls, and why facts were refused."""
    calls, refused = store.run(read(Statement(_CALLS), Statement(_REFUSED)))
    counted.facts, counted.well_formed = calls[0]["items"], calls[0]["passed"]
    counted.calls, counted.units = calls[0]["calls"], calls[0]["units"]
    counted.refused.update({row["reason"]: row["count"] for row in refused})


_CALLS = """SELECT COALESCE(sum(items), 0) AS items, COALESCE(sum(passed), 0) AS passed, count(*) AS calls,
                   COALESCE(sum(units), 0) AS units FROM langmem.model_calls"""
_REFUSED = """SELECT reason, count(*) AS count FROM langmem.events WHERE op = 'classify' AND status = 'skipped'
              AND reason IS NOT NULL GROUP BY reason"""


def reviews(
    data: LocomoFile,
    conversations: Conversations = "all",
    model: Annotated[str | None, typer.Option(help="provider:name; none: people's facts.")] = None,
    embedder: EmbedderName = "local",
    json_output: AsJson = False,
) -> None:
    """Measure what reviews keep of conversations, and what they refuse."""
    samples = read_samples(data, conversations)
    with embedded_postgres() as uri:
        counted = run(uri, samples, model, embedder)
    typer.echo(json.dumps(vars(counted), indent=2) if json_output else counted.as_text())


if __name__ == "__main__":
    typer.run(reviews)
