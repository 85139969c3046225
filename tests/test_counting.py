"""Do the numbers of `stats` agree with what a principal is shown, whichever spaces take part?"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from fix_clock import FakeClock

from langmem_ext import MemoryStore, MemoryView, Principal
from langmem_ext.errors import MemoryNotFound

NOTES = 24
PRINCIPALS = [
    Principal(user_id=user, app_id=app, chat_id=chat, participants=present, agent=agent)
    for user, app, chat, present, agent in product(
        ("ana", "bo", None), ("desk", None), ("c1", None), ((), ("bo",)), (None, "researcher")
    )
    if user or app or chat
]


def fill(store: MemoryStore, chance: random.Random) -> list[str]:
    """Write memories of every kind into every space; return their ids."""
    ids = []
    writers = [each for each in PRINCIPALS if each.agent is None]
    for number in range(NOTES):
        writer = chance.choice(writers)
        outcome = store.bind(writer).remember(
            f"Note {number} of box {7 * number}",
            category=chance.choice(["knowledge", "tasks"]),
            space=chance.choice(list(writer.owned())),
            sensitivity=chance.choice(["public", "personal", "sensitive"]),
            subjects=chance.choice([(), ("ana",), ("bo",), ("ana", "bo")]),
            portable=chance.random() < 0.7,
            user_requested=True,
        )
        if outcome.memory is not None:
            ids.append(outcome.memory.id)
    return ids


def reached(view: MemoryView, ids: list[str]) -> set[str]:
    """Return which memories a view shows to who knows their ids."""
    found = set()
    for id in ids:
        try:
            found.add(view.memory(id).id)
        except MemoryNotFound:
            continue
    return found


@pytest.mark.parametrize("seed", [1])
def test_stats_count_what_a_principal_is_shown(
    database_uri: str, clock: FakeClock, seed: int
) -> None:
    with MemoryStore.from_conn_string(database_uri, index=False, clock=clock) as store:
        ids = fill(store, random.Random(seed))
        for principal in PRINCIPALS:
            view = store.bind(principal)
            own, told = view.list(limit=NOTES), view.stats()
            shown = reached(view, ids)

            assert told.total == len(own) == told.by_state.get("active", 0), principal
            assert told.by_category == Counter(memory.category for memory in own)
            assert told.by_kind == Counter(memory.kind for memory in own)
            assert told.total + told.shared == len(shown), principal
            assert {memory.id for memory in own} <= shown
