"""What a seat can deduce about the opponent's lines. Everything follows from its redacted state alone (R5, R27)."""

from __future__ import annotations

from fractions import Fraction

from fairyring.games.sneaky_town.schema import NO_TILE, State
from fairyring.games.sneaky_town.tables import CHARMS, ORDERS, TILES


def orders(r: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Every order of the opponent's rack that agrees with its open tiles; all are equally likely. None before it is filled."""
    other = 1 - seat
    if r.phase <= other:
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
        step, start = (1, r.size * mine) if seat == 0 else (r.size, mine)
        found[charm] = {start + step * line: tiles[charm] for line, tiles in enumerate(lines) if charm in tiles}
    return found
