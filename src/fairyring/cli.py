"""The command line: play, simulate, replay, verify, kit, bench, and what the games themselves add."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import fairyring as fr
from fairyring.core import registry
from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.options import NameOrFile
from fairyring.core.room import Command
from fairyring.progress import Progress

EXAMPLES = """examples:
  fairyring play fairy                          against three bots
  fairyring play fairy --players 2 --you 1,2    two people at one keyboard
  fairyring simulate fairy --players 4 --games 1000000 --seed 1 --json
  fairyring replay game.jsonl                   a recorded game in plain words
  fairyring verify game.jsonl                   was it played by the rules?
  fairyring kit fairy                           does the game keep every promise?
"""
COMMANDS = ("play", "simulate", "replay", "verify", "kit", "bench")


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help.\n")
        sys.exit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; errors of the user are one sentence on standard error and exit code 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = (_room_parser(words) or _parser()).parse_args(words)
        code: int = args.run(args)
        sys.stdout.flush()
    except FairyringError as error:
        sys.stderr.write(f"fairyring: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nfairyring: stopped.\n")
        return 130
    except BrokenPipeError:  # the reader of our output has left, e.g. `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _parser() -> _Parser:
    parser = _Parser(
        prog="fairyring", description=fr.__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"fairyring {fr.__version__}")
    parser.set_defaults(run=lambda args: sys.stdout.write(parser.format_help()) * 0)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    def add(name: str, run: Any, text: str, example: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=text,
            description=text,
            epilog=f"example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    play = add("play", _play, "a game in the terminal", "fairyring play fairy --players 3 --bots normal,random,random")
    _game_arguments(play, optional=True)
    play.add_argument(
        "--you", default="1", metavar="SEAT", help="your seat, several as 1,2 or “all”, or “none” to watch (default 1)"
    )
    play.add_argument("--bots", metavar="LEVELS", help="one level for all bots, or one for each seat (default: the strongest)")
    play.add_argument("--seed", type=int, help="makes chance and bots repeatable")
    play.add_argument("--save", metavar="FILE", help="write the record there when the game ends or you quit")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")

    simulate = add(
        "simulate", _simulate, "many games between bots", "fairyring simulate fairy --players 4 --games 1000000 --seed 1"
    )
    _game_arguments(simulate)
    simulate.add_argument("--games", type=int, default=10_000, help="how many (default 10000)")
    simulate.add_argument(
        "--bots", default="random", metavar="LEVELS", help="one level for all, or one for each seat (default random)"
    )
    simulate.add_argument("--seed", type=int, default=1, help="same seed, same games (default 1)")
    simulate.add_argument("--threads", type=int, help="default: all cores; the results do not depend on it")
    simulate.add_argument("--host", default="compiled", help="compiled (default) or interpreted: the same games, slower")
    simulate.add_argument("--json", action="store_true", help="one object, for programs")

    replay = add("replay", _replay, "tell a recorded game in plain words", "fairyring replay game.jsonl")
    replay.add_argument("file", metavar="FILE")
    verify = add("verify", _verify, "replay a record and compare every position", "fairyring verify game.jsonl")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--json", action="store_true", help="one object, for programs")

    kit = add("kit", _kit, "check that a game keeps every promise", "fairyring kit fairy --games 50")
    kit.add_argument("game", nargs="?", metavar="GAME", help="default: every game; or path/to/room.py for one of your own")
    kit.add_argument("--games", type=int, default=5, help="games to play for each set of options (default 5)")
    kit.add_argument("--seed", type=int, default=1, help="where to begin (a finding names its own)")
    kit.add_argument("--json", action="store_true", help="one object, for programs")

    bench = add("bench", _bench, "decisions per second, compiled and interpreted", "fairyring bench fairy --json")
    bench.add_argument("game", nargs="?", metavar="GAME", help="default: every game")
    bench.add_argument("--seconds", type=float, default=1.0, help="how long to measure each (default 1)")
    bench.add_argument("--json", action="store_true", help="one object, for programs")

    return parser


def _room_parser(words: Sequence[str]) -> _Parser | None:
    """A parser for `COMMAND GAME …`, if that game brings that command; rooms are asked only for unknown commands."""
    if not words or words[0].startswith("-") or words[0] in COMMANDS:
        return None
    offers = {name: registry.room(name).commands for name in registry.names()}
    games = [name for name, commands in offers.items() if words[0] in commands]
    if not games:
        added = {f"“{command} {name}”" for name, commands in offers.items() for command in commands}
        raise OptionError(f"There is no command “{words[0]}”; there are {', '.join([*COMMANDS, *sorted(added)])}.")
    parser = _Parser(prog=f"fairyring {words[0]}", description=offers[games[0]][words[0]].help if len(games) == 1 else None)
    parser.add_argument("command", help=argparse.SUPPRESS)
    rooms = parser.add_subparsers(metavar="GAME", required=True, parser_class=_Parser)
    for name in games:
        command: Command = offers[name][words[0]]
        sub = rooms.add_parser(name, help=command.help, description=command.help)
        command.configure(sub)
        sub.set_defaults(run=command.run)
    return parser


def _game_arguments(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=", ".join(registry.names()))
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game, e.g. variant=fifteen"
    )


def _game(args: argparse.Namespace, default_players: int | None = None) -> fr.Game[Any]:
    options: dict[str, Any] = {}
    for item in args.option:
        key, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"--option {item} should be written NAME=VALUE.")
        options[key] = option_value(registry.room(args.game), key, value)
    if args.players is not None:
        options["players"] = args.players
    elif default_players is not None and "players" not in options:
        lo, hi = registry.room(args.game).state.seats
        options["players"] = min(max(default_players, lo), hi)
    return fr.Game(registry.room(args.game), options)


def option_value(room: fr.Room, key: str, value: str) -> str:
    """What was typed; where that names a file of one's own, the file is read here, and only here."""
    from fairyring.files import read_file_text  # noqa: PLC0415

    option = next((option for option in room.options if option.name == key), None)
    if isinstance(option, NameOrFile) and value not in option.values and Path(value).exists():
        return read_file_text(value)
    return value  # a name, or a mistake that the option itself explains


