"""Which reason stays with the statement for which it is given?

"I'm learning Welsh because I want to talk to my neighbours" is one thing to know; "I live in Leeds because I work at
Acme" is two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies.facts import match_fact

_WISH = re.compile(
    r"(?:(?:i|we) (?:really |also |just |simply |always |both )?(?:want(?:ed)?|hope|need|would (?:like|love)"
    r"|love|like|hate"
    r"|prefer|miss|enjoy|can'?t (?:stand|bear))|(?:i|we)'?d (?:like|love)|(?:i'?m|i am|we'?re|we are) hoping)\b",
    re.I,
)


def with_reasons(parts: Sequence[str], sentence: str) -> list[str]:
    """Join the clauses of a sentence again of which the second says what is wished for by the first."""
    joined: list[str] = []
    for part in parts:
        whole = _given_for(joined[-1], part, sentence) if joined and _WISH.match(part) else None
        if whole:
            joined[-1] = whole
        else:
            joined.append(part)
    return joined


def _given_for(told: str, reason: str, sentence: str) -> str | None:
    link = re.search(
        rf"{re.escape(told)}(,? (?:because|'?cause|cuz|since|as) ){re.escape(reason)}", sentence
    )
    return link[0] if link and match_fact(told) else None
