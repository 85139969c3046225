"""Who does a run say that it acts for?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from langmem_ext.principal import Principal

_FIELDS = tuple(field.name for field in fields(Principal))


def stated_by(context: Any) -> dict[str, Any]:
    """Return what a context says of the principal: a dict, a MemoryContext, or anything with such attributes."""
    if context is None:
        return {}
    if isinstance(context, Mapping):
        return {name: context[name] for name in _FIELDS if context.get(name) is not None}
    found = {name: getattr(context, name, None) for name in _FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def signed_in(runtime: Any) -> str | None:
    """Return the user whom a LangGraph server authenticated for a run."""
    return text_of(getattr(_caller(runtime), "identity", None))


def is_held_to_itself(runtime: Any) -> bool:
    """Tell whether a run is that of a caller whom `server_auth` let in, and who is no operator."""
    scopes = _scopes(runtime)
    return scopes is not None and "operator" not in scopes


def is_operator(runtime: Any) -> bool:
    """Tell whether a run is that of an operator, whom `server_auth` let in."""
    return "operator" in (_scopes(runtime) or ())


def _caller(runtime: Any) -> Any:
    return getattr(getattr(runtime, "server_info", None), "user", None)


def _scopes(runtime: Any) -> Sequence[str] | None:
    """Return what a caller's token allows; None where `server_auth` has let nobody in."""
    try:
        caller = _caller(runtime)["langmem"]
    except (KeyError, TypeError, AttributeError):
        return None
    return tuple(caller.get("scopes") or ())


def user_in(configurable: Mapping[str, Any]) -> str | None:
    """Return the user that a configurable names, else the one whom a LangGraph server authenticated."""
    names = ("user_id", "langgraph_user_id", "langgraph_auth_user_id")
    return next((str(configurable[name]) for name in names if configurable.get(name)), None)


def text_of(value: Any) -> str | None:
    """Return an id as text; none for an empty one."""
    return str(value) if value else None
