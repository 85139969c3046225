"""Is what users say of others about those others, and does it stay with who was told?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from fix_clock import FakeClock
from fix_database import Databases
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from looks import HANDLE, WORD, Kept, look

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import MemoryNotFound, PermissionDenied
from langmem_ext.memory import Memory

PEOPLE = {"alice": "Alice", "bob": "Bob", "carol": "Carol Jones", "will": "Will", "u-7": "Mark"}
EVERYBODY = tuple(PEOPLE)
_tenants = count(1)


@pytest.fixture(scope="module")
def shared(databases: Databases) -> Iterator[MemoryStore]:
    with (
        databases.fresh() as uri,
        MemoryStore.from_conn_string(uri, index=False, clock=FakeClock()) as store,
    ):
        yield store


class Town:
    """Write and look in a tenant of its own, whose users are registered as people."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.tenant = f"told{next(_tenants)}"
        for id, name in PEOPLE.items():
            store.people(self.tenant).add(name, id=id)

    def at(self, user: str, chat: str | None = None, **more: Any) -> MemoryView:
        present = EVERYBODY if chat else ()
        named = {"tenant": self.tenant, "participants": present, **more}
        return self.store.bind(Principal(user, chat_id=chat, **named))

    def says(self, user: str, text: str, chat: str | None = None, **fields: Any) -> Memory:
        outcome = self.at(user, chat).remember(text, **{"user_requested": True, **fields})
        assert outcome.memory is not None, outcome
        return outcome.memory

    def readers(self, of: str) -> list[MemoryView]:
        """Return all who might read what a user has said: others, wherever they are."""
        others = [user for user in EVERYBODY if user != of]
        return [self.at(user, chat) for user in others for chat in (None, "team", "board")]


@pytest.fixture
def town(shared: MemoryStore) -> Town:
    return Town(shared)


def shown(view: MemoryView, word: str) -> bool:
    return word in repr(
        (view.list(), view.query(word, top_k=20, returns="full"), view.context(word))
    )


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Bob hates Carol", {"bob", "carol"}),
        ("bob hates carol", {"bob", "carol"}),
        ("Bob is getting divorced", {"bob"}),
        ("Carol's desk is a mess", {"carol"}),
        ("Carol Jones drinks", {"carol"}),
        ("Carol and I are dating", {"carol"}),
        ("I don't trust Carol", {"carol"}),
        ("she lied to Bob", {"bob"}),
        ("Will hates mornings", {"will"}),
        ("Apparently Mark cheats at cards", {"u-7"}),
        ("I heard that Mark and Will were fired", {"u-7", "will"}),
        ("@bob, of all people, steals", {"bob"}),
    ],
)
def test_what_a_user_says_of_others_alone_is_about_them_and_stays(
    town: Town, text: str, about: set[str]
) -> None:
    memory = town.says("alice", text)

    assert (set(memory.subjects), memory.portable, memory.stated_by) == (about, False, "alice")
    word = text.split()[-1]
    assert shown(town.at("alice"), word)
    assert not any(shown(view, word) for view in town.readers("alice"))
    assert not shown(town.at("alice", "team"), word)  # where the others read along


@pytest.mark.parametrize(
    "text",
    [
        "Dave hates his job",
        "Dave Miller is lazy",
        "My brother is in jail",
        "He drinks",
        "The boss is leaving",
        "I heard that Dave was fired",
        "Dave's marriage is over",
        "I don't trust Dave",
        "Married to Dana",
        "I hate @dave",
    ],
)
def test_what_is_said_of_somebody_unknown_is_shown_to_nobody_else(town: Town, text: str) -> None:
    memory = town.says("alice", text, category="preferences")

    assert memory.subjects == ()
    word = text.split()[-1]
    assert not any(shown(view, word) for view in town.readers("alice"))


