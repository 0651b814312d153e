"""Crane: grab as many cards as asked, eyes closed. For 2 to 6, by Tentsuku Shimizu."""

from typing import cast

from fairyring.core.actions import Actions, Kind
from fairyring.core.errors import OptionError
from fairyring.core.options import Choice, NameOrFile, Number, Options
from fairyring.core.room import Room, Rules, Small, Words
from fairyring.games.crane import bots, rules, words
from fairyring.games.crane.cards import FINGER_NAMES, STANDARD, constants, read_cards
from fairyring.games.crane.laws import LAWS
from fairyring.games.crane.schema import CARDS, NUMBERS, SEATS, State
from fairyring.games.crane.tables import FARTHEST_AIM


def counting(top: int) -> tuple[str, ...]:
    """The words “1”, “2” … up to top."""
    return tuple(str(number) for number in range(1, top + 1))


# The ids follow the order that schema.py gives them.
ACTIONS = Actions(Kind("bet", outcome=words.BET_NAMES), Kind("jackpot", side=words.POT_NAMES))
CHANCE = Actions(
    Kind("flip", number=counting(NUMBERS), finger=FINGER_NAMES),
    Kind("grab", cards=counting(CARDS)),
    Kind("eyes-opened"),
    Kind("first", seat=counting(SEATS)),
)


def refuse(options: Options) -> None:
    """A chosen first challenger has to sit at the table."""
    if options["first"] != "random" and int(options["first"]) > options["players"]:
        raise OptionError(f"first={options['first']} is not possible: this game has only {options['players']} players.")


ROOM = Room(
    name="crane",
    designer="Tentsuku Shimizu",
    state=State,
    rules=cast(Rules, rules),
    words=cast(Words, words),
    actions=lambda options: ACTIONS,
    chance=lambda options: CHANCE,
    options=(
        Choice("first", ("random", *counting(SEATS)), "who is the first challenger"),
        Choice("grab", ("model", "real"), "a model of a hand grabs, or people grab from a real deck and say how many"),
        Choice("skill", ("novice", "steady", "expert"), "how far the model's hand misses what it aims at"),
        Number("aim", 0, -FARTHEST_AIM, FARTHEST_AIM, "how many cards above the asked number the model's hand aims"),
        Choice("achieve", ("each", "any-three"), "two players: achieve one bet of each sort, or any three"),
        NameOrFile("cards", (STANDARD,), read_cards, "the instruction cards in the box"),
    ),
    constants=constants,
    refuse=refuse,
    laws=LAWS,
    bots={"normal": bots.normal},
    small=Small(
        {"players": 3, "first": "1"},
        {
            "copies": [[0, 0, 0, 0], [3, 0, 0, 0], [0, 9, 0, 0]],
            "size": 12,
            "bank": 1,
            "bundle": 2,
            "challenges": 1,
        },
        depth=8,
    ),
    kit_options=(
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 6},
        {"players": 2, "achieve": "any-three", "skill": "expert"},
        {"players": 5, "skill": "steady", "aim": -2, "first": "3"},
        {"players": 3, "grab": "real", "aim": 5},
    ),
)
