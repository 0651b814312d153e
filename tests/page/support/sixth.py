"""A game without a board in the page: the example of the documentation, added as a sixth game."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.paths import ROOT

NAME = "pebbles"


def source(folder: Path) -> Path:
    """Copy the package with the sixth game. Returns its path."""
    package = folder / "fairyring"
    shutil.copytree(ROOT / "src" / "fairyring", package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    room = package / "games" / NAME
    shutil.copytree(ROOT / "docs" / NAME, room, ignore=shutil.ignore_patterns("__pycache__"))
    (room / "room.py").rename(room / "__init__.py")
    return folder
