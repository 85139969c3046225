"""What is to be kept in mind when the talk comes to something: "next time I ask for recipes bear in mind we're six"?

The occasion stands first, with nothing to part it from the request, and is not what is to be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import is_kept
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.request import Request, Said

_TALK = (
    r"(?:(?:you|i|we)(?:'re|'m)? (?:ever |next |again |happen to |want to |need to |start to |am |are )*"
    r"(?:ask(?:ing)?|talk(?:ing)?|speak(?:ing)?|chat|discuss|mention|plan(?:ning)?|writ(?:e|ing)|need|want|bring up"
    r"|come back"
    r"|help|suggest|recommend|draft|cook|look for|search))"
)
_FOR_TALK = re.compile(
    rf"{frames.LEADS}(?:(?:for )?(?:the )?next time|when(?:ever)?|any ?time|if|every time"
    rf"|each time) {_TALK}\b[^:?;.]{{0,70}}?,?\s"
    r"(?:please |just |then |also )*(?P<asks>you (?:need to|should|must|have to"
    r"|ought to) )?(?P<verb>(?:please )?(?:(?:bear|keep|have) in mind"
    r"|remember|know|be aware|don't forget))(?: that)?(?:\s*[,:–—-]+)?\s+"
    r"(?P<x>(?:i|i'?m|i'?ve|my|we|we'?re|we'?ve|our|there'?s?|the|he|she|they|he's|she's|they're"
    r"|(?-i:[A-Z])[\w'-]+)\b"
    r"(?! (?:\w+ )?(?:said|told|asked|taught)\b).*)$",
    re.I,
)


def for_talk(said: Said) -> Request | None:
    """Read what is to be thought of when the talk comes to something."""
    found = None if said.sentence.is_question else _FOR_TALK.match(said.text)
    if found is None or not is_kept(tidy(found["x"]), explicit=True):
        return None
    if not found["asks"] and frames.TIED.search(said.text[: found.start("verb")]):
        return None
    return Request("keep_in_mind", tidy(said.words(found.start("x"), len(said.text))))
