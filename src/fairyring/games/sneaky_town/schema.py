"""What Sneaky Town's table holds, and who may know it."""

from fairyring.core import schema
from fairyring.core.schema import EVERYBODY, OWNER, RECALL, const, number, per_seat

LARGEST = 5  # lines of each player on the full lattice
STONES = 8  # of each player on the full lattice
ALL_POINTS = (1 << LARGEST * LARGEST) - 1  # a bit for each; lines i of player 1 and j of player 2 meet at size * i + j (R2)
MANY = 2_000_000_000  # where the counters of endless play stop

NO_TILE, BLUE_SUN, BROWN_SUN, FLOWER, VOID = range(5)  # tiles; the first means none, or not known
LEAD, FIRST_TO, SINGLE = range(3)  # kinds of match; + 1 they are the end reasons

RACK_1, RACK_2, PLAY, DONE = range(4)  # phases; in the first two the rack of seat 0 or 1 is filled

RACK, ROUND, CAST, TRANSFER, RECOVER, REVEAL, SWAP, END, LIMIT = range(9)  # events
SHOWN, CAPTURED, MISSED, VOIDS, SCORED, TIED, WON, MATCH_WON = range(9, 17)  # events of scoring
(LEGAL, NO_MOVE, NO_ACTION, ONLY_END, NO_RESERVE, TAKEN, NOT_YOURS, SAME_POINT, OPEN_LINE, NOT_THEIRS, NO_MARK) = range(11)


class State(schema.State, seats=(2, 2)):
    """One match of Sneaky Town (R1). Seat 0 is player 1 (blue), seat 1 is player 2 (brown) (R3)."""

    size: int = const(3, LARGEST)  # lines of each player
    stock: int = const(2, STONES)  # stones of each player
    marks: int = const(1, 12)  # swap marks
    mode: int = const(0, 2)  # LEAD, FIRST_TO or SINGLE
    goal: int = const(1, 9)  # the lead, or the number of rounds, that wins the match
    turn_limit: int = const(0, 1000)  # turns a round, 0 for no limit

    # The round on the table.
    phase: int = number(0, 3, EVERYBODY)
    turn: int = number(0, 1, EVERYBODY)  # who moves
    starter: int = number(0, 1, EVERYBODY)  # who took the first turn of this round
    turns: int = number(0, MANY, EVERYBODY)  # taken in this round
    stones: list[int] = per_seat(0, ALL_POINTS, EVERYBODY)  # a bit for each point with a stone of this seat
    cast: list[int] = per_seat(0, STONES, EVERYBODY)  # how many stones that is
    reserve: list[int] = per_seat(0, STONES, EVERYBODY)
    swapped: list[int] = per_seat(0, STONES, EVERYBODY)  # stones this seat left on the swap marks
    closed: list[int] = per_seat(0, 31, EVERYBODY)  # a bit for each line of this seat that the opponent has not revealed
    voids: list[int] = per_seat(0, 2, EVERYBODY)  # voids this seat revealed
    tiles: list[list[int]] = per_seat(0, VOID, OWNER, LARGEST)  # the rack, line by line
    shown: list[list[int]] = per_seat(0, VOID, EVERYBODY, LARGEST)  # its tiles that lie open on the board

    # The round before, as it was scored.
    ender: int = number(0, 2, EVERYBODY)  # 1 + who ended it, 0 if there was none
    winner: int = number(0, 2, EVERYBODY)  # 1 + who won it
    points: list[int] = per_seat(-2, 30, EVERYBODY)
    last_voids: list[int] = per_seat(0, 2, EVERYBODY)
    last_stones: list[int] = per_seat(0, ALL_POINTS, EVERYBODY)
    last_tiles: list[list[int]] = per_seat(0, VOID, EVERYBODY, LARGEST)

    # The match. A lead can be chased for ever, so `lead` decides and the counters stop at MANY.
    lead: int = number(-9, 9, EVERYBODY)  # rounds won by seat 0 less those won by seat 1
    wins: list[int] = per_seat(0, MANY, EVERYBODY)
    rounds: int = number(0, MANY, EVERYBODY)  # rounds played
    reason: int = number(0, 3, EVERYBODY)

    # Counted for statistics only.
    actions: int = number(0, MANY, RECALL)  # turns of the whole match
    reveals: int = number(0, MANY, RECALL)
    swaps: int = number(0, MANY, RECALL)
    ties: int = number(0, MANY, RECALL)  # rounds that were tied
    forced: int = number(0, MANY, RECALL)  # rounds that the turn limit ended
