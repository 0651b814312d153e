"""Fairy Tale: draft and play cards of four realms. For 2 to 5, by Satoshi Nakamura."""

from pathlib import Path
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.messages import ENGLISH, Speaker, msg
from fairyring.core.minds import Search
from fairyring.core.options import Choice, NameOrFile, Options
from fairyring.core.room import Room, Small, all_texts
from fairyring.games.fairy_tale import bots, face, rules
from fairyring.games.fairy_tale.deck import deck_of, read_deck
from fairyring.games.fairy_tale.guide import GUIDE
from fairyring.games.fairy_tale.laws import LAWS
from fairyring.games.fairy_tale.meanings import MEANINGS
from fairyring.games.fairy_tale.schema import (
    ACTIONS,
    CHANCE,
    HAND,
    PLAYS,
    ROUNDS,
    SEATS,
    End,
    Event,
    Refusal,
    State,
    Tally,
    Zone,
)
from fairyring.games.fairy_tale.scorer import SCORE
from fairyring.games.fairy_tale.terminal import table
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
SMALL = Small(
    {"players": 3},
    {"hand_size": 2, "plays": 1, "rounds": 2, "copies": (0, 0, 0, 6) + (0,) * 9 + (7,)},
    depth=13,
    prior=rules.prior,
)

ROOM = Room(
    name="fairy-tale",
    folder=FOLDER,
    designer="Satoshi Nakamura",
    publisher="What's Your Game?",
    minutes=(30, 30),
    numbers={"hand": HAND, "plays": PLAYS, "players": SEATS, "couples": COUPLES_SEATS},
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
    names=lambda options: {"card": deck_of(options["deck"]).slugs},
    options=(NameOrFile("deck", ("full",), read_deck), Choice("simplified", ("no", "yes")), Choice("couples", ("no", "yes"))),
    constants=_constants,
    refuse=_refuse,
    view=View,
    table=table,
    laws=LAWS,
    meanings=MEANINGS,
    bots={"easy": bots.easy, "normal": bots.normal},
    search=Search(simulations=600, z=0.0, believe=bots.believe, tree=bots.decisions_known),
    commands={"score": SCORE},
    small=SMALL,
    guide=GUIDE,
    kit_options=(
        {"players": 2},
        {"players": 3},
        {"players": 4, "couples": "yes"},
        {"players": 4, "simplified": "yes"},
        {"players": 5},
    ),
)
