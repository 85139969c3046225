"""Who are the people of a tenant, and by which names are they known?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import model_dicts, note, plain, print_json, print_table
from langmem_ext.cli.running import Commands, app

if TYPE_CHECKING:
    from langmem_ext.people import Person
    from langmem_ext.stores.people import People

group = typer.Typer(
    help="Who is who: the registry of a tenant's people. Without --user, as a trusted job that may change everybody.",
    cls=Commands,
    no_args_is_help=True,
)
app.add_typer(group, name="people")

PersonId = Annotated[str, typer.Argument(metavar="ID", help="As `people list` shows it")]
Alias = Annotated[list[str] | None, typer.Option("--alias", help="May be repeated")]
Usernames = Annotated[
    list[str] | None,
    typer.Option("--username", metavar="PLATFORM=NAME", help="May be repeated"),
]


@group.command("list")
@shared
def list_(
    call: Call,
    name: Annotated[str | None, typer.Argument(help="Only who goes by this name")] = None,
    limit: Annotated[int, typer.Option(min=1)] = 50,
) -> None:
    """List people by name, or those who go by one."""
    with _people(call) as people:
        found = people.list(limit=limit) if name is None else people.find(name)
    if call.json:
        print_json(model_dicts(found))
        return
    if not found:
        note("nobody is registered under that name" if name else "nobody is registered")
        return
    print_table(("id", "name", "also", "usernames"), [_row(person) for person in found])


@group.command()
@shared
def add(
    call: Call,
    name: Annotated[str, typer.Argument(help="As others call the person")],
    id: Annotated[
        str | None, typer.Option("--id", help="A user's id says that the person is that user")
    ] = None,
    alias: Alias = None,
    username: Usernames = None,
    relationship: Annotated[
        str | None, typer.Option(help="What the person is to who registers it")
    ] = None,
) -> None:
    """Register a person; one whose id is there already stays as it is."""
    usernames = dict(map(_username, username or ()))
    with _people(call) as people:
        person = people.add(
            name, id=id, aliases=alias or (), usernames=usernames, relationship=relationship
        )
    _show(call, person)


@group.command()
@shared
def update(
    call: Call,
    id: PersonId,
    name: Annotated[str | None, typer.Option(help="The new name")] = None,
    relationship: Annotated[str | None, typer.Option(help="What the person is")] = None,
    username: Usernames = None,
) -> None:
    """Change a person's name or relationship, or give it a username."""
    if name is None and relationship is None and not username:
        raise typer.BadParameter("say what changes: --name, --relationship or --username")
    usernames = [_username(each) for each in username or ()]
    with _people(call) as people:
        person = people.update(id, name=name, relationship=relationship)
        for platform, handle in usernames:
            person = people.add_username(id, platform, handle)
    _show(call, person)


@group.command()
@shared
def alias(
    call: Call,
    id: PersonId,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="One or more names")],
    remove: Annotated[bool, typer.Option("--remove", help="Take the names away instead")] = False,
) -> None:
    """Let a person go by more names."""
    with _people(call) as people:
        for name in names:
            person = people.remove_alias(id, name) if remove else people.add_alias(id, name)
    _show(call, person)


@group.command()
@shared
def link(
    call: Call,
    id: PersonId,
    user_id: Annotated[str, typer.Argument(metavar="USER", help="Who signs in as the person")],
) -> None:
    """Say that a user is a person: from then on what is known of the person is the user's; not with --user."""
    with _people(call) as people:
        person = people.link_user(id, user_id)
    _show(call, person)


@contextmanager
def _people(call: Call) -> Iterator[People]:
    """Open the registry: as the named user may change it, else as a trusted job."""
    with call.store() as store:
        if call.named_user is None:
            yield store.people(call.tenant)
        else:
            yield store.bind(call.principal(store)).at("cli").people


def _username(given: str) -> tuple[str, str]:
    platform, equals, name = given.partition("=")
    if not (platform and equals and name):
        raise typer.BadParameter(f"a username is PLATFORM=NAME, not {given!r}")
    return platform, name


def _row(person: Person) -> tuple[str, str, str, str]:
    usernames = ", ".join(f"{platform}={name}" for platform, name in person.usernames.items())
    also = ", ".join(person.aliases)
    return plain(person.id), plain(person.name), plain(also), plain(usernames)


def _show(call: Call, person: Person) -> None:
    if call.json:
        print_json(person.model_dump(mode="json"))
    else:
        print_table(("id", "name", "also", "usernames"), [_row(person)])
