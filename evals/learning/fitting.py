"""How do labelled lines become readers?

Each reader is fitted to the marks that the package finds in the pieces it will be asked about: sentences for commands
and requests, clauses for facts, tokens for secrets. In a message of several sentences only the message is labelled;
which sentence it is for is found by turns, with the reader so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evals.learning.examples import TASKS, Examples, Line
from evals.learning.logistic import Trained, train
from evals.learning.rounding import linear_of, tagger_of
from evals.learning.sentences import Row
from evals.quality.words import holds
from langmem_ext.commands import parse_command
from langmem_ext.learned.features import of_text
from langmem_ext.learned.linear import Linear
from langmem_ext.learned.meaning import Meaning, is_short
from langmem_ext.learned.reading import NONE, of_arguments, of_kind, of_statements
from langmem_ext.learned.tagger import Tagger
from langmem_ext.learned.touching import of_words
from langmem_ext.learned.values import VALUE, of_message, of_values
from langmem_ext.learned.weights import Readers
from langmem_ext.learned.words import Token, tokens
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.privacy import special_data
from langmem_ext.policies.scanner import scan
from langmem_ext.policies.secrets import find_secrets
from langmem_ext.policies.statement_reading.clauses import stated

NAMED = ("list_category", "forget", "forget_about", "why")
"""Commands that name something."""

BESIDE = 0.3
"""How much a sentence beside the one that a label is for counts as an example of nothing."""

LEAST: Mapping[str, float] = {
    "command": 0.85,
    "command by meaning": 0.7,
    "command denied": 0.05,
    "command by meaning denied": 0.003,
    "one command": 0.4,
    "other": 0.2,
    "clear": 0.85,
    "request": 0.7,
    "request by meaning": 0.9,
    "request by meaning denied": 0.02,
    "doubt": 0.25,
    "statement": 2.0,
    "fact": 0.4,
    "fact outright": 0.9,
    "secret": 0.0,
    "secret doubt": -2.5,
    "special": 0.7,
    "special by meaning": 0.85,
    "special doubt": 0.1,
    "special words": -2.5,
    "value": 0.5,
}
"""How sure a reader must be (docs/decisions/0014-learned-gates.md says how they were chosen).

