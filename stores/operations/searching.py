"""How is what a principal may see searched?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Literal

from langmem_ext.entities import names_in
from langmem_ext.errors import InvalidMemory
from langmem_ext.reading.bounds import near
from langmem_ext.stores.operations.filtering import memory_filter
from langmem_ext.stores.operations.items import MOST
from langmem_ext.stores.queries import query as named
from langmem_ext.stores.records import columns
from langmem_ext.stores.requests import Operation, Rows, Statement, read
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import half

BM25_K1, BM25_B = 0.6, 0.4
"""Parameters of Okapi BM25, lower than usual: memories and turns are short (measured: docs/decisions/0007)."""

LONGEST_QUESTION = 2_000
"""Characters of a question that are searched with, its beginning and its end: Postgres takes no words without end."""

MAX_RELATED = 2
"""How many related memories follow the found ones (memory model, Reading)."""

MAX_VEILED = 10_000
"""How many spaces are remembered that must be searched with care; with more, all are found out anew."""

_FILTERED = (
    "EXISTS (SELECT FROM langmem.memories m WHERE m.space = s.holder AND m.uid = s.uid"
    " AND {filter} OFFSET 0)"
)
"""Memories are read one by one, by their key, and only where a filter asks for more than a document row tells."""


@dataclass(frozen=True, slots=True)
class Question:
    """Carry the arguments of a query."""

    text: str
    categories: Sequence[str] | None = None
    filters: Mapping[str, Any] | None = None
    top_k: int = 3
    returns: Literal["bullets", "full"] = "bullets"
    budget_tokens: int = 512
    threshold: float | None = None
    as_of: datetime | None = None

    @property
    def named(self) -> list[str] | None:
        """Return the categories asked for; None for any."""
        return None if self.categories is None else list(self.categories)

    def __post_init__(self) -> None:
        if self.top_k < 1 or self.budget_tokens < 0:
            raise InvalidMemory("top_k must be at least 1 and budget_tokens at least 0")
        if self.returns not in ("bullets", "full"):
            raise InvalidMemory(f"returns must be 'bullets' or 'full', not {self.returns!r}")
        if self.as_of is not None and getattr(self.as_of, "tzinfo", None) is None:
            raise InvalidMemory("as_of must carry a time zone: datetime.now(timezone.utc)")
        if "\x00" in self.text:
            raise InvalidMemory("NUL characters are not allowed in a query; send plain text")
        object.__setattr__(self, "text", near(self.text, LONGEST_QUESTION))


def search(
    scope: Scope,
    question: Question,
    vector: list[float] | None,
    *before: Statement,
    spaces: list[str] | None = None,
    related: bool = False,
) -> Operation[list[Rows]]:
    """Return the rows of some statements, then those of a search.

    A user alone may nearly always see all of the own space, and what stands to it by its counts is found faster. Where
    some of what was counted may not be seen, the search is made once more, with care, and from then on so at once.
    """
    chosen = partial(search_statement, scope, question, vector, spaces=spaces, related=related)
    mine = scope.readable()["mine"]
    guarded = _is_guarded(scope, question) or mine in scope.veiled
    *first, rows = yield from read(*before, chosen(guarded=guarded))
    if guarded or scope.principal is None or (rows and not rows[0]["veiled"]):
        return [*first, rows]
    if rows:
        _note(scope.veiled, mine)
    return [*first, *(yield from read(chosen(guarded=True)))]


def _note(veiled: set[str], space: str) -> None:
    if len(veiled) >= MAX_VEILED:
        veiled.clear()
    veiled.add(space)


def search_statement(
    scope: Scope,
    question: Question,
    vector: list[float] | None,
    *,
    guarded: bool = True,
    spaces: list[str] | None = None,
    related: bool = False,
) -> Statement:
    """Build the hybrid search over the memories that a scope may read, with what is related to those found if asked.

    `spaces` names them where no principal does. `guarded` says that what may not be seen is left out before anything is
    counted; else all is, and the rows tell whether it should have been (`veiled`).
    """
    ranking = scope.settings.ranking
    kept = memory_filter(question.filters)
    limit = min(question.top_k, 2 * MOST)
    params = {
        **scope.readable(question.named),
        **({"spaces": spaces} if spaces is not None else {}),
        **vars(ranking),
        **({} if scope.settings.relations.enabled else {"relation_weight": 0.0}),
        **kept.params,
        **asked(scope, question.text, vector),
        "names": "\x1f".join(names_in(question.text)) if scope.recognizers else "",
        "threshold": question.threshold,
        "now": scope.clock(),
        "depth": -(-limit // ranking.candidates) * ranking.candidates,
        "limit": limit,
        "related": MAX_RELATED if related and scope.settings.relations.enabled else 0,
        "shared": spaces is None,
    }
    parts = _Parts(
        ranking.fusion,
        kept.text if question.filters else None,
        near=question.threshold is not None,
        trusted=params["trusted"],
        guarded=guarded and not params["trusted"],
        names=bool(params["names"]),
        related=bool(params["related"]),
        deep=params["depth"] > ranking.candidates,
    )
    # who it runs for must be what the operation runs for
    whole = spaces is None and question.categories is None and not parts.trusted
    return Statement(
        _search(parts), params, True, standalone=_search(parts, walled=True) if whole else None
    )


def _is_guarded(scope: Scope, question: Question) -> bool:
    """Tell whether a search must count what may be seen only: where that is not all, or is asked for in part."""
    return scope.is_guarded or question.categories is not None


def then_statement(scope: Scope, question: Question, vector: list[float] | None) -> Statement:
    """Build the search over what was known at a time (`as_of`), in the words of then."""
    kept = memory_filter(question.filters)
    params = {
        **scope.readable(question.named),
        **kept.params,
        **asked(scope, question.text, vector),
        "lexical_weight": scope.settings.ranking.lexical_weight,
        "threshold": question.threshold,
        "as_of": question.as_of,
        "limit": question.top_k,
    }
    return Statement(named("known_then").replace("{filter}", kept.text), params)


def asked(scope: Scope, text: str, vector: list[float] | None) -> dict[str, Any]:
    """Return what every search is told of a question: its words, its vector, and how words are weighed."""
    return {
        "text": text,
        "vector": half(vector),
        "embedder": scope.embedder,
        "language": scope.settings.language,
        "k1": BM25_K1,
        "b": BM25_B,
    }


@dataclass(frozen=True, slots=True)
class _Parts:
    """Say which parts of the search a question needs; the others are left out of its text.

    `filter` is a condition on memories, `near` whether there is a threshold, `guarded` whether the viewer may see only
    some of what is searched, `deep` whether more is asked for than one tier of candidates.
    """

    fusion: str
    filter: str | None
    near: bool
    trusted: bool
    guarded: bool
    names: bool
    related: bool
    deep: bool


@lru_cache(maxsize=256)
def _search(parts: _Parts, walled: bool = False) -> str:
    """Return the search as one text; `walled` has it say itself for whom it runs."""
    guarded = parts.guarded
    named_parts = {
        "memory": columns("m"),
        "wall": named("run_for" if walled else "told_before"),
        "counted": named("counted_as_seen" if guarded else "counted_as_read"),
        "documents": named("documents_reached"),
        "holder": ", COALESCE(home, c.space) AS holder" if parts.filter else "",
        "held": ", holder" if parts.filter else "",
        "stands": "place" if guarded else named("beside_whom"),
        "beside_whom": named("beside_whom"),
        "which": named("number_of_seen" if guarded else "number_of_read"),
        "visible": "plain" if parts.trusted else named("seen_by_viewer"),
        "plain": "true" if parts.trusted else named("seen_plainly"),
        "apart": "true" if parts.trusted else named("kept_elsewhere"),
        "scales": named("scaled"),
        "relevance": named("fused_by_rank" if parts.fusion == "rrf" else "fused_by_score"),
        "near": named("near_enough") if parts.near else "true",
        "counts": "counts" if guarded else "corpora",
        "among": _FILTERED if parts.filter else "true",
        "named": named("named_memories") if parts.names and not guarded else "",
        "veiled": "false" if parts.trusted or guarded else named("is_veiled"),
        "beside": named("related_to_found") if parts.related else "",
        "told": named("told_if_related") if parts.related else "",
        "tier": named("tier_of_many") if parts.deep else "0",
        "score": named("score_of_many") if parts.deep else "worth",
        "terms": named("question_terms"),
        "filter": parts.filter or "true",
    }
    text = named("search_memories")
    for name, part in named_parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text
