"""What does a text name, and which names may a question mean?

    patterns      @name, #tag, e-mail, URL, date: always there, no dependencies
    capitalised   runs of capitalised words, for English and its like
    spacy_model   a spaCy pipeline, when it is installed
    chat_model    a chat model, when there is one

A recognizer returns spans of the text, `extract` drops those that overlap better ones, and `entities_in` turns what is
left into entities with one canonical name each. Two mentions are of one entity when their lookup keys agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langmem_ext.entities.capitalised import Capitalised
from langmem_ext.entities.found import Entity, entities_in
from langmem_ext.entities.keys import lookup_key
from langmem_ext.entities.patterns import Patterns
from langmem_ext.entities.questions import keys_of, names_in
from langmem_ext.entities.spacy_model import SpacyRecognizer
from langmem_ext.entities.spans import EntityType, Recognizer, Span, aextract, extract
from langmem_ext.entities.strategies import recognizers

if TYPE_CHECKING:
    from langmem_ext.entities.chat_model import ModelRecognizer

__all__ = [
    "Capitalised",
    "Entity",
    "EntityType",
    "ModelRecognizer",
    "Patterns",
    "Recognizer",
    "SpacyRecognizer",
    "Span",
    "aextract",
    "entities_in",
    "extract",
    "keys_of",
    "lookup_key",
    "names_in",
    "recognizers",
]


def __getattr__(name: str) -> Any:
    """Import what needs LangChain's models when it is asked for: a store without a model never does."""
    if name != "ModelRecognizer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from langmem_ext.entities.chat_model import ModelRecognizer

    return ModelRecognizer
