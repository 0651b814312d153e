"""Fariables: stand on the fairies that will be worth most. For 2 to 6, by R. A. Mildren."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError, OptionError
from fairyring.core.messages import ENGLISH, Speaker, msg
from fairyring.core.minds import Search
from fairyring.core.names import Given
from fairyring.core.options import Choice, Options
from fairyring.core.room import Guide, Room, Small, all_texts, options_as_constants
from fairyring.games.fariables import bots, face, rules
from fairyring.games.fariables.boards import BOARD, SPARE, board_of, spaces_needed
from fairyring.games.fariables.laws import LAWS
from fairyring.games.fariables.meanings import MEANINGS
from fairyring.games.fariables.schema import (
    ACTIONS,
    CHANCE,
    FACES,
    GOAL,
    KINDS,
    MOST_SEATS,
    TOKENS,
    End,
    Event,
    Refusal,
    State,
    Tally,
    Zone,
)
from fairyring.games.fariables.sheet.command import PRINT
from fairyring.games.fariables.terminal import table
from fairyring.games.fariables.view import View

FOLDER = Path(__file__).parent


def names(options: Options) -> Given:
    """The board names its spaces."""
    return {"space": tuple(space.name for space in board_of(options).spaces)}


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
    """R5, R27: the board must have room for everybody, and who begins must be there."""
    board, players, first = board_of(options), options["players"], options["first"]
    speaker = Speaker(all_texts(FOLDER, ENGLISH))
    if len(board.spaces) < spaces_needed(players):
        sizes = {"spaces": len(board.spaces), "need": spaces_needed(players), "tokens": TOKENS, "spare": SPARE}
        raise DataError(msg("error.board.small", board=board.name, players=players, **sizes), speaker)
    if first != "random" and int(first) > players:
        raise OptionError(msg("error.first", first=int(first), players=players), speaker)


ROOM = Room(
    name="fariables",
    folder=FOLDER,
    designer="R. A. Mildren",
    publisher="Mossdell",
    minutes=(15, 15),
    numbers={"goal": GOAL, "steepest": FACES - rules.NO_CHANGE, "tokens": TOKENS},
    state=State,
    module=rules,
    face=face,
    actions=ACTIONS,
    chance=CHANCE,
    events=Event,
    zones=Zone,
    ends=End,
    refusals=Refusal,
    tallies=Tally,
    options=(
        BOARD,
        Choice("first", ("random", *(str(number) for number in range(1, MOST_SEATS + 1)))),
    ),
    names=names,
    constants=constants,
    refuse=refuse,
    view=View,
    table=table,
    laws=LAWS,
    meanings=MEANINGS,
    commands={"print": PRINT},
    bots={"easy": bots.easy, "normal": bots.normal},
    search=Search(simulations=3000, z=3.0, horizon=3, age=bots.turns_begun, evaluate=bots.evaluate),
    # Two tokens on a row of four spaces, and one kind of fairy beside a flower: all games can be followed for a while.
    small=Small(
        {"players": 2, "first": "1"},
        {"kinds": 1, "tokens": 1, "goal": 6, "spaces": 4, "kind": (1, 1, 0, 1), "near": ((2, 0), (5, 0), (10, 0), (4, 0))},
        depth=7,
    ),
    plans=True,
    guide=Guide(
        {"players": 2, "board": "meadow", "first": "1"},
        # Leaf climbs from 6 by 3, 2 and 3 in the learner's own turns: to 9, to 11, where one roll may end it, and to 14.
        chance=tuple(f"roll {face}" for face in (3, 6, 4, 2, 5, 1, *(2, 6, 3), *(5, 2, 2), *(2, 5, 4), *(1, 5, 1), *(2, 6), 3)),
        bots={
            1: (
                *(f"place {space}" for space in ("b4", "b5", "a4", "a3", "a5", "c5")),
                "lift a5",
                "lift a3",
                "place c6",
                "place b6",
                "done",
            )
        },
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
