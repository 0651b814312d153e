"""Proposal distribution of one round: where the cards that the others played came from, enumerated exactly.

The hand that the seat passed on at time t is a *group*: the player at distance 1 took a card of it at t + 1, the one at
distance 2 at t + 2, and so on until the hand came back or was empty. The seat knows which cards the others took out of a group,
but not who took which. Every other card that they took came from the *pool* of cards that the seat has never seen in a hand.

A played card came from a group, and then uses up one card of the group and the player's place in it, or from the pool, with
the weights that `sampler.py` sets: its *source*. `enumerate_sources` goes through all combinations for one player. Players are
processed in the order of their distance. The cards used up so far are a mask for each group, and `suffix_weights` has the total
weight of the players that follow, by these masks (a dynamic program, filled backwards). So sources are drawn player by player,
each combination with its exact weight. Derivation: docs/imagination.md.

The rules' language has no tuples: small numbers are packed into one integer, each in a field of *_BITS bits.
"""

from itertools import accumulate

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.imagination.lookup import BITS, MASK_BITS, RANK, RANK_COUNT, RANK_COUNT_STRIDE
from fairyring.games.fairy_tale.memory import direction, origin_of, place_of
from fairyring.games.fairy_tale.schema import HAND, MAX_GROUPS, PLAYS, SEATS, SECTIONS, SOURCE_BITS, SUFFIX_MAX, State

assert (MASK_BITS, MAX_GROUPS) == (SEATS - 1, HAND - 1)
# A source is 0 for the pool and t + 1 for the group of time t.
GROUP_SHARES = 12  # least common multiple of 1 … 4: each card of a group of that size has a whole number of shares
CARD_MASK = (1 << MASK_BITS) - 1  # the cards of one group
SOURCE_MASK = (1 << SOURCE_BITS) - 1
WEIGHT_BITS = 15  # of a group in `pack_group_weights`
WEIGHT_MASK = (1 << WEIGHT_BITS) - 1
STEP_BITS = 8  # of a group in `pack_index_steps`
STEP_MASK = (1 << STEP_BITS) - 1
SECTION_START = tuple(accumulate(SECTIONS, initial=0))  # by distance: where a player's suffix weights begin
NO_TARGET = -1
WORD = 1 << 31  # the largest bound that `below` takes


def plays_in_round(s: State, round_: int) -> int:
    """Return how many cards every seat has played in this round."""
    return min(s.plays, s.step - round_ * s.plays)


def seat_after(s: State, round_: int, seat: int, distance: int) -> int:
    """Return the seat that gets a hand of `seat` after so many passes of this round."""
    return (seat + direction(round_) * distance + s.players) % s.players


def group_size(s: State, time: int) -> int:
    """Return how many cards of the hand passed on at this time were taken before it came back."""
    return min(s.players - 1, s.hand_size - 1 - time)


def group_count(s: State, distance: int) -> int:
    """Return from how many groups the player at this distance took a card: those of the times 0, 1 …"""
    return max(0, s.hand_size - distance)


def find_matches(s: State, seat: int, round_: int, distance: int) -> None:
    """Fill `matches` of one player: for each card it played, a mask of the equal cards of each group."""
    other = seat_after(s, round_, seat, distance)
    packed = 0
    for time in range(group_count(s, distance)):
        first = place_of(round_, origin_of(s, round_, seat, time), time + 1)
        for play in range(plays_in_round(s, round_)):
            card = s.played[other][round_ * s.plays + play]
            for i in range(group_size(s, time)):
                if s.memory[seat][first + i] == card:
                    packed |= 1 << ((play * MAX_GROUPS + time) * MASK_BITS + i)
    s.matches[other][round_] = packed


def matches_in(s: State, other: int, round_: int, play: int, time: int) -> int:
    """Return the cards of a group that equal the seat's card of this play: a mask."""
    return s.matches[other][round_] >> ((play * MAX_GROUPS + time) * MASK_BITS) & CARD_MASK


# One player -------------------------------------------------------------------------------------


