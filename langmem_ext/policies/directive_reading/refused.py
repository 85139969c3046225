"""What does somebody ask not to be kept, with a verb of remembering?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import forms, frames
from langmem_ext.policies.directive_reading.request import Request, Said

_DENYING = (
    "n't",
    "not",
    "no",
    "dont",
    "never",
    "stop",
    "without",
    "avoid",
    "refrain",
    "instead",
    "quit",
    "rather",
    "forget",
    "anything",
)


def denies(near: str) -> bool:
    """Tell whether the words before a verb, in small letters, turn it round."""
    near = _NO_ANSWER.sub("", near)
    return any(word in near for word in _DENYING) and bool(frames.REFUSING.search(near))


_NO_ANSWER = re.compile(
    r"(?:no need to|(?:you )?(?:needn't|don't (?:need|have) to)|don't|without) (?:comment|repl|answer|respond|react|say"
    r"|acknowledg)\w*(?: (?:anything|on (?:it|this|that)))?[\s,;–—-]*(?:just|only|but|simply)\s*$"
)
"""What is not to be done instead: "no need to comment, just remember"."""


def refusal(said: Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    """Read "do not save what I'm about to tell you": it holds for what it points at."""
    if head.rule == "know" or said.sentence.is_question:
        return None
    rest = said.text[match.end() :]
    if re.match(r"\s*(?:what|anything|any of|everything|the following|things)\b", rest, re.I):
        past = re.match(
            r"\s*(?:what|anything|everything) (?:that )?(?:i|we)(?:'ve| have)? (?:just )?(?:said|told"
            r"|mentioned|wrote"
            r"|discussed)",
            rest,
            re.I,
        )
        return Request("refusal", points="back" if past else "on", refuses=True)
    colon = bool(re.match(r"[^.?!]{0,40}:", rest))
    inside = re.search(r"\b(?:this|these|the following)\b", match[0] + rest[:14], re.I)
    if colon or inside:
        return Request("refusal", points="on" if colon else "either", refuses=True)
    back = re.search(r"\b(?:that|it|those|them)\b", match[0] + rest[:6], re.I) or not rest.strip(
        " .!,"
    )
    if not back and head.strength == 1 and _PUTTING.match(match[0]):
        return None
    return Request("refusal", points="back" if back else "", refuses=True)


_PUTTING = re.compile(r"(?:put|add|pin|track|hold|hang|learn|lock|cache)(?:ting|ing)?\b", re.I)
"""Verbs of which "never put coriander in it" keeps nothing from memory."""
