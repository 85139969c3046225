"""Does a list of notes that name a thing and say something of it go on: "plumber: Rui. Electrician: Ana"?"""

from __future__ import annotations

import re

from langmem_ext.policies import notes, purposes

_HEADS = re.compile(
    r"(?:(?:my|the|a|one|another|first|next|last|quick|other|new|and|now|then|also|so) )*(?:p\.?s|ps|nb|n\.b"
    r"|questions?|tasks?|subject|re|from|to|cc|note|notes|edit|update|topic|request|context|background|example|hint"
    r"|answer|message|text|quote|title|prompt|instructions?|job|problem|issue|goal|output|input|format|draft|e-?mail"
    r"|today|tonight|tomorrow|now|next|next up|then|also|so|dear|thanks|anyway|btw|by the way|that said|back to \w+"
    r"|system|user|assistant|todo|menu|recipe|poem|story|summary|translation|essay|letter|list|plan)\s*[:=]",
    re.I,
)
"""What heads a task or a text, and is no thing of which something is noted."""

_ASKS = re.compile(
    r"(?:any|help|some|please|make|i need|i want|i'd like|your)\b|.*\bplease\W*$", re.I
)


def is_note(said: str) -> bool:
    """Tell "plumber: Rui"."""
    return notes.is_pair(said) and not _HEADS.match(said)


def is_further_note(said: str) -> bool:
    """Tell a further note from what heads a task: "menu: four courses please"."""
    value = said.partition(":")[2].strip()
    return is_note(said) and not (_ASKS.match(value) or purposes.asks_for_work(value))
