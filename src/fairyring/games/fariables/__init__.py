"""Fariables: stand on the fairies that will be worth most. For 2 to 6, by R. A. Mildren."""

from fairyring.core.game.bot_specs import BotSpec, SearchSpec
from fairyring.core.game.options import Choice
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, SmallInstance, TableHooks, Tutorial
from fairyring.core.table.odds import Draw
from fairyring.games.fariables import bots, rules, schema
from fairyring.games.fariables.boards import BOARD
from fairyring.games.fariables.conformance.invariants import INVARIANTS
from fairyring.games.fariables.conformance.meanings import MEANINGS
from fairyring.games.fariables.constants import FOLDER, NUMBERS, constants, validate, vocabulary
from fairyring.games.fariables.presentation import describe
from fairyring.games.fariables.presentation.explain import explain
from fairyring.games.fariables.presentation.terminal import table
from fairyring.games.fariables.tools.print_command import PRINT
from fairyring.games.fariables.view import View

ROOM = Room(
    info=Info(name="fariables", folder=FOLDER, designer="R. A. Mildren", publisher="Mossdell", minutes=(15, 15)),
    schema=Schema.from_module(schema),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            BOARD,
            Choice("first", ("random", *(str(number) for number in range(1, schema.SEATS + 1)))),
        ),
        numbers=NUMBERS,
        validate=validate,
        vocabulary=vocabulary,
        constants=constants,
    ),
    presentation=Presentation(
        describe=describe,
        explain=explain,
        view=View,
        terminal=table,
        daily={"players": 3},
        tutorial=Tutorial(
            {"players": 2, "board": "meadow", "first": "1"},
            # Leaf climbs from 6 by 3, 2 and 3 in the learner's own turns: to 9, to 11, where one roll may end it, and to 14.
            chance=tuple(
                f"roll {face}" for face in (3, 6, 4, 2, 5, 1, *(2, 6, 3), *(5, 2, 2), *(2, 5, 4), *(1, 5, 1), *(2, 6), 3)
            ),
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
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(simulations=3000, z=3.0, horizon=3, turn_count=bots.turns_begun, evaluate=bots.evaluate),
    ),
    table=TableHooks(
        can_preview=True,
        draws={"first": Draw("die", events=("begun",)), "roll": Draw("die")},
    ),
    checks=Checks(
        # Two tokens on a row of four spaces, and one kind of fairy beside a flower: all games can be followed for a while.
        small_instances=(
            SmallInstance(
                {"players": 2, "first": "1"},
                {
                    "kinds": 1,
                    "tokens": 1,
                    "goal": 6,
                    "spaces": 4,
                    "kind": (1, 1, 0, 1),
                    "near": ((2, 0), (5, 0), (10, 0), (4, 0)),
                },
                depth=7,
            ),
        ),
        meanings=MEANINGS,
        invariants=INVARIANTS,
        variants=(
            {"players": 2},
            {"players": 4, "board": "islands"},
            {"players": 6, "board": "moon"},
            {"players": 3, "board": "fairy-ring", "first": "2"},
            {"players": 5, "board": "river"},
            {"players": 2, "board": "butterfly", "first": "1"},
            {"players": 3, "goal": 17, "off_die_b": 2, "tokens": 4},
            {"players": 2, "faces": 4, "off_die_b": 2},
        ),
    ),
    commands={"print": PRINT},
    http_tools="fairyring.games.fariables.tools.http",
)
