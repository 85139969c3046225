"""Which words in a sentence are a password, a PIN or a key that someone gives away?

People write "the wifi password is swordfish", not `password=swordfish`. A keyword alone proves nothing ("I forgot my
password", "my password is too weak"): what follows must read as a value, and the farther it stands from the keyword,
the less it may read as a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from langmem_ext.policies.credential_values import (
    ADJECTIVE,
    JOINING,
    PROSE,
    clean,
    is_value,
    jumbled,
    mixed,
    strong,
)
from langmem_ext.policies.credential_words import COMPOUND, KEYWORD, may_announce, means_another
from langmem_ext.policies.folding import lowered
from langmem_ext.policies.token_forms import Span

_POSTAL = re.compile(
    r"pin ?(?:code|no|number)?(?: is| for| of| in|:)*(?: (?!my|the|our|his|her|your|this|that|their"
    r"|a\b)[a-z]+){1,3} (?:is|was|[:=-]) ?[1-9]\d{5}\b"
    r"|pin ?code(?: is|:)? ?[1-9]\d{5},? (?:is|in|at) (?-i:[A-Z])",
    re.IGNORECASE,
)
"""What India calls its postal codes: six digits, and a place rather than somebody's card or door."""

_TELLING = re.compile(r"[\d!@#$%^&*+=~?]")
"""What a value far from its keyword has one of."""

_REACH = 220
"""Characters after a keyword in which its value may begin."""

# What may stand between the keyword and the value: "for the safe", "that I use at work", "(the old one)".
_NAME = r"[\w'@./&+-]+"
_DETAIL = (
    rf"(?:\s+(?:for|to|of|on|at|in|with|from|von|fur|para|de|del|do|da|pour|du|zum|vom)\s+"
    rf"(?:{_NAME}\s+){{0,5}}?{_NAME})?"
    rf"(?:\s+(?:(?:that|which)\s+)?(?:i|we|you|they|he|she|it|(?:my|our|the) \w+)(?:'\w+)?\s+"
    rf"(?:{_NAME}\s+){{0,5}}?{_NAME})?"
    rf"(?:\s+(?:for|to|on|at|in|with|from)\s+(?:{_NAME}\s+){{0,3}}?{_NAME})?"
    r"(?:\s*[(\[][^()\[\]\n]{0,40}[)\]]|,[^,.\n]{1,30},)?"
)
_COPULA = (
    r"(?:(?P<assigned>[\"'`*_]{0,4}\s*(?:=>|-{1,2}>|:=|={1,2}|:{1,2}|→)\s*)"
    r"|\s+(?:(?:(?:is|was|has been|have been|had been|got|has|have)\s+)?(?:now\s+)?(?:set|changed|reset|updated"
    r"|switched)"
    r" (?:to|as)|used to be|will be|would be|should be|must be|might be|may be|could be|(?:happens?|turned out"
    r"|turns out|ended up|seems|appears|needs|has|ought|supposed|used) (?:to be|being|as)|(?:has|had)\s+"
    r"(?:always\s+)?been"
    r"|c'?est|is|iz|lautet|era|to jest|was|are|were|es|est|ist|war|e|equals|reads|remains|stays|becomes"
    r"|starts(?: with)?|begins(?: with)?|ends (?:with|in)|goes|means)"
    r"\s*[:=-]?\s+|\?\s+|\s+[-–]{1,2}\s+|\s+(?=[\"'`]\S))"
)
_FILLER = (
    r"(?:(?:it'?s|it is|that'?s|also|\w{3,10}ly|maybe|now|still|just|like|this|again|always|uh+|um+|erm?|hmm+"
    r"|ok(?:ay)?|so|well"
    r"|i think|i believe|i guess|you know|of course|as follows|the following|the same|here|called|spelled"
    r"|all lower ?case"
    r"|all caps|one word|probably|sth like|something like|kinda|sort of|is|a(?=:)|answer(?=:))\b[,:]?\s*"
    r"(?:\.{2,3}\s*)?)*"
)
_VALUE = r"(?P<q>[\"'`“*]{1,3})?(?P<v>(?(q)[^\"'`”*\n]{1,200}|[^\s,;\"'`]{1,200}(?:,(?=\S)[^\s,;\"'`]{1,100})?))"

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
    rf"[^.!?\n]{{0,60}}(?:[.!?,;:\n–]|\s-+|\.\.+)\s*(?:{_FILLER}){_VALUE}\s*[.!]*\s*(?:$|\n)",
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


