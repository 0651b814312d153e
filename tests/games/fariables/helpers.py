"""How the tests of Fariables set up their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.games.fariables import ROOM, rules
from fairyring.games.fariables.schema import ROLL, Phase, State

SIX_VALUES = (3, 3, 3, 3, 3, 3)


def game(players: int = 2, board: str = "meadow", first: str = "1", **constants: object) -> Game[Any]:
    """A game whose stores are held to their bounds."""
    return Game(ROOM, {"players": players, "board": board, "first": first}, constants, checked=True)


def do(table: fr.Table[Any], *actions: str) -> fr.Table[Any]:
    """One decision after the other, of whoever is to decide, dice included."""
    for action in actions:
        table.play(table.pending[0], action)
    return table


def start(values: Sequence[int] = SIX_VALUES, players: int = 2, **options: str) -> fr.Table[Any]:
    """A table with its values rolled, waiting for the first token."""
    return do(fr.Table(game(players, **options)), *(f"roll {value}" for value in values))


def placed(*tokens: str, values: Sequence[int] = SIX_VALUES, players: int = 2) -> fr.Table[Any]:
    """A table with all tokens down: the tokens in the order in which they are placed."""
    return do(start(values, players), *(f"place {space}" for name in tokens for space in name.split()))


# Two players far from each other: seat 0 on the upper left, seat 1 on the lower right of the meadow.
APART = "a1 i5 a2 i4 b1 h6 b2 h5 c1 g7 c2 g6"


def apart(values: Sequence[int] = SIX_VALUES) -> fr.Table[Any]:
    return placed(APART, values=values)


def legal(table: fr.Table[Any]) -> set[str]:
    return {str(action) for action in table.legal(table.pending[0])}


def spaces_of(table: fr.Table[Any], seat: int) -> set[str]:
    """The names of the spaces with a token of the seat."""
    return set(table.view().own[seat])


def ended(tokens: Sequence[str], values: Sequence[int], flower: int) -> State:
    """The game just after the die for the flowers, if the seats stood on these spaces; seat 0 made the last roll."""
    table = game(max(2, len(tokens)))
    spaces = table.vocabulary["space"]
    s = table.initial()
    assert isinstance(s, State)
    for kind, value in enumerate(values, start=1):
        s.value[kind] = value
    for seat, names in enumerate(tokens):
        for name in names.split():
            rules.put_down(s, seat, spaces.index(name))
            s.laid += 1
    for seat in table.seats:
        rules.forget_reach(s, seat)
    s.valued = len(values)
    s.phase = Phase.FLOWERS
    table.act(s, fr.NATURE, ROLL.id(flower))
    return s


def to_roll(table: fr.Table[Any]) -> bool:
    """Whether a new turn is about to begin."""
    return bool(table.view().phase == "roll-a")


def same(first: State, second: State) -> bool:
    return schema.pack(first) == schema.pack(second)
