"""What may be asked of memory in plain words?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CommandName = Literal[
    "list", "list_category", "forget", "forget_about", "clear", "undo", "why", "remember"
]


@dataclass(frozen=True, slots=True)
class Command:
    """Name what is wanted, and of what.

    `argument` is in the user's words: a statement (`forget`, `why`, `remember`), numbers of the last list (`forget`,
    `why`: "number 3"), a subject (`forget_about`), or the name of a category (`list_category`; what is to be listed, in
    the user's words, where no category is meant by them: "my kids"); "" where nothing is
    named ("why do you know that?").
    """

    name: CommandName
    argument: str = ""
