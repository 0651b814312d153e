"""The rules of Sneaky Town. Numbers such as R7 are those of RULES.md. Turns are in turns.py, scoring is in scoring.py."""

from fairyring.core.rng import Stream
from fairyring.core.rules import NATURE, OVER, below, note, tell
from fairyring.games.sneaky_town.schema import (
    DONE,
    LEGAL,
    NO_ACTION,
    NO_MARK,
    NO_MOVE,
    NO_RESERVE,
    NO_TILE,
    NOT_THEIRS,
    NOT_YOURS,
    ONLY_END,
    OPEN_LINE,
    PLAY,
    RACK,
    ROUND,
    SAME_POINT,
    SINGLE,
    TAKEN,
    VOID,
    State,
)
from fairyring.games.sneaky_town.scoring import rack_code
from fairyring.games.sneaky_town.tables import COUNT_BITS, COUNT_ORDERS, FIRST_ORDER, GROUP, GROUP_SIZE, NTH_BIT, RACKS
from fairyring.games.sneaky_town.turns import at_limit, lay_out, take_turn

VERSION = 1


def setup(s: State) -> None:
    """R3, R6: player 1 starts the first round."""
    s.starter = 0
    lay_out(s)


def pending(s: State) -> int:
    """R5, R6: racks are filled, then the players take turns."""
    if s.phase == PLAY:
        return 1 << s.turn
    if s.phase == DONE:
        return OVER
    return NATURE


# What a player may do ---------------------------------------------------------------------------
# With n points and m lines the ids are: cast n, transfer n × n, recover n, reveal m, swap n × n, end 1.


def count_swaps(s: State, seat: int) -> int:
    """R12: a reserve stone, a free mark, one cast stone of each side."""
    if s.reserve[seat] and s.swapped[0] + s.swapped[1] < s.marks:
        return s.cast[seat] * s.cast[1 - seat]
    return 0


def legal_count(s: State, seat: int) -> int:
    """R7–R15: everything that can be done; at the turn limit only the End (R23)."""
    if s.phase != PLAY or s.turn != seat:
        return 0
    if at_limit(s):
        return 1
    own = s.cast[seat]
    free = s.size * s.size - own - s.cast[1 - seat]
    count = own * free + own + 1
    if s.reserve[seat]:
        count += free + COUNT_BITS[s.closed[1 - seat]] + count_swaps(s, seat)
    return count


