"""What the actions of Sneaky Town do. Numbers such as R8 are those of RULES.md."""

from fairyring.core.rules import note
from fairyring.games.sneaky_town.schema import (
    CAST,
    DONE,
    END,
    FIRST_TO,
    LEAD,
    LIMIT,
    MANY,
    MATCH_WON,
    NO_TILE,
    RACK_1,
    RECOVER,
    REVEAL,
    SWAP,
    TRANSFER,
    VOID,
    State,
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
    s.phase = RACK_1


def at_limit(s: State) -> int:
    """R23: 1 when the round has lasted as many turns as the table allows."""
    return 1 if s.turn_limit and s.turns >= s.turn_limit else 0


def take_turn(s: State, seat: int, action: int) -> None:
    """R6, R7: one action, then it is the other's turn; or the round ends."""
    n = s.size * s.size
    s.actions = min(s.actions + 1, MANY)
    if action == 2 * n * n + 2 * n + s.size:
        end_round(s, seat)
        return
    s.turns = min(s.turns + 1, MANY)
    s.turn = 1 - seat
    if action < n:
        cast_stone(s, seat, action)
    elif action < n + n * n:
        transfer_stone(s, seat, (action - n) // n, (action - n) % n)
    elif action < 2 * n + n * n:
        recover_stone(s, seat, action - n - n * n)
    elif action < 2 * n + n * n + s.size:
        reveal_line(s, seat, action - 2 * n - n * n)
    else:
        pair = action - 2 * n - n * n - s.size
        swap_stones(s, seat, pair // n, pair % n)


def cast_stone(s: State, seat: int, point: int) -> None:
    """R8: a reserve stone goes onto the lattice."""
    s.reserve[seat] -= 1
    s.cast[seat] += 1
    s.stones[seat] |= 1 << point
    note(s, CAST, seat, point, s.reserve[seat])


def transfer_stone(s: State, seat: int, start: int, target: int) -> None:
    """R9: a cast stone moves."""
    s.stones[seat] ^= 1 << start | 1 << target
    note(s, TRANSFER, seat, start, target)


def recover_stone(s: State, seat: int, point: int) -> None:
    """R10: a cast stone comes back to the reserve."""
    s.stones[seat] &= ~(1 << point)
    s.cast[seat] -= 1
    s.reserve[seat] += 1
    note(s, RECOVER, seat, point, s.reserve[seat])


def reveal_line(s: State, seat: int, line: int) -> None:
    """R11, R13, R19: a stone is sacrificed, the tile of that line lies open; a void will cost a point."""
    other = 1 - seat
    s.reserve[seat] -= 1
    s.closed[other] &= ~(1 << line)
    s.shown[other][line] = s.tiles[other][line]
    if s.shown[other][line] == VOID:
        s.voids[seat] += 1
    s.reveals = min(s.reveals + 1, MANY)
    note(s, REVEAL, seat, other, line, s.shown[other][line])


def swap_stones(s: State, seat: int, mine: int, theirs: int) -> None:
    """R12, R13, R16: a stone is sacrificed to a mark; one stone of each side change places."""
    both = 1 << mine | 1 << theirs
    s.reserve[seat] -= 1
    s.swapped[seat] += 1
    s.stones[seat] ^= both
    s.stones[1 - seat] ^= both
    s.swaps = min(s.swaps + 1, MANY)
    note(s, SWAP, seat, mine, 1 - seat, theirs, s.marks - s.swapped[0] - s.swapped[1])


def end_round(s: State, seat: int) -> None:
    """R14, R22, R23: the round is scored; the next one begins, or the match is won."""
    if at_limit(s):
        s.forced = min(s.forced + 1, MANY)
        note(s, LIMIT, s.turns)
    note(s, END, seat)
    score_points(s)
    keep_result(s, seat)
    win_round(s)
    if match_is_won(s):
        s.reason = s.mode + 1
        s.phase = DONE
        note(s, MATCH_WON, s.winner - 1, s.wins[s.winner - 1], s.wins[2 - s.winner], s.reason)
    else:
        s.starter = 1 - s.starter
        lay_out(s)


def match_is_won(s: State) -> int:
    """R22: by a lead of so many rounds, by so many rounds, or by the only round there is."""
    if s.mode == LEAD:
        return 1 if abs(s.lead) >= s.goal else 0
    if s.mode == FIRST_TO:
        return 1 if max(s.wins[0], s.wins[1]) >= s.goal else 0
    return 1
