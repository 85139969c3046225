"""Does anybody ever see what is not theirs to see?

Hypothesis makes up tenants, chats, people, memories, turns and who looks; a few lines of plain Python, which know
nothing of the SQL, say what may be seen, and every door of the library is held against them. Then the same tables are
read without any condition, as the application's role, behind the second wall.

LANGMEM_TEST_READS=100000 makes the long run: so many reads at least, and their number at the end.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeAlias

import psycopg
import pytest
from books import rows
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph_sdk import Auth
from looks import ALL, HANDLE, OWN, WORD, Kept, look, marks_in, text_of

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal, server_auth
from langmem_ext.errors import PermissionDenied
from langmem_ext.namespaces import encode_label
from langmem_ext.server_auth import as_user
from langmem_ext.server_callers import Caller
from langmem_ext.stores.connections import _plain
from langmem_ext.stores.server import acting_for
from langmem_ext.stores.walls import wall

AnyStore: TypeAlias = MemoryStore | AsyncMemoryStore

READS = int(os.environ.get("LANGMEM_TEST_READS", "0"))
EXAMPLES = max(8, READS // 300)
"""A town of the long run is looked at at least 300 times."""

pytestmark = [pytest.mark.timeout(0)] if READS else []

USERS = ("u1", "u10", "u2")
NOT_A_USER = "p%"
PERSONS = (*USERS, NOT_A_USER)
SELF_FACTS = ("preferences", "profile")  # categories of the types that tell of who says it
CHATS = ("c1", "c10", "u1")  # a chat may be called like a user
APP = "u1"
TENANTS = ("t", "t1")
AGENTS = {  # of the packaged category file
    None: ("knowledge", "preferences", "tasks", "profile"),
    "supervisor": ("preferences", "tasks", "profile"),
    "planner": ("tasks",),
    "researcher": ("knowledge",),
    "nobody": (),
}


# What there is


@dataclass(frozen=True)
class Writer:
    """Say who writes, and where."""

    user: str
    tenant: str
    chat: str | None = None
    present: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Hold a memory as the reference knows it."""

    by: Writer
    kind: str
    sensitivity: str
    category: str
    subjects: frozenset[str] = frozenset()
    stated_by: str | None = None
    learned_in: str | None = None
    portable: bool = True
    mark: str = ""

    @property
    def space(self) -> str:
        return (
            f"{self.kind}:{ {'user': self.by.user, 'chat': self.by.chat, 'app': APP}[self.kind] }"
        )


@dataclass(frozen=True)
class Said:
    """Hold a turn."""

    by: Writer
    agent: str | None
    mark: str = ""

    @property
    def space(self) -> str:
        return f"chat:{self.by.chat}" if self.by.chat else f"user:{self.by.user}"


@dataclass
class Town:
    """Hold all that there is, under names of its own."""

    number: int
    facts: list[Fact]
    turns: list[Said]
    linked: str | None  # the user who is the person that is no user
    kept: dict[str, Kept] = field(default_factory=dict)

    def tenant(self, name: str) -> str:
        return f"{name}/{self.number}"

    def are(self, persons: tuple[str, ...], tenant: str) -> set[str]:
        """Return the persons that some users are."""
        also = {NOT_A_USER} if self.linked in persons and tenant == TENANTS[0] else set()
        return {*persons, *also}

    def was_in(self, persons: set[str], chat: str, tenant: str) -> bool:
        writers = [each.by for each in (*self.facts, *self.turns)]
        return any(
            by.chat == chat and by.tenant == tenant and persons & {by.user, *by.present}
            for by in writers
        )


# Who looks, and what may be seen: the reference


