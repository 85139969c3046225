"""Which options do all commands share, and which store and user do they mean?"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec, get_type_hints

import typer

from langmem_ext.cli.output import aside

if TYPE_CHECKING:
    from langmem_ext.principal import Principal
    from langmem_ext.settings import Settings
    from langmem_ext.stores.postgres import MemoryStore
    from langmem_ext.stores.view import MemoryView

P = ParamSpec("P")

OWNER = "me"
"""Whose memory it is where nobody says."""

_PANEL = "Which memory"


@dataclass(frozen=True, slots=True)
class Call:
    """Hold the options that every command takes."""

    user: Annotated[
        str | None,
        typer.Option("--user", "-u", help=f"Whose memory ($LANGMEM_USER; else the only user, or {OWNER})",
                     rich_help_panel=_PANEL),
    ] = None  # fmt: skip
    agent: Annotated[
        str | None,
        typer.Option(
            help="See and write as this agent may; none: everything", rich_help_panel=_PANEL
        ),
    ] = None
    named_tenant: Annotated[
        str | None,
        typer.Option(
            "--tenant", help="Of which tenant", show_default="default", rich_help_panel=_PANEL
        ),
    ] = None
    app: Annotated[
        str | None,
        typer.Option(
            help="The memory of this application, with --user of both", rich_help_panel=_PANEL
        ),
    ] = None
    chat: Annotated[
        str | None,
        typer.Option(
            help="The memory of this chat, as its members see it, with --user of both",
            rich_help_panel=_PANEL,
        ),
    ] = None
    database_uri: Annotated[
        str | None,
        typer.Option(
            help="A Postgres with pgvector ($LANGMEM_DATABASE_URI)", rich_help_panel=_PANEL
        ),
    ] = None
    data_dir: Annotated[
        Path | None,
        typer.Option(
            help="The folder of the embedded Postgres ($LANGMEM_DATA_DIR)",
            rich_help_panel=_PANEL,
        ),
    ] = None
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON and nothing else", rich_help_panel=_PANEL)
    ] = False

    @property
    def named_user(self) -> str | None:
        """Return the user that the option or the environment names."""
        return self.user or os.environ.get("LANGMEM_USER") or None

    @property
    def tenant(self) -> str:
        """Return the tenant whose memory it is."""
        return "default" if self.named_tenant is None else self.named_tenant

    @property
    def space(self) -> Literal["app", "chat"] | None:
        """Return the kind of space that the options name, None for the user's own."""
        return "app" if self.app else "chat" if self.chat else None

    def settings(self) -> Settings:
        """Return the settings with what the options say; raises ConfigurationError for unfit ones."""
        return read_settings(self.database_uri, self.data_dir)

    @contextmanager
    def store(self) -> Iterator[MemoryStore]:
        """Open the store, set up already."""
        from langmem_ext.stores.postgres import MemoryStore

        with MemoryStore.open(self.settings()) as store:
            yield store

    @contextmanager
    def view(self, *, writes: bool = False) -> Iterator[MemoryView]:
        """Open the store as its user sees it; who writes is never guessed from who is there."""
        with self.store() as store:
            self._note_unlisted(store)
            yield store.bind(self.principal(store, writes=writes)).at("cli")

    def principal(
        self, store: MemoryStore, thread_id: str | None = None, *, writes: bool = False
    ) -> Principal:
        """Return on whose behalf the command runs."""
        from langmem_ext.principal import Principal

        alone = self.space is not None and thread_id is None  # nobody talks: no user is needed
        user = self.user if alone else self.named_user or self._guessed(store, writes=writes)
        return Principal(
            user_id=user,
            agent=self.agent,
            tenant=self.tenant,
            chat_id=self.chat,
            participants=(user,) if self.chat and user else (),
            thread_id=thread_id,
            app_id=self.app,
        )

    def _note_unlisted(self, store: MemoryStore) -> None:
        """Say why an agent sees nothing: no allowlist names it, it may be misspelt; or its list is empty."""
        categories = store.scope.categories
        if self.agent and not categories.allowed(self.agent) and not self.json:
            known = ", ".join(categories.allowlists) or "none"
            if self.agent in categories.allowlists:
                aside(f"The allowlist of the agent {self.agent} is empty: it sees nothing.")
            else:
                aside(
                    f"No allowlist names the agent {self.agent}: it sees nothing. There are {known}."
                )

    def _guessed(self, store: MemoryStore, *, writes: bool) -> str:
        """Return whose memory it is when nobody says, and say so."""
        user = OWNER if writes else _only_user(store, self.tenant)
        if not self.json:
            why = "nobody is named" if user == OWNER else "the only user"
            aside(f"The memory of {user}: {why}. --user names another.")
        return user


def read_settings(database_uri: str | None, data_dir: Path | None) -> Settings:
    """Return the settings with what is given; a folder that is given counts more than a database in the environment."""
    from langmem_ext.settings import Settings

    given: dict[str, Any] = {}
    if data_dir is not None:
        given = {"data_dir": data_dir, "database_uri": None}
    if database_uri is not None:
        given["database_uri"] = database_uri
    return Settings(**given)


def shared(command: Callable[Concatenate[Call, P], None]) -> Callable[..., None]:
    """Give a command the shared options; it receives them as its first argument, a Call."""
    names = [each.name for each in fields(Call)]

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        _require_text(kwargs)
        call = Call(**{name: kwargs.pop(name) for name in names})  # type: ignore[arg-type]
        _require_named(call)
        command(call, *args, **kwargs)

    parameters = [*_parameters(command)[1:], *_parameters(Call)]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _require_text(arguments: Mapping[str, Any]) -> None:
    """Refuse bytes that are no text in the terminal's encoding: Python hands them over as half characters."""
    for name, value in arguments.items():
        try:
            str(value).encode()
        except UnicodeEncodeError:
            raise typer.BadParameter(f"{name} is not text in UTF-8") from None


def _require_named(call: Call) -> None:
    """Refuse an empty name, as an unset variable of a script leaves it: it must not mean whoever else there is."""
    for option, name in (("user", call.user), ("app", call.app), ("chat", call.chat)):
        if name == "":
            raise typer.BadParameter(
                f"it is empty; leave it out, or name a {option}", param_hint=f"--{option}"
            )


def whose(principal: Principal) -> str:
    """Return whose memory is meant, as people call it: ana, or app:notes where no user is named."""
    owned = principal.owned()
    return owned.get("user") or ", ".join(f"{kind}:{name}" for kind, name in owned.items())


def _parameters(of: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters as keywords, their annotations resolved."""
    hints = get_type_hints(of, include_extras=True)
    found = inspect.signature(of).parameters.values()
    return [
        each.replace(
            kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints.get(each.name, each.annotation)
        )
        for each in found
    ]


def _only_user(store: MemoryStore, tenant: str) -> str:
    """Return the one user who has memories or turns; `me` when there are none, or `me` is among them."""
    from langmem_ext.stores.operations.doctor import users

    found = store.run(users(tenant))
    if not found or OWNER in found:
        return OWNER
    if len(found) == 1:
        return found[0]
    listed = ", ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
    raise typer.BadParameter(f"there are several users: {listed}", param_hint="--user")
