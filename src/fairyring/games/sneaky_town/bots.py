"""Sneaky Town's minds. They get a redacted state: what a seat knows."""

from fairyring.core.fields.bits import COUNT_BITS, NTH_BIT
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import replaces_tie
from fairyring.core.game.totals import WIN
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town.lookup import RACKS, VALUE
from fairyring.games.sneaky_town.rules import count_swaps, legal_count, legal_nth
from fairyring.games.sneaky_town.schema import CAST, END, NO_TILE, REVEAL, SWAP, TRANSFER, State, Tile
from fairyring.games.sneaky_town.scoring import line_of
from fairyring.games.sneaky_town.turns import at_limit

CERTAIN = 60  # chances are counted in sixtieths, so that a half, a third … a fifth are whole
SURE = 90  # per cent: end the round if it is won this surely …
EVEN = 50  # … or, when nothing better is left to do, if it is won as often as not
KEPT = 2  # stones not cast at first, but kept for swaps and reveals
PATIENCE = 60  # turns after which it stops waiting for something better
ANY_LINE = -1  # what `plan` says if any closed line is as good as another …
ANYTHING = -2  # … and if it knows nothing to do


def open_tiles(s: State, whose: int) -> int:
    """A bit for each sort of tile that lies open in a rack."""
    tiles = 0
    for line in range(s.size):
        tiles |= 1 << s.shown[whose][line]
    return tiles


def swing(s: State, seat: int, point: int, seen: int) -> int:
    """What it is worth to hold a point, in sixtieths: one's own points count twice, those kept from the opponent once.

    `seen` are the opponent's open tiles: a charm that lies open elsewhere is not on a closed line.
    """
    mine = point // s.size if seat == 0 else point % s.size
    theirs = point % s.size if seat == 0 else point // s.size
    tile = s.tiles[seat][mine]
    if tile == Tile.VOID:
        return 0
    if s.shown[1 - seat][theirs] != NO_TILE:
        chance = CERTAIN if s.shown[1 - seat][theirs] == tile else 0
    else:
        chance = 0 if seen >> tile & 1 else CERTAIN // COUNT_BITS[s.closed[1 - seat]]
    return (2 * VALUE[seat][tile] + VALUE[1 - seat][tile]) * chance


def best_point(s: State, seat: int, points: int, sign: int, seen: int) -> int:
    """The point of a set with the most to hope for (sign 1) or the least (sign −1)."""
    best = -1
    most = 0
    for point in range(s.size * s.size):
        if points >> point & 1:
            value = sign * swing(s, seat, point, seen)
            if best < 0 or value > most:
                best = point
                most = value
    return best


def charm_pays(s: State, seat: int, charm: int, mine: int, theirs: int) -> int:
    """What a charm brings if it lies where these two lines meet; the opponent's gain counts against."""
    point = mine * s.size + theirs if seat == 0 else theirs * s.size + mine
    if s.stones[seat] >> point & 1:
        return VALUE[seat][charm]
    return -VALUE[1 - seat][charm] if s.stones[1 - seat] >> point & 1 else 0


def may_hold(s: State, whose: int, line: int, charm: int, seen: int) -> int:
    """Whether a line may hold a charm, as far as the rack's open tiles say."""
    return 1 if s.shown[whose][line] == charm or (s.shown[whose][line] == NO_TILE and not seen >> charm & 1) else 0


def can_be(s: State, whose: int, order: int) -> int:
    """Whether a rack in this order agrees with what lies open of it."""
    for line in range(s.size):
        if s.shown[whose][line] != NO_TILE and s.shown[whose][line] != RACKS[order][line]:
            return 0
    return 1


