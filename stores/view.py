"""What can a principal do with memory?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from langgraph.store.base import BaseStore, Op, Result

from langmem_ext.categories import chosen
from langmem_ext.errors import ConfigurationError
from langmem_ext.memory import (
    Delta,
    EntityProfile,
    ErasureReceipt,
    EventCount,
    HistoryEvent,
    Memory,
    MemoryDraft,
    MemoryStats,
    QueryResult,
    RestoreReceipt,
    TurnHit,
    WriteOutcome,
    read_drafts,
)
from langmem_ext.principal import Principal
from langmem_ext.stores.engine import FLUSH_USES_AT
from langmem_ext.stores.operations import (
    about,
    branches,
    combining,
    deltas,
    erasing,
    inspection,
    lifecycle,
    naming,
    noting,
    putting_aside,
    reading,
    restoring,
    searching,
    turns,
)
from langmem_ext.stores.operations.conversation import question_of
from langmem_ext.stores.operations.embedding import embed_missing
from langmem_ext.stores.operations.noting import Every
from langmem_ext.stores.operations.telling import told
from langmem_ext.stores.operations.write import remember_many
from langmem_ext.stores.people import People
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.twins import twins

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from langmem_ext.stores.governed import GovernedStore


class MemoryView(BaseStore):
    """Show a store as one principal may see it, and write on its behalf.

    Every method has an async twin with an `a` before its name. A view is a LangGraph store itself: memory namespaces
    are cut to what the principal may reach, other namespaces are as in the store.
    """

    supports_ttl = True

    def __init__(
        self, store: GovernedStore, principal: Principal, *, node: str = "api", over: int = 0
    ) -> None:
        if not isinstance(principal, Principal):
            raise ConfigurationError("bind() takes a Principal: store.bind(Principal(user_id=...))")
        self.store = store
        self.principal = principal
        self.node = node
        self.over = over
        self.ttl_config = store.ttl_config
        self._scope: tuple[Scope, Scope] | None = None  # the store's, and what the view makes of it

    @property
    def index_config(self) -> dict[str, Any] | None:
        """Return how the store indexes items."""
        return self.store.index_config

    @property
    def embeddings(self) -> Embeddings | None:
        """Return the store's embedder; None without one."""
        return self.store.embeddings

    @property
    def scope(self) -> Scope:
        """Return what this view may reach."""
        of = self.store.scope
        if self._scope is None or self._scope[0] is not of:  # it is another one after reembed()
            bound = of.bound(self.principal, node=self.node, over=self.over)
            self._scope = (of, bound)
        return self._scope[1]

    def at(self, node: str) -> MemoryView:
        """Return the same view for a named node, which the audit and the events then name."""
        return MemoryView(self.store, self.principal, node=node, over=self.over)

    def leaving(self, over: int) -> MemoryView:
        """Return the same view, whose writes leave so many memories over a cap: the caller has it compacted soon."""
        return MemoryView(self.store, self.principal, node=self.node, over=over)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run BaseStore operations as one transaction."""
        return self.store.run(self.store.engine.batch(ops, self.scope), self.scope)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run BaseStore operations as one transaction."""
        return await self.store.arun(self.store.engine.batch(ops, self.scope), self.scope)

    # Writing

    def _remember(
        self,
        /,
        content: str,
        *,
        category: str | None = None,
        type: str | None = None,
        title: str | None = None,
        importance: int | None = None,
        tags: Sequence[str] = (),
        pinned: bool = False,
        sensitivity: str | None = None,
        subjects: Sequence[str] = (),
        portable: bool = True,
        slot: str | None = None,
        source: str = "api",
        source_ids: Sequence[str] = (),
        event_time: datetime | None = None,
        user_requested: bool = False,
        operation_id: str | None = None,
        space: Literal["user", "chat", "app"] | None = None,
        **more: Any,
    ) -> Operation[WriteOutcome]:
        """Write one memory through every gate.

        `more` takes the other fields of MemoryDraft (kind, keywords, confidence, valid_from, ...). The same text a
        second time under one `operation_id` changes nothing. What a policy refuses is an outcome, not an error; raises
        InvalidMemory for a malformed argument and UnknownCategory for a category that nobody configured.
        """
        given = dict(
            content=content, category=category, type=type, title=title, importance=importance, tags=tags, pinned=pinned,
            sensitivity=sensitivity, subjects=subjects, portable=portable, slot=slot, source=source,
            source_ids=source_ids, event_time=event_time, user_requested=user_requested, operation_id=operation_id,
            space=space,
        )  # fmt: skip
        outcomes = yield from self._write([MemoryDraft.read({**given, **more})])
        return outcomes[0]

    remember, aremember = twins(_remember)

    def _remember_many(
        self, drafts: Iterable[MemoryDraft | Mapping[str, Any]]
    ) -> Operation[Sequence[WriteOutcome]]:
        """Write several memories in one transaction; the outcomes stand in the order of the drafts."""
        return (yield from self._write(read_drafts(drafts)))

    remember_many, aremember_many = twins(_remember_many)

    def _write(self, drafts: Sequence[MemoryDraft]) -> Operation[Sequence[WriteOutcome]]:
        """Write, and carry the noted uses of memories along when there are many."""
        outcomes = yield from remember_many(self.scope, drafts)
        yield from self.store.engine.flush_uses(FLUSH_USES_AT)
        return outcomes

    def _correct(self, id: str, content: str) -> Operation[WriteOutcome]:
        """Replace the text of a memory, through the gates; the old text stays in the history."""
        return (yield from told(self.scope, lifecycle.correct(self.scope, id, content)))

    correct, acorrect = twins(_correct)

    def _confirm(self, id: str) -> Operation[WriteOutcome]:
        """Protect a memory from decay: the user confirmed it."""
        return (yield from told(self.scope, lifecycle.confirm(self.scope, id)))

    confirm, aconfirm = twins(_confirm)

    def _pin(self, id: str) -> Operation[WriteOutcome]:
        """Keep a memory for good."""
        return (yield from told(self.scope, lifecycle.pin(self.scope, id)))

    pin, apin = twins(_pin)

    def _forget(self, id: str) -> Operation[WriteOutcome]:
        """Soft-delete a memory; it can be restored for 30 days. Raises MemoryNotFound when there is none to see."""
        return (yield from told(self.scope, lifecycle.forget(self.scope, id)))

    forget, aforget = twins(_forget)

    def _end(self, id: str, since: datetime | None = None) -> Operation[WriteOutcome]:
        """Close a memory that is no longer true from `since` (now); nothing takes its place, `as_of` still finds it.

        The outcome is `superseded` for the reason `ended`, with the memory as `previous`.
        """
        return (yield from told(self.scope, lifecycle.end(self.scope, id, since)))

    end, aend = twins(_end)

    def _hide(self, id: str) -> Operation[WriteOutcome]:
        """Keep from this principal what another has said of it; who keeps the memory, and others, still see it.

        Raises PermissionDenied for a memory that is not about the principal, MemoryNotFound when there is none to see.
        """
        return (yield from told(self.scope, putting_aside.hide(self.scope, id)))

    hide, ahide = twins(_hide)

    def _unhide(self, id: str) -> Operation[WriteOutcome]:
        """Show what `hide` has put aside again."""
        return (yield from told(self.scope, putting_aside.unhide(self.scope, id)))

    unhide, aunhide = twins(_unhide)

    def _forget_matching(self, text: str) -> Operation[list[Memory]]:
        """Soft-delete the memories that hold all content words of a text; return them."""
        return (yield from told(self.scope, lifecycle.forget_matching(self.scope, text)))

    forget_matching, aforget_matching = twins(_forget_matching)

    def _restore(self, id: str) -> Operation[WriteOutcome]:
        """Bring back a forgotten, archived or superseded memory; what was consolidated comes back together."""
        return (yield from told(self.scope, combining.restore(self.scope, id)))

    restore, arestore = twins(_restore)

    def _consent(self, proposal_id: str, approve: bool) -> Operation[WriteOutcome]:
        """Apply or drop a proposed change; the decision is audited."""
        return (yield from told(self.scope, lifecycle.consent(self.scope, proposal_id, approve)))

    consent, aconsent = twins(_consent)

    def _relate(
        self, a: str, b: str, relation_type: str = "related_to", strength: float = 1.0
    ) -> Operation[None]:
        """Draw an edge between two memories of one space; `strength` lies between 0 and 1."""
        return (yield from inspection.relate(self.scope, a, b, relation_type, strength))

    relate, arelate = twins(_relate)

    # Reading

    def _query(
        self,
        text: str,
        *,
        categories: Sequence[str] | None = None,
        filters: Mapping[str, Any] | None = None,
        top_k: int = 3,
        returns: Literal["bullets", "full"] = "bullets",
        budget_tokens: int = 512,
        threshold: float | None = None,
        as_of: datetime | None = None,
    ) -> Operation[QueryResult]:
        """Find memories: the delta header first, then at most `top_k` bullets and 1-2 related ones, within the budget.

        `threshold` drops what is less similar (cosine with an embedder, else the share of the question's words, 0..1).
        Raises CategoryNotAllowed for a category outside the agent's allowlist.
        """
        question = searching.Question(
            text, chosen(categories), filters, top_k, returns, budget_tokens, threshold, as_of
        )
        return (yield from reading.query(self.scope, question))

    query, aquery = twins(_query)

    def _context(
        self,
        messages: Sequence[Any] | str,
        *,
        top_k: int | None = None,
        budget_tokens: int | None = None,
        threshold: float | None = None,
        said_here: Sequence[str] = (),
    ) -> Operation[QueryResult]:
        """Return what belongs into the prompt: header, always-on categories, what the messages recall, reflection.

        What is left out comes from the settings (`context`). `said_here` are the ids of messages that the prompt has
        anyway: what was learned from them alone, in this thread, is not told once more.
        """
        settings = self.scope.settings.context
        return (
            yield from reading.context(
                self.scope,
                question_of(messages),
                top_k=settings.top_k if top_k is None else top_k,
                budget_tokens=settings.budget_tokens if budget_tokens is None else budget_tokens,
                threshold=settings.threshold if threshold is None else threshold,
                said_here=said_here,
            )
        )

    context, acontext = twins(_context)

    def _delta(self) -> Operation[Delta]:
        """Return what changed since this thread last looked, and move its cursor; a new thread starts now."""
        return (yield from deltas.delta(self.scope))

    delta, adelta = twins(_delta)

    def _memory(self, id: str) -> Operation[Memory]:
        """Return an active memory; raise MemoryNotFound when there is none to see."""
        return (yield from told(self.scope, lifecycle.memory(self.scope, id)))

    memory, amemory = twins(_memory)

    def _list(
        self,
        *,
        categories: Sequence[str] | None = None,
        filters: Mapping[str, Any] | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Operation[list[Memory]]:
        """Return active memories, last changed first."""
        return (
            yield from reading.list_memories(
                self.scope,
                categories=chosen(categories),
                filters=filters,
                limit=limit,
                offset=offset,
            )
        )

    list, alist = twins(_list)

    def _history(self, id: str | None = None, limit: int = 50) -> Operation[Sequence[HistoryEvent]]:
        """Return the audited events of a memory, or of all that may be read; newest first."""
        return (yield from inspection.history(self.scope, id, limit))

    history, ahistory = twins(_history)

    def _related(self, id: str, limit: int = 10) -> Operation[Sequence[Memory]]:
        """Return the memories that edges join to a memory, strongest first."""
        return (yield from inspection.related(self.scope, id, limit))

    related, arelated = twins(_related)

    def _entity(self, name: str) -> Operation[EntityProfile | None]:
        """Return what is known of an entity: a name, a handle, an e-mail, a tag, a URL, a date, or an alias of it.

        None when no memory that may be read names it.
        """
        return (yield from naming.entity(self.scope, name))

    entity, aentity = twins(_entity)

    @property
    def people(self) -> People:
        """Return the registry of the tenant's people, as far as this principal may change it."""
        return People(self.store, self.scope)

    def _find_memories_by_subject(
        self,
        person_ids: Sequence[str],
        exclude_owner_user_id: str | None = None,
        limit: int = 50,
    ) -> Operation[Sequence[Memory]]:
        """Return the portable memories about some people, whoever keeps them, last changed first.

        Finds the principal's own and those about the people present, as the privacy tables allow (spec 001,
        Cross-Context Query).
        """
        return (yield from about.find_about(self.scope, person_ids, exclude_owner_user_id, limit))

    find_memories_by_subject, afind_memories_by_subject = twins(_find_memories_by_subject)

    @property
    def proposals(self) -> Sequence[Memory]:
        """Return the changes that wait for the user's consent, oldest first."""
        return self.store.run(lifecycle.proposals(self.scope), self.scope)

    async def aproposals(self) -> Sequence[Memory]:
        """Return the changes that wait for the user's consent, oldest first."""
        return await self.store.arun(lifecycle.proposals(self.scope), self.scope)

    def _stats(self) -> Operation[MemoryStats]:
        """Count memories, turns, sessions and events."""
        return (yield from inspection.stats(self.scope, self.store.engine.waiting_events()))

    stats, astats = twins(_stats)

    def _counts(
        self, since: datetime | None = None, every: Every = "day"
    ) -> Operation[Sequence[EventCount]]:
        """Count what nodes did, by `hour` or `day` (UTC), node, operation and status; oldest first."""
        waiting = self.store.engine.waiting_events()
        return (yield from noting.counts(self.scope, waiting, since=since, every=every))

    counts, acounts = twins(_counts)

    def export(self) -> Iterator[dict[str, Any]]:
        """Yield everything kept about what this principal may see as JSON-able dicts, each kind oldest first.

        `record` says which it is: memory (in every state), history, turn, person (who the principal is, and whom it
        registered), session, version (what a memory said before), relation, entity.
        """
        return iter(self.store.run(inspection.export(self.scope), self.scope))

    async def aexport(self) -> Sequence[dict[str, Any]]:
        """Return what `export` yields."""
        return await self.store.arun(inspection.export(self.scope), self.scope)

    def _import_lines(self, lines: Iterable[Mapping[str, Any]]) -> Operation[RestoreReceipt]:
        """Bring back what `export` gave, here or in another database, for this principal's user.

        What is there already stays as it is, so it may be run again. Every text passes the gates against secrets and
        special data. Records of chats do not come back.

        Raises PermissionDenied for a view with an agent or in a group, InvalidMemory for what is no export.
        """
        return (yield from restoring.restore(self.scope, lines))

    import_lines, aimport_lines = twins(_import_lines)

    def erase(self, *, dry_run: bool = False) -> ErasureReceipt:
        """Remove this principal's user for good: memories in every state, turns, history, and all that rests on them.

        Works in many short transactions; one that was interrupted is called again. With `dry_run` only counts. Raises
        PermissionDenied for a view with an agent, or in a group.
        """
        scope, user = erasing.trusted(self.scope), erasing.user_of(self.scope)
        return self.store.run(erasing.erase(scope, user, dry_run=dry_run))

    async def aerase(self, *, dry_run: bool = False) -> ErasureReceipt:
        """Remove this principal's user as `erase` does."""
        scope, user = erasing.trusted(self.scope), erasing.user_of(self.scope)
        return await self.store.arun(erasing.erase(scope, user, dry_run=dry_run))

    # Turns

    def _add_turn(
        self,
        role: str,
        content: str,
        *,
        session_id: str | None = None,
        at: datetime | None = None,
        id: str | None = None,
        speaker: str | None = None,
    ) -> Operation[str]:
        """Keep one raw message as evidence, secrets masked; return its id.

        The session is the thread's unless named. With an `id` of the caller's, keeping the same turn again changes
        nothing; another text under that id is another turn.
        """
        return (
            yield from turns.add_turn(
                self.scope, turns.NewTurn(role, content, session_id, at, id, speaker)
            )
        )

    add_turn, aadd_turn = twins(_add_turn)

    def _add_turns(
        self, new: Sequence[turns.NewTurn], *, line: branches.Line | None = None
    ) -> Operation[Sequence[str]]:
        """Keep several messages in one transaction; return their ids.

        `line` says which messages their conversation has by now: what it has no more is left behind, neither found nor
        reviewed.
        """
        return (yield from turns.add_turns(self.scope, new, line))

    add_turns, aadd_turns = twins(_add_turns)

    def _known_turns(self, session_id: str, ids: Sequence[str]) -> Operation[set[str]]:
        """Return which of some turn ids a session already holds."""
        return (yield from turns.known_turns(self.scope, session_id, ids))

    known_turns, aknown_turns = twins(_known_turns)

    def _search_turns(
        self, text: str, top_k: int = 10, session_id: str | None = None
    ) -> Operation[Sequence[TurnHit]]:
        """Return the turns that answer a text best, best first."""
        return (yield from turns.search_turns(self.scope, text, top_k=top_k, session_id=session_id))

    search_turns, asearch_turns = twins(_search_turns)

    def _embed_missing(self, limit: int = 64) -> Operation[int]:
        """Give vectors to memories and turns without one; return how many, to be called until it is 0."""
        return (yield from embed_missing(self.scope, limit=limit))

    embed_missing, aembed_missing = twins(_embed_missing)
