"""The numbers of Fairy's printed rules, which a table may change as house rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker, options_as_constants
from fairyring.core.text.messages import msg
from fairyring.games.fairy.schema import (
    CARDS,
    FAIRIES,
    FLOOR,
    LAST_FAIRY,
    LOWEST_FLOOR,
    MAX_COST,
    MAX_FAIRIES,
    MAX_REWARD,
    MAX_SCORE,
    REWARD,
    WRONG,
    Guess,
)

FOLDER = Path(__file__).parent
GOALS = {"standard": 24, "fifteen": 15}  # R14, R20


def printed_goal(options: Mapping[str, Any]) -> int:
    """R14, R20: the score that ends the game, by variant."""
    return GOALS[options["variant"]]


NUMBERS = (
    *(RuleNumber(str(guess), points, 0, MAX_REWARD) for guess, points in zip(Guess.words, REWARD, strict=True)),
    RuleNumber("wrong", WRONG, 0, MAX_COST),
    RuleNumber("floor", FLOOR, LOWEST_FLOOR, 0),
    RuleNumber("goal", printed_goal, 5, 60),
    RuleNumber("last_fairy", LAST_FAIRY, 1, LAST_FAIRY),
    RuleNumber("fairy_cards", len(FAIRIES), 1, MAX_FAIRIES),  # R1
)


def constants(room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields."""
    numbers = rule_numbers(NUMBERS, options)
    return options_as_constants(room, options) | {"reward": tuple(numbers[str(word)] for word in Guess.words)}


def validate(options: Options) -> None:
    """Refuse a last fairy that never comes, and rewards with which a score could pass its bound.

    The highest score has a catch for every fairy, and the best other guess for all else.
    """
    numbers = rule_numbers(NUMBERS, options)
    fairies, last = numbers["fairy_cards"], numbers["last_fairy"]
    if fairies < last and options["variant"] == "standard":
        raise OptionError(msg("error.fairies", fairies=fairies, last=last), error_speaker(FOLDER))
    others = CARDS - 1 - fairies
    most = others * max(numbers["higher"], numbers["lower"], numbers["suit"]) + fairies * max(
        numbers["higher"], numbers["lower"], numbers["suit"], numbers["catch"]
    )
    if most > MAX_SCORE:
        raise OptionError(msg("error.rewards", most=most, limit=MAX_SCORE), error_speaker(FOLDER))
