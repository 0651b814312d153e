"""Connect four as a room, in one file. Check it with `fairyring kit examples/connect_four/connect_four.py`."""

import sys
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import EVERYBODY, field, per_seat
from fairyring.core.fields.types import maybe, number, one_of, seat, set_of
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import LEGAL, OVER, below, note
from fairyring.core.game.events import Events, event
from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.game.room import Checks, Info, Meanings, Presentation, Prompt, Room, Schema, SmallInstance
from fairyring.core.game.room import Things as Printed
from fairyring.core.game.zones import Zones, move, zone
from fairyring.core.rng import Stream
from fairyring.core.text.messages import Message, Player

# 1. The schema ----------------------------------------------------------------------------------

COLUMNS, ROWS = 7, 6  # R1
# Cells are numbered column by column, from below. Above each column is one more cell that is never filled, so that no line of
# discs goes on from the top of one column to the bottom of the next.
HEIGHT = ROWS + 1
LETTERS = tuple("abcdefg")
CELLS = tuple(f"{letter}{row}" for letter in LETTERS for row in range(1, HEIGHT + 1))
COLUMN = Things("column", COLUMNS, LETTERS)
CELL = Things("cell", len(CELLS), CELLS)
BOTTOM = tuple(1 << HEIGHT * column for column in range(COLUMNS))  # the lowest cell of each column
TOP = tuple(1 << HEIGHT * column + ROWS - 1 for column in range(COLUMNS))  # the highest one
CELLS_OF = tuple((1 << ROWS) - 1 << HEIGHT * column for column in range(COLUMNS))
BOARD = sum(CELLS_OF)
DIRECTIONS = (1, HEIGHT, HEIGHT - 1, HEIGHT + 1)  # from a cell to the next one: up, right, right and down, right and up


class End(Names):
    """Why the game ended."""

    LINE, FULL = range(1, 3)


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, COLUMN_FULL = range(1, 3)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS = range(2)


DROP = ActionKind("drop", column=COLUMN)


class Zone(Zones):
    """Where discs are."""

    SUPPLY = zone()
    BOARD = zone(CELL, shows="discs", per_seat=True)


class Event(Events):
    """Events."""

    DROPPED = event(seat=seat(), cell=one_of(CELL), moves=[move(Zone.SUPPLY, Zone.BOARD("seat"), thing="cell")])
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, 2)):
    """One game of connect four."""

    turn: int = field(seat(), EVERYBODY)  # who drops a disc
    moves: int = field(number(0, COLUMNS * ROWS), EVERYBODY)  # discs on the board
    discs: list[int] = per_seat(set_of(CELL), EVERYBODY)  # the cells that each has filled
    winner: int = field(number(0, 2), EVERYBODY)  # the seat with a line, counted from 1
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended


# 2. The rules -----------------------------------------------------------------------------------

VERSION = 1


def setup(s: State) -> None:
    """R1: the board is empty."""
    s.turn = 0


def pending(s: State) -> int:
    """R2: by turns."""
    return OVER if s.reason else 1 << s.turn


def legal_count(s: State, seat: int) -> int:
    """R2: columns that are not full."""
    count = 0
    if not s.reason and s.turn == seat:
        for column in range(COLUMNS):
            if is_open(s, column):
                count += 1
    return count


def legal_nth(s: State, seat: int, k: int) -> int:
    """R2: the k-th column that is not full."""
    for column in range(COLUMNS):
        if is_open(s, column):
            if k == 0:
                return DROP.id(column)
            k -= 1
    return 0


def is_open(s: State, column: int) -> int:
    """Return 1 if there is room in the column."""
    return 0 if (s.discs[0] | s.discs[1]) & TOP[column] else 1


def check(s: State, seat: int, action: int) -> int:
    """R2: why not."""
    if s.reason or s.turn != seat:
        return Refusal.NO_MOVE
    return LEGAL if is_open(s, DROP.column(action)) else Refusal.COLUMN_FULL


def act(s: State, seat: int, action: int) -> None:
    """R2: the disc falls to the lowest free cell."""
    cell = landing(s, DROP.column(action))
    s.discs[seat] |= cell
    s.moves += 1
    note(s, Event.DROPPED, seat, number_of(cell))
    s.turn = 1 - seat
    if has_line(s.discs[seat]):
        s.winner = 1 + seat
        end(s, End.LINE)
    elif s.moves == COLUMNS * ROWS:
        end(s, End.FULL)


def landing(s: State, column: int) -> int:
    """Return the lowest free cell of a column as a bit: one more than all its discs."""
    return ((s.discs[0] | s.discs[1]) & CELLS_OF[column]) + BOTTOM[column]