def legal_nth(s: State, seat: int, k: int) -> int:
    """The k-th of them: each kind is a product of sets of points, so division finds it."""
    n = s.size * s.size
    end = 2 * n * n + 2 * n + s.size
    if at_limit(s):
        return end
    own = s.cast[seat]
    free = n - own - s.cast[1 - seat]
    empty = ((1 << n) - 1) & ~(s.stones[0] | s.stones[1])
    if s.reserve[seat]:
        if k < free:
            return nth_point(empty, k)
        k -= free
    if k < own * free:
        return n + n * nth_point(s.stones[seat], k // free) + nth_point(empty, k % free)
    k -= own * free
    if k < own:
        return n + n * n + nth_point(s.stones[seat], k)
    k -= own
    if not s.reserve[seat]:
        return end
    lines = COUNT_BITS[s.closed[1 - seat]]
    if k < lines:
        return 2 * n + n * n + NTH_BIT[s.closed[1 - seat]][k]
    k -= lines
    if k < count_swaps(s, seat):
        theirs = s.cast[1 - seat]
        return 2 * n + n * n + s.size + n * nth_point(s.stones[seat], k // theirs) + nth_point(s.stones[1 - seat], k % theirs)
    return end


def nth_point(points: int, k: int) -> int:
    """The k-th point of a set of points, lowest first."""
    bits = points & GROUP
    base = 0
    if k >= COUNT_BITS[bits]:
        k -= COUNT_BITS[bits]
        bits = points >> GROUP_SIZE & GROUP
        base = GROUP_SIZE
        if k >= COUNT_BITS[bits]:
            k -= COUNT_BITS[bits]
            bits = points >> 2 * GROUP_SIZE
            base = 2 * GROUP_SIZE
    return base + NTH_BIT[bits][k]


def check(s: State, seat: int, action: int) -> int:
    """R7–R15, R23: why this cannot be done now, if it cannot."""
    n = s.size * s.size
    if s.phase != PLAY or s.turn != seat:
        return NO_MOVE
    end = 2 * n * n + 2 * n + s.size
    if action < 0 or action > end:
        return NO_ACTION
    if action == end:
        return LEGAL
    if at_limit(s):
        return ONLY_END
    if action < n:
        return check_cast(s, seat, action)
    if action < n + n * n:
        return check_transfer(s, seat, (action - n) // n, (action - n) % n)
    if action < 2 * n + n * n:
        return LEGAL if s.stones[seat] >> (action - n - n * n) & 1 else NOT_YOURS
    action -= 2 * n + n * n
    if action < s.size:
        return check_reveal(s, seat, action)
    return check_swap(s, seat, (action - s.size) // n, (action - s.size) % n)


def check_cast(s: State, seat: int, point: int) -> int:
    """R8: a reserve stone goes to an open point."""
    if not s.reserve[seat]:
        return NO_RESERVE
    return TAKEN if (s.stones[0] | s.stones[1]) >> point & 1 else LEGAL


def check_transfer(s: State, seat: int, start: int, target: int) -> int:
    """R9: a cast stone goes to another open point."""
    if not s.stones[seat] >> start & 1:
        return NOT_YOURS
    if start == target:
        return SAME_POINT
    return TAKEN if (s.stones[0] | s.stones[1]) >> target & 1 else LEGAL


def check_reveal(s: State, seat: int, line: int) -> int:
    """R11: a line of the opponent's is revealed once, and costs a reserve stone."""
    if s.shown[1 - seat][line] != NO_TILE:
        return OPEN_LINE
    return LEGAL if s.reserve[seat] else NO_RESERVE


def check_swap(s: State, seat: int, mine: int, theirs: int) -> int:
    """R12: a reserve stone on a free mark; a stone of each side changes places."""
    if not s.reserve[seat]:
        return NO_RESERVE
    if s.swapped[0] + s.swapped[1] >= s.marks:
        return NO_MARK
    if not s.stones[seat] >> mine & 1:
        return NOT_YOURS
    return LEGAL if s.stones[1 - seat] >> theirs & 1 else NOT_THEIRS


def act(s: State, seat: int, action: int) -> None:
    """R5, R7: chance fills the racks, a player takes one action a turn."""
    if seat == NATURE:
        fill_rack(s, action)
    else:
        take_turn(s, seat, action)


# Racks ------------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R5: the tiles are shuffled, so all orders are equally likely."""
    return COUNT_ORDERS[s.size]


def chance_nth(s: State, k: int) -> int:
    """R5: every order has weight one."""
    return k


def weight(s: State, outcome: int) -> int:
    """R5: every order has weight one."""
    return 1 if 0 <= outcome < COUNT_ORDERS[s.size] else 0


def outside(s: State) -> int:
    """Tiles are shuffled by the table itself."""
    return 0


def fill_rack(s: State, order: int) -> None:
    """R5: player 1's rack is filled, then player 2's; each sees only their own."""
    seat = s.phase
    for line in range(s.size):
        s.tiles[seat][line] = RACKS[FIRST_ORDER[s.size] + order][line]
    tell(s, seat, RACK, rack_code(s, seat))
    s.phase += 1
    if s.phase == PLAY:
        note(s, ROUND, s.rounds + 1, s.starter)


# Results ----------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """R26: rounds won; if there is but a single round, its points."""
    return s.points[seat] if s.mode == SINGLE else s.wins[seat]


def place(s: State, seat: int) -> int:
    """R22: who has won more rounds is ahead."""
    ahead = s.lead if seat == 0 else -s.lead
    return 1 if ahead >= 0 else 2


def reason(s: State) -> int:
    """R25: what kind of match this was decides why it ended."""
    return s.reason


def tally(s: State, k: int) -> int:
    """R25: turns and rounds of the match; reveals and swaps; rounds tied, and rounds ended by the turn limit."""
    if k == 0:
        return s.actions
    if k == 1:
        return s.rounds
    if k == 2:
        return s.reveals
    if k == 3:
        return s.swaps
    return s.ties if k == 4 else s.forced


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R5: a rack is its owner's secret; everything else is done in the open."""
    return 1 if seat != NATURE or s.phase == viewer else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R27: the opponent's tiles that do not lie open are any of the rest, in any order."""
    other = 1 - seat
    if s.phase <= other:
        return
    missing = 0b1110  # the charms that do not lie open, a bit each
    hidden = s.size
    for line in range(s.size):
        if s.shown[other][line] != NO_TILE:
            missing &= ~(1 << s.shown[other][line])
            hidden -= 1
    for line in range(s.size):
        tile = s.shown[other][line]
        if tile == NO_TILE:
            k = below(rng, hidden)
            charms = COUNT_BITS[missing]
            tile = NTH_BIT[missing][k] if k < charms else VOID
            missing &= ~(1 << tile)
            hidden -= 1
        s.tiles[other][line] = tile


def prior(s: State, seat: int, action: int) -> int:
    """Nothing a player does is hidden."""
    return 1
