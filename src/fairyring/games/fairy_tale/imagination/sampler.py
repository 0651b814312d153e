"""Imagining the cards that a seat cannot see, uniformly over all physical arrangements that agree with what it knows.

The places of memory.py are filled in `world`. Where the seat saw a hand, it knows which cards the others took, but not who
took which: those are shuffled among their places. Places it saw nothing of hold cards from the pool: all cards it has
never held in a hand. A card that somebody played must be in one of that player's places.

Each round by itself is drawn exactly (explaining.py), as if it put every card of the pool back. The rounds share one pool,
though, so what they draw together is kept as often as it deserves (`deserves`), and else all are drawn again. That is exact,
and mostly succeeds at once. If it does not within TRIES, the last draw is changed round by round (`mend`), which comes so
near to the right shares that tests see no difference. So there is an end to it with any deck.
"""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.imagination.arrangement import blank_notes, draw_from_pool, fill_table
from fairyring.games.fairy_tale.imagination.origins import (
    BITS,
    SHARES,
    alike_in,
    below_many,
    count_ways,
    draw_round,
    find_alike,
    group_size,
    groups_of,
    seat_after,
    shown,
    source_of,
)
from fairyring.games.fairy_tale.memory import origin_of, place_of
from fairyring.games.fairy_tale.schema import CARDS, HAND, Phase, State

