"""What does each public name do?

    python docs/build_reference.py           write docs/reference/
    python docs/build_reference.py --check   exit 1 when a page is not what the code says

The pages are made from docstrings, signatures, the settings tree and the command line, with the standard library and
what the package itself needs (docs/decisions/0006).
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel
from pydantic_settings import BaseSettings

FOLDER = Path(__file__).parent / "reference"
sys.path.insert(0, str(FOLDER.parent.parent))  # this checkout is described, whatever is installed
MADE = "<!-- Made by docs/build_reference.py: change the docstrings, then run it again. -->"

GROUPS: dict[str, tuple[str, ...]] = {
    "Stores and views": ("MemoryStore", "AsyncMemoryStore", "MemoryView", "Principal"),
    "Memories": ("Memory", "MemoryDraft", "WriteOutcome", "QueryResult", "Delta", "Change", "HistoryEvent",
                 "MemoryStats", "EventCount", "EntityProfile", "NamedEntity", "Turn", "TurnHit",
                 "ErasureReceipt", "RestoreReceipt"),
    "In graphs": ("MemoryContext", "MemoryState"),
    "Configuration": ("Settings", "Categories"),
    "Errors": ("LangMemError", "ConfigurationError", "InvalidMemory", "InvalidItem", "UnknownCategory",
               "PermissionDenied", "CategoryNotAllowed", "MemoryNotFound", "EmbeddingMismatch", "StoreUnavailable"),
}  # fmt: skip
"""The names of `langmem_ext`, in the order in which a reader meets them; tests/test_docs.py misses none."""

NODE_MODULES = (
    "langmem_ext.nodes",
    "langmem_ext.tools",
    "langmem_ext.consolidator",
    "langmem_ext.middleware",
    "langmem_ext.graphs.supervisor",
    "langmem_ext.graphs.hot_path",
    "langmem_ext.graphs.daily",
    "langmem_ext.graphs.session_review",
    "langmem_ext.graphs.insights",
    "langmem_ext.graphs.weekly",
    "langmem_ext.graphs.schedule",
    "langmem_ext.stores.server",
    "langmem_ext.stores.checkpoints",
    "langmem_ext.stores.embedded",
)
"""Public modules beside the package itself."""

FROM_LANGGRAPH = "get put delete search list_namespaces batch".split()
"""Methods of every LangGraph store, described by LangGraph."""

_SOURCES = re.compile(r"\s+\((?:spec|memory model|architecture)\b[^()]*\)")
"""Where a rule comes from: for those who change the code, not for those who use it."""


def pages() -> dict[str, str]:
    """Return the text of each page by its file name."""
    return {
        "langmem_ext.md": _page(_package()),
        "nodes.md": _page(_modules()),
        "settings.md": _page(_settings()),
        "command-line.md": _page(_commands()),
    }


def _page(lines: Iterator[str]) -> str:
    text = "\n".join([MADE, "", *lines])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


# The package


def _package() -> Iterator[str]:
    yield from ("# langmem_ext", "", "What `from langmem_ext import ...` offers.", "")
    package = import_module("langmem_ext")
    for title, names in GROUPS.items():
        yield from (f"## {title}", "")
        for name in names:
            yield from _class(getattr(package, name))


def _class(of: type) -> Iterator[str]:
    yield from (f"### {of.__name__}", "", f"`from langmem_ext import {of.__name__}`", "")
    yield from (_doc(of), "")
    if _is_record(of) and not issubclass(of, BaseSettings):
        yield from _fields(of)
    yield from _methods(of)


def _is_record(of: type) -> bool:
    return issubclass(of, BaseModel) or is_dataclass(of)


def _fields(of: Any) -> Iterator[str]:
    yield from ("| field | type | default |", "|---|---|---|")
    if is_dataclass(of):
        for each in fields(of):
            default = "" if "MISSING" in repr(each.default) else f"`{each.default!r}`"
            yield f"| `{each.name}` | {_cell(str(each.type))} | {default} |"
    else:
        for name, field in of.model_fields.items():
            default = "" if field.is_required() else _default(field)
            yield f"| `{name}` | {_cell(of.__annotations__.get(name, ''))} | {default} |"
    yield ""


def _default(field: Any) -> str:
    value = field.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        return ""
    return f"`{value.value if hasattr(value, 'value') else value!r}`"


_TEXTS = re.compile(r"\b(?:Seen|Shown|Label)\b")
"""Texts that are cleaned as they are read (langmem_ext/memory.py): a caller gives and gets a `str`."""


def _cell(text: object) -> str:
    plain = _TEXTS.sub("str", str(text))
    return "`" + plain.replace("|", "\\|") + "`" if text else ""


def _methods(of: type) -> Iterator[str]:
    """Yield the methods that a class, or a private parent of it in this package, defines; twins are named once."""
    public = {name: each for name, each in _members(of).items() if not name.startswith("_")}
    for name, member in public.items():
        if name in FROM_LANGGRAPH or name.removeprefix("a") in FROM_LANGGRAPH:
            continue
        if name.startswith("a") and name[1:] in public:
            continue
        twin = f" · async: `a{name}`" if f"a{name}" in public else ""
        yield from (f"#### {of.__name__}.{name}", "", f"`{_signature(name, member)}`{twin}", "")
        yield from (_doc(member), "")


def _members(of: type) -> dict[str, Any]:
    if issubclass(of, BaseModel) and issubclass(of, BaseSettings):
        return {}
    found: dict[str, Any] = {}
    for parent in reversed(of.__mro__):
        if parent.__module__.startswith("langmem_ext"):
            found.update({name: each for name, each in vars(parent).items() if _is_method(each)})
    return found


def _is_method(member: object) -> bool:
    plain = getattr(member, "__func__", member)
    return inspect.isfunction(plain) or isinstance(member, property)


def _signature(name: str, member: Any) -> str:
    if isinstance(member, property):
        return f"{name} -> {_returned(member.fget)}"
    plain: Callable[..., Any] = inspect.unwrap(getattr(member, "__func__", member))
    parameters = [
        each
        for each in inspect.signature(plain).parameters.values()
        if each.name not in ("self", "cls")
    ]
    prefix = "async " if inspect.iscoroutinefunction(plain) else ""
    return f"{prefix}{name}({', '.join(_parameters(parameters))}) -> {_returned(plain)}"


def _parameters(parameters: list[inspect.Parameter]) -> Iterator[str]:
    starred = False
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        starred = starred or each.kind is each.VAR_POSITIONAL
        default = "" if each.default is each.empty else f" = {_shown(each.default)}"
        stars = "*" * (each.kind is each.VAR_POSITIONAL) + "**" * (each.kind is each.VAR_KEYWORD)
        yield f"{stars}{each.name}: {_unquoted(each.annotation)}{default}"


def _shown(default: object) -> str:
    """Return a default that reads the same in every run; what is long or has an address is left open."""
    plain = default is None or isinstance(default, (bool, int, float, str)) or default == ()
    return repr(default) if plain else "..."


def _returned(function: Any) -> str:
    """Return what a call gives: an operation's generator is driven by the store."""
    annotation = _unquoted(inspect.signature(function).return_annotation)
    inner = re.fullmatch(r"(?:Operation|Iterator|AsyncIterator)\[(.*)\]", annotation)
    return inner[1] if inner else annotation


