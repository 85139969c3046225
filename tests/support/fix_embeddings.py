"""How does text become a vector without a model?"""

from __future__ import annotations

import hashlib
import math
import re

import pytest
from langchain_core.embeddings import Embeddings

HASH_DIMS = 64


class HashEmbeddings(Embeddings):
    """Hash each word into one of 64 signed dimensions: texts are as similar as the words they share.

    The same in every process, unlike `hash()`; vectors have length 1, also those of texts without words.
    """

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.0] * HASH_DIMS
        for word in re.findall(r"\w+", text.casefold()):
            digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
            vector[digest[0] % HASH_DIMS] += 1.0 if digest[1] % 2 else -1.0
        length = math.sqrt(sum(number * number for number in vector))
        return [number / length for number in vector] if length else [1.0] + [0.0] * (HASH_DIMS - 1)


@pytest.fixture
def hash_embeddings() -> HashEmbeddings:
    return HashEmbeddings()
