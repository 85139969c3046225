"""Does this message give what the one before it announced?

"The pin for my card is", and then "6082": each half is harmless alone. Sent one after the other they are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.credential_values import PROSE, clean, is_value, jumbled, strong
from langmem_ext.policies.credentials import Keyword, find_credentials, find_keywords
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
    keyword = None
    for keyword in find_keywords(before[-REACH:]):  # the last one
        pass
    if keyword is None:
        return
    lead = _LEAD.match(text)
    if part := _PART.match(text, lead.end() if lead else 0):
        yield from _as_if_said(keyword.word, text, part.end())
    yield from _lone(keyword, text)


def _as_if_said(word: str, text: str, start: int) -> Iterator[Span]:
    said = f"{word} {text[start:].lstrip()}"
    skipped = len(text) - len(said)
    for kind, at, end in find_credentials(said):
        if at + skipped >= start:
            yield kind, at + skipped, end + skipped


def _lone(keyword: Keyword, text: str) -> Iterator[Span]:
    """Yield a value that stands alone, or first or last in a short message."""
    sort, tail = keyword.sort, keyword.text[keyword.end :]
    explicit = _OPEN_END.search(tail) is not None or not tail.strip(" .!?\"'")
    if not explicit and not (_COMING.search(tail) or tail.rstrip().endswith("?") or len(tail) < 60):
        return
    start = _LEAD.match(text).end()  # type: ignore[union-attr]
    said = text[start:].strip()
    words = said.split()
    if sort == "phrase":
        if len(words) >= 6 and sum(word.lower() in PROSE for word in words) * 4 < len(words):
            yield "seed_phrase", start, len(text)
        return
    for word in re.finditer(r"[^\s,;\"'`]+(?: \d+)*", text[start : start + 400]):
        value = clean(word[0])
        alone = len(words) == 1 and explicit
        if not _fits(sort, value, alone) or (len(words) > 12 and word.start() > 20):
            continue
        yield keyword.kind, start + word.start(), start + word.start() + len(value)
        return


def _fits(sort: str, value: str, alone: bool) -> bool:
    if not is_value(value.split(" ")[0]):
        return False
    if sort in ("pin", "code"):
        digits = re.sub(r"[ -]", "", value)
        return re.fullmatch(r"\d{4,12}", digits) is not None or (alone and strong(value))
    if sort == "key":
        return jumbled(value, 12) or (alone and len(value) >= 8 and strong(value))
    number = value.isdigit() and len(value) >= 4
    return strong(value) or (alone and len(value) >= 3) or (number and alone)
