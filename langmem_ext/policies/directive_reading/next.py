"""Does a sentence turn from what is to be kept to the piece of work that is wanted now?

"Now a Christmas menu!", "next, a packing list for Rome": it names the piece and has no verb.
"""

from __future__ import annotations

import re

_WORK = (
    r"(?:menus?|recipes?|plans?|planner|lists?|itinerar(?:y|ies)|poems?|stor(?:y|ies)|songs?|letters?|e-?mails?|summar"
    r"(?:y|ies)|translations?|essays?|speech(?:es)?|toasts?|jokes?|quiz(?:zes)?|ideas?|suggestions?|tips?"
    r"|recommendations?|drafts?|outlines?|scripts?|invitations?|captions?|workouts?|playlists?|explanations?"
    r"|overviews?|tables?|headlines?|slogans?|questions?|tasks?|spreadsheets?|code|functions?|quer(?:y|ies))"
)
_TURNS = re.compile(
    r"(?:(?:and|so|ok|okay|but|right|alright|then|please|great)[\s,]+)*"
    r"(?:(?:now|next(?: up)?|then|after that)(?:[\s,:–—-]+(?:for|on to|onto|back to|over to|to))?|on to|onto|back to"
    r"|over to)[\s,:–—-]+(?:please\s+|just\s+)?"
    rf"(?:an?|the|my|our|some|another|a few|one|two|three|four|five|ten|\d+)\s+(?:[\w'’-]+ ){{0,4}}?{_WORK}\b"
    r"(?!'s\b| (?:is|are|was|were|has|have|had|will|would|must|should|can|goes|go|arrives?|comes?|starts?|ends?|by|from"
    r"|on (?:the|my|our))\b)[^:]*$",
    re.I,
)


def turns_to_work(sentence: str) -> bool:
    """Tell "now a Christmas menu!" from what is so now: "now a mother of three"."""
    return bool(_TURNS.match(sentence))
