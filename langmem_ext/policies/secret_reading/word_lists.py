"""Is this a list of words that somebody learns, buys or plays with, rather than a wallet's?

Twelve common words are as often on the list of BIP-39. What the list is called tells them apart, unless the last word
checks the others: so it does in one list of sixteen, and in every wallet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

_LEAST = 8
"""Words of a wallet that are masked at least."""
_WALLET = re.compile(
    r"\b(?:wallet|seed|recover\w*|backup|back(?:ed|ing)? up|mnemonic|ledger|trezor|metamask|crypto|bitcoin"
    r"|btc|eth"
    r"|restor\w+|bip|phantom|coins?|import\w*|phrase)\b",
    re.I,
)
_CALLED = re.compile(
    r"\b(?:spelling\w*|vocab\w*|word ?search|crossword|hangman|dictation|flash ?cards?|bingo|charades"
    r"|pictionary|rhym\w+"
    r"|key ?words|hash ?tags|word (?:list|cloud|wall)|shopping|grocer(?:y|ies)|ingredients|pantry|fridge"
    r"|packing|adjectives"
    r"|nouns|verbs|synonyms|words (?:to|for|that|about|with|from|of)|(?:reading|practice|sight|theme|school"
    r"|german|english"
    r"|french|spanish|italian|new) words|translate)\b",
    re.I,
)


def is_a_word_list(text: str, kind: str, start: int, end: int) -> bool:
    """Tell words that the text calls another list and of which the last does not check the others.

    `kind` is what they were taken for.
    """
    if kind != "seed_phrase":
        return False
    words = re.findall(r"[a-z]+", text[start:end].lower())
    if len(words) < _LEAST:
        return False
    around = f"{text[:start]} {text[end:]}"
    return bool(_CALLED.search(around)) and not _WALLET.search(around) and not _are_checked(words)


def _are_checked(words: Sequence[str]) -> bool:
    """Tell whether the last word of 12 to 24 has the check digits of the others (BIP-39)."""
    places = seed_words()
    if len(words) % 3 or len(words) < 12 or any(word not in places for word in words):
        return False
    bits = "".join(f"{places[word]:011b}" for word in words)
    check = len(words) // 3
    drawn = int(bits[:-check], 2).to_bytes((len(bits) - check) // 8, "big")
    return f"{sha256(drawn).digest()[0]:08b}"[:check] == bits[-check:]


@cache
def seed_words() -> dict[str, int]:
    """Return the words of BIP-39, each with its place in the list."""
    listed = Path(__file__).with_name("seed_words.txt").read_text(encoding="ascii").split()
    return {word: place for place, word in enumerate(listed)}
