"""Does this text carry a secret?

Detection runs on a folded copy (look-alike digits and letters, zero-width characters) and reports
places in the original. A `Secret` never carries the text, so that nothing can log it by accident.
Why these rules and not a library alone: docs/decisions/0004-secret-detection.md.
"""

from __future__ import annotations

import binascii
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from langmem_ext.policies.folding import (
    Reading,
    from_base64,
    is_spelled_singly,
    lowered,
    readings,
)
from langmem_ext.policies.hints import longest_run
from langmem_ext.policies.secret_reading.account_numbers import find_account_numbers
from langmem_ext.policies.secret_reading.agreed_words import find_agreed_words
from langmem_ext.policies.secret_reading.announced_answers import find_announced_answers
from langmem_ext.policies.secret_reading.announcements import REACH, find_announced
from langmem_ext.policies.secret_reading.apposed_passwords import find_apposed
from langmem_ext.policies.secret_reading.assignments import find_assignments
from langmem_ext.policies.secret_reading.changing_codes import find_changing_codes
from langmem_ext.policies.secret_reading.credentials import find_credentials
from langmem_ext.policies.secret_reading.denied_secrets import undenied
from langmem_ext.policies.secret_reading.dictated_values import find_dictated
from langmem_ext.policies.secret_reading.entry_codes import find_entry_codes
from langmem_ext.policies.secret_reading.explained_names import is_a_known_name
from langmem_ext.policies.secret_reading.explained_numbers import is_explained
from langmem_ext.policies.secret_reading.famous_values import is_told_of
from langmem_ext.policies.secret_reading.given_away import find_given_away
from langmem_ext.policies.secret_reading.halved_numbers import find_halved
from langmem_ext.policies.secret_reading.judged_passwords import find_judged
from langmem_ext.policies.secret_reading.leftover_numbers import find_leftover_numbers, is_read_out
from langmem_ext.policies.secret_reading.listed_logins import find_listed
from langmem_ext.policies.secret_reading.lone_replies import find_lone_reply
from langmem_ext.policies.secret_reading.loose_tokens import find_tokens
from langmem_ext.policies.secret_reading.measured_numbers import is_measured
from langmem_ext.policies.secret_reading.numbers_of_things import is_of_a_thing
from langmem_ext.policies.secret_reading.opening_numbers import find_opening_numbers
from langmem_ext.policies.secret_reading.other_codes import is_other_code
from langmem_ext.policies.secret_reading.paired_logins import find_paired
from langmem_ext.policies.secret_reading.plain_passwords import is_about_passwords
from langmem_ext.policies.secret_reading.product_codes import is_a_product
from langmem_ext.policies.secret_reading.published_values import is_published
from langmem_ext.policies.secret_reading.said_otherwise import is_said_to_be_other
from langmem_ext.policies.secret_reading.security_answers import find_security_answers
from langmem_ext.policies.secret_reading.seed_phrases import find_seed_phrases
from langmem_ext.policies.secret_reading.sent_codes import find_sent_codes
from langmem_ext.policies.secret_reading.specified import find_specified, find_worded
from langmem_ext.policies.secret_reading.spelled_values import find_spelled
from langmem_ext.policies.secret_reading.split_codes import find_split
from langmem_ext.policies.secret_reading.supposed_values import is_supposed
from langmem_ext.policies.secret_reading.technical_values import is_technical
from langmem_ext.policies.secret_reading.telephone_numbers import without_telephones
from langmem_ext.policies.secret_reading.token_forms import Span, find_known_forms, is_of_an_issuer
from langmem_ext.policies.secret_reading.typed_values import find_typed_values
from langmem_ext.policies.secret_reading.unnamed_passwords import find_unnamed_passwords
from langmem_ext.policies.secret_reading.values_by_example import find_by_examples
from langmem_ext.policies.secret_reading.whole_values import repeated, whole
from langmem_ext.policies.secret_reading.word_lists import is_a_word_list
from langmem_ext.reading.bounds import PIECE, pieces
from langmem_ext.reading.faults import place_of