def _unquoted(annotation: object) -> str:
    """Return an annotation as it is written; a forward reference without its quotes."""
    text = str(annotation)
    return text[1:-1] if re.fullmatch(r"(['\"]).*\1", text) else text


def _doc(of: Any) -> str:
    """Return a docstring as Markdown: `Args:` and `Raises:` become lists."""
    text = _SOURCES.sub("", inspect.getdoc(of) or "")
    lines, section = [], False
    for line in text.splitlines():
        if re.fullmatch(r"(Args|Raises|Returns):", line):
            section = True
            lines += [f"**{line[:-1]}**", ""]
        elif section and re.match(r" {4}\S", line):
            name, colon, rest = line.strip().partition(": ")
            lines.append(f"- `{name}`: {rest}" if colon else f"- {line.strip()}")
        else:
            lines.append(line.replace("    ", "  ") if section else line)
    return "\n".join(lines)


# Modules


def _modules() -> Iterator[str]:
    yield from ("# Nodes, tools, graphs and servers", "")
    for name in NODE_MODULES:
        module = import_module(name)
        yield from (f"## {name}", "", _doc_of_module(module), "")
        for each, member in _public(module):
            yield from (
                f"### {each}",
                "",
                f"`{_signature(each, member)}`" if inspect.isroutine(member) else _alias(member),
                "",
            )
            yield from (_doc(member), "") if _is_documented(member) else ()


def _is_documented(member: object) -> bool:
    return inspect.isclass(member) or inspect.isroutine(member)


