"""Which numbers are payment cards or bank accounts, or say who someone is?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.identity_numbers import find_identity_numbers
from langmem_ext.policies.secret_reading.misread_digits import as_digits, is_misread_iban
from langmem_ext.policies.secret_reading.token_forms import Span

_BEFORE = 48
"""Characters before a number in which words decide what it is."""

_CARD = re.compile(
    r"(?<![\w+.#-])(?:\d(?:[-_/,*|·~ ]{1,3}|[.\n])?){11,18}\d(?![\w-]|\.\d)|(?<=#)(?:\d[ -]?){11,18}\d\b"
)
_CARD_WORDS = re.compile(
    r"\b(?:(?<!gift )(?<!library )(?<!loyalty )(?<!sim )(?<!membership )(?<!business )cards?|visa"
    r"|master ?card|amex"
    r"|american express|cc|ccn|credit|debit|discover|diners|union ?pay|kartennummer|maestro|kreditkarte|carte"
    r"(?: bancaire)?|tarjeta"
    r"|cartao|carta di credito|karta|karty|karte|kaart|kort|cb|girocard)\b"
)
_CARD_NUMBER_WORDS = re.compile(
    r"\b(?:(?:credit|debit|bank)[ -]?cards?|card (?:number|no|num|#)|visa|master ?card|amex)\b"
)
_NOT_A_CARD = re.compile(
    r"\b(?:order|tracking|track|invoice|ticket|reference|ref|confirmation|booking|parcel|shipment"
    r"|isbn|imei|serial|barcode|ean|upc|phone|tel|mobile|fax|call|timestamp|id|uuid|case|build"
    r"|version|library|loyalty|membership|gift|digits of|constant|account id|customer|policy|claim|meter|iccid"
    r"|sim|waybill|awb"
    r"|sku|part|model|batch|lot|job|run|session|request|transaction|txn|receipt|number of|population"
    r"|random|luhn)\b"
)
# Visa, Mastercard, Amex, Discover, JCB: the only prefixes trusted without a word about cards.
_ISSUED = re.compile(
    r"(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14})$"
)

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}(?:\d[\dbgiloqsz]|[bgiloqsz]\d)(?=[ -]?[A-Za-z0-9])"
    r"[A-Za-z0-9]{0,30}(?:[ -][A-Za-z0-9]{1,30}){0,9}(?![A-Za-z0-9])"
)
_ACCOUNT = re.compile(
    r"\b(?:(?:bank|checking|savings|current|chequing|giro|payroll)\s+(?:account|acct|acc)|account\s+(?:number"
    r"|no\.?|num|#|nr\.?)"
    r"|acct?\.?(?:\s+(?:number|no\.?|#))?|ac(?=\s+n(?:o|um|r)\b)|a/c(?:\s+(?:number|no\.?))?"
    r"|(?:aba\s+)?routing(?:\s+(?:number|no\.?"
    r"|#))?|sort\s*code|sort(?=\s\d\d[ -]\d\d[ -]\d\d)|bsb"
    r"|clabe|cbu|cvu|aba|transit(?:\s+number)?|bsb|rib|bban|nuban|konto(?:nummer|nr\.?)|blz"
    r"|bankleitzahl|numero de (?:cuenta|compte|conta)|cuenta(?: bancaria)?"
    r"|compte bancaire|conta(?: corrente)?"
    r"|rekeningnummer|kontonummer|ifsc)"
    r"(?:\s+(?:number|no\.?|#))?(?:\s+(?:for|at|with|of)\s+(?:[\w'&]+\s+){0,3}?[\w'&]+)?\s*(?:is|was|ist|es|est"
    r"|are|=|:|-|ends up being)?\s*#?"
    r"(\d(?:[ -]?\d){5,21}|\d{4}\.\d\d\.\d{5})(?!\d)"
)
_NEXT_ACCOUNT = re.compile(
    r"\b(?:account|acct|acc|a/c|chequing|checking|savings|konto)\b(?:[^\d\n]{0,20}|[^\d.!?\n]{0,50} number(?: is)?"
    r" |\s(?:transit|branch|bsb|institution"
    r"|sort)[ \d-]{3,12}(?:institution \d{3} )?(?:number|account|acct)? )(\d(?:[ -]?\d){5,19})(?!\d)"
)
_AT_A_BANK = re.compile(
    r"\b(?:routing|sort\s*code|bank(?:ing)?|checking|savings|iban|bsb|swift|bic|wire|direct deposit"
    r"|ach|ifsc|chequing|building society|credit union|sort(?=\s\d\d-\d\d-\d\d)|sc(?=\s\d{6})"
    r"|aba|transfer|blz|transit)\b"
)
_NOT_AT_A_BANK = re.compile(
    r"\b(?:utility|electric\w*|gas|water|power|customer|frequent|loyalty|reward\w*|internet|phone|user|twitter"
    r"|aws|steam|game|insurance|membership|student|netflix)\b"
)


def find_account_numbers(text: str) -> Iterator[Span]:
    """Yield card, IBAN, bank account and identity numbers, by checksum, form or context."""
    if not _DIGITS.search(text):
        return
    yield from _numbers(text)
    if (read := as_digits(text)) != text:
        yield from _numbers(read)


def _numbers(text: str) -> Iterator[Span]:
    low = lowered(text)
    if len(_DIGIT.findall(low)) >= 12:
        yield from _cards(low)
    yield from _ibans(low)
    yield from find_identity_numbers(text, low)
    yield from _accounts(low)


_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d(?:[^\d]{0,40}\d){2}")


def _accounts(text: str) -> Iterator[Span]:
    for match in _ACCOUNT.finditer(text):
        if not _NOT_AT_A_BANK.search(text[max(0, match.start() - 20) : match.start(1)]):
            yield "bank_account", match.start(1), match.end(1)
    if _AT_A_BANK.search(text):
        for match in _NEXT_ACCOUNT.finditer(text):
            if _AT_A_BANK.search(text[max(0, match.start() - 80) : match.end() + 80]):
                yield "bank_account", match.start(1), match.end(1)


def _cards(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        whole = _SIXTEEN.match(match[0])
        run = whole[0] if whole else match[0]
        digits, end = re.sub(r"\D", "", run), match.start() + len(run)
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        grouped = len(digits) < len(run)
        if grouped and _UNEVEN.match(run):
            continue
        if _is_card(digits, before, text[end : end + _BEFORE], grouped):
            yield "credit_card", match.start(), end
            yield from _on_the_card(text, end)
        else:
            yield from _cards_within(text, match.start(), match.end())


def _cards_within(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield a card that stands beside another number: "it says 401", and the card in the next line."""
    for match in _WHOLE_CARD.finditer(text, start, end):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        after = text[match.end() : match.end() + _BEFORE]
        digits = re.sub(r"\D", "", match[0])
        alone = match.span() != (start, end)
        if alone and _is_card(digits, before, after, len(digits) < len(match[0])):
            yield "credit_card", match.start(), match.end()


