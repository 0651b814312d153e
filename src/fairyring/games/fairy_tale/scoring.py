"""Scoring of open cards: for the end of a game, and for cards that people type in."""

from fairyring.core.fields.bits import nth_bit, occupied
from fairyring.core.game.contract import note
from fairyring.games.fairy_tale.schema import CATEGORIES, Event, State


def turn_up(s: State, seat: int, kind: int) -> None:
    """R18: one more card of this kind lies open in front of the seat."""
    s.open[seat][kind] += 1
    s.in_category[seat][s.category[kind]] += 1
    s.in_typology[seat][s.typology[kind]] += 1


def turn_down(s: State, seat: int, kind: int) -> None:
    """R18: an open card is closed: it is worth nothing and counts for nothing."""
    s.open[seat][kind] -= 1
    s.in_category[seat][s.category[kind]] -= 1
    s.in_typology[seat][s.typology[kind]] -= 1
    s.closed[seat][kind] += 1
    s.down[seat] += 1


def owned(s: State, seat: int, kind: int) -> int:
    """R28, R32: open cards of the kind, and the Trickster if it stands for one."""
    return s.open[seat][kind] + (1 if s.stands_for[seat] == kind + 1 else 0)


def has_most_of_category(s: State, seat: int, category: int) -> int:
    """R29: nobody has more open cards of it; a tie is enough."""
    for other in range(s.players):
        if s.in_category[other][category] > s.in_category[seat][category]:
            return 0
    return 1


def has_most_of_typology(s: State, seat: int, typology: int) -> int:
    """R29: the same for characters, places and tales."""
    for other in range(s.players):
        if s.in_typology[other][typology] > s.in_typology[seat][typology]:
            return 0
    return 1


def condition_met(s: State, seat: int, kind: int) -> int:
    """R27–R30: whether a card's condition holds; cards without one always pay."""
    if s.most_category[kind] and not has_most_of_category(s, seat, s.most_category[kind] - 1):
        return 0
    if s.most_typology[kind] and not has_most_of_typology(s, seat, s.most_typology[kind] - 1):
        return 0
    if s.own_one[kind] and not owned(s, seat, s.own_one[kind] - 1):
        return 0
    if s.own_two[kind] and not owned(s, seat, s.own_two[kind] - 1):
        return 0
    for category in range(CATEGORIES):
        if s.in_category[seat][category] < s.at_least[kind][category]:
            return 0
    return 1


def card_points(s: State, seat: int, kind: int) -> int:
    """R26–R31: what each open card of this kind is worth to the seat."""
    if s.times[kind]:
        return s.times[kind] * owned(s, seat, s.per[kind])
    if s.conditional[kind] and not condition_met(s, seat, kind):
        return 0
    return s.value[kind]


def points(s: State, seat: int) -> int:
    """R25: the sum over the open cards; closed ones are out."""
    total = 0
    kinds = occupied(s.open[seat])
    while kinds:
        kind = nth_bit(kinds, 0)
        total += s.open[seat][kind] * card_points(s, seat, kind)
        kinds &= kinds - 1
    return total


def asked_for(s: State, seat: int) -> int:
    """R28, R31, R32: a bit for each kind that an open card counts or needs; the Trickster stands for another card only."""
    kinds = 0
    for kind in range(s.kinds):
        if s.open[seat][kind]:
            if s.times[kind]:
                kinds |= 1 << s.per[kind]
            if s.own_one[kind]:
                kinds |= 1 << (s.own_one[kind] - 1)
            if s.own_two[kind]:
                kinds |= 1 << (s.own_two[kind] - 1)
    return kinds & ~(1 << (s.wild - 1))


def count_up(s: State) -> None:
    """R25, R32: the final score of every seat."""
    for seat in range(s.players):
        count_seat(s, seat)


def count_seat(s: State, seat: int) -> None:
    """R25, R32: the final score of one seat."""
    s.total[seat] = points(s, seat)
    if s.wild and s.open[seat][s.wild - 1]:
        let_trickster_stand(s, seat)


def let_trickster_stand(s: State, seat: int) -> None:
    """R32: for the card that earns most, of those that some card asks for; ties to the first card of the deck."""
    best = 0
    asked = asked_for(s, seat)
    for kind in range(s.kinds):
        if asked >> kind & 1:
            s.stands_for[seat] = kind + 1
            total = points(s, seat)
            if total > s.total[seat]:
                s.total[seat] = total
                best = kind + 1
    s.stands_for[seat] = best
    if best:
        note(s, Event.TRICKED, seat, s.wild - 1, best - 1)
