"""Do labels land where they belong, and does a training give what it says, once and again?"""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from small_training import FRAME, Trained, trained
from small_training import written as lines_written

from training.handed import handed
from training.rows import SPANS, TASKS, Example, real, written

needs_jax = pytest.mark.skipif(not find_spec("jax"), reason="needs the extra `train`")


def example(folder: Path, file: str, **row: Any) -> Example:
    """Return what a row of a file says of its sentences."""
    (folder / f"{file}.jsonl").write_text(json.dumps(row))
    (found,) = written(folder)
    return found


def told(found: Example, task: str) -> list[tuple[str, float] | None]:
    """Return for each sentence its class in a task, and how much it counts; None where nothing is said."""
    said = [each.get(task) for each in found.told]
    return [each and (TASKS[task][each[0]], each[1]) for each in said]


def pieces(found: Example, name: str) -> list[str]:
    return [found.text[start:end] for start, end in found.spans[name]]


# Rows


def test_what_is_kept_of_a_message_is_told_of_its_sentence_alone(tmp_path: Path) -> None:
    found = example(
        tmp_path,
        "messages-t",
        text="Hi there. I'm a nurse in Leeds, always answer briefly. What is a stent?",
        keep=[
            {"kind": "fact", "span": "I'm a nurse in Leeds", "attribute": "occupation"},
        ],
    )

    assert told(found, "kind") == [("none", 1.0), ("fact", 1.5), ("none", 1.0)]
    assert told(found, "attribute") == [None, ("occupation", 1.0), None]
    assert pieces(found, "keep") == ["I'm a nurse in Leeds"]
    assert told(found, "own") == [("own", 1.0)] * 3


def test_an_instruction_is_a_request(tmp_path: Path) -> None:
    keep = [{"kind": "instruction", "span": "always answer briefly", "attribute": "preference"}]
    found = example(tmp_path, "messages-t", text="Please always answer briefly.", keep=keep)

    assert told(found, "kind") == [("request", 1.5)]


def test_what_may_be_kept_or_not_weighs_nothing(tmp_path: Path) -> None:
    text = "I'm tired today. What is a stent?"
    found = example(tmp_path, "messages-t", text=text, maybe=["I'm tired today"])

    assert told(found, "kind") == [("none", 0.0), ("none", 1.0)]


def test_what_is_handed_over_is_nobodys_own(tmp_path: Path) -> None:
    text = "Is this polite?\nI live in Porto. Remember it."
    found = example(tmp_path, "messages-t", text=text, own=["Is this polite?"])

    assert [said and said[0] for said in told(found, "own")] == ["own", "handed", "handed"]
    assert told(found, "kind") == [("none", 1.0)] * 3
    assert found.spans["keep"] == []


def test_of_a_request_in_several_sentences_the_one_that_says_it_is_told(tmp_path: Path) -> None:
    found = example(
        tmp_path, "directives-t", text="I like tea. Remember that. Bye.", labels=["I like tea"]
    )
    nothing = example(tmp_path, "directives-t", text="I remember the war. Bye.", labels=[])

    assert told(found, "kind") == [("request", 1.0), ("request", 0.0), ("request", 0.0)]
    assert told(nothing, "kind") == [("none", 1.0)] * 2


def test_a_statement_is_told_where_its_words_are(tmp_path: Path) -> None:
    found = example(
        tmp_path,
        "scanning-t",
        text="Hello. I live in Porto.",
        labels=[{"kind": "location", "words": ["porto"]}],
    )

    assert told(found, "kind") == [("none", 1.0), ("fact", 1.0)]
    assert told(found, "attribute") == [None, ("location", 1.0)]


def test_a_command_is_told_with_what_it_is_about(tmp_path: Path) -> None:
    found = example(
        tmp_path,
        "commands-t",
        text="Forget my old address.",
        name="forget",
        argument="my old address",
    )

    assert told(found, "command") == [("forget", 1.0)]
    assert pieces(found, "argument") == ["my old address"]


