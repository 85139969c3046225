"""Which number was sent to somebody to verify them?

Nobody calls it a code: it was texted, expires in minutes, or must not be shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.token_forms import Span

_C = (
    r"(?P<v>(?<![\w.,/:@$€£+-])(?:\d{3}[ -]\d{3}|\d{2} \d{2} \d{2}|\d(?: \d){4,7}|\d{4} \d{2,4}|\d{5,8}))"
    r"(?![\w%€$£-]|[.,:/]\d| ?\d| (?:lines|words|pages|people|euros|pounds|dollars|units|times)\b)"
)
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:te?xted|(?:te?xts?|sms|message)(?: just| has)? (?:came in|contains|says?|said|reads|with|w)|te?xt"
        rf" (?:they"
        rf"|it) sent says"
        rf"|sent me a code|codes? by (?:te?xt|sms))\b[^.!?\n\d]{{0,24}}[ ,]{_C}",
        rf"{_C} (?:is|was) (?:the one |the number )?what (?:\w+ ){{1,3}}(?:sent|te?xted)",
        rf"\buse {_C} to (?:confirm|verify|log|sign|approve|authori)",
        rf"\bexpires\b[^.!?\n\d]{{0,30}}[ :]{_C}",
        rf"{_C}[.,;:)]*\s(?:it'?s |is )?(?:valid|expires?|good)(?: for| in)? (?:\w+ )?min",
        rf"\b(?:one[- ]time|otp|verification|authenticator|2fa)\b[^.!?\n\d]{{0,40}}[ :]{_C}",
        rf"{_C}\W{{1,6}}(?:do not|don'?t|never) (?:share|tell|give)",
        rf"\bread(?:ing)? (?:it |this |them )?(?:out|back|off)\b[^.!?\n\d]{{0,12}} {_C}",
        rf"\b(?:[4568]|four|five|six|eight)[- ]?(?:digits?|nums?|numbers)\b[^.!?\n\d]{{0,40}} {_C}",
        rf"\bsend {_C} back\b",
        # what a device shows that makes codes
        r"\b(?:token|fob|dongle|secure ?key|securid|digipass|(?:card|tan) ?(?:reader|generator))\b (?:now |just )?"
        rf"(?:shows?|showed|says|said|reads?|gave(?: me)?|displays?|displayed)[: ]+{_C}",
        r"\b(?:read|shows?|showed|says|said|displays?)\b[^.!?\n\d]{0,40}"
        r"\b(?:device|token|fob|dongle|key ?ring|gadget|calculator)\b[^.!?\n\d]{0,16}[:,]"
        rf" {_C}(?=[^\n]{{0,60}}\b(?:chang|typ|expire|seconds|log|bank|new one))",
        rf"\bbank(?:ing)?(?: app| login)?(?: is|:) {_C}",
        rf"\b(?:whatsapp|paypal|google|amazon|netflix|netflx|steam|apple|revolut|instagram) (?:sent"
        rf"|te?xted)(?: me)? {_C}",
        r"\b(?:sent|te?xted|gets?|got|came)(?: me| him| her)? (?P<v>\d{3}[ -]\d{3}) (?:\d+|two|three|four"
        r"|five) times\b",
    )
)
_GUARD = re.compile(
    r"(?i:\bsteam (?:guard|gaurd)\b)[^.!?\n]{0,30}? (?P<v>(?=[A-Z]*\d)[A-Z\d]{5})(?!\w)"
)
_ABOUT = any_of(
    "texted txted text txt sms message sent expire valid good one-time otp verif authent 2fa share tell give read"
    " digit nums steam confirm bank token device fob dongle secur digipass generator".split()
)
_DIGITS = re.compile(r"\d(?:(?:[ -]?\d){4}|(?<=[A-Z].)|[A-Z])")
_OTHERWISE = re.compile(
    r"\b(?:order|tracking|ref(?:erence)?|parcel|phone|tel|call|ring|mobile|number is|my number|booking|invoice"
    r"|ticket|account"
    r"|case|error|postcode|zip)\b[^.!?\n]{0,12}$"
)
_TELEPHONE = re.compile(r"0[1-9]\d{3}[ -]?\d{2,}|0800|1-?800")


def find_sent_codes(text: str) -> Iterator[Span]:
    """Yield numbers of five to eight digits that a sentence says were sent, or must not be shared."""
    if not _DIGITS.search(text) or not _ABOUT.search(low := lowered(text)):
        return
    for form in _FORMS:
        for match in form.finditer(low):
            before = low[max(0, match.start("v") - 30) : match.start("v")]
            if not _OTHERWISE.search(before) and not _TELEPHONE.match(match["v"]):
                yield "password", *match.span("v")
    for match in _GUARD.finditer(text):
        yield "password", *match.span("v")
