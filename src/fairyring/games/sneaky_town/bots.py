"""Sneaky Town's minds. They get a redacted state: what a seat knows."""

from fairyring.core.bits import COUNT_BITS, NTH_BIT
from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.sneaky_town.rules import count_swaps, legal_count, legal_nth
from fairyring.games.sneaky_town.schema import CAST, END, NO_TILE, REVEAL, SWAP, TRANSFER, State, Tile
from fairyring.games.sneaky_town.tables import COUNT_ORDERS, FIRST_ORDER, RACKS, VALUE
from fairyring.games.sneaky_town.turns import at_limit

CERTAIN = 60  # chances are counted in sixtieths, so that a half, a third … a fifth are whole
SURE = 90  # per cent: end the round if it is won this surely …
EVEN = 50  # … or, when nothing better is left to do, if it is won as often as not
KEPT = 2  # stones not cast at first, but kept for swaps and reveals
PATIENCE = 60  # turns after which it stops waiting for something better


def chance_of(s: State, other: int, line: int, tile: int) -> int:
    """In sixtieths: how likely the opponent's line holds this charm."""
    if s.shown[other][line] != NO_TILE:
        return CERTAIN if s.shown[other][line] == tile else 0
    for seen in range(s.size):
        if s.shown[other][seen] == tile:
            return 0
    return CERTAIN // COUNT_BITS[s.closed[other]]


def hope(s: State, seat: int, point: int, whose: int) -> int:
    """What a stone of `whose` on the point is worth, in sixtieths of points, as far as the seat can know."""
    first = point // s.size
    second = point % s.size
    tile = s.tiles[seat][first if seat == 0 else second]
    if tile == Tile.VOID:
        return 0
    return VALUE[whose][tile] * chance_of(s, 1 - seat, second if seat == 0 else first, tile)


def swing(s: State, seat: int, point: int) -> int:
    """What it is worth to hold a point: one's own points count twice, those kept from the opponent once."""
    return 2 * hope(s, seat, point, seat) + hope(s, seat, point, 1 - seat)


def best_point(s: State, seat: int, points: int, sign: int) -> int:
    """The point of a set with the most to hope for (sign 1) or the least (sign −1)."""
    best = -1
    most = 0
    for point in range(s.size * s.size):
        if points >> point & 1:
            value = sign * swing(s, seat, point)
            if best < 0 or value > most:
                best = point
                most = value
    return best


def margin(s: State, seat: int, order: int) -> int:
    """Points ahead, if the round ended now and the opponent's rack were in this order."""
    other = 1 - seat
    ahead = s.voids[other] - s.voids[seat]
    for mine in range(s.size):
        tile = s.tiles[seat][mine]
        for theirs in range(s.size):
            if tile != Tile.VOID and RACKS[order][theirs] == tile:
                point = mine * s.size + theirs if seat == 0 else theirs * s.size + mine
                if s.stones[seat] >> point & 1:
                    ahead += VALUE[seat][tile]
                if s.stones[other] >> point & 1:
                    ahead -= VALUE[other][tile]
    return ahead


def win_chance(s: State, seat: int) -> int:
    """Per cent of the racks the opponent may have with which ending the round now wins it (a tie loses)."""
    possible = 0
    won = 0
    for order in range(FIRST_ORDER[s.size], FIRST_ORDER[s.size] + COUNT_ORDERS[s.size]):
        agrees = 1
        for line in range(s.size):
            if s.shown[1 - seat][line] != NO_TILE and s.shown[1 - seat][line] != RACKS[order][line]:
                agrees = 0
        if agrees:
            possible += 1
            if margin(s, seat, order) > 0:
                won += 1
    return 100 * won // possible


def normal(s: State, seat: int, rng: Stream) -> int:
    """End a round that is as good as won; else take hold of the best points, and then look at the opponent's lines."""
    other = 1 - seat
    odds = win_chance(s, seat)
    if at_limit(s) or odds >= SURE or s.turns >= PATIENCE:
        return END.id()
    target = best_point(s, seat, ((1 << s.size * s.size) - 1) & ~(s.stones[0] | s.stones[1]), 1)
    gain = swing(s, seat, target) if target >= 0 else 0
    if s.reserve[seat] > KEPT and gain > 0:
        return CAST.id(target)
    weakest = best_point(s, seat, s.stones[seat], -1)
    held = swing(s, seat, weakest) if weakest >= 0 else 0
    rival = best_point(s, seat, s.stones[other], 1)
    if count_swaps(s, seat) and swing(s, seat, rival) - held > gain:
        return SWAP.id(weakest, rival)
    if weakest >= 0 and gain > held:
        return TRANSFER.id(weakest, target)
    if s.reserve[seat] and s.closed[other]:
        return REVEAL.id(NTH_BIT[s.closed[other]][below(rng, COUNT_BITS[s.closed[other]])])
    if odds >= EVEN:
        return END.id()
    return legal_nth(s, seat, below(rng, legal_count(s, seat)))
