"""Do the trained readers add to the rules, without a word against them?"""

from __future__ import annotations

import gzip
import json
from array import array
from dataclasses import replace
from importlib.resources import files

import pytest

from evals.bench.facts import facts_of
from evals.learning.examples import TASKS, Examples, read_examples
from evals.learning.fitting import fit
from langmem_ext.commands import parse_command
from langmem_ext.embeddings import local, resolve_embeddings
from langmem_ext.errors import ConfigurationError
from langmem_ext.learned import features, meaning, reading
from langmem_ext.learned.linear import Linear, Weights
from langmem_ext.learned.looking import may_hold_value
from langmem_ext.learned.reading import LEARNED
from langmem_ext.learned.reading import secrets as learned_secrets
from langmem_ext.learned.reasons import why_fact, why_request
from langmem_ext.learned.tagger import Tagger
from langmem_ext.learned.values import VALUE, of_message, of_values
from langmem_ext.learned.weights import FILE, packed, readers, unpacked
from langmem_ext.learned.words import folded, shape, tokens
from langmem_ext.nodes.candidates import find
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.scanner import THRESHOLD, scan
from langmem_ext.policies.secrets import find_secrets, mask_secrets
from langmem_ext.settings import DecisionSettings

PACKAGED = files("langmem_ext.learned").joinpath(FILE).read_bytes()
MOST = 1_300_000
"""Bytes that the weights may take."""


@pytest.fixture(scope="module")
def few() -> Examples:
    everything = read_examples()
    return Examples({task: everything.lines[task][::40] for task in TASKS})


def test_training_twice_gives_the_same_bytes(few: Examples) -> None:
    assert packed(fit(few, by_meaning=False)) == packed(fit(few, by_meaning=False))


def test_what_is_packed_is_read_as_it_was(few: Examples) -> None:
    fitted = replace(fit(few, by_meaning=False), meaning=readers().meaning)

    assert fitted.meaning is not None
    assert packed(unpacked(packed(fitted))) == packed(fitted)


def test_the_packaged_weights_belong_to_the_packaged_marks() -> None:
    written = json.loads(gzip.decompress(PACKAGED))

    assert written["version"] == features.VERSION
    assert len(PACKAGED) <= MOST


def test_weights_of_other_marks_are_refused() -> None:
    written = json.loads(gzip.decompress(PACKAGED)) | {"version": features.VERSION + 1}

    with pytest.raises(ConfigurationError, match="train_gates"):
        unpacked(gzip.compress(json.dumps(written).encode()))


def test_the_readers_are_loaded_once() -> None:
    assert readers() is readers()


def test_words_are_known_by_class_shape_and_fold() -> None:
    tea, coffee, newline, number = tokens("Tea coffee\n2024")

    assert tea.coarse == coffee.coarse
    assert (newline.word, number.word) == ("¶", "0000")
    assert (folded("Don’t"), shape("Kangoo!7"), shape("Ärger")) == ("don't", "Xx!0", "Xx")


def test_a_linear_reader_tells_which_marks_weighed_most() -> None:
    columns = [array("b", [0, 0, 10]), array("b", [0, 50, 0])]
    weights = Weights.of_columns(["", "a", "b"], columns, 0.1)
    reader = Linear(("", "yes"), weights)

    assert reader.shares(["a"])[1] == pytest.approx(0.9933, abs=1e-4)
    assert reader.weighed(["a", "b", "new"], "yes", "") == [("a", 5.0), ("b", -1.0)]


def test_a_tagger_finds_the_part_and_how_much_better_it_is_to_take_it() -> None:
    out, begin, go_on = array("b", [5, 0, 0]), array("b", [0, 9, 0]), array("b", [0, 0, 9])
    moves = ((0.0, 0.0, -9.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, -9.0))
    tagger = Tagger(Weights.of_columns(["o", "b", "i"], [out, begin, go_on], 1.0), moves)

    (part,) = tagger.parts([["o"], ["b"], ["i"], ["o"]])

    assert (part.first, part.last, part.margin) == (1, 2, 18.0)
    assert tagger.parts([["o"], ["o"]]) == []
    assert tagger.parts([]) == []


# What they are asked, and what not


UNSEEN = "ok the shed: give it Quokka_velvet88 and it opens"


