"""May an agent be sure of its answer, going by what it is asked and what it was told?

No model is asked. What memory may know is about the user or somebody else: a question about the agent, a
courtesy, an offer or a request for advice leaves no doubt. The words of others are looked for in what it was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langmem_ext.entities.words import STOP_WORDS

STEM = 4
"""Letters by which words are compared: "marry" is found in "married"."""

SCALE = 3
"""Power of the share of words that were found: below .5, where an agent is unsure, more than a fifth is missing.

Chosen on two conversations of LoCoMo (docs/decisions/0013)."""

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_NAME = r"[A-Z]\w+"
_OPENING = (
    r"(?:(?:and|so|but|well|ok(?:ay)?|hey|hi|hello|oh|wow|yeah|thanks|please|by the way)[,:]? )*"
)
_ASKS = re.compile(
    rf"{_OPENING}(?:what|when|where|who|whose|whom|which|why|how|did|do|does|was|were|have|has|had|am|is|are"
    r"|(?:(?:can|could) you )?(?:remind me|tell me (?:again|(?:what|when|where|who|which|about) (?:my|our|i|we)))"
    r"|i (?:forgot|forget|(?:can't|don't) (?:remember|recall)))\b",
    re.I,
)
_LOOKS_BACK = re.compile(
    r"\b(?:remember|recall|remind|forg[eo]t|mentioned|told you|last time|again)\b", re.I
)
_OURS = re.compile(r"\b(?:i|me|my|mine|myself|we|us|ours?)\b", re.I)
_THEIRS = re.compile(r"\b(?:he|she|him|his|hers?|they|them|theirs?)\b", re.I)
_NAMED = re.compile(rf"(?<=[\w,;:'\")] )\"?{_NAME}")
_CALLED = re.compile(rf"^{_OPENING}{_NAME}[,!]\s+|,\s+{_NAME}(?=[.?!]*$)")
_OFFERS = re.compile(
    r"\b(?:right|huh|eh|ok(?:ay)?|yeah|cool)\?"
    r"|\b(?:want|care|like|mind|ready|need|guess) (?:to|a|some|help|what|if)\b|\bwanna\b"
    r"|\b(?:should|shall|may|might|can|could|would) (?:i|we|you)\b|\bhelp (?:me|us)\b"
    r"|\b(?:what|how)(?:'s| is|'ve| have| has|'d)? (?:been )?(?:up|it going|new|going on)\b"
    r"|\bwhat (?:do|would) you\b|\b(?:any|some) (?:advice|tips|ideas?|suggestions?)\b",
    re.I,
)


def confidence(message: str, told: str) -> float:
    """Return how sure an agent may be that what it was told answers a message, 0..1.

    1 where nothing is asked that memory may know. Otherwise the question that is answered worst counts: the share of
    its words that stand together in one line of what was told, to the power of `SCALE`.
    """
    lines = [_stems(line) for line in told.splitlines()]
    asked = (_stems(part) for part in _asked(message.replace("’", "'")))
    return min((_found(words, lines) for words in asked), default=1.0) ** SCALE


def _asked(message: str) -> Iterator[str]:
    """Yield the questions of a message that memory may have an answer to, without who is called."""
    for sentence in _SENTENCE.findall(message):
        part = _CALLED.sub("", sentence.strip())
        if ("?" in part or _ASKS.match(part)) and _may_be_known(part):
            yield part


def _may_be_known(part: str) -> bool:
    if _LOOKS_BACK.search(part):
        return True
    about = _OURS.search(part) or _THEIRS.search(part) or _NAMED.search(part)
    return about is not None and not _OFFERS.search(part)


def _stems(text: str) -> set[str]:
    words = (word.casefold().partition("'")[0] for word in _WORD.findall(text))
    return {word[:STEM] for word in words if len(word) > 2 and word not in STOP_WORDS}


def _found(words: set[str], lines: Sequence[set[str]]) -> float:
    return max((len(words & line) for line in lines), default=0) / len(words) if words else 1.0
