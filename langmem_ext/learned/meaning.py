"""What does a sentence mean, as a vector of the offline embedder?

Where the extra `local` is not installed nobody says, and the words of a sentence decide alone.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from langmem_ext.errors import ConfigurationError

if TYPE_CHECKING:
    from langmem_ext.embeddings.local import LocalEmbeddings

log = logging.getLogger(__name__)


def vector_of(sentence: str) -> Sequence[float] | None:
    """Return the vector of a sentence, of unit length; None without the offline embedder. Takes milliseconds."""
    embedder = _embedder()
    return None if embedder is None else embedder.embed_query(sentence)


@cache
def _embedder() -> LocalEmbeddings | None:
    """Return the embedder that the process shares, once it has embedded a word."""
    from langmem_ext.embeddings.local import shared_embedder

    try:
        embedder = shared_embedder()
        embedder.embed_query("hello")
    except ConfigurationError as missing:
        log.info("trained readers judge by words alone: %s", missing)
        return None
    return embedder
