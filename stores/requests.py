"""What may an operation ask of the driver that runs it?

An operation is a generator: it yields what it needs and is sent the answer. The sync and the async driver run the same
operations and decide nothing, so the two cannot drift (docs/concepts/architecture.md).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, LiteralString, TypeAlias, TypeVar

from psycopg import sql

T = TypeVar("T")

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[Row]
Query: TypeAlias = "LiteralString | sql.Composed | str"
Kind: TypeAlias = Literal["document", "query", "memory"]
"""What a text is: a memory being written may wait for its vector (`auto_index`), other documents may not."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Ask for one SQL statement to run; its rows are the answer ([] when it returns none).

    `binary` has them sent in their binary form, which is quicker for wide rows; psycopg must know the types of all
    columns. `standalone` is the same statement that also tells row-level security for whom it runs: where it stands
    alone it is sent instead, and needs none before it. `reading` is what is sent instead to a database that takes no
    writes: the same rows without what is noted beside them, or "" for nothing; without it the statement fails there.
    """

    sql: Any
    params: Mapping[str, Any] = field(default_factory=dict)
    binary: bool = False
    standalone: Any = None
    reading: Any = None


@dataclass(frozen=True, slots=True)
class Embed:
    """Ask for the vectors of some texts: a list of floats each; None for all when there is no embedder."""

    texts: Sequence[str]
    kind: Kind = "document"


@dataclass(frozen=True, slots=True)
class Fetch:
    """Ask for statements to run in one round trip; the answer is the list of their rows.

    `alone` says that they only read and need no transaction: one that is open is used, none is opened. `meanwhile` is
    done when all is sent, before anything waits for the rows: what needs none of them, while the server works.
    """

    statements: Sequence[Statement]
    alone: bool = False
    meanwhile: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """Ask for statements to run whose rows nobody needs; nothing waits for them before the next Fetch or the end."""

    statements: Sequence[Statement]


@dataclass(frozen=True, slots=True)
class Commit:
    """Ask for the transaction to end here, so that none is open while something slow runs."""


Request: TypeAlias = "Fetch | Post | Embed | Commit"
Operation: TypeAlias = Generator[Request, Any, T]


def fetch(
    *statements: Statement, meanwhile: Callable[[], None] | None = None
) -> Operation[list[Rows]]:
    """Send statements in one round trip and return their rows, in order; `meanwhile` is done while the server works.

    The first call of an operation opens its transaction.
    """
    rows: list[Rows] = yield Fetch(statements, meanwhile=meanwhile)
    return rows


def read(*statements: Statement) -> Operation[list[Rows]]:
    """Send statements that only read in one round trip and return their rows; no transaction is opened for them."""
    rows: list[Rows] = yield Fetch(statements, alone=True)
    return rows


def post(*statements: Statement) -> Operation[None]:
    """Send statements without waiting for them; what fails is raised at the next fetch, or at the end."""
    if statements:
        yield Post(statements)


def embed(texts: Sequence[str], kind: Kind = "document") -> Operation[list[list[float] | None]]:
    """Return a unit vector for each text; None for each when there is no embedder."""
    if not texts:
        return []
    vectors: list[list[float] | None] = yield Embed(texts, kind)
    return vectors
