"""Search backends: interpreted (available at once) and compiled (in the background, or waited for)."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from threading import Lock, Thread
from typing import Protocol

from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.kernel.game_functions import search_functions
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.templates.search import search_worlds, weigh_worlds
from fairyring.kernel.tree_arrays import Tree, new_tree

COMPILER = "llvmlite"  # the package that compiling needs


class Backend(Protocol):
    """Plays candidate actions on in imagined worlds. All backends return the same sums for the same worlds."""

    max_chunk: int  # rollouts per call of `run` to begin with; the caller looks at the clock between calls
    calibration_worlds: int  # worlds that tell how fast it is
    is_compiled: bool

    def tree(self, depth: int) -> Tree:
        """Return an empty tree for one decision; passed to `run`, it grows from call to call."""

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        """Play the actions on in the worlds of the request; a tree that is passed decides inside them, and grows.

        Return the number of completed worlds, and four sums for each action: see kernel/templates/search.py.
        """

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """Return the likelihood of an action for each secret; `before` is what the seat knew just before it."""


class InterpretedBackend:
    """Runs the loops of kernel/templates as plain Python over the functions of the game."""

    max_chunk = 1 << 30  # `run` looks at the clock itself
    calibration_worlds = 1
    is_compiled = False

    def __init__(self, room: Room) -> None:
        self._functions = search_functions(room)
        self._search = room.bots.search
        self._flat = new_tree(0)

    def tree(self, depth: int) -> Tree:
        return new_tree(depth)

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        root, actions = request.root, request.actions
        streams = [Stream(0) for _ in range(2 + root.players)]
        shares, sums = [0] * len(actions), [0] * (4 * len(actions))
        worlds = (request.first, request.count, request.seed, request.weights)
        completed = search_worlds(
            self._functions,
            [root] * 3,
            request.seat,
            actions,
            *worlds,
            streams,
            shares,
            sums,
            tree or self._flat,
            request.clock,
        )
        return completed, sums

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        beliefs = self._search.beliefs
        assert beliefs is not None, "the search has beliefs"
        likelihoods = [0] * beliefs.count(before)
        weigh_worlds(self._functions, [before, before], seat, actor, action, likelihoods)
        return tuple(likelihoods)


# Choosing a backend -----------------------------------------------------------------------------------

_interpreted: dict[Room, InterpretedBackend] = {}
_compiled: dict[Room, Backend] = {}
_compiling: set[Room] = set()
_warned: set[Room] = set()
_loading = Lock()  # nothing is loaded twice; and CPython 3.11 cannot build syntax trees in two threads at once
COMPILE_COMMAND = (sys.executable, "-m", "fairyring.kernel.precompile")


def current(room: Room) -> Backend:
    """Return the compiled backend if it is loaded, else the interpreted one."""
    return _compiled.get(room) or interpreted(room)


def interpreted(room: Room) -> Backend:
    """Return the interpreted backend."""
    if room not in _interpreted:
        _interpreted[room] = InterpretedBackend(room)
    return _interpreted[room]


def provide(room: Room, backend: Backend) -> None:
    """Use a backend that was made elsewhere instead of a compiled one, such as a kernel in WebAssembly."""
    _compiled[room] = backend


def prepare(room: Room, wait: bool, timed: bool) -> None:
    """Get the compiled backend: now with `wait`, else in the background if the search is `timed`.

    An untimed search without `wait` uses what is there: results are the same, and tests need no compiler.
    """
    if wait:
        if not compile_now(room) and room not in _warned:
            import warnings  # noqa: PLC0415  (a browser never needs it)

            _warned.add(room)
            warnings.warn(
                f"{COMPILER} is not installed: the search of {room.title} runs interpreted", RuntimeWarning, stacklevel=3
            )
    elif timed:
        compile_in_background(room)


def compile_in_background(room: Room) -> None:
    """Start to compile the search if that has not begun; `current` returns the interpreted backend until it is loaded.

    A child process compiles, so that this one can search; then a thread of this process loads the machine code.
    """
    if room in _compiled or room in _compiling or find_spec(COMPILER) is None:
        return
    _compiling.add(room)
    Thread(target=_compile, args=(room,), name=f"compiling {room.name}", daemon=True).start()


def _compile(room: Room) -> None:
    try:
        source = registry.source_of(room)
        if source is not None or registry.is_importable(room.name):  # the child knows no games that a program registered
            import subprocess  # noqa: PLC0415  (slow to import, and of no use in a browser)

            command = [*COMPILE_COMMAND, *(["--house-rules"] * room.house_rules), str(source or room.name)]
            subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603  (our own program)
        compile_now(room)
    except Exception as error:  # noqa: BLE001  (the interpreted backend goes on)
        print(f"no compiled search for {room.name}: {type(error).__name__}", file=sys.stderr)


def compile_now(room: Room) -> bool:
    """Load or compile the search and wait for it (up to some seconds); return False if llvmlite is not installed."""
    if room in _compiled:
        return True
    if find_spec(COMPILER) is None:
        return False
    with _loading:
        if room not in _compiled:
            from fairyring.kernel.compiled_search import CompiledBackend  # noqa: PLC0415

            _compiled[room] = CompiledBackend(room)
    return True
