"""How the tests of Fariables set up their tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import fairyring as fr
from fairyring.core import schema
from fairyring.core.game import Game
from fairyring.games.fariables import ROOM, rules
from fairyring.games.fariables.schema import FLOWER, ROLL_A, State

HERE = Path(__file__).parent
SIX_VALUES = (3, 3, 3, 3, 3, 3)


def game(players: int = 2, board: str = "meadow", first: str = "1", **constants: object) -> Game:
    """A game whose stores are held to their bounds."""
    return Game(ROOM, {"players": players, "board": board, "first": first}, constants, checked=True)


def do(table: fr.Table, *what: str) -> fr.Table:
    """One decision after the other, of whoever is to decide, dice included."""
    for action in what:
        table.play(table.pending[0], action)
    return table


def start(values: Sequence[int] = SIX_VALUES, players: int = 2, **options: str) -> fr.Table:
    """A table with its values rolled, waiting for the first token."""
    return do(fr.Table(game(players, **options)), *(f"roll {value}" for value in values))


def placed(*tokens: str, values: Sequence[int] = SIX_VALUES, players: int = 2) -> fr.Table:
    """A table with all tokens down: the tokens in the order in which they are placed."""
    return do(start(values, players), *(f"place {space}" for name in tokens for space in name.split()))


# Two players far from each other: seat 0 on the upper left, seat 1 on the lower right of the meadow.
APART = "a1 i5 a2 i4 b1 h6 b2 h5 c1 g7 c2 g6"


def apart(values: Sequence[int] = SIX_VALUES) -> fr.Table:
    return placed(APART, values=values)


def legal(table: fr.Table) -> set[str]:
    return {str(action) for action in table.legal(table.pending[0])}


def spaces_of(table: fr.Table, seat: int) -> set[str]:
    """The names of the spaces with a token of the seat."""
    names = [action.args[0] for action in table.game.actions[:96]]
    return {names[p] for p in range(96) if table.view().own[seat][p // 48] >> p % 48 & 1}


def ended(tokens: Sequence[str], values: Sequence[int], flower: int) -> State:
    """The game just after the die for the flowers, if the seats stood on these spaces; seat 0 made the last roll."""
    number = {action.args[0]: action.id for action in game().actions[:96]}
    table = game(max(2, len(tokens)))
    s = table.initial()
    assert isinstance(s, State)
    for kind, value in enumerate(values, start=1):
        s.value[kind] = value
    for seat, names in enumerate(tokens):
        for name in names.split():
            rules.put_down(s, seat, number[name])
            s.laid += 1
    for seat in table.seats:
        rules.forget_reach(s, seat)
    s.phase = FLOWER
    table.act(s, -1, flower - 1)
    return s


def to_roll(table: fr.Table) -> bool:
    """Whether a new turn is about to begin."""
    return bool(table.view().phase == ROLL_A)


def same(one: State, other: State) -> bool:
    return schema.pack(one) == schema.pack(other)
