"""Which password does somebody dictate, piece by piece?

"Capital T, tango, seven, dollar sign" and "marmalade with 84 on the end" are said and not typed: what must go is the
whole description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.secret_reading.plain_passwords import PASSWORD, could_be
from langmem_ext.policies.secret_reading.token_forms import Span

_DIGIT = (
    r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|double|triple|twenty|thirty"
    r"|forty"
    r"|fifty|sixty|seventy|eighty|ninety)"
)
_ALPHABET = (
    r"(?:alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa"
    r"|quebec"
    r"|romeo|sierra|tango|uniform|victor|whisk(?:e?y)|x-?ray|yankee|zulu)"
)
_SIGN = (
    r"(?:(?:dollar|at|hash|pound|percent|plus|minus|equals?|euro|section|paragraph)[ -]signs?|exclamation (?:mark"
    r"|point)s?|question"
    r" marks?"
    r"|underscores?|ampersands?|asterisks?|hyphens?|dash(?:es)?|full stop|hash ?tag|tilde|caret|semi ?colon|backslash"
    r"|forward slash)"
)
_SPOKEN = (
    rf"(?:(?:capital|big|small|little|upper[ -]?case|lower[ -]?case) [a-z]\b"
    rf"(?: (?!(?:and|then|the|for)\b)[a-z]{{3,12}}(?=,? then\b))?|[a-z](?: for| as in) [a-z]+|{_SIGN}"
    rf"|{_ALPHABET}\b)"
)
"""What nobody says but to dictate."""
_PIECE = (
    rf"(?:{_SPOKEN}|{_DIGIT}\b|\d{{1,6}}\b|[b-hj-z]\b|(?<=[a-z] )[ai]\b|(?<=\b[a-z], )[ai]\b"
    r"|(?<=then )[a-z]{2,12}\b(?=,? (?:then\b|and\b|the number|plus\b|\d|followed by)))"
)
_LINK = (
    r"[ ,-]+(?:(?:and|then|followed by|plus|with|ending in|ending with)[ ,]+)*(?:(?:an?|the|number|digits?|year"
    r"|letter|word"
    r"|symbol|on the end|at the end)[ ,]+)*"
)
_RUN = rf"{_PIECE}(?:{_LINK}{_PIECE}){{1,24}}"
_GIVEN = rf"\b{PASSWORD}\b[^.!?\n]{{0,40}}?(?:\bis|\bwas|\bgoes|\bas|\bit'?s|[:=,])\s+"
_FORMS = (
    re.compile(rf"{_GIVEN}(?P<v>{_RUN})"),
    re.compile(rf"\bit(?:'?s| is) (?P<v>{_RUN}),? (?:\w+ ){{0,2}}?{PASSWORD}\b"),
)
_BARE = re.compile(rf"\bit(?:'?s| is| was) (?P<v>{_PIECE}(?:{_LINK}{_PIECE}){{4,24}})")
"""So long a description of letters, numbers and signs is nothing else."""
_OF_A_SERVICE = re.compile(
    rf"(?P<v>{_RUN}),? (?:that'?s|is|was|for) (?:the|my|our|his|her) (?:\w+ )?(?:netflix|g-?mail|google|spotify"
    r"|facebook|insta\w*|amazon|apple|i?cloud|paypal|bank|wi-?fi|router|laptop|tablet|e-?mail|disney\+?|hulu|steam|xbox)"
    r" (?:one|pass\w*|pw|log-?in)\b"
)
_WORD_FIRST = re.compile(
    rf"{_GIVEN}(?P<v>(?P<w>[a-z][\w-]{{2,30}})(?:{_LINK}{_PIECE})+(?: (?:on|at|in) the (?:end|start|front|beginning))?)"
)
_AS_ONE = re.compile(
    rf"\b(?:use|used|typed?|put|chose|picked|set) (?P<v>(?P<w>[a-z][\w-]{{2,30}})(?:{_LINK}{_PIECE})+)[, ]+(?:all )?"
    rf"(?:(?:together|joined|in one (?:go|word)|no spaces?)[, ]+)?(?:as|for) (?:my|our|the) (?:\w+ ){{0,2}}?"
    rf"{PASSWORD}\b"
)
_TOLD = re.compile(
    rf"{_SPOKEN}|\b(?:then|followed by|plus|ending (?:in|with)) (?:the |a |an )?(?:number |digits |year )?\d"
    r"|\d (?:on|at) the (?:end|start|front|beginning)"
)
_HINT = re.compile(rf"{_SPOKEN}|\bthe (?:end|start|front|beginning)\b|\b(?:number|digits?|year) \d")


def find_dictated(low: str) -> Iterator[Span]:
    """Yield passwords that are spelled out in words; `low` is a text about passwords, in lower case."""
    if not _HINT.search(low):
        return
    for form in (*_FORMS, _OF_A_SERVICE):
        for match in form.finditer(low):
            if re.search(_SPOKEN, match["v"]):
                yield "password", *match.span("v")
    for match in _BARE.finditer(low):
        said = match["v"]
        if re.search(_SPOKEN, said) and re.search(rf"{_SIGN}|\b{_DIGIT}\b|\d", said):
            yield "password", *match.span("v")
    for match in (*_WORD_FIRST.finditer(low), *_AS_ONE.finditer(low)):
        if could_be(match["w"]) and _TOLD.search(match["v"]):
            yield "password", *match.span("v")
