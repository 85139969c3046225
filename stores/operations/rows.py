"""How are many rows handed to one statement?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from langmem_ext.errors import InvalidMemory


def as_rows(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as Postgres's json_to_recordset reads them, each with its number `n` from 0.

    Raises InvalidMemory for a text that Postgres cannot keep.
    """
    try:
        return orjson.dumps([{"n": number, **row} for number, row in enumerate(rows)]).decode()
    except orjson.JSONEncodeError:
        raise InvalidMemory(
            "a text holds half of a surrogate pair, which Postgres cannot keep; nothing was changed"
        ) from None
