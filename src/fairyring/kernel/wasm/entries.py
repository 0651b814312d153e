"""Entry points of a game's WebAssembly module: whole games, single moves, imagination and search in one."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

from fairyring.core.game.room import Room
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.types import HOST_ARRAY, INT, STREAMS, Known, Records, Type
from fairyring.kernel.entries import imagine_entries, play_entries, search_entries, state_of
from fairyring.kernel.game_functions import play_functions
from fairyring.kernel.templates import moves, play

ONLY_NATIVE = ("trace_game", "imagine_record")  # a host that makes single moves has these in parts


def _entry(function: Any, *types: Type) -> EntryPoint:
    return EntryPoint(cast(FunctionType, function), types)


def move_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry points for single moves of a room's game."""
    g, box = Known(play_functions(room)), Records(state_of(room))
    return {
        "start_streams": _entry(play.start_streams, STREAMS, INT, INT, INT),
        "pending_seats": _entry(moves.pending_seats, g, box),
        "list_legal": _entry(moves.list_legal, g, box, INT, HOST_ARRAY),
        "list_weights": _entry(moves.list_weights, g, box, HOST_ARRAY),
        "draw_chance": _entry(moves.draw_chance, g, box, STREAMS),
        "choose_action": _entry(moves.choose_action, g, box, INT, INT, STREAMS),
        "apply_action": _entry(moves.apply_action, g, box, INT, INT),
        "redact_state": _entry(moves.redact_state, box, INT),
        "count_points": _entry(moves.count_points, g, box, HOST_ARRAY),
    }


def wasm_entries(room: Room) -> dict[str, EntryPoint]:
    """Return all entry points of a room's module; the search only if the game has a policy for its rollouts."""
    native = play_entries(room) | imagine_entries(room)
    entries = {name: entry for name, entry in native.items() if name not in ONLY_NATIVE}
    entries |= move_entries(room)
    if has_search(room):
        entries |= search_entries(room)
    return entries


def has_search(room: Room) -> bool:
    """Return whether a game can be searched."""
    return "normal" in room.bots.policies or room.bots.search.rollout is not None
