"""What is the assistant told to do in the breath in which it is asked to remember something?

"Please remember it and don't propose me recipes with chicken" asks for two things. "And don't tell anybody" holds for
the talk at hand.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_once
from langmem_ext.policies.directive_reading.order_forms import DO
from langmem_ext.policies.directive_reading.request import Said

_NOT = r"(?:don'?t|do not|not to)"
_BESIDES = re.compile(
    r"\W*(?:and|but|so|also|,)\s+(?:(?:please|pls|also|then|therefore|thus|you must|you should)\s+)*"
    rf"(?P<x>(?:(?:{_NOT}|never|always|only|to (?:always|never))\s+(?:please |ever |again )*)(?P<act>{DO})"
    r"\s+(?P<what>[^?]+))$",
    re.I,
)
_AT_HAND = re.compile(
    r"(?:(?:to|on|about|with|for|me|at)\s+)*(?:it|this|that|them|these|those|any(?:thing|one|body)|no(?:thing"
    r"|body)|again|back|now|yet|just|so|my (?:\w+ )?(?:question|text|message|draft))\b",
    re.I,
)
"""What does not reach beyond the talk: "and don't tell anybody"."""


def told_besides(said: Said, at: int) -> str:
    """Return the instruction that follows a request which only points, and which ends at `at`."""
    found = _BESIDES.match(said.text, at)
    if found is None or _AT_HAND.match(found["what"]) or is_for_once(found["x"]):
        return ""
    return tidy(said.words(found.start("x"), found.end("x")))
