"""Imagining the cards that a seat cannot see, uniformly over all physical arrangements that agree with what it knows.

The places of memory.py are filled in `world`. Where the seat saw a hand, it knows which cards the others took, but not who took
which: those are shuffled among their places. Places it saw nothing of hold cards from the pool: all cards it has never held in
a hand. A card that somebody played must be in one of that player's places, so a guess that does not fit is thrown away:
- round by round (`guess_round`), where a played card may come out of the pool with odds that only nearly are the right ones,
- then for all rounds together (`accept`), which makes up the difference, because the rounds share one pool.
"""

from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.fairy_tale.memory import direction, origin_of, place_of
from fairyring.games.fairy_tale.schema import HAND, Phase, State
from fairyring.games.fairy_tale.worlds import blank_notes, draw_from_pool, fill_table

UNIT = 1 << 28  # one, in the fixed-point numbers of `spread`
MOST = 1 << 31
SHARES = 12  # what a hand of one to four unknown cards can be split into


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R24: fill in the deck, the hands and memories of the others, and the discards."""
    fill_pool(s, seat)
    if s.phase != Phase.DEALER:
        find_limits(s, seat)
        pool = pool_size(s)
        most = most_extra(s, seat)
        odds = best_odds(pool, most)
        top = max(UNIT, spread(pool, odds, most))
        guess_rounds(s, seat, odds, rng)
        while not accept(s, seat, pool, odds, top, rng):
            guess_rounds(s, seat, odds, rng)
        shuffle_rest(s, seat, rng)
        draw_from_pool(s, seat, rng)
    fill_table(s, seat, rng)
    blank_notes(s)


def turns_seen(s: State) -> int:
    """How many rounds have been dealt completely."""
    return s.round if s.phase <= Phase.DEAL else s.round + 1


def taken(s: State, turn: int) -> int:
    """How many cards everybody has drafted in this round."""
    return s.pick if turn == s.round and s.phase == Phase.DRAFT else s.hand_size


def shown(s: State, turn: int) -> int:
    """How many cards everybody has played in this round."""
    return min(s.plays, s.step - turn * s.plays)


def seat_after(s: State, turn: int, seat: int, distance: int) -> int:
    """The seat so many passes further on in this round."""
    return (seat + direction(turn) * distance + s.players) % s.players


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


def pool_size(s: State) -> int:
    """How many cards of the pool are to spare."""
    total = 0
    for kind in range(s.kinds):
        total += spare(s, kind)
    return total


def last_of_group(s: State, turn: int, time: int, distance: int) -> int:
    """Of the cards that left a hand between two looks at it, when the last one did; the one asked about left at this time."""
    again = time - distance + s.players
    return again - 1 if again <= min(taken(s, turn), s.hand_size - 1) else s.hand_size - 1


def seen_in(s: State, seat: int, turn: int, distance: int, time: int, card: int) -> int:
    """How many of the card the seat saw in the hand from which the player at this distance took one at this time."""
    other = seat_after(s, turn, seat, distance)
    first = place_of(turn, origin_of(s, turn, other, time), 0)
    count = 0
    for at in range(time - distance + 1, last_of_group(s, turn, time, distance) + 1):
        if s.memory[seat][first + at] == card:
            count += 1
    return count


def find_limits(s: State, seat: int) -> None:
    """How far hands that the seat saw explain each played card (`reach`); the others came from the pool (`bound`)."""
    for turn in range(turns_seen(s)):
        for distance in range(1, s.players):
            other = seat_after(s, turn, seat, distance)
            for step in range(turn * s.plays, turn * s.plays + shown(s, turn)):
                card = s.played[other][step]
                known = 0
                for time in range(distance, s.hand_size):
                    count = seen_in(s, seat, turn, distance, time, card)
                    s.reach[other][step] += min(SHARES, SHARES * count // (last_of_group(s, turn, time, distance) - time + 1))
                    known += min(1, count)
                for before in range(turn * s.plays, step):
                    known -= 1 if s.played[other][before] == card else 0
                if known <= 0:
                    s.bound[card - 1] += 1


def most_extra(s: State, seat: int) -> int:
    """How many played cards may have come from the pool, besides those that must have."""
    total = 0
    for turn in range(turns_seen(s)):
        for distance in range(1, s.players):
            other = seat_after(s, turn, seat, distance)
            free = min(distance, s.hand_size)
            maybe = 0
            for step in range(turn * s.plays, turn * s.plays + shown(s, turn)):
                if s.reach[other][step] == 0:
                    free -= 1
                elif pool_chance(s, turn, other, s.played[other][step]):
                    maybe += 1
            total += min(free, maybe)
    return min(total, pool_size(s))


def spare(s: State, kind: int) -> int:
    """Cards of the kind in the pool that no played card must have come from."""
    return s.deck[kind] - s.bound[kind]


# How likely it is -------------------------------------------------------------------------------


def spread(pool: int, odds: int, extra: int) -> int:
    """So many more cards from the pool: how much likelier that is than `guess_round` takes it for (in UNITs)."""
    share = UNIT
    for i in range(extra):
        share = share * odds // (pool - i)
    return share


def best_odds(pool: int, most: int) -> int:
    """What to take the size of the pool for: between its largest and its smallest."""
    odds = max(1, pool - most // 2)
    while odds > 1 and spread(pool, odds, most) > MOST:
        odds -= 1
    return odds


# Guessing ---------------------------------------------------------------------------------------


def guess_rounds(s: State, seat: int, odds: int, rng: Stream) -> None:
    """Guess every round by itself, until each fits what was played in it."""
    for turn in range(turns_seen(s)):
        while not guess_round(s, seat, turn, odds, rng):
            pass


def guess_round(s: State, seat: int, turn: int, odds: int, rng: Stream) -> int:
    """Where all the cards come from that were played in this round; 0 if the guess has to be thrown away."""
    s.fixed[turn] = 0
    for distance in range(1, s.players):
        other = seat_after(s, turn, seat, distance)
        for time in range(min(distance, taken(s, turn))):
            s.world[place_of(turn, origin_of(s, turn, other, time), time)] = 0
        if not guess_plays(s, turn, other, distance, odds, rng):
            return 0
    return 1


def guess_plays(s: State, turn: int, other: int, distance: int, odds: int, rng: Stream) -> int:
    """Where the cards that this seat played come from: those that nobody saw are from the pool, the others may be."""
    used = 0
    free = min(distance, s.hand_size)
    for step in range(turn * s.plays, turn * s.plays + shown(s, turn)):
        if s.reach[other][step] == 0:
            found = nth_free(used, below(rng, free))
            settle(s, turn, other, distance, found, s.played[other][step])
            used |= 1 << found
            free -= 1
    for step in range(turn * s.plays, turn * s.plays + shown(s, turn)):
        if s.reach[other][step]:
            found = guess_source(s, turn, other, distance, step, used, free, odds, rng)
            if found < 0:
                return 0
            settle(s, turn, other, distance, found, s.played[other][step])
            used |= 1 << found
    return 1


def nth_free(used: int, k: int) -> int:
    """The k-th time that is not used."""
    time = 0
    while k > 0 or used >> time & 1:
        if not used >> time & 1:
            k -= 1
        time += 1
    return time


def guess_source(
    s: State, turn: int, other: int, distance: int, step: int, used: int, free: int, odds: int, rng: Stream
) -> int:
    """When the seat took the card it played in this step; −1 as often as this guess claims more than its share."""
    card = s.played[other][step]
    chance = SHARES * pool_chance(s, turn, other, card)
    pick = below(rng, s.reach[other][step] * odds + free * chance)
    for time in range(s.hand_size):
        if not used >> time & 1:
            share = chance if time < distance else odds * shares_of(s, turn, other, distance, time, card)
            if pick < share:
                return time
            pick -= share
    return -1


def pool_chance(s: State, turn: int, other: int, card: int) -> int:
    """Weight of taking the card from the pool; where none is to spare, only a seat that played several may have to."""
    if spare(s, card - 1) > 0:
        return spare(s, card - 1)
    count = 0
    for step in range(turn * s.plays, turn * s.plays + shown(s, turn)):
        count += 1 if s.played[other][step] == card else 0
    return 1 if count > 1 else 0


def shares_of(s: State, turn: int, other: int, distance: int, time: int, card: int) -> int:
    """How likely the seat took this card at this time, given what is settled: in SHARES."""
    origin = origin_of(s, turn, other, time)
    alike = 0
    free = 0
    for at in range(time - distance + 1, last_of_group(s, turn, time, distance) + 1):
        if not s.fixed[turn] >> (origin * HAND + at) & 1:
            free += 1
            if s.world[place_of(turn, origin, at)] == card:
                alike += 1
    return SHARES * alike // free


def settle(s: State, turn: int, other: int, distance: int, time: int, card: int) -> None:
    """The seat took this card at this time."""
    origin = origin_of(s, turn, other, time)
    place = place_of(turn, origin, time)
    if time >= distance:
        at = time - distance + 1
        while s.world[place_of(turn, origin, at)] != card or s.fixed[turn] >> (origin * HAND + at) & 1:
            at += 1
        s.world[place_of(turn, origin, at)] = s.world[place]
        s.fixed[turn] |= 1 << (origin * HAND + time)
    s.world[place] = card


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


def accept(s: State, seat: int, pool: int, odds: int, top: int, rng: Stream) -> int:
    """Keep the guess as often as its cards from the pool deserve; one that needs more than there are, never."""
    for kind in range(s.kinds):
        s.extra[kind] = 0
    for place in range(place_of(turns_seen(s), 0, 0)):
        if s.world[place] and not s.memory[seat][place]:
            s.extra[s.world[place] - 1] += 1
    total = 0
    for kind in range(s.kinds):
        more = s.extra[kind] - s.bound[kind]
        total += more
        for i in range(more):
            if below(rng, max(1, spare(s, kind))) >= spare(s, kind) - i:
                return 0
    return 1 if below(rng, top) < spread(pool, odds, total) else 0
