"""Which numbers are payment cards, bank accounts or identity numbers?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn
from stdnum.us import ssn

from langmem_ext.policies.token_forms import Span

_BEFORE = 48
"""Characters before a number in which words decide what it is."""

_CARD = re.compile(r"(?<![\w+.#-])(?:\d[ .-]?){11,18}\d(?![\w-]|\.\d)|(?<=#)(?:\d[ -]?){11,18}\d\b")
_CARD_WORDS = re.compile(
    r"\b(?:cards?|visa|master ?card|amex|american express|cc|credit|debit|discover|diners)\b", re.I
)
_CARD_NUMBER_WORDS = re.compile(
    r"\b(?:(?:credit|debit|bank)[ -]?cards?|card (?:number|no|num|#)|visa|master ?card|amex)\b",
    re.I,
)
_NOT_A_CARD = re.compile(
    r"\b(?:order|tracking|track|invoice|ticket|reference|ref|confirmation|booking|parcel|shipment"
    r"|isbn|imei|serial|barcode|ean|upc|phone|tel|mobile|fax|call|timestamp|id|uuid|case|build"
    r"|version|library|loyalty|membership|gift)\b",
    re.I,
)
# Visa, Mastercard, Amex, Discover, JCB: the only prefixes trusted without a word about cards.
_ISSUED = re.compile(
    r"(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14})$"
)

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,30}){1,9}(?![A-Za-z0-9])"
)
_ACCOUNT = re.compile(
    r"\b(?:(?:bank|checking|savings|current)\s+account|account\s+(?:number|no\.?|num|#)"
    r"|acct\.?(?:\s+(?:number|no\.?|#))?|routing\s+(?:number|no\.?|#)|sort\s+code)"
    r"(?:\s+(?:number|no\.?|#))?\s*(?:is|was|=|:|-)?\s*#?(\d(?:[ -]?\d){5,16})\b",
    re.I,
)

_SSN_FORM = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_SSN_WORDS = re.compile(
    r"\b(?:ssn|social(?:\s+security)?(?:\s+(?:number|no\.?|num|#))?|itin)\b[^\d\n]{0,30}?"
    r"(\d{3}[ .-]?\d{2}[ .-]?\d{4}|\d(?:[ .-]?\d){8})(?!\d)",
    re.I,
)
_NOT_AN_SSN = re.compile(r"\b(?:order|part|model|sku|serial|ticket|case|phone|call|tel)\b", re.I)

_ID_NAMES = (
    r"passport|driver'?s?\s+licen[cs]e|driving\s+licen[cs]e|national\s+(?:id(?:entity)?|insurance)"
    r"|identity\s+(?:card|document)|id\s+card|government\s+id|tax(?:payer)?\s+(?:id|identification)"
    r"|personal\s+identification|nino|dni|nie|nif|cpf|curp|aadhaar|aadhar|pesel|bsn|personnummer"
    r"|codice\s+fiscale|medicare|nhs|tfn|voter\s+id|green\s+card|social\s+insurance"
)
_ID_IN_CONTEXT = re.compile(
    rf"\b(?:{_ID_NAMES})\b(?:\s+(?:card|id|number|no\.?|num|#))*\s*(?:is|was|:|=|-)?\s*#?"
    r"((?=[A-Za-z0-9 ./-]{0,24}\d[ ./-]?\w?[ ./-]?\d)[A-Za-z]{0,6}[ -]?\d[A-Za-z0-9]*"
    r"(?:[ ./-]\d[A-Za-z0-9]*|[ ./-][A-Za-z](?![A-Za-z]))*)",
    re.I,
)
_DATE = re.compile(
    r"(?:by|in|on|at|from|to|no)?\s*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19"
    r"|20)\d\d-\d\d-\d\d)(?!\w)",
    re.I,
)
_CPF_FORM = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])")


def find_account_numbers(text: str) -> Iterator[Span]:
    """Yield card, IBAN, bank account and identity numbers, by checksum, form or context."""
    if len(re.findall(r"\d", text[:100_000])) < 5 and len(text) < 100_000:
        return
    yield from _cards(text)
    yield from _ibans(text)
    yield from _identities(text)
    for match in _ACCOUNT.finditer(text):
        yield "bank_account", match.start(1), match.end(1)


def _cards(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if _is_card(digits, before, text[match.end() : match.end() + _BEFORE]):
            yield "credit_card", match.start(), match.end()


def _is_card(digits: str, before: str, after: str) -> bool:
    """Luhn and a word about cards, or Luhn and an issuer's prefix with nothing that denies it."""
    if len(set(digits)) == 1:
        return False
    if _CARD_WORDS.search(before):
        # A mistyped card number still is one when the words before say so.
        typo = len(digits) in (15, 16) and _CARD_NUMBER_WORDS.search(before)
        return bool(typo) or luhn.is_valid(digits)
    if not luhn.is_valid(digits) or _NOT_A_CARD.search(before):
        return False
    return bool(_ISSUED.match(digits) or _CARD_WORDS.search(after))


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        end = _iban_end(match[0])
        if end:
            yield "iban", match.start(), match.start() + end
        elif re.search(r"\biban\b[^.\n]{0,20}$", text[: match.start()][-30:], re.I):
            yield "iban", match.start(), match.start() + len(match[0].split(" ")[0])


def _iban_end(run: str) -> int:
    """Length of the longest valid IBAN at the start of a run of groups; 0 when there is none."""
    ends = [m.start() for m in re.finditer(r"[ -]|$", run)]
    for end in reversed(ends):
        compact = re.sub(r"[ -]", "", run[:end])
        if 15 <= len(compact) <= 34 and iban.is_valid(compact):
            return end
    return 0


def _identities(text: str) -> Iterator[Span]:
    for match in _SSN_WORDS.finditer(text):
        yield "ssn", match.start(1), match.end(1)
    for match in _SSN_FORM.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        if ssn.is_valid(match[0]) and not _NOT_AN_SSN.search(before):
            yield "ssn", match.start(), match.end()
    for match in _ID_IN_CONTEXT.finditer(text):
        if sum(c.isdigit() for c in match[1]) >= 5 and not _DATE.match(match[1]):
            yield "national_id", match.start(1), match.end(1)
    for match in _CPF_FORM.finditer(text):
        yield "national_id", match.start(), match.end()
