"""Which vector does a text have when no model may be asked?

A function of the text alone: the sum of a random direction for each word, weak for the words that most texts hold,
and of one for the text as a whole, at length 1. So texts are as near as the words they share, nearest neighbours mean
something, and nothing has to be stored. Embedding is no part of what is measured: vectors are made before the clock
starts, and looked up while it runs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from langchain_core.embeddings import Embeddings

from evals.bench.facts import FRAME_WORDS

try:
    import numpy
    from numpy.typing import NDArray
except ImportError:
    raise SystemExit("The benchmark needs numpy. Run: pip install 'langmem-ext[local]'") from None

Matrix: TypeAlias = "NDArray[numpy.float32]"

FRAME_WEIGHT = 0.7
"""What a word of the templates counts beside a word of the vocabulary."""

TEXT_WEIGHT = 1.0
"""What the text's own direction counts: two texts of the same words in another order are near, not equal."""


class TextVectors:
    """Make the vector of any text, in `dims` dimensions."""

    def __init__(self, dims: int, seed: int = 0) -> None:
        self.dims = dims
        self.seed = seed
        self._word = lru_cache(maxsize=20_000)(self._direction)

    def matrix(self, texts: Iterable[str]) -> Matrix:
        """Return the unit vectors of texts, a row each."""
        rows: Matrix = numpy.stack([self._sum(text) for text in texts])
        lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
        return numpy.asarray(rows / lengths, dtype=numpy.float32)

    def _sum(self, text: str) -> Matrix:
        total = TEXT_WEIGHT * self._direction(text)
        for word in re.findall(r"\w+", text.casefold()):
            total += (FRAME_WEIGHT if word in _COMMON else 1.0) * self._word(word)
        return total

    def _direction(self, text: str) -> Matrix:
        digest = hashlib.blake2b(f"{self.seed}/{text}".encode(), digest_size=8).digest()
        draw = numpy.random.Generator(numpy.random.SFC64(int.from_bytes(digest)))
        return draw.standard_normal(self.dims, dtype=numpy.float32)


_COMMON = frozenset(word.casefold() for word in FRAME_WORDS) | frozenset(
    "what did i say about and s".split()
)


class LookedUp(Embeddings):
    """Answer with vectors that were made before; what nobody made is made now, and counted in `late`."""

    def __init__(self, vectors: TextVectors) -> None:
        self.vectors = vectors
        self.known: dict[str, list[float]] = {}
        self.late = 0

    def prepare(self, texts: Iterable[str], *, forget: bool = False) -> None:
        """Make the vectors of texts; `forget` drops those made before."""
        if forget:
            self.known.clear()
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            self.known.update(zip(new, self.vectors.matrix(new).tolist(), strict=True))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Look the vectors of texts up."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Look the vector of a text up."""
        if text not in self.known:
            self.late += 1
            self.prepare([text])
        return self.known[text]


class Paid(Embeddings):
    """Ask the local model, throw its answer away, and answer as LookedUp does.

    What embedding costs is then in what is measured, and the neighbours are still those of the vectors in the
    database.
    """

    def __init__(self, looked_up: LookedUp) -> None:
        self.looked_up = looked_up

    @cached_property
    def model(self) -> Any:
        """Load the model that comes with the package."""
        from langmem_ext.embeddings.local import LocalEmbeddings

        return LocalEmbeddings()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts, and return their looked-up vectors."""
        self.model.embed_documents(texts)
        return self.looked_up.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """Embed a text, and return its looked-up vector."""
        self.model.embed_query(text)
        return self.looked_up.embed_query(text)
