"""Is this value a digest: the checksum of a file, or the name of a commit?"""

from __future__ import annotations

import re

_WHOLE = re.compile(
    r"[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}", re.I
)
_SPOKEN_OF = re.compile(
    r"(?:\b(?:md5|sha-?\d{1,3}|hash|checksum|digest|commit|tree|merge)\b|\brefs/)[^.!?\n]{0,24}$",
    re.I,
)


def is_digest(value: str, before: str) -> bool:
    """Tell a whole digest that the words before it call one: whatever rule found it, it is no secret."""
    return _WHOLE.fullmatch(value) is not None and _SPOKEN_OF.search(before) is not None


_PART = re.compile(r"[0-9a-f]{7,128}")
_SPOKEN_OF_NEAR = re.compile(
    r"(?:colou?r|md5|sha-?\d*|checksum|digest|commit|hash|etag|revision|merge)(?:sum)?\b", re.I
)


def is_part_of_digest(value: str, before: str) -> bool:
    """Tell a digest of any length, such as the first letters of a commit; for values that no rule names."""
    return _PART.fullmatch(value) is not None and _SPOKEN_OF_NEAR.search(before[-32:]) is not None


_NAME = re.compile(r"\b(?:sha-?\d*|md5):$", re.I)


def follows_name_of_digest(before: str) -> bool:
    """Tell what stands right behind the name of its digest: "sha256:..."."""
    return _NAME.search(before) is not None
