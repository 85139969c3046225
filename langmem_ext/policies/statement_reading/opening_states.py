"""In which state of their own does somebody open a sentence?

"Being left-handed, which scissors do I need?", "Living in Oslo, I need tyres", "With two kids, which car do we buy?".
"""

from __future__ import annotations

import re

from langmem_ext.policies.facts import match_fact

_DOES_TO_ONE = (
    r"(?:is|are|has|leaves|means|(?!(?:as|us|this|his|its|always|sometimes)\b)[a-z]{3,}s) "
    r"(?:up |out |down |off )?(?:me|my|us|our)\b"
)
"""What a state does to who is in it: "working nights ruins my meals"."""
_OPENING = re.compile(
    r"(?:(?:hi|hey|hello|ok|so|well|and|but|also),? )*(?:being (?P<is>(?!an? )\S[^,?.!]{2,40}?)"
    r"|(?P<doing>living|working(?! with)|owning|studying|teaching|commuting|driving|renting|speaking|playing|keeping"
    r"|growing up|coming)(?P<what>(?: (?!(?:is|are|was|can|means|takes|costs"
    r"|and|but|so|next|tomorrow|today|tonight|this)\b)[^\s,?.!]+){1,9}?)"
    r"|with (?P<had>(?!.*\b(?:exam|test|interview|deadline|meeting|appointment|flight|trip)\b)(?:an?|two|three|four"
    r"|five) [^,?.!]{2,50}?)"
    r"(?: at home| in the (?:house|family|flat)| under one roof| in tow| under my belt)?)"
    rf"(?:, (?P<rest>.*)|(?= (?:i|i'?m|i'?ve)\b)(?P<own>.*)| (?={_DOES_TO_ONE})(?P<does>.*))",
    re.I,
)
_DOES = {
    "living": "live", "working": "work", "owning": "own", "studying": "study", "teaching": "teach",
    "commuting": "commute", "driving": "drive", "renting": "rent", "speaking": "speak", "playing": "play",
    "keeping": "keep", "growing up": "grew up", "coming": "come",
}  # fmt: skip
_HAD = frozenset({"relationships", "profile"})
"""What goes with somebody for long; "with an exam on Monday" is read by other rules."""


def state_at_opening(text: str) -> tuple[str, str] | None:
    """Return the state as a statement that a rule reads, and the rest of the sentence; None where it opens in none."""
    opening = _OPENING.match(text)
    if opening is None:
        return None
    said = _statement(opening)
    rest = f"it {opening['does']}" if opening["does"] else opening["rest"] or opening["own"]
    rest = rest.strip()
    found = match_fact(said) if asks_for_oneself(rest) else None
    if found is None or (opening["had"] and found[0].category not in _HAD):
        return None
    return said, rest


_OF_ONESELF = re.compile(r"\b(?:i|i'?m|i'?ve|i'?d|i'?ll|me|my|we|our|us)\b", re.I)
_WHICH = re.compile(r"(?:which|what|where|any)\b", re.I)
_TO_ANOTHER = re.compile(
    r"\b(?:you|your|you'?d|you'?ll|u)\b|^(?:act|answer|explain|write|give|tell|pretend)\b", re.I
)


def asks_for_oneself(rest: str) -> bool:
    """Tell whether what follows an opening speaks of who opened it; "as a lawyer, would you ..." is of the listener."""
    asks = _OF_ONESELF.search(rest) or _WHICH.match(rest)
    return bool(asks) and not _TO_ANOTHER.search(rest)


def _statement(opening: re.Match[str]) -> str:
    if opening["is"]:
        return f"I'm {opening['is']}"
    if opening["had"]:
        return f"I have {opening['had']}"
    return f"I {_DOES[opening['doing'].lower()]}{opening['what']}"
