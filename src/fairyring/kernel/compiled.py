"""The compiled backend of a game: builds its module once, caches machine code on disk, plays batches of games."""

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
from fairyring.core.fields.scalars import MAX_SEATS
from fairyring.core.fields.schema import State
from fairyring.core.files import write_atomically
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.totals import Totals
from fairyring.kernel.cache import cache_folder
from fairyring.kernel.codegen import module_source
from fairyring.kernel.numba_patches import fast_compilation

Array = NDArray[Any]
CACHE_LINE = 64  # bytes
MIN_CHUNK = 64  # games
TARGET_CHUNK_SECONDS = 0.02
_NUMPY = {"b": "<i1", "h": "<i2", "i": "<i4", "q": "<i8"}


@cache
def dtype_of(kind: type[State]) -> np.dtype[np.void]:
    """Return the NumPy record type with the layout of `schema.pack`."""
    fields = kind.fields.values()
    return np.dtype(
        {
            "names": [f.name for f in fields],
            "formats": [(_NUMPY[f.code], f.shape) for f in fields],
            "offsets": [kind.layout.offsets[f.name] for f in fields],
            "itemsize": kind.layout.size,
        }
    )


def cache_line_aligned_zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Return zeros that start on a cache line and share none with other data, so that threads do not slow each other."""
    size = dtype.itemsize * math.prod(shape)
    raw = np.zeros(size + 2 * CACHE_LINE, np.uint8)
    skip = -raw.ctypes.data % CACHE_LINE
    return raw[skip : skip + size].view(dtype).reshape(shape)


def load_module(room: Room, source: str) -> ModuleType:
    """Load a generated module; numba finds its machine code in the cache folder if this text was compiled before."""
    # Other inputs of the machine code; numba itself checks only its version and the processor.
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
    """The compiled backend of one game. Creating it compiles the module or loads it from the cache (up to a minute)."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.dtype = dtype_of(game.room.schema.state)
        self._module, self._source = _module(game.room)
        layout = game.room.schema.actions
        self._kinds = np.repeat(np.arange(len(layout.kinds), dtype=np.int32), [kind.count for kind in layout.kinds])
        self._start = self._table(1)
        self._start[0] = self.record(schema.blank(game.room.schema.state, game.constants))
        with fast_compilation(self._source, interleave=False):
            self._module.prepare(self._start)
            self.play(0, 0, 0, ["random"] * game.players)

    def _table(self, n: int) -> Array:
        """Return n blank records."""
        return cache_line_aligned_zeros((n,), self.dtype)

    def record(self, s: State) -> Any:
        """Return the record of a state."""
        return np.frombuffer(schema.pack(s), self.dtype)[0]

    def state(self, record: Any) -> State:
        """Return the state of a record."""
        return schema.unpack(self.game.room.schema.state, record.tobytes())

    def bot_numbers(self, bots: Sequence[str]) -> Array:
        """Return the number of each level: 0 for random, then the policies of the room in order; padded to MAX_SEATS."""
        names = ["random", *self.game.room.bots.policies]
        return np.array([names.index(bot) for bot in bots] + [0] * (MAX_SEATS - len(bots)), np.int64)

    def _streams(self) -> Array:
        return cache_line_aligned_zeros((1 + self.game.players,), np.dtype(np.uint64))

    def play(self, first: int, count: int, seed: int, bots: Sequence[str], finals: Array | None = None) -> Totals:
        """Play games number first … first+count-1 of a seed on one core, and return their totals. Releases the GIL."""
        room = self.game.room
        box = self._table(3)
        box[0] = self._start[0]
        int64 = np.dtype(np.int64)
        totals = cache_line_aligned_zeros((1 + len(room.schema.tallies),), int64)
        by_seat = cache_line_aligned_zeros((3, self.game.players), int64)
        by_reason = cache_line_aligned_zeros((1 + len(room.schema.ends),), int64)
        by_kind = cache_line_aligned_zeros((len(room.schema.actions.kinds),), int64)
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
        """Play games 0 … games-1 in chunks over several threads; the totals do not depend on threads or chunks.

        Only a few short chunks are in flight, so that an interrupt takes effect soon and memory is bounded.
        """
        total = Totals.zero(self.game.room, self.game.players)
        in_flight: deque[Future[tuple[Totals, float]]] = deque()
        first, chunk = 0, MIN_CHUNK
        pool = ThreadPoolExecutor(threads)
        try:
            while first < games or in_flight:
                while first < games and len(in_flight) < 2 * threads:
                    count = min(games - first, chunk, max(MIN_CHUNK, (games - first) // (2 * threads)))
                    in_flight.append(pool.submit(self._timed, first, count, seed, bots))
                    first += count
                part, seconds = in_flight.popleft().result()
                total += part
                progress(total.games)
                chunk = max(MIN_CHUNK, min(2 * chunk, int(TARGET_CHUNK_SECONDS * part.games / max(seconds, 1e-9))))
        finally:
            pool.shutdown(cancel_futures=True)
        return total

    def _timed(self, first: int, count: int, seed: int, bots: Sequence[str]) -> tuple[Totals, float]:
        begun = time.perf_counter()
        return self.play(first, count, seed, bots), time.perf_counter() - begun

    def finals(self, games: int, seed: int, bots: Sequence[str]) -> Array:
        """Return the final records of games 0 … games-1."""
        keep = self._table(games)
        self.play(0, games, seed, bots, keep)
        return keep

    def trace(self, game_number: int, seed: int, bots: Sequence[str], limit: int = 20_000) -> tuple[Array, Array]:
        """Return all states of one game, and for each decision the log of `trace_game`."""
        size = 256
        while True:
            box, steps, log = self._table(3), self._table(size + 1), np.zeros((size, 6), np.int64)
            box[0] = self._start[0]
            with fast_compilation(self._source, interleave=False):
                n = self._module.trace_game(
                    box, game_number, np.uint64(seed), self.bot_numbers(bots), self._streams(), steps, log
                )  # fmt: skip
            if n < size or size >= limit:
                return steps[: n + 1], log[:n]
            size *= 4

    def imagine(self, s: State, seat: int, rng_state: int) -> tuple[Array, int]:
        """Return [the state, its redaction, an imagined world] and the state of the random stream afterwards."""
        box = self._table(3)
        box[0] = self.record(s)
        rng = np.array([rng_state], np.uint64)
        with fast_compilation(self._source, interleave=False):
            self._module.imagine_record(box, seat, rng)
        return box, int(rng[0])


_modules: WeakKeyDictionary[Room, tuple[ModuleType, str]] = WeakKeyDictionary()


def _module(room: Room) -> tuple[ModuleType, str]:
    """Return the module of a room and its source, loaded once per process. Rooms compare by identity."""
    if room not in _modules:
        source = module_source(room)
        _modules[room] = load_module(room, source), source
    return _modules[room]
