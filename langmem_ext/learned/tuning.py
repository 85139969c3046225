"""What was the offline model taught, so that it tells what is to be remembered?

Each table of its last layers gets the product of two thin ones added (low-rank adaptation, Hu et al. 2021). The layers
before stay as they are, so the embedder that the process has anyway computes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from langmem_ext.embeddings.onnx_file import behind, tensors
from langmem_ext.learned.attending import Matrix

TABLES = ("query", "key", "value", "joined", "wide", "narrow")
"""The tables of a layer in the order of the file: what looks, what is looked for and what at, what all looks make
together, and the two of the net behind them."""


@dataclass(frozen=True, slots=True)
class Added:
    """Hold what is added to a table of the model: the product of `down` and `up`."""

    down: Matrix
    up: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class Tuning:
    """Hold what is added to each table, by the number of its layer and its name: `(5, "query")`."""

    added: Mapping[tuple[int, str], Added]


def tuned(model: bytes, step: str, tuning: Tuning) -> bytes:
    """Return the layers of the packaged model behind a step, with what was learned added to them."""
    kept, others = tensors(model), dict[str, Any]()
    names = tables_in(kept)
    for (layer, table), added in tuning.added.items():
        name = names[layer * len(TABLES) + TABLES.index(table)]
        scale = kept[f"{name}_scale"]
        others[f"{name}_q"] = table_of(kept, name) + added.down.whole() @ added.up.whole()
        others[f"{name}_scale"] = scale / scale
    return behind(model, step, others)


def tables_in(names: Iterable[str]) -> list[str]:
    """Return the names of the tables of all layers, in order."""
    numbers = (each[4:-2] for each in names if each.startswith("val_") and each.endswith("_q"))
    return [f"val_{each}" for each in sorted(map(int, numbers))]


def table_of(kept: Mapping[str, Any], name: str) -> Any:
    """Return a table, which is kept as signed bytes and a scale for each column."""
    return kept[f"{name}_q"] * kept[f"{name}_scale"]


def written(tuning: Tuning) -> list[Any]:
    """Write down for the packaged file what is added."""
    return [
        [layer, table, each.down.written(), each.up.written()]
        for (layer, table), each in sorted(tuning.added.items())
    ]


def read(kept: list[Any]) -> Tuning:
    """Read what `written` wrote."""
    return Tuning(
        {
            (layer, table): Added(Matrix.read(down), Matrix.read(up))
            for layer, table, down, up in kept
        }
    )
