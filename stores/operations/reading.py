"""What does memory have to say to a question, and to a conversation?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal
from uuid import UUID

from langmem_ext.entities import names_in
from langmem_ext.errors import InvalidMemory
from langmem_ext.memory import Kind, Memory, QueryResult
from langmem_ext.policies.budget import count_tokens, fit
from langmem_ext.stores.operations import deltas
from langmem_ext.stores.operations.filtering import memory_filter
from langmem_ext.stores.queries import query as named
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Rows, Statement, embed, fetch, post, read
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.vectors import half

BM25_K1, BM25_B = 0.6, 0.4
"""Parameters of Okapi BM25, lower than usual: memories and turns are short (measured: docs/decisions/0007)."""

MAX_RELATED = 2
"""How many related memories follow the found ones (memory model, Reading)."""

MAX_ALWAYS_ON = 50
"""How many memories of the always-on categories a context looks at before the budget cuts."""

ALWAYS_ON_SHARE, REFLECTION_SHARE = 0.4, 0.3
"""Shares of a context that always-on memories and the reflection may fill before what answers has had its turn."""

_FILTERED = (
    "EXISTS (SELECT FROM langmem.memories m WHERE m.space = s.holder AND m.uid = s.uid"
    " AND {filter} OFFSET 0)"
)
"""Memories are read one by one, by their key, and only where a filter asks for more than a document row tells."""

EXECUTION_CATEGORIES = ("procedural",)
"""Left out of ordinary context: fetched only by name (spec 004, item 12)."""


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


@dataclass(frozen=True, slots=True)
class Reading:
    """Collect what goes into a prompt: the header, then memories in the order of their worth."""

    header: str = ""
    records: list[Record] = field(default_factory=list)

    def result(self, scope: Scope, question: Question) -> QueryResult:
        """Return what fits into the budget, and note its use; the header comes out of the budget first."""
        header = self.header if count_tokens(self.header) < question.budget_tokens else ""
        spent = count_tokens(header) + bool(header)
        memories = [record.memory for record in self.records]
        lines = [f"- {memory.bullet()}" for memory in memories]
        kept, used = fit(lines, question.budget_tokens - spent)
        chosen = [memories[position] for position in kept]
        scope.note_use(
            [(self.records[position].space, self.records[position].uid) for position in kept]
        )
        return QueryResult(
            header=self.header,
            bullets=tuple(memory.bullet() for memory in chosen),
            memories=tuple(chosen) if question.returns == "full" else (),
            tokens=spent + used,
        )


def query(scope: Scope, question: Question) -> Operation[QueryResult]:
    """Answer a question: the delta first, then the memories that fit best, then what is related to them."""
    _check(scope, question)
    (vector,) = yield from embed([question.text], "query")
    if question.as_of is not None:
        (rows,) = yield from read(then_statement(scope, question, vector))
        return Reading("", _records_then(rows)).result(scope, question)
    look = deltas.peek(scope)
    *seen, rows = yield from read(*look, search_statement(scope, question, vector, related=True))
    rows = yield from unveiled(scope, question, vector, rows, related=True)
    header = yield from _tell(scope, seen, question)
    return Reading(header, _records(rows)).result(scope, question)


def context(
    scope: Scope, text: str, *, top_k: int, budget_tokens: int, threshold: float | None
) -> Operation[QueryResult]:
    """Return what belongs into the prompt now: header, always-on categories, what the text recalls, reflection."""
    if not scope.settings.long_term_enabled:
        return QueryResult()
    always, on_demand = _context_categories(scope)
    question = Question(
        text,
        on_demand or None,
        top_k=top_k,
        budget_tokens=budget_tokens,
        threshold=threshold,
        returns="full",
    )
    vectors = yield from embed([text] if text.strip() else [], "query")
    reads = {
        "always": always_on_statement(scope, always),
        "reflection": Statement(named("latest_reflection"), scope.readable()),
    }
    if vectors and on_demand:
        reads["found"] = search_statement(scope, question, vectors[0], related=True)
    look = deltas.peek(scope)
    rows = yield from read(*look, *reads.values())
    parts = dict(zip(reads, map(_records, rows[len(look) :]), strict=True))
    found = [each for each in parts.get("found", []) if each.memory.kind is not Kind.REFLECTION]
    header = yield from _tell(scope, rows[: len(look)], question)
    left = budget_tokens - count_tokens(header) - bool(header)
    found = _within_length(scope, found)
    records = _with_room(parts["always"], found, parts["reflection"], left)
    return Reading(header, records).result(scope, question)


def search_statement(
    scope: Scope,
    question: Question,
    vector: list[float] | None,
    *,
    spaces: list[str] | None = None,
    related: bool = False,
    guarded: bool = False,
) -> Statement:
    """Build the hybrid search over the memories that a scope may read, with what is related to those found if asked.

    `spaces` names them where no principal does; `guarded` says that some of what is searched may not be seen.
    """
    ranking = scope.settings.ranking
    kept = memory_filter(question.filters)
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
        "depth": -(-question.top_k // ranking.candidates) * ranking.candidates,
        "limit": question.top_k,
        "related": MAX_RELATED if related and scope.settings.relations.enabled else 0,
        "shared": spaces is None,
    }
    text = _search(
        _Parts(
            ranking.fusion,
            kept.text if question.filters else None,
            near=question.threshold is not None,
            trusted=params["trusted"],
            guarded=guarded or _is_guarded(scope, question),
            names=bool(params["names"]),
            related=bool(params["related"]),
            deep=params["depth"] > ranking.candidates,
        )
    )
    return Statement(text, params, binary=True)


def unveiled(
    scope: Scope,
    question: Question,
    vector: list[float] | None,
    rows: Rows,
    *,
    spaces: list[str] | None = None,
    related: bool = False,
) -> Operation[Rows]:
    """Return the rows of a search; it is made once more, with care, where some of what it counted may not be seen.

    A user alone may nearly always see all of the own space, and what stands to it by its counts is found faster.
    """
    veiled = rows[0]["veiled"] if rows else question.threshold is not None
    if not veiled or scope.principal is None or _is_guarded(scope, question):
        return rows
    statement = search_statement(
        scope, question, vector, spaces=spaces, related=related, guarded=True
    )
    (rows,) = yield from read(statement)
    return rows


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
def _search(parts: _Parts) -> str:
    """Return the search as one text."""
    visible = "plain" if parts.trusted else named("seen_by_viewer")
    named_parts = {
        "counted": named("counted_as_seen" if parts.guarded else "counted_as_kept"),
        "documents": named("documents_reached"),
        "beside_whom": named("beside_whom"),
        "relevance": named("fused_by_rank" if parts.fusion == "rrf" else "fused_by_score"),
        "near": named("near_enough") if parts.near else "true",
        "plain": "true" if parts.trusted else named("seen_plainly"),
        "apart": "true" if parts.trusted else named("kept_elsewhere"),
        "seen": "plain" if parts.guarded else visible,
        "visible": visible,
        "looked_at": "documents" if parts.guarded else "seen",
        "counts": "counts" if parts.guarded else "corpora",
        "among": _FILTERED if parts.filter else "true",
        "named": named("named_memories") if parts.names and not parts.guarded else "",
        "veiled": "false" if parts.trusted or parts.guarded else named("is_veiled"),
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


def recent_statement(
    scope: Scope,
    filters: Mapping[str, Any] | None,
    *,
    limit: int,
    offset: int = 0,
    categories: list[str] | None = None,
    spaces: list[str] | None = None,
) -> Statement:
    """Build the listing of memories, last changed first."""
    kept = memory_filter(filters)
    params = {
        **scope.readable(categories),
        **({"spaces": spaces} if spaces is not None else {}),
        **kept.params,
        "now": scope.clock(),
        "limit": limit,
        "offset": offset,
    }
    return Statement(named("recent_memories").replace("{filter}", kept.text), params)


def list_memories(
    scope: Scope,
    *,
    categories: list[str] | None = None,
    filters: Mapping[str, Any] | None = None,
    limit: int = 50,
    offset: int = 0,
) -> Operation[list[Memory]]:
    """Return memories, last changed first."""
    statement = recent_statement(scope, filters, limit=limit, offset=offset, categories=categories)
    (rows,) = yield from read(statement)
    return [Record.read(row).memory for row in rows]


def always_on_statement(scope: Scope, categories: list[str]) -> Statement:
    """Build the reading of the categories that stand in every context; none of them reads nothing."""
    params = {
        **scope.readable(),
        "categories": categories,
        "now": scope.clock(),
        "limit": MAX_ALWAYS_ON,
    }
    return Statement(named("always_on"), params)


def _context_categories(scope: Scope) -> tuple[list[str], list[str]]:
    allowed = [scope.categories.get(name) for name in scope.categories.allowed(scope.agent)]
    always = [category.name for category in allowed if category.context == "all"]
    on_demand = [
        category.name
        for category in allowed
        if category.context == "rag" and category.name not in EXECUTION_CATEGORIES
    ]
    return always, on_demand


def _tell(scope: Scope, seen: list[Rows], question: Question) -> Operation[str]:
    """Return the delta header and move the cursor past it; one that does not fit the budget waits for the next look."""
    if not deltas.is_news(seen):
        return ""
    rows = yield from fetch(*deltas.look(scope))
    header = deltas.read(scope, rows).header
    if header and count_tokens(header) + 1 > question.budget_tokens:
        return ""
    yield from post(*deltas.moves(scope, rows))
    return header


def _within_length(scope: Scope, found: list[Record]) -> list[Record]:
    """Keep at most `rag_length` memories of each category (spec 004, item 5)."""
    taken: Counter[str] = Counter()
    kept = []
    for record in found:
        category = record.memory.category
        known = scope.categories.by_name.get(category)
        length = known.rag_length if known else None
        if length is None or taken[category] < length:
            kept.append(record)
            taken[category] += 1
    return kept


def _with_room(
    always: list[Record], found: list[Record], reflection: list[Record], budget: int
) -> list[Record]:
    """Return what there is room for in a context, in the order in which it is told."""
    sure = _fitting(always, int(budget * ALWAYS_ON_SHARE))
    sure |= _fitting(reflection, int(budget * REFLECTION_SHARE))
    answers = {record.uid for record in found}
    told = _distinct([*always, *found, *reflection])
    kept = _fitting(
        sorted(told, key=lambda it: (it.uid not in sure, it.uid not in answers)), budget
    )
    return [record for record in told if record.uid in kept]


def _fitting(records: list[Record], budget: int) -> set[UUID]:
    places, _ = fit([f"- {record.memory.bullet()}" for record in records], budget)
    return {records[place].uid for place in places}


def _check(scope: Scope, question: Question) -> None:
    """Refuse a question before anything is embedded for it."""
    scope.readable(question.named)
    memory_filter(question.filters)


def related_statement(
    scope: Scope,
    uids: list[UUID],
    categories: list[str] | None = None,
    filters: Mapping[str, Any] | None = None,
    *,
    limit: int,
) -> Statement:
    """Build the reading of what edges join to some memories, strongest first."""
    kept = memory_filter(filters)
    params = {
        **scope.readable(categories),
        **kept.params,
        "uids": uids,
        "except_uids": uids,
        "now": scope.clock(),
        "limit": limit,
    }
    return Statement(named("related").replace("{filter}", kept.text), params)


def _records(rows: Rows) -> list[Record]:
    return [Record.read(row) for row in rows]


def _records_then(rows: Rows) -> list[Record]:
    return [Record.read(row).changed(content=row["text_then"]) for row in rows]


def _distinct(records: list[Record]) -> list[Record]:
    return list({record.uid: record for record in reversed(records)}.values())[::-1]
