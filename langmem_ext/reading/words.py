"""By which words is what a user hands over told from what they say themselves?"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import yaml

_EDGES = "\"'“”„‘’«»()[]{}<>*_~.,;:!?…-–—/\\|#`"


@lru_cache
def words(name: str) -> frozenset[str]:
    """Return a list of words of `parts.yaml`."""
    return frozenset(_lists()[name].split())


@lru_cache
def openings(name: str) -> tuple[str, ...]:
    """Return a list of the beginnings of sentences of `parts.yaml`."""
    return tuple(each.strip() for each in _lists()[name].split("|"))


@lru_cache
def _lists() -> dict[str, str]:
    text = (resources.files(__package__) / "parts.yaml").read_text(encoding="utf-8")
    lists: dict[str, str] = yaml.safe_load(text)
    return lists


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without the marks around them."""
    spoken = (word.strip(_EDGES) for word in text.lower().replace("’", "'").split())
    return [word for word in spoken if word]


def without_courtesies(said: list[str]) -> list[str]:
    """Return words without those in front that only ask nicely."""
    polite = words("courtesies")
    at = next((n for n, word in enumerate(said) if word not in polite), len(said))
    return said[at:]
