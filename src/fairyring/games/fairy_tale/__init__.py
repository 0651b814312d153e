"""Fairy Tale: draft and play cards of four realms. For 2 to 5, by Satoshi Nakamura."""

from fairyring.core.game.bot_specs import BotSpec, SearchSpec
from fairyring.core.game.options import Choice, NameOrFile
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, TableHooks
from fairyring.core.table.odds import Draw
from fairyring.games.fairy_tale import bots, rules, schema
from fairyring.games.fairy_tale.conformance.invariants import INVARIANTS
from fairyring.games.fairy_tale.conformance.meanings import MEANINGS
from fairyring.games.fairy_tale.conformance.small import SMALL
from fairyring.games.fairy_tale.constants import COUPLES_SEATS, FOLDER, NUMBERS, constants, validate, vocabulary
from fairyring.games.fairy_tale.deck import read_deck
from fairyring.games.fairy_tale.presentation import describe
from fairyring.games.fairy_tale.presentation.explain import explain
from fairyring.games.fairy_tale.presentation.terminal import table
from fairyring.games.fairy_tale.tools.score_command import SCORE
from fairyring.games.fairy_tale.tutorial import TUTORIAL
from fairyring.games.fairy_tale.view import View

ROOM = Room(
    info=Info(name="fairy-tale", folder=FOLDER, designer="Satoshi Nakamura", publisher="What's Your Game?", minutes=(30, 30)),
    schema=Schema.from_module(schema),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            NameOrFile("deck", ("full",), read_deck),
            Choice("simplified", ("no", "yes")),
            Choice("couples", ("no", "yes")),
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
        daily={"players": 4},
        tutorial=TUTORIAL,
        numbers={"players": schema.SEATS, "couples": COUPLES_SEATS},
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(simulations=600, z=0.0, sample_choices=bots.sample_commits, tree_depth=bots.tree_depth),
    ),
    table=TableHooks(
        draws={"dealer": Draw("die", events=("deals",)), "card": Draw("urn", events=("dealt",))},
    ),
    checks=Checks(
        small_instances=(SMALL,),
        meanings=MEANINGS,
        invariants=INVARIANTS,
        variants=(
            {"players": 2},
            {"players": 3},
            {"players": 4, "couples": "yes"},
            {"players": 4, "simplified": "yes"},
            {"players": 5},
            {"players": 3, "hand_size": 4, "rounds": 3, "plays": 2},
        ),
    ),
    commands={"score": SCORE},
    http_tools="fairyring.games.fairy_tale.tools.http",
    older_rules={2: "fairyring.games.fairy_tale.older.v2"},
)
