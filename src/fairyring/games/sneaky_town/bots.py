"""Bots of Sneaky Town. They get a redacted state: what a seat knows."""

from fairyring.core.fields.bits import COUNT_BITS, NTH_BIT
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import replaces_tie
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.games.sneaky_town.lookup import RACKS
from fairyring.games.sneaky_town.rules import count_swaps, legal_count, legal_nth
from fairyring.games.sneaky_town.schema import CAST, END, LARGEST, NO_TILE, REVEAL, SWAP, TRANSFER, State, Tile
from fairyring.games.sneaky_town.scoring import line_of
from fairyring.games.sneaky_town.turns import at_limit

CERTAIN = 60  # probabilities are in sixtieths, so that 1/2, 1/3, 1/4 and 1/5 are whole
END_ABOVE = 90  # per cent: win probability from which the round is ended
END_LAST_RESORT = 50  # per cent: the same when no other action looks useful
RESERVE_KEPT = 2  # stones kept for swaps and reveals rather than cast
MAX_TURNS = 60  # turns after which the round is ended in any case
ANY_LINE = -1  # result of `plan`: reveal any closed line
ANY_ACTION = -2  # result of `plan`: no preference
ANY_POINT = -3  # result of `plan`: cast on any empty point of a charm line
EASY_END_ONE_IN = 4  # `easy` ends the round once in so many turns when its reserve is small …
EASY_REVEAL_ONE_IN = 3  # … and reveals a line once in so many turns


def open_tiles(s: State, owner: int) -> int:
    """Return a bit for each tile that lies open in a rack."""
    tiles = 0
    for line in range(s.size):
        tiles |= 1 << s.shown[owner][line]
    return tiles


def closed_chance(s: State, seat: int) -> int:
    """Return how likely a charm that does not lie open is on one closed line of the opponent, in sixtieths."""
    return CERTAIN // max(1, COUNT_BITS[s.closed[1 - seat]])


def value_of_lines(s: State, seat: int, mine: int, theirs: int, seen: int, closed: int) -> int:
    """Return the value of the point where a line of the seat meets one of the opponent; `closed` is `closed_chance`."""
    tile = s.tiles[seat][mine]
    if tile == Tile.VOID:
        return 0
    if s.shown[1 - seat][theirs] != NO_TILE:
        chance = CERTAIN if s.shown[1 - seat][theirs] == tile else 0
    else:
        chance = 0 if seen >> tile & 1 else closed
    return (2 * s.pays[seat][tile] + s.pays[1 - seat][tile]) * chance


def point_value(s: State, seat: int, point: int, seen: int) -> int:
    """Return the value of occupying a point, in sixtieths of a point: own gain counts twice, denied gain once.

    `seen` are the opponent's open tiles: a charm that lies open elsewhere is not on a closed line.
    """
    first = point // s.size
    second = point % s.size
    mine = first if seat == 0 else second
    return value_of_lines(s, seat, mine, first + second - mine, seen, closed_chance(s, seat))


def best_point(s: State, seat: int, points: int, sign: int, seen: int) -> int:
    """Return the point of a set with the highest (sign 1) or lowest (sign −1) value; -1 for an empty set."""
    best = -1
    most = 0
    closed = closed_chance(s, seat)
    point = 0
    for first in range(s.size):
        for second in range(s.size):
            if points >> point & 1:
                mine = first if seat == 0 else second
                value = sign * value_of_lines(s, seat, mine, first + second - mine, seen, closed)
                if best < 0 or value > most:
                    best = point
                    most = value
            point += 1
    return best


def charm_pays(s: State, seat: int, charm: int, mine: int, theirs: int) -> int:
    """Return the seat's gain less the opponent's from a charm that lies where these two lines meet."""
    point = mine * s.size + theirs if seat == 0 else theirs * s.size + mine
    if s.stones[seat] >> point & 1:
        return s.pays[seat][charm]
    return -s.pays[1 - seat][charm] if s.stones[1 - seat] >> point & 1 else 0


def may_hold(s: State, owner: int, line: int, charm: int, seen: int) -> int:
    """Return 1 if the open tiles of a rack allow the charm on this line."""
    return 1 if s.shown[owner][line] == charm or (s.shown[owner][line] == NO_TILE and not seen >> charm & 1) else 0


def is_possible(s: State, owner: int, order: int) -> int:
    """Return 1 if an order of a rack agrees with its open tiles."""
    for line in range(s.size):
        if s.shown[owner][line] != NO_TILE and s.shown[owner][line] != RACKS[order][line]:
            return 0
    return 1


