"""What was found where, and which of two overlapping finds holds?"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class EntityType(StrEnum):
    """Name what sort of thing an entity is: those of spec 003 (entities), and what the patterns tell apart."""

    PERSON = "person"
    PROJECT = "project"
    ORGANIZATION = "organization"
    LOCATION = "location"
    TOPIC = "topic"  # a hashtag
    EMAIL = "email"
    URL = "url"
    DATE = "date"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Span:
    """Hold one find: `text` is `source[start:end]`, `confidence` lies in 0..1, `provider` is the recognizer's name."""

    text: str
    start: int
    end: int
    type: EntityType
    confidence: float
    provider: str


class Recognizer(Protocol):
    """Find spans; they may overlap. One that waits for others may have `async def afind` as well."""

    @property
    def name(self) -> str: ...

    def find(self, text: str) -> list[Span]: ...


def extract(text: str, recognizers: Iterable[Recognizer]) -> list[Span]:
    """Return what all recognizers find, in the order of the text, no two spans overlapping.

    Of two that overlap the more confident holds, then the longer, then the earlier (spec 003, ner).
    """
    return apart([span for each in recognizers for span in each.find(text)])


async def aextract(text: str, recognizers: Iterable[Recognizer]) -> list[Span]:
    """Do what `extract` does; models are awaited, and what only computes runs in a worker thread."""
    found = await asyncio.gather(*(_afind(each, text) for each in recognizers))
    return apart([span for spans in found for span in spans])


async def _afind(recognizer: Recognizer, text: str) -> list[Span]:
    if afind := getattr(recognizer, "afind", None):
        spans: list[Span] = await afind(text)
        return spans
    return await asyncio.to_thread(recognizer.find, text)


def apart(spans: Sequence[Span]) -> list[Span]:
    """Keep the best of the spans that overlap, in the order of the text."""
    if len(spans) < 2:
        return list(spans)
    kept: list[Span] = []
    starts: list[int] = []
    for span in sorted(spans, key=lambda it: (-it.confidence, it.start - it.end, it.start)):
        at = bisect_left(starts, span.start)
        if at and kept[at - 1].end > span.start:
            continue
        if at < len(kept) and kept[at].start < span.end:
            continue
        kept.insert(at, span)
        starts.insert(at, span.start)
    return kept