@dataclass(frozen=True)
class Viewer:
    """Say who looks."""

    tenant: str
    user: str | None
    chat: str | None
    app: str | None
    present: tuple[str, ...]
    agent: str | None

    @property
    def spaces(self) -> set[str]:
        ids = {"user": self.user, "chat": self.chat, "app": self.app}
        return {f"{kind}:{id}" for kind, id in ids.items() if id}

    @property
    def in_group(self) -> bool:
        return self.chat is not None or any(who != self.user for who in self.present)

    @property
    def said_in(self) -> set[str]:
        return {space for space in self.spaces if not self.in_group or space.startswith("chat:")}


def may_see(town: Town, who: Viewer, fact: Fact) -> bool:
    me = town.are((who.user,) if who.user else (), who.tenant)
    present = me | town.are(who.present, who.tenant)
    if fact.by.tenant != who.tenant or fact.category not in AGENTS[who.agent]:
        return False
    if fact.space not in who.spaces and not (fact.portable and fact.subjects & present):
        return False
    if who.in_group:
        if fact.sensitivity == "personal" and fact.subjects:
            return bool(fact.subjects & me) and fact.subjects <= present
        return fact.sensitivity != "sensitive"
    mine = who.user is not None and fact.space == f"user:{who.user}"
    i_said_it = (fact.stated_by or fact.by.user) in me
    if not fact.subjects:
        return fact.sensitivity != "sensitive" or mine or i_said_it
    if fact.subjects & me:
        return fact.sensitivity != "sensitive" or fact.subjects <= me
    if fact.sensitivity == "sensitive" or (fact.sensitivity == "personal" and not mine):
        return False
    learned_in = fact.learned_in or fact.by.chat
    return learned_in is None or i_said_it or town.was_in(me, learned_in, who.tenant)


def as_said(town: Town, fact: Fact) -> Fact:
    """What users say of themselves is about the persons that they are, where the application has said who that is."""
    by = fact.by
    known = by.user == town.linked and by.tenant == TENANTS[0] and fact.kind == "user"
    of_self = fact.category in SELF_FACTS and fact.portable
    about = fact.subjects or frozenset([NOT_A_USER] * (known and of_self))
    return replace(fact, subjects=about, stated_by=by.user)  # whatever the writer claims


def may_hear(who: Viewer, turn: Said) -> bool:
    return turn.by.tenant == who.tenant and turn.space in who.said_in


# How towns are made up

_some = st.lists(st.sampled_from(PERSONS), max_size=2).map(tuple)
_writers = st.builds(
    Writer,
    st.sampled_from(USERS),
    st.sampled_from((TENANTS[0], *TENANTS)),
    st.sampled_from((None, *CHATS)),
    _some,
).map(lambda by: by if by.chat else replace(by, present=()))
_facts = st.builds(
    Fact,
    _writers,
    st.sampled_from(("user", "user", "chat", "app")),
    st.sampled_from(("public", "personal", "sensitive")),
    st.sampled_from(AGENTS[None]),
    st.lists(st.sampled_from(PERSONS), max_size=2).map(frozenset),
    st.sampled_from((None, *PERSONS)),
    st.sampled_from((None, *CHATS)),
    st.booleans(),
).map(lambda fact: fact if fact.kind != "chat" or fact.by.chat else replace(fact, kind="user"))
_viewers = st.builds(
    Viewer,
    st.sampled_from((TENANTS[0], *TENANTS)),
    st.sampled_from((None, *USERS, *USERS)),
    st.sampled_from((None, None, *CHATS)),
    st.sampled_from((None, APP)),
    _some,
    st.sampled_from((None, *AGENTS)),
)
_numbers = count(1)


@st.composite
def _towns(draw: st.DrawFn) -> Town:
    facts = draw(st.lists(_facts, min_size=1, max_size=10))
    turns = draw(st.lists(st.builds(Said, _writers, st.sampled_from((None, *AGENTS))), max_size=4))
    number = next(_numbers)
    return Town(
        number,
        [replace(fact, mark=f"m{number}0{place}x") for place, fact in enumerate(facts)],
        [replace(turn, mark=f"m{number}9{place}x") for place, turn in enumerate(turns)],
        draw(st.sampled_from((None, *USERS))),
    )


