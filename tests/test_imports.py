"""Can each module be imported first?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import langmem_ext

FOLDER = Path(langmem_ext.__file__).parent
MODULES = {
    ".".join(("langmem_ext", *path.relative_to(FOLDER).with_suffix("").parts)): path
    for path in sorted(FOLDER.rglob("*.py"))
    if path.stem != "__init__"
}


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the package that a module imports before anything else of it is done."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)
            yield node.module


def test_no_module_waits_for_itself() -> None:
    needs = {name: MODULES.keys() & set(imported(path)) for name, path in MODULES.items()}

    order = TopologicalSorter(needs).static_order()

    assert set(order) == MODULES.keys()
