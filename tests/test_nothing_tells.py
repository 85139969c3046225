"""Can somebody tell that there is something that they may not see?

Two worlds, alike but for what the viewer may not see: it is in one and not in the other. All that the viewer is shown,
and all that its writes are answered, must be the same in both, down to the digits of a score.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic_core import to_jsonable_python

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import LangMemError
from langmem_ext.namespaces import MemoryNamespace
from langmem_ext.settings import RelationSettings, Settings

WORDS = ("zebra", "lake", "tulip", "@rui", "@Ana_Lima", "Ana Lima", "@ana.lima")
CATEGORIES = ("knowledge", "tasks")
LONG: Mapping[str, Any] = {"top_k": 30, "budget_tokens": 100_000, "returns": "full"}
GENERATE = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a pair of worlds takes minutes
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_numbers = count(1)

WRITER: Mapping[str, Any] = {"user_id": "ana", "chat_id": "c"}
VIEWERS: Mapping[str, Mapping[str, Any]] = {
    "an agent of few categories": {"user_id": "ana", "agent": "planner"},
    "a member of a chat": {"user_id": "ana", "chat_id": "c"},
    "another member of a chat": {"user_id": "bo", "chat_id": "c"},
    "a user alone": {"user_id": "ana"},
    "a user with somebody": {"user_id": "ana", "participants": ("bo",)},
    "whom it is about, alone": {"user_id": "bo"},
    "whom it is about, through an agent": {"user_id": "bo", "agent": "planner"},
    "somebody with whom it is about": {"user_id": "cy", "participants": ("bo",)},
    "a user of an app": {"user_id": "ana", "app_id": "shop"},
    "an agent of an app": {"user_id": "ana", "app_id": "shop", "agent": "planner"},
}


@dataclass(frozen=True)
class Told:
    """Say what is written, and where: its key or operation may be one that others choose too."""

    words: tuple[str, ...]
    category: str
    sensitivity: str
    subjects: tuple[str, ...]
    space: Any
    key: str | None
    slot: str | None
    operation: str | None

    def write(self, view: MemoryView, place: int) -> None:
        fields: dict[str, Any] = {
            "content": f"Number {place} has {' '.join(self.words)}",
            "sensitivity": self.sensitivity,
            "subjects": list(self.subjects),
        }
        if self.key:
            view.put(namespace(view, self.space, self.category), self.key, fields)
            return
        slot = self.slot and f"{self.slot}{place}"
        operation = self.operation and f"{self.operation}{place}"
        view.remember(
            **fields, category=self.category, space=self.space, slot=slot, operation_id=operation
        )


def namespace(view: MemoryView, space: str, category: str) -> tuple[str, ...]:
    owner = {"user": "ana", "chat": "c", "app": "shop"}[space]
    return MemoryNamespace(view.principal.tenant, space, owner, category).labels()


_told = st.builds(
    Told,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(tuple),
    st.sampled_from(CATEGORIES),
    st.sampled_from(("public", "personal", "sensitive")),
    st.sampled_from(((), ("bo",), ("cy",))),
    st.sampled_from(("user", "user", "chat")),
    st.sampled_from((None, None, "k")),
    st.sampled_from((None, "pet")),
    st.sampled_from((None, "run")),
)


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    options: Any = {
        "index": {"dims": HASH_DIMS, "embed": HashEmbeddings()},
        "clock": FakeClock(),
        "settings": Settings(relations=RelationSettings(top_k=1, link_min=0.2)),
    }
    with databases.fresh() as uri, MemoryStore.from_conn_string(uri, **options) as store:
        yield store


@dataclass
class World:
    """Hold a tenant, who looks at it, and all that it was shown."""

    store: MemoryStore
    tenant: str
    who: Mapping[str, Any]
    shown: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def view(self) -> MemoryView:
        return self.store.bind(Principal(**self.who, tenant=self.tenant, thread_id="t"))

    def ask(self, method: str, *arguments: Any, **options: Any) -> None:
        """Call a method of the view and keep what it says; its uses are noted at once, so that none counts later."""
        try:
            answer = getattr(self.view, method)(*arguments, **options)
        except LangMemError as error:
            answer = f"{type(error).__name__}: {error}"
        if isinstance(answer, Iterator | set):
            answer = sorted(answer) if isinstance(answer, set) else list(answer)
        name = f"{method} {arguments} {options}"
        self.shown.append((name, to_jsonable_python(answer, fallback=lambda item: item.dict())))
        self.store.run(self.store.engine.flush_uses(1))

    @property
    def transcript(self) -> list[str]:
        """Return what was shown, in words that do not depend on the ids of this world."""
        known: dict[str, str] = {}
        lines = (
            f"{name}: {json.dumps(rounded(answer), sort_keys=True)}" for name, answer in self.shown
        )
        return [
            _UUID.sub(lambda id: known.setdefault(id[0], f"ID{len(known)}"), line).replace(self.tenant, "T")
            for line in lines
        ]  # fmt: skip


def rounded(answer: Any) -> Any:
    """Return an answer without the last digits of its numbers: they tell in which order a sum was made."""
    if isinstance(answer, Mapping):
        return {name: rounded(value) for name, value in answer.items()}
    if isinstance(answer, list):
        return [rounded(each) for each in answer]
    return round(answer, 9) if isinstance(answer, float) else answer


@settings(max_examples=25, phases=GENERATE, suppress_health_check=list(HealthCheck))
@given(st.lists(_told, min_size=2, max_size=7), st.sampled_from(sorted(VIEWERS)), st.data())
def test_what_may_not_be_seen_cannot_be_told_from_what_is_not_there(
    shared: MemoryStore, facts: list[Told], name: str, data: st.DataObject
) -> None:
    number = next(_numbers)
    keys = [replace_key(fact, place) for place, fact in enumerate(facts)]
    full, cut = (World(shared, f"{kind}{number}", VIEWERS[name]) for kind in ("with", "without"))
    hidden = hidden_from(shared, f"tried{number}", keys, VIEWERS[name])
    for world, left_out in ((full, set[int]()), (cut, hidden)):
        settle(world, keys, left_out)
    repeat_attendance(full, cut)
    again = data.draw(st.sampled_from(range(len(keys))))
    for world in (full, cut):
        look(world)
        write_again(world, keys[again], again)
        look(world)

    told = [
        pair for pair in zip(full.transcript, cut.transcript, strict=True) if pair[0] != pair[1]
    ]
    assert not told[:1], sorted({pair[0].partition(":")[0] for pair in told})


def replace_key(fact: Told, place: int) -> Told:
    return Told(**{**fact.__dict__, "key": fact.key and f"{fact.key}{place}"})


def hidden_from(
    store: MemoryStore, tenant: str, facts: Sequence[Told], who: Mapping[str, Any]
) -> set[int]:
    """Return which of some facts a viewer does not see: another test tells that this is right."""
    world = World(store, tenant, who)
    settle(world, facts, set())
    return unseen(world, len(facts))


def unseen(world: World, facts: int) -> set[int]:
    """Return which of so many facts somebody does not see."""
    shown = " ".join(memory.content for memory in world.view.list(limit=100))
    also = " ".join(m.content for m in world.view.find_memories_by_subject(["ana", "bo", "cy"]))
    return {n for n in range(facts) if f"Number {n} " not in f"{shown} {also} "}


def settle(world: World, facts: Sequence[Told], left_out: set[int]) -> None:
    """Write all facts but some, one a minute; the viewer's thread has looked before."""
    world.view.delta()
    clock: FakeClock = world.store.scope.clock
    start = clock()
    writer = world.store.bind(Principal(**WRITER, tenant=world.tenant))
    for place, fact in enumerate(facts):
        clock.advance(timedelta(minutes=1))
        if place not in left_out:
            fact.write(writer, place)
    clock.advance(start - clock())