logger = logging.getLogger(__name__)


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
    the length: a long text is looked through in pieces, each with the end of the one before it.
    """
    if len(text) <= PIECE:
        return _surely(text, after, learned=learned)
    spans = list(_key_blocks(text))
    for start, end in pieces(text):
        found = _surely(text[start:end], () if start else after, learned=False)
        for each in found:
            spans.append(_beyond(text, each.kind, start + each.start, start + each.end, start, end))
    return [Secret(*span) for span in _without_overlaps([*spans, *repeated(text, spans)])]


def _surely(text: str, after: Sequence[str], *, learned: bool) -> list[Secret]:
    """Find the secrets of a text; of one that cannot be read all counts as one: it must not be stored."""
    try:
        return _secrets_in(text, after, learned=learned)
    except Exception as error:
        logger.warning(
            "a text could not be looked through, all of it counts as secret: %s", place_of(error)
        )
        return [Secret("text", 0, len(text))] if text else []


def _key_blocks(text: str) -> Iterator[Span]:
    """Yield private keys with their frames, longer than a piece; one without an end goes to a blank line."""
    at = 0
    while head := _KEY_HEAD.search(text, at):
        foot = _KEY_FOOT.search(text, head.end(), head.end() + _KEY_BLOCK)
        rest = text.find("\n\n", head.end(), head.end() + _KEY_BLOCK)
        at = foot.end() if foot else rest if rest >= 0 else min(len(text), head.end() + _KEY_BLOCK)
        if _KEY_BODY.search(text, head.end(), at):
            yield "private_key", head.start(), at


_KEY_HEAD = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----")
_KEY_FOOT = re.compile(r"-----END [A-Z ]{0,40}-----")
_KEY_BLOCK = 16_000
"""Characters of a private key, its lines and frame included."""


def _beyond(text: str, kind: str, start: int, end: int, first: int, last: int) -> Span:
    """Return a secret that touches the edge of its piece as far as its signs go on behind the edge."""
    if end == last and (after := _SIGNS.match(text, end)):
        end = after.end()
    if start == first:
        while start and _SIGNS.match(text, start - 1, start):
            start -= 1
    return kind, start, end


_SIGNS = re.compile(r"[\w+/=.~-]+")


def _secrets_in(text: str, after: Sequence[str], *, learned: bool) -> list[Secret]:
    clear = _MASK.sub(lambda mask: "." * len(mask[0]), text)
    asks = learned and clear == text  # what is masked already was read before
    read = list(readings(clear))
    announced = list(_by_announcements(read, after))
    if (shown := without_telephones(clear)) != clear:
        clear, read = shown, list(readings(shown))
    spans = list(_by_rules(clear, read))
    if asks and not announced:
        spans = undenied(clear, spans)
    spans += announced
    if asks:
        spans += find_by_examples(clear, spans)
    spans = [whole(clear, span) for span in spans]
    spans += repeated(clear, spans)
    found = list(_without_overlaps(spans))
    kept = [span for span in found[:_LOOKED_AT] if not _is_harmless(text, *span)]
    kept += found[_LOOKED_AT:]
    if len(kept) < len(found):  # what is harmless may hold a key that is not
        kept += [span for span in spans if _is_proven(text, *span)]
    kept += _specified(clear, read)
    return [Secret(*span) for span in _without_overlaps(kept)]


def _specified(clear: str, read: Sequence[Reading]) -> Iterator[Span]:
    """Yield what the specification's own patterns find, whatever is said of it."""
    yield from find_worded(clear)
    for reading in read:
        if reading.text != clear:
            for kind, start, end in find_worded(reading.text):
                yield kind, *reading.place(start, end)


def refused_kinds(text: str, *, learned: bool = True) -> list[str]:
    """Return the kinds of secrets that keep a text from being stored: those found, and all that is specified."""
    clear = _MASK.sub(lambda mask: "." * len(mask[0]), text)
    specified = [kind for reading in readings(clear) for kind, _, _ in find_specified(reading.text)]
    found = [secret.kind for secret in find_secrets(text, learned=learned)]
    return list(dict.fromkeys([*found, *specified]))


