"""What do the tokens of a sentence mean, as states of the offline embedder?

Where the extra `local` is not installed nobody says, and the words of a sentence decide alone.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from langmem_ext.errors import ConfigurationError

if TYPE_CHECKING:
    from langmem_ext.embeddings.local import LocalEmbeddings

log = logging.getLogger(__name__)


def states_of(sentence: str) -> Any | None:
    """Return a row for each token of a sentence; None without the offline embedder. Takes milliseconds."""
    embedder = _embedder()
    return None if embedder is None else embedder.token_states(sentence)


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
