"""`fairyring solve fairy`: exact play for two when few cards are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXAMPLE = "fairyring solve fairy --top 2 --left 10,16,18 --scores 9,6"


def configure(parser: ArgumentParser) -> None:
    from fairyring.cli.arguments import place_argument, whole_number  # noqa: PLC0415  (only the command line calls this)

    parser.epilog = f"example: {EXAMPLE}"
    parser.add_argument("--top", type=whole_number, metavar="CARD", help="top card of the discard pile")
    parser.add_argument("--left", metavar="CARDS", help="cards left in the deck, separated by commas")
    parser.add_argument("--scores", metavar="N,N", help="scores of the two players")
    place_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Solve the position in `args` and print both players' mixed strategies."""
    from fairyring.cli.arguments import whole_numbers  # noqa: PLC0415  (as above)
    from fairyring.cli.streams import say, say_json  # noqa: PLC0415
    from fairyring.games.fairy.schema import Guess  # noqa: PLC0415
    from fairyring.games.fairy.solve.late import checked_position, solve_late  # noqa: PLC0415  (imports NumPy)
    from fairyring.lab.workers.pool import map_on  # noqa: PLC0415
    from fairyring.progress import announced  # noqa: PLC0415

    if args.top is None or not args.left or not args.scores:
        raise OptionError("Say where the game stands: --top 2 --left 10,16,18 --scores 9,6.")
    game: Game[Any] = registry.game("fairy", players=2)
    left, scores = whole_numbers("--left", args.left), whole_numbers("--scores", args.scores)
    s = checked_position(game, args.top, left, scores)
    with announced("Looking at every way in which it can go on …"):
        ((value, *mixtures),) = map_on(args.on, solve_late, [(game, schema.pack(s))])
    guesses = [dict(zip(Guess.words, map(float, mixture.round(6)), strict=True)) for mixture in mixtures]
    if args.json:
        say_json({"game": game.name, "value": round(value, 6), "guesses": guesses})
        return 0
    say(f"{game.room.title}, {s.left} cards left: player 1 wins {value:.2%} if both play perfectly")
    for number, mixture in enumerate(guesses, start=1):
        say(f"  player {number}: " + ", ".join(f"{name} {share:.1%}" for name, share in mixture.items() if share))
    return 0


SOLVE = Command("exact mixed strategies for two players when at most four cards are left", configure, run)
