"""Whose is a token?

Tokens come from the settings (`auth.tokens`, `auth.tokens_file`), or a function of the deployer's own judges them.
"""

from __future__ import annotations

import hashlib
import hmac
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from langmem_ext.errors import ConfigurationError
from langmem_ext.principal import Principal
from langmem_ext.settings import AuthSettings

_DIGEST = "sha256:"

Checked = Mapping[str, Any] | None
Check = Callable[[str], Checked | Awaitable[Checked]]
"""Tells whose a token is, as the fields of a Caller; None refuses it. May be async."""


class Caller(BaseModel):
    """Name who calls a server: a user of a tenant, the agent it speaks for, the chats and apps it may name.

    `operator` may do everything, on every thread and in the whole store. `delegate` may say in the context of a run for
    whom of its tenant it goes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    user: str = Field(min_length=1)
    tenant: str = Field(default="default", min_length=1)
    agent: str | None = None
    chats: tuple[str, ...] = ()
    apps: tuple[str, ...] = ()
    scopes: tuple[Literal["operator", "delegate"], ...] = ()

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Return the caller of some fields; raise ConfigurationError, which repeats no value, for other ones."""
        try:
            caller = cls.model_validate(dict(given))
        except ValidationError as error:
            fault = error.errors(include_input=False, include_url=False)[0]
            name = ".".join(map(str, fault["loc"]))
            raise ConfigurationError(f"caller of a token, {name}: {fault['msg']}") from None
        caller.principal()
        return caller

    def principal(self, chat: str | None = None, app: str | None = None) -> Principal:
        """Return on whose behalf the caller's requests run, in a chat or for an app of its own."""
        return Principal(
            user_id=self.user, tenant=self.tenant, agent=self.agent, chat_id=chat, app_id=app
        )


class Callers:
    """Know whose tokens are whose; a token is compared with every known one, and by its digest."""

    def __init__(self, known: Mapping[str, Mapping[str, Any]], check: Check | None = None) -> None:
        self._known = [(_digest(token), Caller.read(given)) for token, given in known.items()]
        self._check = check

    @classmethod
    def configured(cls, settings: AuthSettings) -> Self:
        """Return the callers of the settings.

        Raises:
            ConfigurationError: nobody could call, or a token, the file or the function is not to be used.
        """
        known = {**_in_file(settings.tokens_file), **settings.tokens}
        if not known and not settings.check:
            raise ConfigurationError(
                "nobody may call this server: set LANGMEM_AUTH__TOKENS_FILE, LANGMEM_AUTH__TOKENS or "
                "LANGMEM_AUTH__CHECK, or take `auth` out of langgraph.json"
            )
        return cls(known, _function(settings.check) if settings.check else None)

    async def who(self, token: str) -> Caller | None:
        """Return whose a token is; None when it is nobody's."""
        given, found = hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest(), None
        for digest, caller in self._known:
            if hmac.compare_digest(digest, given):
                found = caller
        if found or self._check is None:
            return found
        said = self._check(token)
        checked = await said if inspect.isawaitable(said) else said
        return Caller.read(checked) if checked is not None else None


def _digest(token: str) -> str:
    """Return the SHA-256 of a configured token, which may be that digest already."""
    if token.startswith(_DIGEST):
        digest = token.removeprefix(_DIGEST).lower()
        if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
            raise ConfigurationError("auth.tokens: after sha256: come 64 hexadecimal digits")
        return digest
    if len(token) < 16:
        raise ConfigurationError("auth.tokens: a token has at least 16 characters")
    return hashlib.sha256(token.encode()).hexdigest()


def _in_file(path: Path | None) -> Mapping[str, Mapping[str, Any]]:
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise ConfigurationError(f"auth.tokens_file: {path} is no readable JSON file") from None
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise ConfigurationError(f"auth.tokens_file: {path} must map tokens to callers")
    return found


def _function(path: str) -> Check:
    module, _, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise ConfigurationError(f"auth.check: there is no {path}") from None
    if not callable(found):
        raise ConfigurationError(f"auth.check: {path} cannot be called")
    check: Check = found
    return check


def bearer(authorization: str | None) -> str | None:
    """Return the token of an `Authorization: Bearer` header; None for another or an empty one."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None
