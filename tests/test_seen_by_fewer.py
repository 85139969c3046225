"""Does what was public once show any more than what never was?"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from books import rows
from fix_clock import FakeClock
from fix_database import Databases
from fix_embeddings import HASH_DIMS, HashEmbeddings

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal
from langmem_ext.cli.examining import _lost
from langmem_ext.graphs import daily
from langmem_ext.settings import RelationSettings, Settings
from langmem_ext.stores.operations import allowlists, mentioning, unseen
from langmem_ext.stores.operations.catching_up import catch_up
from langmem_ext.stores.operations.doctor import examine

KEPT = "The zebra of the lake came with @ana_lima"
TEXTS = (
    "A zebra of the lake came",
    KEPT,
    "The zebra of the lake came again",
    "Ana Lima paints",
    "Ana Lima reads",
    "A zebra of a lake",
)


MINUTE = timedelta(minutes=1)


@pytest.fixture
def store(sparse_store: MemoryStore) -> MemoryStore:
    return sparse_store


Shown = dict[str, Any]


def alone(store: MemoryStore, tenant: str) -> MemoryView:
    return store.bind(Principal(user_id="ana", tenant=tenant))


def put(
    view: MemoryView, key: str, content: str, *, category: str = "tasks", **fields: Any
) -> None:
    labels = ("memory", view.principal.tenant, "user", "ana", category)
    view.put(labels, key, {"content": content, **fields})


def shown(view: MemoryView, agent: str | None = None) -> Shown:
    """Return what a chat is shown of edges and names, of the memories that it sees."""
    who = {"chat_id": "c"} if agent is None else {"agent": agent}
    there = view.store.bind(Principal(user_id="ana", tenant=view.principal.tenant, **who))
    found = {name: there.entity(name) for name in ("@ana_lima", "Ana Lima", "Ana")}
    joined = {m.id: sorted(each.id for each in there.related(m.id)) for m in there.list(limit=100)}
    names = {
        name: (each.entity, each.aliases, sorted(m.id for m in each.memories))
        for name, each in found.items()
        if each
    }
    return {"edges": joined, "names": names}


def written(view: MemoryView, clock: FakeClock, **fields: Any) -> None:
    """Keep some memories; with fields, one of them is private from the start, or of another category."""
    for number, text in enumerate(TEXTS):
        clock.advance(MINUTE)
        put(view, str(number), text, **(fields if text == KEPT else {}))


def said_again(view: MemoryView) -> None:
    view.remember(KEPT, category="tasks", sensitivity="sensitive")


def put_again(view: MemoryView) -> None:
    put(view, "1", KEPT, sensitivity="sensitive")


def corrected(view: MemoryView) -> None:
    view.correct("1", f"{KEPT}, who has diabetes")


def put_about_somebody(view: MemoryView) -> None:
    put(view, "1", f"{KEPT} in 1999", sensitivity="personal", subjects=["bo"])


@pytest.mark.parametrize("way", [said_again, put_again, corrected, put_about_somebody])
def test_what_is_hidden_later_shows_no_more_than_what_was_hidden_always(
    store: MemoryStore, clock: FakeClock, way: Callable[[MemoryView], None]
) -> None:
    once, always = alone(store, "once"), alone(store, "always")
    written(once, clock)
    before = shown(once)
    written(always, clock, sensitivity="sensitive")
    assert before["edges"].keys() > shown(always)["edges"].keys()

    way(once)

    assert shown(once) == shown(always)
    assert before["names"] != shown(once)["names"]
    assert any(before["edges"][id] != shown(once)["edges"][id] for id in shown(once)["edges"])


def test_nothing_takes_a_place_beside_what_was_written_before_it(
    store: MemoryStore, clock: FakeClock
) -> None:
    once, always = alone(store, "once"), alone(store, "always")
    for view, fields in ((once, {}), (always, {"sensitivity": "sensitive"})):
        put(view, "a", KEPT, **fields)
        for key in "bcd":
            clock.advance(MINUTE)
            put(view, key, f"{key} zebra of the lake came again")

    put(once, "a", KEPT, sensitivity="sensitive")

    assert shown(once) == shown(always)
    later = """SELECT 1 FROM langmem.relations r JOIN langmem.memories m ON m.uid = r.from_uid
               WHERE r.to_uid > r.from_uid AND r.shows & 15 <> 0 AND m.id <> 'a'"""
    assert rows(store.conn_string, later) == []


def test_what_is_gone_keeps_the_place_that_it_would_have_had(
    store: MemoryStore, clock: FakeClock
) -> None:
    once, always = alone(store, "once"), alone(store, "always")
    for view, fields in ((once, {}), (always, {"sensitivity": "sensitive"})):
        put(view, "far", "The lake of a zebra that came")
        written(view, clock, **fields)
        view.forget("0")
        clock.advance(MINUTE)

    put_again(once)

    assert shown(once) == shown(always)
    for view in (once, always):
        view.restore("0")
    assert shown(once) == shown(always)


async def test_the_async_store_chooses_again_alike(
    store: MemoryStore, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> None:
    once, always = alone(store, "once"), alone(store, "always")
    written(once, clock)
    written(always, clock, sensitivity="sensitive")
    options: Any = {
        "index": {"dims": HASH_DIMS, "embed": hash_embeddings},
        "clock": clock,
        "settings": store.scope.settings,
    }

    async with AsyncMemoryStore.from_conn_string(store.conn_string, **options) as other:
        await other.bind(once.principal).aremember(KEPT, category="tasks", sensitivity="sensitive")

    assert shown(once) == shown(always)


def test_who_still_sees_it_still_finds_it(store: MemoryStore, clock: FakeClock) -> None:
    view = alone(store, "once")
    written(view, clock)

    put_again(view)

    assert "1" in {memory.id for memory in view.related("2")}
    assert "1" in {memory.id for memory in view.entity("@ana_lima").memories}


def test_maintenance_does_what_a_write_has_left(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    once, always = alone(store, "once"), alone(store, "always")
    written(once, clock)
    written(always, clock, sensitivity="sensitive")
    monkeypatch.setattr(unseen, "AT_ONCE", 0)
    monkeypatch.setattr(mentioning, "AGAIN", 1)
    put_again(once)
    assert shown(once) != shown(always)
    monkeypatch.undo()

    daily.build(only=["mention_missing"]).compile(store=store).invoke({})

    assert shown(once) == shown(always)
    assert rows(store.conn_string, "SELECT 1 FROM langmem.relations WHERE shows >= 16") == []


def test_what_is_about_another_person_by_now_has_that_persons_places(
    store: MemoryStore, clock: FakeClock
) -> None:
    views = alone(store, "once"), alone(store, "always")
    for view, about in zip(views, ("p-1", "p-2"), strict=True):
        for id in ("p-1", "p-2", "bo"):
            view.store.people(view.principal.tenant).add(id, id=id)
        view.store.people(view.principal.tenant).link_user("bo", "ana")
        for number, text in enumerate(TEXTS):
            clock.advance(MINUTE)
            who = about if text == KEPT else "bo"
            put(view, str(number), text, sensitivity="personal", subjects=[who])

    for view in views:
        view.store.people(view.principal.tenant).merge("p-2", "p-1")

    assert shown(views[0]) == shown(views[1])


ALLOWED = """
categories:
  system: [{name: tasks, type: task}, {name: knowledge, type: knowledge}]
