"""Is what a draft becomes worked out while the server works, once, and never in place of another?"""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

import pytest

from langmem_ext import MemoryStore, Principal
from langmem_ext.entities import EntityType, Span
from langmem_ext.memory import MemoryDraft
from langmem_ext.policies.gates import judge
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.connections import Session
from langmem_ext.stores.operations import appearing
from langmem_ext.stores.operations.appearing import appearance, look_ahead
from langmem_ext.stores.operations.foreseen import Foreseen
from langmem_ext.stores.operations.surroundings import Job, Target
from langmem_ext.stores.operations.write import rules_of
from langmem_ext.stores.requests import Fetch, Post, Rows
from langmem_ext.stores.scope import Scope


class Reader:
    """Find each word in capitals, which takes it some time; note what was read."""

    name = "reader"

    def __init__(self, seconds: float = 0) -> None:
        self.read: list[str] = []
        self._seconds = seconds

    def find(self, text: str) -> list[Span]:
        self.read.append(text)
        end = thread_time() + self._seconds
        while thread_time() < end:
            pass
        places = ((word, text.index(word)) for word in text.split() if word.isupper())
        return [
            Span(word, at, at + len(word), EntityType.PROJECT, 1.0, self.name)
            for word, at in places
        ]


def read_by(store: MemoryStore, reader: Reader) -> Scope:
    return store.scope.__class__(
        store.scope.settings, store.scope.categories, recognizers=(reader,)
    )


def job_of(scope: Scope, text: str) -> Job:
    draft = judge(MemoryDraft(category="knowledge", content=text), rules_of(scope))
    assert not isinstance(draft, Rejection)
    space = "default/user:ana"
    return Job(scope, draft, Target(space), None, scope.clock(), space, Foreseen(scope, text))


@pytest.fixture
def reader(store: MemoryStore) -> Reader:
    """What reads the texts of the store."""
    reader = Reader()
    object.__setattr__(store.engine.scope, "recognizers", (reader,))
    return reader


TEXTS = ["Works on APOLLO", "Works on GEMINI now", "Likes green tea"]


def test_names_are_looked_for_before_the_answer_is_waited_for(
    store: MemoryStore, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []
    send = Session.send

    def watched(session: Session, request: Fetch | Post) -> list[Rows] | None:
        before = len(reader.read)
        answer = send(session, request)
        seen.append((before, len(reader.read)))
        return answer

    monkeypatch.setattr(Session, "send", watched)
    monkeypatch.setattr(appearing, "AHEAD", 1.0)
    view = store.bind(Principal(user_id="ana"))
    outcomes = view.remember_many([{"category": "knowledge", "content": text} for text in TEXTS])

    assert [outcome.status for outcome in outcomes] == ["created"] * 3
    assert (0, 3) in seen
    assert reader.read == TEXTS
    known = view.entity("GEMINI")
    assert known is not None
    assert known.entity.mentions == 1


def test_a_text_that_waits_for_the_next_set_is_not_read_again(
    store: MemoryStore, reader: Reader
) -> None:
    drafts = [
        {"category": "profile", "slot": "project", "content": text, "user_requested": True}
        for text in TEXTS
    ]

    store.bind(Principal(user_id="ana")).remember_many(drafts)

    assert sorted(reader.read) == sorted(TEXTS)


def test_a_model_that_takes_long_is_asked_for_no_more_than_the_server_takes(
    store: MemoryStore,
) -> None:
    reader = Reader(seconds=4 * appearing.AHEAD)
    scope = read_by(store, reader)
    jobs = [job_of(scope, f"Works on APOLLO {number}") for number in range(10)]

    look_ahead(jobs)
    found = [[entity.name for entity in job.foreseen.entities()] for job in jobs]

    assert len(reader.read) == 10
    assert found == [["APOLLO"]] * 10


def test_a_long_look_ends_early(store: MemoryStore) -> None:
    reader = Reader(seconds=20 * appearing.AHEAD)
    scope = read_by(store, reader)

    look_ahead([job_of(scope, "Works on APOLLO") for _ in range(10)])

    assert len(reader.read) == 1


def test_a_new_memory_is_made_once_of_a_draft_and_anew_of_one_that_has_changed(
    store: MemoryStore,
) -> None:
    job = job_of(read_by(store, Reader()), "Works on APOLLO")
    look_ahead([job])
    foreseen = appearance(job)

    told_again = replace(job, draft=job.draft.model_copy(update={"source_ids": ("m1",)}))

    assert appearance(job) is foreseen
    assert appearance(told_again).record.memory.source_ids == ("m1",)
    assert foreseen.record.memory.source_ids == ()


def test_what_was_foreseen_of_one_text_is_not_said_of_another(store: MemoryStore) -> None:
    reader, other = Reader(), Reader()
    scope = read_by(store, reader)
    draft = Foreseen(scope, "Works on APOLLO")

    same = draft.entities_in(scope, "Works on APOLLO")
    another = draft.entities_in(scope, "Works on GEMINI")
    draft.entities_in(read_by(store, other), "Works on APOLLO")

    assert ([it.name for it in same], [it.name for it in another]) == (["APOLLO"], ["GEMINI"])
    assert reader.read == ["Works on APOLLO", "Works on GEMINI"]
    assert other.read == ["Works on APOLLO"]
