"""Fairy: guess the next card. For 2 to 10, by Mashiu."""

from pathlib import Path

from fairyring.core.options import Choice
from fairyring.core.room import Room, Small
from fairyring.games.fairy import bots, face, rules
from fairyring.games.fairy.laws import LAWS, MEANINGS
from fairyring.games.fairy.schema import ACTIONS, CHANCE, End, Event, Refusal, State, Tally, Zone
from fairyring.games.fairy.terminal import table
from fairyring.games.fairy.view import View

ROOM = Room(
    name="fairy",
    folder=Path(__file__).parent,
    designer="Mashiu",
    publisher="SUKI Games",
    minutes=(10, 15),
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
        Choice("variant", ("standard", "fifteen")),
        Choice("suits", ("runs", "mod3")),
        Choice("memory_aid", ("no", "yes")),
    ),
    view=View,
    table=table,
    laws=LAWS,
    meanings=MEANINGS,
    bots={"normal": bots.normal},
    small=Small({"players": 2}, depth=5),
    kit_options=(
        {"players": 2},
        {"players": 4},
        {"players": 10},
        {"players": 3, "variant": "fifteen", "suits": "mod3"},
        {"players": 5, "memory_aid": "yes"},
    ),
)
