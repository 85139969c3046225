"""Does the store know whom and what its memories name, and no more than may be known?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from books import count, require_balance, rows
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from langmem_ext import AsyncMemoryStore, Memory, MemoryStore, MemoryView, Principal, Settings
from langmem_ext.stores.operations.sweeping import purge

DAY = timedelta(days=1)
TABLES = ("entities", "aliases", "mentions")


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana", thread_id="t"))


@pytest.fixture
def balanced(database_uri: str) -> Iterator[None]:
    """Whatever the test did, the books balance, and no entity is kept that nothing mentions."""
    yield
    require_balance(database_uri)
    for table in ("entities", "aliases"):
        lone = f"SELECT * FROM langmem.{table} t WHERE NOT EXISTS ({_MENTIONED})"
        assert rows(database_uri, lone) == []
    assert rows(database_uri, _NAMELESS) == []


_MENTIONED = "SELECT FROM langmem.mentions m WHERE m.space = t.space AND m.key = t.key"
_NAMELESS = """
    SELECT * FROM langmem.mentions m
    WHERE NOT EXISTS (SELECT FROM langmem.entities e WHERE e.space = m.space AND e.key = m.key)
       OR NOT EXISTS (SELECT FROM langmem.aliases a WHERE a.space = m.space AND a.key = m.key AND a.alias = m.key)
       OR (m.corpus = 'm' AND NOT EXISTS (
               SELECT FROM langmem.memories k WHERE k.space = m.space AND k.uid = m.uid AND k.state = 'active'))"""

pytestmark = pytest.mark.usefixtures("balanced")


def remember(view: MemoryView, *contents: str, **fields: Any) -> list[Memory]:
    drafts = [{"category": "knowledge", **fields, "content": content} for content in contents]
    return [outcome.memory for outcome in view.remember_many(drafts)]


def named(view: MemoryView, name: str) -> set[str]:
    """Return the texts of the memories that name an entity."""
    found = view.entity(name)
    return {memory.content for memory in found.memories} if found else set()


def keys(uri: str, user: str = "ana") -> set[str]:
    found = rows(uri, "SELECT key FROM langmem.entities WHERE space = %s", f"default/user:{user}")
    return {row["key"] for row in found}


def sizes(uri: str) -> list[int]:
    return [count(uri, table) for table in TABLES]


# By whatever name it is asked for


@pytest.mark.parametrize(
    ("content", "asked", "name", "kind"),
    [
        ("We met Ana Lima in Rome", "Ana Lima", "Ana Lima", "other"),
        ("We met Ana Lima in Rome", "  ANA   lima's ", "Ana Lima", "other"),
        ("Wrote to @Ana_Lima", "@ana_lima", "ana_lima", "person"),
        ("Wrote to @Ana_Lima", "ana_lima", "ana_lima", "person"),
        ("Wrote to @Ana_Lima", "Ana Lima", "ana_lima", "person"),
        ("Wrote to Rui@Example.com", "rui@example.COM", "rui@example.com", "email"),
        ("Reads #MachineLearning", "#machinelearning", "machinelearning", "topic"),
        ("Reads #MachineLearning", "machine learning", "machinelearning", "topic"),
        ("See https://Example.com/docs/?utm_source=x", "https://example.com/docs", "https://example.com/docs", "url"),
        ("See https://Example.com/docs/?utm_source=x", "example.com/docs", "https://example.com/docs", "url"),
        ("See https://example.com/docs", "HTTPS://EXAMPLE.com/docs/", "https://example.com/docs", "url"),
        ("Moved on 5 March 2026", "March 5, 2026", "2026-03-05", "date"),
        ("Moved on 5 March 2026", "2026-03-05", "2026-03-05", "date"),
        ("Moved on 5 March 2026", "5 March 2026", "2026-03-05", "date"),
    ],
)  # fmt: skip
def test_an_entity_is_known_by_all_its_names(
    ana: MemoryView, content: str, asked: str, name: str, kind: str
) -> None:
    remember(ana, content, "Likes green tea")

    profile = ana.entity(asked)

    assert profile is not None
    assert (profile.entity.name, profile.entity.type, profile.entity.mentions) == (name, kind, 1)
    assert [memory.content for memory in profile.memories] == [content]
    assert str(profile.entity) == name


def test_a_subject_is_an_entity_by_its_id(ana: MemoryView) -> None:
    remember(ana, "Likes green tea", subjects=["U-42"])

    profile = ana.entity("u-42")

    assert profile is not None
    assert (profile.entity.name, profile.entity.type) == ("U-42", "person")
    assert named(ana, "U-42") == {"Likes green tea"}


def test_the_aliases_of_an_entity_are_told(ana: MemoryView) -> None:
    remember(ana, "Wrote to @Ana_Lima", "See https://example.com/docs")

    assert ana.entity("@ana_lima").aliases == ("ana lima",)
    assert ana.entity("example.com/docs").aliases == ("example.com/docs",)


def test_a_name_that_stands_for_an_alias_of_one_known_is_that_one(ana: MemoryView) -> None:
    remember(ana, "Wrote to @Ana_Lima")
    remember(ana, "We met Ana Lima in Rome")

    assert named(ana, "@ana_lima") == {"Wrote to @Ana_Lima", "We met Ana Lima in Rome"}
    assert ana.entity("Ana Lima").entity.name == "ana_lima"


def test_memories_of_an_entity_come_weightiest_first(ana: MemoryView, clock: FakeClock) -> None:
    remember(ana, "We met Rui in Porto")
    clock.advance(DAY)
    remember(ana, "We called Rui", "Still owes Rui money", importance=2)
    remember(ana, "We married Rui", importance=5)

    profile = ana.entity("Rui")

    assert [memory.content for memory in profile.memories][:2] == [
        "We married Rui",
        "We met Rui in Porto",
    ]
    assert profile.entity.mentions == 4


def test_what_is_of_no_particular_kind_learns_one(ana: MemoryView) -> None:
    remember(ana, "We met Bo in Rome")
    before = ana.entity("Bo").entity
    remember(ana, "Likes tea", subjects=["bo"])

    after = ana.entity("Bo").entity

    assert (before.type, after.type, after.mentions) == ("other", "person", 2)


def test_a_kind_once_known_is_not_unlearned(ana: MemoryView) -> None:
    remember(ana, "Likes tea", subjects=["bo"])
    remember(ana, "We met Bo in Rome")

    assert ana.entity("Bo").entity.type == "person"


def test_of_two_that_share_an_alias_the_most_named_one_is_meant(ana: MemoryView) -> None:
    remember(ana, "Wrote to @ana.lima", "Called @ana.lima", "Paid @ana_lima")

    profile = ana.entity("Ana Lima")

    assert (profile.entity.name, profile.entity.mentions) == ("ana.lima", 2)
    remember(ana, "Saw @ana_lima", "Heard @ana_lima")
    assert ana.entity("Ana Lima").entity.name == "ana_lima"


def test_a_name_that_two_go_by_is_taken_for_the_one_that_is_named_most(ana: MemoryView) -> None:
    remember(ana, "Wrote to @ana.lima", "Called @ana_lima", "Paid @ana_lima")

    remember(ana, "We met Ana Lima in Rome")

    assert named(ana, "@ana_lima") == {
        "Called @ana_lima",
        "Paid @ana_lima",
        "We met Ana Lima in Rome",
    }


def test_a_name_of_its_own_comes_before_an_alias(ana: MemoryView) -> None:
    remember(ana, "We met Ana Lima in Rome")
    remember(ana, "Wrote to @ana_lima", "Called @ana_lima")

    assert ana.entity("Ana Lima").entity.name == "Ana Lima"


@pytest.mark.parametrize(
    "name", ["", " ", "!?", "\x00", "a\x00b", "x" * 5000, "🙂", "\ud800", "%s", "'; --", "__"]
)
def test_a_name_of_nobody_is_nobodys(ana: MemoryView, name: str) -> None:
    remember(ana, "We met Ana Lima in Rome")

    assert ana.entity(name) is None


@profile(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=400))
def test_any_text_may_be_asked_for(ana: MemoryView, name: str) -> None:
    ana.entity(name)


@profile(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet=st.sampled_from("@#Aaé.-_ß/:🙂 5İ'’"), min_size=1, max_size=60))
def test_any_text_may_be_kept_and_forgotten(
    ana: MemoryView, database_uri: str, content: str
) -> None:
    outcome = ana.remember(content, category="knowledge")
    if outcome.memory is not None:
        ana.forget(outcome.memory.id)

    assert sizes(database_uri) == [0, 0, 0]


def test_a_long_name_is_known_by_its_beginning(ana: MemoryView) -> None:
    remember(ana, "Likes tea", subjects=["x" * 2000])

    assert named(ana, "x" * 2000) == {"Likes tea"}


# Only what may be read


def test_another_user_tenant_or_chat_knows_nobody(store: MemoryStore, ana: MemoryView) -> None:
    remember(ana, "We met Rui in Porto")

    for stranger in (
        Principal(user_id="bo"), Principal(user_id="ana", tenant="other"), Principal(chat_id="ana"),
        Principal(app_id="ana"), Principal(),
    ):  # fmt: skip
        assert store.bind(stranger).entity("Rui") is None


def test_two_users_never_share_an_entity(store: MemoryStore, ana: MemoryView) -> None:
    bo = store.bind(Principal(user_id="bo"))
    remember(ana, "We met Rui in Porto")
    remember(bo, "Still owes Rui money", "We called Rui")
    remember(bo, "Wrote to @Rui", subjects=["Rui"])

    assert ana.entity("Rui").entity.mentions == 1
    assert (ana.entity("Rui").entity.type, bo.entity("Rui").entity.type) == ("other", "person")
    for memory in bo.list():
        bo.forget(memory.id)
    assert bo.entity("Rui") is None
    assert named(ana, "Rui") == {"We met Rui in Porto"}


def test_an_agent_knows_only_whom_its_categories_name(store: MemoryStore, ana: MemoryView) -> None:
    remember(ana, "We met Rui in Porto")
    planner = store.bind(Principal(user_id="ana", agent="planner"))
    assert planner.entity("Rui") is None

    remember(ana, "Wants to run with Rui", category="goals")

    assert planner.entity("Rui").entity.mentions == 1
    assert named(planner, "Rui") == {"Wants to run with Rui"}
    assert ana.entity("Rui").entity.mentions == 2
    assert store.bind(Principal(user_id="ana", agent="stranger")).entity("Rui") is None


def test_what_is_sensitive_names_nobody_in_a_chat(store: MemoryStore, ana: MemoryView) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    remember(ana, "Has an inhaler from Rui", sensitivity="sensitive", user_requested=True)
    assert (named(ana, "Rui"), chat.entity("Rui")) == ({"Has an inhaler from Rui"}, None)

    remember(ana, "We met Rui in Porto")

    assert chat.entity("Rui").entity.mentions == 1
    assert named(chat, "Rui") == {"We met Rui in Porto"}


def test_what_has_expired_names_nobody_swept_or_not(
    store: MemoryStore, ana: MemoryView, clock: FakeClock
) -> None:
    remember(ana, "Has to call Rui", category="tasks")
    clock.advance(15 * DAY)

    assert ana.entity("Rui") is None
    store.sweep_ttl()
    assert ana.entity("Rui") is None


def test_an_entity_of_two_spaces_is_one_to_who_may_read_both(store: MemoryStore) -> None:
    view = store.bind(Principal(user_id="ana", chat_id="team"))
    remember(view, "I met Rui in Porto")
    remember(view, "Rui and Rui's team won", space="chat", subjects=["rui"])

    assert view.entity("Rui").entity.mentions == 2
    assert view.entity("Rui").entity.type == "person"
    assert store.bind(Principal(user_id="ana")).entity("Rui").entity.mentions == 1


def test_a_name_and_a_kind_come_only_from_what_may_be_read(store: MemoryStore) -> None:
    ana = store.bind(Principal(user_id="ana", thread_id="t"))
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    planner = store.bind(Principal(user_id="ana", agent="planner"))
    remember(ana, "Likes tea", subjects=["RUI"], sensitivity="personal")
    remember(ana, "Wants to run with Rui", category="goals")

    assert (ana.entity("Rui").entity.name, ana.entity("Rui").entity.type) == ("RUI", "person")
    for view in (chat, planner):
        assert (view.entity("Rui").entity.name, view.entity("Rui").entity.type) == ("Rui", "other")
        assert view.entity("Rui").aliases == ()


def test_a_handle_that_may_not_be_read_lends_its_bearer_no_name(
    store: MemoryStore, ana: MemoryView
) -> None:
    chat = store.bind(Principal(user_id="ana", chat_id="team"))
    remember(ana, "Wrote to @Ana_Lima", sensitivity="sensitive", user_requested=True)
    remember(ana, "We met Ana Lima in Rome")

    assert ana.entity("Ana Lima").entity.name == "ana_lima"
    assert (chat.entity("Ana Lima").entity.name, chat.entity("Ana Lima").entity.type) == (
        "Ana Lima",
        "other",
    )


# As memories come and go


def test_an_entity_goes_with_the_last_memory_that_names_it_and_comes_back_with_it(
    ana: MemoryView, database_uri: str
) -> None:
    first, second = remember(ana, "Wrote to @Ana_Lima", "Paid @Ana_Lima")
    full = sizes(database_uri)

    ana.forget(first.id)
    assert named(ana, "Ana Lima") == {"Paid @Ana_Lima"}
    ana.forget(second.id)
    assert ana.entity("Ana Lima") is None
    assert sizes(database_uri) == [0, 0, 0]

    ana.restore(first.id)
    ana.restore(second.id)
    assert sizes(database_uri) == full
    assert named(ana, "Ana Lima") == {"Wrote to @Ana_Lima", "Paid @Ana_Lima"}


def test_only_those_go_that_nothing_else_names(ana: MemoryView, database_uri: str) -> None:
    first, _ = remember(ana, "We met Rui and Ada in Porto", "Still owes Rui money")

    ana.forget(first.id)

    assert keys(database_uri) == {"rui"}


def test_a_correction_names_those_of_the_new_text(ana: MemoryView, database_uri: str) -> None:
    (memory,) = remember(ana, "We met Rui in Porto", subjects=["bo"])

    ana.correct(memory.id, "We met Ada in Porto")

    assert ana.entity("Rui") is None
    assert named(ana, "Ada") == named(ana, "Porto") == named(ana, "bo") == {"We met Ada in Porto"}
    assert keys(database_uri) == {"ada", "porto", "bo"}


def test_a_fuller_text_names_those_of_the_new_text(database_uri: str, clock: FakeClock) -> None:
    bands = {"auto": 0.95, "update": 0.5, "check": 0.4, "fallback": 0.3}
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    settings = Settings(merge=bands)
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=index, clock=clock
    ) as store:
        ana = store.bind(Principal(user_id="ana"))
        ana.remember("Plays chess with @rui", category="knowledge")

        fuller = ana.remember("Plays chess with @rui and studies #openings", category="knowledge")

        assert fuller.status == "updated"
        assert named(ana, "@rui") == named(ana, "openings") == {fuller.memory.content}
        assert ana.entity("@rui").entity.mentions == 1


def test_a_value_that_was_replaced_names_nobody(ana: MemoryView, database_uri: str) -> None:
    remember(ana, "Works at Acme", slot="employer")

    remember(ana, "Works at Globex", slot="employer")

    assert ana.entity("Acme") is None
    assert keys(database_uri) == {"globex"}


def test_a_proposal_names_nobody_until_it_is_approved(ana: MemoryView) -> None:
    remember(ana, "Lives in Rome", category="profile", slot="city")
    waiting = ana.remember("Lives in Oslo", category="profile", slot="city").memory
    assert ana.entity("Oslo") is None

    ana.consent(waiting.id, True)

    assert (named(ana, "Oslo"), ana.entity("Rome")) == ({"Lives in Oslo"}, None)


def test_an_item_put_again_names_those_of_the_new_text(ana: MemoryView, database_uri: str) -> None:
    namespace = ("memory", "default", "user", "ana", "knowledge")
    ana.put(namespace, "k", {"content": "We met Rui in Porto"})
    ana.put(namespace, "k", {"content": "We met Ada in Porto"})

    assert keys(database_uri) == {"ada", "porto"}
    ana.delete(namespace, "k")
    assert sizes(database_uri) == [0, 0, 0]


def test_the_sweep_takes_entities_along(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    remember(ana, "Has to call Rui", category="tasks")
    clock.advance(15 * DAY)

    store.sweep_ttl()

    assert sizes(database_uri) == [0, 0, 0]


def test_a_name_goes_with_the_last_memory_that_calls_an_entity_so(
    store: MemoryStore, ana: MemoryView, clock: FakeClock, database_uri: str
) -> None:
    handle, _ = remember(ana, "Wrote to @Ana_Lima", "Likes tea", subjects=["ana_lima"])
    written = remember(ana, "Signed on 5 March 2026", "Paid on March 5, 2026")
    assert {"ana lima", "5 march 2026", "march 5, 2026"} <= aliases(database_uri)

    ana.forget(handle.id)
    ana.forget(written[0].id)

    assert aliases(database_uri) == {"ana_lima", "2026-03-05", "march 5, 2026"}
    clock.advance(31 * DAY)
    assert store.run(purge(store.scope)) == 2
    assert ana.entity("Ana Lima") is None
    assert named(ana, "@ana_lima") == {"Likes tea"}


def test_a_name_that_another_text_still_uses_stays_and_a_restored_one_comes_back(
    ana: MemoryView, database_uri: str
) -> None:
    first, second = remember(ana, "Wrote to @Ana_Lima", "Paid @Ana_Lima", subjects=["ana_lima"])
    before = aliases(database_uri)

    ana.forget(first.id)
    assert aliases(database_uri) == before
    ana.correct(second.id, "Paid her")
    assert aliases(database_uri) == {"ana_lima"}
    ana.restore(first.id)
    assert aliases(database_uri) == before


def aliases(uri: str) -> set[str]:
    return {row["alias"] for row in rows(uri, "SELECT alias FROM langmem.aliases")}


# Turns


def test_a_turn_notes_whom_it_names_but_fills_no_profile(
    ana: MemoryView, database_uri: str
) -> None:
    ana.add_turn("user", "I met Rui in Porto, write to @Ada")

    mentions = rows(database_uri, "SELECT key FROM langmem.mentions WHERE corpus = 't'")
    assert {row["key"] for row in mentions} >= {"rui", "porto", "ada"}
    assert ana.entity("Rui") is None
    remember(ana, "Still owes Rui money")
    assert ana.entity("Rui").entity.mentions == 1


def test_an_entity_that_a_turn_names_outlives_the_memory(
    ana: MemoryView, database_uri: str
) -> None:
    ana.add_turn("user", "I met Rui yesterday")
    (memory,) = remember(ana, "We met Rui in Porto")

    ana.forget(memory.id)

    assert "rui" in keys(database_uri)
    assert "porto" not in keys(database_uri)
    assert ana.entity("Rui") is None


def test_a_secret_of_a_turn_is_no_entity(ana: MemoryView, database_uri: str) -> None:
    ana.add_turn("user", "My password is hunter2-Xy9!, tell Rui")

    assert "hunter2" not in str([rows(database_uri, f"SELECT * FROM langmem.{t}") for t in TABLES])


# What a question gains from it


@pytest.fixture
def wordy(database_uri: str, clock: FakeClock) -> Iterator[MemoryView]:
    """A view without vectors."""
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        yield store.bind(Principal(user_id="ana"))


def scores(view: MemoryView, question: str, **options: Any) -> dict[str, float]:
    found = view.query(question, returns="full", top_k=50, **options).memories
    return {memory.content: memory.score or 0 for memory in found}


@pytest.mark.parametrize("with_vectors", [True, False])
def test_naming_an_entity_lifts_its_memories(
    ana: MemoryView, wordy: MemoryView, with_vectors: bool
) -> None:
    view = ana if with_vectors else wordy
    remember(view, "Wrote long letters to @Ana_Lima", "Went sailing in May", "Likes green tea")

    found = scores(view, "Who is ana lima?")

    assert max(found, key=found.__getitem__) == "Wrote long letters to @Ana_Lima"
    assert with_vectors or set(found) == {"Wrote long letters to @Ana_Lima"}


def test_an_entity_is_found_by_a_name_whose_words_its_memory_lacks(wordy: MemoryView) -> None:
    remember(wordy, "Signed the lease on 5 March 2026", "Likes green tea")

    assert set(scores(wordy, "2026-03-05?")) == {"Signed the lease on 5 March 2026"}


def test_the_rarer_an_entity_is_the_more_naming_it_adds(
    database_uri: str, clock: FakeClock
) -> None:
    with weighing(database_uri, clock, 0.0) as plain, weighing(database_uri, clock, 0.1) as weighed:

        def gain(user: str, known: int) -> float:
            principal = Principal(user_id=user)
            notes = [f"Note {n} of @Rui" if n < known else f"Note {n} of it" for n in range(20)]
            remember(plain.bind(principal), *notes)
            before, after = (
                scores(store.bind(principal), "note of @rui") for store in (plain, weighed)
            )
            return after["Note 0 of @Rui"] - before["Note 0 of @Rui"]

        rare, often, always = gain("one", 1), gain("ten", 10), gain("all", 20)

    assert 0.1 > rare > often > always > 0


@pytest.mark.parametrize("fusion", ["score", "rrf"])
def test_naming_can_be_made_to_count_more(database_uri: str, clock: FakeClock, fusion: str) -> None:
    with weighing(database_uri, clock, 0.0, fusion) as store:
        ana = store.bind(Principal(user_id="ana"))
        remember(ana, "Signed on 5 March 2026", "Signed the lease in March, on a sunny day")
        plain = scores(ana, "What was signed on 2026-03-05?")
    with weighing(database_uri, clock, 0.5, fusion) as store:
        weighed = scores(store.bind(Principal(user_id="ana")), "What was signed on 2026-03-05?")

    gained = {content: weighed[content] - plain[content] for content in plain}
    if fusion == "rrf":  # the list of entities counts as much as the others there
        assert set(gained.values()) == {0}
    else:
        first, second = gained.values()
        assert first > second + 0.1


def weighing(uri: str, clock: FakeClock, weight: float, fusion: str = "score") -> Any:
    """Open a store in which naming an entity counts so much; neighbours lend nothing of it."""
    ranking = {"entity_weight": weight, "fusion": fusion, "beside_weight": 0.0, "day_weight": 0.0}
    settings = Settings(ranking=ranking, relations={"enabled": False})
    return MemoryStore.from_conn_string(uri, settings=settings, index=False, clock=clock)


def test_another_users_entity_lifts_nothing(store: MemoryStore, ana: MemoryView) -> None:
    bo = store.bind(Principal(user_id="bo"))
    remember(ana, "Likes green tea", "Plays chess on Sundays")
    before = scores(ana, "chess with @rui")
    remember(bo, "Plays chess with @Rui", subjects=["chess"])

    assert scores(ana, "chess with @rui") == before


def test_a_question_full_of_names_is_answered(ana: MemoryView) -> None:
    remember(ana, "We met Rui in Porto")
    question = " ".join(f"Name{n} @handle{n} https://site{n}.com/x #tag{n}" for n in range(300))

    assert "[knowledge] We met Rui in Porto" in ana.query(f"{question} Rui Porto").bullets


# Switched off


def test_without_entities_none_are_kept_and_all_else_works(
    database_uri: str, clock: FakeClock
) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": HashEmbeddings()}
    settings = Settings(entities={"enabled": False})
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=index, clock=clock
    ) as store:
        ana = store.bind(Principal(user_id="ana"))
        (memory,) = remember(ana, "We met Rui in Porto on 5 March 2026")
        ana.add_turn("user", "I met Rui")

        assert sizes(database_uri) == [0, 0, 0]
        assert ana.entity("Rui") is None
        assert ana.query("Who is Rui?").bullets == (
            "[knowledge] We met Rui in Porto on 5 March 2026",
        )
        ana.correct(memory.id, "We met Ada in Porto")
        assert ana.query("Ada").bullets == ("[knowledge] We met Ada in Porto",)


def test_without_proper_names_only_signs_are_entities(database_uri: str, clock: FakeClock) -> None:
    settings = Settings(entities={"proper_names": False})
    with MemoryStore.from_conn_string(
        database_uri, settings=settings, index=False, clock=clock
    ) as store:
        ana = store.bind(Principal(user_id="ana"))
        remember(ana, "We met Rui and @Ada in Porto")

    assert keys(database_uri) == {"ada"}


# The async twin, and several at once


async def test_the_async_view_knows_the_same(async_store: AsyncMemoryStore) -> None:
    ana = async_store.bind(Principal(user_id="ana"))
    await ana.aremember("Wrote to @Ana_Lima", category="knowledge")

    profile = await ana.aentity("Ana Lima")

    assert profile is not None
    assert (profile.entity.name, profile.entity.mentions) == ("ana_lima", 1)
    assert await ana.aentity("nobody") is None
    assert await ana.aentity("") is None


def test_the_verb_that_a_memory_begins_with_is_no_part_of_a_name(ana: MemoryView) -> None:
    remember(ana, "Met Rui in Porto", "Owes Rui money")

    assert ana.entity("Rui").entity.mentions == 2


def test_names_in_one_call_meet_as_names_in_several_do(store: MemoryStore) -> None:
    one, several = (store.bind(Principal(user_id=name)) for name in ("one", "several"))
    told = ["Wrote to @Ana_Lima", "We met Ana Lima in Rome"]
    remember(one, *told)
    for content in told:
        remember(several, content)

    assert several.entity("Ana Lima").entity.mentions == 2
    assert one.entity("Ana Lima").entity == several.entity("Ana Lima").entity
