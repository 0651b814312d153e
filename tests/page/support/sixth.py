"""A game that the page has never heard of: the one of the documentation, put beside ours as anybody would."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.paths import ROOT

NAME = "pebbles"


def source(folder: Path) -> Path:
    """The package with the sixth game in it; where it lies."""
    package = folder / "fairyring"
    shutil.copytree(ROOT / "src" / "fairyring", package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    room = package / "games" / NAME
    shutil.copytree(ROOT / "docs" / NAME, room, ignore=shutil.ignore_patterns("__pycache__"))
    (room / "room.py").rename(room / "__init__.py")
    return folder
