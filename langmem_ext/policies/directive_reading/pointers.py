"""At what does a verb of remembering point: at what follows, at what came before, or at either?"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import forms
from langmem_ext.policies.directive_reading.request import Frame, Points


def pointed(text: str, at: int) -> tuple[Points, int]:
    """Read what the verb points at, and adverbials, in any order."""
    points: Points = ""
    for _ in range(7):
        pointer = None if points else forms.POINTER.match(text, at)
        if pointer:
            points = "on" if pointer["fwd"] else "back" if pointer["bck"] else "either"
            at = pointer.end()
            if points == "on" and (topic := _TOPIC.match(text, at)):
                at = topic.end()
        elif adjunct := forms.ADJUNCT.match(text, at):
            at = adjunct.end()
        else:
            break
    return points, at


_TOPIC = re.compile(
    r"(?<=s) (?:about|on|regarding|concerning|of) (?!(?:me|us|myself|you)\b)(?:[\w'’-]+ ){0,5}?[\w'’-]+"
    r"(?=\s*:|[\s.!?]*$)",
    re.I,
)
"""Of what several things are told that follow: "three things about the shop"."""


def inner_pointer(match: re.Match[str]) -> Points:
    if re.search(r"\b(?:the following|something|this one)\b", match[0], re.I):
        return "on"
    if re.search(r"\b(?:this|these)\b", match[0], re.I):
        return "either"
    return "back" if re.search(r"\b(?:that|it|those|them)\b", match[0], re.I) else ""


def points_in_frame(frame: Frame, text: str, match: re.Match[str]) -> bool:
    return bool(
        re.search(r"\b(?:that|it|this|which)\b", text[frame.start : match.start()], re.I)
    ) and frame.mood in ("wished", "duty", "asked")


def means_many(words: str) -> bool:
    return bool(
        re.search(
            r"\b(?:things|facts|points|details|these|those|both|all|following|info\w*|stuff|notes|some|few|two"
            r"|three"
            r"|four|five|them|everything)\b",
            words,
            re.I,
        )
    )
