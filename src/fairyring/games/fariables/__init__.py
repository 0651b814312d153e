"""Fariables: stand on the fairies that will be worth most. For 2 to 6, by R. A. Mildren."""

from functools import cache
from typing import Any, cast

from fairyring.core.actions import Actions, Kind
from fairyring.core.errors import OptionError
from fairyring.core.options import Choice, Options
from fairyring.core.room import Room, Rules, Small, Words, options_as_constants
from fairyring.games.fariables import bots, rules, words
from fairyring.games.fariables.boards import BOARD, board_of, check_seats
from fairyring.games.fariables.laws import LAWS
from fairyring.games.fariables.schema import FACES, GOAL, KINDS, MOST_SPACES, TOKENS, State
from fairyring.games.fariables.sheet.command import PRINT

SEATS = tuple(str(number) for number in range(1, State.seats[1] + 1))
CHANCE = Actions(Kind("roll", face=tuple(str(face) for face in range(1, FACES + 1))), Kind("first", seat=SEATS))


def actions(options: Options) -> Actions:
    """What seats can do, by the names of the board's spaces."""
    return _actions(tuple(space.name for space in board_of(options).spaces))


@cache
def _actions(names: tuple[str, ...]) -> Actions:
    """Ids are the same on every board: there are always as many as the largest board needs."""
    spaces = names + tuple(f"none{number}" for number in range(len(names) + 1, MOST_SPACES + 1))
    return Actions(Kind("place", space=spaces), Kind("lift", space=spaces), Kind("done"))


def constants(room: Room, options: Options) -> dict[str, Any]:
    """The sizes of the game, and the board."""
    return {
        **options_as_constants(room, options),
        "kinds": KINDS,
        "tokens": TOKENS,
        "goal": GOAL,
        **board_of(options).constants,
    }


def refuse(options: Options) -> None:
    """The board must have room for everybody, and who begins must be there."""
    check_seats(board_of(options), options["players"])
    if options["first"] != "random" and int(options["first"]) > options["players"]:
        raise OptionError(f"first={options['first']} is not possible with {options['players']} players.")


ROOM = Room(
    name="fariables",
    designer="R. A. Mildren",
    state=State,
    rules=cast(Rules, rules),
    words=cast(Words, words),
    actions=actions,
    chance=lambda options: CHANCE,
    options=(
        BOARD,
        Choice("first", ("random", *SEATS), "who begins: the youngest, as the table says, or anybody"),
    ),
    constants=constants,
    refuse=refuse,
    laws=LAWS,
    commands={"print": PRINT},
    bots={"normal": bots.normal},
    # Two tokens on a row of four spaces, and one kind of fairy beside a flower: all games can be followed for a while.
    small=Small(
        {"players": 2, "first": "1"},
        {"kinds": 1, "tokens": 1, "goal": 6, "spaces": 4, "kind": (1, 1, 0, 1), "near": ((2, 0), (5, 0), (10, 0), (4, 0))},
        depth=7,
    ),
    kit_options=(
        {"players": 2},
        {"players": 4, "board": "islands"},
        {"players": 6, "board": "moon"},
        {"players": 3, "board": "fairy-ring", "first": "2"},
        {"players": 5, "board": "river"},
        {"players": 2, "board": "butterfly", "first": "1"},
    ),
)
