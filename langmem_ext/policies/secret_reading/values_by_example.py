"""Which values that a trained reader finds are secrets that no rule knows?

The rules have the last word: what they know for something else is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from stdnum import iban, luhn

from langmem_ext.learned.reading import Found
from langmem_ext.learned.reading import secrets as learned_secrets
from langmem_ext.learned.words import is_known
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.credential_values import is_name, is_value
from langmem_ext.policies.secret_reading.credential_words import may_announce
from langmem_ext.policies.secret_reading.leftover_numbers import is_unexplained
from langmem_ext.policies.secret_reading.named_otherwise import is_named_otherwise
from langmem_ext.policies.secret_reading.security_answers import is_a_question
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.unnamed_passwords import is_about_logins


def find_by_examples(text: str, known: Sequence[Span]) -> list[Span]:
    """Return what only the trained reader finds, or the whole of what a rule found a part of.

    What a rule knows for a contact stays.
    """
    found = [
        each
        for each in learned_secrets(text)
        if not any(_is_settled(text, each.start, each.end, *span[1:]) for span in known)
        and _may_be_secret(text[each.start : each.end])
        and not _TAGGED.match(text, max(0, each.start - (text[each.start] not in "@#")))
        and not is_named_otherwise(text, each.start, each.end)
        and not is_a_question(text[each.start : each.end])
        and _has_form_of(each.kind, text[each.start : each.end])
    ]
    if not found or _CERTIFICATE.search(text):
        return []
    found = _without_words_beside(text, found, known)
    low = lowered(text)
    announced = may_announce(low) or is_about_logins(low)
    reached = [each.content for each in contacts(text)]
    return [
        (each.kind, each.start, each.end)
        for each in found
        if (
            announced
            or each.sure >= _SURE
            or _stands_out(text[each.start : each.end])
            or (each.sure >= _LIKELY and is_unexplained(low, text, each.start, each.end))
        )
        and not any(text[each.start : each.end] in contact for contact in reached)
    ]


def _without_words_beside(text: str, found: Sequence[Found], known: Sequence[Span]) -> list[Found]:
    """Drop words of any sentence of which the reader is less sure than of what was found in the same text."""
    best = 1.0 if known else max(each.sure for each in found)
    return [
        each
        for each in found
        if each.sure >= _SURE_OF_A_WORD
        or best < _SURE_OF_A_WORD
        or not _are_words(text[each.start : each.end])
    ]


def _are_words(value: str) -> bool:
    return all(word.isalpha() and is_known(word.lower()) for word in value.split())


_SURE_OF_A_WORD = 0.9
"""How sure the reader must be of a common word beside another secret: "rent" beside an account's number is none."""


def _has_form_of(kind: str, value: str) -> bool:
    """Tell the numbers of cards and accounts by their check digits."""
    if kind == "iban" and re.match(r"[A-Z]{2}\d\d ?[\dA-Z]{4}", value):
        return bool(iban.is_valid(value, check_country=False))
    digits = re.sub(r"\D", "", value)
    return kind != "credit_card" or len(digits) < 12 or bool(luhn.is_valid(digits))


def _is_settled(text: str, start: int, end: int, known: int, until: int) -> bool:
    """Tell whether a rule's span meets one, and is not a part of one word: "quince" of "quince&medlar"."""
    part = start <= known and until <= end and until - known < end - start
    return (
        known < end and start < until and not (part and not any(map(str.isspace, text[start:end])))
    )


_CERTIFICATE = re.compile(
    r"-----BEGIN (?:CERTIFICATE|PUBLIC KEY|PGP PUBLIC|RSA PUBLIC)|\bssh-(?:rsa|ed25519) "
)
_NAMED = re.compile(
    r"[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|example|local|png|jpe?g|gif|svg|pdf|txt|md|csv|json|ya?ml|toml"
    r"|py|js|ts|html?|css|zip|gz|exe|docx?|xlsx?|log|sql)"
    r"|\d{1,2}\.{1,3}(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)[+#]?|[KQRBN]x?[a-h][1-8][+#]?"
    r"|(?:[rnbqkpRNBQKP1-8]{1,8}/){2,7}[rnbqkpRNBQKP1-8]{1,8}"
    r"|(?:[\w.-]+@)?(?:\d{1,3}\.){3}\d{1,3}|[\w./-]+@sha\d+|v?\d+(?:\.\w+){1,3}\+[\w.]+"
    r"|\d+(?:[.,]\d+)?x\d+(?:[.,]\d+)?|(?:19|20)\d\d-[01]\d(?:-[0-3]\d)?|[01]?\d/(?:19|20)\d\d"
    r"|\d+(?:[.,]\d+)?(?:kva|kwh?|hz|mbps|hp|lbs?|oz)"
    r"|(?:eu|us|ap|ca|sa|me|af|il)-(?:north|south|east|west|central)\w{0,5}-\d"
    r"|(?:localStorage|sessionStorage|document|window|process|console|crypto|json|math|os|fs|path)\.\w+"
    r"|[A-Za-z]+\\{1,2}[\w.-]+|[CLS]R\d{2,4}W?|(?i:win(?:key)?|ctrl|alt|cmd|shift|fn)\+\w+|(?i:sha)\d{3}-.+"
    r"|(?i:fritz!?box|tp-?link|netgear|speedport|livebox|bthub|easybox|linksys|d-?link)["
    r" _-]?[A-Z]{0,4}\d{2,5}\w?|\w+[_-]"
    r"|req_\w+|\w+xx+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}|[@#][^\W\d]+"
    r"|(?i:pass(?:word|code|key)s?|log-?in|pin|code)-(?:free|less|protected|based|only|related)"
    r"|\d{1,2}(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
    r"|(?i:e-?mails?|creds|credentials|passwords?\d?|passwd\d?|logins?|tokens?|iccid|imei|iban|ssid)"
    r"|(?i:ed25519|ecdsa|x25519|sha-?\d{1,3}|md5|aes-?\d{3}|rsa-?\d{4}|bcrypt|argon2\w*)"
)
"""The name of a file, a host or an algorithm; a move at chess, a measure, a month, an id, an address."""


_TAGGED = re.compile(
    r"(?:@|#(?=[A-Za-z]+\b|(?:[A-Z][a-z]+)+\d{0,4}\b))[\w.]+(?<=\w)(?![^\s\w.,;:!?)'\"])"
)
"""Somebody's name on a platform, or the name of a topic: "@ana_lima", "#MachineLearning"."""


_LIKELY = 0.8
"""How sure of a number that nothing near it counts, names or measures with."""
_SURE = 0.97
"""How sure the reader must be of a value that no word of the text announces: "novelty61" may be a name."""


def _stands_out(value: str) -> bool:
    """Tell what is jumbled so that nothing need announce it: "n0v3lty!61X" is hardly a name."""
    sorts = (str.islower, str.isupper, str.isdigit, lambda char: char in "!#$%&*+=?@^~")
    mixed = sum(any(map(sort, value)) for sort in sorts)
    return len(value) >= 8 and mixed >= 3


def _may_be_secret(value: str) -> bool:
    """Tell what the rules know for none: a placeholder, a type, the name of a file, too little to be anything."""
    alone = " " not in value.strip()
    return sum(map(str.isalnum, value)) >= 3 and not (
        alone and (_NAMED.fullmatch(value) or is_name(value) or not is_value(value))
    )
