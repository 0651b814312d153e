"""Fairy: guess the next card. For 2 to 10, by Mashiu."""

from typing import cast

from fairyring.core.actions import Actions, Kind
from fairyring.core.options import Choice
from fairyring.core.room import Room, Rules, Small, Words
from fairyring.games.fairy import bots, rules, words
from fairyring.games.fairy.laws import LAWS
from fairyring.games.fairy.schema import CARDS, State

ACTIONS = Actions(Kind("guess", outcome=words.GUESSES))
CHANCE = Actions(Kind("card", card=tuple(str(card) for card in range(1, CARDS + 1))))

ROOM = Room(
    name="fairy",
    designer="Mashiu",
    state=State,
    rules=cast(Rules, rules),
    words=cast(Words, words),
    actions=lambda options: ACTIONS,
    chance=lambda options: CHANCE,
    options=(
        Choice("variant", ("standard", "fifteen"), "the 24-point game, or play to 15 without counting fairies"),
        Choice("suits", ("runs", "mod3"), "suits are runs of seven, or repeat every three cards"),
        Choice("memory_aid", ("no", "yes"), "show everybody which cards were seen"),
    ),
    laws=LAWS,
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
