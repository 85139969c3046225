"""Which number opens a door, a phone or an account, though nobody calls it a password?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.token_forms import Span

_DIGITS = r"(?P<v>(?:[a-z]{1,3}-)?[#*]?\d(?:[ .*-]?\d){3,9}[#*]?)"
_NOT_A_COUNT = (
    r"(?![\w:/%€$]|[.,]\d|\s?(?:%|€|\$|k\b|am\b|pm\b|o'?clock|dollars?|euros?|bucks|pounds|usd|eur|people"
    r"|years?|days?|hours?"
    r"|minutes?|meters?|metres?|miles?|km|kg|m2|sq|feet|square|steps?|points?|times|units|items|rows|users"
    r"|words|characters"
    r"|tokens|pixels|grams?|photos?|[a-z]+ (?:street|st|ave|avenue|road|rd|lane|drive))\b)"
)
_NUMBER = _DIGITS + _NOT_A_COUNT
_OPENED = (
    r"(?:doors?|gate|garage|safe|vault|lock(?:er|box)?|padlock|alarm|keypad|key ?(?:box|safe)|building|entrance"
    r"|lobby|elevator"
    r"|apartment|flat|cabin|shed|barn|airbnb|phone|tablet|ipad|laptop|screen|suitcase|luggage|briefcase"
    r"|bike lock|intercom"
    r"|buzzer|cupboard|cabinet|drawer|storage unit|house|office|gym|mailbox)"
)
_LOCKED = (
    r"(?:alarm|safe|keypad|padlock|lock ?box|key ?(?:box|safe)|gate|garage|bike lock|combination lock|intercom|"
    r"(?:front|back|side) door"
    r"|vault|locker|screen ?lock|(?:building|door) entry)"
)
_LABELLED = (
    r"(?:keypad|padlock|lock ?box|key ?(?:box|safe)|bike lock|screen ?lock|building entry|(?:front|back|side"
    r"|airbnb|garage) door"
    r"|airbnb|disarm)"
)
_IN = (
    rf"(?:\b{_OPENED}\b|\bget(?:s|ting)? (?:you |me |us )?(?:in|past|inside|through)\b|\bun ?lock\w*"
    rf"|\bdisarm\w*|\bopen\w*"
    r"|\bverif\w+|\bsign(?:ing)? ?in|\blog(?:ging)? ?in|\bauthenticat\w+|\blet (?:yourself|you) in\b|\bconfirm your)"
)
_VERB = (
    r"(?:punch|key|type|enter|dial|press|tap|input|use|put|hit)(?:s|ing|ed)?(?: in)?"
    r"(?: (?:the |this |my |our )?(?:code|number|digits|combo|passcode))?"
)
_TURNS = r"(?P<v>\d{1,2}(?:\s?[-,]\s?|\s)\d{1,2}(?:\s?[-,]\s?|\s)\d{1,2})(?![\d/-])"

_ENTRIES = tuple(
    re.compile(form)
    for form in (
        rf"\b{_LOCKED}(?:'s| is|\s?[:=]| ->)\s*(?:still |now |just )?{_NUMBER}",
        rf"\b{_LABELLED}(?: by the \w+| at the \w+| on the \w+)?:? {_NUMBER}(?=\s*(?:$|[.!,;#)\n]|then\b|and\b|for\b))",
        rf"{_IN}[^.!?\n]{{0,50}}?\b{_VERB}:? {_NUMBER}",
        rf"\b{_VERB}:? {_NUMBER}(?=[^.!?\n]{{0,60}}{_IN})",
        rf"\b{_OPENED}\b[^.!?\n]{{0,30}}?\b(?:opens?|unlocks?|unlocked|disarms?)\s+(?:with|using|by|via|on"
        rf"|when you \w+|if you \w+)"
        rf"(?: the)?(?: code| combination| numbers?)?:? {_NUMBER}",
        r"(?:^|[.!?\n:]\s*|\b(?:the|my|your|our|this|new|login|sent me a|got a)\s+)(?:[a-z]+ )?codes?(?:'s| is| was"
        r"|\s?[:=])\s*(?:now |still )?" + _NUMBER,
        rf"(?<![\w.-]){_DIGITS} (?:is|was) (?:the|my|your|our) (?:[\w'-]+ ){{0,4}}?(?:code|combo|combination"
        rf"|passcode)\b",
        rf"\bcode:? {_NUMBER}(?=[^.!?\n]{{0,40}}{_IN}|\s+(?:works|lets|opens))",
        r"\b(?:luggage|suitcase|bike|briefcase|trunk|cable|combination|combo) lock(?:'s| is|\s?[:=])\s*"
        r"(?P<v>\d{3})(?!\w|[.,]\d)",
        rf"\b(?:safe|lock|padlock|locker|vault|combo|combination)\b[^.!?\n]{{0,30}}[,:]\s*(?:it'?s )?{_TURNS}",
    )
)
_ANY = re.compile(r"\d[\d .,*-]*\d")
_ABOUT = tuple(
    "code lock safe gate door garage vault alarm keypad key box building entr lobby elevator apartment flat cab"
    "in shed barn airbnb "
    "phone tablet ipad laptop screen case luggage intercom buzzer cupboard cabinet drawer storage house office "
    "gym disarm open verif "
    "sign log authent confirm combo combin".split()
)
_OTHER_CODE = re.compile(
    r"\b(?:error|zip|postal|area|country|promo|discount|coupon|voucher|gift|referral|status|exit|product|item"
    r"|booking|order|source"
    r"|flight|hs|sort|set for|qr|bar|course|class|room|game|quiz|kahoot|port|issue|ticket|file|dial)\b"
)


def find_entry_codes(text: str) -> Iterator[Span]:
    """Yield numbers of four digits or more that open something: "the gate is 4471", "your code is 482913"."""
    if not _ANY.search(text) or not any(word in (low := lowered(text)) for word in _ABOUT):
        return
    for form in _ENTRIES:
        for match in form.finditer(low):
            before = low[max(match.start(), match.start("v") - 24) : match.start("v")]
            after = low[match.end("v") : match.end()]
            if not _OTHER_CODE.search(f"{before} {after}"):
                yield "password", match.start("v"), match.end("v")
