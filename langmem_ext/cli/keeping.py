"""Is everything in order, and how is it kept so?"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from langmem_ext.cli.call import Call, shared, whose
from langmem_ext.cli.output import (
    complain,
    day,
    model_dicts,
    note,
    print_json,
    print_json_lines,
    print_table,
)
from langmem_ext.cli.progress import one_by_one, progress
from langmem_ext.cli.running import FOUND_WRONG, Interrupted, app

if TYPE_CHECKING:
    from langmem_ext.stores.operations.runs import Run
    from langmem_ext.stores.postgres import MemoryStore
    from langmem_ext.stores.view import MemoryView


class Every(StrEnum):
    """Name the lengths of time by which `stats` counts."""

    hour = "hour"
    day = "day"


STREAM = Path("-")
"""The file that stands for what is piped in, or out."""


@app.command()
@shared
def stats(
    call: Call,
    since: Annotated[
        datetime | None, typer.Option(help="Also what was done since then (UTC), over time")
    ] = None,
    by: Annotated[
        Every | None, typer.Option(help="Also what was done, by hour or day (UTC)")
    ] = None,
) -> None:
    """Count memories, turns, sessions and events; say what each step of maintenance did when it ran last."""
    from langmem_ext.stores.operations import runs

    with call.view() as view:
        found, latest = view.stats(), list[Any]()
        counted = list[Any]()
        if since or by:
            begin = since.replace(tzinfo=UTC) if since else None
            counted += view.counts(begin, (by or Every.day).value)
        if call.agent is None:  # what maintenance did tells of everybody
            latest += view.store.run(runs.latest())
            latest += view.store.run(runs.latest(view.principal.tenant))
    if call.json:
        done = {"counts": model_dicts(counted)} if since or by else {}
        numbers = found.model_dump(mode="json")
        user = view.principal.user_id
        print_json({"user": user, **numbers, **done, "runs": model_dicts(latest)})
        return
    rows: list[tuple[str, Any]] = [("user", whose(view.principal)), ("memories", found.total)]
    rows += [(f"  {category}", count) for category, count in found.by_category.items()]
    rows += [
        (f"  ({state})", count) for state, count in found.by_state.items() if state != "active"
    ]
    rows += [
        ("turns", found.turns),
        ("sessions", found.sessions),
        ("last change", day(found.latest)),
    ]
    if found.injected is not None:
        rows.append(("contexts with memories", f"{found.injected:.0%}"))
    if found.units:
        rows.append(("energy (units)", f"{found.units:g}"))
    print_table(("", ""), rows)
    if counted:
        done_then = (
            (day(each.at), each.node, each.op, each.status, each.count) for each in counted
        )
        print_table(("from (UTC)", "node", "did", "status", "times"), done_then)
    if latest:
        print_table(("last run", "step", "status", "did", "units", "seconds"), map(_ran, latest))


def _ran(run: Run) -> tuple[str, ...]:
    """Return a line of the table of the last runs."""
    did = ", ".join(f"{count} {what}" for what, count in run.counts.items())
    status = f"{run.status}: {run.reason}" if run.reason else run.status
    return (
        day(run.at),
        f"{run.graph}.{run.step}" + (f" of {run.tenant}" if run.tenant is not None else ""),
        status,
        did,
        f"{run.units:g}",
        f"{run.seconds:.1f}",
    )


@app.command()
@shared
def export(
    call: Call,
    output: Annotated[Path, typer.Option("--output", "-o", help="A file; - is stdout")] = STREAM,
) -> None:
    """Write out everything about a user, for `import`: one JSON object a line, or one array with --json."""
    with call.view() as view:
        records = list(view.export())
    try:
        out = None if output == STREAM else output.open("w", encoding="utf-8")
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


@app.command("import")
@shared
def import_(
    call: Call,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="What `export` wrote; - is stdin",
            dir_okay=False,
        ),
    ],
) -> None:
    """Bring back what `export` wrote, here or in another database; what is there already stays as it is."""
    lines = list(_exported(file))
    with call.view(writes=True) as view:
        receipt = view.store.import_lines(lines, view.principal)
    if call.json:
        print_json(receipt.model_dump(mode="json"))
        return
    rows = [*receipt.restored.items(), ("known before", receipt.known)]
    rows += [(f"refused: {reason}", count) for reason, count in receipt.refused.items()]
    print_table(("record", "restored"), rows)


def _exported(file: Path) -> Iterator[Any]:
    """Yield the records of a file, or of stdin: one a line, or an array of them."""
    import json

    try:
        text = _text_of(file)
        if text.lstrip().startswith("["):
            yield from json.loads(text)
        else:
            yield from (json.loads(line) for line in text.splitlines() if line.strip())
    except OSError as error:
        raise typer.BadParameter(
            f"cannot read {file}: {error.strerror}", param_hint="FILE"
        ) from None
    except ValueError:
        named = "stdin" if file == STREAM else file
        raise typer.BadParameter(f"{named} holds no JSON lines", param_hint="FILE") from None


def _text_of(file: Path) -> str:
    if file == STREAM:
        return typer.get_binary_stream("stdin").read().decode("utf-8")
    return file.read_text(encoding="utf-8")


@app.command()
@shared
def erase(
    call: Call,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Remove nothing; count what would go")
    ] = False,
) -> None:
    """Remove a user, or with --app an application, for good: memories, turns, history, conversations.

    It cannot be undone; run it again to go on.
    """
    if call.chat or (call.app and call.user):
        raise typer.BadParameter("name a user or an app: what is said in a chat is its members'")
    if call.app:
        _erase_app(call, call.app, yes=yes, dry_run=dry_run)
        return
    with call.view(writes=True) as view:
        if not (yes or dry_run):
            _ask_to_erase(view, json=call.json)
        receipt = view.erase(dry_run=dry_run)
    if call.json:
        print_json(receipt.model_dump(mode="json"))
        return
    rows = [(table.replace("_", " "), count) for table, count in receipt.counts.items()]
    if rows:
        print_table(("would be removed" if dry_run else "removed", "rows"), rows)
    else:
        note(f"nothing is kept of {receipt.user_id!r} in tenant {receipt.tenant!r}")
    for each in receipt.unreached:
        note(f"not reached: {each}")


def _erase_app(call: Call, app_id: str, *, yes: bool, dry_run: bool) -> None:
    """Remove what an application's space holds (spec 002), and say how many memories that were."""
    with call.view() as view:
        count = sum(view.stats().by_state.values())
        if not (yes or dry_run):
            _confirm(f"Erase app:{app_id}, {count} memories, for good?", json=call.json)
        if not dry_run:
            count = view.store.purge_app(app_id, view.principal.tenant)
    if call.json:
        print_json({"app_id": app_id, "memories": count, "dry_run": dry_run})
    else:
        print_table(("would be removed" if dry_run else "removed", "rows"), [("memories", count)])


