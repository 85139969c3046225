"""Where is the SQL of an operation?

Each .sql file here holds named blocks: a line `-- name: insert_memory`, a comment that says what it does, then the
statement. `@may_see(m)` stands for the block of that name with `m` for its `{row}`; `@viewer`, `@own` and the like for
blocks without one.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_BLOCK = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_PART = re.compile(
    r"@(viewer|own|searched|indexing|kin|said_by|called_by|seen_as|closing|may_\w+)"
    r"(?:\((\w+|{row})(?:, ((?:[\w.]|{\w+}|\([^()]*\))+))?\))?"
)
"""Only the rule of who may see what is written as a part of other statements (privacy.sql)."""


def query(name: str) -> str:
    """Return the statement called `name`."""
    return _all()[name]


@cache
def _all() -> dict[str, str]:
    found: dict[str, str] = {}
    for file in files(__name__).iterdir():
        if file.name.endswith(".sql"):
            found.update(_blocks(file.name, file.read_text(encoding="utf-8"), found))
    return {name: _whole(text, found) for name, text in found.items()}


def _whole(text: str, blocks: dict[str, str]) -> str:
    """Put the parts that a statement names in their places."""

    def part(found: re.Match[str]) -> str:
        name, row, sensitivity = found.groups()
        filled = blocks[name].replace("{sensitivity}", sensitivity or "{row}.sensitivity")
        return _whole(filled.replace("{row}", row or "{row}"), blocks)

    return _PART.sub(part, text)


def _blocks(file: str, text: str, known: dict[str, str]) -> dict[str, str]:
    parts = _BLOCK.split(text)[1:]
    blocks = dict(zip(parts[::2], map(_bare, parts[1::2]), strict=True))
    if twice := known.keys() & blocks.keys():
        raise ValueError(f"{file} names {sorted(twice)} again")
    return blocks


def _bare(text: str) -> str:
    """Leave out comments and indentation: psycopg caches what it reads of a statement of up to 4,096 bytes."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("--"))
