"""Does a request say how this one answer, or one file, is to be?

"Keep it brief: pros and cons of Rust" and "save the following as config.toml: ..." ask for work, and for nothing to be
remembered; with "from now on" it is another matter.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.order_words import ON

_KEEP = r"(?:(?:please|pls|and|but|ok|okay|hey|so|just|can you|could you) )*(?:keep|make) "
_ANSWER = r"(?:\w+ )?(?:answer|reply|response|one|explanation|summary|text|message|e-?mail)"
_HOW = (
    r"(?: (?:very|really|super|as|nice and|fairly|quite|rather|under|to|below))* (?:short|brief|simple|concise|quick"
    r"|light|casual|formal|polite|informal|snappy|crisp|tight|tiny|long|detailed|\d+ (?:words|lines|sentences)"
    r"|one (?:line|sentence|paragraph))\b"
)
_BRIEF = re.compile(
    rf"{_KEEP}(?:(?:it|this|that|(?:the|your) {_ANSWER}){_HOW}[^:.!?]*:|(?:this|that) {_ANSWER}{_HOW})",
    re.I,
)
_FILED = re.compile(
    r"(?:(?:please|pls|and|can you|could you) )*(?:save|store|write|put) (?:the following|this|these(?: lines)?"
    r"|it) (?:as|to"
    r"|into|in) (?:a file (?:called|named) )?[\"'`]?[\w./~-]+\.[a-z]{1,5}\b",
    re.I,
)
_FOR_GOOD = re.compile(rf"\b(?:{ON}|always|every time|in (?:all|every|any))\b", re.I)


def is_for_this_answer(text: str) -> bool:
    """Tell how long, plain or polite this answer is to be, or in which file a text goes."""
    if _FILED.match(text):
        return True
    return _BRIEF.match(text) is not None and _FOR_GOOD.search(text) is None
