"""Is what the documentation says true?

Every Python block runs, in the order of its page, on a database of its own; what it prints must be the `output` block
below it. Shell lines run where they can, else their names and options must exist.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command
from typer.testing import CliRunner

import langmem_ext
from langmem_ext.cli import app
from langmem_ext.settings import Settings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING")),
    *sorted(DOCS.rglob("*.md")),
]
WRITTEN = [page for page in PAGES if page.parent != DOCS / "reference"]

SHELL = ("bash", "sh", "console", "shell")
NOT_RUN = {"demo", "chat", "migrate-checkpoints"}
"""Commands with a test of their own: too slow to run again here, or in need of another database."""

_BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """Hold a code block, the file that it shows (None for most) and where it begins."""

    language: str
    text: str
    title: str | None
    line: int


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def blocks(page: Path) -> list[Block]:
    found = []
    for match in _BLOCK.finditer(text_of(page)):
        title = re.search(r'title="([^"]+)"', match[2])
        line = text_of(page).count("\n", 0, match.start()) + 2
        found.append(Block(match[1], match[3], title[1] if title else None, line))
    return found


def prose(page: Path) -> str:
    """Return a page without its code blocks."""
    return _BLOCK.sub("", text_of(page))


def spans(page: Path) -> list[str]:
    return _CODE.findall(prose(page))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def commands_in(block: Block) -> Iterator[list[str]]:
    """Yield the words of each command of a shell block; quotes and backslashes may span lines."""
    waiting = ""
    for line in block.text.splitlines():
        waiting += line + "\n"
        if line.endswith("\\"):
            continue
        try:
            words = shlex.split(waiting, comments=True)
        except ValueError:  # a quotation goes on
            continue
        waiting = ""
        if words:
            yield words
    assert not waiting, f"an open quotation: {waiting!r}"


def runnable(page: Path) -> bool:
    return any(block.language in ("python", *SHELL) for block in blocks(page))


# Running the pages


@pytest.fixture
def reader(
    empty_database_uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """What a reader has: a database, an empty folder; the model is loaded once for all pages."""
    monkeypatch.setenv("LANGMEM_DATABASE_URI", empty_database_uri)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))  # evals/ is in the repository only
    monkeypatch.setattr("langmem_ext.stores.engine.resolve_embeddings", _resolve_once)
    yield


def _resolve_once(spec: Any, **options: Any) -> Any:
    from langmem_ext.embeddings import resolve_embeddings

    return (
        _resolved(spec, **options) if isinstance(spec, str) else resolve_embeddings(spec, **options)
    )


@lru_cache
def _resolved(spec: str, **options: Any) -> Any:
    from langmem_ext.embeddings import resolve_embeddings

    return resolve_embeddings(spec, **options)


@pytest.mark.filterwarnings(
    "ignore:create_react_agent has been moved"
)  # so says langgraph-supervisor
@pytest.mark.parametrize("page", list(filter(runnable, PAGES)), ids=name_of)
def test_every_example_of_the_page_does_what_the_page_says(page: Path, reader: None) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    printed = ""
    with asyncio.Runner() as runner:
        for block in blocks(page):
            where = f"{name_of(page)}, line {block.line}"
            if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
            elif block.language == "python":
                printed = run_python(block, page, namespace, runner)
            elif block.language == "output":
                assert printed == block.text, f"{where}: the example prints something else"
            elif block.language in SHELL:
                for words in commands_in(block):
                    check_command(words, where)


def run_python(block: Block, page: Path, namespace: dict[str, Any], runner: asyncio.Runner) -> str:
    """Run a block in the page's namespace, `await` at the top level allowed; return what it printed."""
    source = "\n" * (block.line - 1) + block.text
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    code = compile(source, str(page), "exec", flags=flags, dont_inherit=True)
    out = io.StringIO()
    with redirect_stdout(out):
        result = eval(code, namespace)
        if inspect.iscoroutine(result):
            runner.run(result)
    return out.getvalue()


def check_command(words: list[str], where: str) -> None:
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    check = {
        "langmem-ext": check_own_command, "make": check_make, "python": check_python, "pip": check_pip,
        "export": check_export, "langgraph": lambda words, where: None, "curl": lambda words, where: None,
    }.get(words[0])  # fmt: skip
    assert check, f"{where}: nobody checks {words[0]!r}"
    check(words, where)


def check_own_command(words: list[str], where: str) -> None:
    """Parse a command line of ours, and run it unless it is slow."""
    name = words[1]
    root: Any = get_command(app)
    assert name in root.commands, f"{where}: there is no `langmem-ext {name}`"
    command = root.commands[name]
    command.make_context(name, words[2:])  # raises for an option or an argument that does not exist
    if name in NOT_RUN:
        return
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == 0, (
        f"{where}: {shlex.join(words)}\n{result.output}{result.exception or ''}"
    )


def check_make(words: list[str], where: str) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in words[1:]:
        if "=" not in target:
            assert target in targets, f"{where}: the Makefile has no target {target!r}"


def check_python(words: list[str], where: str) -> None:
    """See that a module or a script exists and knows the options."""
    if words[1] == "-m":
        spec = find_spec(words[2])
        assert spec and spec.origin, f"{where}: no module {words[2]}"
        source, rest = Path(spec.origin), words[3:]
    else:
        source, rest = ROOT / words[1], words[2:]
        assert source.exists(), f"{where}: no script {words[1]}"
    text = source.read_text(encoding="utf-8")
    for option in (word.partition("=")[0] for word in rest if word.startswith("--")):
        known = re.search(rf"{option}(?![\w-])", text) or re.search(
            rf"^    {option[2:].replace('-', '_')}: [A-Z]\w+( =|\[)", text, re.MULTILINE
        )
        assert known, f"{where}: {source.name} has no option {option}"


