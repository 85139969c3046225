"""What is said to the model?

One Markdown file per prompt, its fields written `$name`; a typed function beside the node that uses it fills them. A
deployment may put texts of its own in their place (`Settings.prompts_from`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TypeAlias

from langmem_ext.errors import ConfigurationError

Source: TypeAlias = Callable[[str], str | None]
"""Return the text for a prompt's name; None for the packaged one."""


@dataclass(frozen=True)
class Prompt:
    """Hold the text of a prompt; `label` names the exact wording, and is kept with each memory it produced."""

    name: str
    text: str

    @cached_property
    def version(self) -> str:
        """Return a hash of the text: ten hexadecimal digits."""
        return hashlib.blake2b(self.text.encode(), digest_size=5).hexdigest()

    @property
    def label(self) -> str:
        """Return name and version, `review@1f2e3d4c5b`."""
        return f"{self.name}@{self.version}"

    @cached_property
    def fields(self) -> frozenset[str]:
        """Return the names of the fields."""
        return frozenset(Template(self.text).get_identifiers())

    def fill(self, **values: str) -> str:
        """Return the text with its fields filled; what is filled in is not read for fields again."""
        return Template(self.text).substitute(values)


def prompt(name: str) -> str:
    """Return the text of the packaged prompt `name.md`, without the surrounding blank lines.

    Raises:
        FileNotFoundError: no such prompt ships with this package.
    """
    return _packaged(name).text


@cache
def prompts(source: str | Source | None = None) -> Mapping[str, Prompt]:
    """Return every prompt by its name: the source's text where it has one, else the packaged one.

    `source` is a folder with files such as `review.md`, a `module:function` that takes a name, or the function itself.

    Raises:
        ConfigurationError: the source cannot be used, or a text of its lacks a field or has one that nobody fills.
    """
    find = _source(source)
    found = {name: _packaged(name) for name in _names()}
    own = {name: Prompt(name, text.strip()) for name in found if (text := find(name)) is not None}
    for name, given in own.items():
        _check(given, found[name])
    return {**found, **own}


@cache
def _packaged(name: str) -> Prompt:
    text = (files(__name__) / f"{name}.md").read_text(encoding="utf-8").strip()
    return Prompt(name, text)


def _names() -> list[str]:
    return sorted(
        file.name.removesuffix(".md")
        for file in files(__name__).iterdir()
        if file.name.endswith(".md")
    )


def _check(given: Prompt, packaged: Prompt) -> None:
    if not Template(given.text).is_valid():
        raise ConfigurationError(
            f"the prompt {given.name!r} has a $ that begins no field; write $$"
        )
    if missing := sorted(packaged.fields - given.fields):
        raise ConfigurationError(f"the prompt {given.name!r} lacks the field ${missing[0]}")
    if unknown := sorted(given.fields - packaged.fields):
        known = ", ".join(f"${name}" for name in sorted(packaged.fields)) or "none"
        raise ConfigurationError(
            f"the prompt {given.name!r} has a field ${unknown[0]} that nobody fills; its fields are {known}. For a "
            "dollar sign write $$"
        )


def _source(source: str | Source | None) -> Source:
    if source is None:
        return lambda name: None
    if callable(source):
        return source
    module, colon, function = source.partition(":")
    return _imported(module, function) if colon and "/" not in source else _folder(Path(source))


def _imported(module: str, function: str) -> Source:
    try:
        found: Source = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ConfigurationError(
            f"prompts_from {module}:{function} cannot be used: {error}"
        ) from None
    return found


def _folder(folder: Path) -> Source:
    if not folder.is_dir():
        raise ConfigurationError(
            f"prompts_from {str(folder)!r} is no folder and no module:function"
        )
    if unknown := sorted({file.stem for file in folder.glob("*.md")} - set(_names())):
        raise ConfigurationError(
            f"{folder} holds {unknown[0]}.md, which is no prompt; there are {', '.join(_names())}"
        )

    def find(name: str) -> str | None:
        file = folder / f"{name}.md"
        return file.read_text(encoding="utf-8") if file.is_file() else None

    return find
