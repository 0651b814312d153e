"""Fairy Tale: draft and play cards of four realms. For 2 to 5, by Satoshi Nakamura."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.game.bot_specs import BotSpec, SearchSpec
from fairyring.core.game.options import Choice, NameOrFile, Options
from fairyring.core.game.room import Checks, Info, OptionSpec, Presentation, Room, Schema, SmallInstance, all_texts
from fairyring.core.text.messages import ENGLISH, Speaker, msg
from fairyring.games.fairy_tale import bots, rules
from fairyring.games.fairy_tale.conformance.invariants import LAWS
from fairyring.games.fairy_tale.conformance.meanings import MEANINGS
from fairyring.games.fairy_tale.deck import deck_of, read_deck
from fairyring.games.fairy_tale.presentation import describe
from fairyring.games.fairy_tale.presentation.terminal import table
from fairyring.games.fairy_tale.schema import (
    ACTIONS,
    CHANCE,
    HAND,
    PLAYS,
    ROUNDS,
    End,
    Event,
    Refusal,
    State,
    Tally,
    Zone,
)
from fairyring.games.fairy_tale.tools.score_command import SCORE
from fairyring.games.fairy_tale.tutorial import GUIDE
from fairyring.games.fairy_tale.view import View

FOLDER = Path(__file__).parent
COUPLES_SEATS = 4


def _constants(_room: Room, options: Options) -> dict[str, Any]:
    deck = deck_of(options["deck"]).constants(simplified=options["simplified"] == "yes")
    table = {"players": options["players"], "couples": int(options["couples"] == "yes")}
    return {**table, **deck, "hand_size": HAND, "rounds": ROUNDS, "plays": PLAYS}


def _refuse(options: Options) -> None:
    say = Speaker(all_texts(FOLDER, ENGLISH))
    players = options["players"]
    if options["couples"] == "yes" and players != COUPLES_SEATS:
        raise OptionError(msg("error.couples", needed=COUPLES_SEATS, players=players), say)
    cards = sum(deck_of(options["deck"]).constants(simplified=options["simplified"] == "yes")["copies"])
    if players * HAND * ROUNDS > cards:
        most = cards // (HAND * ROUNDS)
        told = {"cards": cards, "each": HAND * ROUNDS, "most": most if most >= State.seats[0] else "none", "players": players}
        raise OptionError(msg("error.too-few-cards", **told), say)


# Three seats pass hands of two alike-looking cards twice: enough to know, to half know, and to remember into the next round.
SMALL = SmallInstance(
    {"players": 3},
    {"hand_size": 2, "plays": 1, "rounds": 2, "copies": (0, 0, 0, 6) + (0,) * 9 + (7,)},
    depth=13,
    prior=rules.prior,
)

ROOM = Room(
    info=Info(
        name="fairy-tale",
        folder=FOLDER,
        designer="Satoshi Nakamura",
        publisher="What's Your Game?",
        minutes=(30, 30),
    ),
    schema=Schema(
        state=State,
        actions=ACTIONS,
        chance=CHANCE,
        events=Event,
        zones=Zone,
        ends=End,
        refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=rules,
    options=OptionSpec(
        declared=(
            NameOrFile("deck", ("full",), read_deck),
            Choice("simplified", ("no", "yes")),
            Choice("couples", ("no", "yes")),
        ),
        validate=_refuse,
        vocabulary=lambda options: {"card": deck_of(options["deck"]).slugs},
        constants=_constants,
    ),
    presentation=Presentation(
        describe=describe,
        view=View,
        terminal=table,
        tutorial=GUIDE,
    ),
    bots=BotSpec(
        policies={"easy": bots.easy, "normal": bots.normal},
        search=SearchSpec(simulations=600, z=0.0, sample_choices=bots.believe, tree_depth=bots.decisions_known),
    ),
    checks=Checks(
        small_instances=(SMALL,),
        meanings=MEANINGS,
        invariants=LAWS,
        variants=(
            {"players": 2},
            {"players": 3},
            {"players": 4, "couples": "yes"},
            {"players": 4, "simplified": "yes"},
            {"players": 5},
        ),
    ),
    commands={"score": SCORE},
)
