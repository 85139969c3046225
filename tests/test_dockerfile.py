"""Does `langgraph dockerfile` make an image of this that would serve? No image is built here: that needs Docker."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NEEDED = (
    "langmem_ext",
    "graphs",
    "prompts",
    "stores",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "langgraph.json",
)


def generate(folder: Path) -> str:
    pytest.importorskip("langgraph_cli", reason="the extra `server` is not installed")
    command = [sys.executable, "-m", "langgraph_cli", "dockerfile", "Dockerfile"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "Dockerfile").read_text()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build has of the repository: everything that .dockerignore leaves."""
    folder = tmp_path_factory.mktemp("build") / "memory"
    ignored = [
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] != "#"
    ]
    shutil.copytree(
        ROOT,
        folder,
        symlinks=True,
        ignore=lambda at, names: ignored if at == str(ROOT) else ["__pycache__"],
    )
    return folder


@pytest.fixture(scope="module")
def dockerfile(project: Path) -> str:
    return generate(project)


def variable(dockerfile: str, name: str) -> Any:
    (found,) = re.findall(rf"^ENV {name}='(.*)'$", dockerfile, re.MULTILINE)
    return json.loads(found)


def resolved(path: str) -> Any:
    module, _, name = path.replace(":", ".").rpartition(".")
    return getattr(import_module(module), name)


def test_the_image_is_that_of_langgraphs_server_for_the_python_that_we_support(
    dockerfile: str,
) -> None:
    assert re.search(r"^FROM langchain/langgraph-api:3\.11$", dockerfile, re.MULTILINE)


def test_the_package_is_added_and_installed_with_its_dependencies(dockerfile: str) -> None:
    lines = dockerfile.splitlines()
    added = lines.index("ADD . /deps/memory")
    (installed,) = [
        n
        for n, line in enumerate(lines)
        if "for dep in /deps/*" in line and line.endswith("-e .);             fi;         done")
    ]

    assert added < installed
    assert lines[-1] == "WORKDIR /deps/memory"


def test_what_the_offline_embedder_and_named_models_need_is_installed(dockerfile: str) -> None:
    """A folder is installed without extras, so langgraph.json names what is in ours."""
    (line,) = re.findall(
        r"^RUN .*uv pip install .*constraints.txt ([\w -]+)$", dockerfile, re.MULTILINE
    )
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]

    wanted = {
        re.split(r"[><=]", each)[0] for name in ("local", "middleware") for each in extras[name]
    }
    assert wanted == set(line.split())


def test_graphs_store_and_checkpointer_are_handed_down_by_names_that_exist(dockerfile: str) -> None:
    given = json.loads((ROOT / "langgraph.json").read_text())
    graphs = variable(dockerfile, "LANGSERVE_GRAPHS")

    assert graphs == given["graphs"]
    assert variable(dockerfile, "LANGGRAPH_STORE") == given["store"]
    assert variable(dockerfile, "LANGGRAPH_CHECKPOINTER") == given["checkpointer"]
    paths = [each["path"] for each in (*graphs.values(), given["store"], given["checkpointer"])]
    assert not [
        path for path in paths if path.startswith(".")
    ]  # a file is loaded under a name of its own
    assert all(map(resolved, paths))


def test_the_rules_for_callers_are_handed_down(tmp_path: Path) -> None:
    given = json.loads((ROOT / "langgraph.json").read_text())
    auth = {"path": "langmem_ext.server_auth:auth", "disable_studio_auth": True}
    (tmp_path / "langgraph.json").write_text(json.dumps({**given, "auth": auth}))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    assert variable(generate(tmp_path), "LANGGRAPH_AUTH") == auth
    assert resolved(auth["path"])


def test_the_build_is_given_every_file_that_is_shipped(project: Path) -> None:
    """Statements, migrations, prompts, word lists: whatever is no Python, too."""

    def shipped(folder: Path) -> set[str]:
        found = [path for name in NEEDED for path in (folder / name, *(folder / name).rglob("*"))]
        return {str(path.relative_to(folder)) for path in found if "__pycache__" not in path.parts}

    assert shipped(project) == shipped(ROOT)
    assert {path.suffix for path in (project / "stores").rglob("*")} >= {".py", ".sql"}
    assert (project / "langmem_ext" / "stores").resolve() == (project / "stores").resolve()
    assert list((project / "prompts").glob("*.md"))