def settle(town: Town, store: AnyStore) -> None:
    """Write all that there is."""
    if town.linked:
        people = store.people(town.tenant(TENANTS[0]))
        people.add("Pat", id=NOT_A_USER)
        people.link_user(NOT_A_USER, town.linked)
    for fact in town.facts:
        _write(town, store, fact)
    town.facts = [as_said(town, fact) for fact in town.facts]
    for turn in town.turns:
        view = _writing(town, store, turn.by, agent=turn.agent)
        view.add_turn("user", f"The {WORD} {turn.mark}")


def _write(town: Town, store: AnyStore, fact: Fact) -> None:
    view = _writing(town, store, fact.by, app_id=APP)
    outcome = view.remember(
        text_of(fact.mark), category=fact.category, sensitivity=fact.sensitivity, subjects=sorted(fact.subjects),
        stated_by=fact.stated_by, learned_in=fact.learned_in, portable=fact.portable, space=fact.kind,
    )  # fmt: skip
    assert outcome.memory is not None, outcome
    memory = outcome.memory
    assert set(memory.subjects) == as_said(town, fact).subjects
    town.kept[fact.mark] = Kept(fact.mark, memory.id, memory.tenant, memory.space, memory.category)


def _writing(town: Town, store: AnyStore, by: Writer, **more: Any) -> MemoryView:
    tenant = town.tenant(by.tenant)
    named = Principal(by.user, tenant=tenant, chat_id=by.chat, participants=by.present, **more)
    return store.bind(named)


def as_principal(town: Town, who: Viewer) -> Principal:
    return Principal(
        who.user, who.agent, town.tenant(who.tenant), who.chat, who.present, app_id=who.app
    )


# Every door


class Tally:
    """Count what was read."""

    reads = 0
    looks = 0


def options() -> dict[str, Any]:
    """One connection: what one principal leaves behind, the next one would find."""
    index = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    return {"index": index, "clock": FakeClock(), "pool_config": {"max_size": 1}}


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    with databases.fresh() as uri, MemoryStore.from_conn_string(uri, **options()) as store:
        yield store


