"""Sneaky Town: find and cover three hidden charms. For 2, by Daniel Sosebee."""

import re
from functools import cache
from typing import Any, cast

from fairyring.core.actions import Actions, Kind
from fairyring.core.errors import OptionError
from fairyring.core.options import Choice, Number, Options, Written
from fairyring.core.room import Room, Rules, Small, Words
from fairyring.games.sneaky_town import bots, rules, words
from fairyring.games.sneaky_town.drawing import point_name
from fairyring.games.sneaky_town.laws import LAWS
from fairyring.games.sneaky_town.schema import FIRST_TO, LEAD, SINGLE, State
from fairyring.games.sneaky_town.tables import ORDERS

MODES = {"lead": LEAD, "first-to": FIRST_TO, "single": SINGLE}
STOCK = {"5": 8, "3": 5}  # R3, R24
MARKS = {"5": 12, "3": 6}  # R12, R24


def read_match(text: str) -> str:
    """The option `match`: lead:N, first-to:N with N from 1 to 9, or single (R22)."""
    if re.fullmatch(r"(lead|first-to):[1-9]|single", text):
        return text
    raise OptionError(f"match={text} is not known; write lead:N or first-to:N with N from 1 to 9, or single.")


def constants(_room: Room, options: Options) -> dict[str, Any]:
    """What the options mean in numbers."""
    mode, _, goal = options["match"].partition(":")
    size = options["size"]
    return {
        "players": options["players"],
        "size": int(size),
        "stock": STOCK[size],
        "marks": MARKS[size],
        "mode": MODES[mode],
        "goal": int(goal or 1),
        "turn_limit": options["turn_limit"],
    }


@cache
def actions(size: int) -> Actions:
    """What seats can do on a lattice of this size; points are named by player 1's line, then player 2's."""
    points = tuple(point_name(size, point) for point in range(size * size))
    return Actions(
        Kind("cast", point=points),
        Kind("transfer", point=points, target=points),
        Kind("recover", point=points),
        Kind("reveal", line=tuple(str(line) for line in range(1, size + 1))),
        Kind("swap", point=points, target=points),
        Kind("end"),
    )


@cache
def chance(size: int) -> Actions:
    """The orders of a rack, line 1 first."""
    return Actions(Kind("rack", tiles=tuple(",".join(words.SHORT_TILES[tile] for tile in order) for order in ORDERS[size])))


ROOM = Room(
    name="sneaky-town",
    designer="Daniel Sosebee",
    state=State,
    rules=cast(Rules, rules),
    words=cast(Words, words),
    actions=lambda options: actions(int(options["size"])),
    chance=lambda options: chance(int(options["size"])),
    options=(
        Choice("size", ("5", "3"), "lines of each player: the full lattice, or a small one for learning"),
        Written(
            "match", "lead:3", "lead:N|first-to:N|single", read_match, "lead by N rounds, be first to win N, or play one round"
        ),
        Number("turn_limit", 100, 0, 1000, "after so many turns in a round the player to move has to end it; 0 for never"),
    ),
    constants=constants,
    laws=LAWS,
    bots={"normal": bots.normal},
    small=Small({"size": "3", "match": "single"}, depth=4),
    kit_options=(
        {"match": "single"},
        {"match": "single", "turn_limit": 12},
        {"match": "single", "size": "3", "turn_limit": 0},
        {"match": "first-to:2", "size": "3"},
        {"match": "lead:2", "turn_limit": 10},
    ),
)
