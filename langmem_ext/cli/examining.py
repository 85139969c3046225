"""What could keep memory from working here?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from langmem_ext.cli.running import DEBUG
from langmem_ext.errors import LangMemError

if TYPE_CHECKING:
    from langmem_ext.cli.call import Call
    from langmem_ext.settings import Settings
    from langmem_ext.stores.operations.doctor import Condition

_OLDEST = 150000
"""Postgres 15, as the README says."""

_OTHER_VARIABLES = {"LANGMEM_USER", "LANGMEM_CONFIG", DEBUG}
"""What is read from the environment and is no setting."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Say whether one thing is as it should be, and what it is."""

    name: str
    ok: bool
    detail: str

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        return asdict(self)


def examine(call: Call) -> Iterator[Finding]:
    """Look at everything in turn; what cannot be looked at because of an earlier fault is left out."""
    try:
        settings = call.settings()
        yield _categories(settings)
    except LangMemError as error:
        yield Finding("settings", False, str(error))
        return
    yield from map(_sets_nothing, _unread_variables())
    yield _model(settings)
    found = None
    try:
        found, where = _look(settings)
    except LangMemError as error:
        yield Finding("database", False, str(error))
    else:
        yield _database(found, where)
        yield _pgvector(found)
        yield _schema(found)
        if found.walled is not None:
            yield _wall(found)
    yield _embedder(settings, found.embedder if found else None)
    if found and found.waiting and settings.embedder != "none":
        detail = f"{found.waiting} texts wait for one; `langmem-ext maintain` gives them theirs"
        yield Finding("vectors", True, detail)
    if found and found.allowlists is not None and _lost(settings, found):
        detail = (
            "agents have lost categories since edges and names were chosen; "
            "`langmem-ext maintain` chooses again what they are shown"
        )
        yield Finding("allowlists", True, detail)


def _known_variables() -> set[str]:
    from langmem_ext.settings import Settings

    return {*_OTHER_VARIABLES, *(f"LANGMEM_{name}".upper() for name in Settings.model_fields)}


def _unread_variables() -> list[str]:
    """Return the variables of the environment that nothing reads: settings of the first level are not checked there."""
    known = _known_variables()
    named = (name for name in os.environ if name.startswith("LANGMEM_"))
    return sorted(name for name in named if name.split("__")[0].upper() not in known)


def _sets_nothing(variable: str) -> Finding:
    """Say it without calling it wrong: an application may have variables of its own of such a name."""
    near = get_close_matches(variable, _known_variables(), 1)
    meant = f"; {near[0]} is near" if near else ""
    return Finding("environment", True, f"{variable} sets nothing{meant}")


def _lost(settings: Settings, found: Condition) -> bool:
    from langmem_ext.categories import Categories
    from langmem_ext.stores.operations.allowlists import lost

    now = Categories.load(settings.categories_file, settings.allow)
    return bool(lost(found.allowlists, now.shared))


def _categories(settings: Settings) -> Finding:
    from langmem_ext.categories import Categories

    found = Categories.load(settings.categories_file, settings.allow)
    where = settings.categories_file or "the packaged file"
    return Finding("settings", True, f"{len(found.by_name)} categories of {where}")


def _model(settings: Settings) -> Finding:
    from langmem_ext.models import resolve_model

    try:
        resolve_model(settings.model)  # made, not asked: that would need its network
    except LangMemError as error:
        return Finding("model", False, str(error))
    return Finding("model", True, settings.model or "none: the agents answer from memory alone")


def _look(settings: Settings) -> tuple[Condition, str]:
    """Return what is in the database, and on which host it is; without embedder, the store claims nothing."""
    from psycopg.conninfo import conninfo_to_dict

    from langmem_ext.stores.embedded import default_data_folder, embedded_postgres
    from langmem_ext.stores.operations.doctor import examine
    from langmem_ext.stores.postgres import MemoryStore

    with ExitStack() as held:
        uri = settings.database_uri or held.enter_context(
            embedded_postgres(settings.data_dir or default_data_folder())
        )
        store = held.enter_context(
            MemoryStore.from_conn_string(uri, settings=settings, index=False)
        )
        return store.run(examine()), str(conninfo_to_dict(uri).get("host") or "this machine")


def _database(found: Condition, where: str) -> Finding:
    version = f"{found.version // 10000}.{found.version % 10000}"
    return Finding(
        "database", found.version >= _OLDEST, f"Postgres {version}, {found.database} on {where}"
    )


def _pgvector(found: Condition) -> Finding:
    if found.pgvector:
        return Finding("pgvector", True, found.pgvector)
    if found.installable:
        detail = f"{found.installable} is there, to be created when the store is set up"
        return Finding("pgvector", True, detail)
    return Finding("pgvector", False, "not there; install the extension `vector` on the server")


def _schema(found: Condition) -> Finding:
    from langmem_ext.stores.migrate import migrations

    ours = [name for name, _ in migrations()]
    missing = [name for name in ours if name not in found.migrations]
    newer = [name for name in found.migrations if name not in ours]
    if newer:
        detail = f"has {', '.join(newer)} of a later version; upgrade langmem-ext"
        return Finding("schema", False, detail)
    if missing:
        return Finding(
            "schema", True, f"{len(missing)} migrations to come when the store is set up"
        )
    return Finding("schema", True, f"all {len(ours)} migrations")


def _wall(found: Condition) -> Finding:
    if found.walled:
        unsure = "" if found.compared else "; whether its policies are whole, this role cannot tell"
        return Finding("wall", True, f"row-level security holds for {found.role}{unsure}")
    if found.gaps:
        detail = (
            "row-level security is switched off, or a policy or function is gone or another, of "
            f"{', '.join(found.gaps)}: put back what the migrations have made, or restore the schema from a backup"
        )
        return Finding("wall", False, detail)
    detail = (
        f"row-level security does not hold for {found.role}: a statement that forgets to ask who looks sees "
        "everything. Set the store up with a role that may create others, or connect as one that is no superuser"
    )
    return Finding("wall", False, detail)


def _embedder(settings: Settings, stored: str | None) -> Finding:
    from langmem_ext.embeddings import resolve_embeddings

    try:
        found = resolve_embeddings(
            settings.embedder,
            threads=settings.embedder_threads,
            model_path=settings.embedder_model_path,
        )
        size = len(found.embeddings.embed_query("Is anybody there?")) if found else 0
    except Exception as error:  # whatever a third party's embedder raises
        return Finding("embedder", False, f"{settings.embedder}: {error}")
    if found is None:
        return Finding("embedder", True, "none: search by words only")
    if stored not in (None, found.name):
        return Finding(
            "embedder",
            False,
            f"{found.name}, but the stored vectors are of {stored}: vector search is off until "
            "`langmem-ext reembed` has run",
        )
    return Finding("embedder", True, f"{found.name}, {size} dimensions")