_WHOLE_CARD = re.compile(r"(?<!\d)(?:\d{15,16}|\d{4}([ -])\d{4}\1\d{4}\1\d{4})(?!\d)")


_SIXTEEN = re.compile(r"\d{4}([ .-]?)\d{4}\1\d{4}\1\d{4}(?=[ ,;|]+(?:0[1-9]|1[0-2])$)")
"""A whole number before the month in which the card expires."""

_UNEVEN = re.compile(r"(?=.*\d\d)(?:\d{1,2}[ ,]+)+\d{1,2}$")
"""Numbers of one or two digits: a row of them is a bingo card."""

_CARD_CODE = re.compile(
    r"[^\n]{0,60}?\b(?:code|cvv2?|cvc2?|csc|cid|security|back|front|digits|\w*prufnummer|\w*prufziffer\w*"
    r"|kontrol\w*|crypto(?:gramme)?|codice|codigo|sicherheitscode|beveiligingscode)\b[^\d\n]{0,30}(\d{3,4})(?![\d/])"
    r"|[^\n\d]{0,20}\d\d\s?/\s?(?:20)?\d\d(?:\W|then|and|cvv|code){1,9}(\d{3,4})(?![\d/])"
)


def _on_the_card(text: str, at: int) -> Iterator[Span]:
    """Yield the code that is given after a card's number."""
    if match := _CARD_CODE.match(text, at):
        yield "pin", match.start(match.lastindex or 1), match.end(match.lastindex or 1)


