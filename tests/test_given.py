"""Is a call that was given something else than its signature says told so, whatever drives the store?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal
from langmem_ext.errors import InvalidMemory

ANA = Principal(user_id="ana")

WRONG: list[tuple[str, Callable[[MemoryView], Any]]] = [
    ("history: id must be a text or None", lambda view: view.history(5)),  # type: ignore[arg-type]
    ("query: text must be a text", lambda view: view.query(None)),  # type: ignore[arg-type]
    ("search_turns: text must be a text", lambda view: view.search_turns(None)),  # type: ignore[arg-type]
    ("entity: name must be a text", lambda view: view.entity(name=3)),  # type: ignore[arg-type]
    ("forget: id must be a text", lambda view: view.forget(None)),  # type: ignore[arg-type]
    ("list: limit must be a whole number, 0 or more", lambda view: view.list(limit=-1)),
    ("list: offset must be a whole number", lambda view: view.list(offset=True)),
    ("history: limit must be a whole number", lambda view: view.history(limit=-1)),
    ("related: limit must be a whole number", lambda view: view.related("x", 2.5)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("said", "call"), WRONG, ids=[said for said, _ in WRONG])
def test_what_does_not_fit_is_named(
    said: str, call: Callable[[MemoryView], Any], store: MemoryStore
) -> None:
    with pytest.raises(InvalidMemory, match=said):
        call(store.bind(ANA))


async def test_so_is_it_where_the_call_is_awaited(async_store: AsyncMemoryStore) -> None:
    with pytest.raises(InvalidMemory, match="query: top_k must be a whole number"):
        await async_store.bind(ANA).aquery("tea", top_k="three")  # type: ignore[arg-type]


def test_what_was_given_is_not_repeated(store: MemoryStore) -> None:
    with pytest.raises(InvalidMemory) as caught:
        store.bind(ANA).query(b"my diagnosis")  # type: ignore[arg-type]

    assert "diagnosis" not in str(caught.value)


def test_nothing_has_to_be_given_that_has_a_default(store: MemoryStore) -> None:
    assert store.bind(ANA).history() == []
