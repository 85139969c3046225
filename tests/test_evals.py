"""Do the evaluations measure what they say, and keep to themselves?"""

from __future__ import annotations

import json
import math
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

import pytest
import typer
from langsmith.evaluation import aevaluate
from typer.testing import CliRunner

from evals import retrieval
from evals.evaluators import DiscountedGain, RankingEvaluator, RecallAt, ReciprocalRank, news
from evals.locomo import read_samples, turn_ids
from evals.offline import OfflineClient, SomethingWasSent, quietly
from evals.report import Answered, Result, difference, interval, read_result
from langmem_ext.errors import LangMemError
from langmem_ext.settings import RankingSettings, Settings, TurnRankingSettings

ROOT = Path(__file__).parent.parent

SAMPLE: dict[str, Any] = {
    "sample_id": "ada-and-ben",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_1_date_time": "9:05 am on 3 May, 2021",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "My new kayak arrived."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Lovely! I adopted a tortoise."},
            {"speaker": "Ada", "dia_id": "D1:3", "text": "We should paddle together."},
        ],
        "session_2_date_time": "8:00 pm on 10 June, 2021",
        "session_2": [
            {"speaker": "Ben", "dia_id": "D2:1", "text": "Work keeps me busy."},
            {
                "speaker": "Ada",
                "dia_id": "D2:2",
                "text": "Look at this!",
                "blip_caption": "a lighthouse at dusk",
            },
        ],
    },
    "observation": {
        "session_1_observation": {
            "Ada": [["Ada bought a kayak.", "D1:1"]],
            "Ben": [["Ben adopted a tortoise in spring.", ["D1:2", "D1:3"]]],
        },
    },
    "qa": [
        {"question": "Who has the kayak?", "evidence": ["D1:1; D2:1"], "category": 1},
        {"question": "And the tortoise?", "evidence": ["D:1:2"], "category": 4},
        {"question": "What of the lighthouse?", "evidence": ["D2:02", "D"], "category": 4},
        {"question": "Nobody ever said that?", "evidence": ["D9:9"], "category": 2},
        {"question": "Asked to mislead", "evidence": ["D1:1"], "category": 5},
    ],
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps([SAMPLE]))
    return path


