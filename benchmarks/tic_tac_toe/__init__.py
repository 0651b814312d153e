"""Tic-tac-toe as a room, to compare with OpenSpiel's: only what rules and compiler need, no texts for players."""

import sys
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.bits import count_bits, nth_bit
from fairyring.core.fields.schema import EVERYBODY, field
from fairyring.core.fields.types import maybe, number, set_of
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.bot_specs import BotSpec
from fairyring.core.game.contract import LEGAL, OVER
from fairyring.core.game.events import Events
from fairyring.core.game.game import Game
from fairyring.core.game.options import Options
from fairyring.core.game.room import (
    Checks,
    Info,
    Meanings,
    OptionSpec,
    Presentation,
    Prompt,
    Room,
    Schema,
    options_as_constants,
)
from fairyring.core.game.room import Things as Printed
from fairyring.core.game.zones import Zones
from fairyring.core.text.messages import Message

VERSION = 1
CELLS = 9
CELL = Things("cell", CELLS, range(CELLS))
ALL_CELLS = (1 << CELLS) - 1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class End(Names):
    """Why the game ended."""

    LINE, FULL = range(1, 3)


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, TAKEN = range(1, 3)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS = range(2)


MARK = ActionKind("mark", cell=CELL)
NOTHING = ActionKind("nothing", side=CELL)


class Zone(Zones):
    """None."""


class Event(Events):
    """None."""


class State(schema.State, seats=(2, 2)):
    """One game."""

    turn: int = field(number(0, 1), EVERYBODY)  # who marks
    crosses: int = field(set_of(CELL), EVERYBODY)  # marks of seat 0
    noughts: int = field(set_of(CELL), EVERYBODY)  # marks of seat 1
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended


def setup(s: State) -> None:
    """The board is empty."""
    s.turn = 0


def pending(s: State) -> int:
    """One seat after the other."""
    return OVER if s.reason else 1 << s.turn


def legal_count(s: State, seat: int) -> int:
    """Empty cells."""
    return count_bits(ALL_CELLS & ~(s.crosses | s.noughts)) if s.turn == seat and not s.reason else 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """The k-th empty cell."""
    return MARK.id(nth_bit(ALL_CELLS & ~(s.crosses | s.noughts), k))


def check(s: State, seat: int, action: int) -> int:
    """The cell is empty."""
    if s.reason or s.turn != seat:
        return Refusal.NO_MOVE
    return Refusal.TAKEN if (s.crosses | s.noughts) >> MARK.cell(action) & 1 else LEGAL


def act(s: State, seat: int, action: int) -> None:
    """Mark a cell; three in a line win."""
    bit = 1 << MARK.cell(action)
    if seat:
        s.noughts |= bit
    else:
        s.crosses |= bit
    if has_line(s.noughts if seat else s.crosses):
        s.reason = End.LINE
    elif s.crosses | s.noughts == ALL_CELLS:
        s.reason = End.FULL
    else:
        s.turn = 1 - seat


def has_line(marks: int) -> int:
    """Return whether there are three in a line."""
    for line in LINES:
        if marks & line == line:
            return 1
    return 0


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
    """One point for the win."""
    return 1 if s.reason == End.LINE and s.turn == seat else 0


class Describe:
    """Descriptions for players, who do not come here."""

    def things(self, _options: Options, /) -> Printed:
        """Nothing is printed."""
        return {}

    def prompt(self, _game: Game[Any], _s: State, _seat: int, /) -> Prompt:
        """The only decision."""
        return Prompt("mark", "R1", {})

    def aids(self, _game: Game[Any], _s: State, _seat: int, /) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def sheet(self, _game: Game[Any], _s: State, /) -> list[Message]:
        """Return nothing."""
        return []


ROOM = Room(
    info=Info(name="tic-tac-toe", folder=Path(__file__).parent, designer="nobody", publisher="nobody", minutes=(1, 2)),
    schema=Schema(
        state=State, actions=Actions(MARK), chance=Actions(NOTHING), events=Event, zones=Zone, ends=End, refusals=Refusal,
        tallies=Tally,
    ),
    rules_module=sys.modules[__name__],
    options=OptionSpec(declared=(), constants=options_as_constants),
    presentation=Presentation(describe=Describe()),
    bots=BotSpec(policies={}),
    checks=Checks(small_instances=(), meanings=Meanings(ends={}, refusals={}, events={}, actions={})),
)  # fmt: skip
