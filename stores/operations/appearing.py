"""What is written when a draft becomes a new memory?

Most drafts do, so it is worked out while the server looks around; deciding has less to do when the answer is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time

from langmem_ext.memory import MemoryDraft
from langmem_ext.stores.operations import changes
from langmem_ext.stores.operations.changes import Change
from langmem_ext.stores.operations.making import new_record
from langmem_ext.stores.operations.surroundings import Job
from langmem_ext.stores.records import Record

AHEAD = 0.0003
"""Seconds of computing that are spent ahead on each draft: as long as the server has to do with it.

A model of names that takes longer is asked for what is written alone; what is known already needs no names.
"""


@dataclass(frozen=True, slots=True)
class Appearance:
    """Hold the memory that a draft becomes, its row, and what makes it findable."""

    draft: MemoryDraft
    record: Record
    changes: tuple[Change, ...]


def appearance(job: Job) -> Appearance:
    """Return what a draft becomes if it is new, made once; its edges and its audit are not among the changes."""
    known = job.foreseen.appearance
    if known is None or known.draft is not job.draft:
        known = job.foreseen.appearance = _appearance(job)
    return known


def _appearance(job: Job) -> Appearance:
    record = new_record(job)
    return Appearance(job.draft, record, tuple(findable(job, record)))


def findable(job: Job, record: Record) -> list[Change]:
    """Return the row of a memory that was not there, and what makes it findable."""
    return [
        changes.save(record),
        *changes.index(job.scope, record, job.vector, job.now, job.foreseen),
    ]


def look_ahead(jobs: Sequence[Job]) -> None:
    """Work out what drafts become, in their order, for as long as the server is busy with them anyway."""
    end = thread_time() + AHEAD * len(jobs)
    for job in jobs:
        if thread_time() > end:
            break
        appearance(job)
