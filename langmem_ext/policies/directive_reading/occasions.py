"""What of a request says only on which occasion it is to be thought of?

"For next time I ask about restaurants, I'm vegan" keeps the diet; "for next time I fly, I need a wheelchair" says
something of flights, and keeps both.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.request import Request, Said
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


def word_of_ours(said: Said) -> Request | None:
    """Read what a word of the user's means: "when I say HQ, remember that I mean the Leeds office"."""
    found = None if said.sentence.is_question else _WORD.match(said.text)
    if found is None:
        return None
    told = tidy(said.words(found.start("told"), len(said.text)))
    return Request("instruction", f"{said.words(*found.span('when'))}, {told}")


_WORD = re.compile(
    r"(?:(?:and|also|so|please|ok|okay|oh|hey)[\s,]+)*"
    r"(?P<when>(?:when(?:ever)?|if|every time|any ?time) (?:i|we) (?:just |ever )?(?:say|write|type|mention|use"
    r"|talk about|speak of|refer to|put) [^,]{1,60}?)(?:,? (?:in (?:the )?future|from now on|again))?"
    r",?\s+(?:(?:please|pls|kindly|you should|you must|just|always|also)\s+)*"
    r"(?:know|remember|note|understand|take it|(?:bear|keep) in mind|be aware|don'?t forget)(?: that)?\s+"
    r"(?P<told>(?:(?:i|we)(?: \w+)? mean|(?:i|we)(?:'m| am|'re| are)? (?:refer|talk|speak)\w* (?:to|about|of)"
    r"|it (?:means|stands for|refers to)|(?:it|that|he|she)(?:'s| is| means) (?:my|our|the)|that means)\b.*)$",
    re.I,
)
