"""Are the names there that the documentation promises, in the shapes it promises?"""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.store.base import BaseStore

import langmem_ext
from langmem_ext import AsyncMemoryStore, MemoryStore, MemoryView, Principal, errors
from langmem_ext.stores.embedded import embedded_postgres

REMEMBER = (
    "content", "category", "type", "title", "importance", "tags", "pinned", "sensitivity", "subjects", "portable",
    "slot", "source", "source_ids", "event_time", "user_requested", "operation_id",
)  # fmt: skip
METHODS: dict[str, tuple[str, ...]] = {
    "remember": REMEMBER,
    "remember_many": ("drafts",),
    "query": (
        "text",
        "categories",
        "filters",
        "top_k",
        "returns",
        "budget_tokens",
        "threshold",
        "as_of",
    ),
    "context": ("messages",),
    "delta": (),
    "memory": ("id",),
    "correct": ("id", "content"),
    "confirm": ("id",),
    "pin": ("id",),
    "forget": ("id",),
    "restore": ("id",),
    "forget_matching": ("text",),
    "history": ("id", "limit"),
    "entity": ("name",),
    "relate": ("a", "b", "relation_type", "strength"),
    "related": ("id",),
    "add_turn": ("role", "content", "session_id", "at"),
    "search_turns": ("text", "top_k", "session_id"),
    "consent": ("proposal_id", "approve"),
    "stats": (),
    "export": (),
    "erase": (),
}


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return [each for each in inspect.signature(function).parameters.values() if each.name != "self"]


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = (
        "onnxruntime", "numpy", "psycopg", "pydantic", "yaml", "langchain", "langchain_core", "langgraph", "langsmith",
        "detect_secrets", "typer", "rich",
    )  # fmt: skip
    code = f"import sys, langmem_ext; print([name for name in {heavy!r} if name in sys.modules])"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_store_imports_neither_the_model_nor_the_secret_detector() -> None:
    code = (
        "import sys, langmem_ext; langmem_ext.MemoryStore, langmem_ext.MemoryView, langmem_ext.Settings;"
        "print([name for name in ('onnxruntime', 'tokenizers', 'detect_secrets', 'langchain') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_every_public_name_can_be_had() -> None:
    for name in langmem_ext.__all__:
        assert getattr(langmem_ext, name).__name__ == name
    assert sorted(langmem_ext.__all__) == list(langmem_ext.__all__) == dir(langmem_ext)
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        langmem_ext.Nonsense  # noqa: B018


def test_the_promised_names_are_exported() -> None:
    assert {
        "MemoryStore", "AsyncMemoryStore", "Principal", "MemoryDraft", "WriteOutcome", "QueryResult", "Delta", "Change",
        "HistoryEvent", "MemoryStats", "TurnHit", "EntityProfile", "MemoryContext", "MemoryState", "Settings", "Memory",
    } <= set(langmem_ext.__all__)  # fmt: skip


def test_there_is_one_root_of_errors() -> None:
    named = (
        "CategoryNotAllowed", "UnknownCategory", "PermissionDenied", "MemoryNotFound", "InvalidMemory",
        "EmbeddingMismatch", "StoreUnavailable",
    )  # fmt: skip
    for name in named:
        assert issubclass(getattr(errors, name), errors.LangMemError)
        assert getattr(langmem_ext, name) is getattr(errors, name)
    assert issubclass(errors.CategoryNotAllowed, errors.PermissionDenied)


@pytest.mark.parametrize("name", METHODS)
def test_a_view_has_each_method_in_both_colours(name: str) -> None:
    for method in (getattr(MemoryView, name), getattr(MemoryView, f"a{name}")):
        assert [each.name for each in parameters(method)][: len(METHODS[name])] == list(
            METHODS[name]
        )
        assert method.__doc__
    assert inspect.iscoroutinefunction(getattr(MemoryView, f"a{name}"))
    assert not inspect.iscoroutinefunction(getattr(MemoryView, name))


def test_a_view_has_its_proposals_as_an_attribute() -> None:
    assert isinstance(MemoryView.proposals, property)


def test_the_defaults_are_those_of_the_contract() -> None:
    query = {each.name: each.default for each in parameters(MemoryView.query)}
    assert (query["top_k"], query["returns"], query["budget_tokens"]) == (3, "bullets", 512)
    remember = {each.name: each for each in parameters(MemoryView.remember)}
    assert (remember["source"].default, remember["portable"].default) == ("api", True)
    assert all(remember[name].kind is inspect.Parameter.KEYWORD_ONLY for name in REMEMBER[1:])
    assert {each.name: each.default for each in parameters(MemoryView.history)} == {
        "id": None,
        "limit": 50,
    }
    assert {e.name: e.default for e in parameters(MemoryView.relate)}[
        "relation_type"
    ] == "related_to"


def test_remember_names_the_space() -> None:
    assert "space" in [each.name for each in parameters(MemoryView.remember)]


@pytest.mark.parametrize("store", [MemoryStore, AsyncMemoryStore])
def test_a_store_opens_as_promised(store: type) -> None:
    names = [each.name for each in parameters(store.from_conn_string)]

    assert names[1:5] == ["settings", "index", "ttl", "pool_config"]
    for name in ("open", "setup", "bind", "start_ttl_sweeper", "stop_ttl_sweeper", "sweep_ttl"):
        assert callable(getattr(store, name))
    assert issubclass(store, BaseStore) and issubclass(MemoryView, BaseStore)
    assert store.supports_ttl


def test_settings_may_follow_the_connection_string() -> None:
    second = parameters(MemoryStore.from_conn_string)[1]

    assert second.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD


def test_a_principal_has_the_fields_of_the_contract() -> None:
    assert [(each.name, each.default) for each in parameters(Principal)] == [
        ("user_id", None), ("agent", None), ("tenant", "default"), ("chat_id", None), ("participants", ()),
        ("thread_id", None), ("run_id", None), ("app_id", None),
    ]  # fmt: skip


def test_the_embedded_postgres_takes_a_path() -> None:
    path, *options = parameters(embedded_postgres)

    assert (path.name, path.default) == ("path", None)
    assert all(each.kind is inspect.Parameter.KEYWORD_ONLY for each in options)
