"""How is a message laid before the encoder?

Its sentences are read beside their neighbours, in windows of a set number of tokens. A message of any size costs at
most a set number of windows: the first and the last, and between them those in which the user says most of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from langmem_ext.reading.sentences import Span, sentences

MOST_TOKENS, MOST_SENTENCES = 124, 12
"""Tokens of a window without the marks at its ends, and its sentences."""

MOST = 3
"""How many windows of a message are read."""

CLS, SEP = 101, 102


@dataclass(frozen=True, slots=True)
class Window:
    """Hold some sentences of a message and their tokens.

    `ids` are the numbers of the tokens with the marks at both ends; of each of them `places` says where in the message
    it stands, and `belongs` to which of the `spans` (sentences), -1 for the marks. `number` counts those before.
    """

    spans: tuple[Span, ...]
    ids: tuple[int, ...]
    places: tuple[Span, ...]
    belongs: tuple[int, ...]
    number: int


def windows(text: str) -> list[Window]:
    """Return the windows of a text that are read, in order."""
    spans = sentences(text)
    packed = [_window(spans, part) for part in _packed(_tokens(text, spans))]
    if len(packed) <= MOST:
        return packed
    within = sorted(packed[1:-1], key=_says_of_oneself, reverse=True)[: MOST - 2]
    return [packed[0], *sorted(within, key=lambda each: each.places[1]), packed[-1]]


def _says_of_oneself(window: Window) -> int:
    return sum(map(_first_person().__contains__, window.ids))


@cache
def _first_person() -> frozenset[int]:
    return frozenset(map(tokenizer().token_to_id, ("i", "my", "we", "our", "me", "am")))


Token = tuple[int, Span, int]
"""Its number, its place, and its sentence."""


def _tokens(text: str, spans: Sequence[Span]) -> list[list[Token]]:
    """Return the tokens of each sentence."""
    read = encoded(text)
    found: list[list[Token]] = [[] for _ in spans]
    at = 0
    for number, place in zip(read.ids, read.offsets, strict=True):
        while at + 1 < len(spans) and place[0] >= spans[at][1]:
            at += 1
        found[at].append((number, place, at))
    return found


def _packed(said: Sequence[Sequence[Token]]) -> list[list[Token]]:
    """Put sentences into windows; one that is too long is cut."""
    packed: list[list[Token]] = [[]]
    held = 0
    for sentence in said:
        for start in range(0, len(sentence), MOST_TOKENS):
            part = sentence[start : start + MOST_TOKENS]
            if packed[-1] and (len(packed[-1]) + len(part) > MOST_TOKENS or held >= MOST_SENTENCES):
                packed.append([])
                held = 0
            packed[-1] += part
            held += 1
    return [each for each in packed if each]


def _window(spans: Sequence[Span], tokens: Sequence[Token]) -> Window:
    first, last = tokens[0][2], tokens[-1][2]
    return Window(
        spans=tuple(spans[first : last + 1]),
        ids=(CLS, *(number for number, _, _ in tokens), SEP),
        places=((0, 0), *(place for _, place, _ in tokens), (0, 0)),
        belongs=(-1, *(at - first for _, _, at in tokens), -1),
        number=first,
    )


def encoded(text: str) -> Any:
    """Return the tokens of a text, without marks at its ends; half a character counts as a question mark."""
    return tokenizer().encode(text.encode("utf-8", "replace").decode(), add_special_tokens=False)


@cache
def tokenizer() -> Any:
    """Return BERT's uncased WordPiece."""
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

    vocabulary = files("langmem_ext.embeddings") / "bert_uncased_vocab.txt"
    return BertWordPieceTokenizer(str(vocabulary), lowercase=True)
