"""Fairy: guess the next card. For 2 to 10, by Mashiu."""

from pathlib import Path
from typing import Any

from fairyring.core.game.bot_specs import BotSpec, ExactSpec, PerfectPlayer, SearchSpec, TrainedSpec
from fairyring.core.game.game import Game
from fairyring.core.game.options import Choice
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, SmallInstance, TableHooks, Tutorial
from fairyring.core.table.odds import Draw
from fairyring.games.fairy import bots, rules, schema
from fairyring.games.fairy.conformance.invariants import INVARIANTS
from fairyring.games.fairy.conformance.meanings import MEANINGS
from fairyring.games.fairy.numbers import NUMBERS, constants, validate
from fairyring.games.fairy.presentation import describe
from fairyring.games.fairy.presentation.explain import explain
from fairyring.games.fairy.presentation.terminal import table
from fairyring.games.fairy.solve.command import SOLVE
from fairyring.games.fairy.view import View


def exact_player(game: Game[Any], prepared: bytes) -> PerfectPlayer:
    """Import the solver only when the bot is used: it needs NumPy."""
    from fairyring.games.fairy.solve.player import Player  # noqa: PLC0415

    return Player(game, prepared)


ROOM = Room(
    info=Info(name="fairy", folder=Path(__file__).parent, designer="Mashiu", publisher="SUKI Games", minutes=(10, 15)),
    schema=Schema.from_module(schema),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            Choice("variant", ("standard", "fifteen")),
            Choice("suits", ("runs", "mod3")),
            Choice("memory_aid", ("no", "yes")),
        ),
        numbers=NUMBERS,
        constants=constants,
        validate=validate,
    ),
    presentation=Presentation(
        describe=describe,
        explain=explain,
        view=View,
        terminal=table,
        daily={"players": 4},
        tutorial=Tutorial(
            {"players": 4},
            # 3: nearly all are higher; 9: hard to tell; 11, a fairy that three of four guesses win; two more fairies end it.
            chance=("card 3", "card 9", "card 11", "card 16", "card 4", "card 12", "card 18"),
            bots={
                1: ("guess higher", "guess suit"),
                2: ("guess higher", "guess higher"),
                3: ("guess suit", "guess lower"),
            },
        ),
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(sample_choices=bots.sample_guesses, own_rollout=bots.deviate_unless_leading, simulations=4000, z=1.0),
        exact=ExactSpec(supports=lambda options: options["players"] == 2, make_player=exact_player),
        trained=TrainedSpec(
            "trained.json", rules=2, options={"players": 2, "variant": "standard", "suits": "runs", "memory_aid": "no"}
        ),
    ),
    table=TableHooks(
        draws={"card": Draw("urn", events=("flipped", "revealed"))},
        without_memory=describe.without_memory,
    ),
    checks=Checks(
        small_instances=(SmallInstance({"players": 2}, depth=5),),
        meanings=MEANINGS,
        invariants=INVARIANTS,
        variants=(
            {"players": 2},
            {"players": 4},
            {"players": 10},
            {"players": 3, "variant": "fifteen", "suits": "mod3"},
            {"players": 5, "memory_aid": "yes"},
            {"players": 3, "higher": 1, "lower": 3, "suit": 5, "catch": 9, "goal": 12},
            {"players": 2, "wrong": 3, "floor": -9, "last_fairy": 2, "fairy_cards": 2},
            {"players": 3, "fairy_cards": 7, "suits": "mod3"},
        ),
    ),
    commands={"solve": SOLVE},
)
