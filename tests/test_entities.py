"""What is found in a text, under which name, and which names may a question mean?"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from scripted_model import ScriptedChatModel

from langmem_ext import ConfigurationError
from langmem_ext.entities import (
    Capitalised,
    Entity,
    EntityType,
    ModelRecognizer,
    Patterns,
    Recognizer,
    SpacyRecognizer,
    Span,
    aextract,
    entities_in,
    extract,
    keys_of,
    lookup_key,
    names_in,
    recognizers,
)
from langmem_ext.entities.found import MAX_ENTITIES, entities_of
from langmem_ext.entities.keys import MAX_KEY
from langmem_ext.entities.spacy_model import _pipeline
from langmem_ext.settings import EntitySettings

PATTERNS = (Patterns(),)
FAST = (Patterns(), Capitalised())


def found(text: str, *types: EntityType) -> list[str]:
    return [span.text for span in extract(text, PATTERNS) if not types or span.type in types]


def names(text: str) -> list[str]:
    return [entity.name for entity in entities_in(text, PATTERNS)]


def only(text: str) -> Entity:
    (entity,) = entities_in(text, PATTERNS)
    return entity


# Patterns


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("@ana", {"@ana": "person"}), ("(@Zoë),", {"@Zoë": "person"}), ("cc:@ana.lima.", {"@ana.lima": "person"}),
        ("@ana@mastodon.social", {"@ana@mastodon.social": "person"}), ("@ana's", {"@ana": "person"}),
        ("mail ana@example.com.", {"ana@example.com": "email"}),
        ("mailto:a.b+c@x.co.uk", {"a.b+c@x.co.uk": "email"}),
        ("#café, #a_b", {"#café": "topic", "#a_b": "topic"}), ("#100DaysOfCode", {"#100DaysOfCode": "topic"}),
        ("#cafe #b2b", {"#cafe": "topic", "#b2b": "topic"}), ("#ana-lima", {"#ana-lima": "topic"}),
        ("see https://a.example/b?c=1#d.", {"https://a.example/b?c=1#d": "url"}),
        ("(https://a.example/b_(c))", {"https://a.example/b_(c)": "url"}),
        ("[x](https://a.example/b)", {"https://a.example/b": "url"}), ("www.example.org!", {"www.example.org": "url"}),
        ("on example.com/docs, too", {"example.com/docs": "url"}),
        ("Example at sub.example.io.", {"sub.example.io": "url"}),
        ("2026-03-05T10:00Z", {"2026-03-05": "date"}), ("on 5th of May 2026", {"5th of May 2026": "date"}),
        ("May 5, 2026.", {"May 5, 2026": "date"}), ("since Sept. 2026", {"Sept. 2026": "date"}),
    ],
)  # fmt: skip
def test_a_pattern_is_found_without_what_surrounds_it(text: str, types: dict[str, str]) -> None:
    assert {span.text: span.type for span in extract(text, PATTERNS)} == types


@pytest.mark.parametrize(
    "text",
    [
        "", "plain words, and a number 42", "#1 and #123", "#fff #ff0000 #FFaa00 #a1b2c3d4", "C# and F#", "# Heading",
        "## Heading", "#1st", "#12a", "&#39;", "page.html#", "#include <x>\n#define X", "git@github.com:acme/app.git",
        "npm i @langchain/core", "@dataclass\nclass X: ...", "@app.route('/')", "@everyone @here", "at @3pm", "a @ b",
        "user@host", "`@inline #code`", "```\n@fenced #code\n```", "node.js and asp.net", "e.g. this", "https://",
        "www.",
        "2026", "in 2026, maybe", "2026-02-30", "0/0/2026", "13/13/2026", "the 2010-11 season",
        "model-2026-03-05", "v1.2.2026.1", "5 March", "call 555-2026", "@", "#", "@.", "#_", "x=@y",
        "their @acme.com address",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_entity_is_none(text: str) -> None:
    assert found(text) == []


def test_what_stands_inside_an_address_is_part_of_it() -> None:
    assert found("https://medium.com/@ana/2026-03-05#tag and https://bob@example.com/x") == [
        "https://medium.com/@ana/2026-03-05#tag",
        "https://bob@example.com/x",
    ]
    assert found("ana@example.com", EntityType.PERSON, EntityType.URL) == []


def test_code_hides_mentions_and_tags_only() -> None:
    assert found("`@a` @b `see https://x.example` ```#c``` #d") == ["@b", "https://x.example", "#d"]


# Canonical names


@pytest.mark.parametrize(
    ("text", "name", "aliases"),
    [
        ("@Bob_Smith", "bob_smith", {"bob smith"}), ("@BobSmith", "bobsmith", {"bob smith"}),
        ("@ana@mastodon.social", "ana@mastodon.social", {"ana"}),
        ("#MachineLearning", "machinelearning", {"machine learning"}), ("#python", "python", set()),
        ("Ana.Lima@Example.COM", "ana.lima@example.com", set()),
        ("HTTPS://Example.com/Docs/?utm_source=x&q=1&fbclid=2#top", "https://example.com/Docs?q=1",
         {"example.com/docs?q=1"}),
        ("www.example.com/", "https://www.example.com", {"example.com"}),
        ("example.com", "https://example.com", {"example.com"}),
        ("5 March 2026", "2026-03-05", {"5 march 2026"}), ("Mar 2026", "2026-03", {"mar 2026"}),
        ("March 5th, 2026", "2026-03-05", {"march 5th, 2026"}), ("2026/3/5", "2026-03-05", {"2026/3/5"}),
        ("25/12/2026", "2026-12-25", {"25/12/2026"}), ("12/25/2026", "2026-12-25", {"12/25/2026"}),
        ("3/3/2026", "2026-03-03", {"3/3/2026"}), ("5.3.2026", "2026-03-05", {"5.3.2026"}),
    ],
)  # fmt: skip
def test_an_entity_has_one_canonical_name(text: str, name: str, aliases: set[str]) -> None:
    entity = only(text)

    assert (entity.name, entity.key, set(entity.aliases)) == (name, lookup_key(name), aliases)


def test_a_date_whose_day_nobody_knows_stays_as_written_and_less_sure() -> None:
    (span,) = extract("on 5/3/2026", PATTERNS)

    assert only("on 5/3/2026").name == "5/3/2026"
    assert span.confidence < 0.5


def test_a_password_in_a_url_is_in_neither_name_nor_alias() -> None:
    assert "hunter2" not in repr(only("https://ana:hunter2@example.com/x"))


@pytest.mark.parametrize("text", ["http://[::1", "http://a℀b.example/"])
def test_a_url_that_cannot_be_taken_apart_is_kept_whole(text: str) -> None:
    span = Span(text, 0, len(text), EntityType.URL, 1.0, "test")

    assert [entity.name for entity in entities_of([span])] == [text]


@pytest.mark.parametrize(
    ("written", "name", "aliases"),
    [
        ("Dr. Ana  Lima's", "Ana Lima", {"dr. ana lima", "ana"}), ("Ana", "Ana", set()),
        ("Mr Lima", "Lima", {"mr lima"}), ("May Chen", "May Chen", set()), ("Dr", "Dr", set()),
    ],
)  # fmt: skip
def test_a_person_is_called_without_title_and_possessive(
    written: str, name: str, aliases: set[str]
) -> None:
    (entity,) = entities_of([Span(written, 0, len(written), EntityType.PERSON, 1.0, "test")])

    assert (entity.name, set(entity.aliases)) == (name, aliases)


def test_two_mentions_of_one_entity_are_one_with_both_aliases() -> None:
    (entity,) = entities_in("from 5 March 2026, or 2026-03-05, or March 5, 2026", PATTERNS)

    assert (entity.key, entity.aliases) == ("2026-03-05", ("5 march 2026", "march 5, 2026"))


def test_a_find_of_no_type_joins_the_one_that_has_a_type() -> None:
    person = Span("Ana", 0, 3, EntityType.PERSON, 1.0, "test")
    other = Span("Ana", 9, 12, EntityType.OTHER, 1.0, "test")
    place = Span("Ana", 20, 23, EntityType.LOCATION, 1.0, "test")

    for spans in ([person, other], [other, person]):
        assert [entity.type for entity in entities_of(spans)] == [EntityType.PERSON]
    assert [it.type for it in entities_of([person, place, other])] == ["person", "location"]


def test_a_list_of_hundreds_names_only_the_first_ones() -> None:
    assert names(" ".join(f"@member{i}" for i in range(500))) == [
        f"member{i}" for i in range(MAX_ENTITIES)
    ]


# Overlaps


@pytest.mark.parametrize(
    ("spans", "kept"),
    [
        ([(0, 5, 0.5), (3, 9, 0.9)], [(3, 9)]), ([(0, 5, 0.9), (3, 9, 0.9)], [(3, 9)]),
        ([(0, 5, 0.9), (3, 8, 0.9)], [(0, 5)]), ([(0, 5, 0.5), (5, 9, 0.9)], [(0, 5), (5, 9)]),
        ([(0, 3, 0.6), (2, 5, 0.9), (4, 7, 0.8)], [(2, 5)]),
        ([(0, 9, 0.5), (2, 3, 0.6), (5, 6, 0.6)], [(2, 3), (5, 6)]),
    ],
)  # fmt: skip
def test_of_two_that_overlap_the_surer_holds_then_the_longer_then_the_earlier(
    spans: list[tuple[int, int, float]], kept: list[tuple[int, int]]
) -> None:
    text = "abcdefghijkl"

    class Given:
        name = "given"

        def find(self, text: str) -> list[Span]:
            return [
                Span(text[a:b], a, b, EntityType.OTHER, sure, self.name) for a, b, sure in spans
            ]

    assert [(span.start, span.end) for span in extract(text, [Given()])] == kept


# Capitalised words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yesterday Ana Lima's team met Rui at Acme Corp.", ["Ana Lima", "Rui", "Acme Corp"]),
        ("We flew to New York City. The weather was bad.", ["New York City"]),
        ("Reading The Name of the Wind, then Crime", ["Name of the Wind", "Crime"]),
        ("Thanks, Ana! Sounds good. Great!", ["Ana"]), ("Ana Lima works here", ["Ana Lima"]),
        ("Go to Paris on Monday in May", ["Paris"]), ("I think I'm OK", []), ("It is SOMETHING", []),
        ("Adding Lisbon to the list", ["Lisbon"]), ("She met Ângela de Sousa there", ["Ângela de Sousa"]),
        ("Met Rui in Porto", ["Rui", "Porto"]), ("Owes Rui Costa money. Likes Porto.", ["Rui Costa", "Porto"]),
        ("Wants to visit Rome. Studied Greek", ["Rome", "Greek"]), ("Recently Ana Lima called", ["Ana Lima"]),
        ("Mark Twain wrote it", ["Mark Twain"]), ("New York is large", ["New York"]),
        ("Grace Hopper and Drew Barrymore", ["Grace Hopper", "Drew Barrymore"]),
        ("Call of Duty is a game", ["Call of Duty"]),
        ("no capitals at all", []), ("so I asked: What now?", []), ("a man called A", []),
    ],
)  # fmt: skip
def test_capitalised_words_within_a_sentence_are_names(text: str, expected: list[str]) -> None:
    assert [span.text for span in extract(text, [Capitalised()])] == expected


def test_a_pattern_wins_over_a_capital() -> None:
    assert [(s.text, s.provider) for s in extract("It was in May 2026 at Porto", FAST)] == [
        ("May 2026", "patterns"),
        ("Porto", "capitalised"),
    ]


# Keys


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("  Ana\n Lima's ", "ana lima"), ("@Bob_Smith", "bob_smith"), ("#Café", "café"), ("Cafe\u0301", "café"),
        ("ＡＣＭＥ", "acme"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("C++", "c++"), ("C#", "c#"),
        ("O’Brien’s", "o'brien"), ("“Dune”,", "dune"), ("AT&T", "at&t"), ("...", ""), ("", ""), ("a\x00b", "a b"),
        ("x\ud800y", "xy"),
    ],
)  # fmt: skip
def test_a_key_is_what_all_spellings_share(name: str, key: str) -> None:
    assert lookup_key(name) == key


@given(st.text())
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    key = lookup_key(name)

    assert lookup_key(key) == key
    assert len(key) <= MAX_KEY
    key.encode()


def test_a_key_fits_into_an_index_row() -> None:
    assert len(lookup_key("ﷺ" * 5000).encode()) < 2000


# Questions


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What does Ana Lima like?", {"ana lima", "ana"}), ("what's ana lima's job", {"ana lima", "ana"}),
        ("Anything from @ana_lima?", {"ana_lima", "ana lima"}), ("notes on machine learning", {"machine learning"}),
        ("What happened on March 5, 2026?", {"2026-03-05"}), ("is www.example.com/ up?", {"https://www.example.com"}),
        ("Ana/Bob: who pays?", {"ana", "bob"}), ("Does The Who tour with Will?", {"the who", "will"}),
        ("what about AT&T, or C++?", {"at&t", "c++"}),
    ],
)  # fmt: skip
def test_a_question_names_what_it_could_mean(question: str, keys: set[str]) -> None:
    assert keys <= set(names_in(question))


def test_stop_words_alone_name_nothing() -> None:
    assert names_in("What do you know about me?") == []
    assert "the" not in names_in("Who saw The Wire?")


def test_the_likeliest_names_come_first_and_the_list_is_short() -> None:
    question = "so tell me about the thing that Ana Lima said " + "and the plan of it " * 50

    assert names_in(question)[:3] == ["ana lima", "ana", "lima"]
    assert len(names_in(question)) == len(set(names_in(question))) <= 64
    assert len(names_in(question, limit=5)) == 5


def test_a_name_is_looked_up_as_its_canonical_form() -> None:
    assert keys_of("https://Example.com/docs/")[0] == "https://example.com/docs"
    assert keys_of("March 5, 2026")[0] == "2026-03-05"
    assert keys_of("Ana Lima's") == ["ana lima"]
    assert keys_of("acme.com launch") == ["acme.com launch"]
    assert keys_of(" ") == []


WORD = st.text(st.characters(categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=8)
WORDS = st.lists(WORD, max_size=5).map(" ".join)


@given(WORDS, st.lists(WORD, min_size=1, max_size=4).map(" ".join), WORDS)
def test_a_question_that_holds_a_name_holds_its_key(before: str, name: str, after: str) -> None:
    assume(names_in(name))  # not of stop words alone

    assert lookup_key(name) in names_in(f"{before} {name} {after}?")


# Any text

PIECES = st.sampled_from(
    "@ana #tag a@b.co https://x.example/a?b=1#c www.x.org 5 March 2026 2026-03-05 5/3/2026 ` ``` ( ) . , - _ @ # : / é "
    "Ana Lima of the 's".split(" ")
) | st.text(max_size=6)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=20).flatmap(
    lambda pieces: st.sampled_from(["", " ", "\n"]).map(lambda gap: gap.join(pieces))
)


@given(TEXTS)
def test_spans_are_of_the_text_in_order_and_never_overlap(text: str) -> None:
    spans = extract(text, FAST)

    assert all(text[span.start : span.end] == span.text != "" for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(0 <= span.confidence <= 1 for span in spans)


@given(TEXTS)
def test_the_same_text_names_the_same_entities(text: str) -> None:
    first = entities_in(text, FAST)

    assert entities_in(text, FAST) == first
    assert len({(entity.type, entity.key) for entity in first}) == len(first)
    for entity in first:
        assert entity.key == lookup_key(entity.name) != ""
        assert entity.key not in entity.aliases
        assert "\x00" not in entity.name


@pytest.mark.parametrize(
    "unit",
    ["a", "@", "#", "a@", "@a", "a.", "x@a.", ".com", "a.com ", "http://", ")", "www.", "1", "2026-", "1/1/", "may ",
     "5 ", "March 5, ", "`", "```a", "A ", "Ab ", "A-", "A'", "'s", "@a-", "#a-", "\n", "Ab of ", " ", "é", "http://a)"],
)  # fmt: skip
def test_long_hostile_text_is_read_to_its_end(unit: str) -> None:
    """Each of these is quadratic for a careless pattern: the suite would hang here."""
    text = unit * (100_000 // len(unit)) + " 2026-03-05 @"

    assert "2026-03-05" in [span.text for span in extract(text, FAST)] or "`" in unit
    assert len(names_in(text)) <= 64


# spaCy


@pytest.fixture
def fake_spacy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package `spacy` that finds Ana, Acme and a number, and an installed pipeline."""
    (tmp_path / "spacy.py").write_text(FAKE_SPACY)
    (tmp_path / "en_fake").mkdir()
    (tmp_path / "en_fake" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "spacy", raising=False)
    _pipeline.cache_clear()
    yield tmp_path
    _pipeline.cache_clear()
    sys.modules.pop("spacy", None)


