"""Sneaky Town: find and cover three hidden charms. For 2, by Daniel Sosebee."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.bot_specs import BeliefSpec, BotSpec, ExactSpec, PerfectPlayer, SearchSpec
from fairyring.core.game.game import Game
from fairyring.core.game.options import Choice, Notation, Number
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, SmallInstance, TableHooks, Tutorial
from fairyring.core.table.odds import Draw
from fairyring.games.sneaky_town import bots, likelihood, rules, schema, turns
from fairyring.games.sneaky_town.conformance.invariants import INVARIANTS
from fairyring.games.sneaky_town.conformance.meanings import MEANINGS
from fairyring.games.sneaky_town.constants import FOLDER, NUMBERS, constants, read_match, vocabulary
from fairyring.games.sneaky_town.presentation import describe
from fairyring.games.sneaky_town.presentation.explain import explain
from fairyring.games.sneaky_town.presentation.terminal import table
from fairyring.games.sneaky_town.solve.command import SOLVE
from fairyring.games.sneaky_town.view import View

SOLVED_LIMITS = range(1, 5)  # turn limits; five turns would take minutes


def solvable(options: Mapping[str, Any]) -> bool:
    """Return whether the exact solution covers these options: R24, a single round, few turns."""
    return options["size"] == "3" and options["match"] == "single" and options["turn_limit"] in SOLVED_LIMITS


def exact_player(game: Game[Any], prepared: bytes) -> PerfectPlayer:
    """Import the solver only when the bot is used: it needs NumPy."""
    from fairyring.games.sneaky_town.solve.player import Player  # noqa: PLC0415

    return Player(game, prepared)


def prepare_solution(game: Game[Any]) -> bytes:
    """Solve the round; the result is cached on disk."""
    from fairyring.games.sneaky_town.solve.player import prepare  # noqa: PLC0415

    return prepare(game)


ROOM = Room(
    info=Info(
        name="sneaky-town",
        folder=FOLDER,
        designer="Daniel Sosebee",
        publisher="Daniel Sosebee",  # the rulebook names no other
        minutes=(5, 5),  # for a round, as printed; a match takes several
    ),
    schema=Schema.from_module(schema),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            Choice("size", ("5", "3")),
            Notation("match", "lead:3", ("lead:N", "first-to:N", "rounds:N", "single"), read_match),
            Number("turn_limit", 100, 0, 1000),
        ),
        numbers=NUMBERS,
        vocabulary=vocabulary,
        constants=constants,
    ),
    presentation=Presentation(
        describe=describe,
        explain=explain,
        view=View,
        terminal=table,
        daily={"match": "first-to:3"},
        tutorial=Tutorial(
            {"size": "3", "match": "single"},
            # The blue sun lies on 1,2, the brown one on 2,3, the flower on 3,1. The bot guesses beside them,
            # then looks for itself.
            chance=("rack blue,brown,flower", "rack flower,blue,brown"),
            bots={1: ("cast 2,2", "cast 1,1", "reveal 3")},
        ),
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(
            simulations=1500,
            z=2.0,
            horizon=1,
            turn_count=bots.rounds_played,
            evaluate=bots.round_won,
            left_to_policy=bots.is_first_stone,
            beliefs=BeliefSpec(
                likelihood.count_secrets,
                likelihood.suppose,
                likelihood.likelihood,
                bots.rounds_played,
                likelihood.log_likelihood_by_rollouts,
            ),
        ),
        exact=ExactSpec(supports=solvable, make_player=exact_player, prepare=prepare_solution),
    ),
    table=TableHooks(out_of_time=turns.out_of_time, draws={"rack": Draw("die")}),
    checks=Checks(
        small_instances=(SmallInstance({"size": "3", "match": "single"}, depth=4),),
        meanings=MEANINGS,
        invariants=INVARIANTS,
        variants=(
            {"match": "single"},
            {"match": "single", "turn_limit": 12},
            {"match": "single", "size": "3", "turn_limit": 0},
            {"match": "first-to:2", "size": "3"},
            {"match": "lead:2", "turn_limit": 10},
            {"match": "rounds:2", "size": "3", "turn_limit": 20},
            {"match": "single", "own_sun": 20, "flower": 12, "other_sun": 3, "void_cost": 4, "stock": 6, "marks": 3},
        ),
    ),
    commands={"solve": SOLVE},
    older_rules={1: "fairyring.games.sneaky_town.older.v1"},
)
