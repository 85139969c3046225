"""Does any query on the way of a conversation read rows of another space?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Any

import psycopg
import pytest
from books import rows
from fix_clock import START, FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from langchain_core.messages import HumanMessage
from plans import PLANNING_ONCE, ExplainingStore, Plan
from psycopg import sql

from langmem_ext import MemoryView, Principal
from langmem_ext.graphs import hot_path
from langmem_ext.memory import Kind, MemoryDraft
from langmem_ext.stores.operations import (
    consolidating,
    embedding,
    energy,
    reviewing,
    sweeping,
    unseen,
)
from langmem_ext.stores.operations.doctor import examine
from langmem_ext.stores.operations.items import sweep_items
from langmem_ext.stores.operations.reviewing import Learned
from langmem_ext.stores.operations.turns import NewTurn
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Statement, read
from langmem_ext.stores.scope import Scope

MEMORIES, OTHERS, BYSTANDERS, COPIES = 200, 11, 2000, 48
"""What a space holds; how many others are like it; how many hold next to nothing; copies that make the great one."""

ANA = Principal(user_id="ana", thread_id="t1")
AGENT = Principal(user_id="ana", thread_id="t1", agent="supervisor")
ALONE = Principal(user_id="ana")  # without a thread there is nothing to be told
GROUP = Principal(user_id="ana", chat_id="room", participants=("ana", "ben"), thread_id="room")
APP = Principal(user_id="ana", app_id="notes")
SPACE = "default/user:ana"
PROFILE = ("memory", "default", "user", "ana", "profile")
KNOWLEDGE = ("memory", "default", "user", "ana", "knowledge")


@dataclass
class World:
    """Hold a store with many spaces in it, and the ids of some memories of ana's."""

    uri: str
    store: ExplainingStore
    clock: FakeClock
    ids: list[str] = field(default_factory=list)
    calls: int = 0

    def view(self, principal: Principal) -> MemoryView:
        return MemoryView(self.store, principal)

    def fresh(self) -> str:
        """Return a word that no memory holds."""
        self.calls += 1
        return f"novelty{self.calls}"

    def offences(self, call: Call) -> list[str]:
        """Return what a call reads of other spaces; fail when it no longer sends what it is listed for."""
        owned = call.principal.owned().items()
        spaces = [f"default/{kind}:{id}" for kind, id in owned]
        before = self.held(spaces)
        plans = self.watch(lambda: call.run(self, self.view(call.principal)))
        own = {table: max(held, before[table]) for table, held in self.held(spaces).items()}
        sent = {plan.name for plan in plans}
        assert call.sends <= sent, f"sent are {sorted(sent)}"
        return [each for plan in plans for each in plan.offences(own, set(spaces))]

    def watch(self, call: Callable[[], object]) -> list[Plan]:
        plans: list[Plan] = []
        self.store.watched = plans
        try:
            call()
        finally:
            self.store.watched = None
        return plans

    def held(self, spaces: list[str]) -> dict[str, int]:
        """Count the rows of some spaces in each table that has spaces; ordinary items belong to no space of ours."""
        counts = " UNION ALL ".join(
            f"SELECT '{table}' AS name, count(*) AS n FROM langmem.{table}"
            f" WHERE {column} = ANY ((SELECT spaces FROM asked)::text[])"
            for table, column in self.keyed.items()
        )
        found = rows(self.uri, f"WITH asked AS (SELECT %s::text[] AS spaces) {counts}", spaces)
        return {row["name"]: row["n"] for row in found}

    @cached_property
    def keyed(self) -> dict[str, str]:
        return keyed_tables(self.uri)


@dataclass(frozen=True)
class Call:
    """Describe one call of a conversation, and the queries it is there to check."""

    name: str
    run: Callable[[World, MemoryView], object]
    sends: set[str] = field(default_factory=set)
    principal: Principal = ANA


