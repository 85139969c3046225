"""Which facts do the words of one request hold?

"I'm vegan and my dog is called Rex" holds two; what points back, and the ground of an instruction, is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import notes
from langmem_ext.policies.company import goes_on
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.answered import as_answered
from langmem_ext.policies.directive_reading.complaints import without_complaint
from langmem_ext.policies.directive_reading.content import is_lead, opened, tells
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.halves import INSTRUCTIONS
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.set_apart import set_apart


def facts_of(rule: str, said: str) -> list[str]:
    """Return what a request asks to keep, each fact by itself."""
    return _each(_facts(_asked(rule, as_answered(said))))


_NEXT_FACT = re.compile(
    r"(?:\s*,\s*(?:and\s+|but\s+|also\s+)?(?:that\s+)?|\s*;\s*|\s+and\s+(?:also\s+)?(?:that\s+)?)"
    r"(?=(?:i|i'm|i've|im)\s+(?!mean\b|think\b|guess\b)|(?:i'm|i've)\s|(?:my|our)\s"
    r"(?:[\w'-]+\s){1,4}(?:is|are|was|has|have|lives|works|likes|loves|hates|starts"
    r"|(?:does|is|was|has)(?:n['’]?t| not))\b)",
    re.I,
)
_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|there|those|these|so)\b", re.I)
_CONDITION = re.compile(
    r"^(?:if|when|whenever|because|since|although|though|while|after|before|unless|every time|each time|any ?time"
    r"|(?:the )?next time|whatever|for (?:any|every"
    r"|each))\b",
    re.I,
)


_AND = re.compile(
    r"^(?!(?-i:And [A-Z]\w))(?:and|also|plus|n|so(?! (?:far|that|much|many|long|what|called)\b))"
    r"(?:,? (?:also|then|please|pls))*,? (?:that )?(?=\S+ \S)",
    re.I,
)
"""How the next of several things begins: "and the agency wants timesheets"."""

_NUMBERED = re.compile(r"(?:^|\s)\(?\d{1,2}[.)]\s+")


def _facts(said: str) -> list[str]:
    """Split a request into its facts; a part that points back stays with what it points at."""
    said = _AND.sub("", opened(said))
    if _CONDITION.match(said) or _names_another(said):
        return [said]
    if re.match(r"\(?1[.)]\s", said):
        return [part.strip(" ,;") for part in _NUMBERED.split(said) if part.strip(" ,;")]
    parts: list[str] = []
    for part in _NEXT_FACT.split(said):
        if parts and (goes_on(parts[-1], part) or _is_same_occasion(parts[-1], part)):
            parts[-1] = f"{parts[-1]} and {part.strip(' ,;')}"
        elif parts and _POINTS_BACK.search(part):
            parts[-1] = f"{parts[-1]}, and {part}"
        elif part.strip():
            parts.append(part.strip(" ,;"))
    if len(parts) > 1 and (_LEADS_ON.fullmatch(parts[0]) or is_lead(parts[0])):
        del parts[0]
    return parts[:1] + [part for part in parts[1:] if not is_reason(part)]


def _is_same_occasion(before: str, part: str) -> bool:
    """Tell "when my wife is out and my son isn't home", whose second half is no fact by itself."""
    return bool(_OCCASION.search(before) and _IS_NOT.match(part))


_OCCASION = re.compile(r"\b(?:when(?:ever)?|while|if|unless|until)\b", re.I)
_IS_NOT = re.compile(r"(?:my|our)\s(?:[\w'-]+\s){1,4}(?:does|is|was|has)(?:n['’]?t| not)\b", re.I)


def _each(parts: Sequence[str]) -> list[str]:
    return [fact for part in parts for note in notes.each_of(part) for fact in set_apart(note)]


_LEADS_ON = re.compile(
    r"(?:(?:in|for|during|across) (?:(?:all|any|other|our|my|your|the|every) )*(?:later|future|next|other"
    r"|upcoming|our)"
    r" (?:chats?|sessions?|conversations?|talks?)"
    r"|for the (?:last|first|umpteenth|third|tenth) time|once (?:more|again)"
    r"|dear \w+|mate|buddy|pal|dude|bro|man|friend|assistant|today and always|now and (?:always|forever)"
    r"|(?:starting|beginning|as of|from) (?:today|now|tomorrow|this \w+|next \w+|\w+day)"
    r"|(?:just )?(?:so|so that|in case) (?:that )?(?:i|you|u|we)\b[^:]*"
    r"|(?:the|this|a|my|our) (?:new |small |following |recent )*(?:change|update|news|correction|addition|detail))",
    re.I,
)
"""What comes before the first fact and is none: "mate, I'm a Spurs fan"."""


def _asked(rule: str, said: str) -> str:
    """Leave out the ground that is given for an instruction: "use km, I'm from Durban"."""
    said = without_complaint(opened(said))
    occasion = standing_forms.OCCASION.match(said)
    at = occasion.end() if occasion else 0
    told = rule.startswith("remember_") or not standing_forms.TO_ASSISTANT.match(said, at)
    if (told and rule not in INSTRUCTIONS) or _names_another(said):
        return said
    ground = _GROUND.search(said, at)
    if ground is None and standing_forms.TO_ASSISTANT.match(said, at):
        ground = _GROUND_OF_OTHERS.search(said, at)
    return tidy(said[: ground.start()]) if ground and tells(said[: ground.start()]) else said


_NAMED = re.compile(
    r"[,.;:–—-] ?(?:it'?s|i'?m|i am|my name'?s|my name is|i go by|that'?s)"
    r" (?-i:[A-Z])[\w.'’-]+(?: (?-i:[A-Z])[\w'’-]+)?"
    r"(?: (?:to|for) you)?\W*$",
    re.I,
)


def _names_another(said: str) -> bool:
    """Tell a name that is not wanted, with the one that is: "stop calling me buddy, I'm Ms. Pratt to you"."""
    return bool(standing_forms.NOT_CALLED.match(said) and _NAMED.search(said))


_GROUND = re.compile(
    r"(?:,\s+(?:because |since |as |cos )?|\s+(?:because|cos|cuz) )"
    r"(?:i|i'm|im|i've|my|we|we're|our|it's|that's|nobody|no one|everyone"
    r"|everybody|they|he"
    r"|she)\b",
    re.I,
)

_GROUND_OF_OTHERS = re.compile(
    r",\s+(?:because |since |as |cos )?(?:(?:the|this|these|those|that|most|some|other|all|any|people|half)"
    r"(?: [\w'’-]+){0,4}?|[\w-]+ (?:ones|stuff|things|people|words))"
    r" (?:is|are|was|were|has|have|had|does|doesn'?t|don'?t|can'?t|cannot|won'?t|makes?|drives?|gives?|gets?|confuses?"
    r"|wastes?|hurts?|annoys?|looks?|sounds?|feels?|causes?|takes?|costs?|keeps?|throws?|trips?|puts?|breaks?|scares?"
    r"|upsets?|bores?|bothers?|distracts?|hates?|knows?|reads?)\b(?! (?:to be|first|last|at|in the|on top)\b)",
    re.I,
)
"""A ground of which others are the subject: "use British spelling, the American one drives my boss mad"."""