def _alias(member: object) -> str:
    """Return what a name for a type stands for, or whose object it is; a class says it itself."""
    if inspect.isclass(member):
        return ""
    said = str(member)
    return (
        f"`{type(member).__name__}`" if " at 0x" in said else f"`{re.sub(r'[a-z_]+[.]', '', said)}`"
    )


def _doc_of_module(module: ModuleType) -> str:
    text = _SOURCES.sub("", inspect.getdoc(module) or "")
    return re.sub(
        r"\n\n((?: {4}.*\n?)+)",
        lambda found: "\n\n```text\n" + inspect.cleandoc(found[1]) + "\n```\n",
        text,
    )


def _public(module: ModuleType) -> list[tuple[str, Any]]:
    names = getattr(module, "__all__", None) or [
        name
        for name, member in vars(module).items()
        if not name.startswith("_") and getattr(member, "__module__", None) == module.__name__
        and (inspect.isfunction(member) or inspect.isclass(member))
    ]  # fmt: skip
    return [(name, getattr(module, name)) for name in names]


# Settings


def _settings() -> Iterator[str]:
    from langmem_ext.settings import Settings

    yield from ("# Settings", "", _doc(Settings), "")
    yield from ("| setting | variable | default | meaning |", "|---|---|---|---|")
    yield from _setting_rows(Settings, ())
    yield from (
        "",
        "`LANGMEM_USER` names the user of the command line; `LANGMEM_CONFIG` another settings file.",
    )


def _setting_rows(of: type[BaseModel], path: tuple[str, ...]) -> Iterator[str]:
    nested = []
    for name, field in of.model_fields.items():
        here = (*path, name)
        if inspect.isclass(field.annotation) and issubclass(field.annotation, BaseModel):
            nested.append((field.annotation, here))
            continue
        variable = "LANGMEM_" + "__".join(here).upper()
        cells = (f"`{'.'.join(here)}`", f"`{variable}`", _default(field), field.description or "")
        yield "| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |"
    for inner, here in nested:
        yield from _setting_rows(inner, here)


# The command line


def _commands() -> Iterator[str]:
    from typer.main import get_command

    from langmem_ext.cli import app

    root: Any = get_command(app)
    yield from ("# Command line", "", root.help or "", "", root.epilog or "", "")
    shared = _shared_options(root)
    for name, command in root.commands.items():
        own = [each for each in command.params if each.name not in shared and each.name != "help"]
        usage = " ".join(
            [f"langmem-ext {name}", *map(_argument, filter(_is_argument, own)), "[OPTIONS]"]
        )
        yield from (f"## {name}", "", f"`{usage}`", "", inspect.cleandoc(command.help or ""), "")
        yield from _options(own)
    yield from ("## Options of every command", "")
    yield from _options(list(shared.values()))


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _argument(parameter: Any) -> str:
    name = (parameter.metavar or parameter.name).strip("[]").upper()
    return name if parameter.required else f"[{name}]"


def _shared_options(root: Any) -> dict[str, Any]:
    from dataclasses import fields as fields_of

    from langmem_ext.cli.call import Call

    names = {each.name for each in fields_of(Call)}
    first = next(iter(root.commands.values()))
    return {each.name: each for each in first.params if each.name in names}


def _options(parameters: list[Any]) -> Iterator[str]:
    if not parameters:
        return
    yield from ("| | default | |", "|---|---|---|")
    for each in parameters:
        names = ", ".join(f"`{name}`" for name in [*each.opts, *each.secondary_opts])
        if _is_argument(each):
            names = f"`{_argument(each)}`"
        shown = each.default not in (None, False, (), []) and not callable(each.default)
        default = f"`{each.default}`" if shown and "Sentinel" not in repr(each.default) else ""
        yield f"| {names} | {default} | {(getattr(each, 'help', '') or '').replace('|', '/')} |"
    yield ""


def main(arguments: list[str]) -> int:
    """Write the pages, or compare them; return the exit status."""
    made = pages()
    if arguments == ["--check"]:
        stale = [name for name, text in made.items() if _written(name) != text]
        print(
            "\n".join(f"docs/reference/{name} is out of date" for name in stale),
            end="\n" * bool(stale),
        )
        return bool(stale)
    FOLDER.mkdir(exist_ok=True)
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


def _written(name: str) -> str:
    file = FOLDER / name
    return file.read_text(encoding="utf-8") if file.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