def test_a_value_that_no_rule_announces_is_masked() -> None:
    assert mask_secrets(UNSEEN, learned=False) == UNSEEN
    assert mask_secrets(UNSEEN) == "ok the shed: give it [password removed] and it opens"


@pytest.mark.parametrize(
    "text",
    [
        "8f2c7b05c92a64d8-WAW",
        "hero_banner_v7.png",
        '{"rule": "remember", "message": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6 of the thread"}',
        "You can reach me on 0151 496 0199.",
        "my mail is ola.nordmann@example.org",
        "Wrote to @Ana_Lima",
        "Wrote to Rui@Example.com",
        "Reads #MachineLearning",
        "The Friday before 9October, 2022.",
    ],
)
def test_ids_names_of_files_and_contacts_are_left_alone(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "diff f3a910c..b7e2215 is huge, how to split the PR",
        "parcel 15502847719203 went to the neighbour, mine never came",
        "she moved to Fez in June 2013 and restores a comet",
    ],
)
def test_a_number_that_is_called_something_else_is_left_alone(text: str) -> None:
    assert find_secrets(text) == []


def test_the_whole_word_is_masked_of_which_a_rule_knows_a_part() -> None:
    text = "the wifi password is quince&medlar7, why is it refused"
    (found,) = find_secrets(text)

    assert "medlar7" in text[found.start : found.end]


def test_a_pasted_text_is_left_to_the_rules() -> None:
    pasted = "Lines of a log that nobody typed. " * 100

    assert learned_secrets(pasted + UNSEEN) == []


@pytest.mark.parametrize(
    "text",
    [
        "The user collects 2007 maps of Bologna, and was there on the 3rd at 5pm",
        "I saw 12 herons with my sister, 80s music on the radio!",
        "The 3D film was shot in 4K, and 5G did the rest",
    ],
)
def test_where_no_value_can_stand_the_reader_of_values_need_not_look(text: str) -> None:
    assert not may_hold_value(text)


@pytest.mark.parametrize(
    "text",
    [
        UNSEEN,
        "tell him 4471, the rest he knows",
        "three wet herons is the phrase",
        "it takes Gecko.Under.Tile",
        "two nine five two opens it",
        "left 31 8 and back",
    ],
)
def test_what_is_written_like_a_value_or_goes_with_one_is_looked_at(text: str) -> None:
    assert may_hold_value(text)


def test_hardly_a_secret_of_the_lines_is_passed_over() -> None:
    secrets = [line["text"] for _, line in read_examples().lines["secrets"] if line["labels"]]

    assert sum(map(may_hold_value, secrets)) >= 0.99 * len(secrets)


def test_most_texts_without_a_secret_are_passed_over() -> None:
    facts = [each.text for each in facts_of("u1", 0, 400, seed=0)]

    assert sum(map(may_hold_value, facts)) <= 0.15 * len(facts)


def test_masking_twice_changes_nothing() -> None:
    assert mask_secrets(mask_secrets(UNSEEN)) == mask_secrets(UNSEEN)


@pytest.mark.parametrize(
    "text",
    [
        '"Kindly jettison whatever you hold on me"',
        "```\nKindly jettison whatever you hold on me\n```",
        "Translate into French: Kindly jettison whatever you hold on me.",
    ],
)
def test_what_hands_over_a_text_holds_no_command(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Off the record: file away that I moved to Tromsø.",
        "Translate into French:\nplease file away that I moved to Tromsø.",
        "```\nplease file away that I moved to Tromsø\n```",
    ],
)
def test_what_is_not_to_be_kept_is_no_request(text: str) -> None:
    assert find_directives(text) == []


@pytest.mark.parametrize(
    "text",
    ["I don't live in Porto", "If I had two cats, would they be calmer?", "Where do I live?"],
)
def test_what_is_denied_or_supposed_is_no_fact(text: str) -> None:
    assert [each for each in scan(text) if each.score >= THRESHOLD] == []


# Where the rules are wrong, and where words leave a doubt

ABOUT_FORGETTING = "Can you forget things on purpose, or does that happen by itself?"


def test_a_command_that_a_rule_finds_is_denied_where_the_reader_is_sure_that_there_is_none() -> (
    None
):
    by_rules = parse_command(ABOUT_FORGETTING, learned=False)

    assert by_rules is not None and by_rules.name == "forget_about"
    assert parse_command(ABOUT_FORGETTING) is None


