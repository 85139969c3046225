"""Which wish holds for good by what it is about, without "from now on"?

In what units, spelling and clock somebody reads, and what they do not care to see in any answer ("no emojis please"),
does not change from one to the next. "Answer in French" may be meant for one, and what names the text at hand is.
"""

from __future__ import annotations

import re

LONGEST = 120
"""Characters of a message that is nothing but such a wish."""

_MEASURE = (
    r"(?:(?:the )?(?:metric|imperial|si)(?: (?:units?|system|measurements?))?|(?:degrees )?(?:celsius|fahrenheit"
    r"|centigrade)"
    r"|kilomet(?:er|re)s|km|miles|kilos?|kilograms|grams|pounds and ounces"
    r"|(?:the |a )?(?:24|12|twenty-four|twelve)[- ]?h(?:our|r)?s? (?:clock|times?|format)"
    r"|(?:british|american|uk|us|australian|canadian|oxford) (?:spellings?|english)|iso dates?"
    r"|day[- ]month[- ]year|(?:dd|mm)/(?:mm|dd)/yyyy)"
)
_UNWANTED = (
    r"(?:emojis?|emoticons?|smileys|exclamation (?:marks?|points?)|bullet ?points?|bullets|bullet lists?|small ?talk"
    r"|pep ?talks?|flattery|compliments|disclaimers|caveats|em[- ]dashes|markdown|preambles?|pleasantries|filler|fluff"
    r"|(?:long )?intros|jargon|idioms|moralis?z?ing|sugar-?coating|lectures|sign-?offs)"
)
_WISH = re.compile(
    r"\W*(?:(?:please|pls|plz|hey|ok|and|also|just|could you|can you|would you|will you|i(?:'d"
    r"| would) like you to)[\s,]+)*"
    rf"(?P<x>(?:use|stick to|switch to|write in|give me|show me|i use|i prefer|i want) (?:only )?{_MEASURE}"
    rf"(?:,? (?:and|or|not|instead of|rather than|never) (?:the )?{_MEASURE})?(?: only| everywhere| instead)?"
    rf"|no (?:more )?(?:{_UNWANTED}(?:,? (?:and|or) (?:no )?{_UNWANTED})?)(?: (?:from you|with me))?"
    r"(?=[\s,]+(?:please|pls|plz|thanks|thank you|thx)\b))"
    r"(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|if you can|ok|okay|with me|for me|will you))*[\s.!?]*",
    re.I,
)


def by_itself(message: str) -> str | None:
    """Return the wish that a message is all about, where it is one that holds for good."""
    if len(message) > LONGEST:
        return None
    wish = _WISH.fullmatch(message.strip())
    return wish["x"] if wish else None