def keyed_tables(uri: str) -> dict[str, str]:
    """Return the column that tells spaces apart, by table."""
    found = rows(
        uri,
        """SELECT table_name, column_name FROM information_schema.columns
           WHERE table_schema = 'langmem' AND column_name IN ('space', 'namespace')""",
    )
    return {row["table_name"]: row["column_name"] for row in found}


# The calls: what a conversation sends, and what users ask of their memory


def _novel(world: World, **fields: Any) -> dict[str, Any]:
    content = f"Mira keeps {world.fresh()} beside the green tea for @tom"
    return {"category": "knowledge", "content": content, **fields}


def _remember(**fields: Any) -> Callable[[World, MemoryView], object]:
    return lambda world, view: view.remember(**_novel(world, **fields))


def _remember_twice(**fields: Any) -> Callable[[World, MemoryView], object]:
    def run(world: World, view: MemoryView) -> None:
        draft = _novel(world, **fields)
        view.remember(**draft)
        view.remember(**draft)

    return run


def _refill_a_slot(world: World, view: MemoryView) -> None:
    for _ in "12":
        view.remember(**_novel(world, slot="user.tea"))


def _hide(world: World, view: MemoryView) -> None:
    draft = _novel(world)
    view.remember(**draft)
    view.remember(**_novel(world))
    view.remember(**draft, sensitivity="sensitive")


def _choose_again(world: World, view: MemoryView) -> None:
    scope, asked = view.store.scope, {"spaces": [SPACE], "rows": "[]"}
    view.store.run(unseen.choose_again_in(scope, [SPACE]))
    view.store.run(read(Statement(query("told_across"), asked)))


def _repeat_an_operation(world: World, view: MemoryView) -> None:
    operation = world.fresh()
    for _ in "12":
        view.remember(**_novel(world, operation_id=operation))


def _remember_many(world: World, view: MemoryView) -> object:
    return view.remember_many([_novel(world) for _ in range(20)])


def _fill_an_application(world: World, view: MemoryView) -> None:
    for _ in range(12):
        view.remember(**_novel(world, space="app"))


def _learn(w: World, v: MemoryView) -> None:
    draft = MemoryDraft(content=f"The user keeps a {w.fresh()} in the garden", category="knowledge")
    evidence = (v.memory(w.ids[0]),)
    v.store.run(reviewing.learn(v.scope, [Learned(draft, w.clock(), evidence)]))


def _read_session(w: World, v: MemoryView) -> None:
    v.store.run(reviewing.progress(SPACE, "s1"))
    v.store.run(reviewing.turns_between(SPACE, "s1", 0, 30))
    v.store.run(reviewing.latest_turns(SPACE, 20))


def _ask_a_model(w: World, v: MemoryView) -> None:
    key = w.fresh()
    v.store.run(energy.answer_of(SPACE, key))
    wanted = energy.reservation(v.scope, 1000, None)
    v.store.run(energy.reserve(v.scope, wanted, background=True))
    v.store.run(energy.keep_call(v.scope, SPACE, energy.Call(key, "job", "p", "m", 1, 1, "error")))


def _conclude(w: World, v: MemoryView) -> None:
    rests_on = {"kind": "insight", "source": "consolidation", "source_ids": w.ids[:2]}
    v.remember(w.fresh(), category="relationship_dynamic", **rests_on)
    v.store.run(reviewing.unfounded(v.scope, SPACE))
    since = w.clock() - timedelta(days=7)
    wanted: dict[str, Any] = {"since": since, "limit": 5, "categories": ["fact"]}
    v.store.run(reviewing.recent(v.scope, SPACE, [Kind.SEMANTIC], **wanted))
    v.store.run(reviewing.latest(SPACE, Kind.REFLECTION))


def _propose(world: World, view: MemoryView) -> None:
    for _ in "12":
        outcome = view.remember(**_novel(world, category="profile", slot="city", source="scan"))
    assert outcome is not None
    for proposal in view.proposals:
        view.consent(proposal.id, approve=True)


