"""Values that bots take and return: `Position`, `Limits`, `Opinion`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import Memory
from fairyring.core.game.game import Game
from fairyring.core.table.table import Table


@dataclass(frozen=True, slots=True)
class Position:
    """A decision as its seat knows it: everything that a bot may use, and nothing else."""

    game: Game[Any]
    seat: int
    knowledge: State  # redacted: fields that the seat cannot know are blank
    legal: Sequence[int]  # action ids, ascending
    memory: Memory = ()  # from `recall`; only games whose search has beliefs use it

    @classmethod
    def of(cls, game: Game[Any], s: State, seat: int, memory: Memory = ()) -> Position:
        """Return the position of a seat that has to decide in the state `s`."""
        return cls(game, seat, game.redact(s, seat), game.legal(s, seat), memory)

    @classmethod
    def at(cls, table: Table[Any], seat: int, memory: Memory = ()) -> Position:
        """Return the position of a seat that has to decide at a table."""
        return cls(table.game, seat, table.redacted(seat), [action.id for action in table.legal(seat)], memory)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on the work for one decision. Bots that do not search ignore them.

    Without `seconds` a decision depends only on the position, the random stream and `simulations`, on any machine.
    """

    seconds: float | None = None  # wall-clock time; compiling is not counted
    simulations: int | None = None  # rollouts; default: `SearchSpec.simulations` of the game


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Opinion:
    """The action that a bot chose, with its estimates where it searched."""

    action: int
    # (action, estimated share of the win from 0 to 1, standard error): the chosen action first, then the finalists from best
    # to worst, then the actions that were dropped early, with wider errors. Empty for bots that do not search.
    shares: tuple[tuple[int, float, float], ...] = ()
    simulations: int = 0  # rollouts
    # (action, probability), the most frequent first, where perfect play is known; then the shares are exact.
    mixture: tuple[tuple[int, float], ...] = ()
