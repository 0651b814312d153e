"""What Fairy Tale's options decide: the names of cards, the constants of the state, and which options do not fit together."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker
from fairyring.core.text.messages import msg
from fairyring.games.fairy_tale.deck import deck_of
from fairyring.games.fairy_tale.schema import HAND, PLAYS, ROUNDS, State

FOLDER = Path(__file__).parent
COUPLES_SEATS = 4
NUMBERS = (
    RuleNumber("hand_size", HAND, 2, HAND),  # R6
    RuleNumber("rounds", ROUNDS, 1, ROUNDS),  # R6
    RuleNumber("plays", PLAYS, 1, PLAYS),  # R9
)


def vocabulary(options: Options) -> Vocabulary:
    """R1: the kinds of card are named by the deck file."""
    return {"card": deck_of(options["deck"]).slugs}


def constants(_room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields but the sizes of the game."""
    deck = deck_of(options["deck"]).constants(simplified=options["simplified"] == "yes")
    table = {"players": options["players"], "couples": int(options["couples"] == "yes")}
    return {**table, **deck}


def validate(options: Options) -> None:
    """R9, R34–R36: nobody plays more cards than are dealt, couples need four seats, and the deck has cards for everybody.

    Raises OptionError.
    """
    say = error_speaker(FOLDER)
    players = options["players"]
    if options["couples"] == "yes" and players != COUPLES_SEATS:
        raise OptionError(msg("error.couples", needed=COUPLES_SEATS, players=players), say)
    numbers = rule_numbers(NUMBERS, options)
    if numbers["plays"] > numbers["hand_size"]:
        raise OptionError(msg("error.plays", plays=numbers["plays"], cards=numbers["hand_size"]), say)
    each = numbers["hand_size"] * numbers["rounds"]
    cards = sum(deck_of(options["deck"]).constants(simplified=options["simplified"] == "yes")["copies"])
    if players * each > cards:
        most = cards // each
        counts = {"cards": cards, "each": each, "most": most if most >= State.seats[0] else "none", "players": players}
        raise OptionError(msg("error.too-few-cards", **counts), say)
