"""Which categories are there, and which may an agent see?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from langmem_ext.errors import (
    CategoryNotAllowed,
    ConfigurationError,
    InvalidMemory,
    UnknownCategory,
)
from langmem_ext.memory import Kind, MemoryType
from langmem_ext.policies.secrets import mask_secrets

ANY_AGENT = "*"
"""The allowlist of agents that have none of their own."""


def chosen(names: Sequence[str] | None) -> list[str] | None:
    """Return the names of categories that a caller gives, None for any; one text is no list: its letters would be."""
    if isinstance(names, str):
        raise InvalidMemory(f"categories is a list of names, not one text: [{names!r}]")
    return None if names is None else list(names)


class Category(BaseModel):
    """Describe one category: how it enters context, and what its memories are by default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[A-Za-z0-9_\-]+$")
    context: Literal["all", "rag"] = "rag"
    rag_length: int | None = Field(default=None, ge=1)
    type: MemoryType = MemoryType.KNOWLEDGE
    kind: Kind = Kind.SEMANTIC
    cap: int | None = Field(default=None, ge=1)


class _Groups(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    system: tuple[Category, ...] = ()
    custom: tuple[Category, ...] = ()


class Categories(BaseModel):
    """Hold the configured categories and the allowlist of each agent (spec 004, item 5).

    An agent without an allowlist (and no `"*"` entry) may see nothing; no agent at all means no restriction.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    categories: _Groups
    allowlists: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    @classmethod
    def load(
        cls, path: Path | str | None = None, allow: Mapping[str, Iterable[str]] | None = None
    ) -> Self:
        """Read a category file, the packaged one when no path is given; `allow` adds to its allowlists.

        Raises ConfigurationError with the file and the line of what is wrong.
        """
        found = cls._read(path)
        return found.allowing(allow) if allow else found

    @classmethod
    def _read(cls, path: Path | str | None) -> Self:
        if path is None:
            return cls._packaged()
        source = Path(path)
        try:
            text = source.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ConfigurationError(f"{path} is not UTF-8 text (byte {error.start})") from None
        except OSError as error:
            raise ConfigurationError(
                f"cannot read the category file {path}: {error.strerror}"
            ) from None
        return cls.parse(text, name=str(path))

    @classmethod
    @cache
    def _packaged(cls) -> Self:
        return cls.parse(_packaged_text())

    @classmethod
    def parse(cls, text: str, *, name: str = "categories.yaml") -> Self:
        """Read categories from YAML text; errors name the line."""
        try:
            node = yaml.compose(text, Loader=yaml.SafeLoader)
            _check_keys(node, name)
            found = cls.model_validate(yaml.safe_load(text) or {})
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise ConfigurationError(f"{name}, line {line}: {error.problem}") from None
        except yaml.YAMLError as error:
            raise ConfigurationError(f"{name}: {error}") from None
        except ValidationError as error:
            raise ConfigurationError(_explain(error, node, name)) from None
        _check_allowlists(found, node, name)
        return found

    def allowing(self, more: Mapping[str, Iterable[str]]) -> Self:
        """Return the same with more categories for some agents, beside those that they have.

        Raises ConfigurationError for a category that is not configured.
        """
        added = {agent: tuple(names) for agent, names in more.items()}
        for agent, names in added.items():
            if unknown := sorted(set(names) - self.by_name.keys()):
                raise ConfigurationError(
                    f"allow.{agent} names {unknown[0]!r}, which is no category; "
                    f"known are {', '.join(sorted(self.by_name))}"
                )
        lists = {
            agent: tuple(dict.fromkeys((*self.allowed(agent), *names)))
            for agent, names in added.items()
        }
        return self.model_copy(update={"allowlists": {**self.allowlists, **lists}})

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        names = [category.name for category in self._listed()]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"category {twice[0]!r} is defined twice")
        return self

    def _listed(self) -> tuple[Category, ...]:
        return self.categories.system + self.categories.custom

    @cached_property
    def by_name(self) -> dict[str, Category]:
        """Return each category by its name, in the order of the file."""
        return {category.name: category for category in self._listed()}

    def get(self, name: str) -> Category:
        """Return the category called `name`; raise UnknownCategory with the known ones."""
        try:
            return self.by_name[name]
        except KeyError:
            raise UnknownCategory(
                f"unknown category {mask_secrets(str(name))!r}; configured are {', '.join(self.by_name)}. "
                "Add it under categories.custom of your category file."
            ) from None

    def allowed(self, agent: str | None) -> tuple[str, ...]:
        """Return the categories that an agent may read and write; all of them for no agent."""
        if agent is None:
            return tuple(self.by_name)
        listed = self.allowlists.get(agent, self.allowlists.get(ANY_AGENT, ()))
        return tuple(name for name in listed if name in self.by_name)

    @cached_property
    def shared(self) -> dict[str, list[str]]:
        """Return, for each category, those that every agent with it has as well."""
        shared = {name: list(self.by_name) for name in self.by_name}
        for listed in self.allowlists.values():
            for name in listed:
                shared[name] = [each for each in shared.get(name, self.by_name) if each in listed]
        return shared

    def telling_of(self, preferred: str, told: Iterable[str]) -> str | None:
        """Return a category whose agents all have those told of, `preferred` where it is one; None for none."""
        needed = set(told)
        names = (preferred, *self.by_name)
        return next((name for name in names if needed <= set(self.shared.get(name, ()))), None)

    def told_under(self, category: str) -> list[str]:
        """Return what a conclusion may rest on that is best kept under a category.

        All where some category may tell of all, else what all agents have who have that one.
        """
        everything = list(self.by_name)
        return (
            everything if self.telling_of(category, everything) else self.shared.get(category, [])
        )

    @cached_property
    def shared_as_json(self) -> str:
        """Return the same as statements take it."""
        return json.dumps(self.shared)

    def require(self, agent: str | None, names: Iterable[str]) -> tuple[str, ...]:
        """Return `names` when the agent may use them all.

        Raises UnknownCategory, or CategoryNotAllowed naming what was asked and what is allowed.
        """
        wanted = tuple(dict.fromkeys(self.get(name).name for name in names))
        allowed = self.allowed(agent)
        if refused := [name for name in wanted if name not in allowed]:
            raise CategoryNotAllowed(
                f"agent {agent!r} asked for {', '.join(refused)} and may use "
                f"{', '.join(allowed) or 'no category'}; extend allowlists.{agent} of your category file."
            )
        return wanted


def _check_keys(node: yaml.Node | None, name: str) -> None:
    """Refuse a key that stands twice: YAML would keep the last and say nothing."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                raise ConfigurationError(
                    f"{name}, line {key.start_mark.line + 1}: {key.value!r} stands twice"
                )
            seen.add(key.value)
            _check_keys(value, name)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check_keys(item, name)