@dataclass(frozen=True, slots=True)
class Keyword:
    """One announcement in a text: where it stands, the word in lower case, and what sort of value it announces."""

    text: str
    start: int
    end: int
    word: str
    sort: str

    @property
    def kind(self) -> str:
        """Return the kind that a finding carries."""
        if self.sort == "key":
            return "access_token" if re.search(r"token|cookie|sess", self.word) else "api_key"
        if self.sort == "code":
            return "pin" if re.search(r"^cv|\bpins?\b", self.word) else "password"
        return "seed_phrase" if self.sort == "phrase" else self.sort


def find_keywords(text: str) -> Iterator[Keyword]:
    """Yield the announcements in a text, except where the words around make them something else."""
    low = lowered(text)
    if not may_announce(low):
        return
    for match in KEYWORD.finditer(low):
        before = low[max(0, match.start() - 24) : match.start()]
        variable = before[-1:] in ("$", "{", "%")
        other = variable or COMPOUND.match(low, match.end()) or means_another(match[0], before)
        if not other and not _POSTAL.match(text, match.start()):
            sort = {"cjk": "password", "leet": "key"}.get(
                match.lastgroup or "", match.lastgroup or ""
            )
            yield Keyword(text, match.start(), match.end(), match[0], sort)


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
        (_GIVEN, _given_end),
        (_BARE, _bare_end),
        (_FAR, _far_end),
        (_AFTERWARDS, _last_end),
        (_LAST_WORD, _last_end),
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
        if match and (end := _changed_end(match, kind)):
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
        and strong(value)
        and is_value(value)
        and not _is_reference(value)
        and re.search(r"[^\W\d_][\d!@#$_-]+[\d!]*|\d[^\W\d_]", value)
    )


# Where a value ends; 0 = there is none


