"""What Fariables' options decide: the names of spaces, the constants of the state, and which options do not fit together."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError, OptionError
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker, options_as_constants
from fairyring.core.text.messages import msg
from fairyring.games.fariables.boards import SPARE, board_of, spaces_needed
from fairyring.games.fariables.schema import KINDS, LEAST_OFF_DIE_B, MAX_GOAL, MOST_OFF_DIE_B, OFF_DIE_B, TOKENS

FOLDER = Path(__file__).parent
GOAL = 14  # R18
LEAST_GOAL = 7  # no first value (R4) ends the game
NUMBERS = (
    RuleNumber("goal", GOAL, LEAST_GOAL, MAX_GOAL),
    RuleNumber("off_die_b", OFF_DIE_B, LEAST_OFF_DIE_B, MOST_OFF_DIE_B),
    RuleNumber("tokens", TOKENS, 2, TOKENS),  # R6
)


def vocabulary(options: Options) -> Vocabulary:
    """R27: the spaces are named by the board."""
    return {"space": tuple(space.name for space in board_of(options).spaces)}


def constants(room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields but the numbers of the rules: the number of kinds, and the board."""
    return {
        **options_as_constants(room, options),
        "kinds": KINDS,
        **board_of(options).constants,
    }


def validate(options: Options) -> None:
    """R5, R27: the board must have room for all tokens, and the first player must exist; else an error."""
    board, players, first = board_of(options), options["players"], options["first"]
    speaker = error_speaker(FOLDER)
    tokens = rule_numbers(NUMBERS, options)["tokens"]
    need = spaces_needed(players, tokens)
    if len(board.spaces) < need:
        sizes = {"spaces": len(board.spaces), "need": need, "tokens": tokens, "spare": SPARE}
        raise DataError(msg("error.board.small", board=board.name, players=players, **sizes), speaker)
    if first != "random" and int(first) > players:
        raise OptionError(msg("error.first", first=int(first), players=players), speaker)
