"""One game move by move in compiled code, for Python programs that look at every move: searches, experiments, environments.

```python
import fairyring as fr
from fairyring.kernel.stepping.native_game import FINISHED, NativeGame

native = NativeGame(fr.game("fairy", players=3))
state = native.new_state(seed=7)
actor = state.draw_all()  # nature draws until a seat decides
while actor != FINISHED:
    action = state.legal()[0]
    actor = state.step(action)  # apply it; nature draws
print([state.score(seat) for seat in range(3)])
```

States are instances of a type whose methods are compiled code, called without ctypes: a call costs some 20 ns more than
what it does. They know everything; `redacted` gives what a seat may know.
"""

from __future__ import annotations

import ctypes
from inspect import signature
from types import FunctionType
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

from fairyring.core.fields import schema
from fairyring.core.fields.scalars import MAX_SEATS
from fairyring.core.fields.schema import State
from fairyring.core.game import contract
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.python_methods import ALIGNMENT, BIND, PYTHON_API, Method, Result, methods_text
from fairyring.kernel.compiler.types import HOST_ARRAY, INT, STREAMS, Known, Records, Type
from fairyring.kernel.entries import state_of
from fairyring.kernel.game_functions import play_functions
from fairyring.kernel.load import checked_by_default, load
from fairyring.kernel.native import CheckFailed
from fairyring.kernel.templates import moves

NATURE, FINISHED = contract.NATURE, moves.FINISHED  # actors that are no seats
STREAM_BYTES = 8 * (1 + MAX_SEATS)
METH_FASTCALL, METH_NOARGS, METH_O = 0x80, 0x04, 0x08
TYPE_FLAGS = 1 << 18  # Py_TPFLAGS_DEFAULT: only what is stable
METHODS_SLOT, DOC_SLOT = 64, 56  # Py_tp_methods, Py_tp_doc of the stable ABI


class NativeState(Protocol):
    """A state in compiled code. Methods raise ValueError for what is not legal, and change nothing then."""

    def actor(self) -> int:
        """Return the seat that decides (the lowest of several), NATURE or FINISHED."""

    def begin(self, seed: int, number: int, /) -> int:
        """Set the random streams to those of game `number` of a seed; return the actor."""

    def legal(self) -> list[int]:
        """Return the legal actions of the actor, or nature's possible outcomes, by id; none if the game is over."""

    def weight(self, outcome: int, /) -> int:
        """Return the weight of nature's outcome."""

    def apply(self, move: int, /) -> int:
        """Apply an action of the actor, or an outcome of nature; return the next actor."""

    def draw(self) -> int:
        """Draw a move of the actor: an action uniformly, an outcome by its weight. Nothing is applied."""

    def step(self, action: int, /) -> int:
        """Apply an action of a seat, let nature draw until a seat decides, and return that seat or FINISHED."""

    def draw_all(self) -> int:
        """Let nature draw until a seat decides; return that seat or FINISHED."""

    def score(self, seat: int, /) -> int:
        """Return the points of a seat now."""

    def share(self, seat: int, /) -> int:
        """Return a seat's share of the win of a finished game, in units of `core.totals.WIN`."""

    def copy(self) -> NativeState:
        """Return a copy, which draws the same random numbers."""

    def redacted(self, seat: int, /) -> NativeState:
        """Return a copy with only what a seat may know. Its random streams are those of seed 0."""


METHODS = {
    name: Method(entry, arguments, result)
    for name, entry, arguments, result in (
        ("actor", "find_actor", 0, Result.INTEGER),
        ("begin", "begin", 2, Result.INTEGER),
        ("legal", "list_moves", 0, Result.LIST),
        ("weight", "find_weight", 1, Result.INTEGER),
        ("apply", "apply_move", 1, Result.INTEGER),
        ("draw", "draw_move", 0, Result.INTEGER),
        ("step", "step_move", 1, Result.INTEGER),
        ("draw_all", "draw_all", 0, Result.INTEGER),
        ("score", "find_score", 1, Result.INTEGER),
        ("share", "find_share", 1, Result.INTEGER),
        ("copy", "keep_copy", 0, Result.OBJECT),
        ("redacted", "redact_copy", 1, Result.OBJECT),
    )
}


class NativeGame:
    """Makes states of one game. Creating it compiles the room's methods or loads them from the cache."""

    def __init__(self, game: Game[Any], checked: bool | None = None) -> None:
        self.game = game
        self._kind = game.room.schema.state
        self._prototype: NativeState = _state_type(game.room, checked_by_default() if checked is None else checked)()
        ctypes.memmove(_data(self._prototype), schema.pack(game.initial()), self._kind.layout.size)

    def new_state(self, seed: int = 1, number: int = 0) -> NativeState:
        """Return the state before the first decision of game `number` of a seed: the games of `fr.simulate`."""
        state = self._prototype.copy()
        state.begin(seed, number)
        return state

    def pack(self, state: NativeState) -> bytes:
        """Return the bytes of a state, as `core.fields.schema.pack` has them."""
        return ctypes.string_at(_data(state), self._kind.layout.size)

    def unpack(self, state: NativeState) -> State:
        """Return the state of the interpreted backend."""
        return schema.unpack(self._kind, self.pack(state))


