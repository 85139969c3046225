"""Is this what somebody or something is called, with a number: "works at Company12", "likes Dish4 and Dish9"?

Passwords are written like that, too; so the words beside it must be those that go with names.
"""

from __future__ import annotations

import re

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.secret_reading.credential_words import may_announce

_NAME = r"(?:[A-Z][a-z]{2,}){1,3}[ -]?\d{1,4}"
_NUMBERED = re.compile(_NAME)
_NAMED_BY = re.compile(
    r"(?i:\b(?:(?:work|study|teach|intern|consult|start|live|stay|bank|shop|train|volunteer)(?:s|ed|ing|ied|ies)?"
    r" (?:at|for|with|on|in|near)|(?:employ|hir|manag|mentor|own|found|acquir|recommend)ed (?:at|by)"
    r"|employee of|member of|reports? to|moved (?:to|from)|(?:friends?|married|partners?) (?:of|with|to)|named|called"
    r"|joine?[ds]?|knows?|knew|likes?|liked|loves?|loved|prefers?|preferred|hates?|hated|enjoys?|enjoyed|dislikes?"
    r"|disliked|admires?|supports|plays|played|watches|watched|visits|visited|met|meets|drives|owns|manages|managed|leads"
    r"|eats|drinks|reads|wears|collects|follows|(?:client|customer|vendor|supplier|employer|manager|boss|colleague|neighbou?r"
    r"|team|project|product|city|company|school) is) (?:the |an? |both )?)"
    rf"(?:{_NAME}(?:, (?:and |or )?| and | or | & ))*$"
)
_DOES = re.compile(
    r" (?:met|knows|knew|likes|loves|hates|prefers|lives|lived|said|told|moved|married|wants|visited|joined|reports)\b"
)


def is_a_numbered_name(text: str, start: int, end: int) -> bool:
    """Tell a name with a number beside words that go with names, where nothing announces a secret."""
    if not _NUMBERED.fullmatch(text, start, end):
        return False
    named = _NAMED_BY.search(text[max(0, start - 80) : start]) or _DOES.match(text, end)
    return named is not None and not may_announce(lowered(text))
