"""What does a spaCy pipeline find?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from langmem_ext.entities.spans import EntityType, Span
from langmem_ext.errors import ConfigurationError

CONFIDENCE = 0.75
"""spaCy gives no probabilities. Less than the patterns and the model; more than a capital letter."""

MAX_TEXT = 100_000
"""Characters that are read; spaCy refuses a million."""

TYPES: Mapping[str, EntityType] = MappingProxyType({
    "PERSON": EntityType.PERSON,
    "PER": EntityType.PERSON,
    "ORG": EntityType.ORGANIZATION,
    "GPE": EntityType.LOCATION,
    "LOC": EntityType.LOCATION,
    "FAC": EntityType.LOCATION,
    "PRODUCT": EntityType.OTHER,
    "EVENT": EntityType.OTHER,
    "WORK_OF_ART": EntityType.OTHER,
    "MISC": EntityType.OTHER,
    "PROJECT": EntityType.PROJECT,
})  # fmt: skip
"""Labels that count. Numbers and dates do not; by NORP (nationality, faith, politics) nobody is to be linked."""


@dataclass(frozen=True, slots=True)
class SpacyRecognizer:
    """Find people, organizations and places with a spaCy pipeline, by name or folder; loaded on first use."""

    model: str = "en_core_web_sm"
    name = "spacy"

    def available(self) -> bool:
        """Tell whether spaCy and the pipeline are installed, without loading them."""
        return _exists("spacy") and (_exists(self.model) or Path(self.model).is_dir())

    def find(self, text: str) -> list[Span]:
        """Return what the pipeline finds in the first 100,000 characters.

        Raises:
            ConfigurationError: spaCy or the pipeline is missing; the message says what to install.
        """
        return [
            Span(it.text, it.start_char, it.end_char, TYPES[it.label_], CONFIDENCE, self.name)
            for it in _pipeline(self.model)(text[:MAX_TEXT]).ents
            if it.label_ in TYPES and it.text.strip()
        ]


@lru_cache(maxsize=4)
def _pipeline(model: str) -> Any:
    if not _exists("spacy"):
        raise ConfigurationError(
            "entities by spaCy need the package spacy, which is not installed. Run: pip install 'langmem-ext[entities]'"
        )
    try:
        return import_module("spacy").load(
            model, exclude=["tagger", "parser", "lemmatizer", "senter"]
        )
    except (OSError, ImportError) as error:
        raise ConfigurationError(
            f"the spaCy pipeline {model!r} cannot be loaded ({type(error).__name__}). Run: "
            f"python -m spacy download {model}, or name another one in LANGMEM_ENTITIES__SPACY_MODEL"
        ) from error


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