def _ask_to_erase(view: MemoryView, *, json: bool) -> None:
    """Go on only when somebody says so; where nobody can be asked, --yes must stand."""
    counts = view.erase(dry_run=True).counts
    found = f"{counts.get('memories', 0)} memories and {counts.get('turns', 0)} turns"
    _confirm(f"Erase {view.principal.user_id}, {found}, for good?", json=json)


def _confirm(question: str, *, json: bool) -> None:
    if json:
        raise typer.BadParameter("--json asks nobody: add --yes", param_hint="--yes")
    typer.confirm(question, abort=True)


@app.command()
@shared
def doctor(call: Call) -> None:
    """Check settings, model, database, pgvector, schema and embedder; status 1 when something is wrong."""
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
def maintain(
    call: Call,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="STEP", help="Only this step; repeatable")
    ] = None,
    space: Annotated[
        list[str] | None,
        typer.Option("--space", help="Only this space, as user:ana; steps that go space by space"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what would be done, and change nothing")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress")] = False,
) -> None:
    """Do the daily maintenance for everybody, or one --tenant: embed, consolidate, fade, expire, compact and purge."""
    from langmem_ext.errors import ConfigurationError
    from langmem_ext.graphs.daily import build, chosen_steps

    spaces = [_space(call, each) for each in space or ()]
    tenant = call.named_tenant
    if call.user and not (spaces or call.json):
        note(f"maintenance is for everybody, not only for {call.user!r}: --space names one space")
    try:
        steps = chosen_steps(only or (), spaces, tenant)
    except ConfigurationError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    with call.store() as store, one_by_one(steps, quiet=quiet or call.json) as tell:
        graph = build(only=only or (), spaces=spaces, tenant=tenant, dry=dry_run, tell=tell)
        result = graph.compile(store=store).invoke({})
    report, skipped = result["report"], result.get("skipped", {})
    if call.json:
        print_json({**report, "skipped": skipped})
    else:
        rows = [(step, count, skipped.get(step, "")) for step, count in report.items()]
        print_table(("step", "memories", ""), rows)
    if any(name.endswith("_error") for name in report):
        raise typer.Exit(FOUND_WRONG)


