"""What is said to the model?

One Markdown file per prompt; a typed function beside the node that uses it fills its fields.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def prompt(name: str) -> str:
    """Return the text of the prompt `name.md`, without the surrounding blank lines.

    Raises:
        FileNotFoundError: no such prompt ships with this package.
    """
    return (files(__name__) / f"{name}.md").read_text(encoding="utf-8").strip()
