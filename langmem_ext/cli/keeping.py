"""Is everything in order, and how is it kept so?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import day, note, print_json, print_json_lines, print_table
from langmem_ext.cli.running import FOUND_WRONG, app


@app.command()
@shared
def stats(call: Call) -> None:
    """Count memories, turns, sessions and events."""
    with call.view() as view:
        found = view.stats()
    if call.json:
        print_json({"user": view.principal.user_id, **found.model_dump(mode="json")})
        return
    rows: list[tuple[str, Any]] = [("user", view.principal.user_id), ("memories", found.total)]
    rows += [(f"  {category}", count) for category, count in found.by_category.items()]
    rows += [
        (f"  ({state})", count) for state, count in found.by_state.items() if state != "active"
    ]
    rows += [
        ("turns", found.turns),
        ("sessions", found.sessions),
        ("last change", day(found.latest)),
    ]
    print_table(("", ""), rows)


@app.command()
@shared
def export(
    call: Call,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file instead of stdout")
    ] = None,
) -> None:
    """Write out every memory in every state: one JSON object a line, or one array with --json."""
    with call.view() as view:
        records = view.export()
    try:
        out = output.open("w", encoding="utf-8") if output else None
    except OSError as error:
        raise typer.BadParameter(
            f"cannot write {output}: {error.strerror}", param_hint="--output"
        ) from None
    if out is None:
        print_json(records) if call.json else print_json_lines(records)
        return
    with out:
        count = print_json_lines(records, out)
    print_json({"records": count, "file": str(output)}) if call.json else note(
        f"{count} records in {output}"
    )


@app.command()
@shared
def doctor(call: Call) -> None:
    """Check the settings, the database, pgvector, the schema and the embedder; status 1 when something is wrong."""
    from langmem_ext.cli.examining import examine

    findings = list(examine(call))
    wrong = [each for each in findings if not each.ok]
    if call.json:
        print_json({"ok": not wrong, "checks": [each.as_dict() for each in findings]})
    else:
        print_table(
            ("", "check", "finding"),
            ((("ok" if each.ok else "WRONG"), each.name, each.detail) for each in findings),
        )
    if wrong:
        raise typer.Exit(FOUND_WRONG)


@app.command()
@shared
def maintain(call: Call) -> None:
    """Do the daily maintenance for everybody: expire, fade, purge, and embed what is without a vector."""
    from langmem_ext.graphs.daily import build

    with call.store() as store:
        report = build().compile(store=store).invoke({})["report"]
    if call.json:
        print_json(report)
    else:
        print_table(("step", "memories"), report.items())
    if any(name.endswith("_error") for name in report):
        raise typer.Exit(FOUND_WRONG)