def win_chance(s: State, seat: int, seen: int) -> int:
    """Per cent of the racks the opponent may have with which ending the round now wins it (a tie loses)."""
    other = 1 - seat
    blue = line_of(s, seat, Tile.BLUE_SUN)
    brown = line_of(s, seat, Tile.BROWN_SUN)
    flower = line_of(s, seat, Tile.FLOWER)
    possible = 0
    won = 0
    for i in range(s.size):
        if may_hold(s, other, i, Tile.BLUE_SUN, seen):
            first = s.voids[other] - s.voids[seat] + charm_pays(s, seat, Tile.BLUE_SUN, blue, i)
            for j in range(s.size):
                if j != i and may_hold(s, other, j, Tile.BROWN_SUN, seen):
                    second = first + charm_pays(s, seat, Tile.BROWN_SUN, brown, j)
                    for k in range(s.size):
                        if k != i and k != j and may_hold(s, other, k, Tile.FLOWER, seen):
                            possible += 1
                            if second + charm_pays(s, seat, Tile.FLOWER, flower, k) > 0:
                                won += 1
    return 100 * won // possible


def plan(s: State, seat: int) -> int:
    """End a round that is as good as won; else take hold of the best points, and then look at the opponent's lines."""
    other = 1 - seat
    seen = open_tiles(s, other)
    odds = win_chance(s, seat, seen)
    if at_limit(s) or odds >= SURE or s.turns >= PATIENCE:
        return END.id()
    target = best_point(s, seat, ((1 << s.size * s.size) - 1) & ~(s.stones[0] | s.stones[1]), 1, seen)
    gain = swing(s, seat, target, seen) if target >= 0 else 0
    if s.reserve[seat] > KEPT and gain > 0:
        return CAST.id(target)
    weakest = best_point(s, seat, s.stones[seat], -1, seen)
    held = swing(s, seat, weakest, seen) if weakest >= 0 else 0
    rival = best_point(s, seat, s.stones[other], 1, seen)
    if count_swaps(s, seat) and swing(s, seat, rival, seen) - held > gain:
        return SWAP.id(weakest, rival)
    if weakest >= 0 and gain > held:
        return TRANSFER.id(weakest, target)
    if s.reserve[seat] and s.closed[other]:
        return ANY_LINE
    return END.id() if odds >= EVEN else ANYTHING


def normal(s: State, seat: int, rng: Stream) -> int:
    """Follow the plan; where it leaves something open, by lot."""
    action = plan(s, seat)
    if action == ANY_LINE:
        lines = s.closed[1 - seat]
        return REVEAL.id(NTH_BIT[lines][below(rng, COUNT_BITS[lines])])
    if action == ANYTHING:
        return legal_nth(s, seat, below(rng, legal_count(s, seat)))
    return action


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner casts where the own tiles are worth something, looks at a line now and then, and ends with some stones left.

    It does not think of what the opponent's open tiles rule out, never swaps, and ends a round because it seems long enough.
    """
    if at_limit(s) or (s.reserve[seat] <= KEPT and below(rng, 4) == 0):
        return END.id()
    if s.reserve[seat] == 0:
        return legal_nth(s, seat, below(rng, legal_count(s, seat)))
    if s.closed[1 - seat] and below(rng, 3) == 0:
        lines = s.closed[1 - seat]
        return REVEAL.id(NTH_BIT[lines][below(rng, COUNT_BITS[lines])])
    return CAST.id(any_hopeful_point(s, seat, rng))


def any_hopeful_point(s: State, seat: int, rng: Stream) -> int:
    """Any empty point on a line of one's own that holds a charm; if there is none, any empty point."""
    chosen = -1
    hopeful = 0
    others = 0
    for point in range(s.size * s.size):
        if not (s.stones[0] | s.stones[1]) >> point & 1:
            if s.tiles[seat][point // s.size if seat == 0 else point % s.size] != Tile.VOID:
                hopeful += 1
                if replaces_tie(rng, hopeful):
                    chosen = point
            elif hopeful == 0:
                others += 1
                if replaces_tie(rng, others):
                    chosen = point
    return chosen


# For the search ---------------------------------------------------------------------------------


def rounds_played(s: State) -> int:
    """Imagined games are cut where a round ends; and what was done in another round says nothing about this one's racks."""
    return s.rounds


def round_won(s: State, seat: int) -> int:
    """What is played for: the round."""
    return WIN if s.winner == 1 + seat else 0
