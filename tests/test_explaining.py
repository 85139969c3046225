"""Does a dry run say what would happen, and does nothing happen?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from books import contents as dump
from fix_clock import FakeClock
from fix_embeddings import HASH_DIMS, HashEmbeddings
from typer.testing import CliRunner

from langmem_ext import MemoryDraft, MemoryStore, Principal, Settings
from langmem_ext.cli import app
from langmem_ext.explaining import Dissected, dissect
from langmem_ext.stores.operations.explaining import Explained, explain
from langmem_ext.stores.view import MemoryView

GATES = [
    "secrets",
    "special data",
    "category",
    "form",
    "consent",
    "slot",
    "merge",
    "caps",
    "privacy",
]


@pytest.fixture
def ana(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def explained(view: MemoryView, content: str, **given: Any) -> Explained:
    draft = MemoryDraft(content=content, **given)
    return view.store.run(explain(view.scope, draft))


def dissected(view: MemoryView, message: str) -> Dissected:
    draft = MemoryDraft(content=message, user_requested=True)
    return view.store.run(dissect(view.scope, message, draft))


def why(found: Explained, gate: str) -> str:
    (one,) = (each for each in found.gates if each.name == gate)
    return f"{one.verdict}: {one.why}"


# The gates


def test_every_gate_is_asked_in_order(ana: MemoryView) -> None:
    found = explained(ana, "The user lives in Porto", category="profile")

    assert [gate.name for gate in found.gates] == GATES
    assert (found.status, found.content) == ("created", "The user lives in Porto")


@pytest.mark.parametrize(
    ("text", "given", "gate", "reason"),
    [
        ("The wifi password is tr0ub4dor&3", {}, "secrets", "secret"),
        ("The user has asthma", {}, "special data", "health"),
        ("Likes short replies", {"category": "style"}, "category", "category"),
        ("x" * 300, {}, "form", "format"),
    ],
)
def test_the_gate_that_refuses_is_the_last_and_the_text_is_not_repeated(
    text: str, given: dict[str, Any], gate: str, reason: str, store: MemoryStore
) -> None:
    view = store.bind(Principal(user_id="ana", agent="supervisor"))

    found = explained(view, text, **given)

    assert (found.status, found.reason, found.content) == ("rejected", reason, None)
    assert [each.verdict for each in found.gates][-1] == "refuses"
    assert found.gates[-1].name == gate
    assert text not in repr(found)


def test_what_is_asked_for_passes_as_sensitive(ana: MemoryView) -> None:
    found = explained(ana, "The user has asthma", user_requested=True)

    assert why(found, "special data") == "passes: asked for explicitly: kept as sensitive"
    assert why(found, "privacy").startswith("passes: sensitive: not shown")


def test_a_filled_slot_is_superseded(ana: MemoryView) -> None:
    old = ana.remember("The user works at Acme", category="profile", slot="employer").memory

    found = explained(ana, "The user works at Globex", category="profile", slot="employer")

    assert (found.status, found.previous) == ("superseded", old)
    assert why(found, "slot").startswith("decides: employer is filled")


def test_a_consent_field_waits(ana: MemoryView) -> None:
    ana.remember("The user lives in Paris", category="profile", slot="city")

    found = explained(
        ana, "The user lives in Porto", category="profile", slot="city", source="scan"
    )

    assert found.status == "proposed"
    assert why(found, "consent") == "decides: a change of city waits for the user's consent"


def test_an_inferred_benign_field_waits_for_a_second_signal(ana: MemoryView) -> None:
    found = explained(ana, "The user wants a casual tone", category="tone", source="review")

    assert (
        why(found, "consent") == "decides: a change of tone waits for a second signal that agrees"
    )


def test_the_neighbour_that_it_would_merge_with_is_named(
    database_uri: str, clock: FakeClock, hash_embeddings: HashEmbeddings
) -> None:
    index: Any = {"dims": HASH_DIMS, "embed": hash_embeddings}
    bands = {"auto": 0.95, "update": 0.7, "check": 0.5, "fallback": 0.3}
    settings = Settings(merge=bands)
    with MemoryStore.from_conn_string(database_uri, settings, index=index, clock=clock) as store:
        ana = store.bind(Principal(user_id="ana"))
        kept = ana.remember("The user likes green tea", category="preferences").memory

        same = explained(ana, "The user really likes green tea", category="preferences")
        apart = explained(ana, "The user likes black coffee", category="preferences")

        assert same.neighbour == apart.neighbour == kept
        assert (same.status, apart.status) == ("updated", "created")
        assert why(same, "merge").startswith("decides: the nearest memory at 0.")
        assert why(apart, "merge").startswith("passes: the nearest memory at 0.")


def test_the_daily_cap_refuses(database_uri: str, clock: FakeClock) -> None:
    settings = Settings(decision={"max_writes_per_day": 0})
    with MemoryStore.from_conn_string(database_uri, settings, index=False, clock=clock) as store:
        ana = store.bind(Principal(user_id="ana"))

        found = explained(ana, "The user lives in Porto", category="profile", source="scan")

        assert (found.status, found.reason, found.content) == ("rejected", "cap", None)
        assert why(found, "caps").startswith("refuses: 0 automatic memories today")


def test_what_it_says_is_what_then_happens(ana: MemoryView) -> None:
    drafts: list[dict[str, Any]] = [
        {"content": "The user lives in Paris", "slot": "location"},
        {"content": "The user lives in Porto", "slot": "location"},
        {"content": "The user lives in Porto.", "slot": "location"},
        {"content": "The user's preferred name is Ana", "slot": "preferred_name", "source": "scan"},
        {
            "content": "The user's preferred name is Annie",
            "slot": "preferred_name",
            "source": "scan",
        },
        {"content": "The user has asthma"},
        {"content": "The user likes green tea"},
        {"content": "The user likes green tea"},
        {"content": "The wifi password is tr0ub4dor&3"},
    ]
    for draft in drafts:
        found = explained(ana, **draft)
        outcome = ana.remember(**draft)

        assert (found.status, found.reason) == (outcome.status, outcome.reason)


# Messages


def test_a_request_is_heard(ana: MemoryView) -> None:
    (heard,) = dissected(ana, "Remember that I like tea.").heard

    assert (heard.origin, heard.explained.content) == ("request", "The user likes tea")


def test_a_statement_has_its_score_row_by_row(ana: MemoryView) -> None:
    (heard,) = dissected(ana, "I live in Porto.").heard

    assert (heard.origin, heard.score, heard.waits) == ("statement", 0.6, False)
    assert {row.name: row.weight for row in heard.signals if row.present} == {
        "personal information": 0.3,
        "plain first-person statement": 0.3,
    }
    assert len(heard.signals) == 5


def test_a_statement_below_the_threshold_waits(ana: MemoryView) -> None:
    (heard,) = dissected(ana, "Maybe I live in Porto.").heard

    assert heard.waits
    assert heard.score is not None and heard.score < 0.5


def test_a_secret_is_named_by_its_kind_only(ana: MemoryView) -> None:
    found = dissected(ana, "Remember that my wifi password is tr0ub4dor&3.")

    assert (found.refused_requests, found.secrets, found.heard) == (1, ("password",), ())
    assert found.as_it_is.reason == "secret"
    assert "tr0ub4dor" not in repr(found)


# From a shell


@pytest.fixture
def run(
    database_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Any]]:
    monkeypatch.chdir(tmp_path)
    given = {
        "LANGMEM_DATABASE_URI": database_uri,
        "LANGMEM_EMBEDDER": "none",
        "LANGMEM_USER": "ana",
    }

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, list(arguments), env=given)

    yield run


def test_a_dry_run_leaves_the_tables_as_they_were(
    run: Callable[..., Any], database_uri: str
) -> None:
    run("remember", "The user lives in Paris", "--slot", "location", "--category", "profile")
    before = dump(database_uri)

    for text in (
        "I moved to Porto. Remember that I like tea.",
        "my password is tr0ub4dor&3",
        "The user lives in Paris",
        "I have asthma",
    ):
        for json_too in ((), ("--json",)):
            run("remember", "--dry-run", text, *json_too)

    assert dump(database_uri) == before


def test_it_reads_gate_by_gate(run: Callable[..., Any]) -> None:
    run("remember", "The user works at Acme", "--slot", "employer", "--category", "profile")

    result = run("remember", "--dry-run", "I work at Globex.")

    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "request none" in lines
    assert any(line.startswith("statement The user works at Globex (rule ") for line in lines)
    assert any(line.startswith("score 0.6 is enough: offered explicitly no +0.4") for line in lines)
    assert "slot decides: employer is filled: the new value takes the place of the old one" in lines
    assert any(line.startswith("until then [profile] The user works at Acme") for line in lines)
    assert "=> outcome superseded (slot)" in lines
    for gate in GATES:
        assert any(line.startswith(f"{gate} ") for line in lines)


def test_a_refusal_ends_with_1_and_repeats_nothing(run: Callable[..., Any]) -> None:
    for more in ((), ("--json",)):
        result = run("remember", "--dry-run", "my wifi password is tr0ub4dor&3", *more)

        assert result.exit_code == 1
        assert "tr0ub4dor" not in result.output
        assert "secret" in result.output


def test_json_is_nothing_but_json(run: Callable[..., Any]) -> None:
    shown = json.loads(run("remember", "--dry-run", "--json", "I live in Porto.").stdout)

    (heard,) = shown["conversation"]["heard"]
    assert heard["explained"]["content"] == "The user lives in Porto"
    assert [gate["name"] for gate in heard["explained"]["gates"]] == GATES
    assert shown["as_it_is"]["status"] == "created"
