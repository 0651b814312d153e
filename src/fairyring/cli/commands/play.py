"""`fairyring play`: play a game in the terminal."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fairyring as fr
from fairyring.cli import streams
from fairyring.cli.arguments import game_arguments, language_argument, whole_number
from fairyring.core.errors import DataError, OptionError
from fairyring.core.text.messages import ENGLISH, msg

if TYPE_CHECKING:
    from fairyring.terminal.autosave import Autosave
    from fairyring.terminal.screen import Screen

EXAMPLE = "fairyring play fairy --players 3 --names Ann --level normal"
DEFAULT_PLAYERS = 4


def configure(play: argparse.ArgumentParser) -> None:
    game_arguments(play, optional=True)
    play.add_argument(
        "--you",
        metavar="SEATS",
        help="your seat, several as 1,2 or “all”, or “none” to watch (default: 1, or as many as --names)",
    )
    play.add_argument("--names", metavar="NAMES", help="the people's names, as Ann,Bo; or a name for every seat")
    play.add_argument(
        "--level",
        "--bots",
        dest="bots",
        metavar="LEVEL",
        help="one for all bots, or one for each, in the order of their seats (default: normal)",
    )
    play.add_argument(
        "--why",
        action="store_true",
        help="bots that think ahead say why: after the game, or at once where no people play",
    )
    play.add_argument("--seed", type=whole_number, help="makes chance and bots repeatable")
    play.add_argument("--save", metavar="FILE", help="keep the game there, move by move")
    play.add_argument("--force", action="store_true", help="let --save replace a file that exists")
    language_argument(play)
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game: the same people, bots and position")


@dataclass(frozen=True, slots=True)
class Party:
    """A table, the seats of people, and the levels of bots."""

    table: fr.Table[Any]
    people: tuple[int, ...]
    bots: tuple[str, ...]  # one level per seat; ignored for people


def run(args: argparse.Namespace) -> int:
    """Ask for missing arguments, then play. `quit`, Ctrl-D and Ctrl-C end the game and keep what was saved."""
    from fairyring.terminal.screen import Quit, Screen  # noqa: PLC0415  (imported when the game starts)

    streams.need_output()
    if sys.stdin is None:  # closed: read as empty
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123  (for as long as the program runs)
    screen = Screen()
    if sys.stdin.isatty() and sys.stdout.isatty():
        from fairyring.core.text.messages import Speaker, core_texts  # noqa: PLC0415
        from fairyring.terminal.fullscreen import FullScreen  # noqa: PLC0415  (imports rich)

        screen = FullScreen(Speaker(core_texts(args.lang)).say("terminal.more"))
    try:
        return _play(args, screen)
    except Quit:
        return 0
    except KeyboardInterrupt:
        screen.write([""])
        return 130


def _play(args: argparse.Namespace, screen: Screen) -> int:
    from fairyring.terminal.autosave import Autosave, may_write  # noqa: PLC0415
    from fairyring.terminal.screen import Quit  # noqa: PLC0415
    from fairyring.terminal.session import Session  # noqa: PLC0415
    from fairyring.terminal.setup_dialog import SetupDialog  # noqa: PLC0415

    dialog = SetupDialog(screen, args.lang)
    seed = secrets.randbits(63) if args.seed is None else args.seed
    elsewhere = args.game if args.game and (args.game.endswith(".py") or "/" in args.game) else ""
    party = _resumed(args, seed) if args.resume else _begun(args, dialog, seed)
    if "exact" in party.bots:
        _solve(party.table.game)
    if not party.people:
        _load_search(party)
    saving = Autosave(args.save, args.resume, elsewhere)
    if args.save and not args.force and not (args.resume and Path(args.save).absolute() == Path(args.resume).absolute()):
        may_write(args.save, screen, dialog.speaker, msg("terminal.exists", path=args.save))
    saving.keep(party.table)  # now, so that a wrong path fails before the game
    terminal = Session(party.table, party.people, party.bots, seed, screen, saving, bool(args.resume), args.lang, args.why)
    try:
        terminal.run()
        code = 0
    except Quit:
        code = 0
    except KeyboardInterrupt:
        code = 130
    finally:
        screen.close()
    screen.write(_farewell(saving, terminal, party.table), whole=True)
    return code


def _solve(game: fr.Game[Any]) -> None:
    """Prepare the solutions that `exact` bots use; they are cached."""
    from fairyring.bots import exact  # noqa: PLC0415
    from fairyring.progress import announced  # noqa: PLC0415

    with announced(f"Solving {game.room.title} (the first time some seconds) …"):
        exact.player(game)


def _load_search(party: Party) -> None:
    """Load the compiled search before bots play among themselves; where people play, it is loaded in the background."""
    from fairyring.bots import backends, uses_search  # noqa: PLC0415
    from fairyring.progress import announced  # noqa: PLC0415

    room = party.table.game.room
    if any(map(uses_search, party.bots)):
        with announced(f"Loading the compiled search of {room.title} (the first time some seconds) …"):
            backends.compile_now(room)


def _farewell(saving: Autosave, terminal: Any, table: fr.Table[Any]) -> list[str]:
    saving.finish(table)
    if table.outcome is not None:
        return [terminal.say("terminal.kept", path=saving.path)] if saving.path else []
    if saving.path:
        return ["", terminal.say("terminal.bye-saved", command=saving.command(saving.path))]
    return ["", terminal.say("terminal.bye")]


# Seats ---------------------------------------------------------------------------------------


def _begun(args: argparse.Namespace, dialog: Any, seed: int) -> Party:
    """Start a new game. In a terminal, missing arguments are asked for unless a related one was given."""
    from fairyring.bots import assign_levels, default_level  # noqa: PLC0415
    from fairyring.cli.arguments import game_of  # noqa: PLC0415
    from fairyring.core.game.room_file import room_named  # noqa: PLC0415
    from fairyring.terminal.setup_dialog import read_names  # noqa: PLC0415

    answers = [args.players, args.you, args.names, args.bots, args.seed, args.option or None]
    ask = dialog.screen.live and not any(value is not None for value in answers)
    room = room_named(args.game or dialog.game())
    args.game = room.name
    if ask:
        args.players = dialog.players(room, _usual(room))
    game = game_of(args, default_players=DEFAULT_PLAYERS)
    if "title" not in game.room.texts():
        folder = game.room.info.folder
        raise DataError(f"This game has no texts: write them into {folder}/messages/en.json, as `fairyring new` does.")
    names = read_names(args.names, game.players) if args.names is not None else dialog.names(game.players) if ask else []
    people = _people(args.you, game) if args.you is not None else tuple(range(max(1, len(names))))
    _needs_no_screen(game, people)
    if ask and len(people) < game.players:
        args.bots = dialog.level(game)
    bots = assign_levels(game, args.bots or default_level(game.room), people)
    return Party(new_table(game, seed, people, bots, names, args.lang), people, bots)


def _needs_no_screen(game: fr.Game[Any], people: Sequence[int]) -> None:
    if people and game.gesture is not None:
        raise OptionError(
            f"With these options {game.room.title} needs a hand on a screen with sound; here choose others, or watch bots."
        )


def _usual(room: fr.Room) -> int:
    lo, hi = room.schema.state.seats
    return min(max(DEFAULT_PLAYERS, lo), hi)


def new_table(
    game: fr.Game[Any],
    seed: int,
    people: Sequence[int],
    bots: Sequence[str],
    names: Sequence[str] = (),
    language: str = ENGLISH,
) -> fr.Table[Any]:
    """Return a table of people and bots; its record names the level of each bot."""
    from fairyring.terminal.session import seat_names  # noqa: PLC0415

    called = seat_names(game.players, people, names, language)
    levels = {seat: bots[seat] for seat in game.seats if seat not in people}
    return fr.Table(game, seed=seed, names=called, bots=levels)


def _people(text: str, game: fr.Game[Any]) -> tuple[int, ...]:
    if text == "all":
        return tuple(game.seats)
    if text == "none":
        return ()
    seats = text.split(",")
    if not all(seat.isdecimal() and 1 <= int(seat) <= game.players for seat in seats):
        raise OptionError(f"--you {text} names no seat; seats go from 1 to {game.players}, or say “all” or “none”.")
    return tuple(sorted({int(seat) - 1 for seat in seats}))


# Resuming --------------------------------------------------------------------------------------


def _resumed(args: argparse.Namespace, seed: int) -> Party:
    """Return a saved game with the people and bots of its record; other arguments must agree with it."""
    from fairyring.bots import default_level  # noqa: PLC0415
    from fairyring.core.game.room_file import room_named  # noqa: PLC0415

    record = fr.Record.load(args.resume)
    args.game = room_named(args.game).name if args.game else record.name  # registers a game from a file
    if args.game != record.name:
        raise OptionError(msg("terminal.resume.game", path=args.resume, name=record.name))
    game = record.game()
    sitters = record.sitters
    people = tuple(seat for seat in game.seats if not sitters[seat].bot)
    _must_agree(args, game, people, record)
    _needs_no_screen(game, people)
    record.verify()
    bots = tuple(sitter.bot or default_level(game.room) for sitter in sitters)
    return Party(fr.Table.resume(record, seed), people, bots)


def _must_agree(args: argparse.Namespace, game: fr.Game[Any], people: tuple[int, ...], record: fr.Record) -> None:
    from fairyring.bots import assign_levels  # noqa: PLC0415
    from fairyring.cli.arguments import game_of  # noqa: PLC0415

    def refuse(key: str, **values: Any) -> None:
        raise OptionError(msg(f"terminal.resume.{key}", path=args.resume, **values))

    if args.players is not None and args.players != game.players:
        refuse("players", players=game.players)
    if args.option:
        names = {item.partition("=")[0] for item in args.option}
        players = None if "players" in names else game.players
        options = game_of(argparse.Namespace(game=game.name, players=players, option=args.option)).options
        if any(options[name] != game.options[name] for name in names):
            refuse("option", options=", ".join(f"{name}={value}" for name, value in game.options.items()))
    if args.you is not None and _people(args.you, game) != people:
        refuse("you", seats=",".join(str(seat + 1) for seat in people) or "none")
    if args.names is not None and args.names.split(",") not in (
        list(record.names),
        [record.names[seat] for seat in people],
    ):
        refuse("names", names=", ".join(record.names))
    if args.bots:
        wanted_bots = assign_levels(game, args.bots, people)
        if any(sitter.bot and sitter.bot != wanted_bots[seat] for seat, sitter in enumerate(record.sitters)):
            refuse("bots", levels=",".join(sitter.bot or "–" for sitter in record.sitters))