def _check_allowlists(found: Categories, node: yaml.Node | None, name: str) -> None:
    """Refuse a category that neither the file nor the packaged file knows: most likely a typing error.

    A packaged name that the file leaves out is no error (spec 004, item 5 does so) and allows nothing.
    """
    known = found.by_name.keys() | _packaged_names()
    for agent, names in found.allowlists.items():
        for position, category in enumerate(names):
            if category not in known:
                line = _line(node, ("allowlists", agent, position))
                raise ConfigurationError(
                    f"{name}, line {line}: allowlists.{agent} names {category!r}, which is no category; "
                    f"known are {', '.join(sorted(known))}"
                )


def _packaged_text() -> str:
    return files("langmem_ext").joinpath("categories.yaml").read_text(encoding="utf-8")


@cache
def _packaged_names() -> frozenset[str]:
    system = yaml.safe_load(_packaged_text())["categories"]["system"]
    return frozenset(category["name"] for category in system)


def _explain(error: ValidationError, root: yaml.Node | None, name: str) -> str:
    problems = []
    for item in error.errors(include_url=False):
        where = ".".join(str(part) for part in item["loc"])
        message = item["msg"].removeprefix("Value error, ")
        line = _line(root, item["loc"]) if where else _line_of_repeat(root, message)
        problems.append(f"{name}, line {line}: {where + ': ' if where else ''}{message}")
    return "\n".join(problems)


def _line(node: yaml.Node | None, path: tuple[Any, ...]) -> int:
    """Return the 1-based line of the deepest node on a path that exists."""
    line = node.start_mark.line + 1 if node else 1
    for part in path:
        node = _child(node, part)
        if node is None:
            break
        line = node.start_mark.line + 1
    return line


def _child(node: yaml.Node | None, part: Any) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        pairs = ((key.value, value) for key, value in node.value)
        return next((value for key, value in pairs if key == str(part)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        found: yaml.Node = node.value[part]
        return found
    return None


def _line_of_repeat(root: yaml.Node | None, message: str) -> int:
    """Return the line of the second definition of the category that a message names."""
    name = message.partition("'")[2].partition("'")[0]
    lines = [
        entry.start_mark.line + 1
        for group in ("system", "custom")
        for entry in getattr(_child(_child(root, "categories"), group), "value", [])
        if getattr(_child(entry, "name"), "value", None) == name
    ]
    return lines[-1] if lines else 1