Shares of certainty; for `statement`, `secret` and `value` logarithms of odds: how much better it is to take a part than
to leave it, from where on a message is looked at for secrets, and what a value in it needs beyond that.
"""


def fit(
    examples: Examples,
    *,
    but: str = "",
    least: Mapping[str, float] = LEAST,
    by_meaning: bool = True,
) -> Readers:
    """Fit all readers to the lines of all writers but one; `by_meaning` takes the longest, and JAX (extra `train`)."""
    others = {task: _others(examples, task, but) for task in ("commands", "directives", "secrets")}
    commands = [_as_command(line) for line in examples.of("commands", but=but)]
    requests = [_as_request(line) for line in examples.of("directives", but=but)]
    secrets = examples.of("secrets", but=but)
    harmless = [tokens(each, VALUE) for each in others["secrets"]]
    special = _special(examples, but)
    asked = by_turns([*requests, *map(_nothing, others["directives"])])
    ordered = by_turns([*filter(None, commands), *map(_nothing, others["commands"])])
    linear = {
        "command": linear_of(ordered.trained),
        "request": linear_of(asked.trained),
        "fact": linear_of(_facts(examples.of("scanning", but=but))),
        "secret": linear_of(_secret_messages(secrets, harmless)),
        "kind": linear_of(_secret_kinds(secrets)),
        "special": linear_of(_of_rows(special)),
        "special words": linear_of(_of_words(special)),
    }
    taggers = {
        "argument": _arguments(examples.of("commands", but=but)),
        "statement": _statements(requests, asked.chosen[: len(requests)]),
        "value": _secret_values(secrets, harmless[::6]),
    }
    meant = {
        "command": ordered.rows,
        "request": asked.rows,
        "special": special,
        "secret": _typed(secrets, others["secrets"]),
    }
    return Readers(linear, taggers, dict(least), _tuned(meant) if by_meaning else None)


def _tuned(rows: Mapping[str, Sequence[Row]]) -> Meaning:
    from evals.learning.tuning import tune  # JAX is needed for nothing else

    return tune(rows)


def _others(examples: Examples, task: str, but: str) -> list[str]:
    """Return the texts of the other tasks in which the rules find nothing for this one: examples of nothing."""
    texts = [
        line["text"] for other in TASKS if other != task for line in examples.of(other, but=but)
    ]
    return [each for each in texts if not _BY_RULES[task](each)]


_BY_RULES: Mapping[str, Callable[[str], object]] = {
    "commands": lambda text: parse_command(text, learned=False),
    "directives": lambda text: find_directives(text, learned=False),
    "secrets": lambda text: find_secrets(text, learned=False),
}


def _nothing(text: str) -> Message:
    return Message(_sentences(text), NONE, counts=0.5)


# --- one label for several sentences ---------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """Hold the sentences of a message and its label; `at` is the sentence that it is for, if that is known.

    `counts` is how much it counts as an example.
    """

    sentences: tuple[str, ...]
    label: str
    at: int | None = None
    parts: tuple[str, ...] = ()
    counts: float = 1.0


@dataclass(frozen=True)
class Turned:
    """Hold a reader of sentences, for which sentence of each message its label is, and what it was trained on."""

    trained: Trained
    chosen: list[int] = field(default_factory=list)
    rows: Sequence[Row] = ()


def by_turns(messages: Sequence[Message], rounds: int = 3) -> Turned:
    """Fit a reader of sentences, and choose by it for which sentence each label is; so many times."""
    marks = {each: of_text(tokens(each)) for one in messages for each in one.sentences}
    chosen = [_known_place(each) for each in messages]
    sure = [
        place is not None or each.label == NONE
        for place, each in zip(chosen, messages, strict=True)
    ]
    for turn in range(rounds):
        rows = [
            row for each, place in zip(messages, chosen, strict=True) for row in _rows(each, place)
        ]
        texts, labels, importance = zip(*rows, strict=True)
        trained = train([marks[each] for each in texts], labels, importance=importance)
        if turn + 1 < rounds:
            reader = linear_of(trained)
            chosen = [
                place if known else _likeliest(reader, each, marks)
                for each, place, known in zip(messages, chosen, sure, strict=True)
            ]
    return Turned(trained, [place or 0 for place in chosen], rows)


def _known_place(message: Message) -> int | None:
    return 0 if len(message.sentences) == 1 else message.at


def _rows(message: Message, place: int | None) -> Iterator[Row]:
    for at, sentence in enumerate(message.sentences):
        if message.label == NONE:
            yield sentence, NONE, message.counts
        elif place is not None:
            yield (sentence, message.label, 1.0) if at == place else (sentence, NONE, BESIDE)


def _likeliest(reader: Linear, message: Message, marks: Mapping[str, Sequence[str]]) -> int:
    at = reader.classes.index(message.label)
    shares = [reader.shares(marks[each])[at] for each in message.sentences]
    return shares.index(max(shares))


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(each.raw for each in language.sentences(text)) or (" ".join(text.split()),)


def _as_command(line: Line) -> Message | None:
    if line["name"] == "remember":
        return None
    said, argument = _sentences(line["text"]), line.get("argument")
    held = [at for at, each in enumerate(said) if argument and argument in each]
    return Message(said, line["name"] or NONE, held[0] if len(held) == 1 else None)


def _as_request(line: Line) -> Message:
    labels = tuple(" ".join(each.split()) for each in line["labels"])
    return Message(_sentences(line["text"]), "request" if labels else NONE, None, labels)


# --- spans ---------------------------------------------------------------------------------------------


def _tags(said: Sequence[Token], text: str, parts: Sequence[str]) -> list[int]:
    """Mark every token of every place at which a part stands."""
    tags = [0] * len(said)
    for part in parts:
        at = text.find(part)
        while at >= 0:
            inside = [
                place
                for place, each in enumerate(said)
                if each.start < at + len(part) and each.end > at
            ]
            for place in inside:
                tags[place] = 1 if place == inside[0] else 2
            at = text.find(part, at + len(part))
    return tags


def _arguments(lines: Sequence[Line]) -> Tagger:
    texts, tags = [], []
    for line in lines:
        name, argument = line["name"], line.get("argument")
        if name not in NAMED:
            continue
        if argument is None or argument not in line["text"]:
            found = parse_command(line["text"], learned=False)
            argument = found.argument if found and found.name == name else None
        for sentence in _sentences(line["text"]):
            if argument and argument in sentence:
                said = tokens(sentence)
                texts.append(of_arguments(said, name))
                tags.append(_tags(said, sentence, [argument]))
    return tagger_of(texts, tags)


def _statements(messages: Sequence[Message], chosen: Sequence[int]) -> Tagger:
    texts, tags = [], []
    for each, asked in zip(messages, chosen, strict=True):
        text = "\n".join(each.sentences)
        if each.parts and all(part in text for part in each.parts):
            said = tokens(text)
            texts.append(of_statements(said, asked))
            tags.append(_tags(said, text, each.parts))
    return tagger_of(texts, tags)


# --- facts ---------------------------------------------------------------------------------------------


def _facts(lines: Sequence[Line]) -> Trained:
    texts, labels, importance = [], [], []
    for line in lines:
        for clause, _ in stated(line["text"]):
            told = [
                each
                for each in line["labels"]
                if all(holds(clause, word) for word in each["words"])
            ]
            sure = [each for each in told if not each.get("optional")]
            if told and not sure:
                continue
            texts.append(of_text(tokens(clause)))
            labels.append(sure[0]["kind"] if sure else NONE)
            importance.append(1.0 if sure or not line["labels"] else 0.5)
    return train(texts, labels, importance=importance)


# --- special data --------------------------------------------------------------------------------------

ORDINARY = 0.4
"""How much a line about other things counts as one without special data; its writer did not look out for any."""

CLASSES = {"orientation": "sexual_orientation"}
"""Labels, as the classes of special data; others have the same name."""


def _special(examples: Examples, but: str) -> list[Row]:
    """Return labelled sentences, and what scanner and requests make of others: there memories speak of the user."""
    labelled = [
        (line["text"], CLASSES.get(line["label"], line["label"] or NONE), 1.0)
        for line in examples.of("special", but=but)
    ]
    said = [line["text"] for line in examples.of("scanning", but=but)]
    told = [each.content for text in said for each in scan(text, learned=False)]
    asked = [line["text"] for line in examples.of("directives", but=but)]
    told += [each.content for text in asked for each in find_directives(text, learned=False)]
    ordinary = [
        each for each in dict.fromkeys([*said, *told]) if not special_data(each, learned=False)
    ]
    return [*labelled, *((each, NONE, ORDINARY) for each in ordinary)]


def _of_rows(rows: Sequence[Row]) -> Trained:
    texts, labels, importance = zip(*rows, strict=True)
    return train([of_text(tokens(each)) for each in texts], labels, importance=importance)


def _of_words(rows: Sequence[Row]) -> Trained:
    texts, labels, importance = zip(*rows, strict=True)
    marks = [of_words(tokens(each)) for each in texts]
    return train(marks, ["special" if each else NONE for each in labels], importance=importance)


HARMLESS = 0.1
"""How much a line of another task counts as a message without a secret: there are many, and few look like one."""


# --- secrets -------------------------------------------------------------------------------------------


def _typed(lines: Sequence[Line], others: Sequence[str]) -> list[Row]:
    """Return the messages that are short enough to be read by what they mean."""
    said: list[Row] = [(line["text"], "secret" if line["labels"] else NONE, 1.0) for line in lines]
    return [
        row for row in (*said, *((each, NONE, HARMLESS) for each in others)) if is_short(row[0])
    ]


def _secret_messages(lines: Sequence[Line], harmless: Sequence[list[Token]]) -> Trained:
    said = [*(tokens(line["text"], VALUE) for line in lines), *harmless]
    labels = ["secret" if line["labels"] else NONE for line in lines] + [NONE] * len(harmless)
    importance = [1.0] * len(lines) + [HARMLESS] * len(harmless)
    return train([of_message(each) for each in said], labels, importance=importance)


def _secret_values(lines: Sequence[Line], harmless: Sequence[list[Token]]) -> Tagger:
    said = [tokens(line["text"], VALUE) for line in lines]
    tags = [
        _tags(each, line["text"], [label["secret"] for label in line["labels"]])
        for each, line in zip(said, lines, strict=True)
    ]
    tags += [[0] * len(each) for each in harmless]
    return tagger_of([of_values(each) for each in (*said, *harmless)], tags)


KINDS = {
    "otp": "pin",
    "seed": "seed_phrase",
    "token": "access_token",
    "card": "credit_card",
    "bank": "bank_account",
    "answer": "password",
    "cvv": "pin",
}
"""Kinds of the labels, as the kinds of `Secret`; others have the same name."""


def _secret_kinds(lines: Sequence[Line]) -> Trained:
    texts, labels = [], []
    for line in lines:
        said = tokens(line["text"], VALUE)
        for label in line["labels"]:
            at = [
                place
                for place, tag in enumerate(_tags(said, line["text"], [label["secret"]]))
                if tag
            ]
            if at:
                texts.append(of_kind(said, at[0], at[-1]))
                labels.append(KINDS.get(label["kind"], label["kind"]))
    return train(texts, labels)
