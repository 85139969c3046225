"""How does a database become one that keeps memories?"""

from __future__ import annotations

from typing import Annotated

import typer

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import note, print_json
from langmem_ext.cli.running import app


@app.command()
@shared
def setup(
    call: Call,
    partitions: Annotated[
        int | None,
        typer.Option(help="Split the tables that grow into so many parts; on an empty database"),
    ] = None,
) -> None:
    """Create or migrate the schema; every other command does so, too, but for the partitions."""
    from langmem_ext.stores.partitions import parts

    with call.store() as store:
        store.setup(partitions=partitions)
        there = store.run(parts())
    if call.json:
        print_json({"set_up": True, "partitions": there})
    else:
        note(f"set up, {there} partitions" if there else "set up")
