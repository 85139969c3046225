"""By which numbers is somebody reached?

A plus or two zeros and a country tell them everywhere; at home it is a zero in front, an area in parentheses, or groups
beside a word for calling. No rule and no reader need see them: every second one has some country's check digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.given_outright import is_given_outright

_SEVEN = re.compile(r"\d(?:[^\d\n]{0,3}\d){6}")
"""Fewer digits reach nobody from elsewhere; most texts have fewer."""
_GAP = r"(?:[ ./-]|\) ?| \(| - )?"
_COUNTRY = (
    r"(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
    r"|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[058]|9[679])\d)"
)
"""The codes of countries (E.164)."""
_NUMBER = re.compile(
    rf"(?<![\w+,.$€£])(?<!\d[ :/-])(?<![A-Z]{{4}} )(?<![A-Za-z]{{2}}\d\d [A-Za-z]{{4}} )(?:(?P<abroad>\(?(?:\+ ?"
    rf"|00 ?){_COUNTRY}(?: ?\(0\))?(?:{_GAP}\d){{5,13}})"
    rf"|(?P<zero>\(?0[1-9](?:{_GAP}\d){{7,10}})"
    r"|(?P<area>(?:[18][ -]?)?\(\d{2,4}\)[ -]?\d(?:[ -]?\d){4,8})"
    r"|(?P<american>(?:1[ .-])?[2-9]\d\d([ .-])\d{3}\5\d{4})"
    r"|(?P<bare>\d(?:[ .-]?\d){6,11}))"
    r"(?![\w@%€$£]|[.,/-]\d|:\w|\s?\d)"
)
_LINK = re.compile(r"(?:\bwa\.me/|\btel:|\bsms:|TEL[;=\w]*:)\+?(\d{8,15})(?!\d)")
_OTHER = re.compile(
    r"\(?[0-3]?\d([./-])[01]?\d\1(?:19|20)\d\d|(?:\d\d[ .-]){3}\d{3}[ .-]\d\d$|\d{3}-\d\d-\d{4}$|.*\D\d$"
)
"""A day, a birthday before a number as in Belgium, American social security, and a check digit by itself."""
_AS_A_NUMBER = re.compile(
    r"\b(?:(?:tele|smart)?phones?|tel|tlf|mobile|mob|cell|landline|fax|handy|natel|gsm|m[oó]vil|celular"
    r"|telefon\w*"
    r"|t[eé]l[eé]phone|tel[eé]fono|hot ?line|help ?line|help ?desk|customer service|support|whats ?app"
    r"|contacts?|dial-?ins?"
    r"|reach(?:able|ed)?|call(?:s|ed|ing)?|ring|rang)\b[^.!?\n\d]{0,24}$|'s (?:new |other )?number(?: is"
    r"|:)? $",
    re.IGNORECASE,
)
"""What stands before the number of a telephone."""
_CALL = re.compile(
    r"\b(?:(?:call|ring|phone|tel|text|whats ?app|sms|signal|viber|telegram)\.?(?: (?:me|us|him|her"
    r"|them))?"
    r"(?: (?:on|at|under))?:?|dial|line|(?:call|ring|phone|text) (?:the |my |our )?\w+ (?:on|at)|reachable (?:on"
    r"|at|under)) $",
    re.IGNORECASE,
)
"""What nothing else can stand behind."""
_CALLS = re.compile(
    r"\A[?)]?[^.!?\n]{0,40}?(?:\b(?:rang|rings|called|calls|(?:only|on|or|via) whats ?app|voicemail from|missed call)\b"
    r"|\bis (?:\w+'s |the |an? |my |his |her )(?:\w+ ){0,3}number\b)",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\b(?:un-?lock\w*|opens|codes?|pins?|pass\w*|pw|verif\w+|otp|log(?:s|ged|ging)?[ -]?in|digits|security"
    r"|secret"
    r"|meter|serial|order)\b",
    re.IGNORECASE,
)
"""What makes a number beside a telephone one of another sort."""
_OF_AN_ACCOUNT = re.compile(
    r"\b(?:acc(?:oun)?t?s?|a/c|konto\w*|cuenta|compte|conta|rekening\w*|iban|clabe|cbu|nuban|routing|aba"
    r"|bsb|sort"
    r"|blz|transit|visa|amex|master ?card|cards? (?:no|number|nr)|checking|chequing|savings|deposit"
    r"|wire[ds]?|transfer\w*|payee)\b",
    re.IGNORECASE,
)
_CARD = re.compile(r"\bcards?\b", re.IGNORECASE)
_BY_NUMBER = re.compile(
    r"\b(?:ssn|social|sin|nas|tfn|ird|nhs|nino|bsn|nif|nie|dni|nir|utr|oib|egn|amka|afm|pesel|cpf|cnp|hetu"
    r"|cpr|ahv"
    r"|avs|svnr|pps|nric|cnic|aadhaa?r|curp|rut|c[eé]dula(?: \w+)?|kennitala|kimlik|(?!telefon|ruf|handy"
    r"|mobil|tele)\w*nummer"
    r"|person\w*"
    r"|tax (?:id|file|no|number)\w*|(?:national|identity|id|health|medicare) (?:id|card|number|no))\b",
    re.IGNORECASE,
)
_OF_A_PERSON = re.compile(
    rf"{_BY_NUMBER.pattern}|\b(?:id|identit(?:y|ies)|passport|licen[cs]e)\b", re.IGNORECASE
)
_SO_NAMED = re.compile(
    r"(?<!['’]s )\b(?!(?:new|old|other|my|our|his|her|their|your|the|a|this|that|whose|phone|telephone"
    r"|mobile|cell|contact"
    r"|whats ?app|work|home|office|private|second|direct|emergency|landline|fax|tel|hotline|support|service)\b)[\w-]+"
    r" (?:number|num|no|nr)\.?(?: is|:)?[:.]? ?(?:[A-Z] )?$"
    rf"|(?:{_OF_A_PERSON.pattern})(?:\W{{1,3}}(?:id|card|number|num|no|nr|code|is|was|are|for \w+"
    rf"|of \w+)\b)*\W{{0,3}}$",
    re.IGNORECASE,
)


def without_telephones(text: str) -> str:
    """Return a text with dots for its telephone numbers, each character still at its place."""
    if not _SEVEN.search(text):
        return text
    out, at = [], 0
    for start, end in sorted([*_linked(text), *_said(text)]):
        if start >= at:
            out += [text[at:start], "." * (end - start)]
            at = end
    return "".join(out) + text[at:]


def _linked(text: str) -> Iterator[tuple[int, int]]:
    for match in _LINK.finditer(text):
        yield match.span(1)


def _said(text: str) -> Iterator[tuple[int, int]]:
    found: list[re.Match[str]] = []
    others: list[re.Match[str]] = []
    for match in _NUMBER.finditer(text):
        before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() :][:60]
        if _OTHER.match(match[0]) or is_given_outright(before):
            continue
        told = _FORMS[match.lastgroup or ""](match, before, after)
        (found if told else others).append(match)
    shapes = {_shape(match) for match in found if not match[0].isdigit()}
    for match in (*found, *(other for other in others if _shape(other) in shapes)):
        yield match.span()


def _shape(match: re.Match[str]) -> str:
    """Return how a number is grouped: the numbers of a list are written alike."""
    return re.sub(r"\d", "0", match[0])


def _is_abroad(match: re.Match[str], before: str, after: str) -> bool:
    """Tell a number with its country: eight digits to fifteen; zeros in front may be any number's without groups."""
    digits = _digits(match)
    if "+" in match[0]:
        return 8 <= digits <= 15
    grouped = re.search(r"\d\D\d", match[0]) is not None
    return 10 <= digits <= 17 and (grouped or _AS_A_NUMBER.search(before) is not None)


