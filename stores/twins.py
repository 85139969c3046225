"""How does one operation become a sync and an async method?"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from langmem_ext.stores.given import checks_of, require_given
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope

if TYPE_CHECKING:
    from langmem_ext.stores.governed import GovernedStore


class OnStore(Protocol):
    """Anything whose operations a store runs, within a scope."""

    @property
    def store(self) -> GovernedStore:
        """Return the store."""

    @property
    def scope(self) -> Scope:
        """Return what the operations may reach."""


S = TypeVar("S", bound=OnStore)
P = ParamSpec("P")
T = TypeVar("T")


def twins(
    operation: Callable[Concatenate[S, P], Operation[T]],
) -> tuple[Callable[Concatenate[S, P], T], Callable[Concatenate[S, P], Awaitable[T]]]:
    """Make the sync and the async method of one operation; both raise InvalidMemory for arguments that are none."""
    name = operation.__name__.lstrip("_")
    checks = checks_of(operation)

    @wraps(operation)
    def method(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        require_given(checks, name, args, kwargs)
        return self.store.run(operation(self, *args, **kwargs), self.scope)

    @wraps(operation)
    async def amethod(self: S, *args: P.args, **kwargs: P.kwargs) -> T:
        require_given(checks, name, args, kwargs)
        return await self.store.arun(operation(self, *args, **kwargs), self.scope)

    home = operation.__qualname__.rpartition(".")[0]
    for function, called in ((method, name), (amethod, f"a{name}")):
        function.__name__, function.__qualname__ = called, f"{home}.{called}"
    made: Any = (
        method,
        amethod,
    )  # functools.wraps types them as generators; they return the result
    return cast(
        "tuple[Callable[Concatenate[S, P], T], Callable[Concatenate[S, P], Awaitable[T]]]", made
    )
