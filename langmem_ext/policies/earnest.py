"""Is what a sentence states meant as so: no supposition, nobody else's words, no irony?"""

from __future__ import annotations

from langmem_ext.policies import purposes
from langmem_ext.policies.statement_reading import scenes


def is_earnest(text: str, raw: str) -> bool:
    """Tell whether `text`, what a sentence states, is meant as so; `raw` is the sentence as typed."""
    return not (purposes.is_unreal(text) or purposes.is_reported(text) or scenes.is_ironic(raw))
