"""What became of a conversation that nodes with a model read, and what did it cost?"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """Count what became of a conversation."""

    sessions: int = 0
    turns: int = 0
    flaws: Counter[str] = field(default_factory=Counter)
    nodes: dict[str, Counter[str]] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    conflicts: int = 0
    recalls: Counter[str] = field(default_factory=Counter)
    recall_ms: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Report) -> None:
        """Take in what became of another conversation."""
        for name, value in vars(other).items():
            if name != "nodes":
                setattr(self, name, getattr(self, name) + value)
        for name, counts in other.nodes.items():
            self.nodes[name] = self.nodes.get(name, Counter()) + counts

    @property
    def recall_p95_ms(self) -> float:
        """Return how long all but the slowest twentieth of the recalls took at most."""
        return sorted(self.recall_ms)[int(0.95 * len(self.recall_ms))] if self.recall_ms else 0.0

    @property
    def recall_share(self) -> float:
        """Return at which share of the turns of the conversations the agent looked again (spec 004, item 11)."""
        return self.recalls["turn: unsure"] / max(1, self.turns)

    def as_json(self) -> str:
        """Return the counts for programs, with the shares of texts that were well-formed."""
        shares = {name: {**each, **_shares(each)} for name, each in self.nodes.items()}
        told = {
            **vars(self),
            "nodes": shares,
            "recall_p95_ms": self.recall_p95_ms,
            "recall_share": self.recall_share,
        }
        del told["recall_ms"]
        return json.dumps(told, indent=2)

    def as_text(self) -> str:
        """Return the counts for people."""
        return "\n".join(
            [
                f"{self.sessions} sessions, {self.turns} turns, {self.seconds:.0f} s",
                f"facts a session  {self.facts_a_session:.1f}",
                _listed("flaws put in", self.flaws) + f"; conflicts resolved {self.conflicts}",
                _row("prompt", "calls", "failed", "texts", "at once", "mended", "units", "tokens"),
                *(_row(name, *_cells(each)) for name, each in sorted(self.nodes.items())),
                _listed("became of facts", self.outcomes),
                _listed("refused", self.refused),
                _listed("in the end", self.kept),
                _listed("looked again", self.recalls)
                + f"; at {self.recall_share:.1%} of turns, p95 {self.recall_p95_ms:.0f} ms",
            ]
        )

    @property
    def facts_a_session(self) -> float:
        """Return how many facts the model found in a session, those of long messages among them."""
        found = (each["texts"] for name, each in self.nodes.items() if name in _READERS)
        return sum(found) / max(1, self.sessions)


_READERS = ("review_session/review", "extract_facts/extract")


def _listed(title: str, counts: Counter[str]) -> str:
    return f"{title:<16} " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))


def _row(*cells: str) -> str:
    return f"{cells[0]:<28}" + "".join(f"{cell:>9}" for cell in cells[1:])


def _cells(node: Counter[str]) -> list[str]:
    shares = [f"{share:.1%}" for share in _shares(node).values()] or ["-", "-"]
    return [
        *(f"{node[name]:.0f}" for name in ("calls", "failed", "texts")),
        *shares,
        *(f"{node[name]:.0f}" for name in ("units", "tokens")),
    ]


def _shares(node: Counter[str]) -> dict[str, float]:
    """Return which share of the texts was well-formed at once, and after they were asked for once more."""
    if not (texts := node["texts"]):
        return {}
    return {"at_once": node["passed"] / texts, "mended": 1 - node["refused"] / texts}
