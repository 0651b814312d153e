"""The rules of Sneaky Town. Numbers such as R7 are those of RULES.md. Turns are in turns.py, scoring is in scoring.py."""

from fairyring.core.fields.bits import COUNT_BITS, NTH_BIT, nth_bit
from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town.legal import list_legal as list_legal
from fairyring.games.sneaky_town.lookup import CHARM_BITS, COUNT_ORDERS, FIRST_ORDER, RACKS
from fairyring.games.sneaky_town.schema import (
    CAST,
    END,
    FILL,
    NO_TILE,
    RECOVER,
    REVEAL,
    SWAP,
    TRANSFER,
    Event,
    Mode,
    Phase,
    Refusal,
    State,
    Tally,
    Tile,
)
from fairyring.games.sneaky_town.turns import at_limit, lay_out, take_turn

VERSION = 2


def setup(s: State) -> None:
    """R3, R6: player 1 starts the first round."""
    s.starter = 0
    lay_out(s)


def pending(s: State) -> int:
    """R5, R6: racks are filled, then the players take turns."""
    if s.phase == Phase.PLAY:
        return 1 << s.turn
    if s.phase == Phase.DONE:
        return OVER
    return NATURE


# What a player may do ---------------------------------------------------------------------------


def count_swaps(s: State, seat: int) -> int:
    """R12: a reserve stone, a free mark, one cast stone of each side."""
    if s.reserve[seat] and s.swapped[0] + s.swapped[1] < s.marks:
        return s.cast[seat] * s.cast[1 - seat]
    return 0


