"""Is something to stay that a sentence names beside what is to go?

"Don't delete number 3", "keep number 2, delete the rest", "number 4 is wrong, it should be Leeds": to forget what is
named there would be the opposite of what is wanted.
"""

from __future__ import annotations

import re

from langmem_ext.command_reading.kinds import Command
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.stored import puts_away

_GOES = r"(?:forget|delete|remove|erase|drop|scrub|purge|bin|scrap|wipe|clear|discard|strike)"
_REFUSED = re.compile(
    rf"\b(?:don['’]?t|do not|dont|never|must not|mustn['’]?t|should not|shouldn['’]?t|not to"
    r"|without)"
    rf" (?:ever |please |just )?{_GOES}(?:t?ing)?\b(?! to\b)",
    re.IGNORECASE,
)
_STAYS = (
    r"(?P<not>(?:n['’]t|not|no longer|stop)\b[^.,;]{0,24})?\b(?:keep|leave|retain|except(?: for)?|apart from|besides"
    r"|excluding|other than|(?:everything|all)(?: \w+)? but(?: not)?) (?:only |just )?"
)
_PUT_RIGHT = re.compile(
    r"\b(?:should|ought to|must|needs to) (?:be|say|read)\b(?! (?:\w+ )?(?:gone|deleted|dropped|removed|forgotten"
    r"|erased|wiped|cleared|struck|purged|binned|scrapped|taken))|\b(?:it|that)['’]?s (?:actually|really|now)\b",
    re.IGNORECASE,
)


def is_spared(found: Command, said: str) -> bool:
    """Tell what must not be forgotten although it is named."""
    if found.name not in ("forget", "forget_about", "clear"):
        return False
    if _REFUSED.search(said):
        return True
    if found.name == "clear" or not is_numbered(found.argument):
        return False
    stays = re.search(f"{_STAYS}{re.escape(found.argument)}", said, re.IGNORECASE)
    if stays:
        return not stays["not"]
    return not puts_away(said) and bool(_PUT_RIGHT.search(said))