def pack_group_weights(s: State, other: int, round_: int, distance: int, play: int, used: int, group_weight: int) -> int:
    """Return the weight of each group as the source of a play: the equal cards that are left in it, of all that are left."""
    packed = 0
    for time in range(group_count(s, distance)):
        mask = used >> time * MASK_BITS & CARD_MASK
        equal = BITS[matches_in(s, other, round_, play, time) & ~mask]
        if equal:
            packed |= equal * group_weight * (GROUP_SHARES // (group_size(s, time) - BITS[mask])) << time * WEIGHT_BITS
    return packed


def pack_index_steps(s: State, other: int, round_: int, distance: int, play: int, used: int) -> int:
    """Return, for each group as the source of a play, how far that moves on in the next player's suffix weights."""
    packed = 0
    stride = 1
    for time in range(group_count(s, distance + 1)):
        mask = used >> time * MASK_BITS & CARD_MASK
        card = lowest_bit(matches_in(s, other, round_, play, time) & ~mask)
        packed |= (RANK[mask | card] - RANK[mask]) * stride << time * STEP_BITS
        stride *= RANK_COUNT[distance * RANK_COUNT_STRIDE + group_size(s, time)]
    return packed


def lowest_bit(mask: int) -> int:
    """Return the lowest bit that is set: of equal cards the first is used up first."""
    return mask & -mask


def suffix_index(s: State, distance: int, used: int) -> int:
    """Return where the weight of this player and those after it is, if these cards of the groups are used up."""
    index = SECTION_START[distance]
    stride = 1
    for time in range(group_count(s, distance)):
        index += RANK[used >> (time * MASK_BITS) & CARD_MASK] * stride
        stride *= RANK_COUNT[(distance - 1) * RANK_COUNT_STRIDE + group_size(s, time)]
    return index


def pool_weight_of(s: State, other: int, round_: int, play: int) -> int:
    """Return the weight of the pool as the source of a play, for each place that the player filled from the pool.

    A kind of which the pool has no card to spare has weight 0, or 1 if the groups cannot explain all plays of it.
    """
    card = s.played[other][round_ * s.plays + play]
    if s.pool_weight[card - 1]:
        return GROUP_SHARES * s.pool_weight[card - 1]
    unexplained = 0
    for k in range(plays_in_round(s, round_)):
        unexplained += 1 if s.played[other][round_ * s.plays + k] == card else 0
    for time in range(MAX_GROUPS):
        unexplained -= 1 if matches_in(s, other, round_, play, time) else 0
    return 1 if unexplained > 0 else 0


def enumerate_sources(s: State, seat: int, round_: int, distance: int, used: int, group_weight: int, target: int) -> int:
    """Return the total weight of all sources of the plays of this player and those after it.

    With a target (0 … total weight - 1) return the sources that own that unit of weight instead, SOURCE_BITS for each play.
    `used` are the cards of the groups that the players before this one used up. No group is the source of two plays of one
    player. A player plays at most three cards in a round: a, b and c are the sources of the first, second and third.
    """
    other = seat_after(s, round_, seat, distance)
    plays = plays_in_round(s, round_)
    last = distance + 1 == s.players
    index = 0 if last else suffix_index(s, distance + 1, used & ((1 << group_count(s, distance + 1) * MASK_BITS) - 1))
    places = min(distance, s.hand_size)
    source_count = group_count(s, distance) + 1
    pool_a = pool_weight_of(s, other, round_, 0)
    pool_b = pool_weight_of(s, other, round_, 1) if plays > 1 else 0
    pool_c = pool_weight_of(s, other, round_, 2) if plays > 2 else 0
    groups_a = pack_group_weights(s, other, round_, distance, 0, used, group_weight)
    groups_b = pack_group_weights(s, other, round_, distance, 1, used, group_weight) if plays > 1 else 0
    groups_c = pack_group_weights(s, other, round_, distance, 2, used, group_weight) if plays > 2 else 0
    steps_a = 0 if last else pack_index_steps(s, other, round_, distance, 0, used)
    steps_b = 0 if last or plays < 2 else pack_index_steps(s, other, round_, distance, 1, used)
    steps_c = 0 if last or plays < 3 else pack_index_steps(s, other, round_, distance, 2, used)
    total = 0
    for a in range(source_count):
        weight_a = groups_a >> (a - 1) * WEIGHT_BITS & WEIGHT_MASK if a else pool_a * places
        if weight_a == 0:
            continue
        places_a = places if a else places - 1
        index_a = index + (steps_a >> (a - 1) * STEP_BITS & STEP_MASK) if a else index
        for b in range(source_count if plays > 1 else 1):
            weight_b = weight_a
            if plays > 1:
                weight_b *= 0 if a and b == a else groups_b >> (b - 1) * WEIGHT_BITS & WEIGHT_MASK if b else pool_b * places_a
            if weight_b == 0:
                continue
            places_b = places_a if b else places_a - 1
            index_b = index_a + (steps_b >> (b - 1) * STEP_BITS & STEP_MASK) if b else index_a
            for c in range(source_count if plays > 2 else 1):
                weight_c = weight_b
                if plays > 2:
                    repeated = 1 if c and (c == a or c == b) else 0
                    weight_c *= 0 if repeated else groups_c >> (c - 1) * WEIGHT_BITS & WEIGHT_MASK if c else pool_c * places_b
                if weight_c and not last:
                    index_c = index_b + (steps_c >> (c - 1) * STEP_BITS & STEP_MASK) if c else index_b
                    weight_c *= s.suffix_weights[round_][index_c]
                total += weight_c
                if total > target > NO_TARGET:
                    return a | b << SOURCE_BITS | c << 2 * SOURCE_BITS
    return total


# All players of a round -------------------------------------------------------------------------


def claimable_cards(s: State, seat: int, round_: int, distance: int, time: int) -> int:
    """Return the cards of a group that the players before this distance may have used up: a mask."""
    mask = 0
    for before in range(1, distance):
        other = seat_after(s, round_, seat, before)
        for play in range(plays_in_round(s, round_)):
            mask |= matches_in(s, other, round_, play, time)
    return mask


def repeated_cards(s: State, seat: int, round_: int, time: int) -> int:
    """Return the cards of a group that equal the card before them: a mask."""
    first = place_of(round_, origin_of(s, round_, seat, time), time + 1)
    mask = 0
    for i in range(1, group_size(s, time)):
        if s.memory[seat][first + i] == s.memory[seat][first + i - 1]:
            mask |= 1 << i
    return mask


def can_be_used_up(mask: int, most: int, claimable: int, repeated: int) -> int:
    """Return 1 if just these cards of a group can be used up: few enough, claimable, of equal cards the first ones first."""
    return 1 if BITS[mask] <= most and mask & ~claimable == 0 and mask & repeated & ~(mask << 1) == 0 else 0


def fill_suffix_weights(s: State, seat: int, round_: int, group_weight: int) -> None:
    """Fill `suffix_weights` of a round, from the last player back to the second; for the first no card is used up yet.

    The player at distance 2 took cards from at most three groups: a, b and c are the masks of the groups of time 0, 1 and 2.
    """
    for distance in range(s.players - 1, 1, -1):
        most = distance - 1
        groups = group_count(s, distance)
        claimable_a = claimable_cards(s, seat, round_, distance, 0) if groups > 0 else 0
        claimable_b = claimable_cards(s, seat, round_, distance, 1) if groups > 1 else 0
        claimable_c = claimable_cards(s, seat, round_, distance, 2) if groups > 2 else 0
        repeated_a = repeated_cards(s, seat, round_, 0) if claimable_a else 0
        repeated_b = repeated_cards(s, seat, round_, 1) if claimable_b else 0
        repeated_c = repeated_cards(s, seat, round_, 2) if claimable_c else 0
        largest = 0
        for c in range(claimable_c + 1):
            for b in range(claimable_b + 1 if can_be_used_up(c, most, claimable_c, repeated_c) else 0):
                for a in range(claimable_a + 1 if can_be_used_up(b, most, claimable_b, repeated_b) else 0):
                    if can_be_used_up(a, most, claimable_a, repeated_a):
                        used = a | b << MASK_BITS | c << 2 * MASK_BITS
                        weight = enumerate_sources(s, seat, round_, distance, used, group_weight, NO_TARGET)
                        s.unscaled[suffix_index(s, distance, used) - SECTION_START[distance]] = weight
                        largest = max(largest, weight)
        scale_suffix_weights(s, round_, distance, largest)


def scale_suffix_weights(s: State, round_: int, distance: int, largest: int) -> None:
    """Move the unscaled weights of a player to `suffix_weights`, scaled to at most SUFFIX_MAX; positive ones stay positive."""
    unit = largest // SUFFIX_MAX + 1
    for i in range(SECTION_START[distance + 1] - SECTION_START[distance]):
        s.suffix_weights[round_][SECTION_START[distance] + i] = (s.unscaled[i] + unit - 1) // unit
        s.unscaled[i] = 0


def propose_round(s: State, seat: int, round_: int, group_weight: int, rng: Stream) -> int:
    """Draw the sources of all cards that the others played in this round, by weight; packed, player by player."""
    used = 0
    packed = 0
    for distance in range(1, s.players):
        total = enumerate_sources(s, seat, round_, distance, used, group_weight, NO_TARGET)
        sources = enumerate_sources(s, seat, round_, distance, used, group_weight, below_wide(rng, total))
        packed |= sources << (distance - 1) * PLAYS * SOURCE_BITS
        used = used_cards_after(s, seat, round_, distance, used, sources)
    return packed


def used_cards_after(s: State, seat: int, round_: int, distance: int, used: int, sources: int) -> int:
    """Return the cards that are used up after this player, of the groups that the next player took a card from."""
    other = seat_after(s, round_, seat, distance)
    for play in range(plays_in_round(s, round_)):
        source = sources >> play * SOURCE_BITS & SOURCE_MASK
        if source:
            mask = used >> (source - 1) * MASK_BITS & CARD_MASK
            used |= lowest_bit(matches_in(s, other, round_, play, source - 1) & ~mask) << (source - 1) * MASK_BITS
    return used & ((1 << group_count(s, distance + 1) * MASK_BITS) - 1)


def source_of(packed: int, distance: int, play: int) -> int:
    """Return the source of a play of the player at this distance, out of what `propose_round` drew."""
    return packed >> ((distance - 1) * PLAYS + play) * SOURCE_BITS & SOURCE_MASK


def below_wide(rng: Stream, n: int) -> int:
    """Draw a uniform number in 0 … n-1, for an n of up to 62 bits (by rejection)."""
    if n < WORD:
        return below(rng, n)
    while True:
        number = below(rng, n // WORD + 1) * WORD + below(rng, WORD)
        if number < n:
            return number
