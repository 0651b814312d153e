"""Fairy Tale: draft and play cards of four realms. For 2 to 5, by Satoshi Nakamura."""

from fairyring.core.game.bot_specs import Search
from fairyring.core.game.options import Choice, NameOrFile
from fairyring.core.game.room import Room
from fairyring.games.fairy_tale import bots, rules
from fairyring.games.fairy_tale.conformance.invariants import LAWS
from fairyring.games.fairy_tale.conformance.meanings import MEANINGS
from fairyring.games.fairy_tale.conformance.small import SMALL
from fairyring.games.fairy_tale.constants import FOLDER, constants, names, refuse
from fairyring.games.fairy_tale.deck import read_deck
from fairyring.games.fairy_tale.presentation import describe
from fairyring.games.fairy_tale.presentation.terminal import table
from fairyring.games.fairy_tale.schema import (
    ACTIONS,
    CHANCE,
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

ROOM = Room(
    name="fairy-tale",
    folder=FOLDER,
    designer="Satoshi Nakamura",
    publisher="What's Your Game?",
    minutes=(30, 30),
    state=State,
    module=rules,
    face=describe,
    actions=ACTIONS,
    chance=CHANCE,
    events=Event,
    zones=Zone,
    ends=End,
    refusals=Refusal,
    tallies=Tally,
    names=names,
    options=(NameOrFile("deck", ("full",), read_deck), Choice("simplified", ("no", "yes")), Choice("couples", ("no", "yes"))),
    constants=constants,
    refuse=refuse,
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
