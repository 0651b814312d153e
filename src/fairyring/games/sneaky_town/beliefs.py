"""What a seat can deduce about the opponent's lines from what lies open (R5, R27), as exact probabilities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from fairyring.games.sneaky_town.lookup import CHARMS, ORDERS, TILES
from fairyring.games.sneaky_town.rules import rack_is_filled
from fairyring.games.sneaky_town.schema import NO_TILE, State


def possible_orders(r: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of the opponent's rack that agree with its open tiles, all equally likely; () before it is filled."""
    other = 1 - seat
    if not rack_is_filled(r, other):
        return ()
    return _orders_with(r.size, tuple(r.shown[other][: r.size]))


@lru_cache(maxsize=4096)  # servers ask after every move, and tiles are turned seldom
def _orders_with(size: int, shown: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        order for order in ORDERS[size] if all(seen in (NO_TILE, tile) for seen, tile in zip(shown, order, strict=True))
    )


def line_probabilities(r: State, seat: int) -> tuple[dict[int, Fraction], ...]:
    """Return, for each line of the opponent, the probability of every tile that it may hold."""
    shown = r.shown[1 - seat][: r.size]
    rest = list(TILES[r.size])
    for tile in shown:
        if tile != NO_TILE:
            rest.remove(tile)
    closed = {tile: Fraction(rest.count(tile), len(rest)) for tile in sorted(set(rest))}
    return tuple({tile: Fraction(1)} if tile != NO_TILE else dict(closed) for tile in shown)


def charm_probabilities(r: State, seat: int) -> dict[int, dict[int, Fraction]]:
    """Return, for each charm, the probability of every point where it may lie: all on one line of the seat's own."""
    lines = line_probabilities(r, seat)
    chances: dict[int, dict[int, Fraction]] = {}
    for charm in CHARMS:
        mine = r.tiles[seat].index(charm)
        chances[charm] = {crossing(r, seat, mine, line): tiles[charm] for line, tiles in enumerate(lines) if charm in tiles}
    return chances


def crossing(r: State, seat: int, mine: int, theirs: int) -> int:
    """Return the point where a line of the seat meets a line of the opponent (R2)."""
    return r.size * mine + theirs if seat == 0 else r.size * theirs + mine


def count_outcomes(r: State, seat: int) -> Counter[str]:
    """Count the possible racks of the opponent with which the seat would win, tie or lose if the round ended now (R17–R21)."""
    win = tie = lose = 0
    voids = r.void_cost * (r.voids[1 - seat] - r.voids[seat])
    first, second, third = ([gain(r, seat, charm, line) for line in range(r.size)] for charm in CHARMS)
    for (one, two, three), orders in _charm_lines(possible_orders(r, seat)):
        ahead = voids + first[one] + second[two] + third[three]
        if ahead > 0:
            win += orders
        elif ahead < 0:
            lose += orders
        else:
            tie += orders
    return Counter({"win": win, "tie": tie, "lose": lose})


@lru_cache(maxsize=4096)
def _charm_lines(orders: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return on which lines the charms may lie, and in how many of the orders."""
    return tuple(Counter(tuple(order.index(charm) for charm in CHARMS) for order in orders).items())


def gain(r: State, seat: int, charm: int, line: int) -> int:
    """Return how many points a charm on this line of the opponent would bring the seat, less those it would bring the other."""
    point = crossing(r, seat, r.tiles[seat].index(charm), line)
    mine, theirs = r.stones[seat] >> point & 1, r.stones[1 - seat] >> point & 1
    return r.pays[seat][charm] * mine - r.pays[1 - seat][charm] * theirs
