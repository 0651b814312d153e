"""Loads games that live outside the package: from files, as `fairyring kit path/to/room.py` does, and from installed packages.

The variable FAIRYRING_ROOMS lists such files. Child processes inherit it, so a server's workers know the games of the server.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from fairyring.core.errors import DataError
from fairyring.core.game import registry
from fairyring.core.game.room import Room

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ROOMS_VARIABLE = "FAIRYRING_ROOMS"  # paths, separated as in PATH


def room_named(name: str) -> Room:
    """Return the room of a registered name, or load it from the path of a room.py or package. Raises UnknownGame, DataError."""
    return load_room(name) if is_path(name) else registry.room(name)


def is_path(name: str) -> bool:
    """Return whether this is the path of a file or folder, and no name of a game."""
    return name.endswith(".py") or bool(set("/\\") & set(name))


def add_rooms(paths: list[str]) -> None:
    """Load games from files, for this process and for the processes that it starts. Raises DataError."""
    known = _paths_of_environment()
    files = [str(registry.source_of(load_room(path)) or path) for path in paths]
    os.environ[ROOMS_VARIABLE] = os.pathsep.join(dict.fromkeys([*known, *files]))


def load_rooms_of_environment() -> None:
    """Load the games that FAIRYRING_ROOMS lists. Raises DataError."""
    for path in _paths_of_environment():
        load_room(path)


def _paths_of_environment() -> list[str]:
    return [path for path in os.environ.get(ROOMS_VARIABLE, "").split(os.pathsep) if path]


def load_room(text: str) -> Room:
    """Import a module file, a package folder or the folder of one package, and register its ROOM. Raises DataError.

    The path is remembered, so that worker processes can load the game, too.
    """
    path = _package_of(Path(text))
    file = path.resolve() / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        raise DataError(f"There is no file {file}; name a module that makes a ROOM, or the folder of a package that does.")
    package = file.name == "__init__.py"
    name = _module_name(file.resolve(), file.parent.name if package else file.stem)
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
        del sys.modules[name]
        raise DataError(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from error
    room = getattr(module, "ROOM", None)
    if not isinstance(room, Room):
        raise DataError(f"{file} makes no ROOM; it should end with ROOM = Room(…).")
    registry.register(room, replace=True, source=file.resolve())
    return room


def _package_of(path: Path) -> Path:
    """Return the only package in a folder that is none itself, as `fairyring new` writes it; any other path as it is."""
    if not path.is_dir() or (path / "__init__.py").is_file():
        return path
    packages = [file.parent for file in path.glob("*/__init__.py")]
    return packages[0] if len(packages) == 1 else path


@cache
def load_installed(point: EntryPoint) -> Room:
    """Return the room that an entry point of an installed package leads to. Raises DataError."""
    package = point.dist.name if point.dist is not None else "a package"
    try:
        loaded = point.load()
    except Exception as error:
        raise DataError(
            f"The game “{point.name}” of {package} cannot be loaded: {type(error).__name__}: {error}; "
            f"update or remove {package}."
        ) from error
    if not isinstance(loaded, Room) or loaded.name != point.name:
        raise DataError(
            f"The entry point “{point.name}” of {package} is no room of that name; "
            f"it should lead to a Room whose name is “{point.name}”."
        )
    return loaded


def _module_name(file: Path, name: str) -> str:
    """Return the name for a module of this file: `name`, unless a module of another file has it (two files room.py)."""
    other = sys.modules.get(name)
    if other is None or getattr(other, "__file__", None) == str(file):
        return name
    return f"{name}_{crc32(str(file).encode()):08x}"
