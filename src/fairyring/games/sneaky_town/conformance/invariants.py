"""Invariants of Sneaky Town: predicates that hold in every reachable state."""

from __future__ import annotations

from fairyring.games.sneaky_town.lookup import COUNT_ORDERS, FIRST_ORDER, RACKS
from fairyring.games.sneaky_town.schema import Mode, Phase, State, Tile


def stones_add_up(s: State) -> bool:
    """Every stone is in reserve, on the lattice, on a swap mark or on a reveal mark."""
    revealed = [s.size - s.closed[1 - seat].bit_count() for seat in range(2)]
    return all(
        s.cast[seat] == s.stones[seat].bit_count()
        and s.reserve[seat] + s.cast[seat] + s.swapped[seat] + revealed[seat] == s.stock
        for seat in range(2)
    )


def a_point_holds_one_stone(s: State) -> bool:
    return s.stones[0] & s.stones[1] == 0 and max(s.stones) < 1 << s.size * s.size


def marks_are_not_overfull(s: State) -> bool:
    return s.swapped[0] + s.swapped[1] <= s.marks


def racks_are_orders(s: State) -> bool:
    """A rack is empty until it is filled, and then holds every tile once (voids twice)."""
    first = FIRST_ORDER[s.size]
    orders = RACKS[first : first + COUNT_ORDERS[s.size]]
    return all(tuple(s.tiles[p]) in orders if s.phase > p else not any(s.tiles[p]) for p in range(2))


def what_is_shown_is_true(s: State) -> bool:
    """In play, the open tiles are those of the revealed lines; at the end all are open."""
    for seat in range(2):
        for line in range(s.size):
            is_open = s.phase == Phase.DONE or not s.closed[seat] >> line & 1
            if s.shown[seat][line] != (s.tiles[seat][line] if is_open else 0):
                return False
    return True


def voids_are_counted(s: State) -> bool:
    """The voids that cost a point are those on revealed lines."""
    return all(
        s.voids[seat]
        == sum(not s.closed[1 - seat] >> line & 1 and s.tiles[1 - seat][line] == Tile.VOID for line in range(s.size))
        for seat in range(2)
    )


def rounds_add_up(s: State) -> bool:
    """Every round has a winner, but for ties at the turn limit, and the match goes on until its goal is reached."""
    count = {Mode.LEAD: abs(s.lead), Mode.FIRST_TO: max(s.wins), Mode.SINGLE: s.rounds, Mode.ROUNDS: s.rounds}
    reached = count[s.mode] >= s.goal
    nobodys = s.rounds - s.wins[0] - s.wins[1]
    return 0 <= nobodys <= min(s.ties, s.forced) and s.wins[0] - s.wins[1] == s.lead and reached == (s.phase == Phase.DONE)


def turns_alternate(s: State) -> bool:
    """The starter takes the odd turns, and the start alternates from round to round."""
    played = s.rounds - (s.phase == Phase.DONE)
    return s.starter == played % 2 and (s.phase != Phase.PLAY or s.turn == (s.starter + s.turns) % 2)


def the_limit_holds(s: State) -> bool:
    return not s.turn_limit or s.turns <= s.turn_limit


INVARIANTS = (
    stones_add_up,
    a_point_holds_one_stone,
    marks_are_not_overfull,
    racks_are_orders,
    what_is_shown_is_true,
    voids_are_counted,
    rounds_add_up,
    turns_alternate,
    the_limit_holds,
)