FAKE_SPACY = """
from types import SimpleNamespace as N

def load(name, exclude=()):
    if name != "en_fake":
        raise OSError("[E050] Can't find model")
    def read(text):
        known = {"Ana": "PERSON", "Acme": "ORG", "Porto": "GPE", "Dune": "WORK_OF_ART", "three": "CARDINAL"}
        return N(ents=[N(text=word, label_=label, start_char=at, end_char=at + len(word))
                       for word, label in known.items() if (at := text.find(word)) >= 0])
    return read
"""


def test_spacy_finds_people_organizations_and_places_but_no_numbers(fake_spacy: Path) -> None:
    recognizer = SpacyRecognizer("en_fake")

    assert recognizer.available()
    assert {
        (span.text, span.type) for span in recognizer.find("Ana left Acme in Porto at three")
    } == {
        ("Ana", EntityType.PERSON),
        ("Acme", EntityType.ORGANIZATION),
        ("Porto", EntityType.LOCATION),
    }


def test_a_missing_pipeline_says_what_to_install(fake_spacy: Path) -> None:
    recognizer = SpacyRecognizer("en_core_web_xyz")

    assert not recognizer.available()
    with pytest.raises(ConfigurationError, match="spacy download en_core_web_xyz"):
        recognizer.find("Ana")


