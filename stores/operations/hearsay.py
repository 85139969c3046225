"""What becomes of what others have said of somebody, once that person says it?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from langmem_ext.memory import MemoryDraft, Sensitivity, WriteOutcome
from langmem_ext.policies.writing import Rejection
from langmem_ext.stores.operations import falling
from langmem_ext.stores.operations.about import chat_of
from langmem_ext.stores.operations.rows import as_rows
from langmem_ext.stores.operations.vanishing import close
from langmem_ext.stores.queries import query
from langmem_ext.stores.records import Record
from langmem_ext.stores.requests import Operation, Row, Statement, fetch
from langmem_ext.stores.scope import Scope


def corrects(draft: MemoryDraft, verdict: MemoryDraft | Rejection, speaker: str | None) -> bool:
    """Tell whether a draft corrects what others say of its speaker.

    It was about nobody before it was known who speaks (spec 001, Hearsay directionality), fills a slot, and may be told
    wherever the speaker is.
    """
    return (
        isinstance(verdict, MemoryDraft)
        and not draft.subjects
        and verdict.subjects == (speaker,)
        and verdict.slot is not None
        and verdict.sensitivity in (None, Sensitivity.PUBLIC)
    )


def where_it_is_heard(scope: Scope) -> list[str]:
    """Return the spaces whose hearsay a speaker may end: of the chat it is in; what others keep alone is theirs."""
    chat = chat_of(scope)
    return [chat] if chat else []


def end(
    scope: Scope, said: Sequence[tuple[MemoryDraft, WriteOutcome]], now: datetime
) -> Operation[None]:
    """End what others have said of the speakers in the same slots; it stays found by `as_of`."""
    rows: list[Row] = [
        {"slot": draft.slot, "subjects": list(draft.subjects)}
        for draft, outcome in said
        if outcome.status not in ("rejected", "proposed")
    ]
    spaces = where_it_is_heard(scope)
    if not rows or not spaces:
        return
    params = {"rows": as_rows(rows), "spaces": spaces}
    (found,) = yield from fetch(Statement(query("hearsay"), params))
    gone = [change for row in found for change in close(scope, Record.read(row), now, since=now)]
    yield from falling.write(scope, gone)
