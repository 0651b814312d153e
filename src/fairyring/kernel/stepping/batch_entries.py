"""Entry points of a game's module for batches, with the types of their arguments."""

from __future__ import annotations

from types import FunctionType
from typing import cast

from fairyring.core.fields.scalars import MAX_SEATS
from fairyring.core.game.room import Room
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.types import BITS, HOST_ARRAY, INT, STREAMS, Array, Cell, Known, Records, Type
from fairyring.kernel.entries import state_of
from fairyring.kernel.game_functions import play_functions
from fairyring.kernel.stepping.observation import observation_code, observation_function, observed_fields
from fairyring.kernel.stepping.tensor import tensor_code, tensor_function
from fairyring.kernel.templates import batch as templates

TENSORS = "encode_games"
FLAGS = Array(Cell(8, 0, 1, "flags of the host"), (-1,))


def batch_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry points for batches of a room, but for tensors."""
    kind = room.schema.state
    g, states, observe = Known(play_functions(room)), Records(state_of(room)), Known(observation_function(kind))
    part = (states, INT, INT)  # games: states, first, last + 1
    advanced = (g, states, *part, INT, INT, HOST_ARRAY, STREAMS)
    fields = observed_fields(kind)
    lowest, highest = min((field.lo for field in fields), default=0), max((field.hi for field in fields), default=0)
    cell = Cell(BITS[observation_code(kind)], min(lowest, 0), max(highest, MAX_SEATS), "observations of the host")
    types: dict[str, tuple[Type, ...]] = {
        "step_games": (g, states, *part, INT, STREAMS, *(HOST_ARRAY,) * 3, FLAGS, HOST_ARRAY, HOST_ARRAY),
        "advance_games": (*advanced, *(HOST_ARRAY,) * 4, *(FLAGS,) * 3, HOST_ARRAY, states, HOST_ARRAY),
        "find_illegal": (g, *part, HOST_ARRAY, FLAGS, HOST_ARRAY),
        "mask_games": (g, *part, HOST_ARRAY, FLAGS),
        "choose_actions": (g, *part, HOST_ARRAY, FLAGS, HOST_ARRAY, STREAMS, states, HOST_ARRAY),
        "observe_games": (observe, *part, HOST_ARRAY, INT, states, Array(cell, (-1,))),
        "redact_games": (*part, HOST_ARRAY, states),
        "score_games": (g, *part, HOST_ARRAY),
    }
    return {name: EntryPoint(batch_template(name), kinds) for name, kinds in types.items()}


def tensor_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry point for tensors, apart since its many short loops take as long to compile as the rest of a batch."""
    kind, states = room.schema.state, Records(state_of(room))
    cell = Cell(BITS[tensor_code(kind)], 0, (1 << BITS[tensor_code(kind)] - 1) - 1, "tensors of the host")
    types: tuple[Type, ...] = (Known(tensor_function(kind)), states, INT, INT, HOST_ARRAY, INT, states, Array(cell, (-1,)))
    return {TENSORS: EntryPoint(batch_template(TENSORS), types)}


def batch_template(name: str) -> FunctionType:
    """Return the function of an entry point: tensors are written by the loop of observations."""
    return cast(FunctionType, getattr(templates, "observe_games" if name == TENSORS else name))
