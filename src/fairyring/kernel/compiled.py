"""Runs a game's compiled module: builds it once, keeps it on disk, plays batches on one core or all."""

from __future__ import annotations

import hashlib
import math
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
from numpy.typing import NDArray

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.files import write_atomically
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.game.totals import Totals
from fairyring.kernel.cache import cache_folder
from fairyring.kernel.codegen import module_source
from fairyring.kernel.numba_patches import lean

Array = NDArray[Any]
LINE = 64  # bytes
FEW, SLICE = 64, 0.02  # a chunk has a few games, or as many as take so many seconds
_NUMPY = {"b": "<i1", "h": "<i2", "i": "<i4", "q": "<i8"}


@cache
def dtype_of(kind: type[State]) -> np.dtype[np.void]:
    """The record that holds the same bytes as `schema.pack` gives."""
    fields = kind.fields.values()
    return np.dtype(
        {
            "names": [f.name for f in fields],
            "formats": [(_NUMPY[f.code], f.shape) for f in fields],
            "offsets": [kind.layout.offsets[f.name] for f in fields],
            "itemsize": kind.layout.size,
        }
    )


def own_lines(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Zeros on whole cache lines that hold nothing else: threads that count side by side would slow each other down."""
    size = dtype.itemsize * math.prod(shape)
    raw = np.zeros(size + 2 * LINE, np.uint8)
    skip = -raw.ctypes.data % LINE
    return raw[skip : skip + size].view(dtype).reshape(shape)


def load_module(room: Room, source: str) -> ModuleType:
    """A compiled module of the room, from the cache if this very text was compiled before."""
    # What else decides the machine code: numba checks its own version and the processor, but not these.
    flags = f"{sys.version_info[:2]} {numba.__version__} {np.__version__} {os.environ.get('NUMBA_BOUNDSCHECK')}"
    key = hashlib.blake2b((source + flags).encode(), digest_size=10).hexdigest()
    name = f"{room.name.replace('-', '_')}_{key}"
    path = cache_folder() / f"{name}.py"
    if not path.is_file() or path.read_bytes() != source.encode():
        # Not written again while it is the same: numba discards machine code that is older than the source.
        write_atomically(path, source.encode())
    module = ModuleType(name)
    module.__file__ = str(path)  # numba keeps machine code beside it
    sys.modules[name] = module
    exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102  (our own text, never what the file says)
    return module


class Kernel:
    """The compiled host of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.dtype = dtype_of(game.room.schema.state)
        self._module, self._source = _module(game.room)
        layout = game.room.schema.actions
        self._kinds = np.repeat(np.arange(len(layout.kinds), dtype=np.int32), [kind.count for kind in layout.kinds])
        self._start = self._table(1)
        self._start[0] = self.record(schema.blank(game.room.schema.state, game.constants))
        with lean(self._source, interleave=False):
            self._module.prepare(self._start)
            self.play(0, 0, 0, ["random"] * game.players)

    def _table(self, n: int) -> Array:
        """n blank records."""
        return own_lines((n,), self.dtype)

    def record(self, s: State) -> Any:
        """The record with the values of a state."""
        return np.frombuffer(schema.pack(s), self.dtype)[0]

    def state(self, record: Any) -> State:
        """The state with the values of a record."""
        return schema.unpack(self.game.room.schema.state, record.tobytes())

    def bot_numbers(self, bots: Sequence[str]) -> Array:
        """0 for random, then the room's bots in their order."""
        names = ["random", *self.game.room.bots.policies]
        return np.array([names.index(bot) for bot in bots] + [0] * (10 - len(bots)), np.int64)

    def _streams(self) -> Array:
        return own_lines((1 + self.game.players,), np.dtype(np.uint64))

    def play(self, first: int, count: int, seed: int, bots: Sequence[str], finals: Array | None = None) -> Totals:
        """Games number first … first+count-1 of this seed, on one core. Releases the GIL."""
        room = self.game.room
        box = self._table(3)
        box[0] = self._start[0]
        int64 = np.dtype(np.int64)
        totals = own_lines((1 + len(room.schema.tallies),), int64)
        by_seat = own_lines((3, self.game.players), int64)
        by_reason = own_lines((1 + len(room.schema.ends),), int64)
        by_kind = own_lines((len(room.schema.actions.kinds),), int64)
        keep = self._table(0) if finals is None else finals
        self._module.play_games(
            box, first, count, np.uint64(seed), self.bot_numbers(bots), self._streams(), self._kinds, totals, by_seat,
            by_reason, by_kind, keep,
        )  # fmt: skip
        scores, wins, squares = by_seat.tolist()
        decisions, *tallies = totals.tolist()
        return Totals(count, decisions, tallies, scores, squares, wins, by_reason.tolist(), by_kind.tolist())

    def play_many(
        self, games: int, seed: int, bots: Sequence[str], threads: int, progress: Callable[[int], None] = lambda done: None
    ) -> Totals:
        """Games 0 … games-1, in chunks over so many threads; the sums do not depend on the threads or the chunks.

        Only a few short chunks are under way at any time, so that it stops soon after it is told to, and any number of
        games takes the same memory.
        """
        total = self.play(0, 0, seed, bots)
        under_way: deque[Future[tuple[Totals, float]]] = deque()
        first, chunk = 0, FEW
        pool = ThreadPoolExecutor(threads)
        try:
            while first < games or under_way:
                while first < games and len(under_way) < 2 * threads:
                    count = min(games - first, chunk, max(FEW, (games - first) // (2 * threads)))
                    under_way.append(pool.submit(self._timed, first, count, seed, bots))
                    first += count
                part, seconds = under_way.popleft().result()
                total += part
                progress(total.games)
                chunk = max(FEW, min(2 * chunk, int(SLICE * part.games / max(seconds, 1e-9))))
        finally:
            pool.shutdown(cancel_futures=True)
        return total

    def _timed(self, first: int, count: int, seed: int, bots: Sequence[str]) -> tuple[Totals, float]:
        begun = time.perf_counter()
        return self.play(first, count, seed, bots), time.perf_counter() - begun

    def finals(self, games: int, seed: int, bots: Sequence[str]) -> Array:
        """The final records of games 0 … games-1."""
        keep = self._table(games)
        self.play(0, games, seed, bots, keep)
        return keep

    def trace(self, game_number: int, seed: int, bots: Sequence[str], limit: int = 20_000) -> tuple[Array, Array]:
        """Every state of one game, and for each decision what `trace_game` logs."""
        size = 256
        while True:
            box, steps, log = self._table(3), self._table(size + 1), np.zeros((size, 6), np.int64)
            box[0] = self._start[0]
            with lean(self._source, interleave=False):
                n = self._module.trace_game(
                    box, game_number, np.uint64(seed), self.bot_numbers(bots), self._streams(), steps, log
                )  # fmt: skip
            if n < size or size >= limit:
                return steps[: n + 1], log[:n]
            size *= 4

    def imagine(self, s: State, seat: int, rng_state: int) -> tuple[Array, int]:
        """[the state, its redaction, an imagined world] and where the random stream then is."""
        box = self._table(3)
        box[0] = self.record(s)
        rng = np.array([rng_state], np.uint64)
        with lean(self._source, interleave=False):
            self._module.imagine_record(box, seat, rng)
        return box, int(rng[0])


_modules: WeakKeyDictionary[Room, tuple[ModuleType, str]] = WeakKeyDictionary()


def _module(room: Room) -> tuple[ModuleType, str]:
    """One load of a room's module in a process; rooms are compared by identity, so that tests can bring broken ones."""
    if room not in _modules:
        source = module_source(room)
        _modules[room] = load_module(room, source), source
    return _modules[room]
