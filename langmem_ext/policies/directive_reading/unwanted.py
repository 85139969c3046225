"""Which talk about keeping asks for a statement beside it not to be kept: "make sure this isn't stored: ..."?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.asides import is_aside
from langmem_ext.policies.directive_reading.request import Points, Request, Said

_IT = r"(?:it|this|that|these|those|them|none of (?:it|this|that)|nothing of (?:it|this|that))(?: one)?"
_KEPT = (
    r"(?:stored|saved|kept|remembered|noted|recorded|logged|filed|memori[sz]ed|stick|stay|known)"
)
_UNWANTED = re.compile(
    rf"\b{_IT} (?:(?:isn'?t|is not|must not|mustn'?t|should not|shouldn'?t|won'?t|will not|doesn'?t get|does not get"
    rf"|is never|should never|must never|needn'?t|need not)(?: be)?(?: ever)?) {_KEPT}\b"
    rf"|\b(?:need|want|like|ask|asking|prefer) you to (?:please )?(?:forget|drop|not (?:keep|remember|save|store"
    rf"|note)) {_IT}"
    rf"|\b(?:want|need|like) {_IT} (?:not (?:kept|saved|stored|remembered|noted)|forgotten)\b",
    re.I,
)
_TWICE = re.compile(r"\b(?:don'?t|do not|never|no) (?:want|need|like|let|wish|say)\b", re.I)
"""What turns it round once more: "I don't want this forgotten"."""

_MARK = re.compile(r"\s*(?:[:→,;.…–—]|\s-)\s+|$")


def unwanted(said: Said) -> Request | None:
    """Read what asks for what follows, or for what stands before it, not to be kept."""
    if said.sentence.is_question:
        return None
    for mark in _MARK.finditer(said.text):
        lead = said.text[: mark.start()]
        if _UNWANTED.search(lead) and is_aside(lead) and not _TWICE.search(lead):
            points: Points = "on" if mark.end() < len(said.text) else "either"
            return Request("refusal", points=points, refuses=True)
    return None
