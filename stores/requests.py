"""What may an operation ask of the driver that runs it?

An operation is a generator: it yields what it needs and is sent the answer. The sync and the async driver run the same
operations and decide nothing, so the two cannot drift (docs/concepts/architecture.md).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, LiteralString, TypeAlias, TypeVar

from psycopg import sql

T = TypeVar("T")

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[Row]
Query: TypeAlias = "LiteralString | sql.Composed | str"


@dataclass(frozen=True, slots=True)
class Statement:
    """Ask for one SQL statement to run; its rows are the answer ([] when it returns none)."""

    sql: Any
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Embed:
    """Ask for the vectors of some texts: a list of floats each; None for all when there is no embedder."""

    texts: Sequence[str]
    kind: Literal["document", "query"] = "document"


@dataclass(frozen=True, slots=True)
class Commit:
    """Ask for the transaction to end here, so that none is open while something slow runs."""


Operation: TypeAlias = Generator["list[Statement] | Embed | Commit", Any, T]


def fetch(*statements: Statement) -> Operation[list[Rows]]:
    """Send statements in one round trip and return their rows, in order.

    The first call of an operation opens its transaction.
    """
    rows: list[Rows] = yield list(statements)
    return rows


def embed(
    texts: Sequence[str], kind: Literal["document", "query"] = "document"
) -> Operation[list[list[float] | None]]:
    """Return a unit vector for each text; None for each when there is no embedder."""
    if not texts:
        return []
    vectors: list[list[float] | None] = yield Embed(texts, kind)
    return vectors
