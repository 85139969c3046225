"""What did the readers learn, and where is it kept?

One packaged file, weights.json.gz: for each reader the marks, one a line, and their weights as signed bytes. What comes
of the training is written and read here, so that a file of another version is refused rather than misread.
"""

from __future__ import annotations

import base64
import gzip
import json
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from langmem_ext.errors import ConfigurationError
from langmem_ext.learned.attending import read as net_read
from langmem_ext.learned.attending import written as net_written
from langmem_ext.learned.features import VERSION
from langmem_ext.learned.linear import Linear, Weights
from langmem_ext.learned.meaning import Meaning
from langmem_ext.learned.tagger import Scores, Tagger
from langmem_ext.learned.tuning import read as tuning_read
from langmem_ext.learned.tuning import written as tuning_written

FILE = "weights.json.gz"


@dataclass(frozen=True, slots=True, eq=False)
class Readers:
    """Hold every reader, and how sure one must be of what (`least`); without `meaning` words decide alone."""

    linear: Mapping[str, Linear]
    taggers: Mapping[str, Tagger]
    least: Mapping[str, float]
    meaning: Meaning | None = None


_instead: ContextVar[Readers | None] = ContextVar("readers", default=None)


def readers() -> Readers:
    """Return the packaged readers, loaded once, or those of `reading_with`."""
    return _instead.get() or _packaged()


@contextmanager
def reading_with(others: Readers) -> Iterator[None]:
    """Read with other readers for a while: those that are being measured."""
    token = _instead.set(others)
    try:
        yield
    finally:
        _instead.reset(token)


@cache
def _packaged() -> Readers:
    return unpacked(files("langmem_ext.learned").joinpath(FILE).read_bytes())


def packed(found: Readers) -> bytes:
    """Write readers down; the same readers give the same bytes."""
    written = {
        "version": VERSION,
        "linear": {
            name: {"classes": each.classes, **_written(each.weights)}
            for name, each in sorted(found.linear.items())
        },
        "taggers": {
            name: {"moves": each.moves, **_written(each.weights)}
            for name, each in sorted(found.taggers.items())
        },
        "meaning": found.meaning
        and {
            "tuning": tuning_written(found.meaning.tuning),
            "net": net_written(found.meaning.net),
            "special": net_written(found.meaning.special),
        },
        "least": dict(sorted(found.least.items())),
    }
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _written(weights: Weights) -> dict[str, Any]:
    columns = [base64.b64encode(column).decode() for column in weights.columns()]
    return {"unit": weights.unit, "marks": "\n".join(weights.rows), "columns": columns}


def unpacked(data: bytes) -> Readers:
    """Read readers; raises ConfigurationError when they were trained on other marks."""
    written = json.loads(gzip.decompress(data))
    if written["version"] != VERSION:
        raise ConfigurationError(
            f"the weights are of version {written['version']} of the marks, not {VERSION}: "
            "run python -m evals.train_gates"
        )
    linear = {
        name: Linear(tuple(each["classes"]), _read(each))
        for name, each in written["linear"].items()
    }
    taggers = {
        name: Tagger(_read(each), _moves(each["moves"]))
        for name, each in written["taggers"].items()
    }
    meant = written["meaning"]
    meaning = meant and Meaning(
        tuning_read(meant["tuning"]), net_read(meant["net"]), net_read(meant["special"])
    )
    return Readers(linear, taggers, written["least"], meaning)


def _read(written: Mapping[str, Any]) -> Weights:
    columns = [array("b", base64.b64decode(each)) for each in written["columns"]]
    return Weights.of_columns(written["marks"].split("\n"), columns, written["unit"])


def _moves(written: list[list[float]]) -> tuple[Scores, Scores, Scores, Scores]:
    out, begin, go_on, start = ((each[0], each[1], each[2]) for each in written)
    return out, begin, go_on, start
