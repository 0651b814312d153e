"""How a round of Sneaky Town is scored. Numbers such as R18 are those of RULES.md."""

from fairyring.core.game.contract import note
from fairyring.core.game.helpers import increment
from fairyring.games.sneaky_town.schema import COUNTER_MAX, Event, State, Tile


def line_of(s: State, seat: int, tile: int) -> int:
    """R17: the line on which the seat has this charm."""
    line = 0
    while s.tiles[seat][line] != tile:
        line += 1
    return line


def score_points(s: State) -> None:
    """R17–R20: all tiles lie open; charms under stones pay, voids revealed in play cost points."""
    for seat in range(2):
        s.points[seat] = -s.voids[seat] * s.void_cost
        for line in range(s.size):
            s.shown[seat][line] = s.tiles[seat][line]
        note(s, Event.SHOWN, seat, s.closed[seat], s.tiles[seat])
    for charm in range(Tile.BLUE_SUN, Tile.FLOWER + 1):
        pay_charm(s, charm, line_of(s, 0, charm) * s.size + line_of(s, 1, charm))
    for seat in range(2):
        if s.voids[seat]:
            note(s, Event.VOIDS, seat, -s.voids[seat] * s.void_cost)


def pay_charm(s: State, charm: int, point: int) -> None:
    """R17, R18: a charm pays whoever has a stone where its two lines meet."""
    for seat in range(2):
        if s.stones[seat] >> point & 1:
            s.points[seat] += s.pays[seat][charm]
            note(s, Event.CAPTURED, seat, charm, point, s.pays[seat][charm])
            return
    note(s, Event.MISSED, charm, point)


def keep_result(s: State, ender: int) -> None:
    """R21, R23, R25: who ended the round (0 for nobody), who won it, and how the board looked."""
    s.ender = ender
    if s.points[0] == s.points[1]:
        s.winner = 3 - ender if ender else 0
        s.ties = increment(s.ties, COUNTER_MAX)
    else:
        s.winner = 1 if s.points[0] > s.points[1] else 2
    note(s, Event.SCORED, ender, s.points[0], s.points[1])
    for seat in range(2):
        s.last_voids[seat] = s.voids[seat]
        s.last_stones[seat] = s.stones[seat]
        for line in range(s.size):
            s.last_tiles[seat][line] = s.tiles[seat][line]


def win_round(s: State) -> None:
    """R21–R23: the round counts for its winner; a tie is lost by whoever ended it, and nobody's if nobody did."""
    s.rounds = increment(s.rounds, COUNTER_MAX)
    if not s.winner:
        note(s, Event.NOBODYS, s.rounds, s.wins[0], s.wins[1])
        return
    seat = s.winner - 1
    s.wins[seat] = increment(s.wins[seat], COUNTER_MAX)
    s.lead += 1 - 2 * seat
    if s.points[0] == s.points[1]:
        note(s, Event.TIED, s.ender - 1, seat)
    note(s, Event.WON, s.rounds, seat, s.wins[0], s.wins[1])