# The commands ----------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> int:
    from fairyring.bots import levels, line_up  # noqa: PLC0415  (a quick start: only what the command needs)
    from fairyring.terminal import Quit, Terminal, choose_game  # noqa: PLC0415

    if not args.game and not args.resume:
        try:
            args.game = choose_game()
        except Quit:
            return 0
    record = fr.Record.load(args.resume) if args.resume else None
    game = record.game() if record else _game(args, default_players=4)
    people = _people(args.you, game)
    bots = line_up(game, args.bots or levels(game.room)[-1])
    seed = secrets.randbits(63) if args.seed is None else args.seed
    table = fr.Table.resume(record, seed) if record else new_table(game, seed, people, bots)
    if args.save:
        table.record.save(args.save)  # now, so that a wrong path is told before the game and not after it
    terminal = Terminal(table, people, bots, seed)
    try:
        terminal.run()
    except (Quit, KeyboardInterrupt):
        print("\nGood-bye." if args.save else "\nGood-bye. (With --save FILE a game can be resumed.)")
    finally:
        if args.save:
            table.record.save(args.save)
    return 0


def new_table(game: fr.Game[Any], seed: int, people: Sequence[int], bots: Sequence[str]) -> fr.Table[Any]:
    """A table of people and bots; the record will say who was which."""
    from fairyring.terminal import bot_names  # noqa: PLC0415

    levels = {seat: bots[seat] for seat in game.seats if seat not in people}
    return fr.Table(game, seed=seed, names=bot_names(game.players, people), bots=levels)


def _people(text: str, game: fr.Game[Any]) -> tuple[int, ...]:
    if text == "all":
        return tuple(game.seats)
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isdigit() and 1 <= int(seat) <= game.players for seat in seats):
        raise OptionError(f"--you {text} names no seat; seats go from 1 to {game.players}, or say “all” or “none”.")
    return tuple(sorted({int(seat) - 1 for seat in seats}))


def _simulate(args: argparse.Namespace) -> int:
    game = _game(args)
    progress = Progress(args.games, "games")
    result = fr.simulate(
        game, games=args.games, seed=args.seed, bots=args.bots, threads=args.threads, host=args.host, progress=progress
    )
    progress.close()
    if args.json:
        print(json.dumps(result.as_dict(), ensure_ascii=False))
        return 0
    print(
        f"{game.room.title}: {result.games:,} games in {result.seconds:.2f} s, {result.decisions_per_s:,.0f} decisions a second"
    )
    for seat, (score, error, wins) in enumerate(zip(result.mean_score, result.score_error, result.win_share, strict=True)):
        print(f"  seat {seat} ({result.bots[seat]:7}) {score:8.3f} ± {error:.3f}   wins {wins:6.1%}  {'█' * round(wins * 40)}")
    print(f"  turns {result.mean_turns:.2f}")
    for kind, shares in (("ended by", result.end_reasons), ("actions", result.actions)):
        print(f"  {kind} " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    if result.tallies:
        print("  " + ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in result.tallies.items()))
    return 0


def _replay(args: argparse.Namespace) -> int:
    from fairyring.narrate import narrate  # noqa: PLC0415

    for line in narrate(fr.Record.load(args.file)):
        print(line)
    return 0


def _verify(args: argparse.Namespace) -> int:
    record = fr.Record.load(args.file)
    record.verify()
    if args.json:
        told = {"ok": True, "game": record.name, "decisions": len(record.decisions), "outcome": record.outcome}
        print(json.dumps(told | {"digest": record.digest}))
    else:
        end = f"ended by {record.outcome['reason']}" if record.outcome else "not over yet"
        print(f"Good: {len(record.decisions)} decisions of {record.name}, all by the rules; {end}.")
    return 0


def _kit(args: argparse.Namespace) -> int:
    from fairyring.kit.run import run_kit  # noqa: PLC0415

    rooms = [_room(args.game)] if args.game else [registry.room(name) for name in registry.names()]
    say = None if args.json else print
    reports = [run_kit(room, games=args.games, seed=args.seed, say=say, called=args.game or room.name) for room in rooms]
    if args.json:
        print(json.dumps([report.as_dict() for report in reports], ensure_ascii=False))
    return 0 if all(report.passed for report in reports) else 1


def _room(name: str) -> fr.Room:
    """A registered game, or one that lives in a file elsewhere."""
    from fairyring.kit.elsewhere import load_room  # noqa: PLC0415

    return load_room(name) if name.endswith(".py") or "/" in name else registry.room(name)


def _bench(args: argparse.Namespace) -> int:
    from fairyring.lab.bench import bench  # noqa: PLC0415

    rows = []
    for name in [args.game] if args.game else registry.names():
        row = bench(name, args.seconds)
        rows.append(row)
        if args.json:
            continue
        print(
            f"{row['game']:12} {row['players']} seats   compiled {row['compiled_decisions_per_s'] / 1e6:7.2f} M/s"
            f"   interpreted {row['interpreted_decisions_per_s'] / 1e3:7.1f} k/s   {row['ratio']:6.0f} ×",
            flush=True,
        )
    if args.json:
        print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
