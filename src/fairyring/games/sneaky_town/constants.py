"""What Sneaky Town's options decide: the constants of the state, and the names of points, lines and racks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields.vocabulary import Vocabulary
from fairyring.core.game.options import Options, RuleNumber, rule_numbers
from fairyring.core.game.room import Room, error_speaker
from fairyring.core.text.messages import msg
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import (
    FLOWER,
    MAX_MARKS,
    MAX_PAY,
    MAX_STONES,
    MAX_VOID_COST,
    OTHER_SUN,
    OWN_SUN,
    VOID_COST,
    Mode,
    Tile,
    charm_pays,
)

FOLDER = Path(__file__).parent
STOCK = {"5": 8, "3": 5}  # R3, R24
MARKS = {"5": 12, "3": 6}  # R12, R24
NUMBERS = (
    RuleNumber("own_sun", OWN_SUN, 0, MAX_PAY),  # R18
    RuleNumber("flower", FLOWER, 0, MAX_PAY),
    RuleNumber("other_sun", OTHER_SUN, 0, MAX_PAY),
    RuleNumber("void_cost", VOID_COST, 0, MAX_VOID_COST),  # R19
    RuleNumber("stock", lambda options: STOCK[options["size"]], 2, MAX_STONES),
    RuleNumber("marks", lambda options: MARKS[options["size"]], 1, MAX_MARKS),
)
SHORT = {Tile.BLUE_SUN: "blue", Tile.BROWN_SUN: "brown", Tile.FLOWER: "flower", Tile.VOID: "void"}  # as nature writes them


def point_name(size: int, point: int) -> str:
    """“2,3” is where line 2 of player 1 meets line 3 of player 2."""
    return f"{point // size + 1},{point % size + 1}"


def point_number(size: int, name: str) -> int:
    """Return the number of the point with this name."""
    first, second = name.split(",")
    return size * (int(first) - 1) + int(second) - 1


def vocabulary(options: Options) -> Vocabulary:
    """R2, R5: the points and lines of a lattice of this size, and the orders of a rack, line 1 first."""
    size = int(options["size"])
    return {
        "point": tuple(point_name(size, point) for point in range(size * size)),
        "line": tuple(str(line + 1) for line in range(size)),
        "order": tuple(",".join(SHORT[tile] for tile in order) for order in ORDERS[size]),
    }


def read_match(text: str) -> str:
    """The option `match`: lead:N, first-to:N or rounds:N with N from 1 to 9, or single (R22)."""
    if re.fullmatch(r"(lead|first-to|rounds):[1-9]|single", text):
        return text
    raise OptionError(msg("error.option.match", match=text), error_speaker(FOLDER))


def split_match(text: str) -> tuple[str, int]:
    """The option `match` as its mode and its goal; 1 for a single round."""
    mode, _, goal = text.partition(":")
    return mode, int(goal or 1)


def most_rounds(mode: str, goal: int) -> int | None:
    """R22: how many rounds a match can have; None where it goes on until somebody leads by enough."""
    if mode == Mode.word(Mode.LEAD):
        return None
    return 2 * goal - 1 if mode == Mode.word(Mode.FIRST_TO) else goal


def charm_values(options: Options) -> tuple[tuple[int, ...], ...]:
    """R18: what each tile pays at this table, by seat."""
    known = rule_numbers(NUMBERS, options)
    return charm_pays(known["own_sun"], known["other_sun"], known["flower"])


def constants(_room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields."""
    mode, goal = split_match(options["match"])
    return {
        "players": options["players"],
        "size": int(options["size"]),
        "pays": charm_values(options),
        "mode": Mode.number(mode),
        "goal": goal,
        "turn_limit": options["turn_limit"],
    }
