"""What is remembered, and what happened to it?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from langmem_ext.cli.call import Call, shared, whose
from langmem_ext.cli.output import day, model_dicts, note, plain, print_json, print_table
from langmem_ext.cli.running import app

if TYPE_CHECKING:
    from langmem_ext.memory import Memory, TurnHit
    from langmem_ext.stores.view import MemoryView

Category = Annotated[
    list[str] | None, typer.Option("--category", "-c", help="Only these; may be repeated")
]
NO_BUDGET = 1_000_000
"""Tokens: what a person looks up need not fit into a prompt."""


@app.command()
@shared
def search(
    call: Call,
    query: Annotated[str, typer.Argument(help="A question, or words")],
    turns: Annotated[
        bool, typer.Option("--turns", help="Search what was said, not what was remembered")
    ] = False,
    top_k: Annotated[int, typer.Option("--top-k", "-k", min=1)] = 5,
    category: Category = None,
    threshold: Annotated[
        float | None, typer.Option(help="Leave out what is less similar, 0 to 1")
    ] = None,
    as_of: Annotated[
        datetime | None, typer.Option(help="What was known at this time (UTC)")
    ] = None,
    session: Annotated[str | None, typer.Option(help="With --turns: only this session")] = None,
) -> None:
    """Find memories, or turns, that answer a question; best first."""
    _refuse_mixed(turns, session, category or as_of or threshold is not None)
    with call.view() as view:
        if turns:
            _print_hits(call, list(view.search_turns(query, top_k=top_k, session_id=session)))
            return
        found = view.query(
            query, categories=category or None, top_k=top_k, returns="full", budget_tokens=NO_BUDGET,
            threshold=threshold, as_of=as_of.replace(tzinfo=UTC) if as_of else None,
        )  # fmt: skip
    _print_memories(call, found.memories, nothing="nothing that is remembered answers this")


@app.command("list")
@shared
def list_(
    call: Call,
    category: Category = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1)] = 50,
    offset: Annotated[int, typer.Option(min=0)] = 0,
    proposed: Annotated[
        bool, typer.Option("--proposed", help="Changes that wait for the user's consent")
    ] = False,
) -> None:
    """List what is remembered, last changed first."""
    with call.view() as view:
        found = (
            _proposed(view, category)
            if proposed
            else view.list(categories=category, limit=limit, offset=offset)
        )
        total = len(found) if len(found) < limit else view.stats().total
    _print_memories(call, found, nothing=f"nothing is remembered for {whose(view.principal)}")
    if not call.json and len(found) == limit and total > limit:
        note(f"{total} in all; --offset {offset + limit} shows more")


@app.command()
@shared
def entity(
    call: Call,
    name: Annotated[
        str,
        typer.Argument(help="A name, @handle, #tag, e-mail, URL or date, or another name of it"),
    ],
) -> None:
    """Show whom or what memories name, and those memories."""
    with call.view() as view:
        profile = view.entity(name)
    if call.json:
        print_json(profile.model_dump(mode="json") if profile else None)
    elif profile is None:
        note(f"no memory names {name}")
    else:
        known_as = f", also {', '.join(profile.aliases)}" if profile.aliases else ""
        note(f"{plain(profile.entity.name)} ({profile.entity.type}{plain(known_as)})")
        _print_memories(call, profile.memories, nothing="")


@app.command()
@shared
def history(
    call: Call,
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Of one memory; of all when left out")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1)] = 50,
) -> None:
    """Show what happened to memories, newest first."""
    with call.view() as view:
        events = view.history(id, limit)
    if call.json:
        print_json(model_dicts(events))
    elif events:
        rows = (
            (
                day(each.at),
                each.event,
                each.old or "",
                each.new or "",
                each.actor or "",
                each.memory_id,
            )
            for each in events
        )
        print_table(("at (UTC)", "event", "before", "after", "by", "id"), rows)
    else:
        note(f"nothing happened to {id}" if id else "nothing has happened yet")


def _refuse_mixed(turns: bool, session: str | None, of_memories: object) -> None:
    if turns and of_memories:
        raise typer.BadParameter(
            "--turns takes neither --category, --as-of nor --threshold: turns have none"
        )
    if session and not turns:
        raise typer.BadParameter("--session needs --turns: memories outlive sessions")


def _proposed(view: MemoryView, categories: list[str] | None) -> list[Memory]:
    return [each for each in view.proposals if not categories or each.category in categories]


def _print_memories(
    call: Call, memories: list[Memory] | tuple[Memory, ...], *, nothing: str
) -> None:
    if call.json:
        print_json(model_dicts(memories))
    elif memories:
        rows = (
            (
                each.category,
                each.content,
                each.importance,
                day(each.event_time or each.created_at),
                each.id,
            )
            for each in memories
        )
        print_table(("category", "content", "imp", "when (UTC)", "id"), rows)
    else:
        note(nothing)


def _print_hits(call: Call, hits: list[TurnHit]) -> None:
    if call.json:
        print_json(model_dicts(hits))
        return
    for hit in hits:
        turn = hit.turn
        print(f"{hit.score:.2f}  {day(turn.at)}  {plain(turn.session_id)} {plain(turn.id)}")
        print(f"      {plain(turn.speaker or turn.role)}: {plain(turn.content)}")
    if not hits:
        note("nothing that was said answers this")
