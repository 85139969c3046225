"""Is a message, as a whole, the value that the one before it spoke of?

"Is there a nice way to print the wifi password?", and then "marmot-hut-2024": the first announces nothing, and yet a
message that is nothing but such a value can hardly be anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.account_numbers import find_account_numbers
from langmem_ext.policies.secret_reading.announced_answers import REPLIES
from langmem_ext.policies.secret_reading.credential_values import PROSE, clean, jumbled
from langmem_ext.policies.secret_reading.credentials import AT_A_HOST
from langmem_ext.policies.secret_reading.keywords import Keyword, find_keywords
from langmem_ext.policies.secret_reading.plain_passwords import phrase_could_be
from langmem_ext.policies.secret_reading.sent_codes import find_sent_codes
from langmem_ext.policies.secret_reading.token_forms import Span
from langmem_ext.policies.secret_reading.unnamed_passwords import unlike_words

_LEAD = re.compile(
    r"\s*(?:(?:ok(?:ay)?|so|and|ah+|oh|yes|yeah|sure|right|well|here(?: it is| you go| we go)?|found it|got it|sec"
    r"|i (?:think|believe|guess|took|chose|picked|use|put)|(?:the |my )?(?:new|old|current) one(?:'s| is| was)?"
    r"|mine(?:'s| is)?|it'?s|it (?:is|was)|that'?s|this is|they are|now|maybe|probably|please|all"
    r"|in(?= (?:all )?(?:small|capital|lower|upper))|lower ?case"
    r"|small letters|caps)\b[\s,.:;!…-]*)*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,.!?…\"')-]*(?:(?:btw|maybe|probably|i think|i guess|i believe|please|pls|thanks|thank you|thx|ok|right|is it"
    r"|it is|that'?s (?:it|all)|got it|now|for now|again|lol|haha|all (?:lower ?case|small|caps)|lower ?case"
    r"|(?:all )?(?:together|one word)|(?:no|without) (?:caps|capitals|spaces))"
    r"\b[\s,.!?…)]*)*",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\d+(?:[ .-]\d+)*(?!\w)|[^\s\"']+(?: [^\s\"']+)*?(?=[\s.,!?)\"']*$)")
_VALUE_ALONE = re.compile(rf"[^\s\"',]{{4,}}(?=,{_TAIL.pattern}$)", re.IGNORECASE)
"""A value before a comma, with no more than a word on how it is written."""
_OTHER_THING = re.compile(
    r"\b(?<!for the )(?<!for my )(?<!for )"
    r"(?:order|booking|reservation|members?(?:hip)?|customer|client|ticket|invoice|tracking|parcel|reference|ref"
    r"|case|claim|(?:tele)?phone(?= number)|zip|post(?:al|code)?|flight|serial|model|error|version|article|product"
    r"|extension|room|seat|branch|user ?name|e-?mail address|device)\b"
)
"""What a message goes on to speak of, of which a number may be."""
_ASKED = re.compile(
    r"\bhow (?:long|many|much|old|often|big|far|do|does|did|is|are|would|secure|strong)\b|\bwhat (?:year|time|does)\b"
    r"|\b(?:when|why|who|since)\b"
)
"""What is asked about a code, which a number may answer."""
_PROMISED = re.compile(
    r"\b(?:(?:one|a|1) (?:sec(?:ond)?|moment|minute|min)|let me (?:look|find|get|see|grab|type|copy|read)|lemme \w+"
    r"|hang on"
    r"|hold on|wait|i'?ll (?:type|send|paste|write|give|tell)|here (?:it|we)|coming(?: up)?|next message"
    r"|(?:as )?follow(?:s|ing)?|below)\b[^.!?\n]{0,30}[\s.!…:]*$"
)
_A_CODE = re.compile(
    r"\b(?:a|the|my|our|that|this|den|der|dein|euer|le|el|il|de) (?:code|codigo|codice)\b"
    r"(?! (?:review|base|is broken|of conduct))"
)
_OPENED = re.compile(
    r"\b(?:safes?|doors?|gates?|barrier|alarm|lock\w*|keypad|cards?|phone|tablet|laptop|garage|entr\w+|app|bank|sms"
    r"|text(?:ed)?|shed|bin store|key ?(?:safe|box)|building|padlock|haust[uü]r|tor|cadenas|coffre|portail)\b"
)
_NUMBER = re.compile(
    r"\b(?:(?:account|passport|social security|tax|licen[cs]e|identity|national insurance|personal|card|routing)"
    r" (?:number|no|id|card)|iban|ssn|passport|nin|bsn|pesel|sort code)\b"
)
_PRODUCT = re.compile(
    r"(?i:fritz!?box|tp-?link|netgear|speedport|livebox|linksys|d-?link|archer|windows|iphone|ipad|galaxy|pixel|macbook"
    r"|surface|thinkpad|android|ios|version|v)[ _-]?[A-Z]{0,4}\d+\w*|[A-Z]{1,4}-?\d{1,4}[A-Z]?"
)
"""Routers, phones and short designations, which answer the questions about passwords that people are asked."""


_LETTERED = re.compile(r"[A-Za-z]\d{4,5}[A-Za-z]?|\d{4,5}[A-Za-z]|[#*]\d{3,8}[#*]?|\d{3,8}[#*]")
"""A code with a letter or a sign of the keys at its end."""


def find_lone_reply(before: str, text: str) -> Iterator[Span]:
    """Yield the value that a message consists of, where the one before it spoke of a password, a code or a number."""
    if len(text) > _LONGEST:
        return
    yield from _on_the_back(before, text)
    yield from _after_a_name(before, text)
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    value = _VALUE_ALONE.match(text, start) or _VALUE.match(text, start)
    if value is None or not _TAIL.fullmatch(text, value.end()):
        return
    yield from _named(before, text, start)
    keyword = _spoken_of(before)
    yield from _of_words(before, keyword, text, start, clean(value[0]))
    if keyword is None or not keyword.kind:
        return
    said = clean(value[0])
    if _fits(keyword, said):
        yield keyword.kind, start, start + len(said)


_LONGEST = 80
"""Characters of a message at most that is nothing but a value."""


def _spoken_of(before: str) -> Keyword | None:
    """Return the last announcement of a message, unless it goes on to something else."""
    found, low = None, lowered(before)
    for each in find_keywords(before):
        found = each
    if found is None and (code := _A_CODE.search(low)) and _OPENED.search(low):
        found = Keyword(before, code.start(), code.end(), "access code", "code")
    if found is None and (thing := _AND_THAT.search(low)):
        found = Keyword(before, thing.start(), thing.end(), "access code", "code")
    return found


_AND_THAT = re.compile(
    r"(?:^|[.!?\n] ?)\W*(?:(?:ok(?:ay)?|thanks|great|right),? )?(?:and|what about|how about) (?:for |to |on |of )?"
    r"(?:the|your|my|our) (?:[\w'-]+ )?(?:safe|gate|alarm|padlock|lock(?:er)?|keypad|garage|front door|back door"
    r"|sim|phone|tablet|debit card|bank card)\s*\?\s*$"
)
"""What asks for the next code in a row of them: "and the safe?"."""


def _of_words(
    before: str, keyword: Keyword | None, text: str, start: int, said: str
) -> Iterator[Span]:
    """Yield words joined by signs that answer which password it is, and a value of a login that was promised."""
    low = lowered(before)
    asked = keyword is not None and keyword.sort == "password" and _WHICH.search(low)
    logged = keyword is None and _LOGIN.search(low)
    if (asked and _JOINED.fullmatch(said)) or (logged and len(said) >= 7 and _is_jumbled(said)):
        yield "password", start, start + len(said)


def _is_jumbled(value: str) -> bool:
    """Tell what is written as no word, number or address is."""
    numbered = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return numbered and " " not in value and "@" not in value[1:-1] and unlike_words(value)


_WHICH = re.compile(
    r"\b(?:which|what(?:'?s| is| was)?|tell me|quel|welches|wie|cu[aá]l|qual)\b[^.!?\n]{0,50}\?"
)
_LOGIN = re.compile(
    r"\b(?:i'?ll|i will|going to|gonna|let me|lemme|here(?:'s| is| comes)) (?:(?:give|send|type|paste|share|tell"
    r"|write)\b[^.!?\n]{0,24} )?(?:the|my|our) (?:[\w'-]+ ){0,3}(?:log-?ins?|credentials|creds)\b"
)
_JOINED = re.compile(r"[a-z]{2,}(?:[-_.][a-z]{2,}){2,}|[a-z]{4,}[-_][a-z]{5,}", re.IGNORECASE)


def _fits(keyword: Keyword, value: str) -> bool:
    """Tell a value of the sort that is announced, by its form alone."""
    low, digits = lowered(keyword.text), re.sub(r"[ .-]", "", value)
    if digits.isdigit():
        least = 3 if keyword.word.startswith(("cv", "csc")) else 4
        fits = keyword.sort in ("pin", "code") and least <= len(digits) <= 8
        return fits and not (_OTHER_THING.search(low, keyword.end) or _ASKED.search(low))
    if keyword.sort == "code" and _LETTERED.fullmatch(value):
        return not (_OTHER_THING.search(low, keyword.end) or _ASKED.search(low))
    if _PRODUCT.fullmatch(value) or AT_A_HOST.fullmatch(value) or "@" in value[1:-1]:
        return False
    if keyword.sort == "key":
        return jumbled(value, 16)
    if " " in value:
        return "phrase" in keyword.word and phrase_could_be(_uncounted(value))
    if keyword.sort != "password":
        return False
    promised = value.isalpha() and len(value) >= 4 and _PROMISED.search(low, keyword.end)
    if promised and value.lower() not in PROSE | REPLIES:
        return True
    return len(value) >= 7 and unlike_words(value)


def _on_the_back(before: str, text: str) -> Iterator[Span]:
    """Yield the only number of a reply to who asks for the code of a card: "it's the 093 on the back"."""
    numbers = list(re.finditer(r"(?<![\w.,:-])\d{3,4}(?![\w:-]|[.,]\d)", text))
    if len(numbers) == 1 and _OF_A_CARD.search(before):
        yield "pin", *numbers[0].span()


_OF_A_CARD = re.compile(
    r"\b(?:cvv|cvc|cv2|csc|security code|three digits|3 digits)\b", re.IGNORECASE
)


def _after_a_name(before: str, text: str) -> Iterator[Span]:
    """Yield the password of a reply that gives a name and a password, as was announced: "Casa_Lupe / marmot-88"."""
    pair = _NAME_AND_VALUE.fullmatch(text)
    if pair and _BOTH.search(before):
        yield "password", *pair.span("value")


_NAME_AND_VALUE = re.compile(r"\s*\S{3,40}(?: ?[/|,;:] ?| [–—-] )(?P<value>[^\s/|]{6,40})\s*")
_BOTH = re.compile(
    r"\b(?:wi-?fi|network|user|account|login|e-?mail) ?(?:name|id|address)? (?:and|\+|&|/) (?:the |its |my )?pass",
    re.IGNORECASE,
)


def _uncounted(value: str) -> str:
    """Return the words without numerals, which a phrase of random words may have anywhere."""
    return " ".join(word for word in value.split() if word not in PROSE or word not in _NUMERALS)


_NUMERALS = frozenset("one two three four five six seven eight nine ten twelve".split())


def _named(before: str, text: str, start: int) -> Iterator[Span]:
    """Yield what shows when the value is read right behind what it may be the number of."""
    low = lowered(before)
    for number in list(_NUMBER.finditer(low))[-1:]:
        yield from _read_behind(f"{before[: number.end()]}: ", text, start, find_account_numbers)
    yield from _read_behind(f"{before}: ", text, start, find_sent_codes)


def _read_behind(
    before: str, text: str, start: int, find: Callable[[str], Iterator[Span]]
) -> Iterator[Span]:
    for kind, at, end in find(before + text[start:]):
        if at >= len(before):
            yield kind, at - len(before) + start, end - len(before) + start
