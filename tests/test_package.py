"""The package, and how it comes to a machine: licences in the wheel, builds without a page, a Python without `venv`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CREDITS.md", "client/fonts", "src/fairyring")
BUILD = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
FONTS = {path.name for path in (ROOT / "client" / "fonts").glob("OFL-*.txt")}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What a wheel is built from, without a built page."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in NEEDED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    yield folder
    shutil.rmtree(folder)


def build(folder: Path, out: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*BUILD, str(out)], cwd=folder, env=os.environ | env, capture_output=True, text=True, check=False)


def test_wheel_has_the_licences_of_all_that_it_ships(checkout: Path, tmp_path: Path) -> None:
    """The Open Font License asks for its text in every copy; CREDITS.md has the notices of what the page contains."""
    done = build(checkout, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "does not contain the page" in done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    licences = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    assert FONTS
    assert licences == {"LICENSE", "CREDITS.md", "OFL.txt", *FONTS}
    assert "Copyright 2026 The Fairyring contributors" in (ROOT / "CREDITS.md").read_text(encoding="utf-8")
    assert "fairyring/py.typed" in names
    assert "fairyring/cli/game_commands.json" in names


def test_metadata_of_the_wheel_has_no_relative_links_and_claims_linux_only(checkout: Path, tmp_path: Path) -> None:
    """Indexes show the long description, and have no other file of the repository."""
    assert build(checkout, tmp_path).returncode == 0
    (wheel,) = tmp_path.glob("*.whl")
    files = zipfile.ZipFile(wheel)
    (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = files.read(name).decode()
    links = re.findall(r"\]\(([^)\s]+)\)", metadata)
    assert len(links) == len(re.findall(r"\]\(([^)\s]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert not [link for link in links if not link.startswith(("https://", "#"))]
    assert re.search(r"!\[[^\]]+\]\(https://\S+/raw/v[\d.]+/docs/pictures/fairy\.webp\)", metadata)
    assert "Author: The Fairyring contributors" in metadata
    # What is tested; on other systems some of it may work.
    assert re.findall("^Classifier: Operating System :: (.+)$", metadata, re.MULTILINE) == ["POSIX :: Linux"]


def test_wheel_of_a_release_needs_the_page(checkout: Path, tmp_path: Path) -> None:
    done = build(checkout, tmp_path, FAIRYRING_REQUIRE_PAGE="1")
    assert done.returncode != 0
    assert "client/dist is missing: run `make client` first." in done.stderr + done.stdout
    assert not list(tmp_path.glob("*.whl"))


HALF = """#!/bin/sh
# `python3 -m venv` without the package python3-venv: it leaves an interpreter, and no pip.
case "$*" in
*version_info*) exit 0 ;;
"-m venv"*) mkdir -p .venv/bin && printf '#!/bin/sh\\n' >.venv/bin/python && chmod +x .venv/bin/python; exit 1 ;;
esac
"""


def test_make_removes_a_half_made_venv_and_says_what_to_install(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / "half-python"
    python.write_text(HALF)
    python.chmod(0o755)
    make = ["make", f"PYTHON={python}", ".venv/bin/python"]
    for _ in (1, 2):  # the second run is not stuck with what the first one left
        done = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "apt install python3-venv" in done.stderr
        assert not (tmp_path / ".venv").exists()
