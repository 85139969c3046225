"""Which words behind a fact say only why it is asked to be kept?

"..., because I always mix it up", "..., otherwise you get it wrong". A ground of the fact itself is part of it: "I
don't fly because of my ears".
"""

from __future__ import annotations

import re

_BECAUSE = (
    r"(?:(?:\s*[,;–—-]+\s*|\s+)(?:and |but )?(?:just )?(?:because|b/?c|cos|cuz|cause|'?coz|since)|\s*[,;–—-]+\s*as)"
    r"\s+(?:otherwise |else )?"
)
_SURE = (
    r"(?:(?:always|often|never|sometimes|still|just|really|only|probably|constantly|ever|also|usually|easily|keep|kept"
    r"|tend to|on|again) )*"
)
_FORGETS = (
    r"(?:forg(?:et|ot)\w*|mix\w*|confus\w*|los(?:e|t|ing)\b(?= (?:it|this|that|track|them|the (?:note|paper)))"
    r"|misplac\w*"
    r"|misremember\w*|know what to (?:say|answer|tell)|remember\w*|(?:get|getting|got) (?:it|them|that|this) wrong"
    r"|look(?:ing)? (?:for )?(?:it|this|that|them)\b|run(?:ning)? out|repeat\w*|tell(?:ing)? (?:you|u|it|everyone)\b"
    r"|ask(?:ing)?\b(?! (?:you|u) (?:to|not)\b)|need(?:ing)? (?:it|this|that|them) |explain\w* (?:it|this|that))"
)
_I = (
    r"(?:i|we)(?:'m|'ll|'d|'re|'ve)?"
    r"(?: (?:am|will|would|can|can't|cannot|could|do|don't|have|had|might|may|won't|to|gonna|going to))*"
)
_ASKING = re.compile(
    rf"{_BECAUSE}(?:{_I} {_SURE}{_FORGETS}\b"
    r"|(?:you|u|ya)\b(?!'?r?e? (?:can|can't|cannot|could|need|must|should|have to)\b)"
    r"|(?:people|everyone|everybody|nobody|no one|they|he|she|(?:my|the|our|most|all|other) \w+) (?:always|keeps?|never"
    r"|constantly|often|all|kept)\b(?=[^:]*\b(?:wrong|mix\w*|confus\w*|forg\w*|ask\w*|mis\w{4,}|butcher\w*)\b)"
    r"|(?:it|this|that)(?:'s| is| was|'ll| will| gets| keeps) (?:really |very |so |always |constantly )*(?:important"
    r"|annoying|tiring|tiresome|a pain|come up|coming up|forgotten|mixed|confused|wrong)\b)[^:?]*$",
    re.I,
)
"""Why it is asked: the user forgets, the assistant gets it wrong."""

_SOMEONE = (
    r"(?:(?:you|u|ya|i|we|they|he|she|it|people|everyone|everybody|nobody|things|half|(?:my|our|the|his|her|your)"
    r" [\w'-]+(?: [\w'-]+)?)\b(?:'ll|'d|'re|'m)?)"
)
_BAD = (
    r"(?:wrong\w*|mix\w*|confus\w*|forg[eo]t\w*|trouble|embarrass\w*|lost|laugh\w*|mess\w*|mad|angry|cross|upset"
    r"|annoyed"
    r"|complain\w*|again|misses|offended|useless|no use|repeat\w*|explain\w*|ask(?:s|ed|ing)?|cry|cries|look for"
    r"|crazy|nuts|scream\w*|strange|silly|stupid|your|you)"
)
_OR_ELSE = re.compile(
    rf"(?:\s*[,;–—-]+\s*(?:and |because |bc |since |cos )?(?:or else|otherwise|else)|\s+(?:or else"
    rf"|otherwise)),? (?:(?:you|u|ya)\b"
    rf"|{_SOMEONE}(?=[^:?]*\b{_BAD}\b))[^:?]*$"
    rf"|\s*[,;–—-]+\s*or (?:you|u|ya|i|we|they|he|she|people|everyone|half|(?:my|our|the) [\w'-]+)(?:'ll|'d)?\b"
    rf"(?! (?:can|could|may|might|should|must)\b)(?=[^:?]*\b{_BAD}\b)[^:?]*$",
    re.I,
)
"""What comes of it when it is forgotten."""

_ELSE_ONLY = re.compile(
    rf"\s*[,;–—-]*\s*(?:(?:and |because |bc )?(?:or else|otherwise)|or(?= (?:else )?{_SOMEONE})"
    rf"|else),? {_SOMEONE}[^:?]*$",
    re.I,
)


def without_ground(said: str) -> str:
    """Return a statement without the ground for which it is to be kept."""
    for ground in (_OR_ELSE, _ASKING):
        if found := ground.search(said):
            said = said[: found.start()]
    return said


def is_or_else(text: str, at: int) -> bool:
    """Tell whether only what comes of forgetting follows: "don't forget, otherwise you get it wrong"."""
    return bool(_ELSE_ONLY.match(text, at))
