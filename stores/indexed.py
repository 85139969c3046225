"""How does a store index ordinary items, as its `index` says in LangGraph's words?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from langgraph.store.base import IndexConfig, tokenize_path

from langmem_ext.errors import ConfigurationError
from langmem_ext.stores.operations.items import Distance, ItemIndex


@dataclass(frozen=True, slots=True)
class IndexedBy:
    """Say which paths of an item are embedded, and how two vectors are compared."""

    fields: tuple[str, ...] = ("$",)
    distance: Distance = "cosine"
    exactly: Mapping[str, Any] | None = None  # ann_index_config as it was given

    @classmethod
    def read(cls, index: IndexConfig) -> IndexedBy:
        """Read LangGraph's configuration; raises ConfigurationError for what would not be honoured."""
        given = cast(Mapping[str, Any], index)
        fields = tuple(given.get("fields") or ("$",))
        for path in fields:
            tokenize_path(path)  # an unfit path is an error now, not at the first put
        distance = given.get("distance_type") or "cosine"
        if distance not in get_args(Distance):
            raise ConfigurationError(
                f"distance_type {distance!r} is not known; use one of: {', '.join(get_args(Distance))}"
            )
        exactly = given.get("ann_index_config")
        if exactly is not None:
            _require_exact(exactly)
        return cls(fields, cast(Distance, distance), exactly)

    def of_items(self) -> ItemIndex:
        """Return what the operations on items need."""
        return ItemIndex(self.fields, self.distance)

    def as_config(self) -> dict[str, Any]:
        """Return the same in LangGraph's words."""
        told = {"fields": list(self.fields), "distance_type": self.distance}
        return told if self.exactly is None else {**told, "ann_index_config": dict(self.exactly)}


_EXACT = {"kind": "flat", "vector_type": "halfvec"}
"""What is done anyhow: every vector is compared, at half precision (docs/decisions/0005, 0008)."""


def _require_exact(asked: Any) -> None:
    """Refuse an approximate index: none is made, and a search that used one would lose what a filter keeps."""
    wrong = (
        [f"{name}={value!r}" for name, value in asked.items() if _EXACT.get(name) != value]
        if isinstance(asked, Mapping)
        else [repr(asked)]
    )
    if wrong:
        raise ConfigurationError(
            f"ann_index_config asks for {', '.join(map(str, wrong))}: a search here is exact, it compares every vector "
            f"of a namespace at half precision, without an approximate index. Leave it out, or give {_EXACT}"
        )