def test_missing_spacy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("langmem_ext.entities.spacy_model._exists", lambda module: False)
    _pipeline.cache_clear()

    assert not SpacyRecognizer().available()
    with pytest.raises(ConfigurationError, match=r"langmem-ext\[entities\]"):
        SpacyRecognizer().find("Ana")


# A chat model


def answers(*mentions: tuple[str, str]) -> AIMessage:
    entities = [{"text": text, "type": type} for text, type in mentions]
    return AIMessage(
        "", tool_calls=[{"name": "Mentions", "args": {"entities": entities}, "id": "1"}]
    )


def test_a_model_finds_what_stands_in_the_text_word_for_word() -> None:
    model = ScriptedChatModel(replies=[
        answers(("Ana", "person"), ("Atlas", "Project"), ("Bob", "person"), ("ran", "other"), ("", "x"),
                ("Rio", "city")),
    ])  # fmt: skip

    spans = ModelRecognizer(model).find("Ana gave Atlas to Ana in Rio, not to Banana")

    assert [(s.text, s.start, s.type) for s in spans] == [
        ("Ana", 0, EntityType.PERSON),
        ("Ana", 18, EntityType.PERSON),
        ("Atlas", 9, EntityType.PROJECT),
        ("Rio", 25, EntityType.OTHER),
    ]


