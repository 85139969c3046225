"""Does this message give what the one before it announced?

"The pin for my card is", and then "6082": each half is harmless alone. Sent one after the other they are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.credential_values import PROSE, clean, is_value, jumbled, strong
from langmem_ext.policies.credential_words import ANY, COMPOUND, KEYWORD, means_another
from langmem_ext.policies.credentials import find_credentials
from langmem_ext.policies.token_forms import Span

REACH = 300
"""Characters at the end of an earlier message that may announce something."""

_COMING = re.compile(
    r"\b(?:next|coming|here|sending|send|sent|paste|pasting|text|texting|type|typing|write|writing|share|sharing|give|giving|ready|follow(?:s|ing)?"
    r"|below|second|minute|moment|sec|message|msg|wait|hold on|grab|look(?:ing)? it up|find it|got it|remember|save|store|note|keep|what|which|tell|need"
    r"|about to|going to|gonna|lemme|let me|will|i'll|enter|provide|confirm|verify|as follows)\b",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"(?:\b(?:is|are|was|be|to|as|it's|its|like|called|this|reads|says)|[:=>-]|\.\.+|…)\s*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\s*(?:(?:ok(?:ay)?|so|and|it'?s|it is|its|here(?: it is| you go| goes)?|is|that'?s|this|yes|sure|alright|right|there|the|then|again|sorry|no|wait"
    r"|i mean|voila|got it|found it|as promised)\b[\s,:.!-]*)*",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:(?:second|other|last|next|first|remaining|third|final) (?:half|part|bit|piece|\w+ digits|digits|chunk|characters|letters|one|word)|the rest(?: of it)?"
    r"|rest|(?:it )?(?:ends?|starts?|begins?) (?:with|in)|followed by|and then|it)\b",
    re.IGNORECASE,
)


def find_announced(before: str, text: str) -> Iterator[Span]:
    """Yield what in a text is the value of a password, code or key that an earlier message announced."""
    before = before[-REACH:]
    if not ANY.search(before) or (keyword := _open_keyword(before)) is None:
        return
    kind = {"cjk": "password", "leet": "key"}.get(keyword.lastgroup or "", keyword.lastgroup or "")
    word = keyword[0]
    if part := _PART.match(text, _LEAD.match(text).end()):  # type: ignore[union-attr]
        yield from _as_if_said(f"{word}", text, part.end())
    yield from _lone(kind, before[keyword.end() :], text)


def _open_keyword(before: str) -> re.Match[str] | None:
    """Return the last keyword, unless its value was given with it."""
    found = None
    for keyword in KEYWORD.finditer(before):
        attribute = COMPOUND.match(before, keyword.end())
        if not attribute and not means_another(
            keyword[0], before[max(0, keyword.start() - 24) : keyword.start()]
        ):
            found = keyword
    return found


def _as_if_said(word: str, text: str, start: int) -> Iterator[Span]:
    said = f"{word} {text[start:].lstrip()}"
    skipped = len(text) - len(said)
    for kind, at, end in find_credentials(said):
        if at + skipped >= start:
            yield kind, at + skipped, end + skipped


def _lone(kind: str, tail: str, text: str) -> Iterator[Span]:
    """Yield a value that stands alone, or first or last in a short message."""
    explicit = _OPEN_END.search(tail) is not None or not tail.strip(" .!?\"'")
    if not explicit and not (_COMING.search(tail) or tail.rstrip().endswith("?") or len(tail) < 60):
        return
    start = _LEAD.match(text).end()  # type: ignore[union-attr]
    said = text[start:].strip()
    words = said.split()
    if kind == "phrase":
        if len(words) >= 6 and sum(word.lower() in PROSE for word in words) * 4 < len(words):
            yield "seed_phrase", start, len(text)
        return
    for word in re.finditer(r"[^\s,;\"'`]+(?: \d+)*", text[start : start + 400]):
        value = clean(word[0])
        alone = len(words) == 1 and explicit
        if not _fits(kind, value, alone) or (len(words) > 12 and word.start() > 20):
            continue
        names = {"key": "api_key", "code": "password"}
        yield names.get(kind, kind), start + word.start(), start + word.start() + len(value)
        return


def _fits(kind: str, value: str, alone: bool) -> bool:
    if not is_value(value.split(" ")[0]):
        return False
    if kind in ("pin", "code"):
        digits = re.sub(r"[ -]", "", value)
        return re.fullmatch(r"\d{4,12}", digits) is not None or (alone and strong(value))
    if kind == "key":
        return jumbled(value, 12) or (alone and len(value) >= 8 and strong(value))
    number = value.isdigit() and len(value) >= 4
    return strong(value) or (alone and len(value) >= 3) or (number and alone)