def _space(call: Call, named: str) -> str:
    """Return the key of a space that is named as `user:ana`, or with its tenant as `default/user:ana`."""
    from langmem_ext.namespaces import space_key

    if ":" not in named:
        raise typer.BadParameter(
            f"{named!r} is no space; user:ana, chat:c1 or app:notes is one", param_hint="--space"
        )
    return named if "/" in named else space_key(call.tenant, named)


@app.command()
@shared
def reembed(
    call: Call,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress")] = False,
) -> None:
    """Give every text of everybody a vector of the configured embedder; run it again to go on where it stopped."""
    from langmem_ext.stores.operations.doctor import to_embed

    started = time.monotonic()
    with _unwarned(), call.store() as store:
        name = store.engine.configured.name if store.engine.configured else ""
        before, due = store.run(to_embed(name))
        embedded = _reembed(store, due, quiet=quiet or call.json) if due or not name else 0
        _, left = store.run(to_embed(name))
        if left:
            embedded += _after_others(store)
            _, left = store.run(to_embed(name))
    if call.json:
        seconds = round(time.monotonic() - started, 3)
        print_json(
            {
                "embedder": name,
                "before": before,
                "embedded": embedded,
                "waiting": left,
                "seconds": seconds,
            }
        )
    else:
        print(_reembedded(name, before, embedded))
    if left:
        complain(f"{left} texts still have no vector: the embedder failed; run it again to go on")
        raise typer.Exit(FOUND_WRONG)


@contextmanager
def _unwarned() -> Iterator[None]:
    """Leave out the advice to run this very command."""

    def other(record: logging.LogRecord) -> bool:
        return "langmem-ext reembed" not in record.msg

    logger = logging.getLogger("langmem_ext.stores.engine")
    logger.addFilter(other)
    try:
        yield
    finally:
        logger.removeFilter(other)


def _reembed(store: MemoryStore, due: int, *, quiet: bool) -> int:
    """Replace the vectors under a progress bar; return how many texts were embedded."""
    shown = 0
    with progress({"texts": due}, quiet=quiet) as advance:

        def tell(done: int) -> None:
            nonlocal shown
            advance("texts", done - shown)
            shown = done

        try:
            return store.reembed(tell)
        except KeyboardInterrupt:
            raise Interrupted(
                f"{shown} of {due} texts are embedded; run the same command again to go on"
            ) from None


def _after_others(store: MemoryStore) -> int:
    """Wait until other runs have embedded what they are at; what dead ones leave, embed, and return how many."""
    from langmem_ext.stores.operations.embedding import HELD_FOR, held

    done, until = 0, time.monotonic() + HELD_FOR.total_seconds() + 1
    while True:
        others = store.run(held(store.scope))
        done += store.reembed()
        if not others or time.monotonic() > until:
            return done
        time.sleep(0.5)


def _reembedded(name: str, before: str | None, embedded: int) -> str:
    if not embedded:
        return f"nothing to do: every text has its vector of {name}"
    replaced = f", in place of those of {before}" if before not in (None, name) else ""
    return f"embedded {embedded} texts with {name}{replaced}"
