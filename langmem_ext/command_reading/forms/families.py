"""What is a family of forms, and when is it compiled?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache


@dataclass(frozen=True, slots=True)
class Family:
    """Hold the forms of one command, compiled when a sentence has one of the words without which none fits."""

    forms: tuple[str, ...]
    words: frozenset[str]

    def matches(self, said: str) -> Iterator[re.Match[str]]:
        """Yield what the forms read in a whole sentence."""
        if not self.words.isdisjoint(words_in(said)):
            for form in self.forms:
                if found := _compiled(form).fullmatch(said):
                    yield found

    def fit(self, said: str) -> bool:
        """Tell whether one of the forms reads a whole sentence."""
        return next(self.matches(said), None) is not None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


@lru_cache(maxsize=64)
def words_in(said: str) -> frozenset[str]:
    """Return the words of a sentence in small letters."""
    return frozenset(re.findall(r"[\w']+", said.lower().replace("’", "'")))


def whole(words: str, *forms: str) -> Family:
    """Return the family of some forms, none of which fits a sentence without one of the words."""
    return Family(forms, frozenset(words.split()))