def _is_proven(text: str, kind: str, start: int, end: int) -> bool:
    return _proves_itself(kind, text[start:end]) and not _is_harmless(text, kind, start, end)


_LOOKED_AT = 400
"""Values of a text of which is asked whether they are harmless; a text of more is a dump, and all the rest counts."""


def _by_rules(text: str, read: Sequence[Reading]) -> Iterator[Span]:
    for reading in read:
        run = longest_run(reading.text)
        for kind, start, end in (
            *_in_plain_sight(reading.text, run),
            *_encoded(reading.text, run),
        ):
            yield kind, *reading.place(start, end)
    yield from find_spelled(text)
    # elsewhere only four words for digits and more: fewer, and those for larger numbers, count and date
    yield from find_leftover_numbers(lowered(text), text)
    for reading in read[1:] if len(read) > 1 and not is_read_out(lowered(text)) else ():
        for kind, start, end in find_leftover_numbers(lowered(reading.text), reading.text):
            start, end = reading.place(start, end)
            if is_spelled_singly(text[start:end]):
                yield kind, start, end


def _by_announcements(read: Iterable[Reading], after: Sequence[str]) -> Iterator[Span]:
    before = list(_said_before(after))
    answered = list(_answered(after))
    for reading in read:
        for kind, start, end in (
            *(span for said in before for span in find_announced(said, reading.text)),
            *(span for said in before for span in find_halved(said, reading.text)),
            *(span for said in answered for span in find_lone_reply(said, reading.text)),
            *(span for said in answered for span in find_announced_answers(said, reading.text)),
        ):
            yield kind, *reading.place(start, end)


def _is_harmless(text: str, kind: str, start: int, end: int) -> bool:
    """Tell what the text around it says is a joke's, a manual's, a trade's or an example."""
    value, at = text[start:end], max(0, start - _AROUND)
    around = text[at : end + _AROUND]
    if is_published(around, value):
        return True
    if _proves_itself(kind, value):
        return is_a_product(around, kind, start - at, end - at)
    return (
        is_told_of(around, value)
        or is_technical(around, start - at, end - at)
        or is_a_product(around, kind, start - at, end - at)
        or is_supposed(around, start - at, end - at)
        or is_other_code(around, start - at, end - at)
        or is_of_a_thing(around, start - at, end - at)
        or is_measured(around, start - at, end - at)
        or is_explained(around, start - at, end - at)
        or is_a_known_name(around, start - at, end - at)
        or is_said_to_be_other(around, start - at, end - at)
        or is_a_word_list(around, kind, start - at, end - at)
    )


def _proves_itself(kind: str, value: str) -> bool:
    """Tell what an issuer's form, a check digit or the body of a key proves: no story makes one up."""
    if kind == "private_key":
        return _KEY_BODY.search(value) is not None
    return kind in ("credit_card", "iban") or (len(value) >= _KEY and is_of_an_issuer(value))


_KEY_BODY = re.compile(r"[A-Za-z0-9+/]{40,}")
_AROUND = 300
"""Characters before and after a value in which something may be said of it."""


def mask_secrets(text: str, after: Sequence[str] = (), *, learned: bool = True) -> str:
    """Replace each secret by a mask such as "[password removed]"; masking again changes nothing."""
    return masked(text, find_secrets(text, after, learned=learned))


def masked(text: str, secrets: Sequence[Secret]) -> str:
    """Replace secrets that were found in a text, in their order, by masks such as "[password removed]"."""
    out, at = [], 0
    for secret in secrets:
        out += [text[at : secret.start], f"[{secret.kind.replace('_', ' ')} removed]"]
        at = secret.end
    return "".join(out) + text[at:]


_MASK = re.compile(r"\[[a-z]+(?: [a-z]+)? removed\]")


