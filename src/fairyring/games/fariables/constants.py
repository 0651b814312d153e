"""What Fariables' options decide: the names of spaces, the constants of the state, and which options do not fit together."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError, OptionError
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker, options_as_constants
from fairyring.core.text.messages import msg
from fairyring.games.fariables.boards import SPARE, board_of, spaces_needed
from fairyring.games.fariables.schema import (
    FACES,
    KINDS,
    LEAST_FACES,
    LEAST_OFF_DIE_B,
    MAX_GOAL,
    MOST_OFF_DIE_B,
    OFF_DIE_B,
    TOKENS,
)

FOLDER = Path(__file__).parent
GOAL = 14  # R18
LEAST_GOAL = 7  # no first value (R4) ends the game
NUMBERS = (
    RuleNumber("goal", GOAL, LEAST_GOAL, MAX_GOAL),
    RuleNumber("off_die_b", OFF_DIE_B, LEAST_OFF_DIE_B, MOST_OFF_DIE_B),
    RuleNumber("tokens", TOKENS, 2, TOKENS),  # R6
    RuleNumber("faces", FACES, LEAST_FACES, FACES),  # R4, R12, R14, R23; dice that pick a kind have a face for each (R3)
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
    """R5, R12, R27: the board must have room for all tokens, the first player must exist, and values must grow; else an error.

    Where die B takes more than it brings, the goal is farther away with every face less: of dice with six faces a game
    takes a few hundred turns, of others it may take millions.
    """
    board, players, first = board_of(options), options["players"], options["first"]
    speaker = error_speaker(FOLDER)
    numbers = rule_numbers(NUMBERS, options)
    tokens, faces, off = numbers["tokens"], numbers["faces"], numbers["off_die_b"]
    need = spaces_needed(players, tokens)
    if len(board.spaces) < need:
        sizes = {"spaces": len(board.spaces), "need": need, "tokens": tokens, "spare": SPARE}
        raise DataError(msg("error.board.small", board=board.name, players=players, **sizes), speaker)
    if first != "random" and int(first) > players:
        raise OptionError(msg("error.first", first=int(first), players=players), speaker)
    if faces < FACES and 2 * off > 1 + faces:
        raise OptionError(msg("error.faces", faces=faces, off=off, most=(1 + faces) // 2), speaker)