def _is_card(digits: str, before: str, after: str, grouped: bool) -> bool:
    """Luhn and a word about cards, or Luhn and an issuer's prefix with nothing that denies it."""
    if len(set(digits)) == 1 or digits.endswith("0" * 9):
        return False
    if _CARD_WORDS.search(before):
        # A mistyped card number still is one when the words before say so.
        typo = len(digits) in (15, 16) and _CARD_NUMBER_WORDS.search(before)
        return bool(typo) or luhn.is_valid(digits)
    if not luhn.is_valid(digits):
        return bool(_ISSUED.match(digits) and _EXPIRY.match(after))
    if _ISSUED.match(digits) and _SO_CALLED.match(after):
        return True
    if _NOT_A_CARD.search(_SENTENCE_END.split(before)[-1]) or _NAMED_AFTER.match(after):
        return False
    issued = _ISSUED.match(digits) and (grouped or digits[0] != "2")
    return bool(issued or _CARD_WORDS.search(after))


_EXPIRY = re.compile(
    r"[, ;]{1,3}(?:exp\w*\.? |then |valid (?:to|thru) )?(?:0[1-9]|1[0-2]) ?/ ?(?:20)?[2-4]\d(?!\d)"
)
"""What follows the number of a card, even a mistyped one."""
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_SO_CALLED = re.compile(
    r"\W*(?:(?:that|that's|is|the|my|our|it's)\W+){0,3}(?:(?:debit|credit|bank) card|visa|master ?card|amex|discover)\b"
)

_NAMED_AFTER = re.compile(
    rf"\W*(?:is|was|=|as|for|being|\()?\W*(?:the|my|your|our|a|an)?\s*(?:\w+\s)?{_NOT_A_CARD.pattern}"
)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        if match[0].startswith(
            "rf"
        ):  # a creditor's reference (ISO 11649) has the same check digits
            continue
        end = _iban_end(match[0])
        if end:
            yield "iban", match.start(), match.start() + end
        elif len(match[0]) >= 12 and re.search(
            r"\biban\b", text[max(0, match.start() - 30) : match.end() + 30]
        ):
            written = _TYPED_IBAN.match(match[0])
            value = written[0] if written else match[0].split(" ")[0]
            if len(set(value)) > _IN_A_PLACEHOLDER:
                yield "iban", match.start(), match.start() + len(value)


_IN_A_PLACEHOLDER = 5
"""Different characters that "DE00 0000 ..." has at most."""
_TYPED_IBAN = re.compile(
    r"[a-z]{2}\d\d(?: ?[\da-z]{4}){2,7}(?: ?\d{1,3})?(?![^\W_])", re.IGNORECASE
)
"""An account as it is written, whatever its check digits."""


def _iban_end(run: str) -> int:
    """Length of the longest valid IBAN at the start of a run of groups; 0 when there is none."""
    ends = [m.start() for m in re.finditer(r"[ -]|$", run)]
    for end in reversed(ends):
        compact = re.sub(r"[ -]", "", run[:end])
        if 15 <= len(compact) <= 34 and (
            iban.is_valid(compact, check_country=False) or is_misread_iban(compact)
        ):
            return end
    return 0
