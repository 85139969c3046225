"""What is in this database, whoever asks?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from langmem_ext.namespaces import split_space_key
from langmem_ext.stores.migrate import migrations as known_migrations
from langmem_ext.stores.queries import query
from langmem_ext.stores.requests import Operation, Rows, Statement, fetch

_USER = "user:"

_FUNCTION = re.compile(
    r"^(CREATE (?:OR REPLACE )?|DROP )FUNCTION langmem\.(\w+)\(([^)]*)\)(?:;|\s*RETURNS .*?AS \$\$(.*?)\$\$)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """Describe a database; `version` as Postgres counts (180000 is 18.0).

    `pgvector` is the installed version, `installable` one that could be; both None where the server has none.
    `embedder` is None as long as there are no vectors. `walled` says that row-level security holds for `role`, with
    which the store works; None where nothing is walled yet. `gaps` names the tables whose wall is off, gone, or another
    than the migrations build; `compared` says whether the policies could be compared with those.
    """

    version: int
    database: str
    pgvector: str | None
    installable: str | None
    migrations: tuple[str, ...] = ()
    embedder: str | None = None
    waiting: int = 0
    role: str | None = None
    walled: bool | None = None
    gaps: tuple[str, ...] = ()
    compared: bool = True
    allowlists: Mapping[str, Sequence[str]] | None = None


def examine() -> Operation[Condition]:
    """Look at a database, set up or not, and change nothing."""
    (server,), (ours,), (wall,) = yield from fetch(
        Statement(query("server")),
        Statement(query("tables_of_ours")),
        Statement(query("is_walled")),
    )
    migrations: tuple[str, ...] = ()
    if ours["migrations"]:
        (rows,) = yield from fetch(Statement(query("applied_migrations")))
        migrations = tuple(row["name"] for row in rows)
    weaker = (yield from _weaker(migrations)) if wall["walls"] is not None else ()
    gaps = sorted({*(wall["gaps"] or ()), *(weaker or ())})
    embedder, waiting = (yield from _vectors()) if ours["vectors"] else (None, 0)
    lists = (yield from _allowlists()) if ours["vectors"] else None
    return Condition(
        version=server["version"],
        database=server["database"],
        pgvector=server["installed"],
        installable=server["available"],
        migrations=migrations,
        embedder=embedder,
        waiting=waiting,
        role=wall["role"],
        walled=wall["walls"] and wall["walled"] and not gaps,
        gaps=tuple(gaps),
        compared=weaker is not None,
        allowlists=lists,
    )


def _allowlists() -> Operation[Mapping[str, Sequence[str]] | None]:
    (rows,) = yield from fetch(Statement(query("stored_allowlists")))
    return rows[0]["value"].get("shared") if rows else None


def _weaker(applied: Sequence[str]) -> Operation[Sequence[str] | None]:
    """Return the tables and functions that are not as the migrations make them; None where that cannot be told.

    A schema of another version has other policies.
    """
    known = known_migrations()
    if list(applied) != [name for name, _ in known]:
        return ()
    _, (found,), kept = yield from fetch(
        Statement(query("compare_walls")),
        Statement(query("weaker_walls")),
        Statement(query("functions_of_ours")),
    )
    names: Sequence[str] | None = found["names"]
    others = _others(functions_of(known), kept)
    return others or None if names is None else [*names, *others]


def functions_of(migrations: Iterable[tuple[str, str]]) -> dict[tuple[str, int], str]:
    """Return the body of each function that migrations leave behind, by its name and how many arguments it has."""
    made: dict[tuple[str, int], str] = {}
    for _, text in migrations:
        for verb, name, arguments, body in _FUNCTION.findall(text):
            key = name, len([each for each in arguments.split(",") if each.strip()])
            made.pop(key, None)
            if verb != "DROP ":
                made[key] = body
    return made


def _others(made: dict[tuple[str, int], str], kept: Rows) -> list[str]:
    """Return the functions that are gone, say something else, or stand beside one of the same name."""
    good = {
        (row["name"], row["arity"])
        for row in kept
        if not row["altered"] and made.get((row["name"], row["arity"])) == row["body"]
    }
    count = Counter(row["name"] for row in kept)
    names = {name for name, _ in made.keys() - good}
    names |= {
        name for name, wanted in Counter(name for name, _ in made).items() if count[name] > wanted
    }
    return sorted(f"{name}()" for name in names)


def _vectors() -> Operation[tuple[str | None, int]]:
    named, (counted,) = yield from fetch(
        Statement(query("embedder_of_vectors")),
        Statement(query("texts_to_embed"), {"replaced": False, "prefix": None}),
    )
    return (named[0]["name"] if named else None), counted["count"]


def to_embed(embedder: str, prefix: str | None = None) -> Operation[tuple[str | None, int]]:
    """Return whose vectors are kept, and how many texts still need one of `embedder`; with `prefix`, of such spaces."""
    (named,) = yield from fetch(Statement(query("embedder_of_vectors")))
    stored: str | None = named[0]["name"] if named else None
    replaced = {"replaced": stored not in (None, embedder), "prefix": prefix}
    ((counted,),) = yield from fetch(Statement(query("texts_to_embed"), replaced))
    return stored, counted["count"]


def users(tenant: str) -> Operation[list[str]]:
    """Return the users of a tenant who have memories or turns, in order."""
    (rows,) = yield from fetch(Statement(query("spaces_in_use")))
    keys = (split_space_key(row["space"]) for row in rows)
    return [
        space.removeprefix(_USER)
        for owner, space in keys
        if owner == tenant and space.startswith(_USER)
    ]
