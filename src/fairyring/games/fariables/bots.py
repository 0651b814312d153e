"""Fariables' minds, in the language of the rules. Nothing is hidden, so they see the whole table."""

from fairyring.core.bits import nth_bit
from fairyring.core.rng import Stream
from fairyring.games.fariables.checks import holds
from fairyring.games.fariables.rules import targets
from fairyring.games.fariables.schema import FINISH, HALF, KINDS, LIFT, PLACE, Phase, State

NEIGHBOURS = 6


def normal(s: State, seat: int, rng: Stream) -> int:
    """Stand where most points are: move tokens from poor spaces to a rich spot with rich neighbours."""
    if s.phase == Phase.LIFTING:
        token = poorest_token(s, seat)
        spot = richest(s, s.open[0], s.open[1], min(s.die_c, s.tokens))
        if s.hand < richer_around(s, spot, worth(s, token)):
            return LIFT.id(token)
        return FINISH.id()
    more = s.hand if s.phase == Phase.MOVING else s.tokens - s.laid // s.players
    return PLACE.id(richest(s, targets(s, seat, 0), targets(s, seat, 1), more))


def worth(s: State, space: int) -> int:
    """Six times the value of what is on a space; a flower may hide any kind, so it is worth their mean."""
    if s.kind[space]:
        return KINDS * s.value[s.kind[space]]
    total = 0
    for kind in range(1, 1 + KINDS):
        total += s.value[kind]
    return total


def poorest_token(s: State, seat: int) -> int:
    """The space of one's token that is worth least."""
    poorest = -1
    for space in range(s.spaces):
        if holds(s.own[seat][0], s.own[seat][1], space) and (poorest < 0 or worth(s, space) < worth(s, poorest)):
            poorest = space
    return poorest


def richest(s: State, lo: int, hi: int, tokens: int) -> int:
    """The best space of a set for the first of so many tokens: the others will stand around it."""
    best = -1
    most = -1
    for space in range(s.spaces):
        if holds(lo, hi, space):
            promise = NEIGHBOURS * worth(s, space) + (tokens - 1) * worth_around(s, space)
            if promise > most:
                best = space
                most = promise
    return best


def worth_around(s: State, space: int) -> int:
    """What the open neighbours of a space are worth together."""
    total = 0
    for half in range(2):
        bits = s.near[space][half] & s.open[half]
        while bits:
            total += worth(s, half * HALF + nth_bit(bits, 0))
            bits &= bits - 1
    return total


def richer_around(s: State, spot: int, limit: int) -> int:
    """How many of an open space and its open neighbours are worth more than this."""
    count = 1 if worth(s, spot) > limit else 0
    for half in range(2):
        bits = s.near[spot][half] & s.open[half]
        while bits:
            if worth(s, half * HALF + nth_bit(bits, 0)) > limit:
                count += 1
            bits &= bits - 1
    return count