def test_a_secret_a_change_special_data_and_off_the_record_are_told(tmp_path: Path) -> None:
    rows: dict[str, dict[str, Any]] = {
        "secrets-t": {"text": "Hi. My pin is 4071.", "labels": [{"secret": "4071"}]},
        "changes-t": {
            "text": "Hi. I quit the shop.",
            "change": "ends",
            "span": "I quit the shop",
            "old": "the shop",
        },
        "special-t": {"text": "I have asthma.", "label": "health"},
        "off-t": {"text": "Keep none of this: I sing.", "off": "message", "span": "Keep none"},
    }
    found = {}
    for name, row in rows.items():
        (tmp_path / name).mkdir()
        found[name[:-2]] = example(tmp_path / name, name, **row)

    assert told(found["secrets"], "secret") == [("none", 1.0), ("secret", 1.0)]
    assert pieces(found["secrets"], "secret") == ["4071"]
    assert told(found["changes"], "change") == [("none", 1.0), ("ends", 1.0)]
    assert (pieces(found["changes"], "old"), found["changes"].spans["new"]) == (["the shop"], [])
    assert told(found["special"], "special") == [("health", 1.0)]
    assert told(found["off"], "off") == [("message", 1.0)]


def test_a_line_of_one_task_is_at_most_a_weak_no_in_the_others(tmp_path: Path) -> None:
    found = example(tmp_path, "directives-t", text="Remember that I like tea.", labels=["I like tea"])  # fmt: skip
    (said,) = found.told

    others = {name: each for name, each in said.items() if name not in ("kind", "own")}
    assert all(number == 0 and weight < 0.5 for number, weight in others.values())


def test_what_stands_in_a_text_that_is_handed_over_is_nothing_and_beside_it_something(
    tmp_path: Path,
) -> None:
    line = example(tmp_path, "directives-t", text="Remember that I like tea.", labels=["I like tea"])  # fmt: skip
    (tmp_path / "frames.jsonl").write_text(json.dumps(FRAME))
    made = list(handed(tmp_path / "frames.jsonl", [line], Random(1)))
    within = [each for each in made if each.origin == "handed"]
    beside = [each for each in made if each.origin == "beside"]

    for each in within:
        assert {said and said[0] for said in told(each, "kind")} == {"none"}
        assert each.spans == {"keep": [], "argument": []}
        (at,) = each.touching(each.find("Remember") or (0, 0))
        assert told(each, "own")[at] == ("handed", 1.0)
    for each in beside:
        assert [said and said[0] for said in told(each, "kind")].count("request") == 1
        assert pieces(each, "keep") == ["I like tea"]


def test_of_real_messages_one_half_is_read_and_assistants_answers_are_not(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "text": "I'm a nurse. What is a stent?", "keep": [{"kind": "fact", "words": ["nurse"]}]},
        {"id": "b", "text": "Hi. I'm tired.", "maybe": ["I'm tired"]},
        {"id": "c", "text": "As an assistant I cannot.", "not_user": True},
    ]  # fmt: skip
    (tmp_path / "x_labelled.jsonl").write_text("\n".join(map(json.dumps, rows)))
    halves = {half: [each for each, _ in real(tmp_path, half)] for half in ("tune", "judge")}
    found = {each.text[0:3]: each for half in halves.values() for each in half}

    assert sum(map(len, halves.values())) == len(found) == 2
    assert told(found["I'm"], "kind") == [("fact", 2.0), ("none", 1.0)]
    assert told(found["Hi."], "kind") == [("none", 1.0), ("none", 0.0)]


# A training of three steps


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """Train in a process of its own: after JAX is imported, no other test may fork."""
    folder = tmp_path_factory.mktemp("training")
    lines = lines_written(folder / "lines")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(trained, lines, folder).result()


@needs_jax
def test_one_seed_gives_the_same_weights_twice(made: Trained) -> None:
    assert made.weights[0] == made.weights[1]
    assert sum(each.startswith("step 3 of 3") for each in made.told) == 2


@needs_jax
def test_what_is_written_says_what_was_trained(made: Trained) -> None:
    assert made.files == ("base.onnx", "reader.onnx", "tasks.json", "touching.json")
    assert made.farthest < 0.05


@needs_jax
def test_every_head_has_a_share_from_which_on_it_is_believed(made: Trained) -> None:
    assert made.tasks["classes"] == {name: list(classes) for name, classes in TASKS.items()}
    assert made.tasks["spans"] == list(SPANS)
    assert {"fact", "request", "doubt", "own", "command", "secret", "special", "off"} <= set(
        made.tasks["least"]
    )
    assert all(0 < share < 1 for share in made.tasks["least"].values())


@needs_jax
def test_the_report_tells_of_every_task_what_was_kept_back(made: Trained) -> None:
    assert "4 kept back" in made.told[0]
    for heading in ("By task and source", "By length of the text", "Calibration", "Pieces"):
        assert f"## {heading}" in made.report
    assert "| special | special |" in made.report
