"""Which options have several evaluations?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

LocomoFile: TypeAlias = Annotated[
    Path, typer.Option(help="A LoCoMo file.", exists=True, dir_okay=False)
]
Conversations: TypeAlias = Annotated[str, typer.Option(help="Numbers from 0, as in 0,2; or all.")]
EmbedderName: TypeAlias = Annotated[str, typer.Option(help="local, none, or any other name.")]
Durable: TypeAlias = Annotated[
    bool, typer.Option("--durable", help="Sync the embedded server's writes to the disk.")
]
DatabaseUri: TypeAlias = Annotated[
    str | None, typer.Option(help="A Postgres to make databases on; else the embedded one.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsJsonLine: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON line.")]