def _data(state: NativeState) -> int:
    """Return the address of an instance's data: in CPython `id` is the address of the instance."""
    end = id(state) + object.__basicsize__
    return end + -end % ALIGNMENT


# The type ---------------------------------------------------------------------------------------------


class _MethodDef(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("method", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    ]  # fmt: skip


class _Slot(ctypes.Structure):
    _fields_ = [("slot", ctypes.c_int), ("value", ctypes.c_void_p)]


class _Spec(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("basicsize", ctypes.c_int), ("itemsize", ctypes.c_int), ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    ]  # fmt: skip


def move_entries(room: Room) -> dict[str, EntryPoint]:
    """Return the entry points behind the methods of a room's states."""
    g, states = Known(play_functions(room)), Records(state_of(room))
    entries = {}
    for method in METHODS.values():
        types: tuple[Type, ...] = (states, STREAMS, *(INT,) * method.arguments)
        if method.result is Result.OBJECT:
            types = (states, STREAMS, *types)
        else:
            types = (g, *types, *(HOST_ARRAY,) * (method.result is Result.LIST))
        # In the loop over a list, what does not depend on the entry is computed once, if the rules are part of the loop.
        inlined = (moves.list_legal_of, g.value.legal_nth) if method.result is Result.LIST else ()
        entries[method.entry] = EntryPoint(cast(FunctionType, getattr(moves, method.entry)), types, inlined=inlined)
    return entries


_types: WeakKeyDictionary[Room, dict[bool, type[Any]]] = WeakKeyDictionary()


def _state_type(room: Room, checked: bool) -> type[Any]:
    """Return the type of a room's states, made once per process."""
    builds = _types.setdefault(room, {})
    if checked not in builds:
        builds[checked] = _make_type(room, checked)
    return builds[checked]


def _api(integers: int) -> tuple[int, ...]:
    """Return the words of `PYTHON_API`, with the address of the table of integers."""
    objects = {"ValueError": id(ValueError), "TypeError": id(TypeError), "CheckFailed": id(CheckFailed)}
    others = objects | {"head": object.__basicsize__, "integers": integers, "items": items_offset()}
    return tuple(
        others[name] if name in others else cast(int, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
        for name in PYTHON_API
    )


def items_offset() -> int:
    """Return where a list has the address of its items, in bytes from its start; 0 if it is not where CPython has it."""
    probe = [object(), object()]
    offset = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)  # behind its length
    if list.__basicsize__ < offset + ctypes.sizeof(ctypes.c_void_p):
        return 0
    array = ctypes.c_void_p.from_address(id(probe) + offset).value
    items = (ctypes.c_void_p * len(probe)).from_address(array) if array else ()
    return offset if [*items] == [*map(id, probe)] else 0


def _doc(name: str) -> str:
    """Return signature and text of a method, as `inspect` and `help` read them."""
    method = getattr(NativeState, name)
    arguments = [*signature(method).parameters]
    return f"{name}({', '.join(['$self', *arguments[1:], '/'])})\n--\n\n{method.__doc__}"


def _make_type(room: Room, checked: bool) -> type[Any]:
    record = room.schema.state.layout.size
    data = record + STREAM_BYTES
    longest = max(room.schema.actions.size, room.schema.chance.size)
    symbols = {name: f"method.{name}" for name in METHODS}
    text = methods_text(METHODS, record, data, longest)
    library = load(f"{room.name}-moves", move_entries(room), checked, text, [BIND, *symbols.values()])
    integers = list(range(longest))
    addresses = (ctypes.c_void_p * longest)(*map(id, integers))
    library.call(BIND, _api(ctypes.addressof(addresses)))
    flags = {0: METH_NOARGS, 1: METH_O}
    methods = (_MethodDef * (len(METHODS) + 1))(
        *(
            _MethodDef(
                name.encode(), library.address(symbols[name]), flags.get(method.arguments, METH_FASTCALL), _doc(name).encode()
            )
            for name, method in METHODS.items()
        )
    )
    doc = ctypes.c_char_p(
        f"A state of {room.title} in compiled code; see fairyring.kernel.stepping.native_game.NativeState.".encode()
    )
    slots = (_Slot * 3)(
        _Slot(METHODS_SLOT, ctypes.addressof(methods)), _Slot(DOC_SLOT, ctypes.cast(doc, ctypes.c_void_p).value)
    )
    size = object.__basicsize__ + ALIGNMENT + data
    name = f"fairyring.kernel.stepping.native_game.{room.name.title().replace('-', '')}State".encode()
    spec = _Spec(name, size, 0, TYPE_FLAGS, ctypes.addressof(slots))
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(("PyType_FromSpec", ctypes.pythonapi))
    kind: type[Any] = make(ctypes.addressof(spec))
    _alive.append((library, methods, slots, doc, name, spec, integers, addresses))
    return kind


_alive: list[Any] = []  # memory that types refer to; types live as long as the process
