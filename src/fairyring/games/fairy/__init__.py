"""Fairy: guess the next card. For 2 to 10, by Mashiu."""

from pathlib import Path
from typing import Any

from fairyring.core.game import Game
from fairyring.core.minds import Exact, Perfect, Search
from fairyring.core.options import Choice
from fairyring.core.room import Guide, Room, Small
from fairyring.games.fairy import bots, face, rules
from fairyring.games.fairy.laws import LAWS, MEANINGS
from fairyring.games.fairy.schema import ACTIONS, CHANCE, End, Event, Guess, Refusal, State, Tally, Zone
from fairyring.games.fairy.tables import PENALTY, REWARD
from fairyring.games.fairy.terminal import table
from fairyring.games.fairy.view import View


def exact_player(game: Game[Any], prepared: bytes) -> Perfect:
    """Imported when it is wanted: it needs NumPy."""
    from fairyring.games.fairy.solve.player import Player  # noqa: PLC0415

    return Player(game, prepared)


ROOM = Room(
    name="fairy",
    folder=Path(__file__).parent,
    designer="Mashiu",
    publisher="SUKI Games",
    minutes=(10, 15),
    numbers={
        "lowest": rules.LOWEST,
        "top": rules.TOP_SCORE,
        **{str(Guess.words[guess]): points for guess, points in REWARD.items()},
        "wrong": PENALTY,
    },
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
    bots={"easy": bots.easy, "normal": bots.normal},
    search=Search(believe=bots.believe, plan=bots.apart, simulations=4000, z=1.0),
    exact=Exact(has=lambda options: options["players"] == 2, player=exact_player),
    small=Small({"players": 2}, depth=5),
    guide=Guide(
        {"players": 4},
        # 3: nearly all are higher; 9: hard to tell; 11, a fairy that three of four guesses win; two more fairies end it.
        chance=("card 3", "card 9", "card 11", "card 16", "card 4", "card 12", "card 18"),
        bots={
            1: ("guess higher", "guess suit"),
            2: ("guess higher", "guess higher"),
            3: ("guess suit", "guess lower"),
        },
    ),
    kit_options=(
        {"players": 2},
        {"players": 4},
        {"players": 10},
        {"players": 3, "variant": "fifteen", "suits": "mod3"},
        {"players": 5, "memory_aid": "yes"},
    ),
)