def repeat_attendance(full: World, cut: World) -> None:
    """Who was in a chat is noted by what was written there; that is no secret of anybody's."""
    rows(
        full.store.conn_string,
        f"INSERT INTO langmem.attendance SELECT replace(space, '{full.tenant}/', '{cut.tenant}/'), person, first_seen"
        f" FROM langmem.attendance WHERE space LIKE '{full.tenant}/%' ON CONFLICT DO NOTHING RETURNING 1",
    )


def look(world: World) -> None:
    """Look through every door that shows more than what was asked for by its id."""
    now = world.store.scope.clock() + timedelta(hours=1)
    persons = ["ana", "bo", "cy"]
    world.ask("delta")
    for text in (*WORDS, "zebra lake tulip", "tulip and Ana Lima"):
        world.ask("query", text, **LONG)
        world.ask("query", text, threshold=0.4, **LONG)
    world.ask("query", "zebra lake", as_of=now, **LONG)
    world.ask("context", "What of the zebra at the lake?")
    world.ask("list", limit=100)
    world.ask("search", ("memory",), query="zebra lake tulip")
    world.ask("search", ("memory",))
    world.ask("list_namespaces", prefix=("memory",))
    world.ask("stats")
    for name in ("@rui", "@Ana_Lima", "Ana Lima", "ana.lima"):
        world.ask("entity", name)
    world.ask("find_memories_by_subject", persons)
    world.ask("history", limit=100)
    world.ask("export")
    shared = world.view.find_memories_by_subject(persons)
    for memory in [*world.view.list(limit=100), *shared]:
        world.ask("related", memory.id)


