"""Is what a sentence states meant as so: no supposition, nobody else's words, no irony?"""

from __future__ import annotations

from collections.abc import Iterator

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.statement_reading import scenes

LOOKED_AT = 400
"""Characters of a sentence that are read for what it states."""


def stated_in_earnest(message: str) -> Iterator[str]:
    """Yield what each sentence of a message states and means; questions, quotes and suppositions state nothing."""
    for sentence in language.sentences(scenes.own_words(message)):
        text = language.stated_part(sentence)[:LOOKED_AT]
        if is_earnest(text, sentence.raw):
            yield text


def is_earnest(text: str, raw: str) -> bool:
    """Tell whether `text`, what a sentence states, is meant as so; `raw` is the sentence as typed."""
    return not (purposes.is_unreal(text) or purposes.is_reported(text) or scenes.is_ironic(raw))
