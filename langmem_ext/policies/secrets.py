"""Does this text carry a secret?

Detection runs on a folded copy (look-alike digits and letters, zero-width characters) and reports
places in the original. A `Secret` never carries the text, so that nothing can log it by accident.
Why these rules and not a library alone: docs/decisions/0004-secret-detection.md.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from langmem_ext.policies.account_numbers import find_account_numbers
from langmem_ext.policies.credentials import find_credentials
from langmem_ext.policies.token_forms import Span, find_known_forms


@dataclass(frozen=True, slots=True)
class Secret:
    """A place in a text that must never be stored: `text[start:end]`, and what kind it is.

    Kinds: password, pin, seed_phrase, api_key, access_token, private_key, ssh_key,
    connection_string, credit_card, iban, bank_account, ssn, national_id.
    """

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> list[Secret]:
    """Find every secret, in order and without overlaps (spec 000 section 7; memory model, gate 1).

    A span covers the secret value, not the words around it. The time is linear in the length.
    """
    folded, origin = _fold(_MASK.sub(lambda mask: "." * len(mask[0]), text))
    spans = [*_in_plain_sight(folded), *_spaced_out(folded), *_encoded(folded)]
    return [_to_original(span, origin, len(text)) for span in _without_overlaps(spans)]


def mask_secrets(text: str, only: Callable[[str], bool] = lambda kind: True) -> str:
    """Replace each secret by a mask such as "[password removed]"; masking again changes nothing.

    `only` tells which kinds are masked.
    """
    out, at = [], 0
    for secret in (each for each in find_secrets(text) if only(each.kind)):
        out += [text[at : secret.start], f"[{secret.kind.replace('_', ' ')} removed]"]
        at = secret.end
    return "".join(out) + text[at:]


_MASK = re.compile(r"\[[a-z]+(?: [a-z]+)? removed\]")


def _in_plain_sight(text: str) -> Iterator[Span]:
    yield from find_known_forms(text)
    yield from find_account_numbers(text)
    yield from find_credentials(text)


# Letters set apart by blanks ("h u n t e r 2") and base64: the cheap ways around a filter.
_SPACED_OUT = re.compile(r"(?<!\S)(?:\S ){5,200}\S(?!\S)")
_BASE64 = re.compile(
    r"(?<![\w+/=])(?:[A-Za-z0-9+/]{4}){3,2000}(?:[A-Za-z0-9+/]{2,3}={1,2})?(?![\w+/])"
)


def _spaced_out(text: str) -> Iterator[Span]:
    for run in _SPACED_OUT.finditer(text):
        joined = run[0].replace(" ", "")
        before = text[max(0, run.start() - 80) : run.start()]
        given = [s for s in find_credentials(before + joined) if s[2] > len(before)]
        if given or re.search(r"passw[o0]rd|secretkey|apikey", joined, re.IGNORECASE):
            yield (given[0][0] if given else "password"), run.start(), run.end()


def _encoded(text: str) -> Iterator[Span]:
    for run in _BASE64.finditer(text):
        try:
            plain = base64.b64decode(run[0], validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.isprintable() and (inner := next(_in_plain_sight(plain), None)):
            yield inner[0], run.start(), run.end()


_LOOKALIKES = str.maketrans(
    "‘’“”‐‑‒–—−аеорсухіАВЕКМНОРСТХ",
    "''\"\"------aeopcyxiABEKMHOPCTX",
)
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")


def _fold(text: str) -> tuple[str, list[int] | None]:
    """Return an ASCII-like copy and, per character, the index it comes from (None = the same)."""
    if text.isascii():
        return text, None
    out: list[str] = []
    origin: list[int] = []
    mixed_scripts = re.search(r"[A-Za-z]", text) is not None
    for i, char in enumerate(text):
        for piece in _fold_char(char, mixed_scripts):
            out.append(piece)
            origin.append(i)
    return "".join(out), origin


@lru_cache(maxsize=4096)
def _fold_char(char: str, mixed_scripts: bool) -> str:
    """Fold one character; Cyrillic letters only where Latin ones stand beside them."""
    if char.isascii():
        return char
    if char in _INVISIBLE:
        return ""
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    if mixed_scripts or not char.isalpha():
        char = char.translate(_LOOKALIKES)
    return unicodedata.normalize("NFKC", char)


def _without_overlaps(spans: list[Span]) -> list[Span]:
    """Merge overlapping spans; the first detector's kind wins, the width covers all of them."""
    ranked = sorted(enumerate(spans), key=lambda pair: (pair[1][1], pair[0]))
    kept: list[tuple[int, Span]] = []
    for rank, (kind, start, end) in ranked:
        if not kept or start >= kept[-1][1][2]:
            kept.append((rank, (kind, start, end)))
            continue
        last_rank, (last_kind, last_start, last_end) = kept[-1]
        best = min((last_rank, last_kind), (rank, kind))
        kept[-1] = (best[0], (best[1], last_start, max(last_end, end)))
    return [span for _, span in kept]


def _to_original(span: Span, origin: list[int] | None, length: int) -> Secret:
    kind, start, end = span
    if origin is None:
        return Secret(kind, start, end)
    return Secret(kind, origin[start], origin[end] if end < len(origin) else length)