def _hear_news(world: World, view: MemoryView) -> object:
    world.view(ALONE).remember(**_novel(world))
    return view.query(TEXT)


def _delta_with_news(world: World, view: MemoryView) -> object:
    view.delta()
    world.view(ALONE).remember(**_novel(world))
    return view.delta()


def _delta_of_a_new_thread(world: World, view: MemoryView) -> object:
    return world.view(Principal(user_id="ana", thread_id=world.fresh())).delta()


def _found(world: World, view: MemoryView) -> None:
    result = view.query(TEXT, returns="full", top_k=10)
    assert len(result.memories) >= 3


def _use(world: World, view: MemoryView) -> None:
    for waiting in (world.store.engine.uses, world.store.engine.noted):
        waiting.clear()  # of the calls before, other principals' among them
    view.query(TEXT, top_k=10)
    view.context(TEXT)
    assert world.store.flush_uses(1)


def _forget_and_restore(world: World, view: MemoryView) -> None:
    id = world.ids.pop()
    view.forget(id)
    view.restore(id)


def _forget_matching(world: World, view: MemoryView) -> None:
    draft = _novel(world)
    view.remember(**draft)
    assert view.forget_matching(draft["content"])


def _put_and_delete(world: World, view: MemoryView) -> None:
    key = world.fresh()
    view.put(KNOWLEDGE, key, {"content": f"The jar {key} stands in the tea room"}, ttl=60)
    assert view.get(KNOWLEDGE, key)
    view.put(KNOWLEDGE, key, {"content": f"The jar {key} stands in the green room"})
    view.delete(KNOWLEDGE, key)


def _converse(world: World, view: MemoryView) -> None:
    said = f"Remember that I keep {world.fresh()} in the kitchen. Which tea does Mira like?"
    context: Any = {"user_id": "ana", "thread_id": "t1"}
    state: Any = {"messages": [HumanMessage(said)]}
    graph = hot_path.build().compile(store=world.store)
    result = graph.invoke(state, context=context)
    assert result["memory_context"]


TEXT = "Which tea does Mira like in the kitchen?"
WRITING = {"ensure_space", "lock_space", "neighbours", "save_memory", "index_document", "mention"}
READING = {"peek_cursors", "search_memories"}
FILTERS = {"importance_min": 2, "type": "knowledge", "updated_after": START - timedelta(days=1)}

