"""Which value is spelled, one letter at a time, to be typed somewhere?

"Letter by letter: M a r a - 7 7 - k i t e. That's the login of the shared drive": letters with gaps are spelled, and
the sentence before or after says what for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.token_forms import Span

_CHAR = r"(?:[^\W_]|[!#$%&*+=?@^~](?![\w.]))"
_GAP = r"(?: ?[-.,·~_/|] ?| )"
_RUN = re.compile(
    rf"(?<![^\s\"'“‘(:=])(?P<v>{_CHAR}(?:{_GAP}{_CHAR}){{4,60}}(?: ?[!#$%&*+=?@^~](?=\s|$))?)(?![^\W_]"
    rf"|-[^\W_]|'\w)"
)
_GAPS = re.compile(r"[ ,.·~_/|-][^\W_][ ,.·~_/|-]{1,3}[^\W_][ ,.·~_/|-]")
"""Two letters with gaps around: most texts have none."""
_SPELLED = re.compile(
    r"\b(?:spell\w*|spelt|(?:letter|character|char|sign) by (?:letter|character|char|sign)|one (?:letter"
    r"|character|by one)"
    r"|slowly|buchstabi\w+|buchstabe f|lettre par lettre|[ée]pel\w+|letra (?:por|a) letra|deletre\w+"
    r"|lettera per lettera"
    r"|literuj\w*|litera po|bokstav f|letter voor letter|bogstav)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"\b(?:log-?ins?|log(?:s|ged)? ?(?:in|on)|sign(?:s|ed)? in|pass(?:word|wort|phrase|code|wd)?s?|pw|pwd"
    r"|kennwort|un-?locks?"
    r"|opens? (?:the|my|our|his|her|their|a|up)|(?:gets?|lets?) (?:you|me|us|one|him|her"
    r"|them) (?:back )?(?:in|on|past)(?:to)?"
    r"|(?:how|what) (?:you|we|i|they) (?:get|enter|type)|asks? for|access to|zugang|acc[eè]s|mot de passe"
    r"|acceso|clave"
    r"|contrase\w+|accesso|senha|hasło|dost[eę]p\w*|wi-?fi|l[oö]senord\w*|wachtwoord|toegang)\b",
    re.IGNORECASE,
)
_NEAR = 120
"""Characters before and after in which it may be said what a value is for."""
_OF_LETTERS = re.compile(
    r"\b(?:city|street|town|village|surname|word|plate|chords?|notes|crossword|alphabet|chess|rhyme)\b",
    re.I,
)
"""What else is spelled, sung or played one by one."""


def find_spelled(text: str) -> Iterator[Span]:
    """Yield values of letters with gaps between that are to be typed."""
    if not _GAPS.search(text):
        return
    for match in _RUN.finditer(text):
        around = (
            f"{text[max(0, match.start() - _NEAR) : match.start()]} {text[match.end() :][:_NEAR]}"
        )
        if (
            _PURPOSE.search(around)
            and not _OF_LETTERS.search(around)
            and _is_typed(match["v"], around)
        ):
            yield "password", *match.span("v")


def _is_typed(value: str, around: str) -> bool:
    """Tell letters and digits mixed, or what is announced as spelled and is no row of the alphabet."""
    chars = [char for char in value.lower() if char.isalnum()]
    letters = [char for char in chars if char.isalpha()]
    if len(chars) < 5 or len(letters) < 2:
        return False
    return len(letters) < len(chars) or (
        _SPELLED.search(around) is not None and letters != sorted(letters)
    )
