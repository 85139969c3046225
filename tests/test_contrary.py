"""What the user likes now is current, and not what it rules out."""

from __future__ import annotations

import pytest
from saying import say

from langmem_ext import MemoryStore, Principal
from langmem_ext.policies.contrary import rules_out


def known(store: MemoryStore) -> list[str]:
    return sorted(each.content for each in store.bind(Principal(user_id="ana")).list())


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I love coffee", "I can't stand coffee"),
        ("I hate running", "I love running now"),
        ("I prefer tea over coffee", "I prefer coffee over tea"),
        ("I prefer window seats", "I prefer aisle seats"),
        ("I prefer dark mode", "Remember that I prefer light mode"),
        ("I'm a morning person", "I'm a night owl"),
    ],
)
def test_a_new_taste_ends_the_one_that_it_rules_out(
    store: MemoryStore, before: str, now: str
) -> None:
    say(store, before)
    (was,) = known(store)

    say(store, now)

    assert len(known(store)) == 1
    assert was not in known(store)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The user loves coffee", "The user hates instant coffee"),
        ("The user loves dogs", "The user hates cats"),
        ("The user prefers short emails", "The user prefers formal emails"),
        ("The user prefers dark chocolate", "The user prefers light music"),
        ("The user loves tea", "The user loves coffee"),
        ("The user's sister loves coffee", "The user hates coffee"),
        ("The user is tall", "The user is a nurse"),
    ],
)
def test_another_taste_rules_nothing_out(before: str, now: str) -> None:
    assert not rules_out(now, before)
