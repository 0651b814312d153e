"""Where the cards that the others played in one round can have come from: counted exactly, and drawn.

At each time the seat passed a hand on. From the hand passed on at time t, the other at distance 1 took a card at t + 1, the
one at distance 2 at t + 2 and so on, until the hand came back or was empty. Those cards are a *group*: the seat knows
which they are, but not who took which. All else that the others took came from the *pool* of cards never seen in a hand.

A card that somebody played came from a group, and then uses up one of the group's cards and that player's place in
it, or from the pool, with odds that imagining.py sets. `explain` goes through all ways for one player. The players are taken
one by one, from distance 1 on; which cards of each group are used up already is a mask of four bits for a group, and
`ways` tells how often the players that come after can be explained then. So one draw after another gives every way its weight.
"""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.memory import direction, origin_of, place_of
from fairyring.games.fairy_tale.schema import PLAYS, State

SHARES = 12  # what a group of one to four cards can be split into
MOST_WAYS = 1 << 22  # `ways` are scaled down to this: sums of them times what `explain` multiplies stay below 2^63
HALF = 1 << 31

# For masks of four bits: how many bits there are, and a rank by that number, so that masks of few bits have small ranks.
BITS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
RANK = (0, 1, 2, 5, 3, 6, 7, 11, 4, 8, 9, 12, 10, 13, 14, 15)
# By the bits that may be set (up to three) and the cards of a group: one more than the highest rank.
RANKS = (1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 1, 2, 6, 8, 11, 1, 2, 6, 12, 15)
# By distance: where the ways of that player and those after it begin in `ways`.
BEGIN = (0, 0, 0, 60, 148)
MASK = 4  # bits of a group in the masks
WIDE = 15  # bits of a number in what `shares` packs
STRIDE = 8  # bits of a number in what `strides` packs
SOURCE = 3  # bits of where a card came from: 0 is the pool, t + 1 is the group of time t
CARDS_OF_GROUP = 4


def shown(s: State, turn: int) -> int:
    """How many cards everybody has played in this round."""
    return min(s.plays, s.step - turn * s.plays)


def seat_after(s: State, turn: int, seat: int, distance: int) -> int:
    """The seat so many passes further on in this round."""
    return (seat + direction(turn) * distance + s.players) % s.players


def group_size(s: State, time: int) -> int:
    """How many cards of the hand passed on at this time were taken before it came back."""
    return min(s.players - 1, s.hand_size - 1 - time)


def groups_of(s: State, distance: int) -> int:
    """From how many groups the player at this distance took a card: those of the times 0, 1 …"""
    return max(0, s.hand_size - distance)


def find_alike(s: State, seat: int, turn: int, distance: int) -> None:
    """For each card the player at this distance played, which cards of each group it could have been: in `alike`."""
    other = seat_after(s, turn, seat, distance)
    found = 0
    for time in range(groups_of(s, distance)):
        first = place_of(turn, origin_of(s, turn, seat, time), time + 1)
        for i in range(shown(s, turn)):
            card = s.played[other][turn * s.plays + i]
            for at in range(group_size(s, time)):
                if s.memory[seat][first + at] == card:
                    found |= 1 << ((i * CARDS_OF_GROUP + time) * MASK + at)
    s.alike[other][turn] = found


def alike_in(s: State, other: int, turn: int, i: int, time: int) -> int:
    """The cards of a group that the i-th card which the player showed in this round could have been: a mask."""
    return s.alike[other][turn] >> ((i * CARDS_OF_GROUP + time) * MASK) & 15


# All ways for one player ------------------------------------------------------------------------


