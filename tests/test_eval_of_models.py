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

SESSIONS: dict[str, list[tuple[str, str]]] = {
    "9:05 am on 3 May, 2021": [
        ("Ada", "I bought a red kayak in the harbour shop last week."),
        ("Ben", "Lovely! I am learning the cello at the music school."),
        ("Ada", "My brother Tom paints ships in the harbour."),
        ("Ben", "I have a tortoise that sleeps in the kitchen."),
    ],
    "8:00 pm on 4 May, 2021": [
        ("Ada", "Tom and I paddled to the island with the red kayak."),
        ("Ben", "My cello teacher lives in Graz and breeds goats."),
        ("Ada", "I plan a trip to the lakes with my brother. " + "It will be a long way. " * 12),
    ],
    "7:00 pm on 12 May, 2021": [
        ("Ben", "Work keeps me busy at the bakery these days."),
        ("Ada", "Do you know which harbour I mean, at the lakes?"),
        ("Ben", "I bake bread there every night."),
    ],
}
OBSERVED = {
    1: {
        "Ada": [
            ["Ada bought a red kayak in the harbour shop last week.", "D1:1"],
            ["Ada has a brother Tom who paints ships in the harbour.", "D1:3"],
        ],
        "Ben": [
            ["Ben is learning the cello at the music school.", "D1:2"],
            ["Ben has a tortoise that sleeps in the kitchen.", "D1:4"],
        ],
    },
    2: {
        "Ada": [
            ["Ada paddled to the island with Tom and the red kayak.", "D2:1"],
            ["Ada plans a trip to the lakes with her brother.", "D2:3"],
        ],
        "Ben": [["Ben has a cello teacher who lives in Graz and breeds goats.", "D2:2"]],
    },
    3: {"Ben": [["Ben works at a bakery and bakes bread every night.", "D3:1"]]},
}


def sample() -> dict[str, Any]:
    conversation: dict[str, Any] = {"speaker_a": "Ada", "speaker_b": "Ben"}
    for number, (at, said) in enumerate(SESSIONS.items(), 1):
        conversation[f"session_{number}_date_time"] = at
        conversation[f"session_{number}"] = [
            {"speaker": who, "dia_id": f"D{number}:{place}", "text": text}
            for place, (who, text) in enumerate(said, 1)
        ]
    summary = "They met. Ada told Ben about the red kayak and the harbour. Ben talks of the cello."
    return {
        "sample_id": "ada-and-ben",
        "conversation": conversation,
        "observation": {f"session_{n}_observation": each for n, each in OBSERVED.items()},
        "session_summary": {f"session_{n}_summary": summary for n in OBSERVED},
        "event_summary": {
            "events_session_1": {
                "Ada": ["Ada buys a red kayak in the harbour shop."],
                "Ben": ["Ben has a tortoise that sleeps in the kitchen at home."],
                "date": "3 May, 2021",
            }
        },
        "qa": [
            {"question": "Who bought a kayak?", "evidence": ["D1:1"], "category": 1},
            {"question": "What does Ben grow in winter?", "evidence": ["D1:2"], "category": 1},
        ],
    }


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


def test_reports_of_several_conversations_are_added_up() -> None:
    one = model_nodes.Report(sessions=1, nodes={"a": Counter(texts=2, passed=1)}, recall_ms=[1.0])
    two = model_nodes.Report(sessions=2, nodes={"a": Counter(texts=2, passed=2), "b": Counter()})

    one.add(two)

    assert (one.sessions, one.nodes["a"]["texts"], one.recall_p95_ms) == (3, 4, 1.0)
    assert json.loads(one.as_json())["nodes"]["a"]["at_once"] == 0.75
    assert "75.0%" in one.as_text()
