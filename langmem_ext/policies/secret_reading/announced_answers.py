"""Does this message answer the question by which an account is opened, of which the one before it spoke?

"The bank asks for my first teacher", and then "It was Mrs Pettigrew": the answer alone is any name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.credential_values import PROSE
from langmem_ext.policies.secret_reading.security_answers import (
    NAME,
    find_security_answers,
    may_be_answered,
)
from langmem_ext.policies.secret_reading.token_forms import Span

_LEAD = re.compile(
    r"\s*(?:(?:ok(?:ay)?|so|yes|yeah|ah+|oh|hm+|sure|well|found it|got it|here(?: it is| goes)?|right|sorry"
    r"|remembered|now i remember)\b[\s,.:!…-]*)*"
    r"(?P<said>(?:(?:it'?s|it (?:is|was|must be|would be|should be)|that(?:'s| is| was)|mine (?:is|was)|she was|he was"
    r"|(?:the |my )?answer(?: is| was)?:?|i (?:put|wrote|said|answered|used|use|chose|typed|always put)"
    r"|(?:i (?:think|believe|guess)|pretty sure|probably|maybe)(?: (?:it'?s|it (?:is|was)|i put|i wrote))?)[\s:]+)?)",
    re.IGNORECASE,
)
_WORD = r"[^\W\d_][\w'’-]*"
_VALUE = re.compile(
    rf"[\"'“]?(?P<v>(?:(?:Mrs?|Ms|Miss|Dr|St|Prof|Mme|Fr)\.? )?(?:{NAME}|{_WORD}(?: {_WORD}){{0,3}}?))[\"'”]?"
    r"(?=\s*(?:$|[.,;!(\n–-]|\b(?:with|and|but|i think|maybe|because|spelled|spelt|all|no|as|if|is that|was it)\b))"
)
_OF_ONE = frozenset("the a an of st de la le el and on in at second first third".split())
REPLIES = frozenset(
    """
    thanks thank thx cheers interesting makes sounds good great cool fine nice lovely wow hm hmm ok okay sure fair true
    let lets let's write make give tell show draft translate summarise summarize explain help find check add send book
    remind cancel stop start continue next later tomorrow today new another title question hi hello hey bye sorry
    forget ignore skip wait done hold hang try ask put change delete remove save keep note remember suggest dinner
    lunch yep nope nah absolutely exactly agreed anyway wonderful perfect brilliant terrible funny weird strange
    """.split()
)
"""What people say next that is no answer."""


def find_announced_answers(before: str, text: str) -> Iterator[Span]:
    """Yield what answers a security question that an earlier message told of as somebody's own."""
    low = lowered(before)
    if not may_be_answered(low) or not _OWN.search(low) or _IN_GENERAL.search(low):
        return
    joined = f"{before}\n{text}"
    behind = len(joined) - len(text)
    for kind, start, end in find_security_answers(joined):
        if start >= behind:
            yield kind, start - behind, end - behind
    lead = _LEAD.match(text)
    value = _VALUE.match(text, lead.end() if lead else 0)
    if lead and value and _answers(value["v"], told=bool(lead["said"])):
        yield "password", *value.span("v")


_OWN = re.compile(
    r"\b(?:my|mine|i|i'm|me|we|our|his|her|their|your|set(?:ting)? up|asks?|asking|wants?|again|forgot)\b"
)
_IN_GENERAL = re.compile(
    r"\b(?:why do|how do (?:banks|websites|companies|they)|do (?:banks|websites|companies)|writ(?:e|ing) (?:an?|the|my)"
    r"|posts?|essay|article|blog|novel|story|explain|should (?:an?|people|users|websites|banks))\b"
)


def _answers(value: str, *, told: bool) -> bool:
    """Tell a name, or a few words of which none is said in reply."""
    words = value.lower().split()
    own = [word for word in words if word not in _OF_ONE]
    if not own or words[0] in REPLIES or len(value) < 3:
        return False
    return not any(word in PROSE for word in own) and (told or len(words) <= _FEW)


_FEW = 5
