"""Which words are used alike?

    python -m evals.learning.word_classes

Writes langmem_ext/learned/word_classes.txt: the common English words of BERT's vocabulary, embedded one by one by the
offline embedder (extra `local`) and put into classes by k-means, twice: fine classes, and coarse ones of these. The
file is part of the package, so this need not be run again to train.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

import langmem_ext
from langmem_ext.embeddings.local import LocalEmbeddings

PACKAGE = Path(langmem_ext.__file__).parent
VOCABULARY = PACKAGE / "embeddings" / "bert_uncased_vocab.txt"
WRITTEN = PACKAGE / "learned" / "word_classes.txt"
WORDS, FINE, COARSE = 12_000, 480, 60


def main() -> None:
    """Write the classes."""
    words = common_words()
    vectors = np.array(LocalEmbeddings().embed_documents(words), dtype=np.float64)
    of_word, centres = k_means(vectors, FINE)
    of_fine, _ = k_means(centres, COARSE)
    lines = []
    for fine in range(FINE):
        members = [word for word, at in zip(words, of_word, strict=True) if at == fine]
        if members:
            lines.append(f"{of_fine[fine]}: {' '.join(members)}")
    WRITTEN.write_text("\n".join(lines) + "\n", encoding="utf-8")


def common_words() -> list[str]:
    """Return the first words of the vocabulary, which is ordered by how common they are."""
    pieces = VOCABULARY.read_text(encoding="utf-8").splitlines()
    return [piece for piece in pieces if re.fullmatch(r"[a-z]{2,}", piece)][:WORDS]


def k_means(vectors: Any, count: int, rounds: int = 30, seed: int = 7) -> tuple[Any, Any]:
    """Return the class of each vector and the centres, which have unit length."""
    random = np.random.default_rng(seed)
    centres = vectors[random.choice(len(vectors), count, replace=False)]
    nearest = np.zeros(len(vectors), dtype=int)
    for _ in range(rounds):
        nearest = np.argmax(vectors @ centres.T, axis=1)
        for at in range(count):
            members = vectors[nearest == at]
            if len(members):
                total = members.sum(axis=0)
                centres[at] = total / np.linalg.norm(total)
    return nearest, centres


if __name__ == "__main__":
    main()