CALLS = [
    Call("query", _found, READING),
    Call("query with a filter", lambda w, v: v.query(TEXT, filters=FILTERS), READING),
    Call("query with a threshold", lambda w, v: v.query(TEXT, threshold=0.2), READING),
    Call("query without a thread", _found, {"search_memories"}, ALONE),
    Call("query of an agent", lambda w, v: v.query(TEXT), READING, AGENT),
    Call("query in a group", lambda w, v: v.query(TEXT), READING, GROUP),
    Call("query when there is news", _hear_news, {"changes_since", "move_cursors"}),
    Call("query as of then", lambda w, v: v.query(TEXT, as_of=w.clock()), {"known_then"}),
    Call("context", lambda w, v: v.context(TEXT), {"always_on", "latest_reflection", *READING}),
    Call("context of an agent", lambda w, v: v.context(TEXT), {"always_on", *READING}, AGENT),
    Call("context in a group", lambda w, v: v.context(TEXT), {"always_on", *READING}, GROUP),
    Call("delta", _delta_with_news, {"changes_since", "move_cursors"}),
    Call("delta of a new thread", _delta_of_a_new_thread, {"start_cursor", "changes_since"}),
    Call("delta without a thread", lambda w, v: v.delta(), {"current_revisions"}, ALONE),
    Call("remember", _remember(), WRITING | {"link", "record_change"}),
    Call("remember a duplicate", _remember_twice(), WRITING),
    Call("remember what came by itself", _remember(source="scan"), WRITING | {"writes_today"}),
    Call("remember in a group", _remember(space="chat"), WRITING, GROUP),
    Call("refill a slot", _refill_a_slot, WRITING | {"slot_holders", "unindex_memory"}),
    Call("hide", _hide, {"give_up_places", "fill_places", "sharing_names"}),
    Call("choose again", _choose_again, {"give_up_places_in", "fill_places", "told_across"}),
    Call("repeat an operation", _repeat_an_operation, {"find_operations", "keep_operation"}),
    Call("remember many", _remember_many, WRITING),
    Call("fill an application", _fill_an_application, WRITING | {"overflow"}, APP),
    Call("propose and consent", _propose, {"same_proposals", "proposals", "memories_by_id"}),
    Call("a refusal", lambda w, v: v.remember("My password is hunter2-Zebra!"), {"record_refusal"}),
    Call("flush uses", _use, {"boost_accessed", "record_noted"}),
    Call(
        "add a turn",
        lambda w, v: v.add_turn("user", f"Mira drinks {w.fresh()} tea with @tom"),
        {"open_session", "add_turn", "index_document", "mention"},
    ),
    Call(
        "add turns",
        lambda w, v: v.add_turns([NewTurn("user", w.fresh(), "s1") for _ in range(5)]),
        {"open_session", "add_turn"},
    ),
    Call("learn from a review", _learn, {"withdrawn_since", "alike_by_words", "texts_of"}),
    Call("read a session", _read_session, {"session", "turns_between", "latest_turns"}),
    Call("ask a model", _ask_a_model, {"answer_of", "reserve", "keep_call", "record_events"}),
    Call(
        "conclude",
        _conclude,
        {"any_concluded", "foundations", "more_public", "recent_of_kinds", "latest_of_kind"},
    ),
    Call("known turns", lambda w, v: v.known_turns("s1", ["a", "b"]), {"known_turns"}),
    Call("search turns", lambda w, v: v.search_turns(TEXT), {"search_turns"}),
    Call("search a session", lambda w, v: v.search_turns(TEXT, session_id="s1"), {"search_turns"}),
    Call("search turns of a group", lambda w, v: v.search_turns(TEXT), {"search_turns"}, GROUP),
    Call("search turns of an agent", lambda w, v: v.search_turns(TEXT), {"search_turns"}, AGENT),
    Call("embed missing", lambda w, v: v.embed_missing(5), {"take_texts", "add_vectors"}),
    Call("entity", lambda w, v: v.entity("@tom"), {"entity_profile"}),
    Call(
        "relate",
        lambda w, v: v.relate(w.ids[0], w.ids[1]),
        {"memories_by_id", "link", "record_history"},
    ),
    Call("related", lambda w, v: v.related(w.ids[0]), {"memories_by_id", "related"}),
    Call("memory", lambda w, v: v.memory(w.ids[0]), {"memories_by_id"}),
    Call(
        "correct",
        lambda w, v: v.correct(w.ids.pop(), w.fresh()),
        {"unindex_memory", "resting_on", "told_names"},
    ),
    Call("pin", lambda w, v: v.pin(w.ids.pop()), {"save_memory"}),
    Call("confirm", lambda w, v: v.confirm(w.ids.pop()), {"save_memory"}),
    Call("forget and restore", _forget_and_restore, {"unindex_memory", "resting_on", "told_names"}),
    Call("forget what matches", _forget_matching, {"memories_saying", "unindex_memory"}),
    Call("list", lambda w, v: v.list(filters=FILTERS), {"recent_memories"}),
    Call("history", lambda w, v: v.history(), {"history"}),
    Call("history of a memory", lambda w, v: v.history(w.ids[0]), {"history"}),
    Call("stats", lambda w, v: v.stats(), {"count_memories", "count_turns", "count_events"}),
    Call(
        "export",
        lambda w, v: list(v.export()),
        {"export_memories", "export_history", "export_turns"},
    ),
    Call("put, get and delete", _put_and_delete, {"memories_by_key", "active_by_keys"}),
    Call("search", lambda w, v: v.search(KNOWLEDGE, query=TEXT), {"search_memories"}),
    Call("search a filter", lambda w, v: v.search(KNOWLEDGE, filter=FILTERS), {"recent_memories"}),
    Call("list namespaces", lambda w, v: v.list_namespaces(prefix=PROFILE), {"memory_namespaces"}),
    Call(
        "get by a trusted job",
        lambda w, v: w.store.get(KNOWLEDGE, w.ids[0]),
        {"active_by_keys"},
    ),
    Call(
        "search by a trusted job",
        lambda w, v: w.store.search(KNOWLEDGE, query=TEXT),
        {"search_memories"},
    ),
    Call("a turn of the hot path", _converse, WRITING | READING | {"always_on", "add_turn"}),
]