def _given_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "my password is VALUE" or "password: VALUE"."""
    value, assigned = clean(match["v"]), bool(match["assigned"])
    if "answer" in word.lower() and is_value(value):
        return match.start("v") + len(re.match(r"[^.!?\n]*", match.string[match.start("v") :])[0])  # type: ignore[index]
    if match.string.startswith("'s ", match.end("v")) and not match["q"]:
        return 0
    if match["q"]:
        return _quoted_end(match, kind, value)
    if kind == "phrase":
        return _phrase_end(match, word)
    if kind in ("pin", "code"):
        return _digits_end(match, 4 if kind == "pin" else 3)
    if kind == "key":
        return _key_end(match, value, assigned, word)
    if word.lower() == "pass" and not (strong(value) or (assigned and is_value(value))):
        return 0
    if not is_value(value):
        return _passphrase_end(match, "=" in (match["assigned"] or ""))
    return _password_end(match, value, assigned, word)


def _quoted_end(match: re.Match[str], kind: str, value: str) -> int:
    first = value.split(" ")[0] or value
    if kind == "password" and match["assigned"] and value.count(" ") >= 2 and value[0].isalnum():
        return match.end("v")
    if kind == "key" and not (len(value) >= 6 and mixed(value)):
        return 0
    if kind in ("pin", "code") and not re.search(r"\d{3}|\d.*[A-Za-z]|[A-Za-z].*\d", value):
        return 0
    name = (
        re.fullmatch(r"[a-z]+(?:_[a-z]+)+", value) is not None
    )  # "password", "api_key": names in code
    return match.end("v") if len(value) >= 3 and is_value(first) and not name else 0


def _key_end(match: re.Match[str], value: str, assigned: bool, word: str) -> int:
    loose = re.fullmatch(
        r"tokens?|secrets?|creds|credentials?|pat|.*session.*|.*\bid\b.*|seed|dsn", word, re.I
    )
    if not is_value(value) or len(value) < 6 or value.isdigit() or "://" in value:
        return 0
    random = (mixed(value) or jumbled(value, 16)) and not _is_word(value)
    fits = random or (assigned and not loose and not value.isalpha())
    return match.start("v") + len(value) if fits else 0


def _is_word(value: str) -> bool:
    return (
        not jumbled(value, 20)
        and re.fullmatch(r"[A-Za-z]+[?!]*|[A-Za-z]+-?\d|[\w.-]+\(.*|/?(?:[\w.-]+/)+[\w.-]*", value)
        is not None
    )


def _password_end(match: re.Match[str], value: str, assigned: bool, word: str) -> int:
    end = match.start("v") + len(value)
    if not value.isalpha():
        if _is_reference(value) and not assigned:
            return 0
        return end if len(value) >= (2 if assigned else 3) else 0
    if len(value) < 3 or (not assigned and (ADJECTIVE.search(value) or word[-1] in "sS")):
        return 0
    following = re.match(r"\s+([\w']+)", match.string[end : end + 40])
    if following and following[1].lower() not in JOINING:
        return _words_end(match, 8)
    contracted = re.match(r"'?s\b", match.group(0).lstrip("\"'`")) is not None
    return 0 if contracted and following and not assigned else end


def _is_reference(value: str) -> bool:
    """Tell an address, a path or a product's name: where the password is, not what it is."""
    return (
        re.match(r"https?://|/[\w/]+$|~/|\w+@\w+\.\w|(?:1|last|one)-?pass(?:word)?\b", value, re.I)
        is not None
    )


_PHRASE_WORD = re.compile(r"[\s,]*(?:\d+[.):]?\s*)?([\w'-]+)")


def _phrase_end(match: re.Match[str], word: str) -> int:
    """Words of a wallet: from three on, from eight where the keyword may be a plant's."""
    end = _words_end(match, 32, frozenset({"and", "but", "please", "ok", "the"}))
    said = match.string[match.start("v") : end]
    words = re.findall(r"[A-Za-z]+", said)
    if not words or (words[0].lower() in PROSE and len(words) < 11):
        return end if mixed(said) and jumbled(clean(match["v"]), 10) else 0
    return end if len(words) >= (8 if word.lower() == "seed" else 3) else 0


def _passphrase_end(match: re.Match[str], equals: bool) -> int:
    """Four or more plain words to the end of the clause: "correct horse battery staple"."""
    end = _words_end(match, 8)
    words = match.string[match.start("v") : end].lower().split()
    plain = all(w.isalpha() and w not in PROSE and not ADJECTIVE.search(w) for w in words[1:])
    fits = words[:1] and (equals or words[0] in ("correct", "random", "blank"))
    return end if len(words) >= 4 and fits and plain else 0


def _words_end(match: re.Match[str], most: int, stop: frozenset[str] = JOINING) -> int:
    """Extend over the words of a passphrase, up to punctuation or a joining word."""
    start = end = match.start("v")
    while most and (word := _PHRASE_WORD.match(match.string, end, start + 600)):
        if end > start and word[1].lower() in stop:
            break
        end, most = word.end(), most - 1
    return end


_DIGITS = re.compile(
    r"#?\d(?:(?:[ .*/-]|, ?)?\d)*(?![\w:/%]|[.,]\d|\s?(?:%|€|\$|digits?\b|characters?\b|minutes?\b|days?\b"
    r"|hours?\b|times\b|euros?\b|dollars?\b|seconds?\b|people\b|letters?\b|years?\b|months?\b|weeks?\b))"
)


