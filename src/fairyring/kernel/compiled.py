"""The compiled backend of a game for whole games: batches, final states, traces."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fairyring.core.fields import schema
from fairyring.core.fields.scalars import MAX_SEATS
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.totals import Totals
from fairyring.kernel.entries import imagine_entries, play_entries, row_entries
from fairyring.kernel.load import checked_by_default, load
from fairyring.kernel.native import LARGE_PLAY, LARGE_TEXT, Library
from fairyring.kernel.templates.play import LOG_COLUMNS

Array = NDArray[Any]
CACHE_LINE = 64  # bytes
MIN_CHUNK = 64  # games
TARGET_CHUNK_SECONDS = 0.02  # of CPU: on a busy machine, wall-clock time would make chunks so short that most of it is overhead
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


def address(array: Array) -> int:
    """Return the address of an array's data."""
    return int(array.ctypes.data)


class Kernel:
    """The compiled backend of one game. Creating it compiles the module or loads it from the cache.

    `checked` is the build that stops at the first index, overflow or value out of bounds (see `kernel.load`).
    """

    def __init__(self, game: Game[Any], checked: bool | None = None) -> None:
        self.game = game
        self.dtype = dtype_of(game.room.schema.state)
        self.checked = checked_by_default() if checked is None else checked
        self._library = _library(game.room, self.checked, "play")
        self._start = self._table(1)
        self._start[0] = self.record(schema.blank(game.room.schema.state, game.constants))
        self._library.call("prepare", (address(self._start),))

    def _table(self, n: int) -> Array:
        """Return n blank records."""
        return cache_line_aligned_zeros((n,), self.dtype)

    def _box(self) -> Array:
        """Return the three states that the loops work on, each with the constants of the game."""
        box = self._table(3)
        box[:] = self._start[0]
        return box

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
        room, players = self.game.room, self.game.players
        int64 = np.dtype(np.int64)
        sums = [
            cache_line_aligned_zeros((length,), int64)
            for length in (1 + len(room.schema.tallies), 3 * players, 1 + len(room.schema.ends), len(room.schema.actions.kinds))
        ]
        box, streams, levels = self._box(), self._streams(), self.bot_numbers(bots)
        words = [word for array in sums for word in (address(array), len(array))]
        kept = (0, 0) if finals is None else (address(finals), len(finals))
        self._library.call(
            "play_games", (address(box), first, count, seed, address(levels), len(levels), address(streams), *words, *kept)
        )
        (decisions, *tallies), by_seat, by_reason, by_kind = (array.tolist() for array in sums)
        scores, wins, squares = (by_seat[i * players : (i + 1) * players] for i in range(3))
        return Totals(count, decisions, tallies, scores, squares, wins, by_reason, by_kind)

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
        begun = time.thread_time()
        return self.play(first, count, seed, bots), time.thread_time() - begun

    def finals(self, games: int, seed: int, bots: Sequence[str], first: int = 0) -> Array:
        """Return the final records of games number first … first+games-1."""
        keep = self._table(games)
        size = self.dtype.itemsize
        keep.view(np.uint8).reshape(games, size)[:] = self._start.view(np.uint8)  # NumPy copies records field by field
        self.play(first, games, seed, bots, keep)
        return keep

    def rows(self, first: int, count: int, seed: int, bots: Sequence[str]) -> Array:
        """Return the results of games number first … first+count-1: (count, n) integers as of templates/rows.py."""
        tallies = len(self.game.room.schema.tallies)
        rows = np.zeros((count, 2 + 3 * self.game.players + tallies), np.int64)
        box, streams, levels = self._box(), self._streams(), self.bot_numbers(bots)
        library = _library(self.game.room, self.checked, "rows")
        library.call(
            "play_rows",
            (
                address(box),
                first,
                count,
                seed,
                address(levels),
                len(levels),
                address(streams),
                tallies,
                address(rows),
                rows.size,
            ),
        )
        return rows

    def trace(self, game_number: int, seed: int, bots: Sequence[str], limit: int = 20_000) -> tuple[Array, Array]:
        """Return all states of one game, and for each decision the log of `trace_game`."""
        size, levels = 256, self.bot_numbers(bots)
        while True:
            box, streams, steps, log = (
                self._box(),
                self._streams(),
                self._table(size + 1),
                np.zeros((size, LOG_COLUMNS), np.int64),
            )
            steps[:] = self._start[0]
            n = self._library.call(
                "trace_game",
                (address(box), game_number, seed, address(levels), len(levels), address(streams), address(steps), address(log),
                 log.size),
            )  # fmt: skip
            if n < size or size >= limit:
                return steps[: n + 1], log[:n]
            size *= 4

    def imagine(self, s: State, seat: int, rng_state: int) -> tuple[Array, int]:
        """Return [the state, its redaction, an imagined world] and the state of the random stream afterwards."""
        box = self._table(3)
        box[:] = self.record(s)
        rng = np.array([rng_state], np.uint64)
        _library(self.game.room, self.checked, "imagine").call("imagine_record", (address(box), seat, address(rng)))
        return box, int(rng[0])

    def imagine_worlds(self, r: State, seat: int, count: int, rng_state: int) -> tuple[list[bytes], int]:
        """Return packed worlds imagined from a redacted state, and the state of the random stream afterwards.

        Raises ImpossibleKnowledge if no world agrees with the state.
        """
        self.game.check_knowledge(schema.recast(r, self.game.room.schema.state), seat)
        worlds, rng = self._table(1 + count), np.array([rng_state], np.uint64)
        worlds[:] = self.record(r)
        _library(self.game.room, self.checked, "imagine").call("imagine_worlds", (address(worlds), count, seat, address(rng)))
        return [world.tobytes() for world in worlds[1:]], int(rng[0])


_libraries: WeakKeyDictionary[Room, dict[tuple[str, bool], Library]] = WeakKeyDictionary()
_ENTRIES = {"play": play_entries, "rows": row_entries, "imagine": imagine_entries}


def _library(room: Room, checked: bool, purpose: str) -> Library:
    """Return a compiled module of a room, loaded once per process. Rooms compare by identity."""
    builds = _libraries.setdefault(room, {})
    if (purpose, checked) not in builds:
        large = LARGE_TEXT if purpose == "imagine" else LARGE_PLAY
        builds[purpose, checked] = load(f"{room.name}-{purpose}", _ENTRIES[purpose](room), checked, large=large)
    return builds[purpose, checked]
