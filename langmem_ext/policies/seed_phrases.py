"""Which words are the seed of a wallet, even when nobody says so?

Such a phrase is 12 to 24 words from the list of BIP-39 (seed_words.txt); prose and shopping lists leave it within a few words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from langmem_ext.policies.token_forms import Span

_WORD = r"(?:\(?\d{1,2}\s?[.):=-]?\s*)?[A-Za-z]{3,8}"
_RUN = re.compile(rf"(?<![\w'-]){_WORD}(?:[\s,;|/]+{_WORD}){{8,}}(?![\w'-])")
_CONTEXT = re.compile(
    r"\b(?:wallet|seed|phrase|recover\w*|backup|mnemonic|ledger|trezor|metamask|crypto|bitcoin|btc|eth|restore|bip)\b",
    re.I,
)
LEAST = 12
"""Words in the shortest phrase (BIP-39)."""
STRAY = 0.5
"""Share of words that may be misspelled or not from the list where the sentence speaks of a wallet."""
_PROSE = frozenset(
    "the and for was are with not but our their has had his her its from were been would which who into than".split()
)


def find_seed_phrases(text: str) -> Iterator[Span]:
    """Yield runs of 12 words or more from the list, numbered or not; misspelled ones where a wallet is spoken of."""
    if len(text) < 48:
        return
    for run in _RUN.finditer(text):
        words = list(re.finditer(r"[A-Za-z]+", run[0]))
        around = text[max(0, run.start() - 120) : run.start()] + text[run.end() : run.end() + 120]
        if found := _listed(words, STRAY if _CONTEXT.search(around) else 0.0):
            yield (
                "seed_phrase",
                run.start() + words[found[0]].start(),
                run.start() + words[found[1] - 1].end(),
            )


def _listed(words: list[re.Match[str]], stray: float) -> tuple[int, int] | None:
    """Return the longest stretch of words from the list, when it is long enough."""
    best, start, strays = (0, 0), 0, 0
    known = [word[0].lower() in _words() for word in words]
    for end, listed in enumerate(known, 1):
        if words[end - 1][0].lower() in _PROSE:
            start, strays = end, 0
            continue
        strays += not listed
        while strays > stray * (end - start) and start < end:
            strays -= not known[start]
            start += 1
        best = max(best, (start, end), key=lambda stretch: stretch[1] - stretch[0])
    return best if best[1] - best[0] >= LEAST else None


@cache
def _words() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("seed_words.txt").read_text(encoding="ascii").split())
