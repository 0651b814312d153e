"""Entry points of a game's modules, with the types of their arguments."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.room import Room
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.types import HOST_ARRAY, INT, STREAMS, Bundle, Known, Records, Type
from fairyring.kernel.game_functions import play_functions, search_functions
from fairyring.kernel.templates import play, rows, search

TREE = Bundle((("depth", INT), *((name, HOST_ARRAY) for name in ("keys", "visits", "shares", "path", "logs", "roots"))))


def state_of(room: Room) -> type[State]:
    """Return the class of states that code is compiled for: printed numbers are folded, unless tables change them."""
    return room.schema.state if room.house_rules else schema.folded(room.schema.state)


def _entry(function: Any, *types: Type, inlined: tuple[object, ...] = ()) -> EntryPoint:
    g = next(kind.value for kind in types if isinstance(kind, Known))
    return EntryPoint(cast(FunctionType, function), types, (g.imagine,), inlined, (g.act,) if inlined else ())


def play_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry points for whole games of a room."""
    functions = play_functions(room)
    g, box = Known(functions), Records(state_of(room))
    sums = (HOST_ARRAY,) * 4
    of_every_move = ("pending", "legal_count", "legal_nth", "chance_count", "chance_nth")
    inlined = (play.play_game, play.choose_at_random, *(getattr(functions, name) for name in of_every_move))
    return {
        "play_games": _entry(play.play_games, g, box, INT, INT, INT, HOST_ARRAY, STREAMS, *sums, box, INT, inlined=inlined),
        "trace_game": _entry(play.trace_game, g, box, INT, INT, HOST_ARRAY, STREAMS, box, HOST_ARRAY),
        "prepare": _entry(play.prepare, g, box),
    }


def imagine_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry points for imagined worlds, apart since only the kit needs them without a search."""
    g, box = Known(play_functions(room)), Records(state_of(room))
    return {
        "imagine_worlds": _entry(play.imagine_worlds, g, box, INT, INT, STREAMS),
        "imagine_record": _entry(play.imagine_record, g, box, INT, STREAMS),
    }


def row_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry point for rows of results, apart since most simulations only add up."""
    g, box = Known(play_functions(room)), Records(state_of(room))
    return {"play_rows": _entry(rows.play_rows, g, box, INT, INT, INT, HOST_ARRAY, STREAMS, INT, HOST_ARRAY)}


def search_entries(room: Room, at_random: bool = False) -> dict[str, EntryPoint]:
    """Return the entry points for the search of a room, apart so that neither playing nor searching compiles the other."""
    g, box = Known(search_functions(room, at_random)), Records(state_of(room))
    sums = (HOST_ARRAY,) * 2
    entries = {
        "search_worlds": _entry(
            search.search_worlds, g, box, INT, HOST_ARRAY, INT, INT, INT, HOST_ARRAY, STREAMS, *sums, TREE, INT
        )
    }
    if room.bots.search.beliefs is not None:
        entries["weigh_worlds"] = _entry(search.weigh_worlds, g, box, INT, INT, INT, HOST_ARRAY)
    return entries


def ir_text(room: Room, checked: bool = False) -> str:
    """Return the IR of a module that plays a room's game, and searches if it has `normal`. It is the same for every machine."""
    from fairyring.kernel.compiler.module import module_text  # noqa: PLC0415  (programs load what is in the cache)

    search = search_entries(room) if "normal" in room.bots.policies else {}
    return module_text(play_entries(room) | imagine_entries(room) | search, checked)
