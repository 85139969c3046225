"""How is a database made as somebody else has set it up?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from fix_database import Databases
from psycopg.conninfo import conninfo_to_dict, make_conninfo

ROLE = "langmem_test_hosted"


@contextmanager
def hosted(databases: Databases, *statements: str, migrated: bool = False) -> Iterator[str]:
    """Yield a database of an ordinary role, who is its owner; a superuser runs the statements in it first.

    `{database}` and `{role}` stand for the names.
    """
    with databases.fresh(migrated=migrated) as uri:
        name = conninfo_to_dict(uri)["dbname"]
        with psycopg.connect(uri, autocommit=True) as admin:
            admin.execute(
                f"DO $$ BEGIN CREATE ROLE {ROLE} LOGIN PASSWORD 'x'; "
                "EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            )
            admin.execute(f"ALTER DATABASE {name} OWNER TO {ROLE}")
            for statement in statements:
                admin.execute(statement.format(database=name, role=ROLE).encode())
        try:
            yield make_conninfo(uri, user=ROLE, password="x")
        finally:
            with psycopg.connect(databases.uri, autocommit=True) as admin:
                admin.execute(f"ALTER ROLE {ROLE} RESET ALL")


def as_superuser(databases: Databases, uri: str) -> str:
    return make_conninfo(databases.uri, dbname=conninfo_to_dict(uri)["dbname"])
