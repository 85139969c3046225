"""Which value does the next sentence give for what a request only names: "remember my shoe size. It's a 43 wide"?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import has_verb
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.remarks import is_remark

_KEEP = (
    r"(?:remember|memori[sz]e|save|store|record|log|keep|note(?: down)?|(?:write|jot|take) down|(?:don'?t|do not"
    r"|never)"
    r" forget)"
)
_POLITE = (
    r"(?:[\s,]+(?:please|pls|plz|thanks|for (?:me|later|next time|the future|good)|too|ok(?:ay)?|down|somewhere"
    r"|from now"
    r" on|this time|will you|would you|in (?:your )?(?:memory|mind|notes)))*[\s.!?:]*$"
)
_NAMED = re.compile(
    rf"{frames.LEADS}(?:(?:please|kindly|just|also|do|(?:can|could|would|will) you|i(?:'d like| want| need"
    rf"| would like)"
    rf" you to|you (?:should|must|need to)|make sure (?:you|to))(?: please| always| also)?\s+)*{_KEEP}\s+"
    r"(?P<name>(?:my|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+|(?P<asked>(?:who|what|where|when"
    r"|which) (?:[\w'’-]+ ){1,6}?[\w'’-]+))"
    rf"{_POLITE}",
    re.I,
)
_RECALLED = re.compile(
    r"\b(?:we|said|told|talked|discussed|left off|stopped|was|were|did|asked|wrote|mean|meant|you|to|happened"
    r"|that|this)\b",
    re.I,
)
"""What is recalled with the assistant, or is to be done: "remember where we left off"."""

_COULD_YOU = re.compile(r".*\b(?:can|could|would|will) you\b", re.I)
_WORK = re.compile(
    r".*\b(?:essay|draft|file|document|work|text|code|letter|game|playlist|table|chart|picture|photo|place|seat"
    r"|promise"
    r"|secret|distance|receipt|spot|message|story|poem|answer)s?$",
    re.I,
)
"""What is kept otherwise than in memory."""

_VALUE = re.compile(
    r"(?:it|that|they|those|these|this)(?:'s|'re| is| are)\b(?! (?:so|very|really|not|been|important|sad|great|ok"
    r"|fine|too"
    r"|all|just|why|how|because|what|a (?:shame|pity|joke|long|mess)|the (?:one|only|same|least|most))\b)"
    r"|its (?!own\b)\w",
    re.I,
)
_PLACE = re.compile(
    r"(?!it|that|this|they|these|those)(?:the|my|our|(?-i:[A-Z])[\w'’-]+)\b(?! (?:i|we|you)\b)",
    re.I,
)
"""How the answer to "who" or "where" begins."""

_OTHER = re.compile(
    r"(?:i|you|we|he|she|what|how|can|could|please|thanks?|now|so|then|also|and)\b", re.I
)


def named_value(said: Sequence[language.Sentence], at: int) -> tuple[str, str] | None:
    """Return the value that the sentence behind a request gives, and the name that the request gave for it."""
    found = _NAMED.match(said[at].text)
    if found is None or at + 1 >= len(said) or not _asks(said[at], found):
        return None
    name, after = said[at].raw[slice(*found.span("name"))], said[at + 1]
    if after.is_question or is_remark(after.raw):
        return None
    placed = found["asked"] and _PLACE.match(after.text) and has_verb(after.text)
    if placed or _VALUE.match(after.text):
        return tidy(after.raw), name
    bare = not found["asked"] and _is_bare(after.text)
    return (f"{name}: {tidy(after.raw)}", "") if bare else None


def _asks(sentence: language.Sentence, found: re.Match[str]) -> bool:
    """Tell a request to keep what is named from a recollection and from work that is saved."""
    if language.HIDDEN in found[0] or (sentence.is_question and not _COULD_YOU.match(found[0])):
        return False
    return not (_RECALLED.search(found["name"]) or _WORK.search(found["name"]))


def _is_bare(text: str) -> bool:
    """Tell a value that stands alone: "Tuesday to Saturday, 9 to 3"."""
    return bool(re.search(r"\d", text)) and not has_verb(text) and not _OTHER.match(text)