def _begins_with_zero(match: re.Match[str], before: str, after: str) -> bool:
    """Tell a number with its area: groups as no other number has them, or a word for calling."""
    if len(re.split(r"\D+", match[0].strip("("))[0]) == _A_BIRTHDAY:
        return False
    if _AS_A_NUMBER.search(before):
        return True
    if _OF_AN_ACCOUNT.search(before + _SENTENCE.split(after)[0]) or _SO_NAMED.search(before):
        return False
    if match[0].isdigit() and len(match[0]) <= _ALONE:
        return False
    plain = match[0].isdigit() or re.fullmatch(r"\d{3}\D\d{3}\D\d{3}", match[0])
    return not plain or not (_OF_A_PERSON.search(before + after) or _OPENS.search(before + after))


_SENTENCE = re.compile(r"[.!?](?=\s)|\n")
_A_BIRTHDAY = 6
"""Digits before the hyphen of the numbers that states of the north give."""


def _has_an_area(match: re.Match[str], before: str, after: str) -> bool:
    return True


def _is_american(match: re.Match[str], before: str, after: str) -> bool:
    if _AS_A_NUMBER.search(before):
        return True
    near = before + _SENTENCE.split(after)[0]
    return not (_OF_AN_ACCOUNT.search(near) or _OF_A_PERSON.search(near))


def _is_reached(match: re.Match[str], before: str, after: str) -> bool:
    """Tell a number in groups, or of nine digits, that somebody is called by."""
    if match[0].isdigit() and len(match[0]) < _ALONE:
        return False
    if _OF_AN_ACCOUNT.search(before) or _CARD.search(before):
        return False
    if _CALL.search(before):
        return _OPENS.search(before[-24:]) is None and _BY_NUMBER.search(before) is None
    if _OPENS.search(before + after) or _OF_A_PERSON.search(before + after):
        return False
    return bool(_AS_A_NUMBER.search(before) or _CALLS.match(after))


_ALONE = 9
"""Digits without groups that a telephone's number has at least, where a code may have eight."""
_FORMS = {
    "abroad": _is_abroad,
    "zero": _begins_with_zero,
    "area": _has_an_area,
    "american": _is_american,
    "bare": _is_reached,
}


def _digits(match: re.Match[str]) -> int:
    return sum(map(str.isdigit, match[0]))
