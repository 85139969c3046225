"""Are many drafts decided together as they would be one by one?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count as numbers
from math import cos, radians, sin
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

import pytest
from books import require_balance, rows
from fix_clock import START, FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st
from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.stores.connections import Session
from langmem_ext.stores.operations import sets
from langmem_ext.stores.requests import Fetch, Post, Rows

PASSWORD = "My password is hunter2-Xy9!"
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
BANDS = {"auto": 0.95, "update": 0.7, "check": 0.5, "fallback": 0.3}

CATEGORIES = """
categories:
  system:
    - {name: preferences, type: preference}
    - {name: profile, type: identity}
    - {name: tasks, type: task}
    - {name: interests, type: preference, cap: 3}
allowlists: {}
"""

BOOKS = (
    "spaces", "memories", "documents", "postings", "relations", "change_log", "history", "events", "operations",
    "versions", "entities", "aliases", "mentions",
)  # fmt: skip


@pytest.fixture
def banded(database_uri: str, clock: FakeClock, tmp_path: Path) -> Iterator[MemoryStore]:
    """A store that merges, with a capped category and a daily cap of four; the books balance in the end."""
    file = tmp_path / "categories.yaml"
    file.write_text(CATEGORIES)
    settings = Settings(categories_file=file, merge=dict(BANDS), decision={"max_writes_per_day": 4})
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=index, clock=clock
    ) as store:
        yield store
    require_balance(database_uri)


@pytest.fixture
def ana(banded: MemoryStore) -> MemoryView:
    return banded.bind(Principal(user_id="ana"))


class Pair:
    """Write the same for two people, for one together, for the other one by one, and compare all that is kept."""

    _names = numbers()

    def __init__(self, store: MemoryStore, uri: str) -> None:
        self.uri = uri
        self.owners = [f"person{next(self._names)}" for _ in range(2)]
        self.together, self.apart = (
            store.bind(Principal(user_id=owner, chat_id=owner, app_id=owner, thread_id="t"))
            for owner in self.owners
        )

    def write(self, drafts: Sequence[Mapping[str, Any]]) -> list[Any]:
        """Write drafts together and one by one; return the outcomes, which are the same."""
        together = self.together.remember_many(drafts)
        apart = [self.apart.remember(**draft) for draft in drafts]
        assert list(map(told, together)) == list(map(told, apart))
        return list(together)

    def compare(self) -> None:
        """Fail unless both have the same rows in every table."""
        first, second = (books(self.uri, owner) for owner in self.owners)
        for name in BOOKS:
            assert first[name] == second[name], name


@pytest.fixture
def pair(banded: MemoryStore, database_uri: str) -> Pair:
    return Pair(banded, database_uri)


def told(outcome: Any) -> tuple[Any, ...]:
    """Return what a caller learns, without what differs from write to write."""
    memory, previous = outcome.memory, outcome.previous
    return (
        outcome.status, outcome.reason, outcome.detail,
        memory and (memory.content, memory.state, memory.importance, memory.strength, len(memory.supersedes)),
        previous and (previous.content, previous.state),
    )  # fmt: skip


def books(uri: str, owner: str) -> dict[str, list[str]]:
    """Return the rows of an owner's spaces; ids are told by the order in which they were given."""
    spaces = [f"default/{kind}:{owner}" for kind in ("user", "chat", "app")]
    found = {
        name: rows(uri, f"SELECT * FROM langmem.{name} WHERE space = ANY (%s)", spaces)
        for name in BOOKS
    }
    uids = sorted(row["uid"] for row in found["memories"])
    known: dict[Any, Any] = {uid: f"memory {number}" for number, uid in enumerate(uids)}
    known |= {str(uid): label for uid, label in known.items()}
    for row in [*found["history"], *found["events"]]:
        del row["id"]
    for row in found["operations"]:  # its name tells whose it is
        del row["operation_id"]

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(item) for name, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, UUID | str) and value in known:
            return known[value]
        return value.replace(owner, "owner") if isinstance(value, str) else value

    return {name: sorted(map(repr, map(plain, each))) for name, each in found.items()}


