"""For what does an instruction hold?

"For code, use TypeScript" says nothing of letters: an instruction that is kept without its scope is another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import sentences as language
from langmem_ext.policies.rewriting import USER, later

_LEAD = re.compile(
    r"^(?:(?:please|pls|also|and|but|so|ok|okay|oh|hey|hi|btw|by the way|remember|note|from now on|going forward"
    r"|in future|in the future|for future reference|for the future)\b[\s,:!–—-]*(?:that\b\s*)?)+",
    re.I,
)
_TAIL = re.compile(
    r"[\s,:–—-]*(?:\b(?:please|pls|just|you should|you must|then|from now on|going forward|i want you to"
    r"|i'?d like you to|always|never|do not|don'?t)\b[\s,:–—-]*)*$",
    re.I,
)
_SCOPE = re.compile(
    r"(?:for|in|on|at|with|during|inside|when|whenever|if|while|before|after)\s+(?:[\w'’/&+.#-]+\s+){0,9}[\w'’/&+.#-]+",
    re.I,
)
_IDLE = re.compile(
    r"^(?:for (?:now|once|me|us|good|sure|example|instance|ever|(?:the |your |my |our )?(?:record|reference|info"
    r"|information|context|love|sake|next|last|first|time)|(?:god|heaven|goodness|pete)\S* sake"
    r"|(?:all )?(?:the )?future(?! \w))"
    r"|in (?:general|short|fact|case|future|the future|particular|addition|order|my (?:opinion|view)|that case|any case"
    r"|all honesty|other words|conclusion|summary|return|advance|mind)"
    r"|on (?:second|another|that|a) (?:thought|note|side|related|different)\w*"
    r"|on (?:my mind|the other hand|reflection)"
    r"|at (?:least|last|first|once|the moment|this point|all|any rate)|with (?:that|this|all|respect|pleasure)"
    r"|if (?:you (?:can|could|please|would|don'?t|want|like)|possible|not|so|i may|necessary"
    r"|it(?:'s| is) (?:ok|okay|fine|possible))"
    r"|when(?:ever)? (?:you (?:get|have|can)|possible|convenient)|while (?:you|we)"
    r"|before (?:you|we|i) (?:go|forget|start)|after (?:all|that|this)|during this)\b",
    re.I,
)


_CUT = re.compile(r" (?:i|you|u|ya|we|he|she|they|it|the|an?|my|our|your|of|to|and|or)$", re.I)
"""What goes on in the instruction itself: "when u"."""


def scope_of(statement: str, said: Sequence[language.Sentence]) -> str | None:
    """Return the phrase before an instruction in its sentence that says where or when it holds."""
    for sentence in said:
        before, found, _ = sentence.raw.partition(statement)
        if found and (scope := _TAIL.sub("", _LEAD.sub("", before))):
            whole = _SCOPE.fullmatch(scope) and not (_IDLE.match(scope) or _CUT.search(scope))
            return scope if whole else None
    return None


def scoped(content: str, scope: str) -> str:
    """Put the scope of an instruction before what the user wants of the assistant."""
    wish = content[:1].lower() + content[1:] if content.startswith(USER) else content
    return f"{scope[:1].upper()}{later(scope[1:])}, {wish}"
