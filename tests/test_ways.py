"""What the user does at other times, or in another way, now is not current as it was."""

from __future__ import annotations

import pytest
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.ways import new_ways


def known(store: MemoryStore) -> list[str]:
    return sorted(each.content for each in store.bind(Principal(user_id="ana")).list())


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I run every morning before work", "I run in the evenings now"),
        ("I run every morning before work", "I only run at weekends"),
        ("I go to the gym on Mondays", "I now go to the gym on Tuesdays and Fridays"),
        ("I swim twice a week", "I swim every day now"),
        ("I take my coffee black", "I take my coffee with oat milk now"),
        ("I drink my tea with sugar", "I drink my tea without sugar these days"),
        ("Please note: the bins go out on Wednesdays", "Note: the bins go out on Thursdays now"),
        ("Remember that we open at 6 every morning", "remember that we open at 7 now"),
    ],
)
def test_how_it_is_done_now_takes_the_place_of_how_it_was(
    store: MemoryStore, before: str, said: str
) -> None:
    say(store, before)
    (was,) = known(store)

    say(store, before, said)

    (now,) = known(store)
    assert now != was


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I run every morning before work", "I swim in the evenings now"),
        ("I go to the gym on Mondays", "I go to the pool on Tuesdays now"),
        ("I run every morning before work", "I run in the evenings"),
        ("I run every morning before work", "I run in the evenings now too"),
        ("I run every morning before work", "Should I run in the evenings now?"),
        ("I run every morning before work", "My wife runs in the evenings now"),
        ("I take my coffee black", "I take my tea with oat milk now"),
        ("I play chess every Friday", "I play tennis every Sunday now"),
    ],
)
def test_what_is_done_besides_changes_nothing(store: MemoryStore, before: str, said: str) -> None:
    say(store, before)
    (was,) = known(store)

    say(store, before, said)

    assert was in known(store)


@pytest.mark.parametrize(
    "text",
    [
        "I am in Rome now",
        "I have a meeting at 9 now",
        "I need it on Monday instead",
        "we open at 9",
    ],
)
def test_what_is_no_doing_of_ones_own_has_no_new_way(text: str) -> None:
    assert new_ways(text) == []
