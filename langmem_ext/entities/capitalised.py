"""Which capitalised words are names?

For languages that write only names with a capital, so not for German. A single word counts only within a sentence.
How often it is right: docs/how-to/find-by-entity.md.
"""

from __future__ import annotations

import re

from langmem_ext.entities.leads import LEADS
from langmem_ext.entities.spans import EntityType, Span
from langmem_ext.entities.words import STOP_WORDS

CONFIDENCE = 0.5
"""Less than every pattern and model, so that what they find at the same place holds."""

_UPPER = "A-ZÀ-ÖØ-ÞĀĆČĎĐĘĚĞİŁŃŇŌŐŒŘŚŞŠŤŪŮŰŹŻŽΑ-ΩА-ЯЁ"
_REST = r"[\w'’]*+(?:-\w[\w'’]*+)*+"
_LINK = r" (?:of the|of|and the|de la|de|da|do|dos|del|della|di|du|la|van der|van den|van|von) "
_RUN = re.compile(rf"[{_UPPER}](?<![\w'’@#/.`-].){_REST}(?:(?:{_LINK}| )[{_UPPER}]{_REST}){{0,5}}+")
_SUFFIX = re.compile(r"['’](?:s|re|ve|d|ll|m|t)?$")

_NO_NAMES = STOP_WORDS | frozenset(
    """
    mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday jan feb
    mar apr jun jul aug sep sept oct nov dec january february march april june july august september october
    november december absolutely actually amazing anytime aw aww awesome btw bye cheers congrats congratulations
    cool dear definitely exactly faq fyi glad god good gonna gotcha great haha happy honestly id lol love
    morning mr mrs ms dr dude nah never nice nope oh omg pm am remember sorry sounds tbh today tomorrow tonight
    true user whoa woah woohoo wow yay yesterday yo yup
    """.split()
)


class Capitalised:
    """Find runs of capitalised words, and single ones within a sentence, as type other."""

    name = "capitalised"

    def find(self, text: str) -> list[Span]:
        return [span for match in _RUN.finditer(text) if (span := _name(text, match))]


def _name(text: str, match: re.Match[str]) -> Span | None:
    begins = _begins_sentence(text, match.start())
    if begins and " " not in match[0]:
        return None
    words = match[0].split(" ")
    start, end = match.span()
    while words and _no_name(words[0], begins and len(words) > 1 and not words[1][0].islower()):
        start += len(words.pop(0)) + 1
        begins = False
    while words and _no_name(words[-1]):
        end -= len(words.pop()) + 1
    if not words or (begins and len(words) == 1):
        return None
    end -= len(words[-1]) - len(last := _SUFFIX.sub("", words[-1]))
    if end - start < 2 or (len(words) == 1 and last.isupper() and len(last) > 5):
        return None  # an initial; shouting
    return Span(text[start:end], start, end, EntityType.OTHER, CONFIDENCE, Capitalised.name)


def _no_name(word: str, leads: bool = False) -> bool:
    """A word that is none, or, at the beginning of a sentence, one that its place gave the capital."""
    bare = word.lower()
    if bare in _NO_NAMES or _SUFFIX.sub("", bare) in _NO_NAMES or word[0].islower():
        return True
    return leads and (bare.endswith("ing") or bare in LEADS)


def _begins_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start].rstrip(" ")
    return not before or not (before[-1].isalnum() or before[-1] in ",;&'\"“’")
