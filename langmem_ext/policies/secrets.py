"""Does this text carry a secret?

Detection runs on a folded copy (look-alike digits and letters, zero-width characters) and reports
places in the original. A `Secret` never carries the text, so that nothing can log it by accident.
Why these rules and not a library alone: docs/decisions/0004-secret-detection.md.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from langmem_ext.learned.reading import secrets as learned_secrets
from langmem_ext.policies.account_numbers import find_account_numbers
from langmem_ext.policies.announcements import REACH, find_announced
from langmem_ext.policies.assignments import find_assignments
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.credential_values import is_value
from langmem_ext.policies.credential_words import may_announce
from langmem_ext.policies.credentials import find_credentials
from langmem_ext.policies.entry_codes import find_entry_codes
from langmem_ext.policies.folding import lowered, readings
from langmem_ext.policies.loose_tokens import find_tokens
from langmem_ext.policies.seed_phrases import find_seed_phrases
from langmem_ext.policies.token_forms import Span, find_known_forms
from langmem_ext.policies.unnamed_passwords import find_unnamed_passwords, is_about_logins


@dataclass(frozen=True, slots=True)
class Secret:
    """A place in a text that must never be stored: `text[start:end]`, and what kind it is.

    Kinds: password, pin, seed_phrase, api_key, access_token, private_key, ssh_key,
    connection_string, credit_card, iban, bank_account, ssn, national_id.
    """

    kind: str
    start: int
    end: int


def find_secrets(text: str, after: Sequence[str] = (), *, learned: bool = True) -> list[Secret]:
    """Find every secret, in order and without overlaps (spec 000 section 7; memory model, gate 1).

    A span covers the secret value, not the words around it. `after` are the messages said before, the last one last:
    what they announced counts too. `learned`: ask the reader that was trained on examples, too. The time is linear in
    the length.
    """
    spans: list[Span] = []
    clear = _MASK.sub(lambda mask: "." * len(mask[0]), text)
    for reading in readings(clear):
        found = [*_in_plain_sight(reading.text), *_encoded(reading.text)]
        for said in _said_before(after):
            found += find_announced(said, reading.text)
        spans += [(kind, *reading.place(start, end)) for kind, start, end in found]
    if learned and clear == text:  # what is masked already was read before
        spans += _by_examples(text, spans)
    return [Secret(*span) for span in _without_overlaps(spans)]


def _by_examples(text: str, known: Sequence[Span]) -> list[Span]:
    """Return what only the trained reader finds, or the whole of what a rule found a part of.

    What a rule knows for a contact stays.
    """
    if _CERTIFICATE.search(text):
        return []
    low = lowered(text)
    announced = may_announce(low) or is_about_logins(low)
    found = [
        (each.kind, each.start, each.end)
        for each in learned_secrets(text)
        if not any(_is_settled(text, each.start, each.end, *span[1:]) for span in known)
        and _may_be_secret(text[each.start : each.end])
        and (announced or each.sure >= _SURE or _stands_out(text[each.start : each.end]))
        and not _is_named_otherwise(text, each.start, each.end)
    ]
    reached = [each.content for each in contacts(text)] if found else []
    return [span for span in found if not any(text[span[1] : span[2]] in each for each in reached)]


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
    r"|(?i:ed25519|ecdsa|x25519|sha-?\d{1,3}|md5|aes-?\d{3}|rsa-?\d{4}|bcrypt|argon2\w*)"
)
"""The name of a file, a host or an algorithm."""


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
        alone and (_NAMED.fullmatch(value) or not is_value(value))
    )


def _is_named_otherwise(text: str, start: int, end: int) -> bool:
    """Tell a number that its sentence calls something else: an order, a build, a size; and plain words in base64."""
    value = text[start:end]
    if not any(map(str.isdigit, value)):
        return _is_plain_in_base64(value)
    near = text[max(0, start - 40) : start]
    before = _OTHERS_BEFORE.search(near) or (_YEAR.fullmatch(value) and _DATED.search(near))
    return bool(before or _OTHERS_AFTER.match(text[end : end + 40])) or _is_plain_in_base64(value)


_OTHER = (
    "timestamp|order|tracking|invoice|batch|build|commit|diff|revision|ray id|postcode|zip code|isbn|row|page|line"
    "|flight|ticket|parcel|error|port|receipt"
)
_OTHERS_BEFORE = re.compile(
    rf"\b(?:{_OTHER})(?: (?:number|no|id|code|ref))?[.:#]? ?(?:is |was |= ?|# ?)?$", re.I
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
        inner = _from_base64(value) if len(value) >= 12 else ""
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
    return inner.count(" ") >= 2 and inner.isprintable()


def mask_secrets(
    text: str,
    after: Sequence[str] = (),
    *,
    only: Callable[[str], bool] = lambda kind: True,
    learned: bool = True,
) -> str:
    """Replace each secret by a mask such as "[password removed]"; masking again changes nothing.

    `only` tells which kinds are masked.
    """
    out, at = [], 0
    for secret in (each for each in find_secrets(text, after, learned=learned) if only(each.kind)):
        out += [text[at : secret.start], f"[{secret.kind.replace('_', ' ')} removed]"]
        at = secret.end
    return "".join(out) + text[at:]


_MASK = re.compile(r"\[[a-z]+(?: [a-z]+)? removed\]")


def _in_plain_sight(text: str) -> Iterator[Span]:
    yield from find_known_forms(text)
    yield from find_account_numbers(text)
    yield from find_credentials(text)
    yield from find_assignments(text)
    yield from find_tokens(text)
    yield from find_entry_codes(text)
    yield from find_seed_phrases(text)
    yield from find_unnamed_passwords(text)


REMEMBERED = 3
"""How many messages before may announce what this one gives."""


def _said_before(after: Sequence[str]) -> Iterator[str]:
    """Yield the last messages, each, and together where they are short: "my password" - "is" - "hunter2"."""
    last = [next(readings(said[-REACH:])).text for said in after[-REMEMBERED:]]
    yield from last
    if len(last) > 1 and sum(map(len, last)) < REACH:
        yield " ".join(last)


# Base64, base64url and hex, and what an address escapes: the value is under a thin wrapping.
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{12,8000}={0,2}(?![\w+/=-])")
_HEX = re.compile(r"(?<![\w-])(?:0x)?((?:[2-7][0-9a-fA-F]){8,500})(?![\w-])")
_ESCAPED = re.compile(r"[^\s%]{0,200}(?:%[0-9A-Fa-f]{2}[^\s%]{0,60}){2,60}")


def _encoded(text: str) -> Iterator[Span]:
    yield from _wrapped(_BASE64, _from_base64, text)
    yield from _wrapped(
        _HEX, lambda run: bytes.fromhex(run.removeprefix("0x")).decode("ascii"), text
    )
    if "%" in text:
        yield from _wrapped(_ESCAPED, unquote, text)


def _wrapped(form: re.Pattern[str], plain: Callable[[str], str], text: str) -> Iterator[Span]:
    for run in form.finditer(text):
        try:
            inner = plain(run[0])
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if inner != run[0] and inner.isprintable() and (found := _gives_away(inner)):
            yield found, run.start(), run.end()


def _gives_away(inner: str) -> str | None:
    """Return the kind of the secret in what was wrapped; "user:value" is what basic authentication wraps."""
    found = next(_in_plain_sight(inner), None)
    if found is None and re.fullmatch(r"[\w.@+-]{2,60}:[^\s:/]{4,100}", inner):
        return "password"
    return found[0] if found else None


def _from_base64(run: str) -> str:
    standard = run.rstrip("=").replace("-", "+").replace("_", "/")
    padded = standard + "=" * (-len(standard) % 4)
    return base64.b64decode(padded, validate=True).decode("ascii").strip()


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
