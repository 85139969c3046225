"""What of a request says only on which occasion it is to be thought of?

"For next time I ask about restaurants, I'm vegan" keeps the diet; "for next time I fly, I need a wheelchair" says
something of flights, and keeps both.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.standing import TO_ASSISTANT

_NAMED = re.compile(r"\b(?P<when>(?:the )?next time|any ?time|when(?:ever)?)\s+$", re.I)
_OCCASION = re.compile(r"(?:i|we|you)\b(?!')[^:,]{2,80}?(?:\s*:|,)\s+(?:that\s+)?(?=\S)", re.I)
_TALK = re.compile(
    r"(?:i|we|you) (?:\w+ ){0,2}?(?:ask(?= (?:you|u|about|for|if|whether|how|what|which|where|again)\b)"
    r"|(?:talk|speak|chat)(?! (?:to|with) (?!you\b|u\b))|discuss|mention|bring up|come back|get (?:on)?to"
    r"|(?:plan|draw up|put together|work on|go over)|(?:want|need) (?:\w+ ){0,3}?(?:tips?|ideas?|advice|suggestions?"
    r"|recommendations?|recipes?|help|answers?|plans?|menus?))\b",
    re.I,
)
_UNNAMED = re.compile(r"(?:he|she|it|they|this|that|these|those|his|her|their)\b", re.I)


def without_occasion(before: str, words: str) -> str:
    """Return the words of a request, which `before` leads to, without the talk that they are for."""
    named, occasion = _NAMED.search(before), _OCCASION.match(words)
    if not (named and occasion):
        return words
    told = words[occasion.end() :]
    if _TALK.match(words) and not (_UNNAMED.match(told) or TO_ASSISTANT.match(told)):
        return told
    return f"{named['when'].lower().removeprefix('the ')} {words}"
