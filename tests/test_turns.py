"""Are turns kept once, in order, without secrets, and found with what was said around them?"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from books import contents, rows
from fix_clock import FakeClock

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal
from langmem_ext.errors import InvalidMemory, PermissionDenied
from langmem_ext.stores.operations.turns import NewTurn

SAID = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t1"))


def test_a_turn_is_kept_as_it_was_said(
    ana: MemoryView, database_uri: str, clock: FakeClock
) -> None:
    id = ana.add_turn("user", "Hello  there\n\tfriend", at=SAID, speaker="Ana")

    (turn,) = rows(database_uri, "SELECT * FROM langmem.turns")
    assert (turn["id"], turn["role"], turn["content"], turn["speaker"]) == (
        id,
        "user",
        "Hello  there\n\tfriend",
        "Ana",
    )
    assert (turn["session_id"], turn["position"], turn["at"], turn["recorded_at"]) == (
        "t1",
        1,
        SAID,
        clock.now,
    )
    assert turn["space"] == "default/user:ana"


def test_a_secret_in_a_turn_is_masked_and_cannot_be_found(
    ana: MemoryView, database_uri: str
) -> None:
    ana.add_turn("user", "my password is hunter2-Xy9! and I like tea")

    everything = str(
        [
            rows(database_uri, f"SELECT * FROM langmem.{t}")
            for t in ("turns", "postings", "sessions")
        ]
    )
    assert "hunter2" not in everything
    assert "[password removed]" in everything
    assert "tea" in ana.search_turns("tea")[0].turn.content


def test_a_secret_is_masked_beside_the_content_too(ana: MemoryView, database_uri: str) -> None:
    ana.add_turn("user", "hello", speaker="my password is hunter2-Xy9!")

    assert "hunter2" not in str(rows(database_uri, "SELECT * FROM langmem.turns"))


def test_a_turn_with_an_id_is_kept_once(ana: MemoryView, database_uri: str) -> None:
    assert ana.add_turn("user", "I like tea", id="D1:1") == "D1:1"
    before = contents(database_uri)

    assert ana.add_turn("user", "I like tea", id="D1:1") == "D1:1"
    assert ana.add_turns([NewTurn("user", "I like tea", id="D1:1")]) == ["D1:1"]

    assert contents(database_uri) == before
    assert ana.known_turns("t1", ["D1:1", "D1:2"]) == {"D1:1"}
    assert ana.known_turns("other", ["D1:1"]) == set()


def test_turns_are_counted_from_one_without_gaps_in_each_session(
    ana: MemoryView, database_uri: str
) -> None:
    ids = ana.add_turns(
        [
            NewTurn("user", f"said {n}", session_id=f"s{n % 2}", id=f"{n // 2}")
            for n in (0, 1, 2, 0, 3, 4)
        ]
    )

    assert ids == ["0", "0", "1", "0", "1", "2"]
    places = rows(database_uri, "SELECT session_id, id, position FROM langmem.turns ORDER BY 1, 3")
    assert [tuple(place.values()) for place in places] == [
        ("s0", "0", 1), ("s0", "1", 2), ("s0", "2", 3), ("s1", "0", 1), ("s1", "1", 2),
    ]  # fmt: skip
    assert [
        r["turn_count"]
        for r in rows(database_uri, "SELECT * FROM langmem.sessions ORDER BY session_id")
    ] == [3, 2]


def test_the_turns_of_a_batch_are_kept_together_or_not_at_all(
    ana: MemoryView, database_uri: str
) -> None:
    before = contents(database_uri)

    with pytest.raises(InvalidMemory, match="time zone"):
        ana.add_turns([NewTurn("user", "one"), NewTurn("user", "two", at=datetime(2023, 1, 1))])

    assert contents(database_uri) == before


@pytest.mark.parametrize("turn", [{"content": "NUL \x00"}, {"content": None}, {"content": 5}])
def test_a_turn_is_a_plain_text(ana: MemoryView, turn: dict[str, object]) -> None:
    with pytest.raises(InvalidMemory):
        ana.add_turn("user", **turn)  # type: ignore[arg-type]


@pytest.mark.parametrize("field", ["role", "speaker", "session_id", "id"])
def test_nul_is_refused_beside_the_content_too(ana: MemoryView, field: str) -> None:
    with pytest.raises(InvalidMemory):
        ana.add_turn(**{"role": "user", "content": "hello", field: "a\x00b"})  # type: ignore[arg-type]


def test_a_very_long_turn_is_kept(ana: MemoryView) -> None:
    words = " ".join(f"word{number}" for number in range(150_000))

    assert ana.add_turn("user", words)


def test_turns_are_no_memories(ana: MemoryView) -> None:
    ana.add_turn("user", "I like tea")

    assert ana.query("tea").render() == ""
    assert ana.list() == [] == list(ana.history())
    assert ana.delta().changes == ()


def test_a_turn_is_found_by_its_words_its_speaker_and_its_date(ana: MemoryView) -> None:
    ana.add_turn("user", "I adopted a puppy", at=SAID, speaker="Ana", session_id="s1")
    ana.add_turn("user", "The weather is fine", session_id="s2")
    ana.add_turn("user", "Trains are late", session_id="s3")

    for question in ("adopting puppies", "Ana", "May 2023"):
        best = ana.search_turns(question)[0]
        assert best.turn.content == "I adopted a puppy"
        assert (best.turn.at, best.turn.speaker, best.turn.session_id) == (SAID, "Ana", "s1")


def test_the_turns_around_an_answer_come_along(database_uri: str) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False) as store:
        ana = store.bind(Principal(user_id="ana"))
        for content in (
            "Nothing here",
            "What pet is it?",
            "A puppy",
            "How nice",
            "Other things",
            "More",
        ):
            ana.add_turn("user", content, session_id="s")
        ana.add_turn("user", "Elsewhere", session_id="other")

        hits = ana.search_turns("puppy")

        assert hits[0].turn.content == "A puppy"
        found = [hit.turn.content for hit in hits]
        assert set(found[1:3]) == {"How nice", "What pet is it?"}
        assert "Elsewhere" not in found
        assert all(0 < hit.score < hits[0].score for hit in hits[1:])


def test_a_search_can_be_limited(ana: MemoryView) -> None:
    for session in ("s1", "s2"):
        ana.add_turns([NewTurn("user", f"tea number {n}", session_id=session) for n in range(4)])

    assert len(ana.search_turns("tea", top_k=3)) == 3
    assert {hit.turn.session_id for hit in ana.search_turns("tea", session_id="s2")} == {"s2"}
    assert len(ana.search_turns("tea", session_id="s2")) == 4


def test_turns_get_their_vectors_later(
    ana: MemoryView, store: MemoryStore, database_uri: str
) -> None:
    ana.add_turns([NewTurn("user", f"tea number {n}") for n in range(5)])
    store.bind(Principal(user_id="bo")).add_turn("user", "of bo")
    assert rows(database_uri, "SELECT * FROM langmem.documents WHERE embedding IS NOT NULL") == []

    assert (ana.embed_missing(limit=3), ana.embed_missing(limit=3), ana.embed_missing()) == (
        3,
        2,
        0,
    )

    assert {
        r["space"]
        for r in rows(
            database_uri, "SELECT space FROM langmem.documents WHERE embedding IS NOT NULL"
        )
    } == {"default/user:ana"}
    assert ana.search_turns("number 3")[0].turn.content == "tea number 3"


def test_nobody_else_finds_a_turn(ana: MemoryView, store: MemoryStore) -> None:
    ana.add_turn("user", "I like tea")

    for other in (
        Principal(user_id="bo"),
        Principal(user_id="ana", tenant="other"),
        Principal(chat_id="ana"),
        Principal(),
    ):
        assert list(store.bind(other).search_turns("tea")) == []


def test_what_is_said_in_a_chat_belongs_to_the_chat(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana", chat_id="team")).add_turn("user", "I like tea")

    assert len(store.bind(Principal(user_id="bo", chat_id="team")).search_turns("tea")) == 1
    assert list(store.bind(Principal(user_id="ana")).search_turns("tea")) == []


def test_a_turn_needs_an_owner(store: MemoryStore) -> None:
    with pytest.raises(PermissionDenied):
        store.bind(Principal()).add_turn("user", "hello")


def test_writers_of_one_session_take_turns(ana: MemoryView, database_uri: str) -> None:
    barrier = Barrier(6, timeout=20)

    def write(writer: int) -> None:
        barrier.wait()
        for number in range(10):
            ana.add_turn("user", f"said {number}", id=f"{writer}:{number}")

    with ThreadPoolExecutor(6) as pool:
        for future in [pool.submit(write, writer) for writer in range(6)]:
            future.result()

    places = rows(database_uri, "SELECT position FROM langmem.turns ORDER BY 1")
    assert [place["position"] for place in places] == list(range(1, 61))


def test_the_same_turn_added_at_once_is_kept_once(ana: MemoryView, database_uri: str) -> None:
    barrier = Barrier(6, timeout=20)

    def write() -> None:
        for number in range(10):
            barrier.wait()
            ana.add_turn("user", f"said {number}", id=f"{number}")

    with ThreadPoolExecutor(6) as pool:
        for future in [pool.submit(write) for _ in range(6)]:
            future.result()

    places = rows(database_uri, "SELECT position FROM langmem.turns ORDER BY 1")
    assert [place["position"] for place in places] == list(range(1, 11))


async def test_both_colours_keep_the_same_turns(
    store: MemoryStore, async_store: AsyncMemoryStore
) -> None:
    me = Principal(user_id="ana", thread_id="t1")
    view, sync = async_store.bind(me), store.bind(me)
    await view.aadd_turn("user", "I like tea", id="1")
    assert sync.add_turn("user", "I like tea", id="1") == "1"
    assert await view.aadd_turns([NewTurn("user", "I like milk", id="2")]) == ["2"]
    assert await view.aknown_turns("t1", ["1", "2", "3"]) == {"1", "2"}
    assert await view.aembed_missing() == 2

    assert list(sync.search_turns("tea")) == list(await view.asearch_turns("tea"))


def test_an_agent_finds_its_own_turns_and_those_that_no_agent_kept(store: MemoryStore) -> None:
    for agent, text in (
        ("supervisor", "tea at home"),
        ("planner", "tea in town"),
        (None, "tea by ship"),
    ):
        store.bind(Principal(user_id="ana", agent=agent)).add_turn("user", text, session_id="s1")

    def found(agent: str | None) -> set[str]:
        hits = store.bind(Principal(user_id="ana", agent=agent)).search_turns("tea")
        return {hit.turn.content for hit in hits}

    assert found("planner") == {"tea in town", "tea by ship"}
    assert found("nobody-listed") == set()
    assert len(found(None)) == 3


def test_in_a_chat_only_what_was_said_there_is_found(store: MemoryStore) -> None:
    store.bind(Principal(user_id="ana")).add_turn("user", "tea alone")
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    chat.add_turn("user", "tea together")

    assert [hit.turn.content for hit in chat.search_turns("tea")] == ["tea together"]


def test_agents_that_choose_one_id_for_two_texts_each_keep_and_find_their_own(
    store: MemoryStore,
) -> None:
    said = {"supervisor": "The zebra is ours", "planner": "The zebra is sold"}
    views = {agent: store.bind(Principal(user_id="ana", agent=agent)) for agent in said}
    for agent in (*said, *said):  # what is there changes nothing
        assert views[agent].add_turn("user", said[agent], session_id="s", id="m1") == "m1"

    for agent, text in said.items():
        hits = views[agent].search_turns("zebra", session_id="s")
        assert [(hit.turn.id, hit.turn.content) for hit in hits] == [("m1", text)]
        assert views[agent].known_turns("s", ["m1"]) == {"m1"}
        assert views[agent].stats().turns == 1
    alone = store.bind(Principal(user_id="ana"))
    hits = alone.search_turns("zebra", session_id="s")
    assert {hit.turn.content for hit in hits} == set(said.values())
    assert len({hit.turn.id for hit in hits}) == 2
    third = store.bind(Principal(user_id="ana", agent="stylist"))
    third.add_turn("user", said["planner"], session_id="s", id="m1")
    assert [hit.turn.id for hit in third.search_turns("zebra")] == ["m1"]
    assert alone.stats().turns == 2
