"""Importance sampling with rejection and a Metropolis repair: draws hidden worlds uniformly, given what a seat knows.

Every card that was ever dealt has a place (memory.py); `card_at` is filled with a card for each. A world is a physical
arrangement of cards in places, and all that agree with the seat's knowledge are equally likely. Where the seat saw a hand, it
knows which cards the others took out of it, but not who took which. All other places hold cards of the pool. A card that
somebody played must be in one of that player's places: its source is a group or the pool (sources.py).

1. Proposal: each round by itself draws the sources of its plays exactly, as if every card of the pool were put back.
2. Rejection: the rounds share one pool, so a proposal is accepted with probability `importance_ratio` / its upper bound, which
   makes the sample exact. Most proposals are accepted at once.
3. Repair: after MAX_PROPOSALS rejections the last proposal is changed round by round by a Metropolis chain with the same target
   distribution. It is approximate, but the running time is bounded for any deck.

Given the sources, all else is uniform: `place_plays`, `shuffle_groups`, `draw_from_pool`. Derivation: docs/imagination.md.
"""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.imagination.arrangement import blank_scratch, draw_from_pool, fill_table
from fairyring.games.fairy_tale.imagination.lookup import BITS
from fairyring.games.fairy_tale.imagination.sources import (
    GROUP_SHARES,
    below_wide,
    fill_suffix_weights,
    find_matches,
    group_count,
    group_size,
    matches_in,
    plays_in_round,
    propose_round,
    seat_after,
    source_of,
)
from fairyring.games.fairy_tale.memory import chance_is_pending, origin_of, place_of
from fairyring.games.fairy_tale.schema import CARDS, HAND, Phase, State

