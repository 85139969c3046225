"""Does the benchmark of checkpoints measure both savers, on the same conversations?"""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from evals.bench_checkpoints import Conversation, bench_checkpoints, summary, turns

app = typer.Typer()
app.command()(bench_checkpoints)


@pytest.fixture(scope="module")
def report(server_uri: str) -> dict[str, Any]:
    words = ["--messages", "3", "--threads", "2", "--rounds", "2", "--database-uri", server_uri]
    done = CliRunner().invoke(app, [*words, "--json"])

    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("colour", ["sync", "async"])
@pytest.mark.parametrize("saver", ["ours", "langgraph"])
@pytest.mark.parametrize("what", ["save", "load"])
def test_each_save_and_load_of_each_client_is_timed(
    report: dict[str, Any],
    colour: str,
    saver: str,
    what: str,
) -> None:
    assert report[colour][saver][what]["n"] == 2 * 2 * 2
    assert report[colour]["ratios"].keys() == {"save_p50", "save_p95", "load_p50", "load_p95"}


def test_a_ratio_is_ours_divided_by_langgraphs() -> None:
    measured = summary(
        {
            "ours": {"save": [0.002], "load": [0.001]},
            "langgraph": {"save": [0.001], "load": [0.002]},
        }
    )

    assert measured["ratios"] == {"save_p50": 2, "save_p95": 2, "load_p50": 0.5, "load_p95": 0.5}


def test_each_saver_is_first_as_often() -> None:
    assert {turns(0)[0], turns(1)[0]} == {"ours", "langgraph"}


def test_a_conversation_stays_as_long_as_it_is() -> None:
    talk = Conversation.of("t", 5, user="ana")
    checkpoint, _, versions = talk.next()

    assert len(checkpoint["channel_values"]["messages"]) == 5
    assert versions == checkpoint["channel_versions"]


def test_a_colour_that_does_not_exist_is_bad_usage() -> None:
    assert CliRunner().invoke(app, ["--colours", "green"]).exit_code == 2
