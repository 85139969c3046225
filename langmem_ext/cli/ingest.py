"""How are conversations held elsewhere brought in?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from langmem_ext.cli.call import OWNER, Call, shared
from langmem_ext.cli.output import aside, day, note, plain, print_json, print_table
from langmem_ext.cli.progress import progress
from langmem_ext.cli.running import Interrupted, app

if TYPE_CHECKING:
    from langmem_ext.ingest.conversations import Source
    from langmem_ext.ingest.importing import Report


@app.command()
@shared
def ingest(
    call: Call,
    file: Annotated[
        Path,
        typer.Argument(exists=True, dir_okay=False, help="LoCoMo JSON, or one JSON message a line"),
    ],
    conversation: Annotated[
        str, typer.Option(help="LoCoMo: a sample's id, its number from 1, or all")
    ] = "all",
    session: Annotated[
        str | None,
        typer.Option(help="The session of messages that name none; else the name of the file"),
    ] = None,
    timezone: Annotated[
        str, typer.Option(help="The zone of times that carry none, such as Europe/Lisbon")
    ] = "UTC",
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out what cannot be read, and say what")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be remembered; write nothing")
    ] = False,
    vectors: Annotated[
        bool,
        typer.Option(
            "--vectors/--no-vectors",
            help="Give turns their vectors now, or at the next maintenance",
        ),
    ] = True,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress")] = False,
) -> None:
    """Remember what was said in a file, at the times it was said; run it again to go on where it stopped.

    A message that is known changes nothing. Without --user the memories are those of the users that the file names; in
    a LoCoMo file each conversation is a user, called by its id.
    """
    from langmem_ext.ingest.reading import read_file

    source = read_file(
        file, user_id=call.user, session_id=session, conversation=conversation, zone=_zone(timezone),
        skip_bad=skip_bad, default_user=call.named_user or OWNER,
    )  # fmt: skip
    for skipped in source.skipped:
        note(f"skipped {file.name}, {skipped}")
    users = {each.user_id for each in source.conversations}
    if not (call.named_user or call.json or quiet) and OWNER in users:
        aside(f"Messages that name no user are of {OWNER}. --user names another.")
    if dry_run:
        _show_plan(call, source)
    else:
        _print_report(call, _run(call, source, vectors=vectors, quiet=quiet or call.json))


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, not a name, a folder of names
        raise typer.BadParameter(
            f"no time zone {name!r}; give one such as Europe/Lisbon", param_hint="--timezone"
        ) from None


# Writing


def _run(call: Call, source: Source, *, vectors: bool, quiet: bool) -> Report:
    from langmem_ext.ingest.importing import Report, import_conversations
    from langmem_ext.principal import Principal

    report = Report(skipped=source.skipped)
    total = sum(len(each.messages) for each in source.conversations)
    totals = {"turns": total, "vectors": total if vectors else 0}
    try:
        with call.store() as store, progress(totals, quiet=quiet) as advance:
            import_conversations(
                store,
                source.conversations,
                principal=Principal(tenant=call.tenant, agent=call.agent),
                report=report,
                progress=lambda step: advance(step.what, step.count),
                vectors=vectors,
            )
    except KeyboardInterrupt:
        done = report.turns + report.known
        raise Interrupted(
            f"{done} of {total} turns are kept; run the same command again to go on"
        ) from None
    return report


# Telling


def _print_report(call: Call, report: Report) -> None:
    if call.json:
        print_json(report.as_dict())
        return
    told = report.as_dict()
    rows = [
        ("users", ", ".join(report.users)),
        ("turns", f"{report.turns} new, {report.known} known before"),
        ("memories", _counts(told["memories"]) or "none"),
        ("refused", _counts(told["rejected"]) or "none"),
        ("vectors of turns", report.vectors),
        ("unreadable", f"{len(report.skipped)} skipped") if report.skipped else None,
        ("time", f"{report.seconds:.1f} s, {told['turns_per_second'] or 0:.0f} turns a second"),
    ]
    print_table(("", ""), [row for row in rows if row])


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def _show_plan(call: Call, source: Source) -> None:
    found = list(_plan(call, source))
    if call.json:
        print_json(
            {"turns": sum(len(each.messages) for each in source.conversations), "candidates": found}
        )
        return
    columns = ("user", "turn", "at", "category", "would remember", "rule")
    shown = [
        [
            each["user_id"],
            each["turn"],
            each["at"],
            each["category"],
            each["content"] or f"refused: {each['reason']}",
            each["rule"],
        ]
        for each in found
    ]
    print_table(columns, ([plain(str(cell or "")) for cell in row] for row in shown))
    refused = sum(each["reason"] is not None for each in found)
    note(f"{len(found) - refused} would be remembered, {refused} refused; nothing was written")


def _plan(call: Call, source: Source) -> Iterator[dict[str, Any]]:
    """Yield what an import would try; the text of what a gate refuses is not repeated."""
    from langmem_ext.categories import Categories
    from langmem_ext.ingest.importing import foresee
    from langmem_ext.principal import Principal
    from langmem_ext.stores.scope import Scope

    settings = call.settings()
    scope = Scope(settings, Categories.load(settings.categories_file, settings.allow))
    for conversation in source.conversations:
        principal = Principal(user_id=conversation.user_id, tenant=call.tenant, agent=call.agent)
        for message, draft, refusal in foresee(scope.bound(principal), conversation):
            yield {
                "user_id": conversation.user_id,
                "session_id": message.session_id,
                "turn": message.id,
                "at": day(message.at),
                "category": draft.category,
                "content": None if refusal else draft.content,
                "slot": draft.slot,
                "rule": draft.extra.get("rule"),
                "reason": refusal.reason if refusal else None,
            }
