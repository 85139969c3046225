"""Are the labelled sets what they say, and are their scores counted right?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
from stdnum import iban, luhn
from typer.testing import CliRunner

from evals import write_quality
from evals.quality.ingesting import Left, alike, ingest, supersessions
from evals.quality.judging import About, Verdict
from evals.quality.labelled import SETS, UnreadableSet, Utterance, read_set
from evals.quality.scores import Rate, Scores, failures
from evals.quality.words import holds, leaks, same_word, tokens
from langmem_ext import MemoryStore, Principal, Settings
from langmem_ext.memory import Memory
from langmem_ext.stores.view import MemoryView

FACTS = set(
    "name employer location email phone preference relationship possession routine goal decision "
    "task event occupation other".split()
)
SECRETS = set(
    "password pin cvv otp answer api_key token private_key card iban bank national_id seed".split()
)


def said(name: str) -> list[Utterance]:
    return read_set(name)


def words_of(text: str) -> str:
    return " ".join(tokens(text))


# The sets


def test_the_sets_are_as_large_as_they_must_be() -> None:
    assert len(said("directives")) + len(said("scanning")) >= 400
    assert len(said("secrets")) >= 300


@pytest.mark.parametrize("name", SETS)
def test_a_good_part_of_each_set_is_to_be_left_alone(name: str) -> None:
    idle = sum(not each.labels for each in said(name))

    assert 0.35 <= idle / len(said(name)) <= 0.65


@pytest.mark.parametrize("name", SETS)
def test_each_set_holds_back_a_hundred_utterances_or_two_fifths(name: str) -> None:
    held = len(read_set(name, "held"))

    assert held >= min(100, 0.38 * len(said(name)))
    assert len(read_set(name, "dev")) + len(read_set(name, "held")) == len(said(name))


@pytest.mark.parametrize("name", SETS)
def test_nothing_is_said_twice_in_a_set(name: str) -> None:
    # Secrets differ in signs that words leave out.
    same = (lambda text: text) if name == "secrets" else words_of
    times = Counter((each.before, same(each.text)) for each in said(name))

    assert [text for text, count in times.items() if count > 1] == []


def test_no_utterance_is_to_work_on_in_one_set_and_held_in_another() -> None:
    splits: dict[str, set[str]] = {}
    for name in SETS:
        for each in said(name):
            splits.setdefault(words_of(each.text) or each.text, set()).add(each.split)

    assert [text for text, found in splits.items() if len(found) > 1] == []


def test_the_classes_of_labels_are_the_known_ones() -> None:
    assert {label.kind for each in said("directives") for label in each.labels} == {"directive"}
    assert {label.kind for each in said("scanning") for label in each.labels} == FACTS
    assert {label.kind for each in said("secrets") for label in each.labels} == SECRETS


def test_every_fact_names_words_that_were_said() -> None:
    strange = [
        f"{each.place}: {word}"
        for each in said("scanning")
        for label in each.labels
        for word in label.words
        if "|" not in word and not holds(each.text, word)
    ]

    assert strange == []


def test_card_and_account_numbers_are_well_formed() -> None:
    labels = [label for each in said("secrets") for label in each.labels]
    cards = [label.words[0] for label in labels if label.kind == "card"]
    ibans = [label.words[0] for label in labels if label.kind == "iban"]

    assert all(luhn.is_valid(re.sub(r"\D", "", card).translate(NARROW)) for card in cards)
    assert all(iban.is_valid(number.upper(), check_country=False) for number in ibans)


NARROW = {0xFF10 + digit: str(digit) for digit in range(10)}


def test_every_address_is_nobodys() -> None:
    texts = [each.text for name in SETS for each in said(name)]
    domains = {
        domain
        for text in texts
        for domain in re.findall(r"@([a-z0-9.-]+\.(?:com|org|net))\b", text)
    }

    assert {domain for domain in domains if not re.search(r"(^|\.)example\.", domain)} == {
        "github.com"  # the host of a clone with a token
    }


def test_a_label_that_was_not_said_is_refused(tmp_path: Path) -> None:
    write_set(tmp_path, "directives", [("Remember the milk", ["the cheese"])])

    with pytest.raises(UnreadableSet, match=r"directives\.jsonl:1: .*not in its text"):
        read_set("directives", folder=tmp_path)


def test_a_split_of_another_name_is_refused(tmp_path: Path) -> None:
    write_set(tmp_path, "secrets", [("hello", [])], split="test")

    with pytest.raises(UnreadableSet, match="the split is 'test'"):
        read_set("secrets", folder=tmp_path)


# Scores, on sets small enough to be worked out by hand


def write_set(
    folder: Path, name: str, lines: Sequence[tuple[str, list[Any]]], split: str = "dev"
) -> None:
    rows = [{"text": text, "split": split, "labels": labels} for text, labels in lines]
    (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))


def scores_of(uri: str, folder: Path, name: str, lines: Sequence[tuple[str, list[Any]]]) -> Scores:
    write_set(folder, name, lines)
    (scores,) = write_quality.run(uri, [name], folder=folder)
    return scores


def test_requests_are_scored_by_what_is_stored_of_them(database_uri: str, tmp_path: Path) -> None:
    scores = scores_of(
        database_uri,
        tmp_path,
        "directives",
        [
            ("Remember that I prefer dark mode.", ["I prefer dark mode"]),
            ("The hall is painted green.", ["The hall is painted green"]),
            ("Remember that the boat is called Sula.", []),
            ("What a day!", []),
        ],
    )

    assert scores.recall == Rate(1, 2)
    assert scores.precision == Rate(1, 2)
    assert scores.junk == Rate(1, 2)
    assert scores.totals["told from the rest"] == Rate(2, 4)


def test_facts_are_scored_by_the_words_of_the_memory(database_uri: str, tmp_path: Path) -> None:
    porto = {"kind": "location", "words": ["Porto"]}
    scores = scores_of(
        database_uri,
        tmp_path,
        "scanning",
        [
            ("I live in Porto.", [porto]),
            ("I live in Bergen.", [porto | {"words": ["Oslo"]}]),
            ("I love hiking.", [{"kind": "preference", "words": ["hiking"], "optional": True}]),
            ("What a day!", []),
        ],
    )

    assert scores.recall == Rate(1, 2)
    assert scores.precision == Rate(2, 3)
    assert scores.rate(About.STORED, "location") == Rate(1, 2)
    assert scores.rate(About.STORED, "preference") == Rate(1, 1)
    assert scores.totals["wrong slot"] == Rate(0, 1)


def test_secrets_are_scored_by_what_is_left_of_them(database_uri: str, tmp_path: Path) -> None:
    scores = scores_of(
        database_uri,
        tmp_path,
        "secrets",
        [
            ("my password is hunter2", [{"kind": "password", "secret": "hunter2"}]),
            ("the hall is green", [{"kind": "password", "secret": "green"}]),
            ("My order number is 4839201775.", []),
            ("my password is swordfish9", []),
        ],
    )

    assert scores.recall == Rate(1, 2)
    assert scores.false_alarms == Rate(1, 2)
    assert scores.precision == Rate(1, 2)


def test_what_was_said_before_a_look_alike_is_no_false_alarm(
    database_uri: str, tmp_path: Path
) -> None:
    said = [
        {"text": "the oak one", "before": ["Which door shall I paint?"]},
        {"text": "swordfish9", "before": ["My password is"]},
    ]
    rows = [json.dumps({**each, "labels": [], "split": "dev"}) for each in said]
    (tmp_path / "secrets.jsonl").write_text("\n".join(rows))

    (scores,) = write_quality.run(database_uri, ["secrets"], folder=tmp_path)

    assert scores.false_alarms == Rate(1, 2)


def test_an_interval_is_wilsons() -> None:
    low, high = Rate(8, 10).interval

    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)
    assert Rate(0, 0).interval == (0.0, 1.0)


def test_words_are_the_same_but_for_their_endings() -> None:
    assert same_word("hate", "hates")
    assert same_word("study", "studies")
    assert not same_word("tea", "tennis")
    assert not same_word("porto", "portland")


def test_a_fact_is_held_by_its_words_and_numbers() -> None:
    assert holds("The user doesn't own a car", "not|no")
    assert not holds("The user owns a car", "not|no")
    assert holds("The user's phone number is (212) 555-0187", "555 0187")
    assert not holds("The user's phone number is 555-0188", "555-0187")


def test_a_secret_leaks_when_a_part_of_it_is_still_there() -> None:
    assert leaks("correct horse", "it is correct horse", "it is [password removed] horse")
    assert not leaks("correct horse", "it is correct horse", "it is [password removed]")
    assert leaks("4 4 7 1", "pin 4 4 7 1", "pin 4 4 7 1")
    assert not leaks("4 4 7 1", "pin 4 4 7 1", "pin [pin removed]")
    assert not leaks("blue-kettle", "the kettle: blue-kettle", "the kettle: [password removed]")


# The command


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every set scores one mistake in each split, and nothing else."""

    def run(
        uri: str | None, names: Sequence[str], split: str, *, folder: Path
    ) -> tuple[Scores, ...]:
        return tuple(
            Scores(
                name,
                2,
                tuple(
                    Verdict(
                        About.LABEL, "thing", False, "missed", Utterance(f"a {each} text", each, ())
                    )
                    for each in ("dev", "held")
                ),
            )
            for name in names
        )

    monkeypatch.setattr(write_quality, "run", run)


