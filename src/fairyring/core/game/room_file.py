"""Loads a game from a file outside the package, as `fairyring kit path/to/room.py` does."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.game import registry
from fairyring.core.game.room import Room


def load_room(text: str) -> Room:
    """Import a module file or package folder, and register its ROOM under its name. Raises DataError.

    The path is remembered, so that worker processes can load the game, too.
    """
    path = Path(text)
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        raise DataError(f"There is no file {file}; name a module that makes a ROOM, or the folder of a package that does.")
    package = file.name == "__init__.py"
    name = file.parent.name if package else file.stem
    # Modules beside it (or beside the package) become importable, as for a script.
    sys.path.insert(0, str(file.resolve().parents[1 if package else 0]))
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(file.parent)] if package else None
    )
    if spec is None or spec.loader is None:
        raise DataError(f"{file} cannot be loaded as a Python module.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise DataError(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from error
    room = getattr(module, "ROOM", None)
    if not isinstance(room, Room):
        raise DataError(f"{file} makes no ROOM; it should end with ROOM = Room(…).")
    registry.register(room, replace=True, source=file.resolve())
    return room
