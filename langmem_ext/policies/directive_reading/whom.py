"""What does a sentence ask to remember of somebody whom only the words before it name?

"My sister moved to Bonn. Remember she hates cats."
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.reading import read
from langmem_ext.policies.directive_reading.request import Request
from langmem_ext.policies.referents import named


def asked_in(said: Sequence[language.Sentence], at: int) -> Request | None:
    """Read a sentence; where "he" says too little, with the one whom the words before it name."""
    request, he = read(said[at]), _HE_OR_SHE.search(said[at].text)
    if request or he is None or said[at].is_question:
        return request
    before = f"{said[at - 1].raw if at else ''} {said[at].raw[: he.start()]}"
    told = named(said[at].raw[he.start("x") :], [before])
    if not (told and told.startswith(("my ", "our "))):
        return None
    whole, seen = said[at].raw[: he.start("x")] + told, said[at].text[: he.start("x")] + told
    return read(replace(said[at], raw=whole, text=seen))


_HE_OR_SHE = re.compile(
    r"\b(?:remember|forget|note|in mind|save|store|record)\b,?(?: that)? (?P<x>(?:she|he)(?:'s|'ll|'d)? \S.*)",
    re.I,
)
