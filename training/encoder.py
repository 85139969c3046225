"""What are the weights of the packaged sentence model (BERT with six layers, all-MiniLM-L6-v2)?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import onnx

from langmem_ext.embeddings.local import packaged_bytes

LAYERS = 6
POSITIONS = 128

TABLES = ("query", "key", "value", "joined", "wide", "narrow")
"""The tables of a layer in the order of the file: what looks, what is looked for and what at, what all looks make
together, and the two of the net behind them."""

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
    graph = onnx.load_from_string(packaged_bytes()).graph
    kept = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
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


def tables_in(names: Iterable[str]) -> list[str]:
    """Return the names of the tables of all layers, in order."""
    numbers = (each[4:-2] for each in names if each.startswith("val_") and each.endswith("_q"))
    return [f"val_{each}" for each in sorted(map(int, numbers))]


def table_of(kept: Mapping[str, Any], name: str) -> Any:
    """Return a table, which is kept as signed bytes and a scale for each column."""
    return kept[f"{name}_q"] * kept[f"{name}_scale"]