MAX_PROPOSALS = 24  # of all rounds together
REPAIR_STEPS = 24  # proposals of single rounds
MAX_REPAIR_STEPS = 4000  # a draw that the pool can serve comes much sooner if there is one
RATIO_ONE = 1 << 32  # fixed point of `importance_ratio`
MAX_RATIO = 1 << 46  # where ratios saturate, so that products of them with card counts stay below 2^63
HALVES = 2  # pool and group weights are in half cards
EXPECTATION_PARTS = 8  # expected draws are summed in eighths of half cards
MAX_GROUP_WEIGHT = HALVES * CARDS
LOG_BITS = 4  # of the fraction in `log2_fixed`
FRACTION_BITS = 20  # of the mantissa there


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R24: fill in the deck, the hands and memories of the others, and the discards."""
    fill_pool(s, seat)
    if s.phase != Phase.DEALER:
        if s.step:
            draw_sources(s, seat, rng)
            place_plays(s, seat, rng)
        shuffle_groups(s, seat, rng)
        draw_from_pool(s, seat, rng)
    fill_table(s, seat, rng)
    blank_scratch(s)


def rounds_dealt(s: State) -> int:
    """Return how many rounds have been dealt completely."""
    return s.round if chance_is_pending(s) else s.round + 1


def rounds_played(s: State) -> int:
    """Return in how many rounds cards have been played."""
    return (s.step + s.plays - 1) // s.plays


def cards_drafted(s: State, round_: int) -> int:
    """Return how many cards every seat has drafted in this round."""
    return s.pick if round_ == s.round and s.phase == Phase.DRAFT else s.hand_size


# The pool, and bounds on what was drawn from it -------------------------------------------------


def fill_pool(s: State, seat: int) -> None:
    """Put all cards that the seat has not seen in a hand into the deck, and those it saw into their places."""
    for kind in range(s.kinds):
        s.deck[kind] = s.copies[kind]
    for place in range(place_of(rounds_dealt(s), 0, 0)):
        s.card_at[place] = s.memory[seat][place]
        if s.memory[seat][place]:
            s.deck[s.memory[seat][place] - 1] -= 1
    if s.phase == Phase.DEAL:
        for i in range(s.hand_size):
            if s.hand[seat][i]:
                s.deck[s.hand[seat][i] - 1] -= 1


def must_be_from_pool(s: State, other: int, round_: int, distance: int, play: int) -> int:
    """Return 1 if the groups cannot explain a play, because equal cards played before it use up all groups with such a card."""
    groups = 0
    for time in range(group_count(s, distance)):
        groups += 1 if matches_in(s, other, round_, play, time) else 0
    step = round_ * s.plays
    for before in range(play):
        groups -= 1 if s.played[other][step + before] == s.played[other][step + play] else 0
    return 1 if groups <= 0 else 0


def find_limits(s: State, seat: int) -> None:
    """Fill `matches`, and count the plays of each kind that must (`forced`) or may (`optional`) have come from the pool."""
    for round_ in range(rounds_played(s)):
        for distance in range(1, s.players):
            find_matches(s, seat, round_, distance)
            other = seat_after(s, round_, seat, distance)
            for play in range(plays_in_round(s, round_)):
                kind = s.played[other][round_ * s.plays + play] - 1
                if must_be_from_pool(s, other, round_, distance, play):
                    s.forced[kind] += 1
                else:
                    s.optional[kind] += 1


def forced_plays(s: State, seat: int, round_: int, distance: int) -> int:
    """Return how many plays of one player must have come from the pool."""
    other = seat_after(s, round_, seat, distance)
    count = 0
    for play in range(plays_in_round(s, round_)):
        count += must_be_from_pool(s, other, round_, distance, play)
    return count


def least_optional(s: State, seat: int) -> int:
    """Return how many of the optional plays came from the pool at least, because no group explains two plays of a player."""
    total = 0
    for round_ in range(rounds_played(s)):
        for distance in range(1, s.players):
            forced = forced_plays(s, seat, round_, distance)
            total += max(0, plays_in_round(s, round_) - group_count(s, distance) - forced)
    return total


def most_optional(s: State, seat: int) -> int:
    """Return how many of the optional plays came from the pool at most: each player filled `distance` places from it."""
    total = 0
    for round_ in range(rounds_played(s)):
        for distance in range(1, s.players):
            total += min(plays_in_round(s, round_), distance, s.hand_size) - forced_plays(s, seat, round_, distance)
    return total


def spare_cards(s: State, kind: int) -> int:
    """Return the cards of a kind in the pool that no forced play needs."""
    return s.deck[kind] - s.forced[kind]


def spare_total(s: State) -> int:
    """Return the cards of all kinds in the pool that no forced play needs."""
    total = 0
    for kind in range(s.kinds):
        total += spare_cards(s, kind)
    return total


# Weights of the proposal ------------------------------------------------------------------------


def set_pool_weights(s: State, seat: int, spare: int) -> None:
    """Set `pool_weight` of each kind: the spare cards that are left if about the expected number of them is drawn.

    The closer the weights are to the counts that sampling without replacement meets, the more proposals are accepted.
    """
    for round_ in range(rounds_played(s)):
        for distance in range(1, s.players):
            other = seat_after(s, round_, seat, distance)
            for play in range(plays_in_round(s, round_)):
                kind = s.played[other][round_ * s.plays + play] - 1
                if not must_be_from_pool(s, other, round_, distance, play):
                    from_pool = min(distance, s.hand_size) * GROUP_SHARES * spare_cards(s, kind)
                    from_groups = 0
                    for time in range(group_count(s, distance)):
                        from_groups += BITS[matches_in(s, other, round_, play, time)] * GROUP_SHARES // group_size(s, time)
                    expected = EXPECTATION_PARTS * HALVES * from_pool // max(1, from_pool + from_groups * spare)
                    s.pool_weight[kind] += expected
    for kind in range(s.kinds):
        left = HALVES * spare_cards(s, kind) - s.pool_weight[kind] // EXPECTATION_PARTS
        s.pool_weight[kind] = max(1, left) if spare_cards(s, kind) > 0 else 0


def choose_group_weight(s: State, spare: int, least: int, most: int) -> int:
    """Return the weight of groups, which stands for the size of the pool.

    It is chosen so that proposals that draw few and many cards from the pool have about the same importance ratio.
    """
    sum_of_logs = 0
    count = 0
    for drawn in range(min(most, spare)):
        kind = best_optional_kind(s)
        if kind >= 0:
            if drawn >= least:
                sum_of_logs += log2_fixed(s.pool_weight[kind] * (spare - drawn)) - log2_fixed(spare_left(s, kind))
                count += 1
            s.drawn[kind] += 1
    blank_drawn(s)
    weight = 1
    while weight < MAX_GROUP_WEIGHT and log2_fixed(weight) * count < sum_of_logs:
        weight += 1
    return weight if count else max(1, min(MAX_GROUP_WEIGHT, HALVES * spare))


def bound_importance_ratio(s: State, spare: int, group_weight: int, least: int, most: int) -> int:
    """Return an upper bound of `importance_ratio`: drawing the kinds greedily by their factor gives the largest products."""
    ratio = RATIO_ONE
    bound = RATIO_ONE if least == 0 else 1
    for drawn in range(min(most, spare)):
        kind = best_optional_kind(s)
        if kind >= 0:
            ratio = min(MAX_RATIO, ratio * spare_left(s, kind) * group_weight // (s.pool_weight[kind] * (spare - drawn)))
            s.drawn[kind] += 1
            if drawn + 1 >= least:
                bound = max(bound, ratio)
    blank_drawn(s)
    return min(MAX_RATIO, bound + (bound >> FRACTION_BITS) + 1)  # the order of the factors changes the last digits


def best_optional_kind(s: State) -> int:
    """Return the kind with the largest next factor of the ratio, of those with optional plays not yet drawn; -1 for none."""
    best = -1
    for kind in range(s.kinds):
        possible = s.drawn[kind] < s.optional[kind] and spare_left(s, kind) > 0
        if possible and (best < 0 or spare_left(s, kind) * s.pool_weight[best] > spare_left(s, best) * s.pool_weight[kind]):
            best = kind
    return best


def log2_fixed(number: int) -> int:
    """Return the logarithm to base two in fixed point, with LOG_BITS bits of fraction (by repeated squaring)."""
    whole = 0
    while number >> whole > 1:
        whole += 1
    mantissa = (number << FRACTION_BITS) >> whole
    log = whole
    for _i in range(LOG_BITS):
        mantissa = mantissa * mantissa >> FRACTION_BITS
        log = 2 * log + (mantissa >> FRACTION_BITS + 1)
        mantissa >>= mantissa >> FRACTION_BITS + 1
    return log


def blank_drawn(s: State) -> None:
    """Put all drawn cards back."""
    for kind in range(s.kinds):
        s.drawn[kind] = 0


def spare_left(s: State, kind: int) -> int:
    """Return the spare cards of a kind that are left after those in `drawn`."""
    return spare_cards(s, kind) - s.drawn[kind]


def importance_ratio(s: State, spare: int, group_weight: int) -> int:
    """Return target / proposal density of the cards drawn from the pool, up to a constant, in units of 1 / RATIO_ONE.

    The target draws from one pool without replacement; the proposal took each card with its `pool_weight`. The ratio is 0 if
    the pool has too few cards of a kind. `drawn` counts forced plays, too.
    """
    ratio = RATIO_ONE
    total = 0
    for kind in range(s.kinds):
        for i in range(s.drawn[kind] - s.forced[kind]):
            if i >= spare_cards(s, kind):
                return 0
            numerator = ratio * (spare_cards(s, kind) - i) * group_weight
            ratio = min(MAX_RATIO, numerator // (s.pool_weight[kind] * (spare - total)))
            total += 1
    return ratio


def count_missing(s: State) -> int:
    """Return how many more cards were drawn than the pool has."""
    total = 0
    for kind in range(s.kinds):
        total += max(0, s.drawn[kind] - s.deck[kind])
    return total


# Drawing sources --------------------------------------------------------------------------------


def draw_sources(s: State, seat: int, rng: Stream) -> None:
    """Draw the sources of all plays (`sources`) and count those from the pool (`drawn`)."""
    find_limits(s, seat)
    least = least_optional(s, seat)
    most = most_optional(s, seat)
    spare = spare_total(s)
    set_pool_weights(s, seat, spare)
    group_weight = choose_group_weight(s, spare, least, most)
    bound = bound_importance_ratio(s, spare, group_weight, least, most)
    for round_ in range(rounds_played(s)):
        fill_suffix_weights(s, seat, round_, group_weight)
    for attempt in range(MAX_PROPOSALS):
        for round_ in range(rounds_played(s)):
            if attempt:
                count_drawn(s, seat, round_, -1)
            s.sources[round_] = propose_round(s, seat, round_, group_weight, rng)
            count_drawn(s, seat, round_, 1)
        if bound < MAX_RATIO and below_wide(rng, bound) < importance_ratio(s, spare, group_weight):
            return
    repair(s, seat, spare, group_weight, rng)


def count_drawn(s: State, seat: int, round_: int, sign: int) -> None:
    """Add (sign 1) the plays of this round that come from the pool to `drawn`, or subtract them (sign -1)."""
    for distance in range(1, s.players):
        other = seat_after(s, round_, seat, distance)
        for play in range(plays_in_round(s, round_)):
            if not source_of(s.sources[round_], distance, play):
                s.drawn[s.played[other][round_ * s.plays + play] - 1] += sign


def repair(s: State, seat: int, spare: int, group_weight: int, rng: Stream) -> None:
    """Change the last proposal by a Metropolis chain: propose one round after the other, accept by the importance ratio.

    A draw that lacks cards of the pool has ratio 0. A proposal that lacks more cards than the current draw is rejected, so the
    chain reaches a draw that lacks none. Where there is none, nobody can know what the seat is said to know.
    """
    step = 0
    while step < REPAIR_STEPS or count_missing(s):
        if step == MAX_REPAIR_STEPS:
            break
        round_ = step % rounds_played(s)
        old_sources = s.sources[round_]
        old_ratio = importance_ratio(s, spare, group_weight)
        old_missing = count_missing(s)
        count_drawn(s, seat, round_, -1)
        s.sources[round_] = propose_round(s, seat, round_, group_weight, rng)
        count_drawn(s, seat, round_, 1)
        ratio = importance_ratio(s, spare, group_weight)
        if count_missing(s) > old_missing or (ratio < old_ratio and below_wide(rng, old_ratio) >= ratio):
            count_drawn(s, seat, round_, -1)
            s.sources[round_] = old_sources
            count_drawn(s, seat, round_, 1)
        step += 1
    assert step < MAX_REPAIR_STEPS, "the pool lacks cards that were played"


# Placing cards ----------------------------------------------------------------------------------


def place_plays(s: State, seat: int, rng: Stream) -> None:
    """Put every played card into the place of its source; from the pool, into any place that the player filled from there."""
    for round_ in range(rounds_played(s)):
        for distance in range(1, s.players):
            other = seat_after(s, round_, seat, distance)
            used = 0
            places = min(distance, s.hand_size)
            for play in range(plays_in_round(s, round_)):
                source = source_of(s.sources[round_], distance, play)
                card = s.played[other][round_ * s.plays + play]
                if source:
                    settle(s, round_, other, distance, source - 1 + distance, card)
                else:
                    time = nth_unused(used, below(rng, places))
                    s.card_at[place_of(round_, origin_of(s, round_, other, time), time)] = card
                    used |= 1 << time
                    places -= 1


def nth_unused(used: int, k: int) -> int:
    """Return the k-th time that is not in the mask."""
    time = 0
    while k > 0 or used >> time & 1:
        if not used >> time & 1:
            k -= 1
        time += 1
    return time


def settle(s: State, round_: int, other: int, distance: int, time: int, card: int) -> None:
    """Let the player have taken this card of a group at this time: swap it with the card that lies there."""
    origin = origin_of(s, round_, other, time)
    at = time - distance + 1
    while s.card_at[place_of(round_, origin, at)] != card or s.settled[round_] >> (origin * HAND + at) & 1:
        at += 1
    s.card_at[place_of(round_, origin, at)] = s.card_at[place_of(round_, origin, time)]
    s.card_at[place_of(round_, origin, time)] = card
    s.settled[round_] |= 1 << (origin * HAND + time)


def last_time_of_group(s: State, round_: int, time: int, distance: int) -> int:
    """Return when the last card of a group was taken; the player at this distance took one at `time`."""
    back = time - distance + s.players
    return back - 1 if back <= min(cards_drafted(s, round_), s.hand_size - 1) else s.hand_size - 1


def shuffle_groups(s: State, seat: int, rng: Stream) -> None:
    """Shuffle the cards of each group that are not settled among the places of those who took them (Fisher-Yates)."""
    for round_ in range(rounds_dealt(s)):
        for distance in range(1, s.players):
            other = seat_after(s, round_, seat, distance)
            for time in range(distance, cards_drafted(s, round_)):
                origin = origin_of(s, round_, other, time)
                if not s.settled[round_] >> (origin * HAND + time) & 1:
                    swap_with_later(s, round_, origin, time, last_time_of_group(s, round_, time, distance), rng)


def swap_with_later(s: State, round_: int, origin: int, time: int, last: int, rng: Stream) -> None:
    """Do one step of the shuffle: swap the card of this time with any unsettled one from this time to the last."""
    unsettled = 0
    for at in range(time, last + 1):
        if not s.settled[round_] >> (origin * HAND + at) & 1:
            unsettled += 1
    k = below(rng, unsettled)
    at = time
    while k > 0 or s.settled[round_] >> (origin * HAND + at) & 1:
        if not s.settled[round_] >> (origin * HAND + at) & 1:
            k -= 1
        at += 1
    here = place_of(round_, origin, time)
    there = place_of(round_, origin, at)
    card = s.card_at[there]
    s.card_at[there] = s.card_at[here]
    s.card_at[here] = card
