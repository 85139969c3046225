"""Do the evaluations of the nodes that use a model count what happened?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from evals import model_nodes, reviews
from evals.annotators import Script
from evals.locomo import read_samples


def sample() -> dict[str, Any]:
    """The conversation that ships with the evaluations."""
    read: list[dict[str, Any]] = json.loads(model_nodes.SMALL.read_text())
    return read[0]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps([sample()]))
    return path


def test_every_node_runs_over_a_conversation_and_is_counted(
    data: Path, empty_database_uri: str
) -> None:
    report = model_nodes.run(empty_database_uri, read_samples(data)[0], None, embedder="none")

    assert (report.sessions, report.turns) == (3, 13)  # ten that were said, three that were added
    assert set(report.nodes) >= {
        "capture_procedure/procedure",
        "compact/compact",
        "extract_facts/extract",
        "infer_insights/insights",
        "reflect/reflection",
        "review_session/conflicts",
        "review_session/review",
        "summarize_episode/episode",
    }
    assert {name: node["failed"] for name, node in report.nodes.items() if node["failed"]} == {}
    assert all(node["units"] > 0 for node in report.nodes.values())
    assert report.recalls["question: unsure"] == 1
    assert report.recalls["turn: asked"] == report.recalls["turn: unsure"] == 1
    assert report.recall_share == report.recalls["turn: unsure"] / 13
    assert report.outcomes["given up"] == model_nodes.GIVEN_UP
    kinds = {name.split()[0] for name in report.kept}
    assert kinds == {"semantic", "episodic", "insight", "reflection", "procedural"}


def test_the_flaws_that_were_put_in_are_found(data: Path, empty_database_uri: str) -> None:
    report = model_nodes.run(empty_database_uri, read_samples(data)[0], None, embedder="none")

    assert report.flaws["contradicted later"] == report.conflicts > 0
    assert report.flaws["contradictions that were kept"] == report.conflicts
    assert report.flaws["contradictions that stand"] == 0
    assert report.flaws["told again later"] > 0 == report.flaws["told again, kept twice"]
    assert report.flaws["repeated at once"] == 1
    assert report.refused["duplicate"] == 2  # in a long message, which the review reads once more
    review = report.nodes["review_session/review"]
    assert report.flaws["worded badly"] == 1
    assert (review["texts"] - review["passed"], review["refused"]) == (1, 0)


def test_without_flaws_the_answers_are_what_people_wrote(data: Path) -> None:
    (read,) = read_samples(data)
    script = Script.of(read, inject=False)

    told = [fact["content"] for facts in script.said.values() for fact in facts]

    assert sorted(told) == sorted(fact.text for fact in read.facts)
    assert (script.added, script.injected) == ({}, {})


def test_reviews_of_the_same_conversation_are_counted(data: Path, empty_database_uri: str) -> None:
    counted = reviews.run(empty_database_uri, read_samples(data), None, "none")

    assert (counted.sessions, counted.facts, counted.well_formed) == (3, 8, 8)


def test_the_command_prints_one_json_document(
    data: Path, empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def given() -> Iterator[str]:
        yield empty_database_uri

    monkeypatch.setattr(model_nodes, "embedded_postgres", given)
    command = typer.Typer()
    command.command()(model_nodes.model_nodes)

    asked = ["--data", str(data), "--embedder", "none", "--questions", "1", "--json"]
    result = CliRunner().invoke(command, asked)

    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["sessions"], told["recalls"]["question: asked"]) == (3, 1)
    assert told["nodes"]["review_session/review"]["mended"] == 1


def asked_of(*arguments: str) -> Any:
    command = typer.Typer()
    command.command()(model_nodes.model_nodes)
    return CliRunner().invoke(command, arguments)


def test_a_model_that_cannot_be_used_is_told_of_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("langchain_openai")
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.delenv(name, raising=False)

    result = asked_of("--model", "openai:gpt-5")

    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "the provider's key" in result.output


def test_without_a_file_the_conversation_that_ships_is_held(
    empty_database_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def given() -> Iterator[str]:
        yield empty_database_uri

    monkeypatch.setattr(model_nodes, "embedded_postgres", given)

    result = asked_of("--embedder", "none")

    assert result.exit_code == 0, result.output
    assert "3 sessions, 13 turns" in result.output


def test_reports_of_several_conversations_are_added_up() -> None:
    one = model_nodes.Report(sessions=1, nodes={"a": Counter(texts=2, passed=1)}, recall_ms=[1.0])
    two = model_nodes.Report(sessions=2, nodes={"a": Counter(texts=2, passed=2), "b": Counter()})

    one.add(two)

    assert (one.sessions, one.nodes["a"]["texts"], one.recall_p95_ms) == (3, 4, 1.0)
    assert json.loads(one.as_json())["nodes"]["a"]["at_once"] == 0.75
    assert "75.0%" in one.as_text()