def command(*options: str) -> Any:
    app = typer.Typer()
    app.command()(write_quality.write_quality)
    return CliRunner().invoke(app, options)


@pytest.mark.usefixtures("poor")
def test_held_texts_are_shown_only_when_asked_for() -> None:
    assert "a dev text" in command("--errors", "5").output
    assert "a held text" not in command("--errors", "5").output
    assert "a held text" in command("--errors", "5", "--show-held").output


@pytest.mark.usefixtures("poor")
def test_scores_below_the_floors_fail() -> None:
    assert command().exit_code == 0
    assert command("--floors").exit_code == 1
    assert "secrets recall is" in command("--floors", "--set", "secrets").output


@pytest.mark.usefixtures("poor")
def test_the_report_as_json_holds_rates_and_no_texts() -> None:
    found = json.loads(command("--json").stdout)

    assert [each["set"] for each in found["sets"]] == list(SETS)
    assert found["sets"][0]["recall"]["rate"] == 0.0
    assert found["sets"][0]["precision"]["rate"] is None
    assert "text" not in command("--json").stdout


@pytest.mark.usefixtures("poor")
def test_an_unknown_set_or_split_is_bad_usage() -> None:
    assert command("--set", "commands").exit_code == 2
    assert command("--split", "test").exit_code == 2


