"""Command-line arguments that several commands share: numbers, games with their options, records, languages."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from fairyring.cli.streams import complain
from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.options import NameOrFile
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import room_named
from fairyring.core.record.record import Record
from fairyring.core.text.messages import ENGLISH, languages


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence. Options are not abbreviated: new ones must not break old scripts."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **named})

    def error(self, message: str) -> NoReturn:
        raise FairyringError(f"{message}; see {self.prog} --help.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        for word in args or ():
            if word.startswith("--") and word.endswith("=--"):  # which argparse takes for an empty list
                self.error(f"argument {word.partition('=')[0]}: “--” is no value")
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse itself would not tell that it could not


def whole_number(text: str) -> int:
    """Parse `1000`, also written `1_000`, `1,000` or `1e3`."""
    plain = text.strip().replace(",", "").replace("_", "")
    match = re.fullmatch(r"([+-]?\d{1,40})(?:[eE]\+?(\d{1,2}))?", plain, re.ASCII)
    if not match:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(match[1] + "0" * int(match[2] or 0))


def whole_numbers(option: str, text: str) -> list[int]:
    """Parse whole numbers separated by commas; raises OptionError, which names the command line option."""
    try:
        return [whole_number(part) for part in text.split(",")]
    except argparse.ArgumentTypeError as error:
        raise OptionError(f"{option} {text}: {error}.") from None


def seconds(text: str) -> float:
    """Parse a duration in seconds."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number of seconds") from None


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; the default is the locale of the environment, if it is available."""
    known = languages()
    help_text = f"{' or '.join(known)} (default: the locale of the environment, else {ENGLISH})"
    parser.add_argument("--lang", choices=known, default=language_of(os.environ), help=help_text)


def json_argument(parser: argparse.ArgumentParser, help_text: str = "print JSON") -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help=help_text)


class _Former(argparse.Action):
    """An option under its name in an earlier release: works, and says the new name on standard error."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        complain(f"{option_string} is called --{self.dest} now; the old name goes with the next minor version.")
        setattr(namespace, self.dest, values)


def workers_argument(parser: argparse.ArgumentParser, former: str | None = None) -> None:
    """Add `--workers`, and its name in release 0.1."""
    parser.add_argument("--workers", type=whole_number, metavar="N", help="default: all cores; results do not depend on it")
    if former is not None:
        parser.add_argument(former, dest="workers", type=whole_number, action=_Former, help=argparse.SUPPRESS)


def place_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--on`: where games are played."""
    help_text = "cores (default): of this machine; ray: the machines of a Ray cluster, with the same results"
    parser.add_argument("--on", default="cores", metavar="PLACE", help=help_text)


def room_argument(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Add a positional GAME without options; when optional, the default is all games."""
    games = f"{', '.join(registry.game_names())}, or the path of a room.py"
    help_text = f"default: all games; {games}" if optional else games
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=help_text)


def record_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a positional FILE with a recorded game."""
    parser.add_argument("file", metavar="FILE")


def load_record(args: argparse.Namespace) -> Record:
    """Load the record named by `record_arguments`."""
    return Record.load(args.file)


def rooms_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--room`, which every command has; `main` loads these games before the command sees its arguments."""
    parser.add_argument(
        "--room", metavar="PATH", action="append", default=[], help="add a game from the path of its room.py or package"
    )


def language_of(environ: Mapping[str, str]) -> str:
    """Return the language of the locale variables; the first one that is set decides."""
    asked = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    code = re.split(r"[_.@]", asked)[0].lower()
    return code if code in languages() else ENGLISH


def game_arguments(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Add a positional GAME and its options."""
    games = f"{', '.join(registry.game_names())}, or the path of a room.py"
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=games)
    usual = "4, or as many as the game takes" if optional else "2, or as few as the game takes"
    parser.add_argument("--players", type=whole_number, metavar="N", help=f"number of players (default: {usual})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game, e.g. variant=fifteen"
    )


def game_of(args: argparse.Namespace, default_players: int | None = None) -> Game[Any]:
    """Return the game that `game_arguments` parsed, with its options."""
    room = room_named(args.game)
    options: dict[str, Any] = {}
    for item in args.option:
        key, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"--option {item} should be written NAME=VALUE.")
        if key in options:
            raise OptionError(f"--option {key} was given twice; once is enough.")
        options[key] = option_value(room, key, value)
    if args.players is not None:
        if "players" in options:
            raise OptionError("How many play was said twice: by --players and by --option players.")
        options["players"] = args.players
    elif default_players is not None and "players" not in options:
        lo, hi = room.schema.state.seats
        options["players"] = min(max(default_players, lo), hi)
    return Game(room, options)


def option_value(room: Room, key: str, value: str) -> str:
    """Return the typed value, or the text of the file that it names for an option that takes files."""
    from fairyring.cli.files import read_file_text  # noqa: PLC0415

    option = next((option for option in room.options.declared if option.name == key), None)
    if isinstance(option, NameOrFile) and value not in option.values and os.path.exists(value):  # noqa: PTH110  (see below)
        return read_file_text(value)  # (Path.exists raises for a name that is too long)
    return value  # a name, or a mistake that the option itself explains
