"""`fairyring solve crane`: the value of every bet in the game for two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXAMPLE = "fairyring solve crane --missing low,just --cards 0,30 --jackpot 5 --skill steady"
TIE_MARGIN = 0.0005  # share of the win; bets within it of the best one are all printed as best


def configure(parser: ArgumentParser) -> None:
    from fairyring.cli.arguments import place_argument, whole_number  # noqa: PLC0415  (only the command line calls this)

    parser.epilog = f"example: {EXAMPLE}"
    parser.add_argument("--missing", metavar="BETS", help="bets the bettor still needs (default: high,low,just)")
    parser.add_argument("--rival-missing", metavar="BETS", help="bets the challenger still needs (default: high,low,just)")
    parser.add_argument("--cards", default="0,0", metavar="N,N", help="cards of bettor and challenger (default 0,0)")
    parser.add_argument("--jackpot", type=whole_number, default=3, metavar="N", help="cards in the jackpot (default 3)")
    parser.add_argument("--skill", metavar="NAME", help="novice (default), steady or expert")
    place_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Print the value of every bet, by the number flipped."""
    from fairyring.cli.arguments import whole_numbers  # noqa: PLC0415  (as above)
    from fairyring.cli.streams import say, say_json  # noqa: PLC0415
    from fairyring.games.crane.schema import Bet  # noqa: PLC0415
    from fairyring.games.crane.solve import bets  # noqa: PLC0415

    game: Game[Any] = registry.game("crane", players=2, **({"skill": args.skill} if args.skill else {}))
    cards = whole_numbers("--cards", args.cards)
    if len(cards) != 2:
        raise OptionError(f"--cards {args.cards}: say how many both have, as 0,30.")
    typed = {"--missing": args.missing, "--rival-missing": args.rival_missing}
    missing = [bets.bets_named(flag, text) if text else list(Bet) for flag, text in typed.items()]
    values = bets.best_bets(game, bets.position(game, missing, cards, args.jackpot), args.on)
    mean = sum(max(row.values()) for row in values.values()) / len(values)
    if args.json:
        rounded = {flip: {Bet.word(bet): round(value, 6) for bet, value in row.items()} for flip, row in values.items()}
        say_json({"game": game.name, "options": dict(game.options), "value": round(mean, 6), "bets": rounded})
        return 0
    say(f"{game.room.title} for two, {game.options['skill']} hands: who bets wins {mean:.1%} if both bet as well as they can")
    say("  number" + "".join(f"{Bet.word(bet):>9}" for bet in Bet) + "   best")
    for flip, row in values.items():
        best = [bet for bet in row if row[bet] > max(row.values()) - TIE_MARGIN]
        cells = "".join(f"{row[bet]:>9.1%}" if bet in row else f"{'–':>9}" for bet in Bet)
        say(f"  {flip:>6}{cells}   {' or '.join(Bet.word(bet) for bet in best)}")
    return 0


SOLVE = Command("the value of every bet in the game for two", configure, run)