@pytest.fixture(scope="module")
def shared_async(databases: Databases) -> Iterator[AsyncMemoryStore]:
    """An async store on a loop of its own: the sync methods hand over to it."""
    with databases.fresh() as uri:
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()

        def there(step: Coroutine[Any, Any, Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(step, loop).result()

        async def opened() -> Any:
            return AsyncMemoryStore.from_conn_string(uri, **options())

        context = there(opened())
        try:
            yield there(context.__aenter__())
            there(context.__aexit__(None, None, None))
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()


_some_viewers = st.lists(_viewers, min_size=3, max_size=6, unique=True)
_calm = list(HealthCheck)


@settings(max_examples=EXAMPLES, suppress_health_check=_calm)
@given(_towns(), _some_viewers)
def test_nobody_sees_what_is_not_theirs(
    shared: MemoryStore, town: Town, viewers: list[Viewer]
) -> None:
    check(shared, town, viewers)


@settings(max_examples=max(4, EXAMPLES // 10), suppress_health_check=_calm)
@given(_towns(), _some_viewers)
def test_nobody_sees_what_is_not_theirs_without_blocking(
    shared_async: AsyncMemoryStore, town: Town, viewers: list[Viewer]
) -> None:
    check(shared_async, town, viewers)


def check(store: AnyStore, town: Town, viewers: list[Viewer]) -> None:
    views = {
        who: store.bind(replace(as_principal(town, who), thread_id=str(number)))
        for number, who in enumerate(viewers)
    }
    for view in views.values():
        view.delta()
    settle(town, store)
    for who, view in views.items():
        check_delta(town, who, view)
        check_doors(town, who, view)
        check_numbers(town, who, view)
        check_routes(town, who, store)
        check_wall(town, who, store)


def check_delta(town: Town, who: Viewer, view: MemoryView) -> None:
    """A thread is told of the changes to what it may see."""
    own = {f.mark for f in town.facts if f.space in who.spaces and may_see(town, who, f)}
    marks_of = {kept.id: kept.mark for kept in town.kept.values()}
    told = view.delta()
    Tally.reads += 1
    assert marks_in(told.changes, marks_of) == own
    assert marks_in(told.header, marks_of) <= own


def check_doors(town: Town, who: Viewer, view: MemoryView) -> None:
    """Every door shows what may be seen, all of it where it is meant to, and nothing else."""
    visible = {fact.mark for fact in town.facts if may_see(town, who, fact)}
    own = {fact.mark for fact in town.facts if fact.mark in visible and fact.space in who.spaces}
    about = {f.mark for f in town.facts if f.mark in visible and f.portable and f.subjects}
    heard = {turn.mark for turn in town.turns if may_hear(who, turn)}
    own_agents = {t.mark for t in town.turns if who.agent is None or t.agent in (None, who.agent)}
    use_tool = who.agent is not None and bool(who.spaces) and Tally.looks % 5 == 0
    seen = look(view, list(town.kept.values()), PERSONS, view.scope.clock(), tool=use_tool)
    Tally.reads += seen.asked
    Tally.looks += 1
    expected = {
        **dict.fromkeys(OWN, own),
        **dict.fromkeys((*ALL, "tool") if use_tool else ALL, visible),
        "find by subject": about,
        "search turns": heard & own_agents if AGENTS[who.agent] else set(),
        "export turns": heard if who.agent is None else set(),
    }
    found = {door: seen.by_door[door] for door in expected}
    wrong = [
        (door, found[door], expected[door]) for door in expected if found[door] != expected[door]
    ]
    assert not wrong, who
    assert seen.everything <= visible | heard


def check_numbers(town: Town, who: Viewer, view: MemoryView) -> None:
    """What is counted and named is what may be seen."""
    own = [fact for fact in town.facts if fact.space in who.spaces and may_see(town, who, fact)]
    stats, profile = view.stats(), view.entity(HANDLE)
    Tally.reads += 3
    assert stats.total == len(own)
    assert set(stats.by_category) == {fact.category for fact in own}
    assert (profile.entity.mentions if profile else 0) == len(own)
    named = {town.kept[fact.mark].namespace for fact in own}
    assert set(view.list_namespaces(prefix=("memory",), limit=500)) == named


def check_routes(town: Town, who: Viewer, store: AnyStore) -> None:
    """The store's routes on a server show, of the space that is named, what a view of its owner there shows."""
    if who.user is None:
        return
    tenant = town.tenant(who.tenant)
    caller = Caller(user=who.user, tenant=tenant, agent=who.agent, chats=CHATS, apps=(APP,))
    ids = {"user": who.user, "chat": who.chat or CHATS[0], "app": APP}
    for kind, id in ids.items():
        labels = ("memory", encode_label(tenant), kind, id)
        namespace, principal = asyncio.run(_routed(caller, labels))
        found = marks_in(store.bind(principal).search(namespace, limit=500), {})
        Tally.reads += 1
        here = {"chat": id if kind == "chat" else None, "app": id if kind == "app" else None}
        there = replace(who, present=(), **here)
        expected = [f for f in town.facts if f.space == f"{kind}:{id}" and may_see(town, there, f)]
        assert found == {fact.mark for fact in expected}, (who, kind)
        named = asyncio.run(_routed(caller, labels, "list_namespaces"))
        listed = store.bind(named[1]).list_namespaces(prefix=named[0], limit=500)
        assert set(listed) == {town.kept[fact.mark].namespace for fact in expected}, (who, kind)
    for fact in town.facts:
        check_route_to(town, replace(who, present=()), store, fact, caller)


def check_route_to(town: Town, who: Viewer, store: AnyStore, fact: Fact, caller: Caller) -> None:
    """The route to one memory shows it to whom a view of its space would, and to nobody else."""
    kind, _, id = fact.space.partition(":")
    there = replace(who, chat=id if kind == "chat" else None, app=id if kind == "app" else None)
    kept, found = town.kept[fact.mark], None
    Tally.reads += 1
    try:
        namespace, principal = asyncio.run(_routed(caller, kept.namespace, "get"))
        found = store.bind(principal).get(namespace, kept.id)
    except (Auth.exceptions.HTTPException, PermissionDenied):
        pass  # both are 404 there
    shown = fact.space in there.spaces and may_see(town, there, fact)
    assert (found is not None) == shown, (who, fact)


async def _routed(
    caller: Caller, labels: tuple[str, ...], action: str = "search"
) -> tuple[Any, Any]:
    """Ask as the server does: who is let in, where to, and for whom the store then looks."""
    value: dict[str, Any] = {"namespace": labels}
    ctx = SimpleNamespace(user=as_user(caller), action=action, resource="store")
    handlers: Any = server_auth
    await handlers.reach_store(ctx, value)
    return value["namespace"], acting_for.get()


# The second wall

WALLED = (
    "memories", "history", "change_log", "versions", "turns", "documents", "postings", "mentions", "aliases",
    "entities", "spaces", "sessions", "operations", "events", "cursors", "relations", "people", "identities",
    "merges", "attendance",
)  # fmt: skip


def check_wall(town: Town, who: Viewer, store: AnyStore) -> None:
    """Statements that ask nothing show nothing that may not be seen."""
    facts, turns = town.facts, town.turns
    visible = {fact.mark for fact in facts if may_see(town, who, fact)}
    own = {fact.mark for fact in facts if fact.mark in visible and fact.space in who.spaces}
    heard = {turn.mark for turn in turns if may_hear(who, turn)}
    found = behind_wall(town, store, as_principal(town, who))
    Tally.reads += len(found)
    assert found["memories"] == visible
    assert found["history"] == found["change_log"] == own
    assert found["turns"] == heard
    assert not found["versions"]
    assert set().union(*found.values()) <= in_reach(town, who)


def in_reach(town: Town, who: Viewer) -> set[str]:
    """Return what lies in the spaces that a search reads: words and vectors are walled off by whole spaces."""
    present = town.are((who.user, *who.present) if who.user else who.present, who.tenant)
    facts = {
        fact.mark
        for fact in town.facts
        if fact.by.tenant == who.tenant
        and (fact.space in who.spaces or (fact.portable and fact.subjects & present))
    }
    here = (turn for turn in town.turns if turn.by.tenant == who.tenant)
    return facts | {turn.mark for turn in here if turn.space in who.spaces}


def behind_wall(town: Town, store: AnyStore, principal: Principal) -> dict[str, set[str]]:
    """Read every table as the application's role, in a transaction that runs for a principal."""
    uids = rows(store.conn_string, "SELECT uid::text FROM langmem.memories")
    assert len(uids) >= len(town.facts)
    marks_of = {kept.id: kept.mark for kept in town.kept.values()}
    with psycopg.connect(store.conn_string, autocommit=True) as connection:
        connection.execute("SET ROLE langmem_app")
        assert not any(read_all(connection, marks_of).values()), "nobody said who looks"
        with connection.transaction():
            statement = wall(store.bind(principal).scope)
            psycopg.RawCursor(connection).execute(*_plain(statement))
            found = read_all(connection, marks_of)
        assert not any(read_all(connection, marks_of).values()), "the transaction has ended"
    return found


def read_all(connection: psycopg.Connection[Any], marks_of: dict[str, str]) -> dict[str, set[str]]:
    return {
        table: marks_in(
            str(connection.execute(f"SELECT t::text FROM langmem.{table} t").fetchall()), marks_of
        )
        for table in WALLED
    }


def test_the_long_run_is_long_enough() -> None:
    print(f"{Tally.reads} reads by {Tally.looks} viewers")
    assert Tally.reads >= READS
