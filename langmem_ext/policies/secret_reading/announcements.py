"""Does this message give what the one before it announced?

"The pin for my card is", and then "6082": each half is harmless alone. Sent one after the other they are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from langmem_ext.policies.secret_reading.account_numbers import find_account_numbers
from langmem_ext.policies.secret_reading.credential_values import (
    JOINING,
    PROSE,
    clean,
    is_value,
    jumbled,
    strong,
)
from langmem_ext.policies.secret_reading.credentials import find_credentials
from langmem_ext.policies.secret_reading.keywords import Keyword, find_keywords
from langmem_ext.policies.secret_reading.seed_phrases import are_listed
from langmem_ext.policies.secret_reading.token_forms import Span

REACH = 300
"""Characters at the end of an earlier message that may announce something."""

_COMING = re.compile(
    r"\b(?:next|coming|here|sending|send|sent|paste|pasting|text|texting|type|typing|write|writing|share"
    r"|sharing|give|giving|ready|follow(?:s|ing)?"
    r"|below|second|minute|moment|sec|message|msg|wait|hold on|grab|look(?:ing)? it up|find it|got it|remember"
    r"|save|store|note|keep|what'?s?|which|tell|remind|need"
    r"|about to|going to|gonna|lemme|let me|will|i'll|enter|provide|confirm|verify|as follows|on (?:its|the"
    r"|my) way|soon|half|part)\b",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"(?:\b(?:is|are|was|be|to|as|it's|its|like|called|this|reads|says)|[:=>-]|\.\.+|…)\s*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\s*(?:(?:ok(?:ay)?|so|and|it'?s|it is|its|here(?: it is| you go| goes)?|is|that'?s|this|yes|sure|alright"
    r"|right|there|the|then|again|sorry|no|wait"
    r"|i mean|voila|got it|found it|as promised|please|pls|remember|save|store|note|keep|memorize|for me"
    r"|down)\b[\s,:.!-]*)*",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:(?:second|other|last|next|first|remaining|third|final) (?:half|part|bit|piece|\w+ digits|digits"
    r"|chunk|characters|letters|one|word)|the rest(?: of it)?"
    r"|rest|(?:it )?(?:ends?|starts?|begins?) (?:with|in)|followed by|and then|it)\b",
    re.IGNORECASE,
)
_HEARD = re.compile(
    r"\s*(?:(?:noted|understood|got (?:it|that)|gotcha|thanks?(?: you)?(?: so much| a lot)?|thx|cheers|sorry"
    r"|ok(?:ay)?|no (?:problem|worries)|one (?:moment|sec(?:ond)?|minute)|(?:hang|hold) on|wait(?:ing)?|typing"
    r"|brb|hi|hey|hello|copy(?: that)?|roger(?: that)?|al(?:l )?right|great|cool|nice|fine|good|sure(?: thing)?"
    r"|yes|yeah|yep|no|nope|h?mm+|done|received|saved|will do|listening|i'?m (?:listening|here|ready)"
    r"|(?:please )?go (?:ahead|on)|right|indeed|of course|certainly|absolutely|please)\b[\s,.!?…-]*)+",
    re.IGNORECASE,
)
"""The whole of a message that says that one was heard, and gives nothing."""


def find_announced(before: str, text: str) -> Iterator[Span]:
    """Yield what in a text is the value of a password, code, key or number that an earlier message announced."""
    if _HEARD.fullmatch(text):
        return _nothing()
    before = before[-REACH:]
    if _is_a_list_of_words(text) and any(each.sort == "phrase" for each in find_keywords(before)):
        return iter([("seed_phrase", 0, len(text))])
    open_end = _OPEN_END.search(before) is not None
    if not (open_end or _COMING.search(before) or _asks(before)):
        return _nothing()
    return _announced(before, text, open_end)


def _is_a_list_of_words(text: str) -> bool:
    """Tell a message of as many words as a wallet has, most of them from its list, and of nothing else."""
    words = text[:400].lower().replace(",", " ").split()
    return len(words) in _OF_A_WALLET and all(map(str.isalpha, words)) and are_listed(words)


_OF_A_WALLET = (12, 15, 18, 21, 24, 25)
"""Words of a phrase (BIP-39, and Monero's)."""


_A_CODE = re.compile(
    r"\b(?:the|my|your|that|a|this)\s+code\b(?!\s+(?:review|base|is (?:broken|bad|fine)|works|runs|compiles))",
    re.IGNORECASE,
)


def _asks(before: str) -> bool:
    """Tell "your pin?" from a question that wants something else: "can you reset my pin?"."""
    return before.rstrip().endswith("?") and not re.search(
        r"\b(?:can|do|did|does|how|why|is|are|was|should|where|when|have|has|who)\b",
        before,
        re.IGNORECASE,
    )


def _nothing() -> Iterator[Span]:
    yield from ()


def _announced(before: str, text: str, open_end: bool) -> Iterator[Span]:
    yield from _read_on(before, " ", text, find_account_numbers)
    if open_end:
        yield from _read_on(before, "\n", text, find_credentials)
    keyword = None
    for each in find_keywords(before):
        keyword = each  # the last one
    if keyword is None and (code := _A_CODE.search(before)):
        keyword = Keyword(before, code.start(), code.end(), "access code", "code")
    if keyword is not None:
        yield from _part(keyword, text)
        yield from _lone(keyword, text)


def _read_on(
    before: str, between: str, text: str, find: Callable[[str], Iterator[Span]]
) -> Iterator[Span]:
    """Yield what shows when the text is read as the end of what was said before."""
    skipped = len(before) + len(between)
    for kind, start, end in find(before + between + text):
        if start >= skipped:
            yield kind, start - skipped, end - skipped


def _part(keyword: Keyword, text: str) -> Iterator[Span]:
    """Yield the value of "the second half is VALUE", or "it's VALUE" where it cannot be a word."""
    lead = _LEAD.match(text)
    part = _PART.match(text, lead.end() if lead else 0)
    if part is None:
        return
    said = f"{keyword.word} {text[part.end() :].lstrip()}"
    skipped = len(text) - len(said)
    for kind, start, end in find_credentials(said):
        value = said[start:end]
        if start + skipped >= part.end() and (part[0] != "it" or _fits(keyword.sort, value, False)):
            yield kind, start + skipped, end + skipped


def _lone(keyword: Keyword, text: str) -> Iterator[Span]:
    """Yield a value that stands alone, or opens the message."""
    sort, tail = keyword.sort, keyword.text[keyword.end :]
    explicit = _OPEN_END.search(tail) is not None or not tail.strip(" .!?\"'")
    explicit = explicit or (sort in ("pin", "code") and _asks(keyword.text))
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    words = text[start : start + 600].split()
    if sort == "phrase":
        if len(words) >= 6 and sum(word.lower() in PROSE for word in words) * 4 < len(words):
            yield "seed_phrase", start, len(text)
        return
    for word in _places(text, start, len(words)):
        value = clean(word[0])
        if _fits(sort, value, len(words) == 1 and explicit):
            yield keyword.kind, word.start(), word.start() + len(value)
            return


_WORD = re.compile(r"\d+(?: \d+)+|[^\s,;\"'`]+")


def _places(text: str, start: int, words: int) -> Iterator[re.Match[str]]:
    """Yield where a value may stand: first, anywhere in two words, or last behind a colon."""
    found = list(_WORD.finditer(text, start, start + 400))
    yield from found[:1]
    if words <= 2:
        yield from found[1:]
    elif found and re.search(r":\s*[\"'`]?$", text[: found[-1].start()]):
        yield found[-1]


def _fits(sort: str, value: str, alone: bool) -> bool:
    digits = re.sub(r"[ -]", "", value)
    if sort in ("pin", "code") and digits.isdigit():
        return 4 <= len(digits) <= 8
    if (
        not is_value(value.split(" ")[0])
        or value.lower() in JOINING
        or re.search(r".@\w+\.", value)
    ):
        return False
    if " " in value and not digits.isdigit():
        return False
    if sort in ("pin", "code"):
        return alone and strong(value)
    if sort == "key":
        return jumbled(value, 12) or (alone and len(value) >= 8 and strong(value))
    return strong(value) or (alone and len(value) >= 3)
