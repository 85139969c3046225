"""By which marks does a trained reader tell a secret value from other words?

The tokens are those of things typed rather than said: "x9!kk" is one, "pw=x9!kk" three.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from langmem_ext.learned.words import Token, is_known, shape

_APART = r"=:/,;|\"'`()<>\[\]{}“”«»‘’"
VALUE = re.compile(
    rf"[^\W\d_]+['’](?:s|t|m|d|re|ve|ll)\b|[^\s{_APART}]*[^\s{_APART}.!?…]|[{_APART}]|[.!?…]+|\n+"
)


_ODD = re.compile(r"[!#$%&*^~?@+\\§€£]")
_JOINED = re.compile(r"[-._]")
"""Marks inside a word that words do not have, and those that names, dates and versions have too."""


def of_values(said: Sequence[Token]) -> list[list[str]]:
    """Return the marks of each token of a text: how it is written, and what stands around it."""
    kinds = [_kind(each) for each in said]
    words = [_word(each, kind) for each, kind in zip(said, kinds, strict=True)]
    return [_marks(said, kinds, words, at) for at in range(len(said))]


def of_message(said: Sequence[Token]) -> list[str]:
    """Return the marks of a text that may hold a value somewhere, each once."""
    kinds = [_kind(each) for each in said]
    words = [_word(each, kind) for each, kind in zip(said, kinds, strict=True)]
    marks = [f"w {word}" for word in words]
    marks += [f"p {a} {b}" for a, b in pairwise(words)]
    marks += [f"t {a} {b} {c}" for a, b, c in zip(words, words[1:], words[2:], strict=False)]
    marks += [f"s {a} {b}" for a, b in zip(words, words[2:], strict=False)]
    marks += [f"c {each.fine}" for each in said]
    marks += [f"d {each.coarse}" for each in said]
    odd = sorted({kind for kind in kinds if kind[0] != "w"}) or ["w"]
    marks += [f"k {kind} {each.coarse}" for kind in odd for each in said]
    marks += [f"kw {kind} {word}" for kind in odd for word in words]
    return list(dict.fromkeys(marks))


def is_odd(token: Token) -> bool:
    """Tell what is written as no known word is: digits, a mix, or letters that no class has."""
    kind = _kind(token)
    return kind[0] in "mn" or kind in ("wx", "wX", "wU")


def _kind(token: Token) -> str:
    """Sort a token by how it is written: a word, a mark, digits, or a mix that no word is."""
    said = token.text
    if said.isalpha() or "'" in said or "’" in said:
        if is_known(token.word):
            return "w"
        inside = any(c.isupper() for c in said[1:]) and not said.isupper()
        return "wU" if inside else "wx" if said[0].islower() else "wX"
    if "-" in said and all(part.isalpha() and is_known(part.lower()) for part in said.split("-")):
        return "wh"
    digits = sum(c.isdigit() for c in said)
    if digits == len(said):
        return f"n{min(digits, 9)}"
    small, large = any(map(str.islower, said)), any(map(str.isupper, said[1:]))
    if not (digits or small or large or said[0].isalpha()):
        return "¶" if said[0] == "\n" else "."
    odd = "!" if _ODD.search(said) else "-" if _JOINED.search(said) else ""
    return f"m{'a' * small}{'A' * large}{'0' * bool(digits)}{odd}"


def _word(token: Token, kind: str) -> str:
    """Return the word, or how it is written where it is none."""
    return token.word if kind[0] in "w.¶" else f"{kind}{shape(token.text)[:8]}"


def _marks(said: Sequence[Token], kinds: Sequence[str], words: Sequence[str], at: int) -> list[str]:
    here, kind = said[at], kinds[at]

    def word(by: int) -> str:
        return words[at + by] if 0 <= at + by < len(words) else "|"

    def coarse(by: int) -> str:
        return said[at + by].coarse if 0 <= at + by < len(said) else "|"

    def fine(by: int) -> str:
        return said[at + by].fine if 0 <= at + by < len(said) else "|"

    joined = at > 0 and said[at - 1].end == here.start
    joins = at + 1 < len(said) and said[at + 1].start == here.end
    marks = [
        "",
        f"0 {word(0)}",
        f"0c {here.fine}",
        f"0d {here.coarse}",
        f"k {kind}",
        f"k-1 {kinds[at - 1] if at else '|'} {kind}",
        f"k+1 {kind} {kinds[at + 1] if at + 1 < len(said) else '|'}",
        f"shape {shape(here.text)[:10]}",
        f"k len {kind} {min(len(here.text), 16)}",
        f"k joined {kind} {joined}{joins}",
        f"-1 {word(-1)}",
        f"-2 {word(-2)}",
        f"-3 {word(-3)}",
        f"+1 {word(1)}",
        f"+2 {word(2)}",
        f"k-1w {kind} {word(-1)}",
        f"k-2w {kind} {word(-2)}",
        f"k+1w {kind} {word(1)}",
        f"k+2w {kind} {word(2)}",
        f"k-1d {kind} {coarse(-1)}",
        f"k-2d {kind} {coarse(-2)}",
        f"k+1d {kind} {coarse(1)}",
        f"k-1c {kind} {fine(-1)}",
        f"k+1c {kind} {fine(1)}",
        f"-2-1 {word(-2)} {word(-1)}",
        f"-3-2-1 {word(-3)} {word(-2)} {word(-1)}",
        f"k-2-1 {kind} {word(-2)} {word(-1)}",
        f"k-2-1d {kind} {coarse(-2)} {coarse(-1)}",
        f"+1+2 {word(1)} {word(2)}",
        f"k+1+2 {kind} {word(1)} {word(2)}",
        f"ends {kind} {at + 1 == len(said)}{at == 0}",
    ]
    reach = 10 if kind != "w" and kind != "." else 4
    before = dict.fromkeys(words[max(0, at - reach) : at])
    after = dict.fromkeys(words[at + 1 : at + 1 + reach // 2])
    marks += [f"k<w {kind[:2]} {each}" for each in before]
    marks += [f"k>w {kind[:2]} {each}" for each in after]
    if reach == 10:
        marks += [f"k<d {kind[:2]} {each.coarse}" for each in said[max(0, at - reach) : at]]
    return list(dict.fromkeys(marks))
