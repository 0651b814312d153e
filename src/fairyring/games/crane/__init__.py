"""Crane: grab as many cards as asked, eyes closed. For 2 to 6, by Tentsuku Shimizu."""

from fairyring.core.game.bot_specs import BotSpec, SearchSpec
from fairyring.core.game.options import Choice, NameOrFile, Number
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, TableHooks, Tutorial
from fairyring.core.table.odds import Draw
from fairyring.games.crane import bots, duel, rules, schema
from fairyring.games.crane.cards import STANDARD, read_cards
from fairyring.games.crane.conformance.invariants import INVARIANTS
from fairyring.games.crane.conformance.meanings import MEANINGS
from fairyring.games.crane.conformance.small import SMALL
from fairyring.games.crane.constants import FOLDER, NUMBERS, constants, validate
from fairyring.games.crane.lookup import MAX_AIM
from fairyring.games.crane.presentation import describe
from fairyring.games.crane.presentation.explain import explain
from fairyring.games.crane.presentation.terminal import table
from fairyring.games.crane.riffle.gesture import Riffle
from fairyring.games.crane.solve.command import SOLVE
from fairyring.games.crane.view import View

ROOM = Room(
    info=Info(name="crane", folder=FOLDER, designer="Tentsuku Shimizu", publisher="SUKI Games", minutes=(15, 15)),
    schema=Schema.from_module(schema),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            Choice("first", ("random", *(str(number) for number in range(1, schema.SEATS + 1)))),
            Choice("grab", ("model", "real", "riffle")),
            Choice("skill", ("novice", "steady", "expert")),
            Number("aim", 0, -MAX_AIM, MAX_AIM),
            Choice("achieve", ("each", "any-three")),
            NameOrFile("cards", (STANDARD,), read_cards),
        ),
        numbers=NUMBERS,
        validate=validate,
        constants=constants,
        reports_outcomes=lambda options: bool(options["grab"] == "real"),
    ),
    presentation=Presentation(
        describe=describe,
        explain=explain,
        view=View,
        terminal=table,
        tutorial=Tutorial(
            # The last of three begins, so the learner bets once and is challenger next. Small numbers are easy to hear.
            {"players": 3, "grab": "riffle", "first": "3"},
            chance=("flip 6 ring", "flip 5 little", "flip 9 middle"),
            bots={1: ("bet high", "bet just"), 2: ("jackpot left", "bet low")},
        ),
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(
            simulations=6000,
            simulations_override=duel.simulations,
            z=0.0,
            horizon=1,
            turn_count=duel.turn_count,
            evaluate=duel.evaluate,
            sample_choices=bots.sample_bets,
            draw_outcome=bots.draw_outcome,
        ),
    ),
    table=TableHooks(
        gesture=Riffle(),
        draws={
            "first": Draw("die", events=("starts",)),
            "grab": Draw(reportable=True),
            "eyes-opened": Draw(reportable=True),
        },
    ),
    checks=Checks(
        small_instances=(SMALL,),
        meanings=MEANINGS,
        invariants=INVARIANTS,
        variants=(
            {"players": 2},
            {"players": 3},
            {"players": 4},
            {"players": 6},
            {"players": 2, "achieve": "any-three", "skill": "expert"},
            {"players": 5, "skill": "steady", "aim": -2, "first": "3"},
            {"players": 3, "grab": "real", "aim": 5},
            {"players": 3, "grab": "riffle", "skill": "steady"},
            {"players": 4, "bank": 5, "bet_pays": 3, "challenges": 1},
            {"players": 2, "goal": 25, "bank": 2, "bundle": 6, "high_bets": 1, "just_bets": 2, "jackpots": 2},
            {"players": 3, "jackpots": 1, "challenges": 3},
        ),
    ),
    commands={"solve": SOLVE},
    http_tools="fairyring.games.crane.tools.http",
)
