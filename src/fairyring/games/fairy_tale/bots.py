"""Fairy Tale's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.game.contract import below
from fairyring.core.game.helpers import replaces_tie
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.rules import kind_of, legal_count, legal_nth
from fairyring.games.fairy_tale.schema import ANY, CATEGORIES, CLOSE_NEW, Effect, Phase, State

SCALE = 8  # worths are eighths of a point
WHIM = 4  # one card in so many a beginner takes because it is pretty


def mine(s: State, seat: int, kind: int) -> int:
    """Cards of the kind that the seat has open or has drafted."""
    count = s.open[seat][kind]
    for i in range(s.hand_size):
        if s.kept[seat][i] == kind + 1:
            count += 1
        if s.phase != Phase.DRAFT and s.hand[seat][i] == kind + 1:
            count += 1
    return count


def rounds_to_come(s: State) -> int:
    """How much of the game is left to collect what goes together."""
    return s.rounds - s.round


def condition_worth(s: State, seat: int, kind: int) -> int:
    """A tale pays in full if its condition holds already, and half of it is hoped for while there is time."""
    missing = 0
    if s.own_one[kind] and not mine(s, seat, s.own_one[kind] - 1):
        missing += 2
    if s.own_two[kind] and not mine(s, seat, s.own_two[kind] - 1):
        missing += 1
    for category in range(CATEGORIES):
        missing += max(0, s.at_least[kind][category] - s.in_category[seat][category]) // 2
    for other in range(s.players):
        if s.most_category[kind]:
            category = s.most_category[kind] - 1
            missing += 1 if s.in_category[other][category] > s.in_category[seat][category] else 0
        if s.most_typology[kind]:
            typology = s.most_typology[kind] - 1
            missing += 1 if s.in_typology[other][typology] > s.in_typology[seat][typology] else 0
    return s.value[kind] * SCALE * max(0, 4 - missing) // 4


def worth(s: State, seat: int, kind: int) -> int:
    """What one more card of this kind brings: its own points, what it adds to others, and what may still come to it."""
    hope = rounds_to_come(s)
    if s.times[kind]:
        needed = s.per[kind]
        gain = s.times[kind] * SCALE * mine(s, seat, needed) + s.times[kind] * hope * 2
        if needed == kind:
            gain += SCALE * (mine(s, seat, kind) + 1)
    else:
        gain = condition_worth(s, seat, kind)
    for other in range(s.kinds):
        if s.times[other] and s.per[other] == kind and other != kind:
            gain += SCALE * s.times[other] * mine(s, seat, other) + hope * 2
        if s.own_one[other] == kind + 1 or s.own_two[other] == kind + 1:
            gain += SCALE * 4 * mine(s, seat, other)
    return gain + effect_worth(s, seat, kind)


def effect_worth(s: State, seat: int, kind: int) -> int:
    """What a card does when it is played: opening is worth a little, closing one's own card costs."""
    if s.effect[kind] == Effect.OPEN_SELF:
        return SCALE * 3 * min(s.amount[kind], s.down[seat])
    if s.effect[kind] == Effect.CLOSE_SELF:
        return -SCALE * 3
    if s.effect[kind] == Effect.CLOSE_ALL:
        hit = s.step - s.down[seat] if s.target[kind] == ANY else s.in_category[seat][s.target[kind]]
        return SCALE * (3 if hit == 0 else -1)
    return SCALE if s.effect[kind] == Effect.HUNT else 0


def new_one_gain(s: State, seat: int) -> int:
    """R21: the copy just played is given up rather than an earlier one if other cards can be left to the CLOSE on all."""
    kind = s.revealed[seat] - 1
    return 1 if s.in_category[seat][s.category[kind]] > s.open[seat][kind] else -1


def normal(s: State, seat: int, rng: Stream) -> int:
    """Take, play and open the card that brings most; close the one that brings least; ties by chance."""
    sign = -1 if s.phase == Phase.CLOSE else 1
    best = 0
    most = 0
    ties = 0
    for k in range(legal_count(s, seat)):
        action = legal_nth(s, seat, k)
        gain = sign * worth(s, seat, kind_of(s, action)) + (new_one_gain(s, seat) if CLOSE_NEW.has(action) else 0)
        if ties == 0 or gain > most:
            most = gain
            ties = 1
            best = action
        elif gain == most:
            ties += 1
            if replaces_tie(rng, ties):
                best = action
    return best


def plain_worth(s: State, seat: int, kind: int) -> int:
    """What a beginner sees in a card: what it would count now, and what it would add to the cards that are there."""
    if s.times[kind]:
        gain = s.times[kind] * (1 + mine(s, seat, s.per[kind]))
    else:
        gain = condition_worth(s, seat, kind) // SCALE
    for other in range(s.kinds):
        if s.times[other] and s.per[other] == kind and other != kind:
            gain += s.times[other] * s.open[seat][other]
    return gain


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner takes what counts most at once, forgets effects and what may still come, and now and then follows a whim."""
    count = legal_count(s, seat)
    if below(rng, WHIM) == 0:
        return legal_nth(s, seat, below(rng, count))
    sign = -1 if s.phase == Phase.CLOSE else 1
    best = legal_nth(s, seat, 0)
    for k in range(1, count):
        action = legal_nth(s, seat, k)
        if sign * plain_worth(s, seat, kind_of(s, action)) > sign * plain_worth(s, seat, kind_of(s, best)):
            best = action
    return best


# For the search ---------------------------------------------------------------------------------


def believe(s: State, seat: int, rng: Stream) -> None:
    """Cards that were chosen in secret are such as players choose."""
    if s.phase == Phase.DRAFT or s.phase == Phase.PLAY:
        for other in range(s.players):
            if other != seat and not s.waiting >> other & 1:
                s.waiting |= 1 << other
                s.commit[other] = 1 + kind_of(s, normal(s, other, rng))
                s.waiting &= ~(1 << other)


def decisions_known(s: State) -> int:
    """So many of its next decisions the search's tree knows. With more than two seats too much can happen before the next."""
    return 4 if s.players == 2 else 0
