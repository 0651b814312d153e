"""Fairy Tale: draft and play cards of four realms. For 2 to 5, by Satoshi Nakamura."""

from functools import cache
from typing import Any, cast

from fairyring.core.actions import Actions, Kind
from fairyring.core.errors import OptionError
from fairyring.core.options import Choice, NameOrFile, Options
from fairyring.core.room import Room, Rules, Small, Words, options_as_constants
from fairyring.games.fairy_tale import bots, rules, words
from fairyring.games.fairy_tale.deck import deck_of, read_deck
from fairyring.games.fairy_tale.laws import LAWS
from fairyring.games.fairy_tale.schema import HAND, PLAYS, ROUNDS, SEATS, State
from fairyring.games.fairy_tale.scorer import SCORE

COUPLES_SEATS = 4
SIMPLIFIED_SEATS = 4


@cache
def _actions(slugs: tuple[str, ...]) -> Actions:
    return Actions(*(Kind(verb, card=slugs) for verb in ("draft", "play", "open", "close")))


@cache
def _chance(slugs: tuple[str, ...]) -> Actions:
    return Actions(Kind("dealer", seat=tuple(map(str, range(SEATS)))), Kind("card", card=slugs))


def _constants(room: Room, options: Options) -> dict[str, Any]:
    deck = deck_of(options["deck"]).constants(simplified=options["deck"] == "simplified")
    return {**options_as_constants(room, options), **deck, "hand_size": HAND, "rounds": ROUNDS, "plays": PLAYS}


def _refuse(options: Options) -> None:
    if options["couples"] == "yes" and options["players"] != COUPLES_SEATS:
        raise OptionError(f"couples=yes needs {COUPLES_SEATS} players, two against two; here are {options['players']}.")
    if options["deck"] == "simplified" and options["players"] > SIMPLIFIED_SEATS:
        raise OptionError(
            f"deck=simplified has 80 cards, enough for 2 to {SIMPLIFIED_SEATS} players, not for {options['players']}."
        )


# Three seats pass hands of two alike-looking cards twice: enough to know, to half know, and to remember into the next round.
SMALL = Small({"players": 3}, {"hand_size": 2, "plays": 1, "rounds": 2, "copies": (0, 0, 0, 6) + (0,) * 9 + (7,)}, depth=13)

ROOM = Room(
    name="fairy-tale",
    designer="Satoshi Nakamura",
    state=State,
    rules=cast(Rules, rules),
    words=cast(Words, words),
    actions=lambda options: _actions(deck_of(options["deck"]).slugs),
    chance=lambda options: _chance(deck_of(options["deck"]).slugs),
    options=(
        NameOrFile("deck", ("full", "simplified"), read_deck, "all 100 cards, the 80 simple ones, or a deck file of your own"),
        Choice("couples", ("no", "yes"), "four players as two teams, partners opposite each other"),
    ),
    constants=_constants,
    refuse=_refuse,
    laws=LAWS,
    bots={"normal": bots.normal},
    commands={"score": SCORE},
    small=SMALL,
    kit_options=(
        {"players": 2},
        {"players": 3},
        {"players": 4, "couples": "yes"},
        {"players": 4, "deck": "simplified"},
        {"players": 5},
    ),
)
