"""Which values that a trained reader finds are secrets that no rule knows?

The rules have the last word: what they know for something else is none.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence

from langmem_ext.learned.reading import secrets as learned_secrets
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.credential_values import is_name, is_value
from langmem_ext.policies.credential_words import may_announce
from langmem_ext.policies.folding import from_base64, lowered
from langmem_ext.policies.token_forms import Span
from langmem_ext.policies.unnamed_passwords import is_about_logins


def find_by_examples(text: str, known: Sequence[Span]) -> list[Span]:
    """Return what only the trained reader finds, or the whole of what a rule found a part of.

    What a rule knows for a contact stays.
    """
    if _CERTIFICATE.search(text):
        return []
    found = [
        each
        for each in learned_secrets(text)
        if not any(_is_settled(text, each.start, each.end, *span[1:]) for span in known)
        and _may_be_secret(text[each.start : each.end])
        and not _TAGGED.match(text, max(0, each.start - 1))
        and not _is_named_otherwise(text, each.start, each.end)
    ]
    if not found:
        return []
    low = lowered(text)
    announced = may_announce(low) or is_about_logins(low)
    reached = [each.content for each in contacts(text)]
    return [
        (each.kind, each.start, each.end)
        for each in found
        if (announced or each.sure >= _SURE or _stands_out(text[each.start : each.end]))
        and not any(text[each.start : each.end] in contact for contact in reached)
    ]


def _is_settled(text: str, start: int, end: int, known: int, until: int) -> bool:
    """Tell whether a rule's span meets one, and is not a part of one word: "quince" of "quince&medlar"."""
    part = start <= known and until <= end and until - known < end - start
    return (
        known < end and start < until and not (part and not any(map(str.isspace, text[start:end])))
    )


_CERTIFICATE = re.compile(r"-----BEGIN (?:CERTIFICATE|PUBLIC KEY)|\bssh-(?:rsa|ed25519) ")
_NAMED = re.compile(
    r"[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|example|local|png|jpe?g|gif|svg|pdf|txt|md|csv|json|ya?ml|toml"
    r"|py|js|ts|html?|css|zip|gz|exe|docx?|xlsx?|log|sql)"
    r"|\d{1,2}\.{1,3}(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)[+#]?|[KQRBN]x?[a-h][1-8][+#]?"
    r"|(?:[rnbqkpRNBQKP1-8]{1,8}/){2,7}[rnbqkpRNBQKP1-8]{1,8}"
    r"|(?:\d{1,3}\.){3}\d{1,3}|v?\d+(?:\.\w+){1,3}\+[\w.]+"
    r"|\d+(?:[.,]\d+)?x\d+(?:[.,]\d+)?|(?:19|20)\d\d-[01]\d(?:-[0-3]\d)?|[01]?\d/(?:19|20)\d\d"
    r"|\d+(?:[.,]\d+)?(?:kva|kwh?|hz|mbps|hp|lbs?|oz)"
    r"|req_\w+|\w+xx+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}|[@#][^\W\d]+"
    r"|\d{1,2}(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
    r"|(?i:ed25519|ecdsa|x25519|sha-?\d{1,3}|md5|aes-?\d{3}|rsa-?\d{4}|bcrypt|argon2\w*)"
)
"""The name of a file, a host or an algorithm; a move at chess, a measure, a month, an id, an address."""


_TAGGED = re.compile(r"(?:@|#(?=[A-Za-z]+\b))[\w.]+(?<=\w)(?![^\s\w.,;:!?)'\"])")
"""Somebody's name on a platform, or the name of a topic: "@ana_lima", "#MachineLearning"."""


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


def _is_named_otherwise(text: str, start: int, end: int) -> bool:
    """Tell a number that its sentence calls something else: an order, a build, a size; and plain words in base64."""
    value = text[start:end]
    if not any(map(str.isdigit, value)):
        return _is_plain_in_base64(value)
    near = text[max(0, start - 40) : start]
    if (
        _REFERENCE.match(value)
        or _PARCEL.match(text, max(0, start - 3))
        or _is_telephone(near, value)
    ):
        return True
    before = _OTHERS_BEFORE.search(near) or (_YEAR.fullmatch(value) and _DATED.search(near))
    return bool(before or _OTHERS_AFTER.match(text[end : end + 40])) or _is_plain_in_base64(value)


_OTHER = (
    "bearing|seal|circlip|lot|part|accession|exp|expir\\w+|serial|sku|model|recall|dose|orcid|spo2"
    "|member(?:ship)?|customer|patient|case|claim|ref(?:erence)?|catalog(?:ue)?|plate|company|registration|vat"
    "|timestamp|order|tracking|invoice|batch|build|commit|diff|revision|ray id|postcode|zip code|isbn|row|page|line"
    "|flight|ticket|parcel|error|port|receipt|pr|mr|issue|bug|public ?key|fingerprint|chip|watch|dvd|device|product"
)
_OTHERS_BEFORE = re.compile(
    rf"\b(?:{_OTHER})(?: (?:number|no|id|code|ref))?[.:#]? ?(?:is |was |= ?|# ?)?$", re.I
)
_REFERENCE = re.compile(r"RF\d\d[ \d]")
"""How a creditor's reference (ISO 11649) begins; it has an account's check digits and is none."""
_PARCEL = re.compile(r"\b[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}\b")
_TELEPHONE = re.compile(
    r"\b(?:tel|telephone|phone|landline|mobile|cell|fax|reach|call|ring)\b", re.I
)


def _is_telephone(near: str, value: str) -> bool:
    """Tell nine digits or more that begin with 0, where somebody is reached by them."""
    digits = re.sub(r"[ ./-]", "", value)
    return (
        digits.isdigit() and len(digits) >= 9 and digits[0] == "0" and bool(_TELEPHONE.search(near))
    )


_YEAR = re.compile(r"(?:19|20)\d\d")
_DATED = re.compile(
    r"\b(?:in|since|until|till|of|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?,? $",
    re.I,
)
_OTHERS_AFTER = re.compile(
    rf" ?(?:px|pixels?|dpi|rpm|kcal|steps|miles)\b| (?:is|was) (?:my|the|an?|our) (?:{_OTHER})\b",
    re.I,
)


def _is_plain_in_base64(value: str) -> bool:
    """Tell what is several words under a thin wrapping, of which no rule says that they are a secret."""
    try:
        inner = from_base64(value) if len(value) >= 12 else ""
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
    return inner.count(" ") >= 2 and inner.isprintable()
