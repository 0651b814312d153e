"""The command line: serve, play, simulate, replay, verify, rules, kit, bench, and what the games themselves add."""

from __future__ import annotations

import argparse
import difflib
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Any

import fairyring as fr
from fairyring.cli import streams
from fairyring.cli.arguments import (
    Parser,
    game_arguments,
    game_of,
    language_argument,
    option_value,
    room_named,
    seconds,
    whole_number,
)
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.game import registry
from fairyring.core.game.room import Command
from fairyring.core.text.slug import slug_of_input
from fairyring.progress import Progress

EXAMPLES = """examples:
  fairyring                                     tables for the browser, on this machine
  fairyring serve --host 0.0.0.0                and for phones in the same network
  fairyring play fairy                          against three bots
  fairyring play fairy --players 2 --you 1,2    two people at one keyboard
  fairyring rules fairy                         how it is played
  fairyring simulate fairy --players 4 --games 1e6 --seed 1 --json
  fairyring league fairy --bots random,normal   which bot is how strong
  fairyring solve sneaky-town --limit 3         what perfect play is, in its small round
  fairyring replay game.jsonl                   a recorded game in plain words
  fairyring analyse game.jsonl                  which decisions cost most
  fairyring verify game.jsonl                   was it played by the rules?
  fairyring kit fairy                           does the game keep every promise?

Seats are counted from 1 here, and from 0 in Python and JSON.
A game can be written in any case, with blanks or hyphens: "Sneaky Town", sneaky-town.
"""
COMMANDS = (
    "serve",
    "play",
    "rules",
    "simulate",
    "league",
    "replay",
    "analyse",
    "verify",
    "kit",
    "bench",
    "backup",
    "restore",
    "forget",
)
WIDEST = 100  # columns of running text; longer lines are hard to read


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; errors of the user are one sentence on standard error and exit code 2."""
    streams.prepare()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        streams.finish()
    except FairyringError as error:
        streams.complain(str(error))
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
    if words[:1] == ["help"]:  # as other programs have it
        words = [*words[1:], "--help"]
    if not words:
        words = ["serve"]
    try:
        parser = _room_parser(words)
        args = (parser or _parser(with_rooms=words[0] in ("-h", "--help"))).parse_args(words)
    except SystemExit as done:  # --help and --version have answered
        return int(done.code or 0)
    if parser is None and words[0] not in ("play", "serve"):  # a game, and what a room adds, have more to do than to answer
        streams.need_output()
    code: int = args.run(args)
    streams.need_output()
    return code


def _parser(with_rooms: bool = False) -> Parser:
    parser = Parser(
        prog="fairyring", description=fr.__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"fairyring {fr.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

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

    from fairyring.server import serve  # noqa: PLC0415  (imports nothing heavy)

    serve.configure(add("serve", serve.run, "tables for the browser; what `fairyring` alone does", serve.EXAMPLE))

    from fairyring.server import admin  # noqa: PLC0415  (likewise)

    for name, (run, text) in admin.COMMANDS.items():
        admin.configure(name, add(name, run, text, admin.EXAMPLES[name]))

    from fairyring.cli.commands import play as play_command  # noqa: PLC0415  (imports nothing heavy)

    play = add("play", play_command.run, "a game in the terminal", play_command.EXAMPLE)
    game_arguments(play, optional=True)
    play_command.configure(play)

    rules = add("rules", _rules, "how a game is played", "fairyring rules fairy 7")
    rules.add_argument("game", metavar="GAME", help=f"{', '.join(registry.game_names())}, or path/to/room.py of your own")
    rules.add_argument("rule", nargs="?", metavar="N", help="only this rule, as 7 or R7")
    language_argument(rules)

    simulate = add(
        "simulate", _simulate, "many games between bots", "fairyring simulate fairy --players 4 --games 1e6 --seed 1"
    )
    game_arguments(simulate)
    simulate.add_argument("--games", type=whole_number, default=10_000, help="how many, as 1000 or 1e3 (default 10000)")
    simulate.add_argument(
        "--bots", default="random", metavar="LEVELS", help="one level for all, or one for each seat (default random)"
    )
    simulate.add_argument("--seed", type=whole_number, default=1, help="same seed, same games (default 1)")
    simulate.add_argument("--threads", type=whole_number, help="default: all cores; the results do not depend on it")
    simulate.add_argument("--backend", default="compiled", help="compiled (default) or interpreted: the same games, slower")
    simulate.add_argument("--json", action="store_true", help="one object, for programs")

    from fairyring.cli.commands import league  # noqa: PLC0415

    league.configure(add("league", league.run, "every bot against every other", league.EXAMPLE))

    _records(add)

    kit = add(
        "kit",
        _kit,
        "check that a game keeps every promise",
        "fairyring kit fairy --games 50\n\nFindings speak of seats as rules do: from 0.",
    )
    kit.add_argument("game", nargs="?", metavar="GAME", help="default: every game; or path/to/room.py for one of your own")
    kit.add_argument("--games", type=whole_number, default=5, help="games to play for each set of options (default 5)")
    kit.add_argument("--seed", type=whole_number, default=1, help="where to begin (a finding names its own)")
    kit.add_argument("--json", action="store_true", help="one object, for programs")

    bench = add("bench", _bench, "decisions per second, compiled and interpreted", "fairyring bench fairy --json")
    bench.add_argument("game", nargs="?", metavar="GAME", help="default: every game; or path/to/room.py for one of your own")
    bench.add_argument("--players", type=whole_number, metavar="N", help="seats (default: four, or as near as the game has)")
    bench.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="how long to measure each (default 1)")
    bench.add_argument("--json", action="store_true", help="one object, for programs")

    if with_rooms:  # all games are loaded only to be listed
        for name, games in sorted(_offers().items()):
            commands.add_parser(name, help="; ".join(f"{command.help} ({game})" for game, command in games.items()))
    return parser


def _records(add: Callable[[str, Any, str, str], argparse.ArgumentParser]) -> None:
    """The commands that read a recorded game."""
    from fairyring.cli.commands import analyse  # noqa: PLC0415

    replay = add("replay", _replay, "tell a recorded game in plain words", "fairyring replay game.jsonl --seat 2")
    replay.add_argument("file", metavar="FILE")
    whose = replay.add_mutually_exclusive_group()
    whose.add_argument(
        "--seat",
        type=whole_number,
        metavar="N",
        help="only what this seat saw, counted from 1; for a game that is not over the default is the only person in it,"
        " else what everybody saw",
    )
    language_argument(replay)
    whose.add_argument("--spoil", action="store_true", help="tell everybody's secrets, though the game is not over")
    text = "which decisions of a recorded game cost most, by what was known then"
    analyse.configure(add("analyse", analyse.run, text, analyse.EXAMPLE))
    verify = add("verify", _verify, "replay a record and compare every position", "fairyring verify game.jsonl")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--json", action="store_true", help="one object, for programs")
    for told in (replay, verify):
        told.add_argument("--room", metavar="PATH", help="path/to/room.py of the game, where it is one of your own")


# What the games themselves add -------------------------------------------------------------------


def _offers() -> dict[str, dict[str, Command]]:
    """The commands that rooms bring, by name and game."""
    offers: dict[str, dict[str, Command]] = {}
    for game in registry.game_names():
        for name, command in registry.room(game).commands.items():
            offers.setdefault(name, {})[game] = command
    return offers


def _room_parser(words: list[str]) -> Parser | None:
    """A parser for `COMMAND GAME …`, if a game brings that command; rooms are asked only for unknown commands.

    The game in `words` is put into its proper form.
    """
    if not words or words[0].startswith("-") or words[0] in COMMANDS:
        return None
    called, offers = words[0], _offers()
    if called not in offers:
        raise OptionError(_no_command(called, [*COMMANDS, *sorted(offers)]))
    games = offers[called]
    if len(words) > 1 and not words[1].startswith("-"):
        words[1] = registry.room(words[1]).name
        if words[1] not in games:
            raise OptionError(f"“{called}” is for {' and '.join(games)}, not for {words[1]}.")
    parser = Parser(prog=f"fairyring {called}", description="; ".join(command.help for command in games.values()))
    parser.add_argument("command", help=argparse.SUPPRESS)
    parser.usage = f"fairyring {called} [-h] GAME …"
    rooms = parser.add_subparsers(metavar="GAME", required=True, parser_class=Parser, prog=f"fairyring {called}")
    for game, command in games.items():
        sub = rooms.add_parser(game, help=f"see fairyring {called} {game} --help", description=command.help)
        command.configure(sub)
        sub.set_defaults(run=command.run)
    return parser


def _no_command(called: str, known: Sequence[str]) -> str:
    game = slug_of_input(called)
    if game in registry.game_names():
        return f"There is no command “{called}”; did you mean “play {game}” or “rules {game}”?"
    near = difflib.get_close_matches(called.casefold(), known, 1)
    return f"There is no command “{called}”; " + (f"did you mean “{near[0]}”?" if near else f"there are {', '.join(known)}.")


# The commands ------------------------------------------------------------------------------------


def _rules(args: argparse.Namespace) -> int:
    from fairyring.cli.rulebook import render  # noqa: PLC0415  (a quick start: only what the command needs)

    terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, WIDEST)
    styled = terminal and "utf" in (sys.stdout.encoding or "").lower()
    for line in render(room_named(args.game), width, args.rule, styled=styled, language=args.lang):
        print(line)
    return 0


def _simulate(args: argparse.Namespace) -> int:
    game = game_of(args)
    progress, played = Progress(args.games, "games"), 0

    def count(done: int) -> None:
        nonlocal played
        played = done
        progress(done)

    try:
        result = fr.simulate(
            game, games=args.games, seed=args.seed, bots=args.bots, threads=args.threads, backend=args.backend, progress=count
        )
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped after {played:,} games.")
        return 130
    finally:
        progress.close()
    if args.json:
        say_json(result.as_dict(rounded=True))
        return 0
    speed = f"{result.decisions_per_s:,.0f} decisions a second"
    say(f"{game.room.title}: {result.games:,} games in {result.seconds:.2f} s, {speed}")
    for seat, (score, error, wins) in enumerate(zip(result.mean_score, result.score_error, result.win_share, strict=True)):
        who = f"seat {seat + 1:{len(str(game.players))}} ({result.bots[seat]:7})"
        say(f"  {who} {score:8.3f} ± {error:.3f}   wins {wins:6.1%}  {'█' * round(wins * 40)}")
    say(f"  turns {result.mean_turns:.2f}")
    for kind, shares in (("ended by", result.end_reasons), ("actions", result.actions)):
        say(f"  {kind} " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    if result.tallies:
        say("  " + ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in result.tallies.items()))
    return 0


def _record(args: argparse.Namespace) -> fr.Record:
    if args.room:
        room_named(args.room)  # its game is known from now on
    return fr.Record.load(args.file)


def _replay(args: argparse.Namespace) -> int:
    from fairyring.cli.narrate import narrate, narrate_seat, only_person, over  # noqa: PLC0415

    record = _record(args)
    if args.seat is not None and not 1 <= args.seat <= len(record.sitters):
        raise OptionError(f"There is no seat {args.seat}; this game has seats 1 to {len(record.sitters)}.")
    if args.spoil or (args.seat is None and over(record)):
        lines = list(narrate(record, args.lang))
    else:
        lines = list(narrate_seat(record, only_person(record) if args.seat is None else args.seat - 1, args.lang))
    for line in lines:
        say(line)
    return 0


def _verify(args: argparse.Namespace) -> int:
    try:
        record = _record(args)
        record.verify()
    except FairyringError as error:
        if not args.json:
            raise
        say_json({"ok": False, "error": str(error)})
        return 2
    chance = "checked" if record.chance_known else "not sealed" if record.seal is None else "not opened"
    if args.json:
        told = {"ok": True, "game": record.name, "decisions": len(record.decisions), "outcome": record.outcome}
        say_json(told | {"digest": record.digest, "chance": chance})
        return 0
    end = f"ended by {record.outcome['reason']}" if record.outcome else "not over yet"
    say(f"Good: {len(record.decisions)} decisions of {record.name}, all by the rules; {end}.")
    if chance == "checked":
        say("Chance was sealed before the game, and every draw of it was checked.")
    elif chance == "not opened":
        say("Chance was sealed before the game; it cannot be checked, because its secret is not open here.")
    return 0


def _kit(args: argparse.Namespace) -> int:
    from fairyring.kit.run import run_kit  # noqa: PLC0415
    from fairyring.lab.simulate import check_games, check_seed  # noqa: PLC0415

    check_games(args.games)
    check_seed(args.seed)
    check_seed(args.seed + args.games - 1)
    rooms = [room_named(args.game)] if args.game else [registry.room(name) for name in registry.game_names()]
    tell = None if args.json else say
    reports = [run_kit(room, games=args.games, seed=args.seed, say=tell, called=args.game or room.name) for room in rooms]
    if args.json:
        say_json([report.as_dict() for report in reports])
    return 0 if all(report.passed for report in reports) else 1


def _bench(args: argparse.Namespace) -> int:
    from fairyring.lab import compare_openspiel  # noqa: PLC0415
    from fairyring.lab.bench import bench  # noqa: PLC0415

    rows = []
    for name in [room_named(args.game).name] if args.game else registry.game_names():
        row = bench(name, args.seconds, args.players)
        rows.append(row)
        if args.json:
            continue
        say(
            f"{row['game']:12} {row['players']} seats   compiled {row['compiled_decisions_per_s'] / 1e6:7.2f} M/s"
            f"   interpreted {row['interpreted_decisions_per_s'] / 1e3:7.1f} k/s   {row['ratio']:6.0f} ×"
        )
        for who, speed in row.get("imagined_games_per_s", {}).items():
            say(f"   {speed:12,} imagined games/s   {who}")
        sys.stdout.flush()
    if args.json:
        say_json(rows)
    elif not compare_openspiel.installed():
        say(compare_openspiel.HOW_TO)
    return 0


__all__ = ["game_of", "main", "option_value"]

if __name__ == "__main__":
    sys.exit(main())