def win_chance(s: State, seat: int, seen: int) -> int:
    """Return the probability, in per cent, that ending the round now wins it (a tie loses)."""
    other = 1 - seat
    blue = line_of(s, seat, Tile.BLUE_SUN)
    brown = line_of(s, seat, Tile.BROWN_SUN)
    flower = line_of(s, seat, Tile.FLOWER)
    may_be_brown = 0  # lines, as bits
    may_be_flower = 0
    browns = [0] * LARGEST  # what the charm pays on each line
    flowers = [0] * LARGEST
    for line in range(s.size):
        may_be_brown |= may_hold(s, other, line, Tile.BROWN_SUN, seen) << line
        may_be_flower |= may_hold(s, other, line, Tile.FLOWER, seen) << line
        browns[line] = charm_pays(s, seat, Tile.BROWN_SUN, brown, line)
        flowers[line] = charm_pays(s, seat, Tile.FLOWER, flower, line)
    possible = 0
    won = 0
    for i in range(s.size):
        if may_hold(s, other, i, Tile.BLUE_SUN, seen):
            first = s.void_cost * (s.voids[other] - s.voids[seat]) + charm_pays(s, seat, Tile.BLUE_SUN, blue, i)
            for j in range(s.size):
                if j != i and may_be_brown >> j & 1:
                    second = first + browns[j]
                    lines = may_be_flower & ~(1 << i | 1 << j)
                    possible += COUNT_BITS[lines]
                    for k in range(s.size):
                        if lines >> k & 1 and second + flowers[k] > 0:
                            won += 1
    return 100 * won // possible


def is_first_stone(s: State, seat: int) -> int:
    """Return 1 if the seat has used no stone in this round.

    The first one goes to any of the charm lines: always on that of the better sun, it would tell an attentive opponent where
    the sun is, and rollouts do not see this.
    """
    return 1 if s.reserve[seat] == s.stock else 0


def plan(s: State, seat: int) -> int:
    """Return the preferred action: end a round that is nearly won, occupy the best points, then reveal lines.

    ANY_POINT, ANY_LINE and ANY_ACTION leave the rest to chance.
    """
    other = 1 - seat
    seen = open_tiles(s, other)
    odds = win_chance(s, seat, seen)
    if at_limit(s) or odds >= END_ABOVE or s.turns >= MAX_TURNS:
        return END.id()
    if is_first_stone(s, seat):
        return ANY_POINT
    target = best_point(s, seat, ((1 << s.size * s.size) - 1) & ~(s.stones[0] | s.stones[1]), 1, seen)
    gain = point_value(s, seat, target, seen) if target >= 0 else 0
    if s.reserve[seat] > RESERVE_KEPT and gain > 0:
        return CAST.id(target)
    weakest = best_point(s, seat, s.stones[seat], -1, seen)
    kept = point_value(s, seat, weakest, seen) if weakest >= 0 else 0
    rival = best_point(s, seat, s.stones[other], 1, seen)
    if count_swaps(s, seat) and point_value(s, seat, rival, seen) - kept > gain:
        return SWAP.id(weakest, rival)
    if weakest >= 0 and gain > kept:
        return TRANSFER.id(weakest, target)
    if s.reserve[seat] and s.closed[other]:
        return ANY_LINE
    return END.id() if odds >= END_LAST_RESORT else ANY_ACTION


def normal(s: State, seat: int, rng: Stream) -> int:
    """Follow `plan`; what it leaves open is random."""
    action = plan(s, seat)
    if action == ANY_LINE:
        lines = s.closed[1 - seat]
        return REVEAL.id(NTH_BIT[lines][below(rng, COUNT_BITS[lines])])
    if action == ANY_POINT:
        return CAST.id(random_charm_point(s, seat, rng))
    if action == ANY_ACTION:
        return legal_nth(s, seat, below(rng, legal_count(s, seat)))
    return action


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner: casts on lines with a charm of its own, sometimes reveals a line, ends with some stones left.

    It ignores what the opponent's open tiles rule out, never swaps, and ends a round without regard to the score.
    """
    if at_limit(s) or (s.reserve[seat] <= RESERVE_KEPT and below(rng, EASY_END_ONE_IN) == 0):
        return END.id()
    if s.reserve[seat] == 0:
        return legal_nth(s, seat, below(rng, legal_count(s, seat)))
    if s.closed[1 - seat] and below(rng, EASY_REVEAL_ONE_IN) == 0:
        lines = s.closed[1 - seat]
        return REVEAL.id(NTH_BIT[lines][below(rng, COUNT_BITS[lines])])
    point = random_charm_point(s, seat, rng)
    return legal_nth(s, seat, below(rng, legal_count(s, seat))) if point < 0 else CAST.id(point)


def is_charm_point(s: State, seat: int, point: int) -> int:
    """Return 1 if a point is empty and on an own line with a charm."""
    if (s.stones[0] | s.stones[1]) >> point & 1:
        return 0
    return 1 if s.tiles[seat][point // s.size if seat == 0 else point % s.size] != Tile.VOID else 0


def random_charm_point(s: State, seat: int, rng: Stream) -> int:
    """Choose a random empty point on an own line with a charm; if there is none, any empty point; -1 on a full board."""
    chosen = -1
    promising = 0
    others = 0
    for point in range(s.size * s.size):
        if not (s.stones[0] | s.stones[1]) >> point & 1:
            if is_charm_point(s, seat, point):
                promising += 1
                if replaces_tie(rng, promising):
                    chosen = point
            elif promising == 0:
                others += 1
                if replaces_tie(rng, others):
                    chosen = point
    return chosen


# For the search ---------------------------------------------------------------------------------


def rounds_played(s: State) -> int:
    """Return the number of rounds: rollouts are cut at the end of a round, and racks are new in each."""
    return s.rounds


def round_won(s: State, seat: int) -> int:
    """Return the value of a rollout that was cut at the end of a round, in units of WIN; a round of nobody's is half."""
    if not s.winner:
        return WIN // 2
    return WIN if s.winner == 1 + seat else 0