def legal_count(s: State, seat: int) -> int:
    """R7–R15: everything that can be done; at the turn limit only the End (R23)."""
    if s.phase != Phase.PLAY or s.turn != seat:
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
    if at_limit(s):
        return END.id()
    own = s.cast[seat]
    free = s.size * s.size - own - s.cast[1 - seat]
    empty = ((1 << s.size * s.size) - 1) & ~(s.stones[0] | s.stones[1])
    if s.reserve[seat]:
        if k < free:
            return CAST.id(nth_bit(empty, k))
        k -= free
    if k < own * free:
        row = max(1, free)  # compiled, a divisor that is known to be positive is one instruction
        return TRANSFER.id(nth_bit(s.stones[seat], k // row), nth_bit(empty, k % row))
    k -= own * free
    if k < own:
        return RECOVER.id(nth_bit(s.stones[seat], k))
    k -= own
    if not s.reserve[seat]:
        return END.id()
    lines = COUNT_BITS[s.closed[1 - seat]]
    if k < lines:
        return REVEAL.id(NTH_BIT[s.closed[1 - seat]][k])
    k -= lines
    if k < count_swaps(s, seat):
        theirs = max(1, s.cast[1 - seat])
        return SWAP.id(nth_bit(s.stones[seat], k // theirs), nth_bit(s.stones[1 - seat], k % theirs))
    return END.id()


def check(s: State, seat: int, action: int) -> int:
    """R7–R15, R23: why this cannot be done now, if it cannot."""
    if s.phase != Phase.PLAY or s.turn != seat:
        return Refusal.NO_MOVE
    if END.has(action):
        return LEGAL
    if at_limit(s):
        return Refusal.ONLY_END
    if CAST.has(action):
        return check_cast(s, seat, CAST.point(action))
    if TRANSFER.has(action):
        return check_transfer(s, seat, TRANSFER.point(action), TRANSFER.target(action))
    if RECOVER.has(action):
        return check_recover(s, seat, RECOVER.point(action))
    if REVEAL.has(action):
        return check_reveal(s, seat, REVEAL.line(action))
    if SWAP.has(action):
        return check_swap(s, seat, SWAP.point(action), SWAP.target(action))
    return Refusal.NO_ACTION


def off_lattice(s: State, point: int) -> int:
    """R2, R24: the small lattice has fewer points than there are numbers for."""
    return 1 if point >= s.size * s.size else 0


def check_cast(s: State, seat: int, point: int) -> int:
    """R8: a reserve stone goes to an open point."""
    if off_lattice(s, point):
        return Refusal.NO_ACTION
    if not s.reserve[seat]:
        return Refusal.NO_RESERVE
    return Refusal.TAKEN if (s.stones[0] | s.stones[1]) >> point & 1 else LEGAL


def check_transfer(s: State, seat: int, start: int, target: int) -> int:
    """R9: a cast stone goes to another open point."""
    if off_lattice(s, start) or off_lattice(s, target):
        return Refusal.NO_ACTION
    if not s.stones[seat] >> start & 1:
        return Refusal.NOT_YOURS
    if start == target:
        return Refusal.SAME_POINT
    return Refusal.TAKEN if (s.stones[0] | s.stones[1]) >> target & 1 else LEGAL


def check_recover(s: State, seat: int, point: int) -> int:
    """R10: a cast stone comes back."""
    if off_lattice(s, point):
        return Refusal.NO_ACTION
    return LEGAL if s.stones[seat] >> point & 1 else Refusal.NOT_YOURS


def check_reveal(s: State, seat: int, line: int) -> int:
    """R11: a line of the opponent's is revealed once, and costs a reserve stone."""
    if line >= s.size:
        return Refusal.NO_ACTION
    if s.shown[1 - seat][line] != NO_TILE:
        return Refusal.OPEN_LINE
    return LEGAL if s.reserve[seat] else Refusal.NO_RESERVE


def check_swap(s: State, seat: int, mine: int, theirs: int) -> int:
    """R12: a reserve stone on a free mark; a stone of each side changes places."""
    if off_lattice(s, mine) or off_lattice(s, theirs):
        return Refusal.NO_ACTION
    if not s.reserve[seat]:
        return Refusal.NO_RESERVE
    if s.swapped[0] + s.swapped[1] >= s.marks:
        return Refusal.NO_MARK
    if not s.stones[seat] >> mine & 1:
        return Refusal.NOT_YOURS
    return LEGAL if s.stones[1 - seat] >> theirs & 1 else Refusal.NOT_THEIRS


def act(s: State, seat: int, action: int) -> None:
    """R5, R7: chance fills the racks, a player takes one action a turn."""
    if seat == NATURE:
        fill_rack(s, FILL.tiles(action))
    else:
        take_turn(s, seat, action)


# Racks ------------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R5: the tiles are shuffled, so all orders are equally likely."""
    return COUNT_ORDERS[s.size]


def chance_nth(s: State, k: int) -> int:
    """R5: every order has weight one."""
    return FILL.id(k)


def weight(s: State, outcome: int) -> int:
    """R5: every order has weight one."""
    return 1 if FILL.has(outcome) and FILL.tiles(outcome) < COUNT_ORDERS[s.size] else 0


def rack_owner(s: State) -> int:
    """R5: the seat whose rack is filled in this phase."""
    return 0 if s.phase == Phase.RACK_1 else 1


def rack_is_filled(s: State, seat: int) -> int:
    """R5: 1 once the seat's rack of this round has been filled."""
    if s.phase == Phase.RACK_1:
        return 0
    return 1 if seat == 0 or s.phase != Phase.RACK_2 else 0


def fill_rack(s: State, order: int) -> None:
    """R5: player 1's rack is filled, then player 2's; each sees only their own."""
    seat = rack_owner(s)
    for line in range(s.size):
        s.tiles[seat][line] = RACKS[FIRST_ORDER[s.size] + order][line]
    note(s, Event.RACK, seat, s.closed[seat], s.tiles[seat])
    if s.phase == Phase.RACK_1:
        s.phase = Phase.RACK_2
    else:
        s.phase = Phase.PLAY
        note(s, Event.ROUND, s.rounds + 1, s.starter)


# Results ----------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """R26: rounds won; if there is but a single round, its points."""
    return s.points[seat] if s.mode == Mode.SINGLE else s.wins[seat]


def standing(s: State, seat: int) -> int:
    """R22: by rounds won; `lead` is exact even where the counters of rounds have saturated."""
    return s.lead if seat == 0 else -s.lead


def tally(s: State, k: int) -> int:
    """R25: turns and rounds of the match; reveals and swaps; rounds tied, and rounds ended by the turn limit."""
    if k == Tally.TURNS:
        return s.actions
    if k == Tally.ROUNDS:
        return s.rounds
    if k == Tally.REVEALS:
        return s.reveals
    if k == Tally.SWAPS:
        return s.swaps
    return s.ties if k == Tally.TIES else s.forced


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R5: a rack is its owner's secret; everything else is done in the open."""
    return 1 if seat != NATURE or rack_owner(s) == viewer else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R27: the opponent's tiles that do not lie open are any of the rest, in any order."""
    other = 1 - seat
    if not rack_is_filled(s, other):
        return
    missing = CHARM_BITS  # the charms that do not lie open, a bit each
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
            tile = NTH_BIT[missing][k] if k < charms else Tile.VOID
            missing &= ~(1 << tile)
            hidden -= 1
        s.tiles[other][line] = tile
