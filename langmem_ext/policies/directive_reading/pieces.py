"""Is something to be set down in a text, and not to be remembered?

"Note in the report that the samples arrived warm" writes a report; "note in your files that ..." keeps a memory.
"""

from __future__ import annotations

import re

_PIECE = (
    r"(?:(?!(?:customer|client|user)\b)[\w'&-]+ ){0,2}?"
    r"(?:reports?|minutes|logs?|log ?book|letter|section|paragraphs?|sentence|chapter|table|figure|slides?"
    r"|spread ?sheet|sheet"
    r"|contract|invoice|abstract|readme|file|chart|protocol|form|document|doc|docs|essay|thesis|paper|article|e-?mail"
    r"|mail|message|summary|draft|text|agenda|ticket|wiki|changelog|comments?|commit message|footnote|caption|margin"
    r"|appendix|annex|conclusion|introduction|intro|header|footer|template|script|code|docstring|manuscript|poster"
    r"|brief|proposal|quote|offer|cv|resume|application|flyer|transcript|newsletter|(?:press )?release|post|bio)"
)
_WHOSE = r"(?:the|this|that|these|an?|our|his|her|their|its|my (?!file|log|docs?\b)|both|all|each)"
_PIECE_AT_HAND = rf"(?:the|this|that|our|his|her|their|its|my (?!file|log|docs?\b)) ?{_PIECE}"
_IN = (
    r"(?:in|into|on|onto|under|underneath|below|beneath|above|beside|to|at the (?:top|bottom|beginning|start|end|head"
    r"|foot) of)"
)
_OF_THE_WORK = (
    r"(?:section|chapter|table|fig(?:ure|\.)?|slide|page|line|paragraph|appendix|step|row|column)"
    r" (?:\d+|[ivx]+|one|two|three|four|five|six|[a-z])"
)
_SET_DOWN = re.compile(
    rf"(?:\w+(?: (?:a |the |this |it )?(?:notes?|down|entry|remark))?[\s,]+{_IN}|(?:note|write|jot|record|mark)"
    rf"(?: down)? for(?! (?:the|my|our) (?:next|last)\b)) (?:{_WHOSE} ?{_PIECE}|{_OF_THE_WORK})\b"
    r"(?! (?:on|about) (?:me|us)\b)"
    r"(?: (?:of|to|for|about|on) [^,:]{2,40}?)?(?:,? that\b|\s*:|,? (?=what|how|why|when|where|who|which))"
    r"|(?:take|make|taking|making) notes (?:from|of|on|about|during) (?:the|this|that|these|my|our|his|her)\b",
    re.I,
)
_TOLD_OF = re.compile(
    rf"(?:note|notice|remember|(?:keep|bear|have) in mind),? that (?:in|on) (?:(?:the|this|my|our|his|her) )?"
    rf"(?:(?!files?\b){_PIECE}(?! cards?\b)|{_OF_THE_WORK})\b(?![^,]*\b(?:every|always|never|usually)\b)",
    re.I,
)
"""What is said of a text in hand: "note that in the second paragraph I mention Lisbon"."""

_PART = (
    r"(?:section|chapter|table|figure|slide|page|line|paragraph|appendix|step|row|column|cell|item|bullet|footnote"
    r"|sheet"
    r"|tab)"
)
_NTH = r"(?:first|second|third|fourth|fifth|sixth|last|next|opening|closing|final|top|bottom|left|right)"
_TO_A_PLACE = re.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|then|please|kindly|you|to|also)\s+)(?:note|put|write|add|mention|record|log|state"
    r"|mark|say|enter"
    r"|include|insert|jot|show)(?: down)?(?: (?:an? |the )?(?:note|line|remark|comment|word|sentence|entry|yes|no))? "
    rf"{_IN} (?:{_PART} (?:\d+|[ivx]+|[a-z]\d*|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    rf"|the {_NTH} {_PART}\b)"
    rf"|(?:note|mention|state|record) that in (?:the|this|our) (?:[\w-]+ ){{0,2}}?{_PIECE}, (?:under|in|on|at|near"
    rf"|below)\b",
    re.I,
)
"""The place in a text to which something goes: "note in column D whether ..."."""

_SET_DOWN_FIRST = re.compile(
    r"\W*(?:(?:and|so|but|also|ok|okay|please|then|hey)[\s,]+)*"
    rf"(?:{_IN} {_PIECE_AT_HAND}|for (?=[^,]*,? (?:please |kindly |also )*(?:note|record|mention|state|jot)\b)"
    rf"{_PIECE_AT_HAND})\b(?! (?:you|that you|of me|on me|about me)\b)"
    r"(?: (?:of|to|for|about|on) [^,:]{2,40}?)?,?"
    r" (?:(?:can|could|would|will) you )?(?:(?:please|kindly|also|just|do|mention and) )*"
    r"(?:note|record|remember|(?:keep|bear) in mind|jot|write down|make (?:a )?note|don't forget)\b",
    re.I,
)
"""The text first, and then what goes into it: "in the report, note that the sample was small"."""

_EACH_TIME = re.compile(
    r"\b(?:always|from now on|in future|(?:every|each|any) ?time|(?:in|for|on|of) (?:every|each)|whenever"
    r"|your (?:notes|memory|files?))\b",
    re.I,
)
_LASTS = re.compile(
    r"\b(?:(?<!we )(?<!i )(?<!they )(?<!he )(?:always|never)|from now on|in future|every time|each time|whenever"
    r"|any ?time)\b",
    re.I,
)


_IN_CODE = re.compile(r"(?:^|\s)(?://|/\*|<!--|#(?=\s*(?:todo|fixme|note|nb|xxx)\b))\s*\w", re.I)
"""A remark that stands in a program: "// NOTE: remember to close the driver"."""


def goes_to_a_place(text: str) -> bool:
    """Tell a sentence that puts something at a place in a text, once, or holds a remark in a program."""
    if _IN_CODE.search(text):
        return True
    placed = _TO_A_PLACE.search(text) or _SET_DOWN_FIRST.match(text)
    return bool(placed) and not _EACH_TIME.search(text)


def sets_down(text: str) -> bool:
    """Tell a sentence that puts something into a text, or at a place in it."""
    lead = _POLITE.match(text)
    return goes_to_a_place(text) or is_set_down(text, lead.end() if lead else 0)


_POLITE = re.compile(
    r"\W*(?:(?:(?:can|could|would|will) you|please|pls|kindly|and|so|also|just|then|hey|ok|okay)\b[\s,]*)*",
    re.I,
)


def is_set_down(text: str, at: int) -> bool:
    """Tell whether the verb that begins at `at` names the text that something goes into, once."""
    found = _SET_DOWN.match(text, at) or _TOLD_OF.match(text, at)
    return bool(found) and not _LASTS.search(text)