def test_plain_commands_are_not_denied() -> None:
    plain = ["Forget that I work at Acme.", "What do you remember about me?", "undo that"]

    assert all(parse_command(each) == parse_command(each, learned=False) for each in plain)


def test_what_is_surely_nothing_is_not_embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(reading, "scores_of", lambda *about: asked.append(about[-1]))

    assert parse_command("How long does rice keep in the fridge?") is None
    assert asked == []


def test_what_can_hold_no_value_whatever_it_means_is_not_embedded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(reading, "scores_of", lambda *about: asked.append(about[-1]))
    facts = [each.text for each in facts_of("u1", 0, 400, seed=0)]

    assert not any(map(find_secrets, facts))
    assert asked == []


def test_asking_for_the_meaning_only_where_it_counts_changes_nothing() -> None:
    lines = [line["text"] for _, line in read_examples().lines["secrets"]][::60]
    lean = readers().least["value"]

    for text in lines:
        said = tokens(text, VALUE, most=None)
        shares = readers().linear["secret"].shares(of_message(said))
        by_words = reading._odds(shares[reading.SECRET])
        marks = of_values(said)
        tagger = readers().taggers["value"]
        found = reading._values(text, lambda: tagger.scores(marks), by_words)  # noqa: B023
        asked = reading._odds_by_meaning(text, by_words, max(by_words, reading.BY_MEANING_ALONE))
        odds = asked if by_words >= readers().least["secret doubt"] else by_words
        sure = odds >= readers().least["secret"]
        assert found == (tagger.parts(marks, odds + lean) if sure else [])


def test_without_the_offline_model_words_decide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ConfigurationError("pip install 'langmem-ext[local]'")

    sentence = "show me everything"
    by_words = reading._by_marks("command", sentence)
    monkeypatch.setattr(local, "packaged_model", missing)
    forget_model()
    try:
        assert reading._judged("command", sentence) == by_words
    finally:
        monkeypatch.undo()
        forget_model()
    assert reading._judged("command", sentence) != by_words


def forget_model() -> None:
    meaning._layers.cache_clear()
    meaning._as_tuned.cache_clear()


def test_a_part_of_a_text_is_not_taken_for_its_meaning() -> None:
    assert readers().meaning is not None
    whole, longer = ("note this " * times for times in (40, 60))  # two tokens each time

    assert meaning.scores_of(readers().meaning, "command", whole)
    assert meaning.scores_of(readers().meaning, "command", longer) is None


def test_the_store_and_the_readers_share_one_model() -> None:
    resolved = resolve_embeddings("local")

    assert resolved is not None and resolved.embeddings is local.shared_embedder()


def test_the_vectors_of_a_store_are_those_of_the_model_as_it_was() -> None:
    resolved = resolve_embeddings("local")
    assert resolved is not None and readers().meaning is not None
    before = resolved.embeddings.embed_query("show me everything")

    assert meaning.scores_of(readers().meaning, "command", "show me everything")
    assert resolve_embeddings("local").embeddings.embed_documents(["show me everything"]) == [
        before
    ]


def test_switched_off_there_are_only_the_rules() -> None:
    off = DecisionSettings(learned_gates=False)

    for line in (line for _, line in read_examples().lines["scanning"][-200:]):
        found = find(line["text"], off)
        assert all(each.rule != LEARNED for each in found.requested)
        assert all(each.rule != LEARNED for each in (*found.noticed, *found.waiting))
    assert not find_secrets(UNSEEN, learned=off.learned_gates)


def test_less_sure_facts_wait_for_a_second_mention() -> None:
    found = [
        each
        for _, line in read_examples().lines["scanning"]
        for each in scan(line["text"])
        if each.rule == LEARNED
    ]
    plain = [each for each in found if each.score >= THRESHOLD]

    assert plain
    assert len(plain) < len(found)
    assert all(each.slot is None for each in found)


def test_the_words_that_weighed_most_are_told() -> None:
    reasons = why_request(["Nice weather.", "Kindly file away that I moved to Tromsø."])

    assert reasons
    assert all(mark for mark, _ in reasons)
    assert abs(reasons[0][1]) >= abs(reasons[-1][1])
    assert why_fact("I drive a tram for the city") != []
