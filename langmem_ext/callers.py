"""Who does a run say that it acts for, and may it?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from langmem_ext.errors import PermissionDenied
from langmem_ext.principal import Principal
from langmem_ext.server_callers import Caller

ACT_FOR_OTHERS = "langmem:act-for-others"
"""The permission with which an auth handler of one's own lets a caller act for others, as the scope `delegate`."""

OPERATE = "langmem:operator"
"""The permission with which an auth handler of one's own lets a caller do everything, as the scope `operator`."""

_SCOPES = {ACT_FOR_OTHERS: "delegate", OPERATE: "operator"}
_FIELDS = tuple(field.name for field in fields(Principal))
_NO_TENANT = Principal().tenant  # what a context has that names none


def stated_by(context: Any) -> dict[str, Any]:
    """Return what a context says of the principal: a dict, a MemoryContext, or anything with such attributes."""
    if context is None:
        return {}
    if isinstance(context, Mapping):
        return {name: context[name] for name in _FIELDS if context.get(name) is not None}
    found = {name: getattr(context, name, None) for name in _FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def stated_for(
    runtime: Any, configurable: Mapping[str, Any], stated: Mapping[str, Any]
) -> dict[str, Any]:
    """Return whom a run acts for: what it states, as far as who is signed in may, else who is signed in.

    Where nobody is signed in, the run's code and context are trusted.

    Raises:
        PermissionDenied: the run names another user, tenant, chat or app than its caller may name.
    """
    caller = signed_in(runtime, configurable)
    named = [stated.get("user_id"), *(configurable.get(name) for name in _USER_NAMES)]
    users = [str(user) for user in named if user]
    if caller is not None:
        return held(caller, stated, users)
    return {**stated, "user_id": users[0]} if users else dict(stated)


def held(caller: Caller, stated: Mapping[str, Any], users: Iterable[str] = ()) -> dict[str, Any]:
    """Return what a caller states, held to what it may; `users` are all whom it names.

    Raises:
        PermissionDenied: it may not.
    """
    if "operator" not in caller.scopes:
        _check_tenant(caller, stated)
    named = list(users)
    if caller.scopes:
        user = named[0] if named else caller.user
        return {**stated, "user_id": user, "tenant": _tenant_of(caller, stated)}
    _check_others(caller, stated, named)
    own = {"user_id": caller.user, "tenant": caller.tenant}
    if agent := caller.agent or stated.get("agent"):
        own["agent"] = agent
    return own | {name: stated[name] for name in ("chat_id", "app_id") if name in stated}


def _tenant_of(caller: Caller, stated: Mapping[str, Any]) -> str:
    """Return the tenant that who may act for others names; a context that names none has the default one."""
    named: str = stated.get("tenant") or _NO_TENANT
    return caller.tenant if named == _NO_TENANT else named


def _check_tenant(caller: Caller, stated: Mapping[str, Any]) -> None:
    free = caller.scopes and "tenant" not in caller.model_fields_set
    if not free and stated.get("tenant") not in (None, _NO_TENANT, caller.tenant):
        raise _denied("tenant", "its auth handler says in which tenant it is")


def _check_others(caller: Caller, stated: Mapping[str, Any], users: Iterable[str]) -> None:
    """Refuse a user, a chat, an app and participants that are not the caller's to name."""
    may = f'only callers with the permission "{ACT_FOR_OTHERS}" act for others'
    if set(users) - {caller.user}:
        raise _denied("user", may)
    for name, own in (("chat_id", caller.chats), ("app_id", caller.apps)):
        if name in stated and stated[name] not in own:
            what = name.removesuffix("_id")
            raise _denied(
                what, f"its auth handler names the {what}s it may name in langmem.{what}s"
            )
    present = stated.get("participants") or ()
    if set(map(str, [present] if isinstance(present, str) else present)) - {caller.user}:
        raise _denied("participant", may)


def _denied(what: str, why: str) -> PermissionDenied:
    return PermissionDenied(
        f"the run names another {what} than who is signed in may name: {why}; leave it out of the context and the "
        "configurable"
    )


def signed_in(runtime: Any, configurable: Mapping[str, Any] | None = None) -> Caller | None:
    """Return whom a LangGraph server authenticated for a run; None where it asks nobody who they are.

    Raises:
        PermissionDenied: the server's auth handler let somebody in of whom it does not say who it is.
    """
    given = configurable or {}
    user = getattr(getattr(runtime, "server_info", None), "user", None)
    user = given.get("langgraph_auth_user") if user is None else user
    if user is None and not given.get("langgraph_auth_user_id"):
        return None
    if _shares_one_key():
        return None
    return caller_from(
        user, given.get("langgraph_auth_permissions"), given.get("langgraph_auth_user_id")
    )


def caller_from(user: Any, permissions: Any = None, identity: Any = None) -> Caller | None:
    """Return the caller whom an auth handler describes: its identity, permissions, `langmem` and `tenant`.

    `langmem` has the fields of a Caller; what the handler does not say is as little as may be.
    """
    name = text_of(_of(user, "identity") or identity)
    if name is None:
        if os.environ.get("LANGGRAPH_AUTH"):
            raise PermissionDenied(
                "the server's auth handler gave no identity; memory is for users"
            )
        return None  # a server without one has such a user, too
    given = _of(user, "langmem")
    described = dict(given) if isinstance(given, Mapping) else {}
    if "tenant" not in described and (tenant := text_of(_of(user, "tenant"))):
        described["tenant"] = tenant
    permitted = {*_texts(permissions), *_texts(_of(user, "permissions"))}
    scopes = {*_texts(described.get("scopes")), *(_SCOPES[p] for p in permitted & set(_SCOPES))}
    return Caller.read({**described, "user": name, "scopes": sorted(scopes)})


def _of(user: Any, name: str) -> Any:
    """Return what a user says under a name, be it a mapping or an object; Starlette's raise for what they lack."""
    try:
        return user[name]
    except (KeyError, TypeError, IndexError):
        pass
    try:
        return getattr(user, name, None)
    except NotImplementedError:
        return None


def _texts(given: Any) -> set[str]:
    if isinstance(given, str) or given is None:
        return {given} if given else set()
    return {each for each in given if isinstance(each, str)}


def _shares_one_key() -> bool:
    """Tell whether all callers of a server hold the key of one LangSmith workspace, as it has no handler of its own."""
    kind, handler = os.environ.get("LANGGRAPH_AUTH_TYPE"), os.environ.get("LANGGRAPH_AUTH")
    return kind == "langsmith" and not handler


def is_held_to_itself(runtime: Any, config: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a run is that of somebody who is signed in, and who is no operator."""
    caller = signed_in(runtime, (config or {}).get("configurable"))
    return caller is not None and "operator" not in caller.scopes


def is_operator(runtime: Any, config: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a run is that of an operator who is signed in."""
    caller = signed_in(runtime, (config or {}).get("configurable"))
    return caller is not None and "operator" in caller.scopes


_USER_NAMES = ("user_id", "langgraph_user_id")


def user_in(configurable: Mapping[str, Any]) -> str | None:
    """Return the user that a configurable names, else the one whom a LangGraph server authenticated."""
    names = (*_USER_NAMES, "langgraph_auth_user_id")
    return next((str(configurable[name]) for name in names if configurable.get(name)), None)


def text_of(value: Any) -> str | None:
    """Return an id as text; none for an empty one."""
    return str(value) if value else None