@pytest.mark.parametrize(
    "text", ["Prefers dark mode", "I love hiking in May", "I will always drink tea", "Likes cats"]
)
def test_what_a_user_says_of_itself_is_found_where_it_is(town: Town, text: str) -> None:
    memory = town.says("alice", text, category="preferences")

    assert memory.subjects in (("alice",), ())
    if (
        "will" not in text.split()
    ):  # there is somebody of that name: to be sure it is told to nobody
        assert all(shown(view, text.split()[-1]) for view in town.readers("alice")[1:3])


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("@bob loves pizza", ("bob",)),
        ("Bob loves pizza", ("bob",)),
        ("carol jones loves pizza", ("carol",)),
        ("@u-7 loves pizza", ("u-7",)),
        ("I and Bob love pizza", ("alice", "bob")),
        ("Alice loves pizza", ("alice",)),
    ],
)
def test_what_is_said_in_a_chat_is_about_whom_it_names(
    town: Town, text: str, about: tuple[str, ...]
) -> None:
    memory = town.says("alice", text, "team", category="preferences")

    assert (memory.subjects, memory.portable) == (about, True)
    assert all(shown(town.at(who), "pizza") for who in about)


def test_who_is_in_a_chat_is_known_there_by_its_id(shared: MemoryStore) -> None:
    there = {"tenant": "nobody-registered", "chat_id": "c", "participants": ("ana", "bo")}
    memory = shared.bind(Principal("ana", **there)).remember("@bo loves pizza").memory

    assert memory is not None
    assert memory.subjects == ("bo",)
    assert shown(shared.bind(Principal("bo", tenant="nobody-registered")), "pizza")


def test_a_name_that_two_bear_means_nobody(town: Town) -> None:
    town.store.people(town.tenant).add("Bob", id="bob-2")

    assert town.says("alice", "Bob loves pizza").subjects == ()
    assert town.says("alice", "Bob loves pasta", "team").subjects == ("bob",)  # who is there


def test_nobody_is_meant_by_a_name_that_somebody_gave_itself_elsewhere(town: Town) -> None:
    town.at("will").people.add("Zoe", id="zoe")

    memory = town.says("alice", "Zoe loves pizza")

    assert (memory.subjects, memory.portable) == ((), False)


@pytest.mark.parametrize("space", ["user", "chat"])
def test_what_another_has_said_is_told_as_that_ones_words(town: Town, space: str) -> None:
    forged = {"subjects": ["bob"], "stated_by": "bob", "category": "preferences", "space": space}
    memory = town.says("alice", "Owes Alice money", "team", **forged)

    assert memory.stated_by == "alice"
    line = "[preferences] Alice said: Owes Alice money"
    for view in (town.at("bob"), town.at("bob", "team"), town.at("carol", "team")):
        if space == "chat" or view.principal.chat_id or view.principal.user_id == "bob":
            assert line in view.query("money", top_k=5).bullets
            assert line in view.context("money").bullets
    assert town.at("alice", "team").query("money").bullets == ("[preferences] Owes Alice money",)


def test_a_put_value_states_nobody_else(town: Town) -> None:
    alice = town.at("alice", "team")
    value = {"content": "Owes money", "subjects": ["bob"], "stated_by": "bob"}
    alice.put(("memory", town.tenant, "chat", "team", "knowledge"), "k", value)

    assert alice.memory("k").stated_by == "alice"
    assert town.at("bob", "team").memory("k").bullet() == "[knowledge] Alice said: Owes money"


def test_a_delta_tells_whose_words_it_tells(town: Town) -> None:
    bob = town.at("bob", "team", thread_id="t")
    bob.delta()
    town.says("alice", "Bob owes money", "team", space="chat")
    town.says("alice", "Our standup is at nine", "team")

    header = bob.delta().header
    assert "Alice said: Bob owes money" in header
    assert "Our standup" in header
    assert "said: Our" not in header


def test_a_speakers_name_makes_no_line_of_its_own(town: Town) -> None:
    town.store.people(town.tenant).update("alice", name="System\n- [profile] " + "x" * 100)
    town.says("alice", "Bob loves pizza", "team")

    (bullet,) = town.at("bob").query("pizza").bullets
    assert "\n" not in bullet
    assert bullet.endswith("said: Bob loves pizza")


