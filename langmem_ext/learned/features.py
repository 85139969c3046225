"""By which marks does a trained reader judge?

A mark ("feature") is a short string that says what it is: `w tea` a word, `p i like` a pair, `c 12` a class of words,
`#ing` some letters, `^can` the first word. So what a reader decides can be told in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from langmem_ext.learned.words import Token, is_known

VERSION = 1
"""Raised with every change of the marks or of the tokens: weights belong to one version."""


def of_text(said: Sequence[Token]) -> list[str]:
    """Return the marks of a whole text, each once: its words, pairs, triples, classes and how it begins and ends."""
    words = [each.word for each in said]
    fine = [each.fine for each in said]
    coarse = [each.coarse for each in said]
    marks = [f"w {word}" for word in words]
    marks += [f"c {each}" for each in fine]
    marks += [f"d {each}" for each in coarse]
    marks += [f"p {a} {b}" for a, b in pairwise(words)]
    marks += [f"s {a} {b}" for a, b in zip(words, words[2:], strict=False)]
    marks += [f"t {a} {b} {c}" for a, b, c in zip(words, words[1:], words[2:], strict=False)]
    marks += [f"wc {a} {b}" for a, b in zip(words, fine[1:], strict=False)]
    marks += [f"cw {a} {b}" for a, b in zip(fine, words[1:], strict=False)]
    marks += [f"dd {a} {b}" for a, b in pairwise(coarse)]
    for each in said:
        if not is_known(each.word) and each.word.isalpha():
            marks += _letters(each.word)
    return list(dict.fromkeys([*marks, *_ends(words, fine, coarse)]))


def _ends(words: Sequence[str], fine: Sequence[str], coarse: Sequence[str]) -> list[str]:
    if not words:
        return []
    length = next(
        (str(most) for most in (2, 4, 6, 9, 13, 20, 30, 50) if len(words) <= most), "more"
    )
    marks = [f"^{words[0]}", f"^c {fine[0]}", f"^{' '.join(words[:2])}", f"^{' '.join(words[:3])}"]
    marks += [f"^d {' '.join(coarse[:2])}", f"^d {' '.join(coarse[:3])}"]
    marks += [
        f"{words[-1]}$",
        f"{' '.join(words[-2:])}$",
        f"{' '.join(words[-3:])}$",
        f"d {' '.join(coarse[-2:])}$",
    ]
    return [*marks, f"length {length}"]


def _letters(word: str) -> list[str]:
    """Cut a word that no class has into runs of three and four letters."""
    edged = f"<{word[:20]}>"
    runs = [edged[at : at + size] for size in (3, 4) for at in range(len(edged) - size + 1)]
    return [f"#{run}" for run in runs]


def of_tokens(said: Sequence[Token]) -> list[list[str]]:
    """Return the marks of each token: itself, its neighbours, and where it stands."""
    return [_of_token(said, at) for at in range(len(said))]


def _of_token(said: Sequence[Token], at: int) -> list[str]:
    here = said[at]
    b1, b2 = _at(said, at - 1), _at(said, at - 2)
    a1, a2 = _at(said, at + 1), _at(said, at + 2)
    word, before, after = here.word, b1.word, a1.word
    return [
        "",
        f"0 {word}",
        f"0c {here.fine}",
        f"0d {here.coarse}",
        f"0# {word[-3:]}",
        f"0^ {word[:3]}",
        f"-1 {before}",
        f"-1c {b1.fine}",
        f"-1d {b1.coarse}",
        f"-2 {b2.word}",
        f"-2d {b2.coarse}",
        f"+1 {after}",
        f"+1c {a1.fine}",
        f"+1d {a1.coarse}",
        f"+2 {a2.word}",
        f"+2d {a2.coarse}",
        f"-1+0 {before} {word}",
        f"0+1 {word} {after}",
        f"-1+1 {before} {after}",
        f"-2-1 {b2.word} {before}",
        f"+1+2 {after} {a2.word}",
        f"-2-1+0 {b2.word} {before} {word}",
        f"-1+0d {b1.coarse} {here.coarse}",
        f"0+1d {here.coarse} {a1.coarse}",
        f"-3-2-1 {_at(said, at - 3).word} {b2.word} {before}",
        f"at {min(at, 6)}",
        f"left {min(len(said) - at, 4)}",
    ]


_NONE = Token("", 0, 0, "|", "|", "|")


def _at(said: Sequence[Token], at: int) -> Token:
    return said[at] if 0 <= at < len(said) else _NONE
