"""Which words are the seed of a wallet, even when nobody says so?

Such a phrase is 12 to 24 words from the list of BIP-39 (seed_words.txt); prose and shopping lists soon leave it.
The words are drawn by lot, so that few come twice: what says the same few words over and over is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.word_lists import seed_words

_WORD = r"(?:\(?\d{1,2}\s?[.):=-]?\s*)?[A-Za-z]{3,8}"
_RUN = re.compile(
    rf"(?<![\w-])(?<!\w'){_WORD}(?:(?:[\s,;|/]+|\s?[-–>]+\s?){_WORD}){{8,}}(?![\w-]|'\w)"
)
_CONTEXT = re.compile(
    r"\b(?:wallet|seed|phrase|recover\w*|backup|mnemonic|ledger|trezor|metamask|crypto|bitcoin|btc|eth"
    r"|restore|bip)\b",
    re.I,
)
LEAST = 12
"""Words in the shortest phrase (BIP-39)."""
DISTINCT = 11
"""Different words in a phrase, at least: of twelve that are drawn, one in thirty comes twice."""
LISTED = 0.5
"""Least share of words from the list where the sentence speaks of a wallet: the rest may be misspelled."""
_PROSE = frozenset(
    "the and for was are with not but our their has had his her its from were been would which who"
    " into than".split()
)


def find_seed_phrases(text: str) -> Iterator[Span]:
    """Yield runs of 12 words or more from the list, numbered or not; misspelled ones where a wallet is spoken of."""
    if len(text) < 48 or _most_in_a_row(text) < LEAST:
        return
    for run in _RUN.finditer(text):
        words = list(re.finditer(r"[A-Za-z]+", run[0]))
        around = text[max(0, run.start() - 120) : run.start()] + text[run.end() : run.end() + 120]
        about_wallets = _CONTEXT.search(around) is not None
        for start, end in _stretches(words, about_wallets):
            yield (
                "seed_phrase",
                run.start() + words[start].start(),
                run.start() + words[end - 1].end(),
            )


def _most_in_a_row(text: str) -> int:
    """Return how many words of a wallet can stand in a row at most: none has less than three letters."""
    parts, most, row = text.split(), 0, 0
    if len(parts) + sum(map(text.count, ",;|/->–")) < LEAST:
        return 0
    for said in parts:
        plain = said.isalpha()
        row += 1 if plain else len(said) // 4 + 1
        if not 3 <= len(said) <= 8 if plain else said[0].isalpha() and said[-1] in ".!?":
            most, row = max(most, row), 0
    return max(most, row)


def _stretches(words: list[re.Match[str]], about_wallets: bool) -> Iterator[tuple[int, int]]:
    """Yield the stretches of words that are long enough, cut where a word cannot belong to one."""
    said = [word[0].lower() for word in words]
    strays = _PROSE if about_wallets else frozenset(said) - seed_words().keys()
    cuts = [i for i, word in enumerate(said) if word in strays]
    for start, end in zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(said)], strict=True):
        stretch = said[start:end]
        listed = sum(word in seed_words() for word in stretch)
        if (
            len(stretch) >= LEAST
            and len(set(stretch)) >= DISTINCT
            and listed >= LISTED * len(stretch)
        ):
            yield start, end


def are_listed(words: Sequence[str]) -> bool:
    """Tell whether most of some words in lower case are on the list."""
    return sum(word in seed_words() for word in words) > 0.75 * len(words)
