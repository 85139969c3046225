"""What does a sentence state before it goes on to suppose something, or to say what others say?

"I'm a nurse and my colleagues say I should rest", "I live in Porto, so if it rains ...": the first half is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LINK = re.compile(
    r"[,;]? (?:and|but|so|because|cause|cos|since|though|although|while|whereas|yet|plus|then|only)"
    r"(?: (?:yes|now|then|also|of course|apparently))?,? (?!(?:on|forth|far|long|much|many)\b)"
    r"|[,;] (?=(?:my|our|the|his|her|their) [\w'’-]+ |(?:he|she|they|everyone|everybody|people)\b"
    r"|(?:please |pls )?(?:let|tell|correct|shout) )|\s+[-–—]{1,2}\s+|[;:] ",
    re.I,
)


def stated_before(text: str, is_otherwise: Callable[[str], bool]) -> str:
    """Return the longest beginning of a text, up to a new clause, that is not meant otherwise; "" if there is none."""
    if not is_otherwise(text):
        return text
    before = (text[: link.start()] for link in reversed(list(_LINK.finditer(text))))
    return next((each for each in before if each and not is_otherwise(each)), "")
