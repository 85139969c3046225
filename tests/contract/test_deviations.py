"""Is every declared deviation one of a test that exists?"""

from __future__ import annotations

import ast
from pathlib import Path

from .deviations import DEVIATIONS


def test_every_declared_deviation_names_a_test_and_never_our_store() -> None:
    tests = {
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef)
    }

    assert {test.partition("[")[0] for test, _ in DEVIATIONS} <= tests
    assert {store.partition("-")[0] for _, store in DEVIATIONS} == {"inmemory", "postgres"}
