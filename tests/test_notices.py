"""Is the user told what happened to their memory, briefly?"""

from __future__ import annotations

import pytest

from langmem_ext import MemoryStore, Principal, WriteOutcome
from langmem_ext.policies.notices import notice_of_consolidation, notice_of_review
from langmem_ext.settings import NotificationSettings
from langmem_ext.stores.view import MemoryView


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def stored(view: MemoryView, count: int) -> list[WriteOutcome]:
    facts = [f"Owns boat number {number}" for number in range(1, count + 1)]
    return [view.remember(fact, category="profile", source="review") for fact in facts]


def merged(outcome: WriteOutcome, *old: str) -> WriteOutcome:
    assert outcome.memory is not None
    memory = outcome.memory.model_copy(update={"supersedes": old})
    return outcome.model_copy(update={"status": "merged", "memory": memory})


def test_at_most_five_are_named_and_the_others_counted(ana: MemoryView) -> None:
    notice = notice_of_review(stored(ana, 7))

    assert notice is not None
    assert notice.splitlines() == [
        "I've noted the following for future reference:",
        *(f"- Owns boat number {number} (profile)" for number in range(1, 6)),
        "- ...and 2 more",
    ]


def test_five_need_no_count(ana: MemoryView) -> None:
    notice = notice_of_review(stored(ana, 5))

    assert notice is not None
    assert notice.splitlines()[-1] == "- Owns boat number 5 (profile)"


def test_nothing_stored_is_not_told(ana: MemoryView) -> None:
    refused = ana.remember("The wifi password is tr0ub4dor&3", source="review")
    (first,) = stored(ana, 1)
    again = ana.remember("Owns boat number 1", category="profile", source="review")

    assert notice_of_review([]) is None
    assert notice_of_review([refused, again]) is None
    assert "password" not in str(notice_of_review([refused, first]))


def test_a_memory_that_was_written_twice_is_told_once(ana: MemoryView) -> None:
    (first,) = stored(ana, 1)

    assert str(notice_of_review([first, first])).count("boat") == 1


def test_what_is_sensitive_is_counted_and_not_named(ana: MemoryView) -> None:
    (plain,) = stored(ana, 1)
    health = ana.remember("Has asthma", category="profile", user_requested=True)

    both, alone = notice_of_review([plain, health]), notice_of_review([health])

    assert str(both).splitlines()[1:] == ["- Owns boat number 1 (profile)", "- ...and 1 more"]
    assert "asthma" not in str(alone)
    assert alone is not None


def test_a_consolidation_is_told_with_what_came_of_it(ana: MemoryView) -> None:
    (first,) = stored(ana, 1)

    notice = notice_of_consolidation([merged(first, "a", "b", "c")])

    assert str(notice).splitlines() == [
        "I've consolidated 3 related memories to keep things organized:",
        "- Owns boat number 1 (profile)",
    ]
    assert notice_of_consolidation([first]) is None


def test_each_notice_can_be_switched_off(ana: MemoryView) -> None:
    outcomes = stored(ana, 1)
    consolidated = [merged(outcomes[0], "a", "b")]
    off = NotificationSettings(on_session_end_storage=False, on_consolidation=False)

    assert notice_of_review(outcomes, off) is None
    assert notice_of_consolidation(consolidated, off) is None


def test_how_many_are_named_can_be_set(ana: MemoryView) -> None:
    notice = notice_of_review(stored(ana, 3), NotificationSettings(max_items_in_notification=1))

    assert str(notice).splitlines()[1:] == ["- Owns boat number 1 (profile)", "- ...and 2 more"]
