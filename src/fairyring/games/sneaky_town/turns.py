"""Effects of the actions of Sneaky Town, and the end of rounds and matches. Numbers such as R8 are those of RULES.md."""

from fairyring.core.game.contract import note
from fairyring.core.game.helpers import increment
from fairyring.games.sneaky_town.lookup import END_OF_MODE
from fairyring.games.sneaky_town.schema import (
    CAST,
    COUNTER_MAX,
    END,
    NO_TILE,
    RECOVER,
    REVEAL,
    SWAP,
    TRANSFER,
    Event,
    Mode,
    Phase,
    State,
    Tile,
)
from fairyring.games.sneaky_town.scoring import keep_result, score_points, win_round


def lay_out(s: State) -> None:
    """R3, R13: all stones back in reserve, the lattice and the marks empty, the racks still to be filled."""
    for seat in range(2):
        s.stones[seat] = 0
        s.cast[seat] = 0
        s.reserve[seat] = s.stock
        s.swapped[seat] = 0
        s.voids[seat] = 0
        s.closed[seat] = (1 << s.size) - 1
        for line in range(s.size):
            s.tiles[seat][line] = NO_TILE
            s.shown[seat][line] = NO_TILE
    s.turns = 0
    s.turn = s.starter
    s.phase = Phase.RACK_1


def at_limit(s: State) -> int:
    """R23: 1 when the round has lasted as many turns as the table allows."""
    return 1 if s.turn_limit and s.turns >= s.turn_limit else 0


def out_of_time(_s: State, _seat: int) -> int:
    """R23: a clock that runs out forces an End, which counts as the player's own."""
    return END.id()


def take_turn(s: State, seat: int, action: int) -> None:
    """R6, R7: one action, then it is the other's turn; or the round ends."""
    s.actions = increment(s.actions, COUNTER_MAX)
    if END.has(action):
        end_round(s, seat)
        return
    s.turns = increment(s.turns, COUNTER_MAX)
    s.turn = 1 - seat
    if CAST.has(action):
        cast_stone(s, seat, CAST.point(action))
    elif TRANSFER.has(action):
        transfer_stone(s, seat, TRANSFER.point(action), TRANSFER.target(action))
    elif RECOVER.has(action):
        recover_stone(s, seat, RECOVER.point(action))
    elif REVEAL.has(action):
        reveal_line(s, seat, REVEAL.line(action))
    else:
        swap_stones(s, seat, SWAP.point(action), SWAP.target(action))


def cast_stone(s: State, seat: int, point: int) -> None:
    """R8: a reserve stone goes onto the lattice."""
    s.reserve[seat] -= 1
    s.cast[seat] += 1
    s.stones[seat] |= 1 << point
    note(s, Event.CAST, seat, point, s.reserve[seat])


def transfer_stone(s: State, seat: int, start: int, target: int) -> None:
    """R9: a cast stone moves."""
    s.stones[seat] ^= 1 << start | 1 << target
    note(s, Event.TRANSFER, seat, start, target)


def recover_stone(s: State, seat: int, point: int) -> None:
    """R10: a cast stone comes back to the reserve."""
    s.stones[seat] &= ~(1 << point)
    s.cast[seat] -= 1
    s.reserve[seat] += 1
    note(s, Event.RECOVER, seat, point, s.reserve[seat])


def reveal_line(s: State, seat: int, line: int) -> None:
    """R11, R13, R19: a stone is sacrificed, the tile of that line lies open; a void will cost a point."""
    other = 1 - seat
    s.reserve[seat] -= 1
    s.closed[other] &= ~(1 << line)
    s.shown[other][line] = s.tiles[other][line]
    if s.shown[other][line] == Tile.VOID:
        s.voids[seat] += 1
    s.reveals = increment(s.reveals, COUNTER_MAX)
    note(s, Event.REVEAL, seat, other, line, s.shown[other][line])


def swap_stones(s: State, seat: int, mine: int, theirs: int) -> None:
    """R12, R13, R16: a stone is sacrificed to a mark; one stone of each side change places."""
    both = 1 << mine | 1 << theirs
    s.reserve[seat] -= 1
    s.swapped[seat] += 1
    s.stones[seat] ^= both
    s.stones[1 - seat] ^= both
    s.swaps = increment(s.swaps, COUNTER_MAX)
    note(s, Event.SWAP, seat, mine, 1 - seat, theirs, s.marks - s.swapped[0] - s.swapped[1])


def end_round(s: State, seat: int) -> None:
    """R14, R22, R23: the round is scored; the next one begins, or the match is over. At its limit nobody ended it."""
    ender = 1 + seat
    if at_limit(s):
        ender = 0
        s.forced = increment(s.forced, COUNTER_MAX)
        note(s, Event.LIMIT, s.turns)
    else:
        note(s, Event.END, seat)
    score_points(s)
    keep_result(s, ender)
    win_round(s)
    if match_is_over(s):
        end_match(s)
    else:
        note(s, Event.CLEARED, s.stones, s.swapped, s.closed, s.last_tiles)
        s.starter = 1 - s.starter
        lay_out(s)


def match_is_over(s: State) -> int:
    """R22: by a lead of so many rounds, by so many won or so many played, or after the only round there is."""
    if s.mode == Mode.LEAD:
        return 1 if abs(s.lead) >= s.goal else 0
    if s.mode == Mode.FIRST_TO:
        return 1 if max(s.wins[0], s.wins[1]) >= s.goal else 0
    if s.mode == Mode.ROUNDS:
        return 1 if s.rounds >= s.goal else 0
    return 1


def end_match(s: State) -> None:
    """R22, R25: the player with more rounds wins the match; equal players share the win."""
    s.reason = END_OF_MODE[s.mode]
    s.phase = Phase.DONE
    if s.lead:
        seat = 0 if s.lead > 0 else 1
        note(s, Event.MATCH_WON, seat, s.wins[seat], s.wins[1 - seat], s.reason)
    else:
        note(s, Event.MATCH_SHARED, s.wins[0], s.reason)
