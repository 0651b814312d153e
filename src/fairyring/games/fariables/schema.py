"""What the table of Fariables holds. Nothing in this game is hidden.

A set of spaces is two whole numbers, one for each half of the board: space p is bit p % HALF of
number p // HALF. `bits.py` counts and picks in them.
"""

from fairyring.core import schema
from fairyring.core.schema import EVERYBODY, const, number, numbers, per_seat

MOST_SPACES = 96
HALF = 48
FULL = (1 << HALF) - 1
KINDS = 6  # of fairies; kind 0 is a flower
TOKENS = 6  # for each player
GOAL = 14  # the value that ends the game
TOP_VALUE = GOAL - 1 + 3
MOST_TURNS = 1_000_000  # no rule bounds a game; half of all end within 40 turns, one in a thousand takes more than 140

# Actions of seats: PLACE + space, LIFT + space, FINISH. Outcomes of nature: a face less one, or BEGIN + seat.
PLACE, LIFT, FINISH = 0, MOST_SPACES, 2 * MOST_SPACES
FACES = 6
BEGIN = FACES

(VALUES, FIRST, PLACING, ROLL_A, ROLL_B, ROLL_C, LIFTING, MOVING, FLOWER, ROLL_OFF, DONE) = range(11)  # phases

BY_POINTS, BY_FLOWERS, BY_KINDS, BY_DICE = range(4)  # what decides, in this order; the end reason is one more
DICE = 3  # each in a roll-off

(
    VALUED, BEGUN, PLACED, CHANGED, MAY_MOVE, PASSED, LIFTED, MOVED, SURROUNDED, FOURTEEN, UNMASKED, SCORED, TIED, ROLLED,
    ENDED,
) = range(15)  # events  # fmt: skip
(
    LEGAL, NO_MOVE, NO_ACTION, NO_SPACE, TAKEN, NOT_BESIDE, NOT_TOGETHER, LIFT_FIRST, STILL_LIFTING, NO_LIFTING_YET, HANDS_FULL,
    NOT_YOURS, NO_PASS, MUST_PLACE,
) = range(14)  # answers of `check`  # fmt: skip


class State(schema.State, seats=(2, 6)):
    """One game of Fariables."""

    first: int = const(0, 6)  # who begins: 0 for chance, else the seat + 1
    kinds: int = const(1, KINDS)
    tokens: int = const(1, TOKENS)
    goal: int = const(1, GOAL)
    spaces: int = const(2, MOST_SPACES)
    kind: tuple[int, ...] = const(0, KINDS, MOST_SPACES)
    near: tuple[tuple[int, ...], ...] = const(0, FULL, MOST_SPACES, 2)  # the neighbours of each space, as a set

    phase: int = number(0, 10, EVERYBODY)
    turn: int = number(0, 5, EVERYBODY)  # the seat whose turn it is
    value: list[int] = numbers(1 + KINDS, 0, TOP_VALUE, EVERYBODY)  # of each kind; of flowers, once they are known
    valued: int = number(0, KINDS, EVERYBODY)  # kinds that have their initial value
    laid: int = number(0, 6 * TOKENS, EVERYBODY)  # tokens put down in the setup
    die_a: int = number(0, FACES, EVERYBODY)  # dice of the running turn, 0 before they are rolled
    die_c: int = number(0, FACES, EVERYBODY)
    hand: int = number(0, TOKENS, EVERYBODY)  # tokens lifted and not yet put down again
    roam: int = number(0, 1, EVERYBODY)  # 1 once the moved group was surrounded: the rest go anywhere
    flower: int = number(0, KINDS, EVERYBODY)  # the kind that hid in the flowers, 0 until the end
    ender: int = number(0, 5, EVERYBODY)  # the seat whose roll ended the game
    contenders: int = number(0, 63, EVERYBODY)  # seats that can still win, once the points are counted
    rollers: int = number(0, 63, EVERYBODY)  # seats that still have to roll in this roll-off
    dice_left: int = number(0, DICE, EVERYBODY)  # dice that the roller still has to roll
    dice: list[int] = per_seat(0, DICE * FACES, EVERYBODY)  # sums of the roll-off
    reason: int = number(0, 4, EVERYBODY)
    turns: int = number(0, MOST_TURNS, EVERYBODY)
    moves: int = number(0, TOKENS * MOST_TURNS, EVERYBODY)  # tokens moved in all turns

    on_kind: list[list[int]] = per_seat(0, TOKENS, EVERYBODY, 1 + KINDS)  # how many tokens stand on each kind
    open: list[int] = numbers(2, 0, FULL, EVERYBODY)  # the set of spaces without a token
    own: list[list[int]] = per_seat(0, FULL, EVERYBODY, 2)  # the set of spaces with a token of the seat
    moved: list[int] = numbers(2, 0, FULL, EVERYBODY)  # the set of spaces where a token came to rest this turn
    reach: list[list[int]] = per_seat(0, FULL, EVERYBODY, 2)  # all neighbours of the tokens that the next one must touch
