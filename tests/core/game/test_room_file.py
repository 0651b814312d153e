"""Games that live outside the package: files, the variable FAIRYRING_ROOMS, and entry points of installed packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairyring.cli.commands.new import write_room
from fairyring.core.errors import DataError
from fairyring.core.game import registry, room_file


@pytest.fixture(autouse=True)
def _forget_added_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests play whatever is registered."""
    monkeypatch.setattr(registry, "_added", dict(registry._added))
    monkeypatch.setattr(registry, "_sources", dict(registry._sources))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv(room_file.ROOMS_VARIABLE, "")


def install(folder: Path, name: str, value: str) -> dict[str, str]:
    """Write an installed package whose metadata has an entry point; return an environment in which Python finds it."""
    info = folder / "site" / "foreign_games-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-games\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[fairyring.rooms]\n{name} = {value}\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(info.parent), str(folder / "package")])}


def fairyring(env: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fairyring", *map(str, words)]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=env)


def test_add_rooms_reaches_child_processes(tmp_path: Path) -> None:
    write_room("first-game", tmp_path / "first")
    room_file.add_rooms([str(tmp_path / "first" / "first_game")])
    assert "first-game" in registry.game_names()
    done = fairyring(dict(os.environ), "rules", "first-game", "1")
    assert "five pebbles" in done.stdout, done.stderr


def test_load_room_finds_the_package_in_the_folder_of_a_new_game(tmp_path: Path) -> None:
    write_room("first-game", tmp_path / "first")
    assert room_file.load_room(str(tmp_path / "first")).name == "first-game"
    (tmp_path / "first" / "second").mkdir()
    (tmp_path / "first" / "second" / "__init__.py").touch()
    with pytest.raises(DataError, match="name a module that makes a ROOM, or the folder of a package"):
        room_file.load_room(str(tmp_path / "first"))  # which of the two?


def test_load_room_keeps_files_of_one_name_apart(tmp_path: Path) -> None:
    for name in ("left-game", "right-game"):
        write_room(name, tmp_path / name)
        (tmp_path / name / name.replace("-", "_")).rename(tmp_path / name / "same")
    left, right = (room_file.load_room(str(tmp_path / name / "same")) for name in ("left-game", "right-game"))
    assert (left.name, right.name) == ("left-game", "right-game")
    assert sys.modules[left.rules_module.__name__] is left.rules_module
    assert left.rules_module.__name__ != right.rules_module.__name__


def test_load_room_never_replaces_a_module_of_python(tmp_path: Path) -> None:
    write_room("some-game", tmp_path / "some")
    (tmp_path / "some" / "some_game").rename(tmp_path / "some" / "json")
    import json  # noqa: PLC0415

    room_file.load_room(str(tmp_path / "some" / "json"))
    assert sys.modules["json"] is json


def test_rooms_variable_with_a_wrong_path_is_one_sentence() -> None:
    done = fairyring({**os.environ, room_file.ROOMS_VARIABLE: "/nowhere/room.py"}, "games")
    assert done.returncode == 2
    assert done.stderr == (
        "fairyring: There is no file /nowhere/room.py; name a module that makes a ROOM, or the folder of a package that does.\n"
    )


def test_entry_point_adds_a_game_to_every_command(tmp_path: Path) -> None:
    write_room("foreign-game", tmp_path / "package")
    env = install(tmp_path, "foreign-game", "foreign_game:ROOM")
    assert "foreign-game" in fairyring(env, "games").stdout
    assert "five pebbles" in fairyring(env, "rules", "Foreign Game", "1").stdout
    done = fairyring(env, "league", "foreign-game", "--bots", "random,normal", "--games", "8")  # in worker processes, too
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("no_such_module:ROOM", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
        ("fairyring.games.fairy:ROOM", "is no room of that name; it should lead to a Room whose name is “broken-game”"),
    ],
)
def test_entry_point_that_is_wrong_is_named(tmp_path: Path, value: str, sentence: str) -> None:
    env = install(tmp_path, "broken-game", value)
    done = fairyring(env, "rules", "broken-game")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "foreign-games" in done.stderr
    assert "Traceback" not in done.stderr
    assert fairyring(env, "rules", "fairy").returncode == 0  # the others are not affected


def test_entry_point_cannot_replace_a_shipped_game(tmp_path: Path) -> None:
    write_room("fairy-copy", tmp_path / "package")
    done = fairyring(install(tmp_path, "fairy", "fairy_copy:ROOM"), "rules", "fairy", "1")
    assert "pebbles" not in done.stdout
    assert done.returncode == 0


def test_register_without_file_is_not_importable() -> None:
    room = registry.room("fairy")
    assert registry.is_importable("fairy")
    registry.register(room, replace=True)
    assert not registry.is_importable("fairy")


def test_load_room_forgets_a_module_that_failed(tmp_path: Path) -> None:
    (tmp_path / "halfway.py").write_text("raise ValueError('no')\n", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be loaded: ValueError: no"):
        room_file.load_room(str(tmp_path / "halfway.py"))
    assert "halfway" not in sys.modules
