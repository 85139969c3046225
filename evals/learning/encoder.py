"""What does the packaged sentence model compute, written so that it can be differentiated?

BERT with six layers (all-MiniLM-L6-v2; Devlin et al. 2018), in JAX: every token looks at all others, then a net of its
own reads what it saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from langmem_ext.embeddings.local import packaged_bytes
from langmem_ext.embeddings.onnx_file import tensors
from langmem_ext.learned.tuning import TABLES, table_of, tables_in

LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = 1e-12
POSITIONS = 128

Tree = Any
"""Arrays in dictionaries and lists."""


_BIASES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_NORMS = {"seen": "attention.output.LayerNorm", "read": "output.LayerNorm"}


@cache
def packaged_encoder() -> Tree:
    """Read the weights of the packaged model."""
    kept = tensors(packaged_bytes())
    embeddings = "inner.embeddings."
    places = table_of(kept, embeddings + "position_embeddings.weight")[:POSITIONS]
    whole = {
        "words": table_of(kept, embeddings + "word_embeddings.weight"),
        "places": places + kept[embeddings + "token_type_embeddings.weight"][0],
        "norm": _norm(kept, embeddings + "LayerNorm"),
        "layers": [_layer(kept, at) for at in range(LAYERS)],
    }
    return jax.tree.map(jnp.asarray, whole)


def _layer(kept: Mapping[str, Any], at: int) -> Tree:
    start, size = f"inner.encoder.layer.{at}.", len(TABLES)
    names = tables_in(kept)[at * size : (at + 1) * size]
    return {
        "tables": {table: table_of(kept, name) for table, name in zip(TABLES, names, strict=True)},
        "biases": {
            table: kept[f"{start}{called}.bias"]
            for table, called in zip(TABLES, _BIASES, strict=True)
        },
        "norms": {name: _norm(kept, start + called) for name, called in _NORMS.items()},
    }


def _norm(kept: Mapping[str, Any], name: str) -> tuple[Any, Any]:
    return kept[f"{name}.weight"], kept[f"{name}.bias"]


def states(
    model: Tree, added: Tree, tokens: Any, real: Any, key: Any = None, left_out: float = 0.0
) -> Any:
    """Return the states of the tokens of some sentences, `added` being by layer what is added to each table."""
    said = _normed(model["words"][tokens] + model["places"][: tokens.shape[1]], model["norm"])
    unseen = jnp.where(real[:, None, None, :], 0, -1e9)
    for at, layer in enumerate(model["layers"]):
        more = added.get(str(at))
        keys = (
            (None, None)
            if key is None or more is None
            else jax.random.split(jax.random.fold_in(key, at))
        )
        seen = _left_out(_looked(layer, more, said, unseen), keys[0], left_out)
        said = _normed(said + seen, layer["norms"]["seen"])
        wide = jax.nn.gelu(_applied(layer, more, "wide", said), approximate=False)
        said = _normed(
            said + _left_out(_applied(layer, more, "narrow", wide), keys[1], left_out),
            layer["norms"]["read"],
        )
    return said


def _looked(layer: Tree, more: Tree, said: Any, unseen: Any) -> Any:
    many, longest, _ = said.shape

    def parted(name: str) -> Any:
        return (
            _applied(layer, more, name, said)
            .reshape(many, longest, HEADS, -1)
            .transpose(0, 2, 1, 3)
        )

    looks = parted("query") @ parted("key").transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + unseen
    taken = (jax.nn.softmax(looks, -1) @ parted("value")).transpose(0, 2, 1, 3)
    return _applied(layer, more, "joined", taken.reshape(many, longest, WIDTH))


def _applied(layer: Tree, more: Tree, name: str, given: Any) -> Any:
    found = given @ layer["tables"][name] + layer["biases"][name]
    return found if more is None else found + (given @ more[name]["down"]) @ more[name]["up"]


def _normed(given: Any, norm: Any) -> Any:
    mean = given.mean(-1, keepdims=True)
    spread = ((given - mean) ** 2).mean(-1, keepdims=True)
    return (given - mean) / jnp.sqrt(spread + EPSILON) * norm[0] + norm[1]


def _left_out(given: Any, key: Any, share: float) -> Any:
    if key is None or not share:
        return given
    return jnp.where(jax.random.bernoulli(key, 1 - share, given.shape), given / (1 - share), 0)
