"""Crane: grab as many cards as asked, eyes closed. For 2 to 6, by Tentsuku Shimizu."""

from pathlib import Path

from fairyring.core.errors import OptionError
from fairyring.core.game.bot_specs import Search
from fairyring.core.game.options import Choice, NameOrFile, Number, Options
from fairyring.core.game.room import Guide, Room, Small, all_texts
from fairyring.core.text.messages import ENGLISH, Speaker, msg
from fairyring.games.crane import bots, duel, rules
from fairyring.games.crane.cards import STANDARD, constants, read_cards
from fairyring.games.crane.conformance.invariants import LAWS, MEANINGS
from fairyring.games.crane.lookup import FARTHEST_AIM
from fairyring.games.crane.presentation import describe
from fairyring.games.crane.presentation.terminal import table
from fairyring.games.crane.riffle.gesture import Riffle
from fairyring.games.crane.schema import ACTIONS, CHANCE, SEATS, End, Event, Refusal, State, Tally, Zone
from fairyring.games.crane.view import View

FOLDER = Path(__file__).parent


def refuse(options: Options) -> None:
    """A chosen first challenger has to sit at the table."""
    if options["first"] != "random" and int(options["first"]) > options["players"]:
        told = msg("error.option.first", first=options["first"], players=options["players"])
        raise OptionError(told, Speaker(all_texts(FOLDER, ENGLISH)))


ROOM = Room(
    name="crane",
    folder=FOLDER,
    designer="Tentsuku Shimizu",
    publisher="SUKI Games",
    minutes=(15, 15),
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
    options=(
        Choice("first", ("random", *(str(number) for number in range(1, SEATS + 1)))),
        Choice("grab", ("model", "real", "riffle")),
        Choice("skill", ("novice", "steady", "expert")),
        Number("aim", 0, -FARTHEST_AIM, FARTHEST_AIM),
        Choice("achieve", ("each", "any-three")),
        NameOrFile("cards", (STANDARD,), read_cards),
    ),
    constants=constants,
    refuse=refuse,
    needs_hands=lambda options: bool(options["grab"] == "real"),
    hand=Riffle(),
    http_tools="fairyring.games.crane.tools.http",
    view=View,
    table=table,
    laws=LAWS,
    meanings=MEANINGS,
    bots={"easy": bots.easy, "normal": bots.normal},
    search=Search(
        simulations=6000,
        more=duel.turns,
        z=0.0,
        horizon=1,
        age=duel.age,
        evaluate=duel.evaluate,
        believe=bots.believe,
        draw=bots.draw,
    ),
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
        prior=rules.prior,
    ),
    guide=Guide(
        # The last of three begins, so the learner bets once and is challenger next. Small numbers are easy to hear.
        {"players": 3, "grab": "riffle", "first": "3"},
        chance=("flip 6 ring", "flip 5 little", "flip 9 middle"),
        bots={1: ("bet high", "bet just"), 2: ("jackpot left", "bet low")},
    ),
    kit_options=(
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 6},
        {"players": 2, "achieve": "any-three", "skill": "expert"},
        {"players": 5, "skill": "steady", "aim": -2, "first": "3"},
        {"players": 3, "grab": "real", "aim": 5},
        {"players": 3, "grab": "riffle", "skill": "steady"},
    ),
)