NONSENSE = [
    ValueError("overloaded"), "I see no entities.", AIMessage(""), NotImplementedError(),
    AIMessage("", tool_calls=[{"name": "Mentions", "args": {"entities": [{"name": "Ana"}]}, "id": "1"}]),
]  # fmt: skip


@pytest.mark.parametrize("said", NONSENSE, ids=repr)
async def test_a_model_that_fails_or_talks_nonsense_finds_nothing(
    said: Any, caplog: pytest.LogCaptureFixture
) -> None:
    recognizer = ModelRecognizer(ScriptedChatModel(replies=[said]))

    with caplog.at_level(logging.DEBUG, "langmem_ext"):
        assert recognizer.find("Ana is secret") == []
        assert await recognizer.afind("Ana is secret") == []
    assert "secret" not in caplog.text


async def test_a_model_that_does_not_answer_finds_nothing() -> None:
    recognizer = ModelRecognizer(
        ScriptedChatModel(replies=[answers(("Ana", "person"))], delay=0.3), 0.01
    )

    assert recognizer.find("Ana") == []
    assert await recognizer.afind("Ana") == []


async def test_waiting_for_a_model_finds_the_same(fake_spacy: Path) -> None:
    model = ScriptedChatModel(replies=[answers(("Acme", "project"))])
    chosen: list[Recognizer] = [Patterns(), SpacyRecognizer("en_fake"), ModelRecognizer(model)]
    text = "@bob met Ana at Acme"

    assert await aextract(text, chosen) == extract(text, chosen)
    assert [(s.text, s.type.value) for s in extract(text, chosen)] == [
        ("@bob", "person"), ("Ana", "person"), ("Acme", "project")
    ]  # fmt: skip


# Strategies


def test_fast_needs_nothing_and_accurate_takes_what_is_there(fake_spacy: Path) -> None:
    settings, model = EntitySettings(spacy_model="en_fake"), ScriptedChatModel()

    def chosen(*args: Any) -> list[str]:
        return [each.name for each in recognizers(*args)]

    assert chosen("fast", settings, model) == ["patterns", "capitalised"]
    assert chosen("fast", EntitySettings(proper_names=False)) == ["patterns"]
    assert chosen("accurate", settings, model) == ["patterns", "capitalised", "spacy", "model"]
    assert chosen("accurate", EntitySettings(spacy_model="nowhere")) == ["patterns", "capitalised"]
