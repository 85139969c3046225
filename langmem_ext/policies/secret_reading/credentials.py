"""Which words in a sentence are a password, a PIN or a key that someone gives away?

People write "the wifi password is swordfish", not `password=swordfish`. A keyword alone proves nothing ("I forgot my
password", "my password is too weak"): what follows must read as a value, and the farther it stands from the keyword,
the less it may read as a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.credential_values import (
    ADJECTIVE,
    clean,
    is_value,
    jumbled,
    strong,
)
from langmem_ext.policies.secret_reading.keywords import Keyword, find_keywords
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.value_ends import (
    bare_end,
    changed_end,
    digits_end,
    far_end,
    given_end,
    is_reference,
    is_word,
    last_end,
)

_TELLING = re.compile(r"[\d!@#$%^&*+=~?]")
"""What a value far from its keyword has one of."""

_REACH = 220
"""Characters after a keyword in which its value may begin."""

# What may stand between the keyword and the value: "for the safe", "that I use at work", "(the old one)".
_NAME = r"[\w'@./&+-]+"
_DETAIL = (
    rf"(?:\s+(?:for|to|of|on|at|in|with|from|von|fur|para|de|del|do|da|pour|du|zum|vom|van|voor|av|till|til"
    rf"|della|dello|per|der|des|den|dla|na)\s+"
    rf"(?:{_NAME}\s+){{0,5}}?{_NAME})?"
    rf"(?:\s+(?:(?:that|which)\s+)?(?:i|we|you|they|he|she|it|(?:my|our|the) \w+)(?:'\w+)?\s+"
    rf"(?:{_NAME}\s+){{0,5}}?{_NAME})?"
    rf"(?:\s+(?:for|to|on|at|in|with|from)\s+(?:{_NAME}\s+){{0,3}}?{_NAME})?"
    r"(?:\s*[(\[][^()\[\]\n]{0,40}[)\]]|,[^,.\n]{1,30},)?"
)
_COPULA = (
    r"(?:\s+down(?=\s?[:=]))?(?:(?P<assigned>[\"'`*_]{0,4}\s*(?:=>|-{1,2}>|:=|={1,2}|:{1,2}|→)\s*)"
    r"|\s+(?:(?:(?:is|was|has been|have been|had been|got|has|have)\s+)?(?:now\s+)?(?:set|changed|reset|updated"
    r"|switched)"
    r" (?:to|as)|used to be|will be|would be|should be|must be|might be|may be|could be|(?:happens?|turned out"
    r"|turns out|ended up|seems|appears|needs|has|ought|supposed|used) (?:to be|being|as)|(?:has|had)\s+"
    r"(?:always\s+)?been"
    r"|c'?est|is|iz|lautet|era|to jest|jest|er|ar|was|are|were|es|est|ist|war|e|equals|reads|remains|stays|becomes"
    r"|starts(?: with)?|begins(?: with)?|ends (?:with|in)|goes|means)"
    r"\s*[:=-]?\s+|\?\s+|\s+[-–]{1,2}\s+|\s+(?=[\"'`]\S))"
)
_FILLER = (
    r"(?:(?:it'?s|it is|that'?s|also|\w{3,10}ly|maybe|now|still|always|just|like|this|again|always|uh+|um+|erm?|hmm+"
    r"|ok(?:ay)?|so|well"
    r"|simply|(?:the|a) (?:word|phrase|name|month|colou?r|city)(?! of\b)|i think|i believe|i guess|you know|of"
    r" course|as follows|the following|the same|here|called|spelled"
    r"|all lower ?case"
    r"|all caps|one word|probably|sth like|something like|kinda|sort of|is|a(?=:)|answer(?=:))\b[,:]?\s*"
    r"(?:\.{2,3}\s*)?)*"
)
_VALUE = (
    r"(?P<q>[\"'`“*]{1,3})?(?P<v>(?(q)[^\"'`”*\n]{1,200}"
    r"|[^\s,;\"'`]{1,200}(?:,(?=\S)[^\s,;\"'`]{1,100})?))"
)

_GIVEN = re.compile(
    rf"(?:'s:?\s+|[\"'`*_)\]]{{0,3}}{_DETAIL}{_COPULA}){_FILLER}{_VALUE}", re.IGNORECASE
)
_BARE = re.compile(rf"[\"'`*_]{{0,3}}(?:\s*[(/|,\[-]+\s*|\s+){_VALUE}", re.IGNORECASE)
_FAR = re.compile(
    rf"[^.!?\n]{{1,90}}?(?:\b(?:is|was|are|be|to|it's|its|uses?|used|as|into|say|says|said|namely)\b|[:=]"
    rf"|->)\s+{_FILLER}{_VALUE}",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    rf"[^.!?\n]{{0,60}}(?:\.(?=\s)|[!?,;:\n–]|\s-+|\.\.+)\s*(?:{_FILLER}){_VALUE}\s*[.!]*\s*(?:$|\n)",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(
    r"[^.!?\n]{0,30}?(?:\b(?:is|was|it's)\b|[:=])\s*(?:(?!(?:in|since|on|of|until|by|from|at|around|before"
    r"|after|for|than|only|be)\s)[\w']+\s+){1,6}"
    r"(?<!in )(?<!since )(?<!of )(?<!by )(?<!for )(?P<v>\d{4,8})\s*[.!]*\s*(?:$|\n)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:set|chang\w+|updat\w+|reset|made|make|switch\w*|rotat\w+)\b[^.!?\n]{0,50}$", re.I
)
_CHANGED_TO = re.compile(
    rf"{_DETAIL}(?:\s+from\s+\S+)?(?:\s+back)?\s+(?:to|as)\s+{_FILLER}{_VALUE}", re.I
)
_CHANGED_FROM = re.compile(rf"{_DETAIL}\s+from\s+{_VALUE}", re.I)
_REVERSED = re.compile(
    r"(?:^|[\s\"'`:(])(?P<v>[^\s,;\"'`]{3,200})[\"'`]?(?:[,.;:)]|\s+[-–]+|\.\.+)?\s+(?:and\s+|so\s+)?"
    r"(?:is|was|as|(?:should|will|would|must|could|might) be|works as|being|that'?s|that is|that was|it'?s"
    r"|which is|for|[-=]|<[-=]+|←|\(that'?s|\(it'?s|\()\s*(?:(?:also|still|now|actually)\s+)?"
    r"(?:(?:the|my|our|his|her|their|your|a)\s+)?(?:[\w'-]+\s+){0,4}$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[\"'`]?\s*(?:$|[.!,;)\n]|(?:for|to|of|on|at|in|and|but|btw|now|right now|so|please|pls)\b)",
    re.I,
)


def find_credentials(text: str) -> Iterator[Span]:
    """Yield values that a sentence gives as a password, PIN, code, seed phrase, key or token."""
    for keyword in find_keywords(text):
        if found := _after(keyword) or _before(keyword):
            yield keyword.kind, *found
            for start, end in (*_replaced(keyword, found[0]), *_further(keyword, found[1])):
                yield keyword.kind, start, end


def _after(keyword: Keyword) -> tuple[int, int] | None:
    """Return where the value stands that follows the keyword."""
    base, kind = keyword.end, keyword.sort
    text, at = keyword.text[base : base + _REACH + 400], 0
    telling = _TELLING.search(text) is not None
    for pattern, end_of in (
        (_GIVEN, given_end),
        (_BARE, bare_end),
        (_FAR, far_end),
        (_AFTERWARDS, last_end),
        (_LAST_WORD, last_end),
    ):
        if not telling and pattern in (_FAR, _AFTERWARDS, _LAST_WORD):
            break
        for match in _candidates(pattern, text, at):
            if end := end_of(match, kind, keyword.word):
                return base + match.start("v"), base + end
    return _changed(keyword, text)


def _candidates(pattern: re.Pattern[str], text: str, at: int) -> Iterator[re.Match[str]]:
    """Yield the match at a place, and for the far ones those behind it."""
    match = pattern.match(text, at)
    tries = 4 if pattern is _FAR else 1
    while match and tries:
        yield match
        start = match.end("v")
        if start - at > _REACH:
            return
        match, tries = (pattern.match(text, start) if pattern is _FAR else None), tries - 1


def _changed(keyword: Keyword, text: str) -> tuple[int, int] | None:
    """ "I changed my password to VALUE": a plain word counts only where the sentence ends."""
    said, kind = keyword.text[max(0, keyword.start - 60) : keyword.start], keyword.sort
    if kind not in ("password", "pin", "code") or not _CHANGED.search(said):
        return None
    for pattern in (_CHANGED_TO, _CHANGED_FROM):
        match = pattern.match(text)
        if match and (end := changed_end(match, kind)):
            return keyword.end + match.start("v"), keyword.end + end
    return None


_REPLACED = re.compile(
    r"\bfrom\s+[\"'`]?(?P<v>[^\s,;\"'`]{3,100})[\"'`]?\s+(?:in)?to\s+[\"'`]?$", re.I
)


def _replaced(keyword: Keyword, at: int) -> Iterator[tuple[int, int]]:
    """Yield the old value in "from OLD to NEW"."""
    start = keyword.end
    match = _REPLACED.search(keyword.text, start, at) if at > start else None
    if match and is_value(match["v"]):
        yield match.start("v"), match.end("v")


def _before(keyword: Keyword) -> tuple[int, int] | None:
    """Return where the value stands in "VALUE is my password"."""
    start, match = max(0, keyword.start - 100), None
    for each in _REVERSED.finditer(keyword.text[start : keyword.start]):
        match = each  # the last one
    if match and _reversed_fits(match, keyword):
        value = clean(match["v"])
        return start + match.start("v"), start + match.start("v") + len(value)
    return _beside(keyword, start) if keyword.sort == "password" else None


# Words before a token that make it the name of something: "for host-42", "user ana99".
_NAMES_IT = re.compile(
    r"\b(?:for|on|of|to|in|at|from|by|via|than|about|the|an?|my|our|his|her|their|this|version|model|like|named"
    r"|called|user\w*|account|handle|nick\w*|login|id|network|ssid"
    r"|host|server|e-?mail|as|until|since|bought|got)[\s:=]+[\"'`]?$",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"(?<![^\s\"'`(,:])(?P<v>[^\s,;\"'`()]{6,60})")


def _beside(keyword: Keyword, start: int) -> tuple[int, int] | None:
    """ "Same one everywhere, Fluffy1999, a bad habit for a password": what can only be one, in the same sentence."""
    text, end = keyword.text, keyword.end + 100
    if not re.search(r"\d", text[start:end]):
        return None
    if re.search(
        r"\b(?:weak|strong|bad|good|common|worst|best|typical|example)\s+$",
        text[start : keyword.start],
        re.I,
    ):
        return None
    ends = [mark.start() for mark in re.finditer(r"[.!?](?:\s|$)|\n", text[start:end])]
    low = start + max((at + 1 for at in ends if start + at < keyword.start), default=0)
    high = start + min((at + 1 for at in ends if start + at >= keyword.end), default=end - start)
    for match in _TOKEN.finditer(text, low, min(high, len(text))):
        value = clean(match["v"])
        named = _NAMES_IT.search(text[max(0, match.start() - 24) : match.start()])
        if not named and _passwordish(value):
            return match.start("v"), match.start("v") + len(value)
    return None


def _passwordish(value: str) -> bool:
    """Letters that read as a word run together with digits, and no product's name."""
    words = re.search(r"[^\W\d_]{3}", value) and re.search(r"\d", value)
    return bool(
        words
        and not AT_A_HOST.fullmatch(value)
        and strong(value)
        and is_value(value)
        and not is_reference(value)
        and re.search(r"[^\W\d_][\d!@#$_-]+[\d!]*|\d[^\W\d_]", value)
    )


