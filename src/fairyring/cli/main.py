"""Entry point of the command line: the table of commands, dispatch, and exit codes.

A command is a module of `fairyring.cli.commands` with `EXAMPLE`, `configure(parser)` and `run(args)`. It is imported only when
it is used, so `fairyring --help` loads none of them. Games add commands of their own (`fairyring.cli.game_commands`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import fairyring as fr
from fairyring.cli import game_commands, streams
from fairyring.cli.arguments import Parser, rooms_argument
from fairyring.core.errors import FairyringError
from fairyring.core.extras import missing_extra
from fairyring.core.game.room_file import add_rooms, load_rooms_of_environment

EXAMPLES = """examples:
  fairyring                                     start a server for the browser on this machine
  fairyring serve --host 0.0.0.0                let phones in the same network join
  fairyring play fairy                          play against three bots
  fairyring play fairy --players 2 --you 1,2    two people at one keyboard
  fairyring rules fairy                         print the rules
  fairyring simulate fairy --players 4 --games 1e6 --seed 1 --json
  fairyring league fairy --bots random,normal   rate bots against each other
  fairyring report fairy --out fairy.html       figures and charts for designers
  fairyring solve sneaky-town --limit 3         solve its small round exactly
  fairyring replay game.jsonl                   print a recorded game in plain words
  fairyring analyse game.jsonl                  list the most costly decisions
  fairyring verify game.jsonl                   check a record against the rules
  fairyring kit fairy                           run the conformance checks
  fairyring static public                       write the page for any static host
  fairyring new liars-dice                      begin a game of your own

Seats are counted from 1 here, and from 0 in Python and JSON.
A game can be written in any case, with blanks or hyphens: "Sneaky Town", sneaky-town.
"""


@dataclass(frozen=True)
class Command:
    """One command: the module that implements it, and its help text."""

    module: str
    help: str
    prints: bool = True  # whether the command is useless without a standard output


COMMANDS = {
    "serve": Command(
        "fairyring.cli.commands.operate.serve", "run a server for the browser (the default command)", prints=False
    ),
    "play": Command("fairyring.cli.commands.play", "play a game in the terminal", prints=False),
    "games": Command("fairyring.cli.commands.games", "list the games, or the options and bots of one"),
    "rules": Command("fairyring.cli.commands.rules", "print the rules of a game"),
    "simulate": Command("fairyring.cli.commands.simulate", "play many games between bots and print statistics"),
    "league": Command("fairyring.cli.commands.league", "rate bots by playing all pairings"),
    "report": Command(
        "fairyring.cli.commands.research.report", "write a page of figures and charts for the designer of a game"
    ),
    "reproduce": Command("fairyring.cli.commands.research.reproduce", "make the published findings anew and compare them"),
    "replay": Command("fairyring.cli.commands.replay", "print a recorded game in plain words"),
    "analyse": Command("fairyring.cli.commands.analyse", "list the decisions of a recorded game that cost most"),
    "verify": Command("fairyring.cli.commands.verify", "replay a record and check every decision and draw"),
    "puzzles": Command(
        "fairyring.cli.commands.research.puzzles", "find positions in games of bots with one clearly best choice"
    ),
    "kit": Command("fairyring.cli.commands.kit", "run the conformance checks on a game"),
    "new": Command("fairyring.cli.commands.new", "write a first room: the beginning of a game of your own"),
    "bench": Command("fairyring.cli.commands.bench", "measure decisions per second, compiled and interpreted"),
    "completion": Command("fairyring.cli.commands.completion", "print a script for completion of arguments in a shell"),
    "static": Command("fairyring.cli.commands.static", "write the page as a folder that needs no server"),
    "backup": Command("fairyring.cli.commands.operate.backup", "copy all tables of a server into one file"),
    "restore": Command("fairyring.cli.commands.operate.restore", "load a backup into an empty database"),
    "moderate": Command("fairyring.cli.commands.operate.moderate", "delete or unlist a table, ban an address"),
    "push-keys": Command("fairyring.cli.commands.operate.push_keys", "make keys for notices to closed browsers (Web Push)"),
    "forget": Command("fairyring.cli.commands.operate.forget", "erase a guest's name and chat from a table"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Errors caused by the user are one sentence on standard error and exit code 2; Ctrl-C gives 130; a closed pipe gives 0.
    """
    streams.prepare()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        streams.finish()
    except FairyringError as error:
        streams.complain(str(error))
        return 2
    except ModuleNotFoundError as error:
        if (sentence := missing_extra(error)) is None:
            raise
        streams.complain(sentence)
        return 2
    except KeyboardInterrupt:
        streams.complain("stopped.")
        return 130
    except BrokenPipeError:  # the reader of our output has left, e.g. `| head`
        streams.silence()
        return 0
    except OSError as error:
        streams.silence()
        streams.complain(streams.lost(error))
        return 2
    return code


def _run(words: list[str]) -> int:
    words = _load_rooms(words)
    if words[:1] == ["help"]:  # `fairyring help play` is `fairyring play --help`
        words = [*words[1:], "--help"]
    if not words:
        words = ["serve"]
    try:
        parser = game_commands.parser(words, COMMANDS)
        args = (parser or _parser(words)).parse_args(words)
    except SystemExit as done:  # --help and --version have answered
        return int(done.code or 0)
    if words[0] in COMMANDS and COMMANDS[words[0]].prints:
        streams.need_output()
    code: int = args.run(args)
    streams.need_output()
    return code


def _load_rooms(words: list[str]) -> list[str]:
    """Load the games of FAIRYRING_ROOMS and of `--room`, so that all commands know them; return the other words."""
    load_rooms_of_environment()
    if not any(word.startswith("--room") for word in words):
        return words
    parser = Parser(prog="fairyring", add_help=False)
    rooms_argument(parser)
    args, others = parser.parse_known_args(words)
    add_rooms(args.room)
    return list(others)


def full_parser() -> Parser:
    """Build the parser with the arguments of all commands, for completion."""
    return _parser(list(COMMANDS), all_commands=True)


def subparsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Return the parsers of the commands."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001
    return list(commands.choices.values())


def _parser(words: Sequence[str], all_commands: bool = False) -> Parser:
    """Build the parser. Only the command in `words` is imported and gets its arguments, unless all are wanted."""
    parser = Parser(
        prog="fairyring", description=fr.__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"fairyring {fr.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, entry in COMMANDS.items():
        command = commands.add_parser(
            name, help=entry.help, description=entry.help, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == chosen or all_commands:
            try:
                module = import_module(entry.module)
            except ModuleNotFoundError:
                if all_commands:  # an extra that is not installed: the command is named without its arguments
                    continue
                raise
            module.configure(command)
            rooms_argument(command)
            command.epilog = f"example: {module.EXAMPLE}"
            command.set_defaults(run=module.run)
    if words[0] in ("-h", "--help"):
        for name, help_text in game_commands.summaries().items():
            commands.add_parser(name, help=help_text)
    return parser


if __name__ == "__main__":
    sys.exit(main())