def drafts_of(*contents: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"content": content, "category": "preferences", **fields} for content in contents]


def statuses(outcomes: Sequence[Any]) -> list[str]:
    return [outcome.status for outcome in outcomes]


# Whatever is written

CONTENTS = [
    "Likes tea", "likes TEA!", "Likes green tea", "Likes green tea with honey", "Likes green tea with warm honey",
    "Does not like tea", "Likes 2 teas", "Likes 3 teas", "Likes honey", "Likes warm honey in tea", "Works at Acme",
    "Works at Globex", "Met Bo Lee in Rome", "Wrote to @Bo_Lee on 5 March 2026", "I was diagnosed with diabetes",
    PASSWORD, "!?",
]  # fmt: skip


def mostly(value: Any, *others: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([value] * (2 * len(others)) + list(others))


def unless_refused(draft: dict[str, Any]) -> dict[str, Any]:
    """Take the operation id from what may be refused: the tests below say what becomes of those."""
    kept = draft["content"] not in CONTENTS[-3:]
    return {
        name: value for name, value in draft.items() if value and (kept or name != "operation_id")
    }


DRAFTS = st.lists(
    st.fixed_dictionaries(
        {
            "content": st.sampled_from(CONTENTS),
            "category": mostly("preferences", "tasks", "interests", "profile"),
            "slot": mostly(None, "employer", "city"),
            "source": mostly("api", "scan", "review"),
            "operation_id": mostly(None, "op 1", "op 2"),
            "pinned": mostly(False, True),
            "subjects": mostly([], ["bo"], ["bo", "al"]),
            "user_requested": mostly(False, True),
            "importance": mostly(None, 5),
            "event_time": mostly(None, NOON, NOON + DAY),
            "source_ids": mostly([], ["m1"]),
            "space": mostly(None, "chat", "app"),
        }
    ).map(unless_refused),
    max_size=14,
)


@profile(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    first=DRAFTS,
    days=st.sampled_from([0, 1, 15]),
    then=DRAFTS,
    sent_at_once=st.sampled_from([1, 3, 32]),
)
def test_writing_together_leaves_what_writing_one_by_one_leaves(
    banded: MemoryStore,
    database_uri: str,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    first: list[dict[str, Any]],
    days: int,
    then: list[dict[str, Any]],
    sent_at_once: int,
) -> None:
    monkeypatch.setattr(sets, "SENT_AT_ONCE", sent_at_once)
    clock.set(START)
    pair = Pair(banded, database_uri)
    pair.write(first)
    clock.advance(days * DAY)

    pair.write(then)

    pair.compare()
    require_balance(database_uri)


# What depends on each other


def test_the_same_draft_twice_in_one_call_is_one_memory(pair: Pair) -> None:
    drafts = drafts_of("Likes green tea", "likes green TEA!", "Likes green tea", source_ids=["m1"])

    assert statuses(pair.write(drafts)) == ["created", "unchanged", "unchanged"]
    pair.compare()


def test_a_fuller_draft_takes_over_the_shorter_one_before_it(pair: Pair) -> None:
    drafts = drafts_of("Likes green tea", "Likes green tea with honey", "Likes green tea")

    outcomes = pair.write(drafts)

    assert statuses(outcomes) == ["created", "updated", "created"]
    assert outcomes[1].previous.content == "Likes green tea"
    pair.compare()


def test_a_slot_that_changes_twice_in_one_call_holds_the_last_value(pair: Pair) -> None:
    drafts = drafts_of("Works at Acme", "Works at Globex", "Works at Initech", slot="employer")

    outcomes = pair.write(drafts)

    assert statuses(outcomes) == ["created", "superseded", "superseded"]
    assert [memory.content for memory in pair.together.list()] == ["Works at Initech"]
    first, second, third = (outcome.memory for outcome in outcomes)
    assert (second.supersedes, third.supersedes) == ((first.id,), (second.id,))
    pair.compare()


def test_the_same_slot_of_two_people_or_spaces_is_two(pair: Pair) -> None:
    acme, globex = drafts_of("Works at Acme", "Works at Globex", slot="employer")

    outcomes = pair.write([acme, {**globex, "subjects": ["bo"]}, {**globex, "space": "chat"}])

    assert statuses(outcomes) == ["created"] * 3
    pair.compare()


def test_an_operation_twice_in_one_call_is_done_once(pair: Pair) -> None:
    drafts = [
        *drafts_of("Likes green tea", operation_id="1"),
        *drafts_of("Plays chess on Sundays"),
        *drafts_of("Likes green tea", operation_id="1"),
        *drafts_of("Has 2 cats", operation_id="1"),
        *drafts_of("Has 3 dogs", operation_id="2"),
    ]

    outcomes = pair.write(drafts)

    assert [outcome.reason for outcome in outcomes] == [None, None, "replay", None, None]
    assert outcomes[2].memory.content == "Likes green tea"
    pair.compare()


def test_a_consent_field_asked_to_change_twice_waits_with_both_changes(pair: Pair) -> None:
    drafts = drafts_of(
        "Lives in Rome", "Lives in Oslo", "Lives in Oslo", "Lives in Bonn", slot="city"
    )

    outcomes = pair.write(drafts)

    assert statuses(outcomes) == ["created", "proposed", "proposed", "proposed"]
    assert [memory.content for memory in pair.together.proposals] == [
        "Lives in Oslo",
        "Lives in Bonn",
    ]
    pair.compare()


def test_the_daily_cap_counts_the_drafts_of_the_same_call(pair: Pair) -> None:
    texts = ["Has a cat", "Plays chess", "Speaks Greek", "Bakes bread", "Owns a boat", "Sings"]
    drafts = [*drafts_of(*texts, source="scan"), *drafts_of("Works at Acme")]

    outcomes = pair.write(drafts)

    assert statuses(outcomes) == ["created"] * 4 + ["rejected"] * 2 + ["created"]
    assert [outcome.reason for outcome in outcomes[4:6]] == ["cap", "cap"]
    pair.compare()


def test_the_daily_cap_is_of_each_space(pair: Pair) -> None:
    texts = ["Has a cat", "Plays chess", "Speaks Greek", "Bakes bread", "Owns a boat"]
    drafts = [
        {**draft, "space": space}
        for draft in drafts_of(*texts, source="scan")
        for space in ("user", "chat")
    ]

    assert statuses(pair.write(drafts)) == ["created"] * 8 + ["rejected"] * 2
    pair.compare()


def test_a_full_category_makes_room_for_each_draft_of_a_call(pair: Pair) -> None:
    texts = ["Has a cat", "Plays chess", "Speaks Greek", "Bakes bread", "Owns a boat", "Sings"]
    drafts = drafts_of(*texts, category="interests")
    drafts[0]["pinned"] = True
    drafts.insert(3, *drafts_of("Likes green tea"))

    assert statuses(pair.write(drafts)) == ["created"] * 7
    left = {memory.content for memory in pair.together.list(categories=["interests"])}
    assert left == {"Has a cat", "Owns a boat", "Sings"}
    pair.compare()


def test_an_app_space_makes_room_for_each_draft_of_a_call(pair: Pair) -> None:
    drafts = drafts_of(*(f"Opens at hour {number}" for number in range(13)), space="app")

    assert statuses(pair.write(drafts)) == ["created"] * 13
    pair.compare()


def test_what_expired_gives_way_to_a_draft_of_a_call(pair: Pair, clock: FakeClock) -> None:
    pair.write(drafts_of("Has to call Bo", category="tasks", slot="errand"))
    clock.advance(15 * DAY)

    outcomes = pair.write(
        [
            *drafts_of("Likes green tea"),
            *drafts_of("Has to call Al", "Has to call Cy", category="tasks", slot="errand"),
        ]
    )

    assert statuses(outcomes) == ["created", "created", "superseded"]
    pair.compare()


def test_what_is_said_again_several_times_is_strengthened_once_a_moment(
    pair: Pair, clock: FakeClock
) -> None:
    pair.write(drafts_of("Likes green tea"))
    clock.advance(50 * DAY)
    again = drafts_of("Likes green tea", "Plays chess", "Likes green tea", source_ids=["m1"])
    again[2]["importance"] = 5

    assert statuses(pair.write(again)) == ["unchanged", "created", "unchanged"]
    pair.compare()


def test_memories_of_one_call_are_linked_as_their_nearness_says(pair: Pair) -> None:
    outcomes = pair.write(
        drafts_of("Likes warm milk", "Plays chess", "Likes warm bread", "Likes warm cake")
    )

    pair.compare()
    milk, _, bread, cake = (outcome.memory for outcome in outcomes)
    assert {memory.id for memory in pair.together.related(milk.id)} == {bread.id, cake.id}


def test_no_memory_is_linked_to_one_that_the_same_call_has_replaced(pair: Pair) -> None:
    pair.write(drafts_of("Works at Acme", slot="employer"))
    job, home = drafts_of("Works at Globex", "Works at home")

    outcomes = pair.write([{**job, "slot": "employer"}, home])

    assert statuses(outcomes) == ["superseded", "created"]
    pair.compare()


def test_a_memory_is_linked_to_one_that_the_same_call_has_reworded(pair: Pair) -> None:
    foods = (
        "bread cake milk soup rice fish salt wine corn eggs ham pie".split()
    )  # nearer than the old text
    pair.write(drafts_of("Likes green tea"))
    pair.write(drafts_of(*(f"Likes warm {food}" for food in foods), category="profile"))

    outcomes = pair.write(drafts_of("Likes green tea with warm lemon", "Likes warm lemon"))

    assert statuses(outcomes) == ["updated", "created"]
    near = pair.together.related(outcomes[1].memory.id)
    assert "Likes green tea with warm lemon" in [memory.content for memory in near]
    pair.compare()


def test_a_memory_is_linked_to_its_nearest_however_often_others_were_repeated(pair: Pair) -> None:
    pair.write(drafts_of("Likes warm milk"))

    pair.write(
        drafts_of("Likes warm bread", *["Likes warm milk"] * 12, "Likes warm milk, also cold")
    )

    pair.compare()


class Placed(Embeddings):
    """Place each of three texts on a circle: the fuller one is nearer to the oolong than to the tea."""

    angles: ClassVar = {"Likes tea": 0, "Likes tea with milk": 40, "Buys oolong": 70}

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        angle = radians(self.angles[text])
        return [cos(angle), sin(angle)]


def test_a_fuller_draft_takes_over_however_often_others_were_repeated(
    empty_database_uri: str, clock: FakeClock
) -> None:
    index: Any = {"dims": 2, "embed": Placed()}
    with MemoryStore.from_conn_string(
        empty_database_uri, settings=Settings(merge=dict(BANDS)), index=index, clock=clock
    ) as store:
        store.setup()
        pair = Pair(store, empty_database_uri)
        pair.write(drafts_of("Buys oolong"))

        pair.write(drafts_of("Likes tea", *["Buys oolong"] * 12, "Likes tea with milk"))


def test_names_of_one_call_lead_to_whom_they_lead_one_by_one(pair: Pair) -> None:
    called = drafts_of("Called @Cy_Poe", "We saw Cy Poe there", "We met Cy Poe", "Paid @cy.poe")

    pair.write([*called, *drafts_of("Saw Cy Poe", "Heard @cy.poe", "Missed Cy Poe")])

    pair.compare()


def test_who_was_named_by_what_a_later_draft_replaces_is_who_was_meant(pair: Pair) -> None:
    pair.write(drafts_of("Wrote to @Al_Fox", slot="post"))

    pair.write([*drafts_of("We met Al Fox in Rome"), *drafts_of("Wrote to nobody", slot="post")])

    pair.compare()


# What stands among the others


def test_refused_drafts_keep_their_places(pair: Pair) -> None:
    contents = ["Likes green tea", PASSWORD, "Plays chess", "!?", "I was diagnosed with diabetes"]

    outcomes = pair.write([*drafts_of(*contents), *drafts_of(PASSWORD, "Has a cat")])

    assert [outcome.reason for outcome in outcomes] == [
        None, "secret", None, "format", "health", "secret", None,
    ]  # fmt: skip
    assert [outcome.memory and outcome.memory.content for outcome in outcomes] == [
        "Likes green tea", None, "Plays chess", None, None, None, "Has a cat",
    ]  # fmt: skip
    pair.compare()


def test_a_call_of_refused_drafts_alone_changes_no_revision(pair: Pair, database_uri: str) -> None:
    assert statuses(pair.write(drafts_of(PASSWORD, "!?", PASSWORD))) == ["rejected"] * 3
    assert rows(database_uri, "SELECT rev FROM langmem.spaces") == [{"rev": 0}, {"rev": 0}]
    pair.compare()


def test_no_drafts_are_no_write(ana: MemoryView, database_uri: str) -> None:
    assert ana.remember_many([]) == []
    assert rows(database_uri, "SELECT * FROM langmem.spaces") == []


def test_drafts_for_several_spaces_go_to_theirs_in_one_call(pair: Pair) -> None:
    drafts = [
        {**draft, "space": space}
        for draft in drafts_of("Likes green tea", "Likes green tea with honey", "Plays chess")
        for space in ("chat", "user", "app")
    ]

    outcomes = pair.write(drafts)

    assert [outcome.memory.space.partition(":")[0] for outcome in outcomes] == [
        "chat", "user", "app",
    ] * 3  # fmt: skip
    pair.compare()


# Revisions


def test_revisions_follow_the_drafts_without_gaps(ana: MemoryView, database_uri: str) -> None:
    texts = [f"Knows the word {word}" for word in ("red", "oak", "sun", "tin", "fog", "ice")]
    ana.remember_many([*drafts_of(*texts[:3]), *drafts_of(PASSWORD), *drafts_of(*texts[3:])])

    told = rows(database_uri, "SELECT rev, text FROM langmem.change_log ORDER BY rev")
    assert [(row["rev"], row["text"]) for row in told] == list(enumerate(texts, 1))


def test_more_drafts_than_a_set_holds_are_written_in_their_order(
    ana: MemoryView, database_uri: str
) -> None:
    texts = [f"Lived in place{number} once" for number in range(300)]

    outcomes = ana.remember_many(drafts_of(*texts))

    assert [outcome.memory.content for outcome in outcomes] == texts
    told = rows(database_uri, "SELECT rev, text FROM langmem.change_log ORDER BY rev")
    assert [(row["rev"], row["text"]) for row in told] == list(enumerate(texts, 1))
    places = rows(
        database_uri,
        "SELECT content FROM langmem.documents JOIN langmem.memories USING (space, uid) ORDER BY place",
    )
    assert [row["content"] for row in places] == texts
    assert statuses(ana.remember_many(drafts_of(*reversed(texts)))) == ["unchanged"] * 300


def test_the_server_has_changes_to_write_before_all_drafts_are_decided(
    ana: MemoryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    send, decide = Session.send, sets.decide

    def sent(session: Session, request: Fetch | Post) -> list[Rows] | None:
        seen.append(type(request).__name__)
        return send(session, request)

    def decided(job: Any, around: Any) -> Any:
        seen.append("decided")
        return decide(job, around)

    monkeypatch.setattr(Session, "send", sent)
    monkeypatch.setattr(sets, "decide", decided)
    monkeypatch.setattr(sets, "SENT_AT_ONCE", 2)
    ana.remember_many(drafts_of("Likes tea", "Met Bo in Rome", "Owns a kayak", "Sings alto"))
    ana.remember_many(drafts_of("Plays the oboe", PASSWORD, "Has a loom", "Runs far", "Cuts glass"))

    part = " ".join(["decided", "decided", "Post"])
    assert f"{part} {part}" in " ".join(seen)
    assert " ".join(seen).count(part) == 4  # a refused draft beside the others puts nothing off


def test_many_drafts_that_depend_on_each_other_are_written_as_one_by_one(pair: Pair) -> None:
    texts = [f"Works at place{number}" for number in range(20) for _ in range(2)]

    pair.write(drafts_of(*texts, slot="employer"))

    pair.compare()


async def test_the_async_store_writes_in_sets_too(
    async_store: AsyncMemoryStore, database_uri: str
) -> None:
    ana = async_store.bind(Principal(user_id="ana"))

    outcomes = await ana.aremember_many(
        drafts_of("Likes green tea", "Likes green tea", PASSWORD, "Plays chess")
    )

    assert statuses(outcomes) == ["created", "unchanged", "rejected", "created"]
    require_balance(database_uri)


def test_a_call_that_fails_in_a_later_set_leaves_nothing(
    ana: MemoryView, database_uri: str
) -> None:
    broken = """
        CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN IF NEW.content LIKE '%place250%' THEN RAISE EXCEPTION 'broken on purpose'; END IF;
                     RETURN NEW; END $$;
        CREATE TRIGGER fail BEFORE INSERT ON langmem.memories FOR EACH ROW EXECUTE FUNCTION public.fail()"""
    rows(database_uri, broken)

    with pytest.raises(Exception, match="broken on purpose"):
        ana.remember_many(drafts_of(*(f"Lived in place{number} once" for number in range(300))))

    assert rows(database_uri, "SELECT * FROM langmem.memories") == []
    assert rows(database_uri, "SELECT * FROM langmem.spaces") == []


# Under keys of the caller's own


def test_a_batch_of_keys_leaves_what_puts_one_by_one_leave(pair: Pair) -> None:
    values = {
        "a": {"content": "Likes green tea"},
        "b": {"content": "Likes green tea"},
        "c": {"content": "Works at Acme", "slot": "employer"},
        "d": {"content": "Works at Globex", "slot": "employer"},
        "e": {"content": "Likes green tea with honey"},
    }
    changed = {
        "a": {"content": "Likes black tea"},
        "c": {"content": "Works at Acme", "slot": "employer"},
    }

    for wanted in (values, changed, values):
        _put(pair, wanted)
        pair.compare()

    left = {memory.id: memory.content for memory in pair.together.list()}
    assert left == {key: values[key]["content"] for key in "abde"}


def _put(pair: Pair, values: dict[str, Any]) -> None:
    first, second = (("memory", "default", "user", owner, "preferences") for owner in pair.owners)
    pair.together.batch([PutOp(first, key, value) for key, value in values.items()])
    for key, value in values.items():
        pair.apart.put(second, key, value)


# Operations that were refused


def test_a_refusal_does_not_settle_what_says_something_else(pair: Pair) -> None:
    outcomes = pair.write(drafts_of(PASSWORD, "Likes green tea", operation_id="1"))

    assert [outcome.reason for outcome in outcomes] == ["secret", None]
    pair.compare()


def test_a_refusal_does_not_take_the_operation_of_a_draft_before_it(pair: Pair) -> None:
    drafts = drafts_of("Likes green tea", PASSWORD, operation_id="1")
    pair.write(drafts)

    assert pair.together.remember_many(drafts)[0].memory is not None
    pair.compare()


def test_an_operation_that_is_refused_twice_in_a_call_counts_once(pair: Pair) -> None:
    pair.write(drafts_of(PASSWORD, PASSWORD, operation_id="1"))

    pair.compare()


# The audit


def test_the_history_tells_in_the_order_of_the_drafts(pair: Pair, clock: FakeClock) -> None:
    pair.write(drafts_of("Likes green tea"))
    clock.advance(DAY)
    pair.write(
        drafts_of("Likes green tea", "Plays chess", "Has a cat", "Bakes bread", importance=5)
    )

    first, second = (
        [(event.event, event.new) for event in view.history()]
        for view in (pair.together, pair.apart)
    )
    assert first == second