# The sweeps: what looks at all spaces by its nature


@dataclass(frozen=True)
class Sweep:
    """Describe a sweep, how a few rows become due for it, and how many at most it then has to read."""

    name: str
    run: Callable[[Scope], Operation[object]]
    makes_due: str
    sends: set[str]
    due: int = 1


def _one(where: str, change: str) -> str:
    """Return the statement that changes one memory of ana's."""
    return f"""UPDATE langmem.memories m SET {change} FROM (
                   SELECT space, uid FROM langmem.memories WHERE space = '{SPACE}' AND {where} LIMIT 1
               ) one WHERE m.space = one.space AND m.uid = one.uid RETURNING 1"""


_ACTIVE = "state = 'active' AND NOT pinned AND kind = 'semantic'"
_LONG_AGO = "created_at = '2000-01-01', last_accessed = NULL"
_SOFT_DELETED = f"""INSERT INTO langmem.memories SELECT (jsonb_populate_record(m, jsonb_build_object(
    'uid', gen_random_uuid(), 'id', gen_random_uuid(), 'state', 'soft_deleted', 'purge_at', '2000-01-01'))).*
    FROM langmem.memories m WHERE space = '{SPACE}' LIMIT 1 RETURNING 1"""
_PROPOSED = f"""INSERT INTO langmem.memories SELECT (jsonb_populate_record(m, jsonb_build_object(
    'uid', gen_random_uuid(), 'id', gen_random_uuid(), 'state', 'proposed', 'expires_at', '2000-01-01'))).*
    FROM langmem.memories m WHERE space = '{SPACE}' LIMIT 1 RETURNING 1"""
_WAITING = f"""UPDATE langmem.documents SET waits = true WHERE space = '{SPACE}' AND NOT waits RETURNING 1"""
_ITEM_WAITING = (
    """UPDATE langmem.item_vectors SET embedding = NULL WHERE namespace = 'notes.7' RETURNING 1"""
)
_ITEM_EXPIRED = """UPDATE langmem.items SET expires_at = '2000-01-01', ttl_minutes = 1
                   WHERE namespace = 'notes.8' RETURNING 1"""

_LATER = datetime(2100, 1, 2, tzinfo=UTC)