allowlists:
  planner: [%s]
"""


@pytest.mark.parametrize("parts", [1, 20])
def test_agents_that_lose_a_category_see_no_more_than_those_that_never_had_it(
    databases: Databases,
    clock: FakeClock,
    hash_embeddings: HashEmbeddings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    parts: int,
) -> None:
    monkeypatch.setattr(allowlists, "SPACES", parts)
    file = tmp_path / "categories.yaml"
    options: Any = {"index": {"dims": HASH_DIMS, "embed": hash_embeddings}, "clock": clock}
    file.write_text(ALLOWED % "tasks, knowledge")

    def opened(uri: str) -> AbstractContextManager[MemoryStore]:
        relations = RelationSettings(top_k=1, link_min=0.2)
        settings = Settings(relations=relations, categories_file=file)
        return MemoryStore.from_conn_string(uri, settings=settings, **options)

    with databases.fresh() as uri:
        with opened(uri) as store:
            for user in ("a", "ana", "z"):
                written(alone(store, user), clock, category="knowledge")
            before = [shown(alone(store, user), "planner") for user in ("a", "z")]
            exported = list(alone(store, "a").export())
            daily.build(only=["mention_missing"]).compile(store=store).invoke({})
            assert shown(alone(store, "a"), "planner") == before[0]
        file.write_text(ALLOWED % "tasks")
        with opened(uri) as store:
            assert allowlists.lost(
                store.run(examine()).allowlists, store.scope.categories.shared
            ) == [("tasks", "knowledge")]
            assert _lost(store.scope.settings, store.run(examine()))
            written(alone(store, "always"), clock, category="knowledge")
            daily.build(only=["mention_missing"]).compile(store=store).invoke({})

            for user in ("a", "ana", "z"):
                assert shown(alone(store, user), "planner") == shown(
                    alone(store, "always"), "planner"
                )
            assert before[0] != shown(alone(store, "a"), "planner")
            assert store.run(examine()).allowlists == store.scope.categories.shared
            assert not _lost(store.scope.settings, store.run(examine()))
            assert store.run(catch_up(store.scope)) == 0
            alone(store, "imported").import_lines(exported)
            assert shown(alone(store, "imported"), "planner") == shown(
                alone(store, "always"), "planner"
            )
