"""How many different games there are down to a depth, counted by the engine and by hand."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.kit.perft import perft


def by_hand(size: int, orders: int) -> tuple[int, int, int, int]:
    """Paths of 1 to 4 decisions: two racks, then what each first and second action leaves to do."""
    points = size * size
    first = points + size + 1  # cast, reveal, end
    after_cast = (points - 1) + size + 1  # one point is taken; the second player has no stone to move yet
    after_reveal = points + size + 1
    second = points * after_cast + size * after_reveal + 1  # an ended game counts once
    return orders, orders**2, orders**2 * first, orders**2 * second


@pytest.mark.parametrize(("size", "orders"), [(3, 6), (5, 60)])
def test_perft_first_turns(size: int, orders: int) -> None:
    """R5, R8, R11, R14: the first player's and the second player's first turn."""
    game = fr.game("sneaky-town", size=size, match="single")
    expected = by_hand(size, orders)
    depths = 4 if size == 3 else 2
    assert [perft(game, depth) for depth in range(1, depths + 1)] == list(expected[:depths])
    table = fr.Table(game, seed=1)  # with the racks filled, every deal has the same tree
    assert [perft(game, depth, table.state) * orders**2 for depth in (1, 2)] == list(expected[2:])


def test_perft_small_lattice() -> None:
    """R8–R12: after two turns, by what they were; the first player moves again."""
    n, lines = 9, 3
    count = 1  # end
    count += n * 1  # cast, end
    count += lines * 1  # reveal, end
    two_casts = (n - 2) + 1 * (n - 2) + 1 + lines + 1 * 1 + 1  # cast, transfer, recover, reveal, swap, end
    cast_reveal = (n - 1) + 1 * (n - 1) + 1 + lines + 0 + 1
    reveal_cast = (n - 1) + 0 + 0 + (lines - 1) + 0 + 1
    reveal_reveal = n + 0 + 0 + (lines - 1) + 0 + 1
    count += n * (n - 1) * two_casts + n * lines * cast_reveal + lines * n * reveal_cast + lines * lines * reveal_reveal
    table = fr.Table(fr.game("sneaky-town", size=3, match="single"), seed=4)
    assert perft(table.game, 3, table.state) == count == 2425


def test_legal_count_of_a_busy_lattice() -> None:
    """R8–R15: four stones each on the lattice, three in reserve, a line each revealed."""
    table = fr.Table(fr.game("sneaky-town", match="single"), seed=2)
    moves = [f"cast {i},{i}" for i in range(1, 5)] + [f"cast {i},{i + 1}" for i in range(1, 5)] + ["reveal 1", "reveal 2"]
    for move in moves:
        table.play(table.pending[0], move)
    own, theirs, free = 4, 4, 25 - 8
    assert len(table.legal(0)) == free + own * free + own + 4 + own * theirs + 1
