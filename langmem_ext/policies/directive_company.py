"""Does a fact begin with people of whom the user is one: "my wife and I are moving"?"""

from __future__ import annotations

import re
from functools import cache

from langmem_ext.policies.facts import words_named


def goes_on(people: str, said: str) -> bool:
    """Tell that what follows an "and" or a comma has the people before it as its subject, too."""
    return bool(_people().fullmatch(people.strip(" ,")) and _TOGETHER.match(said))


@cache
def _people() -> re.Pattern[str]:
    name = r"(?-i:[A-Z])[\w'’-]+"
    group = "family|team|crew|band|colleagues|co-workers|housemates|flatmates|roommates|neighbou?rs"
    one = rf"(?:(?:my|our) (?:{words_named('kin')}|{group})(?: {name})?|{name})"
    return re.compile(rf"(?:both )?{one}(?:(?:,| and|, and) {one})*", re.I)


_TOGETHER = re.compile(
    r"I(?!['’]m\b|m\b| am\b| was\b)\b|(?:my|our) (?:[\w'’-]+ ){1,4}?(?:and I\b|are\b|were\b|have\b)",
    re.I,
)
"""Not "I'm": "Rita, and I'm tall" begins anew."""