def shares(s: State, other: int, turn: int, distance: int, i: int, used: int, odds: int) -> int:
    """The weights of taking the i-th card from each group: its cards alike of those that are left; packed."""
    packed = 0
    for time in range(groups_of(s, distance)):
        mask = used >> time * MASK & 15
        alike = BITS[alike_in(s, other, turn, i, time) & ~mask]
        if alike:
            packed |= alike * odds * (SHARES // (group_size(s, time) - BITS[mask])) << time * WIDE
    return packed


def strides(s: State, other: int, turn: int, distance: int, i: int, used: int) -> int:
    """How far on in `ways` it leads to use up such a card of each group; packed."""
    packed = 0
    step = 1
    for time in range(groups_of(s, distance + 1)):
        mask = used >> time * MASK & 15
        card = lowest(alike_in(s, other, turn, i, time) & ~mask)
        packed |= (RANK[mask | card] - RANK[mask]) * step << time * STRIDE
        step *= RANKS[distance * 5 + group_size(s, time)]
    return packed


def lowest(mask: int) -> int:
    """The lowest bit: of cards alike the first one is used up first."""
    return mask & -mask


def index_of(s: State, distance: int, used: int) -> int:
    """Where `ways` has the number for this player and those after it, with these cards used up."""
    index = BEGIN[distance]
    step = 1
    for time in range(groups_of(s, distance)):
        index += RANK[used >> (time * MASK) & 15] * step
        step *= RANKS[(distance - 1) * 5 + group_size(s, time)]
    return index


def pool_odds(s: State, other: int, turn: int, i: int) -> int:
    """The weight of the i-th card in the pool. Where the pool has none to spare, only a player who must have needs it."""
    card = s.played[other][turn * s.plays + i]
    if s.odds[card - 1]:
        return SHARES * s.odds[card - 1]
    count = 0
    for k in range(shown(s, turn)):
        count += 1 if s.played[other][turn * s.plays + k] == card else 0
    for time in range(CARDS_OF_GROUP):
        count -= 1 if alike_in(s, other, turn, i, time) else 0
    return 1 if count > 0 else 0


def explain(s: State, seat: int, turn: int, distance: int, used: int, odds: int, pick: int) -> int:
    """The weight of all ways to explain what this player and those after it played; with a pick below it, the way it falls on.

    A way has SOURCE bits for each card played. `used` are the cards of the groups that players before it used up.
    """
    other = seat_after(s, turn, seat, distance)
    many = shown(s, turn)
    last = distance + 1 == s.players
    here = 0 if last else index_of(s, distance + 1, used & ((1 << groups_of(s, distance + 1) * MASK) - 1))
    free = min(distance, s.hand_size)
    sources = groups_of(s, distance) + 1
    pool_a = pool_odds(s, other, turn, 0)
    pool_b = pool_odds(s, other, turn, 1) if many > 1 else 0
    pool_c = pool_odds(s, other, turn, 2) if many > 2 else 0
    shares_a = shares(s, other, turn, distance, 0, used, odds)
    shares_b = shares(s, other, turn, distance, 1, used, odds) if many > 1 else 0
    shares_c = shares(s, other, turn, distance, 2, used, odds) if many > 2 else 0
    strides_a = 0 if last else strides(s, other, turn, distance, 0, used)
    strides_b = 0 if last or many < 2 else strides(s, other, turn, distance, 1, used)
    strides_c = 0 if last or many < 3 else strides(s, other, turn, distance, 2, used)
    total = 0
    for a in range(sources):
        ways_a = shares_a >> (a - 1) * WIDE & 32767 if a else pool_a * free
        if ways_a == 0:
            continue
        free_a = free if a else free - 1
        at_a = here + (strides_a >> (a - 1) * STRIDE & 255) if a else here
        for b in range(sources if many > 1 else 1):
            ways_b = ways_a
            if many > 1:
                ways_b *= 0 if a and b == a else shares_b >> (b - 1) * WIDE & 32767 if b else pool_b * free_a
            if ways_b == 0:
                continue
            free_b = free_a if b else free_a - 1
            at_b = at_a + (strides_b >> (b - 1) * STRIDE & 255) if b else at_a
            for c in range(sources if many > 2 else 1):
                ways_c = ways_b
                if many > 2:
                    ways_c *= 0 if c and (c == a or c == b) else shares_c >> (c - 1) * WIDE & 32767 if c else pool_c * free_b
                if ways_c and not last:
                    ways_c *= s.ways[turn][at_b + (strides_c >> (c - 1) * STRIDE & 255) if c else at_b]
                total += ways_c
                if total > pick >= 0:
                    return a | b << SOURCE | c << 2 * SOURCE
    return total


# All players of a round -------------------------------------------------------------------------


def claimable(s: State, seat: int, turn: int, distance: int, time: int) -> int:
    """The cards of a group that players before this one may have used up: a mask."""
    mask = 0
    for before in range(1, distance):
        other = seat_after(s, turn, seat, before)
        for i in range(shown(s, turn)):
            mask |= alike_in(s, other, turn, i, time)
    return mask


def twins(s: State, seat: int, turn: int, time: int) -> int:
    """The cards of a group that are like the one before them: a mask."""
    first = place_of(turn, origin_of(s, turn, seat, time), time + 1)
    mask = 0
    for at in range(1, group_size(s, time)):
        if s.memory[seat][first + at] == s.memory[seat][first + at - 1]:
            mask |= 1 << at
    return mask


def can_be_used(mask: int, most: int, claimed: int, twin: int) -> int:
    """Whether just these cards of a group can be used up: few enough, by somebody, and of cards alike the first ones first."""
    return 1 if BITS[mask] <= most and mask & ~claimed == 0 and mask & twin & ~(mask << 1) == 0 else 0


def count_ways(s: State, seat: int, turn: int, odds: int) -> None:
    """Fill `ways` for a round, from the last player back to the second; the first one begins with no card used up."""
    for distance in range(s.players - 1, 1, -1):
        most = distance - 1
        groups = groups_of(s, distance)
        claimed_0 = claimable(s, seat, turn, distance, 0) if groups > 0 else 0
        claimed_1 = claimable(s, seat, turn, distance, 1) if groups > 1 else 0
        claimed_2 = claimable(s, seat, turn, distance, 2) if groups > 2 else 0
        twin_0 = twins(s, seat, turn, 0) if claimed_0 else 0
        twin_1 = twins(s, seat, turn, 1) if claimed_1 else 0
        twin_2 = twins(s, seat, turn, 2) if claimed_2 else 0
        top = 0
        for c in range(claimed_2 + 1):
            for b in range(claimed_1 + 1 if can_be_used(c, most, claimed_2, twin_2) else 0):
                for a in range(claimed_0 + 1 if can_be_used(b, most, claimed_1, twin_1) else 0):
                    if can_be_used(a, most, claimed_0, twin_0):
                        used = a | b << MASK | c << 2 * MASK
                        number = explain(s, seat, turn, distance, used, odds, -1)
                        s.sums[index_of(s, distance, used) - BEGIN[distance]] = number
                        top = max(top, number)
        scale_ways(s, turn, distance, top)


def scale_ways(s: State, turn: int, distance: int, top: int) -> None:
    """Keep the sums of one player in proportion to their largest, and none that is possible as nothing."""
    unit = top // MOST_WAYS + 1
    end = len(s.ways[turn]) if distance + 1 == len(BEGIN) else BEGIN[distance + 1]
    for i in range(end - BEGIN[distance]):
        s.ways[turn][BEGIN[distance] + i] = (s.sums[i] + unit - 1) // unit
        s.sums[i] = 0


def draw_round(s: State, seat: int, turn: int, odds: int, rng: Stream) -> int:
    """Where all cards come from that the others played in this round, by weight: the way of each player, packed."""
    used = 0
    drawn = 0
    for distance in range(1, s.players):
        total = explain(s, seat, turn, distance, used, odds, -1)
        way = explain(s, seat, turn, distance, used, odds, below_many(rng, total))
        drawn |= way << (distance - 1) * PLAYS * SOURCE
        used = used_after(s, seat, turn, distance, used, way)
    return drawn


def used_after(s: State, seat: int, turn: int, distance: int, used: int, way: int) -> int:
    """The cards of the groups that are used up once this player's cards are explained; of groups that go on only."""
    other = seat_after(s, turn, seat, distance)
    for i in range(shown(s, turn)):
        source = way >> i * SOURCE & 7
        if source:
            mask = used >> (source - 1) * MASK & 15
            used |= lowest(alike_in(s, other, turn, i, source - 1) & ~mask) << (source - 1) * MASK
    return used & ((1 << groups_of(s, distance + 1) * MASK) - 1)


def source_of(drawn: int, distance: int, i: int) -> int:
    """Where the i-th card comes from that the player at this distance played."""
    return drawn >> ((distance - 1) * PLAYS + i) * SOURCE & 7


def below_many(rng: Stream, n: int) -> int:
    """A uniform number in 0 … n-1, for an n of up to 62 bits."""
    if n < HALF:
        return below(rng, n)
    while True:
        number = below(rng, n // HALF + 1) * HALF + below(rng, HALF)
        if number < n:
            return number
