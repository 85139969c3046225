"""Is the wheel whole, and does it hold one import name only?"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAPPED = ("graphs", "prompts", "stores")
SHIPPED = {".py", ".sql", ".md", ".yaml", ".txt", ".json", ".gz", ".NOTICE", ".onnx", ".typed"}


def git_files() -> list[Path]:
    """List what a commit of everything here would hold."""
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT)]
    listing = subprocess.run(
        [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = [Path(name) for name in listing.split("\0") if name]
    return [path for path in paths if (ROOT / path).is_symlink() or (ROOT / path).exists()]


def expected_in_wheel() -> set[str]:
    """Name every file of the tree that belongs into the wheel, as it is called there."""
    expected = set()
    for path in git_files():
        if path.suffix in SHIPPED and not (ROOT / path).is_symlink():
            if path.parts[0] in MAPPED:
                expected.add(f"langmem_ext/{path.as_posix()}")
            elif path.parts[0] == "langmem_ext":
                expected.add(path.as_posix())
    return expected


@pytest.fixture(scope="module")
def copy_of_the_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("tree")
    for path in git_files():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, copy / path, follow_symlinks=False)
    return copy


@pytest.fixture(scope="module")
def wheel(copy_of_the_tree: Path) -> Path:
    """The wheel, built from the sdist, as PyPI's users get it; without isolation, so without network."""
    pytest.importorskip("build")
    command = [sys.executable, "-m", "build", "--no-isolation", str(copy_of_the_tree)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = (copy_of_the_tree / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_the_wheel_holds_every_file_of_the_tree_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = {name for name in names if ".dist-info/" not in name}

    assert shipped == expected_in_wheel(), "a new sub-package has to be listed in pyproject.toml"


def test_the_wheel_installs_one_import_name(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"langmem_ext"}


def test_the_licence_and_the_notices_are_in_the_wheel(wheel: Path) -> None:
    licences = {
        Path(name).name for name in zipfile.ZipFile(wheel).namelist() if "/licenses/" in name
    }

    assert "LICENSE" in licences
    assert any(name.endswith(".NOTICE") for name in licences)


@pytest.mark.parametrize("name", MAPPED)
def test_each_link_leads_to_the_folder_that_is_mapped(name: str) -> None:
    mapping = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    link = ROOT / "langmem_ext" / name

    assert link.is_symlink()
    assert not link.readlink().is_absolute()
    assert link.resolve() == (ROOT / mapping["package-dir"][f"langmem_ext.{name}"]).resolve()


def test_every_module_of_the_installed_wheel_is_found_there(installed: Path) -> None:
    script = """
import importlib, pkgutil, sys
from pathlib import Path
target = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(target))
import langmem_ext
modules = [m.name for m in pkgutil.walk_packages(langmem_ext.__path__, "langmem_ext.")]
for name in ["langmem_ext", *modules]:
    module = importlib.import_module(name)
    assert Path(module.__file__).resolve().is_relative_to(target), (name, module.__file__)
from langmem_ext import AsyncMemoryStore, MemoryStore, Principal
for name in ("graphs", "prompts", "stores"):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        continue
    raise AssertionError(f"bare {name} can be imported")
print(len(modules))
"""
    # -I: neither the working folder nor PYTHONPATH; the environment's packages are the dependencies.
    command = [sys.executable, "-I", "-c", script, str(installed)]
    done = subprocess.run(command, cwd=installed, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10
