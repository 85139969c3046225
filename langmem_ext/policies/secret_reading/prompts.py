"""Is this what somebody says of a prompt, rather than what is typed at it?

"Enter keystore password: prompts in CI" quotes what a program asks and goes on with the sentence.
"""

from __future__ import annotations

import re

_PROMPT = re.compile(
    r"\b(?:enter|type|provide|confirm|new|current|retype|re-enter|verify)\b[^.!?\n:]{0,40}\b(?:pass(?:word|phrase|code)?"
    r"|pass phrase|pin|token)\b[^.!?\n:]{0,30}:[\"'”’]? ?$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:prompts?|hangs?|appears?|pops?|shows?|comes?|keeps?|asks?|loops?|repeats?|blocks?|waits?|stays?|fails?|flashes"
    r"|freezes|over|again|every|since|then|even|though|whenever|endlessly|forever|twice|nonstop)"
)


def is_said_of_a_prompt(text: str, start: int, end: int) -> bool:
    """Tell the verb behind a prompt, with more of its sentence after it."""
    if not _GOES_ON.fullmatch(text, start, end) or not text[end : end + 2].strip(" .,"):
        return False
    return _PROMPT.search(text[max(0, start - 90) : start]) is not None