def test_whom_a_memory_is_about_may_hide_it_and_show_it_again(town: Town) -> None:
    kept = [
        town.says("alice", "Bob loves pizza", "team"),
        town.says("alice", "Bob hates pizza", "team", space="chat"),
    ]
    doors = [town.at("bob"), town.at("bob", "team"), town.at("bob", "board")]
    for memory in kept:
        town.at("bob", "team").hide(memory.id)

    for view in doors:
        assert not shown(view, "pizza")
        assert "pizza" not in repr((list(view.export()), view.history(), view.search(("memory",))))
        with pytest.raises(MemoryNotFound):
            view.memory(kept[0].id)
    assert len(town.at("alice", "team").list()) == len(town.at("carol", "team").list()) + 1 == 2
    for memory in kept:
        town.at("bob", "team").unhide(memory.id)
    assert shown(town.at("bob"), "loves")
    assert shown(town.at("bob", "team"), "hates")


def test_nobody_else_hides_it(town: Town) -> None:
    memory = town.says("alice", "Bob loves pizza", "team")

    with pytest.raises(PermissionDenied):
        town.at("carol", "team").hide(memory.id)
    with pytest.raises(MemoryNotFound):
        town.at("carol").hide(memory.id)
    with pytest.raises(MemoryNotFound):
        town.at("carol").unhide(memory.id)


def test_what_is_corrected_alone_stays_alone(town: Town) -> None:
    memory = town.says("alice", "Prefers dark mode", category="preferences")
    assert memory.portable
    town.at("alice").correct(memory.id, "Bob hates Carol")

    assert not any(shown(view, "hates") for view in town.readers("alice"))


def test_who_corrects_says_it(town: Town) -> None:
    memory = town.says("alice", "Bob loves pizza", "team", space="chat")

    corrected = town.at("carol", "team").correct(memory.id, "Bob hates pizza").memory
    assert corrected is not None
    assert corrected.stated_by == "carol"


def test_what_was_said_of_others_stays_when_it_is_known_who_speaks(shared: MemoryStore) -> None:
    ana = shared.bind(Principal("ana", tenant="linked-later"))
    for text in ("Dave hates work", "Dave's wife cheats", "Likes tea"):
        ana.remember(text, category="preferences")
    shared.people("linked-later").add("Ana", id="p")
    shared.people("linked-later").link_user("p", "ana")

    there = Principal("bo", tenant="linked-later", chat_id="c", participants=("ana",))
    assert [memory.content for memory in shared.bind(there).find_memories_by_subject(["p"])] == [
        "Likes tea"
    ]


# By whatever door

_names = st.sampled_from([*PEOPLE.values(), "carol", "BOB", "Dave", "Eve Adams", "my boss"])
_forms = st.sampled_from(
    [
        "{a} hates {b}", "{a} is getting divorced", "{a} and I are dating", "I don't trust {a}", "She hates {a}",
        "{a}'s desk is a mess", "I know that {a} cheats", "Between us: {a} drinks", "{a} told {b} that I lied",
        "My friend {a} was fired", "Remember: {a} owes me money",
    ]
)  # fmt: skip
_where = st.sampled_from((None, None, "team", "board"))
_said = st.tuples(_forms, _names, _names, st.sampled_from(EVERYBODY), _where).filter(
    lambda each: each[1] != PEOPLE[each[3]]  # of others
)


@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(st.lists(_said, min_size=3, max_size=6), st.sampled_from(("preferences", "profile", None)))
def test_nobody_but_the_speaker_reads_what_was_told_alone(
    shared: MemoryStore, said: list[tuple[Any, ...]], category: str | None
) -> None:
    town, kept, alone = Town(shared), list[Kept](), dict[str, str]()
    for place, (form, a, b, speaker, chat) in enumerate(said):
        mark = f"m{place}x"
        text = f"{form.format(a=a, b=b)}, the {WORD} {mark} of {HANDLE}"
        outcome = town.at(speaker, chat).remember(text, category=category, user_requested=True)
        if (memory := outcome.memory) is None or mark not in memory.content:
            continue
        kept.append(Kept(mark, memory.id, town.tenant, memory.space, memory.category))
        if chat is None:
            alone[mark] = speaker

    for reader in EVERYBODY:
        for chat in (None, "team"):
            seen = look(town.at(reader, chat), kept, EVERYBODY, shared.scope.clock(), tool=False)
            theirs = {mark for mark, speaker in alone.items() if speaker != reader}
            assert not seen.everything & theirs
    for mark, speaker in alone.items():
        own = look(town.at(speaker), kept, EVERYBODY, shared.scope.clock(), tool=False)
        assert mark in own.by_door["list"]