SWEEPS = [
    Sweep("expire", sweeping.expire, _one(_ACTIVE, "expires_at = '2000-01-01'"), {"due_to_expire"}),
    Sweep("archive", sweeping.archive, _one(_ACTIVE, "fades_at = '2000-01-01'"), {"due_to_fade"}),
    Sweep(
        "forget what is unused",
        sweeping.forget_unused,
        _one(_ACTIVE, f"importance = 1, {_LONG_AGO}"),
        {"due_unused", "reread", "unindex_memory"},
    ),
    Sweep(
        "purge",
        sweeping.purge,
        _SOFT_DELETED,
        {"due_to_purge", "purge"},
        due=8,  # the few versions of the space may be looked through
    ),
    Sweep(
        "fill places",
        unseen.with_free_places,
        f"""UPDATE langmem.relations r SET shows = 32 FROM (
                SELECT * FROM langmem.relations WHERE space = '{SPACE}' LIMIT 1) one
            WHERE (r.space, r.from_uid, r.to_uid) = (one.space, one.from_uid, one.to_uid) RETURNING 1""",
        {"places_to_fill"},
    ),
    Sweep(
        "forget proposals",
        sweeping.forget_proposals,
        _PROPOSED,
        {"expired_proposals", "purge"},
        due=8,
    ),
    Sweep(
        "what has changed lately",
        lambda scope: consolidating.spaces_due(replace(scope, clock=lambda: _LATER), until=_LATER),
        _one(_ACTIVE, "updated_at = '2100-01-01'"),
        {"spaces_to_consolidate"},
        due=4200,  # the reviews that wait are due by then, too
    ),
    Sweep(
        "who has learned something lately",
        lambda scope: reviewing.spaces_due(
            replace(scope, clock=lambda: _LATER),
            "reflect",
            since=_LATER - timedelta(days=7),
            least=1,
        ),
        _one(_ACTIVE, "updated_at = '2100-01-01', created_at = '2100-01-01'"),
        {"spaces_due"},
        due=2,  # that of the sweep before among them
    ),
    Sweep(
        "embed missing",
        lambda scope: embedding.embed_missing(scope, limit=20),
        _WAITING,
        {"take_texts", "add_vectors"},
        due=20,
    ),
    Sweep(
        "embed items",
        lambda scope: embedding.embed_missing_items(scope),
        _ITEM_WAITING,
        {"take_items", "add_item_vectors"},
    ),
    Sweep(
        "sweep items", lambda scope: sweep_items(now=scope.clock()), _ITEM_EXPIRED, {"sweep_items"}
    ),
]


# The worlds


def load(world: World) -> None:
    """Fill a space, a chat and an application as callers do; copy the space for other users."""
    _fill(world, MEMORIES)
    with psycopg.connect(world.uri, autocommit=True) as connection:
        _copy(connection, "'default/user:other' || n", OTHERS)
        _copy(connection, "'default/user:bystander' || n", BYSTANDERS, each=2)
        connection.execute(
            "INSERT INTO langmem.items SELECT 'notes.' || n, 'k', '{}', now(), now()"
            " FROM generate_series(1, 2000) n"
        )
        connection.execute(
            "INSERT INTO langmem.item_vectors SELECT namespace, key, 0, '$', (SELECT embedding FROM langmem.documents"
            " WHERE embedding IS NOT NULL LIMIT 1) FROM langmem.items"
        )


