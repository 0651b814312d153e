"""What a seat can deduce about the opponent's lines. Everything follows from what the seat sees now (R5, R27)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from fairyring.games.sneaky_town.lookup import CHARMS, ORDERS, TILES, VALUE
from fairyring.games.sneaky_town.rules import rack_is_filled
from fairyring.games.sneaky_town.schema import NO_TILE, State


def orders(r: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Every order of the opponent's rack that agrees with its open tiles; all are equally likely. None before it is filled."""
    other = 1 - seat
    if not rack_is_filled(r, other):
        return ()
    shown = r.shown[other][: r.size]
    return tuple(
        order for order in ORDERS[r.size] if all(seen in (NO_TILE, tile) for seen, tile in zip(shown, order, strict=True))
    )


def possible(r: State, seat: int) -> tuple[dict[int, Fraction], ...]:
    """For each line of the opponent's, every tile it may hold with its probability."""
    shown = r.shown[1 - seat][: r.size]
    rest = list(TILES[r.size])
    for tile in shown:
        if tile != NO_TILE:
            rest.remove(tile)
    closed = {tile: Fraction(rest.count(tile), len(rest)) for tile in sorted(set(rest))}
    return tuple({tile: Fraction(1)} if tile != NO_TILE else dict(closed) for tile in shown)


def charm_points(r: State, seat: int) -> dict[int, dict[int, Fraction]]:
    """For each charm, the points where it may lie with their probabilities: on one line of one's own."""
    lines = possible(r, seat)
    found: dict[int, dict[int, Fraction]] = {}
    for charm in CHARMS:
        mine = r.tiles[seat].index(charm)
        found[charm] = {crossing(r, seat, mine, line): tiles[charm] for line, tiles in enumerate(lines) if charm in tiles}
    return found


def crossing(r: State, seat: int, mine: int, theirs: int) -> int:
    """The point where a line of the seat meets one of the opponent's (R2)."""
    return r.size * mine + theirs if seat == 0 else r.size * theirs + mine


def outlook(r: State, seat: int) -> Counter[str]:
    """If the round ended now: with how many racks of the opponent's the seat would be ahead, level or behind (R17–R21)."""
    found = Counter({"win": 0, "tie": 0, "lose": 0})
    for order in orders(r, seat):
        ahead = r.voids[1 - seat] - r.voids[seat]
        for charm in CHARMS:
            point = crossing(r, seat, r.tiles[seat].index(charm), order.index(charm))
            ahead += VALUE[seat][charm] * (r.stones[seat] >> point & 1)
            ahead -= VALUE[1 - seat][charm] * (r.stones[1 - seat] >> point & 1)
        found["win" if ahead > 0 else "lose" if ahead < 0 else "tie"] += 1
    return found