def _digits_end(match: re.Match[str], least: int) -> int:
    """End of a run of at least `least` digits where the value starts."""
    rest = match.string[match.start("v") : match.start("v") + 60]
    run = _DIGITS.match(rest)
    if run and least <= sum(char.isdigit() for char in run[0]) <= 12:
        return match.start("v") + run.end()
    value = clean(match["v"])
    fits = len(value) >= 4 and re.search(r"\d", value) and is_value(value) and mixed(value)
    return match.start("v") + len(value) if fits and not _is_reference(value) else 0


def _changed_end(match: re.Match[str], kind: str) -> int:
    value = clean(match["v"])
    if kind in ("pin", "code"):
        return _digits_end(match, 4)
    end = match.start("v") + len(value)
    at_end = re.match(r"[.!\"'`]*\s*(?:$|\n|,)", match.string[end : end + 40])
    fits = is_value(value) and len(value) >= 3 and (mixed(value) or match["q"] or at_end)
    return end if fits else 0


def _bare_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "password hunter2": with nothing between, only a value that cannot be a word counts."""
    value = clean(match["v"])
    if kind in ("pin", "code"):
        return _digits_end(match, 4 if kind == "pin" else 3)
    if kind == "phrase":
        return (
            _phrase_end(match, "seed" if word.lower() != "mnemonic" else word)
            if not match["q"]
            else 0
        )
    if not is_value(value):
        return 0
    if kind == "password":
        if (
            _SHORT.fullmatch(word)
            and _ends(match)
            and len(value) >= 4
            and not ADJECTIVE.search(value)
        ):
            return match.start("v") + len(value)
        number = value.isdigit() and len(value) >= 4 and not re.match(r"(?:19|20)\d\d$", value)
        fits = (
            strong(value)
            or strong(match["v"])
            or number
            or bool(match["q"] and len(value) >= 5 and mixed(value))
        )
    else:
        fits = jumbled(value, 12) and not _is_word(value) and not _is_reference(value)
    return match.start("v") + len(value) if fits else 0


_SHORT = re.compile(r"pw|pwd|passwd|psw", re.IGNORECASE)


def _ends(match: re.Match[str]) -> bool:
    """Tell whether the message ends with this value."""
    return not match.string[match.end("v") :].strip(" .!\"'`")


def _far_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "the password that they gave me on Monday is VALUE"."""
    value = clean(match["v"])
    if kind in ("pin", "code"):
        run = re.match(r"\d[\d -]{2,10}\d(?![\w:/%.])", value)
        year = re.match(r"(?:19|20)\d\d$", value)
        return match.start("v") + run.end() if run and not year and is_value(value) else 0
    if kind == "phrase" or not is_value(value):
        return 0
    fits = strong(value) if kind == "password" else jumbled(value, 16) and not _is_word(value)
    return match.start("v") + len(value) if fits and not _is_reference(value) else 0


def _last_end(match: re.Match[str], kind: str, word: str) -> int:
    """ "my pin is the old one, VALUE", where the message ends."""
    if kind in ("pin", "code") and re.fullmatch(r"\d{4,8}", clean(match["v"])):
        if re.search(r"\b(?:forgot|lost|changed|stolen|compromised)\b", match[0]):
            return 0
        return match.start("v") + len(clean(match["v"]))
    return _far_end(match, kind, word)


def _reversed_fits(match: re.Match[str], keyword: Keyword) -> bool:
    """ "hunter2 is my password"; a plain word only as the whole subject of the sentence."""
    value, sort = clean(match["v"]), keyword.sort
    if sort == "phrase" or not is_value(value) or _is_reference(value):
        return False
    if sort in ("pin", "code"):
        return re.fullmatch(r"[\d-]{4,12}", value) is not None
    if sort == "key":
        return jumbled(value, 12) and not _is_word(value)
    if strong(value) or (value.isdigit() and len(value) >= 4):
        return True
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
        if kind in ("pin", "code") and match and (end := _digits_end(match, 4)):
            pass
        elif match and kind in ("password", "key") and strong(value) and is_value(value):
            end = match.start("v") + len(value)
        else:
            break
        yield match.start("v"), end
        at = end
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
