"""Search backends: interpreted (available at once) and compiled by numba (in the background, or waited for)."""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Protocol

import fairyring.kernel
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE, OVER
from fairyring.core.game.room import Room
from fairyring.core.generated import compile_generated
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.kernel.codegen import knowledge_source
from fairyring.kernel.tree_arrays import new_tree

if TYPE_CHECKING:
    from fairyring.kernel.compiled_search import CompiledBackend

TEMPLATES = tuple(
    Path(fairyring.kernel.__file__).parent / "templates" / name for name in ("outcome.py", "search.py", "tree.py")
)
MASK = (1 << 64) - 1


class Backend(Protocol):
    """Plays candidate actions on in imagined worlds. All backends return the same sums for the same worlds."""

    max_chunk: int  # rollouts per call of `run` to begin with; the caller looks at the clock between calls
    calibration_worlds: int  # worlds that tell how fast it is
    is_compiled: bool

    def tree(self, depth: int) -> Any:
        """Return an empty tree for one decision; passed to `run`, it grows from call to call."""

    def run(
        self,
        root: State,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        weights: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        """Play the actions on in worlds number first … first+count-1, until `clock` (of `perf_counter`).

        Return the number of completed worlds, and four sums for each action: see kernel/templates/search.py.
        `weights` are cumulative weights of the secrets, or empty.
        """

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """Return the likelihood of an action for each secret; `before` is what the seat knew just before it."""


class InterpretedBackend:
    """Runs the loops of kernel/templates as plain Python over the functions of the game."""

    max_chunk = 1 << 30  # `run` looks at the clock itself
    calibration_worlds = 1
    is_compiled = False

    def __init__(self, room: Room) -> None:
        self._loops = bind_loops(room)
        self._search = room.bots.search
        self._flat = new_tree(0) if room.bots.search.tree_depth else ()

    def tree(self, depth: int) -> Any:
        return new_tree(depth)

    def run(
        self,
        root: State,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        weights: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        box = [root, root, root]
        streams = [Stream(0) for _ in range(2 + root.players)]
        sums = [0] * (4 * len(actions))
        done = self._loops["search_worlds"](
            box, seat, actions, first, count, seed, self._search.horizon, weights, streams, [0] * len(actions), sums,
            tree or self._flat, clock,
        )  # fmt: skip
        return done, sums

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        beliefs = self._search.beliefs
        assert beliefs is not None, "the search has beliefs"
        likelihoods = [0] * beliefs.count(before)
        self._loops["weigh_worlds"]([before, before], seat, actor, action, likelihoods)
        return tuple(likelihoods)


def _zero(_s: Any, *_others: Any) -> int:
    return 0


def join_key(key: int, value: int) -> int:
    """Return a 63-bit hash of a key and a value, the same as compiled code computes (kernel/codegen.py)."""
    z = (key ^ value & MASK) * 0xBF58476D1CE4E5B9 & MASK
    return (z ^ z >> 31) >> 1


def _draw_by_weight(room: Room) -> Callable[[Any, Any], int]:
    count, nth = room.rules.chance_count, room.rules.chance_nth
    return lambda s, rng: nth(s, rng.below(count(s)))


def rollout_policy(room: Room) -> Callable[[Any, int, int, Any], int]:
    """Return the rollout policy (s, actor, searching seat, rng) of a game."""
    usual = room.bots.search.rollout or room.bots.policies["normal"]
    plan = room.bots.search.own_rollout or usual
    return lambda s, who, seat, rng: plan(s, who, rng) if who == seat else usual(s, who, rng)


@cache
def bind_loops(room: Room) -> dict[str, Any]:
    """Return the namespace of the search loops, bound to the functions of a room."""
    rules, search = room.rules, room.bots.search

    def copy_state(box: list[State], to: int, source: int) -> None:
        box[to] = schema.copy(box[source])

    def start_stream(streams: list[Stream], i: int, seed: int, world: int, who: int) -> None:
        streams[i] = Stream(seed, world, who)

    space: dict[str, Any] = {
        "OVER_": OVER,
        "NATURE_": NATURE,
        "WIN_": WIN,
        "copy_state": copy_state,
        "start_stream": start_stream,
        "stream_at": lambda streams, i: streams[i],
        "below": lambda rng, n: rng.below(n),
        "first_seat": lambda mask: (mask & -mask).bit_length() - 1,
        "out_of_time": lambda clock: time.perf_counter() > clock,
        "rollout": search.rollout or room.bots.policies["normal"],
        "next_action": rollout_policy(room),
        "turn_count": search.turn_count or _zero,
        "evaluate": search.evaluate or _zero,
        "sample_choices": search.sample_choices or _zero,
        "draw_outcome": search.draw_outcome or _draw_by_weight(room),
        "suppose": search.beliefs.suppose if search.beliefs else _zero,
        "likelihood": search.beliefs.likelihood if search.beliefs else _zero,
        "join_key": join_key,
        **{name: getattr(rules, name) for name in ("pending", "act", "standing", "imagine", "legal_count", "legal_nth")},
    }
    for path in TEMPLATES:
        compile_generated(f"{path.stem} of {room.name}", path.read_text(encoding="utf-8"), space)
    compile_generated(f"knowledge of {room.name}", knowledge_source(room.schema.state), space)
    space["play_world"] = space["play_by_tree" if search.tree_depth else "play_to_end"]
    return space


# Choosing a backend -----------------------------------------------------------------------------------

_interpreted: dict[Room, InterpretedBackend] = {}
_compiled: dict[Room, CompiledBackend] = {}
_compiling: set[Room] = set()
_warned: set[Room] = set()
_loading = Lock()  # code generation builds syntax trees, which CPython 3.11 cannot do in two threads at once
COMPILE_COMMAND = (sys.executable, "-m", "fairyring.kernel.precompile")


def current(room: Room) -> Backend:
    """Return the compiled backend if it is loaded, else the interpreted one."""
    return _compiled.get(room) or interpreted(room)


def interpreted(room: Room) -> Backend:
    """Return the interpreted backend."""
    if room not in _interpreted:
        _interpreted[room] = InterpretedBackend(room)
    return _interpreted[room]


def prepare(room: Room, wait: bool, timed: bool) -> None:
    """Get the compiled backend: now with `wait`, else in the background if the search is `timed`.

    An untimed search without `wait` uses what is there: results are the same, and tests need no compiler.
    """
    if wait:
        if not compile_now(room) and room not in _warned:
            _warned.add(room)
            warnings.warn(f"numba is not installed: the search of {room.title} runs interpreted", RuntimeWarning, stacklevel=3)
    elif timed:
        compile_in_background(room)


def compile_in_background(room: Room) -> None:
    """Start to compile the search if that has not begun; `current` returns the interpreted backend until it is loaded.

    A child process compiles, so that this one can search; then a thread of this process loads the machine code.
    """
    if room in _compiled or room in _compiling or find_spec("numba") is None:
        return
    _compiling.add(room)
    Thread(target=_compile, args=(room,), name=f"compiling {room.name}", daemon=True).start()


def _compile(room: Room) -> None:
    try:
        if room.name in registry.shipped() and registry.room(room.name) is room:  # the child knows only shipped games
            command = [*COMPILE_COMMAND, room.name]
            subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603  (our own program)
        compile_now(room)
    except Exception as error:  # noqa: BLE001  (the interpreted backend goes on)
        print(f"no compiled search for {room.name}: {type(error).__name__}", file=sys.stderr)


def compile_now(room: Room) -> bool:
    """Load or compile the search and wait for it (up to a minute); return False if numba is not installed."""
    if find_spec("numba") is None:
        return False
    with _loading:
        if room not in _compiled:
            from fairyring.kernel.compiled_search import CompiledBackend  # noqa: PLC0415

            _compiled[room] = CompiledBackend(room)
    return True