def test_floors_hold_from_their_bound_on() -> None:
    good = [Verdict(About.LABEL, "x", True)] * 99 + [Verdict(About.LABEL, "x", False)]
    alone = [Verdict(About.LOOKALIKE, "look-alike", True)] * 99
    alarm = Verdict(About.LOOKALIKE, "look-alike", False)

    assert failures([Scores("secrets", 200, (*good, *alone, alarm))]) == []
    assert len(failures([Scores("secrets", 200, (*good, *alone[:-1], alarm, alarm))])) == 1


# What conversations leave behind


def user(store: MemoryStore) -> MemoryView:
    return store.bind(Principal(user_id="ana"))


def everything(view: MemoryView) -> list[Memory]:
    rows = (row for row in view.export() if row.pop("record") == "memory")
    return [Memory.model_validate(row) for row in rows]


def test_the_same_text_in_two_categories_is_a_duplicate(store: MemoryStore) -> None:
    view = user(store)
    for category in ("preferences", "profile"):
        view.remember("The user prefers tea", category=category)
    view.remember("The user owns a kayak")

    same, near = alike(view.list(), store)

    assert [pair[0].content for pair in same] == ["The user prefers tea"]
    assert near == []


def test_a_supersession_is_false_when_nothing_new_was_said(store: MemoryStore) -> None:
    view = user(store)
    view.remember("The user works at Acme", slot="employer")
    view.remember("The user works at Globex", slot="employer")

    found = supersessions(everything(view))
    left = Left(1, 2, {}, {}, superseded=found)
    ((old, new),) = found

    assert left.false_rate == Rate(0, 1)
    left.superseded = [(old, new.model_copy(update={"content": "The user works at Acme."}))]
    assert (left.false_rate, len(left.same_value)) == (Rate(1, 1), 1)
    left.superseded = [(old, new.model_copy(update={"subjects": ("ben",)}))]
    assert (left.false_rate, len(left.other_subject)) == (Rate(1, 1), 1)


def test_a_conversation_is_ingested_and_looked_at(empty_database_uri: str, tmp_path: Path) -> None:
    turns = ["I live in Porto.", "What a day!", "I love hiking."]
    session = [
        {"speaker": "Ada", "dia_id": f"D1:{n}", "text": text} for n, text in enumerate(turns, 1)
    ]
    conversation = {"session_1_date_time": "9:05 am on 3 May, 2021", "session_1": session}
    data = tmp_path / "small.json"
    data.write_text(json.dumps([{"sample_id": "ada", "conversation": conversation, "qa": []}]))

    left = ingest(data, empty_database_uri, Settings(embedder="none"))

    assert (left.conversations, left.turns) == (1, 3)
    assert left.duplicate_rate == Rate(0, 2)
    assert "Porto" not in json.dumps(left.as_dict())
