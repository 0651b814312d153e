"""What a seat can deduce about the opponent's lines from what lies open (R5, R27), as exact probabilities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from fairyring.games.sneaky_town.lookup import CHARMS, ORDERS, TILES, VALUE
from fairyring.games.sneaky_town.rules import rack_is_filled
from fairyring.games.sneaky_town.schema import NO_TILE, State


def possible_orders(r: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of the opponent's rack that agree with its open tiles, all equally likely; () before it is filled."""
    other = 1 - seat
    if not rack_is_filled(r, other):
        return ()
    shown = r.shown[other][: r.size]
    return tuple(
        order for order in ORDERS[r.size] if all(seen in (NO_TILE, tile) for seen, tile in zip(shown, order, strict=True))
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
    racks = Counter({"win": 0, "tie": 0, "lose": 0})
    for order in possible_orders(r, seat):
        ahead = r.voids[1 - seat] - r.voids[seat]
        for charm in CHARMS:
            point = crossing(r, seat, r.tiles[seat].index(charm), order.index(charm))
            ahead += VALUE[seat][charm] * (r.stones[seat] >> point & 1)
            ahead -= VALUE[1 - seat][charm] * (r.stones[1 - seat] >> point & 1)
        racks["win" if ahead > 0 else "lose" if ahead < 0 else "tie"] += 1
    return racks
