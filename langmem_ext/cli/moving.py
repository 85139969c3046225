"""How do conversations kept by another checkpointer come here?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import complain, note, print_json, print_table
from langmem_ext.cli.progress import progress
from langmem_ext.cli.running import FOUND_WRONG, Interrupted, app

if TYPE_CHECKING:
    from langmem_ext.stores.checkpoint_migration import MigrationReport
    from langmem_ext.stores.checkpoints import MemoryCheckpointer


@app.command()
@shared
def migrate_checkpoints(
    call: Call,
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="sqlite:FILE|postgres:URI",
            help="sqlite:FILE or postgres:URI, where LangGraph's saver keeps them",
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option("--to", metavar="URI", help="A Postgres; else that of the settings"),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress")] = False,
) -> None:
    """Copy the conversations of LangGraph's SqliteSaver or PostgresSaver, and check each copy; run it again to go on.

    A thread belongs to the user whom its metadata names; with --user all belong to that user.
    """
    with _source(source) as saver, _target(call, target) as checkpointer:
        report = _copy(saver, checkpointer, quiet=quiet or call.json)
    if call.json:
        print_json(report.as_dict())
    else:
        _show(report)
    if not report.ok:
        complain(f"{len(report.differing)} checkpoints were not copied as they are")
        raise typer.Exit(FOUND_WRONG)


def _copy(saver: Any, checkpointer: MemoryCheckpointer, *, quiet: bool) -> MigrationReport:
    from langmem_ext.stores.checkpoint_migration import (
        MigrationReport,
        checkpoints_in,
        migrate_checkpoints,
    )

    report, total = MigrationReport(), checkpoints_in(saver)
    with progress({"checkpoints": total}, quiet=quiet) as advance:
        try:
            return migrate_checkpoints(
                saver, checkpointer, progress=lambda done: advance("checkpoints", 1), report=report
            )
        except KeyboardInterrupt:
            done = report.checkpoints + report.known
            raise Interrupted(
                f"{done} of {total} checkpoints are copied; run the same command again to go on"
            ) from None


def _show(report: MigrationReport) -> None:
    rows = [
        ("threads", report.threads),
        ("checkpoints", f"{report.checkpoints} new, {report.known} known before"),
        ("writes of tasks", report.writes),
        ("time", f"{report.seconds:.1f} s"),
    ]
    print_table(("", ""), rows)
    for each in report.differing:
        note(each)


# From where, and to where


@contextmanager
def _source(named: str) -> Iterator[Any]:
    kind, _, where = named.partition(":")
    if kind == "sqlite" and where:
        with _sqlite(Path(where)) as saver:
            yield saver
    elif kind in ("postgres", "postgresql") and where:
        with _postgres(_uri(named)) as saver:
            yield saver
    else:
        raise typer.BadParameter(
            f"{named!r} is neither sqlite:FILE nor postgres:URI", param_hint="--from"
        )


def _uri(named: str) -> str:
    """Return the connection string of postgres:URI, or of the URI itself."""
    kind, _, where = named.partition(":")
    return where if kind == "postgres" and not where.startswith("//") else named


@contextmanager
def _sqlite(file: Path) -> Iterator[Any]:
    import sqlite3

    try:
        from langgraph.checkpoint.sqlite import (  # type: ignore[import-not-found,unused-ignore]
            SqliteSaver,
        )
    except ImportError:
        raise typer.BadParameter(
            "reading SQLite needs LangGraph's saver: pip install langgraph-checkpoint-sqlite",
            param_hint="--from",
        ) from None
    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file}", param_hint="--from")
    with closing(sqlite3.connect(file, check_same_thread=False)) as connection:
        try:
            saver = SqliteSaver(connection, serde=_serializer())
            saver.setup()
        except sqlite3.DatabaseError as error:
            raise typer.BadParameter(f"cannot read {file}: {error}", param_hint="--from") from None
        yield saver


@contextmanager
def _postgres(uri: str) -> Iterator[Any]:
    from langgraph.checkpoint.postgres import PostgresSaver

    from langmem_ext.stores.checkpoints import CONNECTION
    from langmem_ext.stores.connections import fitting, look
    from langmem_ext.stores.faults import errors_explained

    options = fitting({"kwargs": CONNECTION}, None, look(uri, CONNECTION))
    import psycopg

    with errors_explained(), psycopg.connect(uri, **options["kwargs"]) as connection:
        yield PostgresSaver(connection, serde=_serializer())


def _serializer() -> Any:
    from langmem_ext.stores.serializer import FaithfulSerializer

    return FaithfulSerializer()


@contextmanager
def _target(call: Call, named: str | None) -> Iterator[MemoryCheckpointer]:
    """Open the checkpointer to copy to, set up; bound where --user names one."""
    from langmem_ext.principal import Principal
    from langmem_ext.stores.checkpoints import MemoryCheckpointer, MemorySerializer

    serde = MemorySerializer.of(call.settings())
    with (
        database(call, named and _uri(named)) as uri,
        MemoryCheckpointer.from_conn_string(uri, pool_config={"max_size": 2}, serde=serde) as saver,
    ):
        saver.setup()
        owner = Principal(user_id=call.user, tenant=call.tenant) if call.user else None
        yield saver.bind(owner) if owner else saver


@contextmanager
def database(call: Call, named: str | None = None) -> Iterator[str]:
    """Yield the connection string of a database: the one that is named, else that of the settings."""
    from langmem_ext.stores.embedded import default_data_folder, embedded_postgres

    settings = call.settings()
    if uri := named or settings.database_uri:
        yield uri
        return
    with embedded_postgres(settings.data_dir or default_data_folder()) as uri:
        yield uri