def write_again(world: World, fact: Told, place: int) -> None:
    """Write, as the viewer, what may be there already: the same text, slot, key, operation."""
    clock: FakeClock = world.store.scope.clock
    clock.advance(timedelta(minutes=30))
    text = f"Number {place} has {' '.join(fact.words)}"
    for space in ("user", "chat"):
        target: dict[str, Any] = {"category": "tasks", "space": space}
        there = namespace(world.view, space, "tasks")
        world.ask("remember", f"A pet of {space}", slot=f"pet{place}", **target)
        if world.who != WRITER:  # its own operations it may repeat
            world.ask("remember", f"A run of {space}", operation_id=f"run{place}", **target)
        world.ask("remember", text, **target)
        world.ask("delete", there, f"k{place}")
        world.ask("put", there, f"k{place}", {"content": "Mine"})
        world.ask("get", there, f"k{place}")
        world.ask("forget_matching", f"pet of {space}")
    clock.advance(timedelta(minutes=-30))


@settings(max_examples=25, phases=GENERATE, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(_told, st.sampled_from(("user", "chat", "app"))), min_size=2, max_size=8),
    st.sampled_from(sorted(VIEWERS)),
    st.booleans(),
)
def test_what_becomes_more_private_tells_no_more_than_what_always_was_or_is_not_there(
    shared: MemoryStore, facts: list[tuple[Told, str]], name: str, early: bool
) -> None:
    number = next(_numbers)
    keys = [
        replace(fact, key=f"k{place}", slot=None, space=space)
        for place, (fact, space) in enumerate(facts)
    ]
    once, always, never = (
        World(shared, f"{kind}{number}", VIEWERS[name]) for kind in ("once", "always", "never")
    )
    tried = World(shared, f"became{number}", VIEWERS[name])
    for place, fact in enumerate(keys):
        put(tried, fact, place, set())
    hidden = unseen(tried, len(keys))
    for world in (once, always, never):
        world.view.delta()
        clock: FakeClock = shared.scope.clock
        start = clock()
        for place, fact in enumerate(keys):
            open = world is once and place in hidden
            put(world, replace(fact, sensitivity="public") if open else fact, place, hidden)
            if early and place in hidden:
                put(world, fact, place, hidden)
        for place in hidden:
            put(world, keys[place], place, hidden)
        clock.advance(start - clock())
        look(world)

    for other in (always, never):
        pairs = zip(once.transcript, other.transcript, strict=True)
        told = [one for one, another in pairs if one != another]
        assert not told[:1], sorted({line.partition(":")[0] for line in told})