def check_pip(words: list[str], where: str) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for word in words[2:]:
        for extra in re.findall(r"langmem-ext\[([\w,]+)\]", word):
            assert set(extra.split(",")) <= extras.keys(), f"{where}: unknown extra in {word}"


def check_export(words: list[str], where: str) -> None:
    for name, _, value in (word.partition("=") for word in words[1:]):
        assert name in variables(), f"{where}: {name} sets nothing"
        assert value, f"{where}: {name} is set to nothing"


def test_the_first_command_of_the_readme_is_the_demo_and_the_second_the_suite() -> None:
    lines = [
        words
        for block in blocks(ROOT / "README.md")
        if block.language in SHELL
        for words in commands_in(block)
    ]

    assert lines[:2] == [["make", "demo"], ["make", "test"]]


@pytest.mark.parametrize("language", ["json", "yaml", "toml"])
def test_data_that_is_shown_can_be_read(language: str) -> None:
    for page in PAGES:
        for block in blocks(page):
            if block.language != language:
                continue
            if language == "yaml":
                assert yaml.safe_load(block.text)
            elif language == "toml":
                assert tomllib.loads(block.text)
            else:
                lines = (
                    block.text.splitlines() if (block.title or "").endswith("l") else [block.text]
                )
                assert all(json.loads(line) for line in lines)


def test_a_server_configuration_that_is_shown_names_what_exists() -> None:
    shown = [block for page in PAGES for block in blocks(page) if block.title == "langgraph.json"]
    assert shown
    for block in shown:
        found = json.loads(block.text)
        paths = [*found["graphs"].values(), found["store"]["path"], found["checkpointer"]["path"]]
        for path in paths:
            assert dotted(path.replace(":", ".")), path


# What must be in the documentation


def variables() -> set[str]:
    return {
        "LANGMEM_USER",
        "LANGMEM_CONFIG",
        *("LANGMEM_" + name.replace(".", "__").upper() for name in settings()),
    }


def settings(of: Any = Settings, path: str = "") -> Iterator[str]:
    for name, field in of.model_fields.items():
        if hasattr(field.annotation, "model_fields"):
            yield from settings(field.annotation, f"{path}{name}.")
        else:
            yield f"{path}{name}"


@cache
def all_words(pages: tuple[Path, ...]) -> str:
    return "\n".join(map(text_of, pages))


@pytest.mark.parametrize("name", langmem_ext.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    assert re.search(rf"`{name}\b|### {name}$", all_words(tuple(PAGES)), re.MULTILINE)


@pytest.mark.parametrize("name", import_module("langmem_ext.nodes").__all__)
def test_every_node_is_explained_on_a_written_page(name: str) -> None:
    assert f"`{name}`" in all_words(tuple(WRITTEN))


@pytest.mark.parametrize("name", sorted(get_command(app).commands))  # type: ignore[attr-defined]
def test_every_command_is_explained_on_a_written_page(name: str) -> None:
    assert re.search(rf"(langmem-ext [\w, -]*\b|`){name}\b", all_words(tuple(WRITTEN)))


@pytest.mark.parametrize("name", list(settings()))
def test_every_setting_is_documented(name: str) -> None:
    assert f"`{name}`" in all_words(tuple(PAGES))


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent != ROOT], ids=name_of)
def test_every_page_is_reached_from_the_readme(page: Path) -> None:
    readme = ROOT / "README.md"
    reached, waiting = {readme}, [readme]
    while waiting:
        here = waiting.pop()
        for target in links(here):
            if target.suffix == ".md" and target not in reached and target.exists():
                reached.add(target)
                waiting.append(target)

    assert page in reached


def test_the_reference_is_what_the_code_says() -> None:
    """Run `python docs/build_reference.py` when this fails."""
    command = [sys.executable, str(DOCS / "build_reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)

    assert done.returncode == 0, (
        done.stdout or done.stderr
    ) + "Run: python docs/build_reference.py"


# What the documentation points at


def links(page: Path) -> list[Path]:
    found = (
        target.partition("#")[0] for target in _LINK.findall(prose(page)) if "://" not in target
    )
    return [(page.parent / target).resolve() if target else page for target in found]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in _LINK.findall(prose(page)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{name_of(page)} links to {target}"
        assert not anchor or anchor in anchors(file), (
            f"{name_of(page)} links to {target}: no such heading"
        )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_name_in_code_type_exists(page: Path) -> None:
    """Dotted names of ours, files of the repository, and commands."""
    for span in spans(page):
        if re.fullmatch(r"langmem_ext(\.\w+)+", span):
            assert dotted(span), f"{name_of(page)} names {span}"
        elif re.fullmatch(r"(langmem_ext|stores|graphs|docs|evals|tests|prompts)/[\w./-]*", span):
            assert (ROOT / span).exists() or "NNNN" in span, f"{name_of(page)} names {span}"
        elif found := re.match(r"langmem-ext (\w[\w-]*)", span):
            assert found[1] in get_command(app).commands, f"{name_of(page)} names {span}"  # type: ignore[attr-defined]
        elif found := re.fullmatch(r"LANGMEM_\w+", span):
            assert span in variables(), f"{name_of(page)} names {span}"
        elif found := re.match(r"make (\w+)", span):
            check_make(["make", found[1]], name_of(page))


def dotted(name: str) -> Any:
    """Return the object of a dotted name, None when there is none."""
    module, _, attribute = name.rpartition(".")
    try:
        return import_module(name)
    except ImportError:
        return getattr(import_module(module), attribute, None) if module else None


def test_every_decision_is_in_the_index() -> None:
    index = set(links(DOCS / "decisions" / "README.md"))

    assert set((DOCS / "decisions").glob("0*.md")) <= index