def number_of(cell: int) -> int:
    """Return the number of a cell."""
    k = 0
    while cell > 1:
        cell >>= 1
        k += 1
    return k


def has_line(discs: int) -> int:
    """R3: return 1 if there are four in a line: two pairs of neighbours, two cells apart."""
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return 1
    return 0


def end(s: State, why: int) -> None:
    """R3, R4: the game is over."""
    s.reason = why
    note(s, Event.ENDED, why)


def chance_count(s: State) -> int:
    """There is no chance."""
    return 0


def chance_nth(s: State, k: int) -> int:
    """There is no chance."""
    return 0


def weight(s: State, outcome: int) -> int:
    """There is no chance."""
    return 0


def score(s: State, seat: int) -> int:
    """R3: 1 for a line, -1 for the other."""
    if not s.winner:
        return 0
    return 1 if s.winner == 1 + seat else -1


def tally(s: State, k: int) -> int:
    """Discs, as turns; one round a game."""
    return s.moves if k == Tally.TURNS else 1


def normal(s: State, seat: int, rng: Stream) -> int:
    """A bot: win if a disc does, else stop the other from winning, else any column."""
    for other in range(2):
        for column in range(COLUMNS):
            if is_open(s, column) and has_line(s.discs[1 - seat if other else seat] | landing(s, column)):
                return DROP.id(column)
    return legal_nth(s, seat, below(rng, legal_count(s, seat)))


# 3. The presentation ----------------------------------------------------------------------------


class Describe:
    """Descriptions for players."""

    def things(self, _options: Options, /) -> Printed:
        """Discs have nothing printed on them."""
        return {}

    def prompt(self, _game: Game[Any], _s: State, _seat: int, /) -> Prompt:
        """R2: the only decision."""
        return Prompt("drop", "R2")

    def aids(self, _game: Game[Any], s: State, _seat: int, /) -> dict[str, Any]:
        """Return the number of free cells."""
        return {"free": COLUMNS * ROWS - s.moves}

    def sheet(self, game: Game[Any], s: State, /) -> list[Message]:
        """R3: the winner first."""
        rows = sorted((game.place(s, seat), seat) for seat in game.seats)
        return [Message("score.total", {"seat": Player(p), "place": place}) for place, p in rows]


# 4. The conformance checks ----------------------------------------------------------------------


def discs_lie_on_discs(s: State) -> bool:
    """No cell has two discs, and none hangs in the air."""
    filled = s.discs[0] | s.discs[1]
    return not s.discs[0] & s.discs[1] and not filled & ~BOARD and not filled & ~sum(BOTTOM) & ~(filled << 1)


def four_in_a_line(s: State, player: int) -> bool:
    """R3 once more, cell by cell."""
    cells = {(k // HEIGHT, k % HEIGHT) for k in range(COLUMNS * HEIGHT) if s.discs[player] >> k & 1}
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(all((c + i * dc, r + i * dr) in cells for i in range(4)) for c, r in cells for dc, dr in steps)


MEANINGS = Meanings(
    ends={
        End.LINE: lambda s: four_in_a_line(s, s.winner - 1) and not four_in_a_line(s, 2 - s.winner),
        End.FULL: lambda s: s.moves == COLUMNS * ROWS and not any(four_in_a_line(s, player) for player in range(2)),
    },
    refusals={
        Refusal.NO_MOVE: lambda s, seat, _action: s.reason or s.turn != seat,
        Refusal.COLUMN_FULL: lambda s, seat, action: not is_open(s, LETTERS.index(action.args["column"])),
    },
    events={
        "dropped": lambda before, after, args: (
            after.discs[args["seat"]] & ~before.discs[args["seat"]] == 1 << CELLS.index(args["cell"])
        ),
        "ended": lambda before, after, args: after.reason,
    },
    actions={
        "drop": lambda before, after, seat, args: (
            after.discs[seat] & ~before.discs[seat] & CELLS_OF[LETTERS.index(args["column"])]
        ),
    },
)

ROOM = Room(
    info=Info("connect-four", Path(__file__).parent, designer="Howard Wexler", publisher="nobody", minutes=(5, 10)),
    schema=Schema(
        state=State,
        actions=Actions(DROP),
        chance=Actions(),
        events=Event,
        zones=Zone,
        ends=End,
        refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=sys.modules[__name__],
    presentation=Presentation(describe=Describe()),
    bots=BotSpec(policies={"normal": normal}),
    checks=Checks(
        small_instances=(SmallInstance({"players": 2}, depth=4),),
        meanings=MEANINGS,
        invariants=(discs_lie_on_discs,),
    ),
)