AT_A_HOST = re.compile(r"[a-z_][\w.-]*@[a-z][\w.-]*(?::[\w./~-]*)?")
"""Who logs in where: deploy@web03."""


def _reversed_fits(match: re.Match[str], keyword: Keyword) -> bool:
    """ "hunter2 is my password"; a plain word only as the whole subject of the sentence."""
    value, sort = clean(match["v"]), keyword.sort
    if sort == "phrase" or not is_value(value) or is_reference(value):
        return False
    if sort in ("pin", "code"):
        return re.fullmatch(r"[\d-]{4,12}", value) is not None
    if sort == "key":
        return jumbled(value, 12) and not is_word(value)
    if strong(value) or (value.isdigit() and len(value) >= 4):
        return not AT_A_HOST.fullmatch(value)
    opens = re.search(r"(?:^|[.!?\n])[\"'`\s]*$", match.string[: match.start("v")])
    plain = len(value) >= 4 and value.isalpha() and not ADJECTIVE.search(value)
    says = re.search(r"\s(?:is|was)\s+(?:the|my|our|his|her|their)\s", match[0] + " ")
    return bool(opens and plain and says and _CLAUSE_END.match(keyword.text, keyword.end))


_MORE = re.compile(
    r"(?:[\s,;/|]+(?:(?:and|or|then|plus|also|sorry|no|wait|i mean|i meant|actually|correction|rather|make that"
    r"|i\.?e\.?|aka|that is|meaning|so|=|\(|not|but|now|(?:the |my )?(?:new|old|other|second|current|backup"
    r"|previous|work|home) (?:one|password|pin|code)? ?(?:is|was|:))[\s,:]+)*)"
    r"(?P<v>[^\s,;/|\"'`]{3,200})",
    re.IGNORECASE,
)


