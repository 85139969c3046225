"""Which of all memories does somebody ask to see?

"What sports do you remember about me?" asks for a list, but not of everything.
"""

from __future__ import annotations

import re

from langmem_ext.command_reading.categories import is_outside
from langmem_ext.command_reading.kinds import Command

_KEPT = (
    r"(?:you|u)(?:'ve|’ve)?(?: (?:do|have|still|got|ever|already|even|both|now|currently)){0,3} (?:know"
    r"|remember(?:ed)?"
    r"|recall|saved?|stored?|kept|keep|hold|noted|learn(?:ed|t)|memori[sz]ed|recorded|have|got)"
)
_NOUN = r"(?P<x>(?!(?:more|else|exactly)\b)[\w'’-]+(?: [\w'’-]+){0,2}?)"
_LISTED = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        rf"\b(?:what|which) (?:of my )?{_NOUN}(?: (?:things|stuff|memories|facts|notes))?(?: of mine"
        rf"| from me)? (?:do|have"
        rf"|did|are) {_KEPT}\b",
        rf"(?:^|\b(?:the|my|any|all|only|just) ){_NOUN} (?:things|stuff|part|bits|memories|notes) (?:(?:that"
        rf"|which) )?(?:{_KEPT}"
        r"|in (?:your|the) (?:memory|notes)|about me|from your memory|of what you)\b",
        rf"\b(?:the|my|any) {_NOUN}(?: of mine)? (?:(?:that|which) )?(?:{_KEPT}(?: on file| on record"
        rf"| in memory| stored"
        r"| saved)? (?:about|for|on|of) me|from your memory)\b",
        rf"\bcategory:? {_NOUN}$",
        rf"\b(?:only|just) (?:the|my|our) {_NOUN}\W*$",
        rf"\b(?:the|my|any) {_NOUN}(?: of mine)? (?:(?:that|which) )?(?:you|u)(?:'re|’re| are)? (?:keep(?:ing)?"
        r"|hold(?:ing)?|stor(?:e|ing)|have (?:on (?:record|file)|saved|stored))\b",
        rf"^\W*(?:(?:and|so|also|ok|okay|my|our|the) )*{_NOUN}(?:-wise,|\s*[:–—-]+)\s+(?:what|which|anything)\b",
        rf"\b(?:under the heading(?: of)?|as for|when it comes to|on the subject of|in terms of) (?:my |our |the )?"
        rf"{_NOUN},? (?:what|which|anything)\b",
        rf"\b(?:about|on|regarding|concerning) (?:my|our) {_NOUN}\W*$",
    )
)
_FRAGMENT = re.compile(
    r"(?:^|[.!?\n]\s*)(?:and |so |also |my )?(?P<x>[\w'’-]+(?: [\w'’-]+)?)\s*[.?:–—-]+\s*$",
    re.IGNORECASE,
)


def listed_of(said: str, message: str) -> Command | None:
    """Read "What sports do you remember about me?", and "Pets. What have you saved?": not all, but these."""
    for form in _LISTED:
        if (found := form.search(said)) and (named := _telling(found["x"])):
            return Command("list_category", named)
    before, _, _ = message.partition(said)
    if (
        before != message
        and (topic := _FRAGMENT.search(before))
        and (named := _telling(topic["x"]))
    ):
        return Command("list_category", named)
    return None


def _telling(phrase: str) -> str | None:
    """Return a phrase that names something: no word of it is one that any list is asked for with."""
    words = phrase.lower().split()
    return phrase if all(map(is_outside, words)) and _ALL_OF_ME.isdisjoint(words) else None


_ALL_OF_ME = frozenset(
    "life lives self person past account user particulars inventory contents picture overview existence character"
    " personality lot rest".split()
)
"""Words for all that is known of somebody."""
