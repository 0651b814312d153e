"""What Crane's options decide: the constants of the state, and which options do not fit together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker, options_as_constants
from fairyring.core.text.messages import msg
from fairyring.games.crane.cards import copies_of
from fairyring.games.crane.schema import BET_PAYS, CARDS, JACKPOTS

FOLDER = Path(__file__).parent


def printed_jackpots(options: Mapping[str, Any]) -> int:
    """R3, R28: two players have one jackpot."""
    return 1 if options.get("players", 2) == 2 else JACKPOTS


NUMBERS = (
    RuleNumber("jackpots", printed_jackpots, 1, JACKPOTS),
    RuleNumber("bank", 3, 1, 20),  # R3, R21
    RuleNumber("bundle", 10, 5, 50),  # R22
    RuleNumber("bet_pays", BET_PAYS, 1, 10),
    RuleNumber("challenges", 2, 1, 9),  # R24
    RuleNumber("goal", 40, 10, 200),  # R30
    RuleNumber("high_bets", 2, 1, 2),  # R28
    RuleNumber("low_bets", 2, 1, 2),
    RuleNumber("just_bets", 1, 1, 2),
)


def sizes(options: Options) -> dict[str, Any]:
    """R2, R3, R22, R24, R28, R30: the numbers of the rules for this many players."""
    two = options["players"] == 2
    numbers = rule_numbers(NUMBERS, options)
    bets = tuple(numbers.pop(name) for name in ("high_bets", "low_bets", "just_bets"))
    return {"size": CARDS, "bet_cards": bets if two else (1, 1, 1), **numbers}


def constants(room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields."""
    return options_as_constants(room, options) | sizes(options) | {"copies": copies_of(options)}


def validate(options: Options) -> None:
    """R4: a chosen first challenger must sit at the table; else an OptionError."""
    if options["first"] != "random" and int(options["first"]) > options["players"]:
        message = msg("error.option.first", first=options["first"], players=options["players"])
        raise OptionError(message, error_speaker(FOLDER))
