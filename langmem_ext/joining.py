"""What becomes of what several nodes of one step write?

A key of the state keeps what was written last. Nodes that run side by side each start from the same state, and what
they write is joined, in the order of their names: the same graph joins alike whenever it runs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial, reduce
from typing import Any

from langgraph.channels.last_value import LastValue

from langmem_ext.policies.deltas import parts_of

_ABSENT: Any = object()


class Joined(LastValue[Any]):
    """Keep what was written last, and join what is written side by side.

    As it is a `LastValue` to LangGraph, it agrees with a state that declares the same key without it.
    """

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> bool:
        """Take what the nodes of a step have written."""
        before = self.value if self.is_available() else None
        return super().update([self.join(before, values)] if len(values) > 1 else values)

    @staticmethod
    @abstractmethod
    def join(before: Any, values: Sequence[Any]) -> Any:
        """Return one value for several; `before` is what all of them started from."""


class Lists(Joined):
    """Join lists: what stands in two of them, or was there before, is told once."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> list[Any]:
        """Return what the lists hold, in their order."""
        return reduce(_both, values, list[Any]())


class Texts(Joined):
    """Join texts for the prompt: what changed comes first, and no bullet comes twice."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> str:
        """Return what the texts say."""
        return together(values)


class Surest(Joined):
    """Join how sure several agents are: as sure as the least sure of them is."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> Any:
        """Return the lowest; None where nobody said."""
        return min((value for value in values if value is not None), default=None)


class Said(Joined):
    """Join what one node sets and the others leave empty."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> Any:
        """Return the last that is set."""
        return next((value for value in reversed(values) if value), values[-1])


class Seen(Joined):
    """Join lists by name."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> dict[str, list[Any]]:
        """Return the lists under their names, those of one name joined."""
        names = dict.fromkeys(name for value in values for name in value or {})
        return {
            name: Lists.join(None, [(value or {}).get(name) or [] for value in values])
            for name in names
        }


class Fields(Joined):
    """Join mappings of which each node changes its own part."""

    __slots__ = ()

    @staticmethod
    def join(before: Any, values: Sequence[Any]) -> Any:
        """Return what was there with what each has changed, added and taken out."""
        return reduce(partial(_changed, before or {}), (value or {} for value in values))


def together(texts: Sequence[str]) -> str:
    """Return several texts for the prompt as one."""
    parts = [parts_of(text) for text in texts if text]
    headers, bullets = (Lists.join(None, [list(part[n]) for part in parts]) for n in (0, 1))
    return "\n".join([*headers, *bullets])


def _both(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """Return two lists as one; what stands in both is there as often as in the one that has it more often."""
    left, new = list(first), list[Any]()
    for each in second:
        if each in left:
            left.remove(each)
        else:
            new.append(each)
    return [*first, *new]


def _changed(before: Any, ours: Any, theirs: Any) -> Any:
    """Return what two have made of the same, part by part; of what both changed, what the second made."""
    if ours == before or not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        return ours if theirs == before else theirs
    base = before if isinstance(before, Mapping) else {}
    names = dict.fromkeys([*ours, *theirs])
    parts = {name: _part(name, base, ours, theirs) for name in names}
    return {name: part for name, part in parts.items() if part is not _ABSENT}


def _part(name: str, *versions: Mapping[str, Any]) -> Any:
    return _changed(*(version.get(name, _ABSENT) for version in versions))
