"""How is something remembered, forgotten and brought back?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.explaining import explain_statement
from langmem_ext.cli.output import complain, model_dicts, plain, print_json
from langmem_ext.cli.running import FOUND_WRONG, app

if TYPE_CHECKING:
    from langmem_ext.memory import WriteOutcome

GoneId = Annotated[str, typer.Argument(metavar="ID", help="As `history` shows it")]


@app.command()
@shared
def remember(
    call: Call,
    text: Annotated[str, typer.Argument(help="One short statement")],
    category: Annotated[
        str | None, typer.Option("--category", "-c", help="Inferred when left out")
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", "-t", help="How long it lives: preference, task, ...")
    ] = None,
    title: Annotated[str | None, typer.Option(help="A short title")] = None,
    importance: Annotated[int | None, typer.Option(min=1, max=5)] = None,
    tag: Annotated[list[str] | None, typer.Option(help="May be repeated")] = None,
    slot: Annotated[
        str | None, typer.Option(help="The attribute it fills: name, employer, location, ...")
    ] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Keep it for good")] = False,
    operation_id: Annotated[
        str | None, typer.Option(help="A repeated operation changes nothing")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; explain what would happen and why")
    ] = False,
) -> None:
    """Remember a statement, through every gate; status 1 when it is refused."""
    if dry_run:
        given = dict(
            category=category, type=type_, title=title, importance=importance, tags=tag or (),
            slot=slot, pinned=pin, space=call.space,
        )  # fmt: skip
        explain_statement(call, text, given)
        return
    with call.view(writes=True) as view:
        outcome = view.remember(
            text, category=category, type=type_, title=title, importance=importance, tags=tag or (), slot=slot,
            pinned=pin, operation_id=operation_id, user_requested=True, space=call.space,
        )  # fmt: skip
    _report(call, outcome)


@app.command()
@shared
def forget(
    call: Call,
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="As `list` shows it")] = None,
    matching: Annotated[str | None, typer.Option(help="Forget what says this instead")] = None,
) -> None:
    """Forget a memory; `restore` brings it back for 30 days."""
    if (id is None) == (matching is None):
        raise typer.BadParameter("give an id, or --matching TEXT")
    with call.view() as view:
        forgotten = (
            view.forget_matching(matching)
            if matching is not None
            else [view.forget(id or "").previous]
        )
    if call.json:
        print_json({"forgotten": model_dicts(forgotten)})
    for memory in () if call.json else forgotten:
        if memory is not None:
            print(f"forgotten: {plain(memory.bullet())} ({memory.id})")
    if not forgotten:
        complain("no memory says that; nothing was forgotten")
        raise typer.Exit(FOUND_WRONG)


@app.command()
@shared
def restore(call: Call, id: GoneId) -> None:
    """Bring back what was forgotten, faded or superseded."""
    with call.view() as view:
        outcome = view.restore(id)
    _report(call, outcome)


@app.command()
@shared
def consent(
    call: Call,
    id: Annotated[str, typer.Argument(metavar="ID", help="As `list --proposed` shows it")],
    approve: Annotated[
        bool, typer.Option("--approve/--decline", help="Apply the change, or drop it")
    ],
) -> None:
    """Decide a change that waits for the user's consent."""
    with call.view() as view:
        outcome = view.consent(id, approve)
    if approve:
        _report(call, outcome)
    elif call.json:
        print_json(outcome.model_dump(mode="json"))
    else:
        print(f"declined: {id}")


def _report(call: Call, outcome: WriteOutcome) -> None:
    if call.json:
        print_json(outcome.model_dump(mode="json"))
    elif outcome.status != "rejected":
        print(_sentence(outcome))
    if outcome.status == "rejected":
        complain(f"refused ({outcome.reason}): {outcome.detail or 'not remembered'}")
        raise typer.Exit(FOUND_WRONG)


def _sentence(outcome: WriteOutcome) -> str:
    why = f" ({outcome.reason})" if outcome.reason else ""
    what = f": {plain(outcome.memory.bullet())} ({outcome.memory.id})" if outcome.memory else ""
    before = (
        outcome.previous.content
        if outcome.previous and outcome.status in ("updated", "superseded")
        else None
    )
    changed = before and outcome.memory and before != outcome.memory.content
    return f"{outcome.status}{why}{what}" + (
        f"\n  before: {plain(before)}" if changed and before else ""
    )