def is_masked_as(text: str, masked: str) -> bool:
    """Tell whether a text is another one in which secrets are masked: what stands around the masks is the same."""
    parts = _MASK.split(masked)
    if not (len(parts) > 1 and text.startswith(parts[0]) and text.endswith(parts[-1])):
        return text == masked
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def without_masks(text: str) -> str:
    """Return the sentences of a text that tell of nothing that was taken out of it as a secret."""
    if not _TAKEN_OUT.search(text):
        return text
    return " ".join(each for each in _SENTENCE_END.split(text) if not _TAKEN_OUT.search(each))


_TAKEN_OUT = re.compile(
    r"\[(?:[a-z]{1,20} ){0,3}(?:removed|redacted|masked|withheld)\]", re.IGNORECASE
)
"""A mask, however a model that has read one writes it."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")


def _in_plain_sight(text: str, run: int) -> Iterator[Span]:
    if run >= _KEY or "://" in text or "-----" in text:
        yield from find_known_forms(text)
    low = lowered(text)
    numbered = _DIGIT.search(text) is not None
    if numbered:
        yield from find_account_numbers(text)
    yield from find_credentials(text)
    yield from find_assignments(text)
    yield from find_tokens(text, run)
    if numbered:
        yield from find_entry_codes(text)
    if numbered or "left" in low:
        yield from find_opening_numbers(text)
    if numbered:
        yield from find_sent_codes(text)
    yield from find_seed_phrases(text)
    yield from find_unnamed_passwords(text)
    yield from find_security_answers(text)
    yield from find_agreed_words(text)
    yield from find_typed_values(text)
    spoken_of = is_about_passwords(low)
    yield from find_judged(low, text, spoken_of)
    if spoken_of:
        yield from find_apposed(low, text)
    if spoken_of or "capital " in low:
        yield from find_dictated(low)
    yield from find_given_away(low, text)
    yield from find_listed(low, text)
    yield from find_paired(low, text)
    yield from find_split(low, text)
    if numbered:
        yield from find_changing_codes(low)


_DIGIT = re.compile(r"\d")
_KEY = 12
"""Characters without a blank that a key or what is wrapped in base64 has at least; few texts have such a run."""

REMEMBERED = 3
"""How many messages before may announce what this one gives."""


def _said_before(after: Sequence[str]) -> Iterator[str]:
    """Yield the last messages, each, and together where they are short: "my password" - "is" - "hunter2"."""
    last = [next(readings(said[-REACH:])).text for said in after[-REMEMBERED:]]
    yield from last
    asked = any("?" in each for each in last[1:])  # another thing: it is not what the first began
    if len(last) > 1 and sum(map(len, last)) < REACH and not asked:
        yield " ".join(last)


def _answered(after: Sequence[str]) -> Iterator[str]:
    """Yield the last messages, back to the last one that asks: what is said next answers it; a mask asks nothing."""
    for said in after[: -REMEMBERED - 1 : -1]:
        yield next(readings(_MASK.sub("", said[-REACH:]))).text
        if "?" in said:
            return


# Base64, base64url and hex, and what an address escapes: the value is under a thin wrapping.
_BASE64 = re.compile(rf"(?<![\w+/=-])[A-Za-z0-9+/_-]{{{_KEY},8000}}={{0,2}}(?![\w+/=-])")
_HEX = re.compile(r"(?<![\w-])(?:0x)?((?:[2-7][0-9a-fA-F]){8,500})(?![\w-])")
_ESCAPED = re.compile(r"[^\s%]{0,200}(?:%[0-9A-Fa-f]{2}[^\s%]{0,60}){2,60}")


def _encoded(text: str, run: int) -> Iterator[Span]:
    if run >= _KEY:
        yield from _wrapped(_BASE64, from_base64, text)
        yield from _wrapped(_HEX, _from_hex, text)
    if "%" in text:
        yield from _wrapped(_ESCAPED, unquote, text)


def _from_hex(run: str) -> str:
    return bytes.fromhex(run.removeprefix("0x")).decode("ascii")


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
    found = next(_in_plain_sight(inner, longest_run(inner)), None)
    if found is None and re.fullmatch(r"[\w.@+-]{2,60}:[^\s:/]{4,100}", inner):
        return "password"
    return found[0] if found else None


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
