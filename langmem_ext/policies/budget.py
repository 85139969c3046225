"""How much text fits into a prompt's share for memory?"""

from __future__ import annotations

import math
from collections.abc import Iterable

_BYTES_PER_TOKEN = 3
"""Low on purpose: English runs at about four bytes a token, other scripts at fewer, and a budget must hold for all."""


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text from above, for any tokenizer and script."""
    return math.ceil(len(text.encode("utf-8", "replace")) / _BYTES_PER_TOKEN)


def fit(lines: Iterable[str], budget: int) -> tuple[list[int], int]:
    """Return the positions of the lines that fit, in order, and their tokens; a line too long is passed over."""
    kept: list[int] = []
    used = 0
    for position, line in enumerate(lines):
        cost = count_tokens(line) + 1
        if used + cost <= budget:
            kept.append(position)
            used += cost
    return kept, used
