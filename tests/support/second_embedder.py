"""Which embedder comes after the first one?"""

from __future__ import annotations

from fix_embeddings import HASH_DIMS, HashEmbeddings


class FoldedEmbeddings(HashEmbeddings):
    """Fold the vectors of HashEmbeddings to half their length; `interrupted_at` is the call that Ctrl-C stops."""

    interrupted_at: int | None = None
    calls = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        FoldedEmbeddings.calls += 1
        if self.calls == self.interrupted_at:
            raise KeyboardInterrupt
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        whole = super().embed_query(text)
        half = HASH_DIMS // 2
        return [one + other for one, other in zip(whole[:half], whole[half:], strict=True)]