TRIES = 24  # draws of all rounds together; then the last one is mended
CHANGES = 24  # draws of single rounds that mend it
UNIT = 1 << 32  # one, in the fixed-point numbers of `deserves`
MOST = 1 << 46  # and the largest of them
HALVES = 2  # odds are halves of cards
PARTS = 8  # and what is expected is summed in sixteenths
MOST_ODDS = HALVES * CARDS
LEAST = 8  # bits of the smaller limit in what `find_limits` packs
FRACTION = 20  # bits of a number between one and two in `log_of`


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R24: fill in the deck, the hands and memories of the others, and the discards."""
    fill_pool(s, seat)
    if s.phase != Phase.DEALER:
        if s.step:
            find_sources(s, seat, rng)
            settle_all(s, seat, rng)
        shuffle_rest(s, seat, rng)
        draw_from_pool(s, seat, rng)
    fill_table(s, seat, rng)
    blank_notes(s)


def turns_seen(s: State) -> int:
    """How many rounds have been dealt completely."""
    return s.round if s.phase <= Phase.DEAL else s.round + 1


def turns_played(s: State) -> int:
    """In how many rounds cards have been played."""
    return (s.step + s.plays - 1) // s.plays


def taken(s: State, turn: int) -> int:
    """How many cards everybody has drafted in this round."""
    return s.pick if turn == s.round and s.phase == Phase.DRAFT else s.hand_size


# What is possible -------------------------------------------------------------------------------


def fill_pool(s: State, seat: int) -> None:
    """Put all cards that the seat has not seen in a hand into the deck, and what it saw into the world."""
    for kind in range(s.kinds):
        s.deck[kind] = s.copies[kind]
    for place in range(place_of(turns_seen(s), 0, 0)):
        s.world[place] = s.memory[seat][place]
        if s.memory[seat][place]:
            s.deck[s.memory[seat][place] - 1] -= 1
    if s.phase == Phase.DEAL:
        for i in range(s.hand_size):
            if s.hand[seat][i]:
                s.deck[s.hand[seat][i] - 1] -= 1


def must_be_from_pool(s: State, other: int, turn: int, distance: int, i: int) -> int:
    """Whether the groups cannot explain the i-th card, because the cards before it used up all places it could be in."""
    places = 0
    for time in range(groups_of(s, distance)):
        places += 1 if alike_in(s, other, turn, i, time) else 0
    step = turn * s.plays
    for before in range(i):
        places -= 1 if s.played[other][step + before] == s.played[other][step + i] else 0
    return 1 if places <= 0 else 0


def find_limits(s: State, seat: int) -> int:
    """How many cards of each kind must have come from the pool (`bound`) or may have (`free`).

    How many more of all must have, because there are only so many groups, and how many may have, is given back packed.
    """
    least = 0
    most = 0
    for turn in range(turns_played(s)):
        for distance in range(1, s.players):
            find_alike(s, seat, turn, distance)
            other = seat_after(s, turn, seat, distance)
            must = 0
            for i in range(shown(s, turn)):
                kind = s.played[other][turn * s.plays + i] - 1
                if must_be_from_pool(s, other, turn, distance, i):
                    s.bound[kind] += 1
                    must += 1
                else:
                    s.free[kind] += 1
            least += max(0, shown(s, turn) - groups_of(s, distance) - must)
            most += min(shown(s, turn), distance, s.hand_size) - must
    return least << LEAST | most


def spare(s: State, kind: int) -> int:
    """Cards of the kind in the pool that no played card must have come from."""
    return s.deck[kind] - s.bound[kind]


def pool_size(s: State) -> int:
    """How many cards of the pool are to spare."""
    total = 0
    for kind in range(s.kinds):
        total += spare(s, kind)
    return total


# How likely it is -------------------------------------------------------------------------------


def set_odds(s: State, seat: int, pool: int) -> None:
    """What to take the cards to spare for: as many as will be left when about the expected number of them is drawn."""
    for turn in range(turns_played(s)):
        for distance in range(1, s.players):
            other = seat_after(s, turn, seat, distance)
            for i in range(shown(s, turn)):
                kind = s.played[other][turn * s.plays + i] - 1
                if not must_be_from_pool(s, other, turn, distance, i):
                    here = min(distance, s.hand_size) * SHARES * spare(s, kind)
                    there = 0
                    for time in range(groups_of(s, distance)):
                        there += BITS[alike_in(s, other, turn, i, time)] * SHARES // group_size(s, time)
                    s.odds[kind] += PARTS * HALVES * here // max(1, here + there * pool)
    for kind in range(s.kinds):
        s.odds[kind] = max(1, HALVES * spare(s, kind) - s.odds[kind] // PARTS) if spare(s, kind) > 0 else 0


def group_odds(s: State, pool: int, limits: int) -> int:
    """What to take the size of the pool for: so that drawing few cards from it and drawing many deserve about the same."""
    least = limits >> LEAST
    sum_of_logs = 0
    count = 0
    for drawn in range(min(limits & 255, pool)):
        kind = best_kind(s)
        if kind >= 0:
            if drawn >= least:
                sum_of_logs += log_of(s.odds[kind] * (pool - drawn)) - log_of(left(s, kind))
                count += 1
            s.extra[kind] += 1
    blank_extra(s)
    odds = 1
    while odds < MOST_ODDS and log_of(odds) * count < sum_of_logs:
        odds += 1
    return odds if count else max(1, min(MOST_ODDS, HALVES * pool))


def most_deserved(s: State, pool: int, odds: int, limits: int) -> int:
    """The largest number that `deserves` can give."""
    value = UNIT
    top = UNIT if limits >> LEAST == 0 else 1
    for drawn in range(min(limits & 255, pool)):
        kind = best_kind(s)
        if kind >= 0:
            value = min(MOST, value * left(s, kind) * odds // (s.odds[kind] * (pool - drawn)))
            s.extra[kind] += 1
            if drawn + 1 >= limits >> LEAST:
                top = max(top, value)
    blank_extra(s)
    return min(MOST, top + (top >> FRACTION) + 1)  # the order of the factors changes the last digits


def best_kind(s: State) -> int:
    """Of the cards that may have come from the pool besides `extra`, the kind that adds most; −1 if there is none."""
    best = -1
    for kind in range(s.kinds):
        can = s.extra[kind] < s.free[kind] and left(s, kind) > 0
        if can and (best < 0 or left(s, kind) * s.odds[best] > left(s, best) * s.odds[kind]):
            best = kind
    return best


def log_of(number: int) -> int:
    """The logarithm to base two, in sixteenths."""
    whole = 0
    while number >> whole > 1:
        whole += 1
    rest = (number << FRACTION) >> whole
    log = whole
    for _i in range(4):
        rest = rest * rest >> FRACTION
        log = 2 * log + (rest >> FRACTION + 1)
        rest >>= rest >> FRACTION + 1
    return log


def blank_extra(s: State) -> None:
    """No card is drawn."""
    for kind in range(s.kinds):
        s.extra[kind] = 0


def left(s: State, kind: int) -> int:
    """Cards to spare that are left when `extra` are taken."""
    return spare(s, kind) - s.extra[kind]


def deserves(s: State, pool: int, odds: int) -> int:
    """How much likelier it is to draw just these cards from one pool than the rounds took it for (in UNITs)."""
    value = UNIT
    total = 0
    for kind in range(s.kinds):
        for i in range(s.extra[kind] - s.bound[kind]):
            if i >= spare(s, kind):
                return 0
            value = min(MOST, value * (spare(s, kind) - i) * odds // (s.odds[kind] * (pool - total)))
            total += 1
    return value


def lacking(s: State) -> int:
    """How many cards too many were drawn from the pool."""
    total = 0
    for kind in range(s.kinds):
        total += max(0, s.extra[kind] - s.deck[kind])
    return total


# Drawing ----------------------------------------------------------------------------------------


def find_sources(s: State, seat: int, rng: Stream) -> None:
    """Where all the cards come from that were played, as `sources`, and how many of them from the pool, as `extra`."""
    limits = find_limits(s, seat)
    pool = pool_size(s)
    set_odds(s, seat, pool)
    odds = group_odds(s, pool, limits)
    top = most_deserved(s, pool, odds, limits)
    for turn in range(turns_played(s)):
        count_ways(s, seat, turn, odds)
    for attempt in range(TRIES):
        for turn in range(turns_played(s)):
            if attempt:
                draw_on(s, seat, turn, -1)
            s.sources[turn] = draw_round(s, seat, turn, odds, rng)
            draw_on(s, seat, turn, 1)
        if top < MOST and below_many(rng, top) < deserves(s, pool, odds):
            return
    mend(s, seat, pool, odds, rng)


def draw_on(s: State, seat: int, turn: int, sign: int) -> None:
    """Take the cards that this round draws from the pool, or put them back."""
    for distance in range(1, s.players):
        other = seat_after(s, turn, seat, distance)
        for i in range(shown(s, turn)):
            if not source_of(s.sources[turn], distance, i):
                s.extra[s.played[other][turn * s.plays + i] - 1] += sign


def mend(s: State, seat: int, pool: int, odds: int, rng: Stream) -> None:
    """Draw one round after the other anew, and keep what is likelier, or as often as it is likely (Metropolis).

    A draw that needs more cards than there are is kept only until one is found that needs fewer.
    """
    change = 0
    while change < CHANGES or lacking(s):
        turn = change % turns_played(s)
        before = s.sources[turn]
        was = deserves(s, pool, odds)
        lacked = lacking(s)
        draw_on(s, seat, turn, -1)
        s.sources[turn] = draw_round(s, seat, turn, odds, rng)
        draw_on(s, seat, turn, 1)
        now = deserves(s, pool, odds)
        if lacking(s) > lacked or (now < was and below_many(rng, was) >= now):
            draw_on(s, seat, turn, -1)
            s.sources[turn] = before
            draw_on(s, seat, turn, 1)
        change += 1


# Laying out -------------------------------------------------------------------------------------


def settle_all(s: State, seat: int, rng: Stream) -> None:
    """Put every played card into the place it came from; from the pool, into any place that the player filled from there."""
    for turn in range(turns_played(s)):
        for distance in range(1, s.players):
            other = seat_after(s, turn, seat, distance)
            used = 0
            free = min(distance, s.hand_size)
            for i in range(shown(s, turn)):
                source = source_of(s.sources[turn], distance, i)
                card = s.played[other][turn * s.plays + i]
                if source:
                    settle(s, turn, other, distance, source - 1 + distance, card)
                else:
                    time = nth_free(used, below(rng, free))
                    s.world[place_of(turn, origin_of(s, turn, other, time), time)] = card
                    used |= 1 << time
                    free -= 1


def nth_free(used: int, k: int) -> int:
    """The k-th time that is not used."""
    time = 0
    while k > 0 or used >> time & 1:
        if not used >> time & 1:
            k -= 1
        time += 1
    return time


def settle(s: State, turn: int, other: int, distance: int, time: int, card: int) -> None:
    """The player took this card of a group at this time: it changes places with the one that lies there."""
    origin = origin_of(s, turn, other, time)
    at = time - distance + 1
    while s.world[place_of(turn, origin, at)] != card or s.fixed[turn] >> (origin * HAND + at) & 1:
        at += 1
    s.world[place_of(turn, origin, at)] = s.world[place_of(turn, origin, time)]
    s.world[place_of(turn, origin, time)] = card
    s.fixed[turn] |= 1 << (origin * HAND + time)


def last_of_group(s: State, turn: int, time: int, distance: int) -> int:
    """Of the cards that left a hand between two looks at it, when the last one did; the one asked about left at this time."""
    again = time - distance + s.players
    return again - 1 if again <= min(taken(s, turn), s.hand_size - 1) else s.hand_size - 1


def shuffle_rest(s: State, seat: int, rng: Stream) -> None:
    """Who took which of the cards that were seen in a hand and are not settled: anybody may have."""
    for turn in range(turns_seen(s)):
        for distance in range(1, s.players):
            other = seat_after(s, turn, seat, distance)
            for time in range(distance, taken(s, turn)):
                origin = origin_of(s, turn, other, time)
                if not s.fixed[turn] >> (origin * HAND + time) & 1:
                    swap_later(s, turn, origin, time, last_of_group(s, turn, time, distance), rng)


def swap_later(s: State, turn: int, origin: int, time: int, last: int, rng: Stream) -> None:
    """One step of a shuffle: any card from this time to the last that is not settled comes here."""
    free = 0
    for at in range(time, last + 1):
        if not s.fixed[turn] >> (origin * HAND + at) & 1:
            free += 1
    k = below(rng, free)
    at = time
    while k > 0 or s.fixed[turn] >> (origin * HAND + at) & 1:
        if not s.fixed[turn] >> (origin * HAND + at) & 1:
            k -= 1
        at += 1
    here = place_of(turn, origin, time)
    there = place_of(turn, origin, at)
    card = s.world[there]
    s.world[there] = s.world[here]
    s.world[here] = card
