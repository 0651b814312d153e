"""`fairyring new`: write a first room, as a package that can be played by its path and installed."""

from __future__ import annotations

import argparse
import json
import re
from importlib.util import find_spec
from pathlib import Path

import fairyring
from fairyring.cli.streams import say
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game import registry
from fairyring.core.text.slug import slug_of_input

EXAMPLE = "fairyring new liars-dice"
NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
MAX_NAME_LENGTH = 40
EXAMPLE_GAME = Path(fairyring.__file__).parent / "pebbles"
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "fairyring-{name}"
version = "0.1.0"
description = "{title}, a game for Fairyring."
requires-python = ">=3.11"
dependencies = ["fairyring>={version}"]

[project.entry-points."fairyring.rooms"]  # every command and server knows the game once this package is installed
{name} = "{module}:ROOM"

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""
TEST = '''"""The conformance checks of Fairyring on this game."""

from pathlib import Path

from fairyring.core.game.room_file import load_room
from fairyring.kit.run import run_kit


def test_kit_passes() -> None:
    report = run_kit(load_room(str(Path(__file__).parent / "{module}")))
    assert not report.findings, "\\n".join(map(str, report.findings))
'''


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", metavar="NAME", help="name of the game, such as liars-dice")
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, help="folder to create (default: NAME)")


def run(args: argparse.Namespace) -> int:
    """Write the files; refuse to touch a folder that exists."""
    name = check_name(args.name)
    folder = args.folder or Path(name)
    module = name.replace("-", "_")
    try:
        write_room(name, folder)
    except FileExistsError:
        raise DataError(f"{folder} exists already; name another folder behind the name of the game.") from None
    except OSError as error:
        raise DataError(f"{folder} cannot be written: {error.strerror}.") from error
    say(f"{folder} has a complete small game. Change it into yours, rule by rule:")
    say(f"  {folder / module / '__init__.py'}   the rules, the schema and a bot, in one file")
    say(f"  {folder / module / 'RULES.md'}   the rules in words, numbered")
    say(f"  fairyring kit {folder / module}   run the conformance checks")
    say(f"  fairyring play {folder / module}   play it in the terminal")
    say(f"  fairyring serve --room {folder / module}   play it in the browser")
    say(f"  pip install --editable {folder}   let every command know it as {name}")
    return 0


def check_name(text: str) -> str:
    """Return the name of a new game; raise OptionError if it is taken or cannot be the name of a package."""
    name = slug_of_input(text)
    if not NAME_PATTERN.fullmatch(name) or len(name) > MAX_NAME_LENGTH:
        raise OptionError(
            f"“{text}” is no name for a game; use at most {MAX_NAME_LENGTH} letters a–z, digits and hyphens, "
            "such as liars-dice."
        )
    if name in registry.game_names():
        raise OptionError(f"There is a game “{name}” already; choose another name.")
    if find_spec(name.replace("-", "_")) is not None:
        raise OptionError(f"Python has a module “{name.replace('-', '_')}” already; choose another name.")
    return name


def write_room(name: str, folder: Path) -> None:
    """Write the example game under another name. Raises FileExistsError if the folder exists, and OSError."""
    module, title = name.replace("-", "_"), name.replace("-", " ").title()
    code = (EXAMPLE_GAME / "room.py").read_text(encoding="utf-8").split("\n", 1)[1]
    rules = (EXAMPLE_GAME / "RULES.md").read_text(encoding="utf-8")
    texts = json.loads((EXAMPLE_GAME / "messages" / "en.json").read_text(encoding="utf-8"))
    head = f'"""{title}: a game for Fairyring, in one file."""\n'
    files = {
        "pyproject.toml": PROJECT.format(name=name, title=title, module=module, version=fairyring.__version__),
        f"test_{module}.py": TEST.format(module=module),
        f"{module}/__init__.py": head + code.replace('"pebbles",', f'"{name}",', 1),
        f"{module}/RULES.md": rules.replace("# Pebbles", f"# {title}", 1),
        f"{module}/messages/en.json": json.dumps(texts | {"title": title}, ensure_ascii=False, indent=2) + "\n",
    }
    folder.mkdir(parents=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
