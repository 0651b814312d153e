"""Commands that games add: `fairyring COMMAND GAME …`, declared by `Room.commands`.

game_commands.json lists those of shipped games for `fairyring --help`; `python -m fairyring.generate` writes it.
"""

from __future__ import annotations

import argparse
import difflib
import json
from collections.abc import Collection, Sequence
from pathlib import Path

from fairyring.cli.arguments import Parser, rooms_argument
from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.room import Command
from fairyring.core.game.room_file import is_path, load_room
from fairyring.core.text.slug import slug_of_input

SHIPPED = Path(__file__).with_suffix(".json")


def summaries() -> dict[str, str]:
    """Return one line of help per command. Loads only games that are not shipped: importing all takes a quarter of a second."""
    helps: dict[str, dict[str, str]] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    for game in registry.game_names():
        if game not in registry.shipped():
            for name, command in registry.room(game).commands.items():
                helps.setdefault(name, {})[game] = command.help
    return {
        name: "; ".join(f"{text} ({game})" for game, text in sorted(games.items())) for name, games in sorted(helps.items())
    }


def parser(words: list[str], built_in: Collection[str]) -> Parser | None:
    """Return a parser for `COMMAND GAME …`, or None for an option or a built-in command, without loading any game.

    The game in `words` is replaced by its canonical name.
    """
    if words[0].startswith("-") or words[0] in built_in:
        return None
    game = words[1] if len(words) > 1 and not words[1].startswith("-") else ""
    if is_path(game):
        game = words[1] = load_room(game).name  # before its commands are looked up
    name, commands = words[0], _commands()
    if name not in commands:
        raise OptionError(_unknown(name, [*built_in, *sorted(commands)]))
    games = commands[name]
    if game:
        words[1] = registry.room(game).name
        if words[1] not in games:
            raise OptionError(f"“{name}” is for {' and '.join(games)}, not for {words[1]}.")
    top = Parser(prog=f"fairyring {name}", description="; ".join(command.help for command in games.values()))
    top.add_argument("command", help=argparse.SUPPRESS)
    top.usage = f"fairyring {name} [-h] GAME …"
    rooms = top.add_subparsers(metavar="GAME", required=True, parser_class=Parser, prog=f"fairyring {name}")
    for game, command in games.items():
        sub = rooms.add_parser(game, help=f"see fairyring {name} {game} --help", description=command.help)
        command.configure(sub)
        rooms_argument(sub)
        sub.set_defaults(run=command.run)
    return top


def _commands() -> dict[str, dict[str, Command]]:
    """Return the commands of all games, by command name and game."""
    commands: dict[str, dict[str, Command]] = {}
    for game in registry.game_names():
        for name, command in registry.room(game).commands.items():
            commands.setdefault(name, {})[game] = command
    return commands


def _unknown(name: str, known: Sequence[str]) -> str:
    game = slug_of_input(name)
    if game in registry.game_names():
        return f"There is no command “{name}”; did you mean “play {game}” or “rules {game}”?"
    near = difflib.get_close_matches(name.casefold(), known, 1)
    return f"There is no command “{name}”; " + (f"did you mean “{near[0]}”?" if near else f"there are {', '.join(known)}.")
