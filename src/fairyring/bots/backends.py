"""Who runs the search's inner loops: plain Python at once, or compiled code once it is there. Nobody waits for a compiler."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

import fairyring.kernel
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE, OVER
from fairyring.core.game.room import Room
from fairyring.core.game.totals import WIN
from fairyring.core.rng import Stream
from fairyring.kernel.codegen import knowledge_source
from fairyring.kernel.tree_arrays import new_tree

if TYPE_CHECKING:
    from fairyring.kernel.compiled_search import Compiled

LOOPS, TREE = (Path(fairyring.kernel.__file__).parent / "templates" / name for name in ("search.py", "tree.py"))
MASK = (1 << 64) - 1


class Engine(Protocol):
    """Plays candidates on in imagined worlds; the same sums for the same worlds, whoever does it."""

    chunk: int  # how many imagined games it may be asked for without looking at the clock
    taste: int  # in how many worlds it shows how fast it is
    fast: bool  # whether it has time for second thoughts about what others did

    def tree(self, depth: int) -> Any:
        """A new tree for one decision, which learns from run to run. Without one, everybody plays on as usual."""

    def run(
        self,
        root: State,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        odds: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        """How many worlds there was time for, and four sums for each action: see kernel/templates/search.py."""

    def weigh(self, past: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """How likely the actor would have done this, for each secret."""


class Interpreted:
    """The loops as plain Python over the game's own functions."""

    chunk = 1 << 30  # it looks at the clock itself
    taste = 1
    fast = False

    def __init__(self, room: Room) -> None:
        self._space = bound(room)
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
        odds: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        box = [root, root, root]
        streams = [Stream(0) for _ in range(2 + root.players)]
        sums = [0] * (4 * len(actions))
        done = self._space["search_worlds"](
            box, seat, actions, first, count, seed, self._search.horizon, odds, streams, [0] * len(actions), sums,
            tree or self._flat, clock,
        )  # fmt: skip
        return done, sums

    def weigh(self, past: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        beliefs = self._search.beliefs
        assert beliefs is not None, "only asked of games with beliefs"
        chances = [0] * beliefs.count(past)
        self._space["weigh_worlds"]([past, past], seat, actor, action, chances)
        return tuple(chances)


def nothing(_s: Any, *_others: Any) -> int:
    return 0


def join_key(key: int, value: int) -> int:
    """As the compiled host has it (kernel/codegen.py): 63 bits that tell what was joined, and in which order."""
    z = (key ^ value & MASK) * 0xBF58476D1CE4E5B9 & MASK
    return (z ^ z >> 31) >> 1


def draw_by_weight(room: Room) -> Callable[[Any, Any], int]:
    count, nth = room.rules.chance_count, room.rules.chance_nth
    return lambda s, rng: nth(s, rng.below(count(s)))


def played_on(room: Room) -> Callable[[Any, int, int, Any], int]:
    """How a seat plays on in the imagined games of another, or in its own."""
    usual = room.bots.search.rollout or room.bots.policies["normal"]
    plan = room.bots.search.own_rollout or usual
    return lambda s, who, seat, rng: plan(s, who, rng) if who == seat else usual(s, who, rng)


@cache
def bound(room: Room) -> dict[str, Any]:
    """The loops' text, bound to a room and to this host."""
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
        "next_action": played_on(room),
        "turn_count": search.turn_count or nothing,
        "evaluate": search.evaluate or nothing,
        "sample_choices": search.sample_choices or nothing,
        "draw_outcome": search.draw_outcome or draw_by_weight(room),
        "suppose": search.beliefs.suppose if search.beliefs else nothing,
        "likelihood": search.beliefs.likelihood if search.beliefs else nothing,
        "join_key": join_key,
        **{name: getattr(rules, name) for name in ("pending", "act", "standing", "imagine", "legal_count", "legal_nth")},
    }
    for path in (LOOPS, TREE):
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)  # noqa: S102  (our own text, bound to a room)
    exec(knowledge_source(room.schema.state), space)  # noqa: S102
    space["play_world"] = space["play_by_tree" if search.tree_depth else "play_to_end"]
    return space


# Which engine -----------------------------------------------------------------------------------

_interpreted: dict[Room, Interpreted] = {}
_compiled: dict[Room, Compiled] = {}
_wanted: set[Room] = set()
PROGRAM = (sys.executable, "-m", "fairyring.kernel.precompile")


def engine(room: Room) -> Engine:
    """The compiled engine if it is there by now, else the interpreted one."""
    return _compiled.get(room) or interpreted(room)


def interpreted(room: Room) -> Engine:
    if room not in _interpreted:
        _interpreted[room] = Interpreted(room)
    return _interpreted[room]


def want(room: Room) -> None:
    """Have the compiled engine as soon as it can be had; whoever wants it plays on with the interpreted one meanwhile.

    A process of its own compiles, so that this one can think; then a thread of this one loads what was compiled.
    """
    if room in _compiled or room in _wanted or find_spec("numba") is None:
        return
    _wanted.add(room)
    Thread(target=_compile, args=(room,), name=f"compiling {room.name}", daemon=True).start()


def _compile(room: Room) -> None:
    try:
        if room.name in registry.shipped() and registry.room(room.name) is room:  # one that lives elsewhere is compiled here
            command = [*PROGRAM, room.name]
            subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603  (our own program)
        compile_now(room)
    except Exception as error:  # noqa: BLE001  (the interpreted engine goes on)
        print(f"no compiled search for {room.name}: {type(error).__name__}", file=sys.stderr)


def compile_now(room: Room) -> bool:
    """Load or compile the room's search, and wait for it; False where there is no compiler. Only who may wait calls this."""
    if room not in _compiled:
        if find_spec("numba") is None:
            return False
        from fairyring.kernel.compiled_search import Compiled  # noqa: PLC0415

        _compiled[room] = Compiled(room)
    return True
