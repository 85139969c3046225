"""Is this what somebody is called where they log in?

A name with a number ("hbrandt2") is written as passwords are; the sentence says that it is a name, and gives no
password before it.
"""

from __future__ import annotations

import re

_NAME = re.compile(
    r"(?=[a-z_.-]*[\d._-])[A-Za-z]+(?:[._-][A-Za-z]+){0,3}(?:[._-]?\d{1,4})?", re.IGNORECASE
)
_CALLED = re.compile(
    r"\b(?:user ?names?|log-?in names?|handles?|nick ?names?|gamertags?|screen ?names?|display names?|account names?)\b"
    r"[^.!?\n,;]{0,40}\b(?:is|was|i'?m|am|became|becomes|to|as|be|of|called|suggests?|suggested|offers|offered|gave me"
    r"|made me|wants) [\"'“]?$",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:pass\w*|pw|pwd|psw|pins?|psk|key|secret|then|using|used?|typed?|typ(?:e|ing)|enter\w*|creds)\b",
    re.I,
)


def is_an_account_name(text: str, start: int, end: int) -> bool:
    """Tell the name that a sentence about names of accounts gives."""
    if not _NAME.fullmatch(text, start, end):
        return False
    called = _CALLED.search(text[max(0, start - 90) : start])
    return called is not None and _GIVEN.search(called[0]) is None
