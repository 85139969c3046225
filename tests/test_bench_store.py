"""Does the benchmark measure every store on the same data, and count right?"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import psycopg
import pytest
import typer
from typer.testing import CliRunner

pytest.importorskip("numpy", reason="the extra `local` is not installed")

from evals import bench_store, plot_bench
from evals.bench.facts import Fact, content_words, facts_of, idle_turn, question_about, request_turn
from evals.bench.judging import Answer, Space
from evals.bench.phases import Plan
from evals.bench.systems import SECOND_PAGE, Ask, vectors_alone
from evals.bench.timing import milliseconds, percentile
from evals.bench.vectors import LookedUp, TextVectors
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.settings import Settings

TIMES = {"n", "p50_ms", "p95_ms", "max_ms"}


def command() -> typer.Typer:
    app = typer.Typer()
    app.command()(bench_store.bench_store)
    return app


def small(server: str, *more: str) -> list[str]:
    counts = ["--memories", "60", "--users", "3", "--dims", "16", "--queries", "4", "--writes", "3"]
    return [*counts, "--database-uri", server, "--without-embedder", *more]


@pytest.fixture(scope="module")
def report(server_uri: str) -> dict[str, Any]:
    result = CliRunner().invoke(command(), small(server_uri, "--big-space", "20", "--json"))
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    return dict(json.loads(line))


# The report


def test_each_store_gets_every_fact(report: dict[str, Any]) -> None:
    assert list(report["systems"]) == ["ours", "flat", "hnsw"]
    for system in report["systems"].values():
        assert system["load"]["rows"] == 60
        assert system["load"]["rate_at_end"] > 0
    assert report["systems"]["ours"]["load"]["outcomes"] == {"created": 60}
    assert report["systems"]["flat"]["load"]["outcomes"] == {"put": 60}


def test_ours_and_the_flat_store_return_the_exact_rows_under_every_filter_and_page(
    report: dict[str, Any],
) -> None:
    for name in ("ours", "flat"):
        for kind, found in report["systems"][name]["search"].items():
            assert found["rows"] == found["rows_expected"], (name, kind)
            assert (found["short"], found["recall"]) == (0.0, 1.0), (name, kind)
    assert report["systems"]["ours"]["search"]["query"]["rows"] == 10.0
    assert report["systems"]["ours"]["search"]["page2"]["rows"] == 10.0


def test_every_phase_is_timed(report: dict[str, Any]) -> None:
    ours, flat = report["systems"]["ours"], report["systems"]["flat"]

    timed = [ours["write"], flat["write"], ours["add_turn"], ours["relate"]]
    timed += [*ours["search"].values(), *flat["search"].values()]
    timed += [ours["big_space"]["search"]["query"], flat["big_space"]["write"]]
    for part in timed:
        assert part.keys() >= TIMES
        assert part["n"] > 0
        assert 0 < part["p50_ms"] <= part["p95_ms"] <= part["max_ms"]
    assert set(ours["search"]) == {"query", "query_in_thread", "filter", "search", "page2"}
    assert set(flat["search"]) == {"query", "filter", "page2"}
    assert sum(ours["write"]["outcomes"].values()) == 3


def test_sizes_ratios_and_the_machine_are_reported(report: dict[str, Any]) -> None:
    assert report["systems"]["ours"]["bytes"]["per_memory"] > 0
    assert set(report["ratios"]) == {"flat", "hnsw"}
    assert set(report["ratios"]["hnsw"]) == {
        "load_rate", "write_p50", "query_p50", "query_p95", "bytes",
    }  # fmt: skip
    assert report["machine"]["cores"] >= 1
    assert report["machine"]["settings"]["fsync"] in ("on", "off")
    assert (report["memories"], report["users"], report["dims"]) == (60, 3, 16)


def test_nothing_is_left_on_the_server(report: dict[str, Any], server_uri: str) -> None:
    with psycopg.connect(server_uri) as connection:
        left = connection.execute(
            "SELECT datname FROM pg_database WHERE datname ~ '^langmem_bench'"
        )
        assert left.fetchall() == []


def test_the_report_is_a_table_by_default(report: dict[str, Any]) -> None:
    text = bench_store.as_text(report)

    assert "60 memories of 3 users" in text
    assert "ours loaded: 60 created" in text


def test_an_index_may_be_built_after_the_load(server_uri: str) -> None:
    plan = Plan(memories=20, users=2, queries=2, writes=2, batch=10, late_index=True)

    measured = bench_store.run(server_uri, plan, ("hnsw",), dims=8, embed=False)

    load = measured["systems"]["hnsw"]["load"]
    assert load["index_seconds"] > 0
    assert load["rows"] > 20  # some more, to see the rate with the index in place


def test_the_hot_path_runs_with_the_local_model(server_uri: str) -> None:
    pytest.importorskip("onnxruntime", reason="the extra `local` is not installed")
    plan = Plan(memories=20, users=2, queries=2, writes=2)

    measured = bench_store.run(server_uri, plan, ("ours",), dims=8, embed=True)

    hot = measured["systems"]["ours"]["hot_path"]
    assert hot["remember"]["node"]["outcomes"] == {"created": 4}
    assert hot["remember"]["graph"]["n"] == hot["nothing"]["graph"]["n"] == 2
    assert hot["nothing"]["node"]["outcomes"] == {"nothing": 4}
    assert hot["embedding"]["p50_ms"] > 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--memories", "many"], "write 10000, 10k or 1M"),
        (["--memories", "0"], "no count"),
        (["--memories", "10", "--users", "6"], "each user needs two"),
        (["--systems", "ours,fast"], "none of ours, flat, hnsw"),
    ],
)
def test_a_bad_option_says_what_is_allowed(options: list[str], said: str) -> None:
    result = CliRunner().invoke(command(), options, env={"COLUMNS": "200"})

    assert result.exit_code == 2
    assert said in result.output


def test_a_server_that_cannot_be_reached_is_explained() -> None:
    result = CliRunner().invoke(command(), small("postgresql://nobody@127.0.0.1:9/none"))

    assert result.exit_code == 2
    assert "--database-uri must name a superuser" in result.output


def test_counts_may_be_abbreviated() -> None:
    assert [bench_store.count_of(text) for text in ("60", "10k", "1M")] == [60, 10_000, 1_000_000]


# The data


def test_facts_are_the_same_every_time_and_differ_within_a_user() -> None:
    facts = facts_of("u1", 0, 2000, seed=7)

    assert facts[500:600] == facts_of("u1", 500, 600, seed=7)
    assert len({fact.text for fact in facts}) == 2000
    assert facts[:50] != facts_of("u2", 0, 50, seed=7)
    assert facts[:50] != facts_of("u1", 0, 50, seed=8)


def test_no_fact_is_a_secret_or_special_data() -> None:
    for fact in facts_of("u1", 0, 2000, seed=1):
        assert not find_secrets(fact.text)
        assert special_data(fact.text) is None


def test_a_question_is_made_of_words_that_are_the_facts_own() -> None:
    fact = Fact(
        "The user prefers miso ramen over lemon tart when eating out in Porto", "preferences", 3
    )

    question = question_about(fact, random.Random(0))

    named = set(question.removeprefix("What did I say about ").rstrip("?").split(" and "))
    assert len(named) == 4
    assert named < set(content_words(fact.text)) == {"miso", "ramen", "lemon", "tart", "Porto"}


def test_turns_are_said_by_the_user() -> None:
    assert request_turn(Fact("I like tea", "", 1)) == "Please remember that I like tea."
    assert request_turn(Fact("My cat sleeps", "", 1)) == "Please remember that my cat sleeps."
    assert idle_turn(3) != idle_turn(13)


# The vectors


def test_a_vector_depends_on_the_text_alone_and_has_length_1() -> None:
    texts = ["The user likes tea", "The user likes cold tea", "Rosa restores a ferry"]
    one, other = TextVectors(64).matrix(texts), TextVectors(64).matrix(texts[::-1])[::-1]

    assert (one == other).all()
    assert (one**2).sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert one[0] @ one[1] > one[0] @ one[2]


def test_looked_up_vectors_are_made_beforehand() -> None:
    embedder = LookedUp(TextVectors(8))
    embedder.prepare(["a", "b", "a"])

    assert embedder.embed_documents(["b"]) == [embedder.known["b"]]
    assert embedder.late == 0
    embedder.embed_query("c")
    assert embedder.late == 1
    embedder.prepare(["d"], forget=True)
    assert set(embedder.known) == {"d"}


# The judgement


def test_rows_are_compared_with_exact_search() -> None:
    vectors = TextVectors(32)
    facts = facts_of("u1", 0, 25, seed=3)
    space = Space(facts, vectors.matrix([fact.text for fact in facts]))
    ask = Ask("u1", question_about(facts[0], random.Random(0)), facts[0].category, 1, facts[0])
    similar = (space.vectors @ vectors.matrix([ask.text])[0]).tolist()
    ranked = [text for _, text in sorted(zip(similar, (f.text for f in facts), strict=True))][::-1]

    right = space.judge("query", Answer(ask, ranked[:10], ranked[:10]), vectors)
    half = space.judge("query", Answer(ask, ranked[:5], ranked[:5] + ranked[20:]), vectors)
    later = space.judge(SECOND_PAGE, Answer(ask, ranked[10:20], ranked[10:20]), vectors)
    wrong = space.judge(SECOND_PAGE, Answer(ask, ranked[:10], ranked[:9]), vectors)

    assert (right.rows, right.expected, right.exact, right.about) == (10, 10, 10, True)
    assert (half.rows, half.exact) == (5, 5)
    assert (later.expected, later.exact) == (10, 10)
    assert wrong.exact == 0


def test_vectors_alone_leave_no_other_weight() -> None:
    ranking = vectors_alone(Settings()).ranking

    assert ranking.lexical_weight == ranking.recency_weight == ranking.relation_weight == 0
    assert ranking.insight_weight == Settings().ranking.insight_weight


def test_percentiles_lie_between_their_neighbours() -> None:
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([0, 10], 0.95) == pytest.approx(9.5)
    assert milliseconds([0.001, 0.003]) == {"n": 2, "p50_ms": 2.0, "p95_ms": 2.9, "max_ms": 3.0}
    assert milliseconds([])["p50_ms"] is None


# The plot


def test_the_plot_reads_the_last_run_of_each_size(report: dict[str, Any], tmp_path: Path) -> None:
    larger = {**report, "memories": 100_000}
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in (larger, {**report, "seed": 1}, report)))

    reports = plot_bench.read_reports(path)

    assert [each["memories"] for each in reports] == [60, 100_000]
    assert reports[0]["seed"] == 0
    recall = plot_bench.PANELS[-1].solid
    assert plot_bench.series(reports, "ours", recall) == [(60, 1.0), (100_000, 1.0)]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"suite": "retrieval"}')

    with pytest.raises(typer.BadParameter, match="line 1 is no line that"):
        plot_bench.read_reports(path)


def test_the_plot_is_drawn(report: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="drawing is optional")
    out = tmp_path / "assets" / "bench.svg"

    plot_bench.draw([report, {**report, "memories": 100_000}], out)

    drawn = out.read_text()
    assert "langmem-ext" in drawn
    plot_bench.draw([report, {**report, "memories": 100_000}], out)
    assert out.read_text() == drawn
