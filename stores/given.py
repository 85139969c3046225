"""Is a call given what its signature says?

Annotations are a promise to type checkers; at run time a number where a text belongs reaches Postgres, whose answer
("operator does not exist") says nothing about the call.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from langmem_ext.errors import InvalidMemory

Check: TypeAlias = tuple[int, str, Callable[[Any], bool], str]
"""The place of an argument, its name, what it must be, and how that is said."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _count(value: Any) -> bool:
    return isinstance(value, int) and value >= 0 and not isinstance(value, bool)


_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "str": (_text, "a text"),
    "str | None": (_text_or_none, "a text or None"),
    "int": (_count, "a whole number, 0 or more"),
}
"""By annotation, as it is written."""


def checks_of(operation: Callable[..., Any]) -> tuple[Check, ...]:
    """Return what can be checked of a method's arguments, `self` not counted."""
    parameters = list(inspect.signature(operation).parameters.values())[1:]
    return tuple(
        (place, each.name, *_KINDS[each.annotation])
        for place, each in enumerate(parameters)
        if each.annotation in _KINDS and each.kind is not each.VAR_POSITIONAL
    )


def require_given(
    checks: Sequence[Check], name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Raise InvalidMemory for an argument that is none; what it was is not repeated, for it may be a memory's text."""
    for place, parameter, fits, said in checks:
        if place < len(args):
            value = args[place]
        elif parameter in kwargs:
            value = kwargs[parameter]
        else:
            continue
        if not fits(value):
            raise InvalidMemory(
                f"{name}: {parameter} must be {said} (given: {type(value).__name__})"
            )