_ANOTHER = re.compile(
    r"(?:,|;|\band)\s+(?:and )?(?:[\w'-]+ ){1,4}?(?:is |was |= ?|: ?)?(?P<v>\d{4}|\d{6})(?=\s*(?:$"
    r"|[,;.)\n]|and\b))"
)
_PARTS = re.compile(
    r"[\s,;.]*(?:(?:and|then|,)\s+)*(?:the |it'?s )?(?:second|other|third|last|next|final|rest|remaining)"
    r"(?: (?:half|part|bit|piece|one|digits|characters))?(?: of it)?"
    r"\s*(?:is|was|are|:|=)\s*[\"'`]?(?P<v>[^\s,;\"'`]{2,100})",
    re.IGNORECASE,
)


def _further(keyword: Keyword, at: int) -> Iterator[tuple[int, int]]:
    """Yield what follows in a list, or as a correction: "4470, no wait, 4471"."""
    text, kind = keyword.text, keyword.sort
    for _ in range(24):
        if (
            (part := _PARTS.match(text, at))
            and is_value(clean(part["v"]))
            and not clean(part["v"]).isalpha()
        ):
            at = part.start("v") + len(clean(part["v"]))
            yield part.start("v"), at
            continue
        match = _MORE.match(text, at)
        value = clean(match["v"]) if match else ""
        if kind in ("pin", "code") and match and (end := digits_end(match, 4)):
            pass
        elif match and kind in ("password", "key") and strong(value) and is_value(value):
            end = match.start("v") + len(value)
        else:
            break
        yield match.start("v"), end
        at = end
    if kind in ("pin", "code"):
        yield from (
            (each.start("v"), each.end("v")) for each in _ANOTHER.finditer(text, at, at + 160)
        )
    if kind == "password":
        yield from _later(text, at)


def _later(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield the next ones of the sentence: "X for the mail and Y for the bank"."""
    end = next(
        (mark.start() for mark in re.finditer(r"[.!?](?:\s|$)|\n", text[at : at + 160])), 160
    )
    for match in _TOKEN.finditer(text, at, min(at + end, len(text))):
        named = _NAMES_IT.search(text[max(0, match.start() - 24) : match.start()])
        if not named and _passwordish(clean(match["v"])):
            yield match.start("v"), match.start("v") + len(clean(match["v"]))