@pytest.fixture
def outgoing(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What tried to leave the machine, while everything that makes LangSmith send is set."""
    tried: list[Any] = []

    def refuse(*address: Any) -> None:
        tried.append(address)
        raise OSError("the network is off in this test")

    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        return connect(self, address) if self.family == socket.AF_UNIX else refuse(address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **more: refuse(*asked))
    monkeypatch.setenv("LANGSMITH_API_KEY", "a-key")
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    return tried


def measure(data: Path, uri: str, **options: Any) -> retrieval.Report:
    options.setdefault("settings", Settings(embedder="none"))
    return retrieval.run(data, uri, **options)


# Reading


def test_the_reader_repairs_malformed_evidence_and_drops_questions_without_any(data: Path) -> None:
    (sample,) = read_samples(data)

    assert [question.evidence for question in sample.questions] == [
        ("D1:1", "D2:1"), ("D1:2",), ("D2:2",),
    ]  # fmt: skip
    assert [question.category for question in sample.questions] == [
        "multi-hop", "single-hop", "single-hop",
    ]  # fmt: skip
    assert sample.unusable == 1


def test_evidence_of_no_turn_is_left_out_and_repeated_evidence_counts_once() -> None:
    assert turn_ids(["D1:2 D1:2", "D7:7", "nonsense"], {"D1:2"}) == ("D1:2",)


def test_facts_know_their_turns_and_when_they_were_said(data: Path) -> None:
    (sample,) = read_samples(data)

    assert [fact.turns for fact in sample.facts] == [("D1:1",), ("D1:2", "D1:3")]
    assert str(sample.facts[0].at) == "2021-05-03 09:05:00+00:00"


@pytest.mark.parametrize("content", ["{", "[]", '{"no": "conversation"}'])
def test_a_file_that_is_no_locomo_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)

    with pytest.raises(LangMemError, match=r"other\.json"):
        read_samples(path)


@pytest.mark.parametrize("chosen", ["1", "0,3", "first", "", "-1"])
def test_a_conversation_that_is_not_there_is_refused(data: Path, chosen: str) -> None:
    with pytest.raises(LangMemError, match="conversations 0 to 0"):
        read_samples(data, chosen)


# Scores, worked out by hand

HITS = [["a"], ["x"], ["b", "a"], ["a"], ["c"]]


@pytest.mark.parametrize(
    ("evaluator", "evidence", "value"),
    [
        (RecallAt(1), ["a", "b", "z"], 1 / 3),
        (RecallAt(5), ["a", "b", "z"], 2 / 3),
        (RecallAt(5), ["z"], 0.0),
        (ReciprocalRank(), ["b", "c"], 1 / 3),
        (ReciprocalRank(), ["z"], 0.0),
        (DiscountedGain(10), ["a"], 1.0),
        (DiscountedGain(10), ["a", "b"], (1 + 1 / 2) / (1 + 1 / math.log2(3))),
        (DiscountedGain(2), ["c"], 0.0),
        (DiscountedGain(1), ["a", "b"], 1.0),
    ],
)
def test_a_ranking_gets_the_score_that_the_definition_gives(
    evaluator: RankingEvaluator, evidence: list[str], value: float
) -> None:
    assert evaluator.judge(HITS, evidence).value == pytest.approx(value)


def test_a_score_says_why() -> None:
    assert RecallAt(5).judge(HITS, ["a", "z"]).reason == "missing z"
    assert ReciprocalRank().judge(HITS, ["b"]).reason == "first at 3"
    assert DiscountedGain(10).judge(HITS, ["a", "c"]).reason == "evidence at 1, 5"


def test_a_turn_that_two_hits_bring_counts_once() -> None:
    assert list(news(HITS, ["a", "b"])) == [1, 3]


def test_an_empty_ranking_scores_nothing() -> None:
    for evaluator in retrieval.evaluators(10):
        assert evaluator.judge([], ["a"]).value == 0


def test_a_failed_search_is_an_error_and_not_a_score_of_zero() -> None:
    run = SimpleNamespace(error="it broke", outputs=None)
    example = SimpleNamespace(metadata={"number": 0, "category": "temporal"}, outputs={})

    with pytest.raises(ValueError, match="it broke"):
        RecallAt(5).evaluate_run(run, example)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="1 of 1 searches failed"):
        read_result("any", None, None, [{"run": run, "example": example}])


def test_an_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    values = [0.0] * 40 + [1.0] * 60
    low, high = interval(values)

    assert (low, high) == interval(values)
    assert 0.48 < low < 0.56 < 0.64 < high < 0.72
    assert interval([0.5] * 9) == (0.5, 0.5)


def test_two_results_are_compared_question_by_question() -> None:
    better, worse = (
        Result(name, None, None, tuple(Answered("c", {"recall@10": v}, 0.1) for v in values))
        for name, values in (("better", [1.0, 0.5]), ("worse", [0.5, 0.0]))
    )

    assert difference(better, worse)["mean"] == 0.5
    assert difference(better, worse)["interval"] == [0.5, 0.5]


# The suite, through the store


def test_turns_are_found_as_worked_out_by_hand(data: Path, empty_database_uri: str) -> None:
    """Each question shares one word with one turn: it finds that turn and, by words alone, no other."""
    report = measure(data, empty_database_uri).as_dict()
    groups = report["systems"][1]["groups"]

    assert (report["questions"], report["dropped"]) == (3, 1)
    assert report["loaded"]["written"] == {"turns": 5}
    assert groups["single-hop"] == {
        "n": 2, "recall@5": 1, "recall@10": 1, "mrr": 1, "ndcg@10": 1, "recall@10_interval": [1, 1],
    }  # fmt: skip
    half_of_it = {"n": 1, "recall@5": 0.5, "recall@10": 0.5, "mrr": 1}
    assert half_of_it.items() <= groups["multi-hop"].items()
    assert groups["multi-hop"]["ndcg@10"] == pytest.approx(1 / (1 + 1 / math.log2(3)), abs=1e-4)
    assert groups["overall"]["recall@10"] == pytest.approx(2.5 / 3, abs=1e-4)


def test_the_neighbours_belong_to_the_configured_store_only(
    data: Path, empty_database_uri: str
) -> None:
    neighbours = Settings(
        embedder="none", ranking=RankingSettings(turns=TurnRankingSettings(next=0.3))
    )
    report = measure(data, empty_database_uri, settings=neighbours)

    assert report.configured.neighbours == (0.3, 0.2)
    assert report.bm25.neighbours == (0, 0)


def test_facts_are_written_as_memories_and_bring_their_turns(
    data: Path, empty_database_uri: str
) -> None:
    report = measure(data, empty_database_uri, unit=retrieval.UNITS["facts"]).as_dict()

    assert report["loaded"]["written"] == {"created": 2}
    assert (report["questions"], report["dropped"]) == (2, 2)  # no fact knows of the lighthouse
    assert report["systems"][0]["groups"]["overall"]["recall@10"] == 1


def test_a_refused_fact_is_counted_and_its_question_stays(
    tmp_path: Path, empty_database_uri: str
) -> None:
    told = {"session_1_observation": {"Ben": [["Ben was diagnosed with diabetes.", "D1:2"]]}}
    path = tmp_path / "small.json"
    path.write_text(json.dumps({**SAMPLE, "observation": told}))

    report = measure(path, empty_database_uri, unit=retrieval.UNITS["facts"])

    assert report.loaded.outcomes == {"rejected (health)": 1}
    assert report.configured.mean("recall@10") == 0


def test_vectors_are_used_when_there_is_an_embedder(data: Path, empty_database_uri: str) -> None:
    settings = Settings(embedder="fix_embeddings:HashEmbeddings")
    report = measure(data, empty_database_uri, settings=settings)

    assert report.loaded.vectors == 5
    assert report.configured.embedder.startswith("fix_embeddings:HashEmbeddings")
    assert report.bm25.embedder is None


def test_a_limit_takes_questions_from_everywhere() -> None:
    assert retrieval.spread(list(range(10)), 3) == [0, 3, 6]  # type: ignore[arg-type]
    assert retrieval.spread([1, 2], 5) == [1, 2]  # type: ignore[list-item]


# What leaves the machine


def test_the_guard_of_these_tests_notices_a_connection(outgoing: list[Any]) -> None:
    with pytest.raises(OSError, match="the network is off"):
        socket.create_connection(("localhost", 9))
    assert outgoing


def test_nothing_leaves_the_machine_even_with_a_key(
    data: Path, empty_database_uri: str, outgoing: list[Any]
) -> None:
    report = measure(data, empty_database_uri)

    assert report.configured.mean("recall@10") > 0
    assert outgoing == []


async def test_an_async_evaluation_with_the_offline_client_sends_nothing_either(
    outgoing: list[Any],
) -> None:
    async def target(inputs: dict[str, Any]) -> dict[str, Any]:
        return {"hits": [["D1:1"]], "seconds": 0.0}

    questions = [SimpleNamespace(sample="s", text="t", category="c", evidence=("D1:1",))]
    with quietly():
        results = await aevaluate(
            target,
            data=retrieval.examples_of(questions, uuid4()),  # type: ignore[arg-type]
            evaluators=[RecallAt(5)],
            client=OfflineClient(),
            upload_results=False,
        )
        scores = [row["evaluation_results"]["results"][0].score async for row in results]

    assert scores == [1.0]
    assert outgoing == []


def test_the_offline_client_refuses_what_would_be_sent(outgoing: list[Any]) -> None:
    with pytest.raises(SomethingWasSent):
        OfflineClient().session.get("http://127.0.0.1:9/info")
    assert outgoing == []


class FakeLangSmith:
    """Keep datasets as LangSmith does."""

    def __init__(self) -> None:
        self.datasets: dict[str, list[UUID]] = {}

    def has_dataset(self, *, dataset_name: str) -> bool:
        return dataset_name in self.datasets

    def create_dataset(self, name: str, **more: Any) -> SimpleNamespace:
        self.datasets[name] = []
        return self.read_dataset(dataset_name=name)

    def read_dataset(self, *, dataset_name: str) -> SimpleNamespace:
        return SimpleNamespace(id=uuid5(NAMESPACE_URL, dataset_name), name=dataset_name)

    def list_examples(self, *, dataset_id: UUID) -> Iterator[SimpleNamespace]:
        (held,) = self.datasets.values()
        return iter([SimpleNamespace(id=id) for id in held])

    def create_examples(self, *, dataset_id: UUID, examples: Sequence[dict[str, Any]]) -> None:
        (held,) = self.datasets.values()
        held += [example["id"] for example in examples]


def test_an_upload_makes_the_dataset_once_and_adds_only_what_is_new(data: Path) -> None:
    client: Any = FakeLangSmith()
    (sample,) = read_samples(data)

    retrieval.upload(client, "small", sample.questions[:2])
    retrieval.upload(client, "small", sample.questions)

    (held,) = client.datasets.values()
    assert len(held) == len(set(held)) == 3


# The command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, empty_database_uri: str) -> typer.Typer:
    @contextmanager
    def given() -> Iterator[str]:
        yield empty_database_uri

    monkeypatch.setattr(retrieval, "embedded_postgres", given)
    app = typer.Typer()
    app.command()(retrieval.retrieval)
    return app


def ask(command: typer.Typer, data: Path, *options: str) -> Any:
    return CliRunner().invoke(command, ["--data", str(data), "--embedder", "none", *options])


def test_the_command_prints_one_json_document_and_talks_on_stderr(data: Path) -> None:
    options = ["--data", str(data), "--conversations", "0", "--embedder", "none", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "evals.retrieval", *options],
        cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, check=True,
    )  # fmt: skip

    report = json.loads(done.stdout)
    assert [system["name"] for system in report["systems"]] == ["configured", "bm25"]
    assert report["conversations"] == ["ada-and-ben"]
    assert all(system["queries_per_second"] > 0 for system in report["systems"])
    assert "Loading ada-and-ben (1 of 1)" in done.stderr


def test_the_command_prints_a_line_for_each_category_and_one_for_all(
    command: typer.Typer, data: Path
) -> None:
    done = ask(command, data)

    assert done.exit_code == 0, done.output
    names = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")]
    assert names == ["n", "multi-hop", "single-hop", "overall"] * 2


@pytest.mark.parametrize(("floor", "code"), [("0.5", 0), ("0.99", 1)])
def test_a_missed_floor_ends_with_status_1(
    command: typer.Typer, data: Path, floor: str, code: int
) -> None:
    done = ask(command, data, "--floor-recall10", floor)

    assert done.exit_code == code
    assert ("below the floor" in done.stderr) == bool(code)


@pytest.mark.parametrize(
    "options", [("--upload",), ("--unit", "words"), ("--conversations", "7"), ("--top-k", "3")]
)
def test_what_cannot_be_done_ends_with_status_2_and_says_why(
    command: typer.Typer, data: Path, options: tuple[str, ...]
) -> None:
    done = ask(command, data, *options)

    assert done.exit_code == 2
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr
