"""Bots of Fariables. Nothing is hidden, so they see the whole table."""

from fairyring.core.fields.bits import nth_bit
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import BOLD, CAREFUL, replaces_tie, temperament
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.games.fariables.lookup import AT_GOAL, LAST, MAX_DEFICIT, WIN_WEIGHT
from fairyring.games.fariables.rules import legal_count, legal_nth, targets
from fairyring.games.fariables.schema import FINISH, HALF, KINDS, LIFT, PLACE, Fairy, Phase, State

NEIGHBOURS = 6
FLOWER_TASTE = 15  # per cent by which BOLD seats overrate a flower, which hides any fairy, and CAREFUL ones underrate it
STAY_ONE_IN = 4  # `easy` moves no token once in so many turns


def normal(s: State, seat: int, rng: Stream) -> int:
    """Move tokens from spaces of low value to a space of high value with neighbours of high value."""
    flower = flower_worth(s) * flower_taste(seat) // 100
    if s.phase == Phase.LIFTING:
        token = poorest_token(s, seat, flower)
        spot = richest(s, s.open[0], s.open[1], min(s.die_c, s.tokens), flower)
        if s.hand < richer_around(s, spot, worth(s, token, flower), flower):
            return LIFT.id(token)
        return FINISH.id()
    more = s.hand if s.phase == Phase.MOVING else s.tokens - s.laid // s.players
    return PLACE.id(richest(s, targets(s, seat, 0), targets(s, seat, 1), more, flower))


def flower_worth(s: State) -> int:
    """Return six times the expected value of a flower, which hides any kind: the sum of all values."""
    total = 0
    for kind in range(1, 1 + KINDS):
        total += s.value[kind]
    return total


def flower_taste(seat: int) -> int:
    """Return, in per cent, what the seat thinks a flower is worth."""
    temper = temperament(seat)
    if temper == BOLD:
        return 100 + FLOWER_TASTE
    return 100 - FLOWER_TASTE if temper == CAREFUL else 100


def worth(s: State, space: int, flower: int) -> int:
    """Return six times the (expected) value of a space."""
    return KINDS * s.value[s.kind[space]] if s.kind[space] else flower


def poorest_token(s: State, seat: int, flower: int) -> int:
    """Return the space of the seat's token with the lowest value."""
    poorest = -1
    least = 0
    for half in range(2):
        bits = s.own[seat][half]
        while bits:
            space = half * HALF + nth_bit(bits, 0)
            value = worth(s, space, flower)
            if poorest < 0 or value < least:
                poorest = space
                least = value
            bits &= bits - 1
    return poorest


def richest(s: State, lo: int, hi: int, tokens: int, flower: int) -> int:
    """Return the best space of a set for the first of so many tokens, which will stand around it."""
    best = -1
    most = -1
    for half in range(2):
        bits = hi if half else lo
        while bits:
            space = half * HALF + nth_bit(bits, 0)
            estimate = NEIGHBOURS * worth(s, space, flower)
            if tokens > 1:
                estimate += (tokens - 1) * worth_around(s, space, flower)
            if estimate > most:
                best = space
                most = estimate
            bits &= bits - 1
    return best


def worth_around(s: State, space: int, flower: int) -> int:
    """Return the sum of the values of the open neighbours of a space."""
    total = 0
    for half in range(2):
        bits = s.near[space][half] & s.open[half]
        while bits:
            total += worth(s, half * HALF + nth_bit(bits, 0), flower)
            bits &= bits - 1
    return total


def richer_around(s: State, spot: int, limit: int, flower: int) -> int:
    """Count the spaces worth more than a limit among an open space and its open neighbours."""
    count = 1 if worth(s, spot, flower) > limit else 0
    for half in range(2):
        bits = s.near[spot][half] & s.open[half]
        while bits:
            if worth(s, half * HALF + nth_bit(bits, 0), flower) > limit:
                count += 1
            bits &= bits - 1
    return count


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner: puts each token on the highest value in reach, ignoring neighbours and flowers.

    It moves one token of the lowest value at a time, and sometimes none.
    """
    if s.phase == Phase.LIFTING:
        if s.hand or below(rng, STAY_ONE_IN) == 0:
            return FINISH.id()
        return LIFT.id(poorest_token(s, seat, 0))
    count = legal_count(s, seat)
    best = legal_nth(s, seat, 0)
    ties = 1
    for k in range(1, count):
        action = legal_nth(s, seat, k)
        gain = worth(s, PLACE.space(action), 0) - worth(s, PLACE.space(best), 0)
        ties = 1 if gain > 0 else ties + (gain == 0)
        if gain > 0 or (gain == 0 and replaces_tie(rng, ties)):
            best = action
    return best


# For the search ---------------------------------------------------------------------------------


def turns_begun(s: State) -> int:
    """Return the turns so far: rollouts are cut after a few, since later dice favour nobody."""
    return s.turns


def expected_points(s: State, seat: int, flower: int) -> int:
    """Return six times the points of a seat, with the expected value of flowers."""
    total = s.on_kind[seat][Fairy.FLOWER] * flower
    for kind in range(1, 1 + KINDS):
        total += KINDS * s.on_kind[seat][kind] * s.value[kind]
    return total


def evaluate(s: State, seat: int) -> int:
    """Return the expected share of the win when a rollout is cut, in units of WIN: by deficits and the highest value."""
    flower = flower_worth(s)
    top = 0
    for kind in range(1, 1 + KINDS):
        top = max(top, s.value[kind])
    place = min(LAST, max(0, AT_GOAL + top - s.goal))
    best = 0
    for other in range(s.players):
        best = max(best, expected_points(s, other, flower))
    total = 0
    for other in range(s.players):
        total += WIN_WEIGHT[place][min(MAX_DEFICIT - 1, (best - expected_points(s, other, flower)) // KINDS)]
    return WIN * WIN_WEIGHT[place][min(MAX_DEFICIT - 1, (best - expected_points(s, seat, flower)) // KINDS)] // total