def analyse(world: World) -> None:
    with psycopg.connect(world.uri, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def dwarf(world: World) -> None:
    """Add a space that holds 80 % of all rows."""
    with psycopg.connect(world.uri, autocommit=True) as connection:
        _copy(connection, "'default/user:great'", COPIES)


def rehearse(world: World) -> None:
    """Let every call be planned on next to nothing."""
    _fill(world, 12)
    for call in CALLS:
        world.watch(partial(call.run, world, world.view(call.principal)))


STATES: dict[str, list[Callable[[World], None]]] = {
    "never analysed": [load],
    "analysed": [load, analyse],
    "planned on an empty database": [rehearse, load],
    "beside a space of most rows": [load, dwarf, analyse],
    "beside a space of most rows, never analysed": [load, dwarf],
}


@pytest.fixture(scope="module", params=STATES)
def world(request: pytest.FixtureRequest, databases: Databases) -> Iterator[World]:
    with opened(databases) as world:
        for step in STATES[request.param]:
            step(world)
        yield world


@pytest.fixture(scope="module")
def pooled(databases: Databases) -> Iterator[World]:
    """A world where nothing is set for a connection, as behind a pooler: any other may be its next one."""
    with opened(databases) as world:
        world.store.run(read(Statement("SELECT set_config(name, reset_val, false) FROM pg_settings"
                                       " WHERE name IN ('plan_cache_mode', 'enable_seqscan', 'jit')")))  # fmt: skip
        world.store.run(read(Statement("SET plan_cache_mode = force_custom_plan")))
        load(world)
        yield world


PARTS = 8


@pytest.fixture(scope="module")
def split(databases: Databases) -> Iterator[World]:
    """A world whose tables are partitioned."""
    with opened(databases, partitions=PARTS) as world:
        load(world)
        analyse(world)
        yield world


@contextmanager
def opened(databases: Databases, partitions: int | None = None) -> Iterator[World]:
    clock = FakeClock()
    options: dict[str, Any] = {
        "index": {"dims": HASH_DIMS, "embed": HashEmbeddings()},
        "pool_config": PLANNING_ONCE,
        "clock": clock,
    }
    with (
        databases.fresh(migrated=partitions is None) as uri,
        ExplainingStore.from_conn_string(uri, **options) as store,
    ):
        store.setup(partitions)
        _keep_autovacuum_out(uri)
        yield World(uri, store, clock)


def _keep_autovacuum_out(uri: str) -> None:
    with psycopg.connect(uri, autocommit=True) as connection:
        for (table,) in connection.execute(
            """SELECT oid::regclass::text FROM pg_class
               WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('langmem', 'langmem_partitions')"""
        ).fetchall():
            connection.execute(
                sql.SQL("ALTER TABLE {} SET (autovacuum_enabled = off)").format(sql.SQL(table))
            )


def _fill(world: World, memories: int) -> None:
    view = world.view(ANA)
    for start in range(0, memories, 50):  # from 100 at once, statistics would be renewed
        drafts = [_draft(number) for number in range(start, min(start + 50, memories))]
        world.ids += [each.memory.id for each in view.remember_many(drafts) if each.memory]
    view.add_turns([NewTurn("user", _text(n), f"s{n % 7}") for n in range(memories // 3)])
    world.clock.advance(timedelta(hours=1))
    for id in world.ids[:5]:
        view.correct(id, f"Mira no longer keeps {world.fresh()}")
    group = world.view(GROUP)
    group.remember_many([{**_draft(n), "space": "chat"} for n in range(30)])
    group.add_turns([NewTurn("user", _text(n)) for n in range(30)])
    for each in (view, group):
        each.delta()


def _draft(number: int) -> dict[str, Any]:
    category = ("knowledge", "preferences", "goals", "profile", "tasks")[number % 5]
    fields = {"category": category, "importance": 1 + number % 5, "operation_id": f"o{number}"}
    return {"content": _text(number), **fields}


def _text(number: int) -> str:
    who = ("Mira", "Jonas", "@tom", "Aunt Ida", "#garden")[number % 5]
    what = ("tea", "bread", "kitchen", "music", "boat", "winter", "chess")[number % 7]
    return f"{who} likes the {what} of drawer {number} in room {number % 11}"


def _copy(
    connection: psycopg.Connection[Any], target: str, times: int, each: int = 1_000_000
) -> None:
    """Copy rows of ana's space to the space that `target` makes of the number `n` of the copy, with new keys."""
    columns = connection.execute(
        """SELECT table_name, column_name, data_type FROM information_schema.columns
           WHERE table_schema = 'langmem' AND is_generated = 'NEVER' AND table_name IN
                 (SELECT table_name FROM information_schema.columns
                  WHERE table_schema = 'langmem' AND column_name = 'space')
           ORDER BY table_name"""
    ).fetchall()
    for table in dict.fromkeys(row[0] for row in columns):
        copied = {row[1]: _copied(row[1], row[2], target) for row in columns if row[0] == table}
        connection.execute(
            f"INSERT INTO langmem.{table} ({', '.join(copied)}) SELECT {', '.join(copied.values())}"
            f" FROM (SELECT * FROM langmem.{table} WHERE space = '{SPACE}' LIMIT {each}) s"
            f" CROSS JOIN generate_series(1, {times}) n ON CONFLICT DO NOTHING".encode()
        )


def _copied(column: str, type: str, target: str) -> str:
    if column == "space":
        return target
    if type == "uuid":
        return f"md5({column}::text || n)::uuid"
    if column in ("id", "memory_id", "operation_id", "session_id", "slot"):
        return f"{column} || '.' || n"
    return f"{column} + n * 100000" if column == "rev" else column


# The tests


def test_plans_are_those_of_a_role_that_the_walls_hold_for(pooled: World) -> None:
    """Row-level security keeps the planner from some indexes."""
    assert pooled.store.run(examine()).walled


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_call_reads_rows_of_its_own_spaces_only(world: World, call: Call) -> None:
    found = world.offences(call)

    assert not found, "\n".join(["rows of other spaces are read:", *found])


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_call_that_is_planned_each_time_reads_rows_of_its_own_spaces_only(
    pooled: World, call: Call
) -> None:
    found = pooled.offences(call)

    assert not found, "\n".join(["rows of other spaces are read:", *found])


HOT = [call for call in CALLS if call.name != "embed missing"]  # which is maintenance


@pytest.mark.parametrize("call", HOT, ids=lambda call: call.name)
def test_a_call_opens_the_partitions_of_its_own_spaces_only(split: World, call: Call) -> None:
    view = split.view(call.principal)
    plans = split.watch(lambda: call.run(split, view))
    own = parts_of(split.uri, reached(call.principal))

    beyond = {
        f"{plan.name}: {table} {sorted(parts - own)}"
        for plan in plans
        for table, parts in plan.opened().items()
        if parts - own
    }

    assert not beyond, "\n".join(["partitions of other spaces are read:", *sorted(beyond)])


def reached(principal: Principal) -> list[str]:
    """Return the spaces that a principal reaches: its own, those of the people present, the registry."""
    present = {principal.user_id, *principal.participants}
    people = [f"default/person:{id}" for id in present]
    own = [f"default/{kind}:{id}" for kind, id in principal.owned().items()]
    return [*own, *people, "default/people"]


def parts_of(uri: str, spaces: list[str]) -> set[int]:
    found = rows(
        uri,
        """SELECT DISTINCT n FROM unnest(%s::text[]) AS s (space), generate_series(0, %s - 1) n
           WHERE satisfies_hash_partition('langmem.memories'::regclass, %s, n, s.space COLLATE "C")""",
        spaces,
        PARTS,
        PARTS,
    )
    return {row["n"] for row in found}


@pytest.mark.parametrize("sweep", SWEEPS, ids=lambda sweep: sweep.name)
def test_a_sweep_of_all_spaces_reads_what_is_due_only(world: World, sweep: Sweep) -> None:
    rows(world.uri, sweep.makes_due)
    plans = world.watch(lambda: world.store.run(sweep.run(world.store.engine.scope)))

    assert sweep.sends <= {plan.name for plan in plans}
    assert not [each for plan in plans for each in plan.beyond(sweep.due)]


def test_plans_are_made_without_looking_at_the_arguments(world: World) -> None:
    plans = world.watch(lambda: world.view(ANA).query(TEXT))

    assert any("$" in str(plan.tree) for plan in plans)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT count(*) FROM langmem.memories", "on memories"),
        ("SELECT * FROM langmem.turns WHERE content LIKE '%%tea%%' LIMIT 1", "on turns"),
        ("SELECT * FROM langmem.memories WHERE expires_at <= now()", "on memories"),
        ("SELECT * FROM langmem.memories WHERE space >= 'a' AND space < 'e'", "on memories"),
    ],
)
def test_a_statement_that_reads_other_spaces_is_caught(
    world: World, statement: str, told: str
) -> None:
    call = Call("bad", lambda world, view: world.store.run(read(Statement(statement))))

    found = world.offences(call)

    assert any(told in each for each in found)


def test_a_statement_that_asks_for_another_space_is_caught(world: World) -> None:
    statement = Statement(
        "SELECT * FROM langmem.memories WHERE space = ANY (%(spaces)s::text[])",
        {"spaces": [SPACE, "default/user:other1"]},
    )
    call = Call("bad", lambda world, view: world.store.run(read(statement)))

    assert any("names default/user:other1" in each for each in world.offences(call))