def put(world: World, fact: Told, place: int, hidden: set[int]) -> None:
    """Write a fact under its key as a trusted job does, which sees everything, a minute after what was before."""
    world.store.scope.clock.advance(timedelta(minutes=1))
    if place in hidden and world.tenant.startswith("never"):
        return
    value = {
        "content": f"Number {place} has {' '.join(fact.words)}",
        "sensitivity": fact.sensitivity,
        "subjects": list(fact.subjects),
        "stated_by": ("ana", "bo")[place % 2],
    }
    world.store.put(namespace(world.view, fact.space, fact.category), fact.key, value)


@pytest.mark.parametrize("name", ["a user of an app", "an agent of an app"])
@pytest.mark.parametrize("later", [False, True])
def test_what_others_keep_of_themselves_in_an_app_takes_no_place_there(
    shared: MemoryStore, name: str, later: bool
) -> None:
    number = next(_numbers)
    worlds = [World(shared, f"{kind}{number}", VIEWERS[name]) for kind in ("app", "bare")]
    for world in worlds:
        view = {
            who: shared.bind(Principal(user_id=who, app_id="shop", tenant=world.tenant))
            for who in ("ana", "bo")
        }
        start = shared.scope.clock()
        for who, text, sensitivity in (
            ("ana", "A zebra at a lake", "public"),
            ("bo", "The tulip and a zebra came with @Ana_Lima", "public" if later else "sensitive"),
            ("ana", "Ana Lima has the zebra", "sensitive"),
            ("bo", "The tulip and a zebra came with @Ana_Lima", "sensitive"),
        ):  # fmt: skip
            shared.scope.clock.advance(timedelta(minutes=1))
            if world is worlds[0] or who == "ana":
                view[who].remember(text, space="app", category="tasks", sensitivity=sensitivity)
        shared.scope.clock.advance(start - shared.scope.clock())
        look(world)

    told = [
        one
        for one, other in zip(worlds[0].transcript, worlds[1].transcript, strict=True)
        if one != other
    ]
    assert not told[:1], sorted({line.partition(":")[0] for line in told})


@settings(max_examples=25, phases=GENERATE, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(WORDS), min_size=1, max_size=3),
            st.sampled_from((None, "planner", "supervisor")),
            st.sampled_from(("s1", "s2")),
        ),
        min_size=2,
        max_size=8,
    )
)
def test_an_agent_cannot_tell_what_other_agents_heard(
    shared: MemoryStore, turns: list[tuple[list[str], str | None, str]]
) -> None:
    number = next(_numbers)
    viewer = {"user_id": "ana", "agent": "planner"}
    full, cut = (World(shared, f"{kind}{number}", viewer) for kind in ("heard", "unheard"))
    for world in (full, cut):
        for place, (words, agent, session) in enumerate(turns):
            if world is full or agent != "supervisor":
                writer = Principal(user_id="ana", agent=agent, tenant=world.tenant)
                said = f"Number {place} has {' '.join(words)}?"
                world.store.bind(writer).add_turn("user", said, session_id=session, id=f"D{place}")
        while world.store.bind(Principal(user_id="ana", tenant=world.tenant)).embed_missing():
            pass
        for text in (*WORDS, "zebra lake tulip"):
            world.ask("search_turns", text)
        world.ask("search_turns", "zebra lake", session_id="s1")
        world.ask("stats")
        world.ask("known_turns", "s1", [f"D{place}" for place in range(len(turns))])
        for _ in range(2):  # what is there changes nothing
            for place, (words, _, session) in enumerate(turns):
                said = f"Number {place} has {' '.join(words)}{', too' * (place % 3)}?"
                world.ask("add_turn", "user", said, session_id=session, id=f"D{place}")
        while world.store.bind(Principal(user_id="ana", tenant=world.tenant)).embed_missing():
            pass
        for session in ("s1", "s2"):
            world.ask("known_turns", session, [f"D{place}" for place in range(len(turns))])
        world.ask("stats")

        hits = world.view.search_turns("zebra lake tulip @rui Ana Lima", top_k=50)
        world.shown.append(("found", sorted((hit.turn.content, hit.turn.id) for hit in hits)))

    assert full.transcript == cut.transcript
