"""Batches: many games of one kind in step, as NumPy arrays. Environments for learning are built on this.

```python
import fairyring as fr
from fairyring.kernel.stepping.batch import Batch

batch = Batch(fr.game("fairy", players=4), games=1024, seed=1)
while batch.finished < 10_000:
    mask = batch.legal_mask()  # (games, actions): what the actor of each game may do
    rows = batch.observe()  # (games, n): what the actor of each game knows
    batch.step(batch.choose("random"))  # or your own actions: one id for each game
    ended = batch.shares[batch.done]  # shares of the win, by seat, of the games that ended in this step
```

One step is one decision in every game; draws of nature and the start of the next game are inside. Where several seats decide
together, they do so one after another, the lowest first; none sees what the others chose. Game i of a batch of n plays the
games number i, i + n, i + 2n … of its seed, which are those of `fr.simulate`: the same on any number of threads, and in both
backends.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np

from fairyring.core.game.game import Game
from fairyring.core.totals import WIN
from fairyring.kernel.compiled import Array
from fairyring.kernel.compiler.types import BITS
from fairyring.kernel.load import checked_by_default
from fairyring.kernel.stepping.batch_backends import Backend, CompiledBatch, InterpretedBatch
from fairyring.kernel.stepping.observation import observation_code, observation_length, observation_slices
from fairyring.kernel.stepping.tensor import TensorPart, tensor_code, tensor_length, tensor_parts

MIN_GAMES_OF_THREAD = 256  # smaller parts cost more to hand out than they save


class Batch:
    """Games of one kind, each waiting for the decision of one seat. Not for several threads at once: it has its own.

    Attributes, which `step` changes in place:
        actors   the seat that decides in each game (int64)
        done     True where the last step ended a game; the next one has begun already, unless `restart` is false
        over     True where a game has ended and none has begun; such a game ignores its actions until it is reset
        scores   (games, players): points of the game that ended last, by seat (int64)
        shares   (games, players): shares of its win in units of WIN, 0 to WIN
        numbers  the number of the running game, by which `fr.simulate` knows it, too
        finished how many games have ended

    A batch knows everything; only `observe` and `redact` give what a seat may know.
    """

    WIN = WIN
    _begun = False

    def __init__(
        self,
        game: Game[Any],
        games: int,
        seed: int = 1,
        threads: int | None = None,
        backend: str = "compiled",
        checked: bool | None = None,
        *,
        seeds: Any = None,
        bots: Sequence[str | None] | None = None,
        restart: bool = True,
    ) -> None:
        """Begin games 0 … games-1 of a seed. `threads` is by default the number of cores.

        With `seeds`, one for each place, every place plays games 0, 1, 2 … of its own seed, whatever the other places are.
        `bots` has a level for each seat that plays inside `step`, and None for the others, at least one. With `restart=False`
        a finished game stays as it is until `reset`.

        The first batch of a game compiles it, which takes up to two seconds, or loads it from the cache. `checked` is the build
        that stops at the first index, overflow or value out of bounds.
        """
        if games < 1:
            raise ValueError("a batch has at least one game")
        if backend not in ("compiled", "interpreted"):
            raise ValueError(f"there is no backend {backend!r}; there are compiled and interpreted")
        self.game, self.games, self.seed, self.finished = game, games, seed, 0
        self.threads = threads or os.cpu_count() or 1
        self._backend: Backend = (
            CompiledBatch(game, games, checked_by_default() if checked is None else checked)
            if backend == "compiled"
            else InterpretedBatch(game, games)
        )
        self.actors, self.numbers = np.zeros(games, np.int64), np.arange(games, dtype=np.int64)
        self.done = np.zeros(games, np.bool_)
        self.over = np.zeros(games, np.bool_)
        self.scores, self.shares = (np.zeros((games, game.players), np.int64) for _ in range(2))
        self._bots = self._bot_numbers(bots or [None] * game.players)
        if not (self._bots < 0).any():
            raise ValueError("no seat is left to decide: name None for at least one in bots")
        self._restart, self._stride = restart, games
        self._is_plain = bots is None and restart  # and no seeds of places
        self._seeds = np.full(games, seed, np.uint64)
        self.reset(seeds=seeds)

    def reset(self, which: Any = None, seeds: Any = None) -> None:
        """Begin the next game everywhere, or where `which` (truth values or places) says.

        With `seeds`, one for each of these places, begin game 0 of that seed.
        """
        chosen = np.zeros(self.games, np.bool_)
        chosen[slice(None) if which is None else which] = True
        running = chosen & ~self.over
        if seeds is not None:
            self._stride, self._is_plain = 1, False
            self._seeds[chosen if which is None else which] = np.asarray(seeds, np.uint64)
            self.numbers[chosen] = 0
        elif self._begun:
            self.numbers[running] += self._stride  # a finished game has its next number already
        self._begun = True
        others, over = ~chosen, self.over.copy()
        self.over[others] = True  # for this call, so that running games keep still
        self._step(np.zeros(self.games, np.int64), chosen)
        self.over[others] = over[others]

    # Parts for threads ----------------------------------------------------------------------------

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "fairyring-batch")

    def _run(self, name: str, *args: Any, before: Sequence[Any] = (), box: bool = False) -> list[int]:
        """Call a template on the parts of the batch. `box`: the last argument but one is a state of each part's own."""
        parts = min(self.threads, self.games // MIN_GAMES_OF_THREAD) if isinstance(self._backend, CompiledBatch) else 1
        borders = [self.games * part // max(1, parts) for part in range(max(1, parts) + 1)]

        def call(place: int) -> int:
            own = (*args[:-1], self._backend.blank(1), args[-1]) if box else args
            return self._backend.call(name, *before, self._backend.states, borders[place], borders[place + 1], *own)

        if len(borders) == 2:
            return [call(0)]
        return list(self._pool.map(call, range(len(borders) - 1)))

    # Decisions ------------------------------------------------------------------------------------

    def legal_mask(self, out: Array | None = None) -> Array:
        """Return which actions are legal for the actor of each game: (games, actions), truth values.

        The index is the action's id: `game.actions[id]` is the action. With `out`, the result is written there.
        """
        shape = (self.games, len(self.game.actions))
        mask = self._buffer(out, shape, np.dtype(np.bool_))
        mask.fill(False)
        self._run("mask_games", self.actors, mask.view(np.int8).reshape(-1))
        return mask

    def choose(self, bots: str | Sequence[str] = "random") -> Array:
        """Return an action for each game as a bot chooses it: one level, or one for each seat.

        Levels are `random` and the policies of the game; the bot of a seat draws from the stream that `fr.simulate` gives it.
        """
        numbers = self._bot_numbers([bots] * self.game.players if isinstance(bots, str) else bots)
        actions = np.zeros(self.games, np.int64)
        self._run("choose_actions", self.actors, self.over.view(np.int8), numbers, self._backend.streams, actions, box=True)
        return actions

    def _bot_numbers(self, levels: Sequence[str | None]) -> Array:
        """Return the numbers of bots in compiled code; -1 for None."""
        names = [None, "random", *self.game.room.bots.policies]
        for level in levels:
            if level not in names:
                raise ValueError(f"there is no bot {level!r} for batches; there are {', '.join(map(str, names[1:]))}")
        if len(levels) != self.game.players:
            raise ValueError(f"{self.game.players} seats need a bot each, and there are {len(levels)}")
        return np.array([names.index(level) - 1 for level in levels], np.int64)

    def step(self, actions: Any) -> None:
        """Apply one action in each game, draw for nature, and begin the next game where one ends.

        Raises ValueError, and changes nothing, if an action is not legal for the actor of its game.
        """
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"one integer for each of the {self.games} games is needed")
        chosen = chosen.astype(np.int64, copy=False)
        illegal = min(self._first_illegal(chosen))
        if illegal < self.games:
            raise ValueError(f"game {illegal}: {chosen[illegal]} is not a legal action of seat {self.actors[illegal]}")
        self._step(chosen)

    def _first_illegal(self, actions: Array) -> list[int]:
        illegal = self._run("find_illegal", self.actors, self.over.view(np.int8), actions)
        ends = [self.games * (part + 1) // len(illegal) for part in range(len(illegal))]
        return [game if game < end else self.games for game, end in zip(illegal, ends, strict=True)]

    def _step(self, actions: Array, resets: Array | None = None) -> None:
        if resets is None and self._is_plain:  # a fifth faster
            arrays = (
                self.numbers,
                self.actors,
                actions,
                self.done.view(np.int8),
                self.scores.reshape(-1),
                self.shares.reshape(-1),
            )
            self._run("step_games", self.seed, self._backend.streams, *arrays, before=(self._backend.start,))
        else:
            self._advance(actions, np.zeros(self.games, np.bool_) if resets is None else resets)
        self.finished += int(self.done.sum())

    def _advance(self, actions: Array, resets: Array) -> None:
        flags = (flag.view(np.int8) for flag in (resets, self.done, self.over))
        self._run(
            "advance_games", int(self._restart), self._stride, self._seeds.view(np.int64), self._backend.streams, self.numbers,
            self.actors, actions, self._bots, *flags, self.scores.reshape(-1), self.shares.reshape(-1),
            before=(self._backend.start,), box=True,
        )  # fmt: skip

    # What seats know ------------------------------------------------------------------------------

    @property
    def observation_slices(self) -> dict[str, slice]:
        """The place of each field in a row of `observe`, by name."""
        return observation_slices(self.game.room.schema.state, self.game.players)

    def observe(self, seat: int | None = None, out: Array | None = None) -> Array:
        """Return what a seat knows in each game, by default the actor: (games, n) integers, made from the redacted state.

        A row has a fixed length and the narrowest type that holds all fields; `observation_slices` names its parts.
        """
        kind = self.game.room.schema.state
        width = observation_length(kind, self.game.players)
        rows = self._buffer(out, (self.games, width), np.dtype(f"i{BITS[observation_code(kind)] // 8}"))
        self._run("observe_games", self._viewers(seat), width, rows.reshape(-1), box=True)
        return rows

    @property
    def tensor_parts(self) -> tuple[TensorPart, ...]:
        """The named parts of a row of `encode`."""
        return tensor_parts(self.game.room.schema.state, self.game.players)

    @property
    def tensor_scale(self) -> Array:
        """The factors that map the entries of a row of `encode` to 0 … 1 (float32)."""
        lengths = [part.place.stop - part.place.start for part in self.tensor_parts]
        return np.repeat(np.array([part.scale for part in self.tensor_parts], np.float32), lengths)

    def encode(self, seat: int | None = None, out: Array | None = None) -> Array:
        """Return what a seat knows in each game as a row for a network: words one-hot, sets as bits, the own seat first.

        (games, n) integers from 0, made from the redacted state; `tensor_parts` names the parts and has their scales.
        """
        kind = self.game.room.schema.state
        width = tensor_length(kind, self.game.players)
        rows = self._buffer(out, (self.games, width), np.dtype(f"i{BITS[tensor_code(kind)] // 8}"))
        rows.fill(0)
        self._run("encode_games", self._viewers(seat), width, rows.reshape(-1), box=True)
        return rows

    def redact(self, seat: int | None = None) -> Array:
        """Return the state of each game, redacted for a seat, by default the actor, as NumPy records."""
        redacted = self._backend.blank(self.games)
        self._run("redact_games", self._viewers(seat), redacted)
        return self._backend.records(redacted)

    def _viewers(self, seat: int | None) -> Array:
        if seat is None:
            return self.actors
        self.game.need_seat(seat)
        return np.full(self.games, seat, np.int64)

    def _buffer(self, out: Array | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        if out is None:
            return np.zeros(shape, dtype)
        if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
            raise ValueError(f"out must be a contiguous array of {shape} {dtype}")
        return out

    # Everything -----------------------------------------------------------------------------------

    def scores_now(self) -> Array:
        """Return the points of all seats in the running games: (games, players). Not every seat may know them."""
        points = np.zeros((self.games, self.game.players), np.int64)
        self._run("score_games", points.reshape(-1))
        return points

    def states(self) -> Array:
        """Return the whole states as NumPy records, in the layout of `kernel.compiled.dtype_of`."""
        return self._backend.records(self._backend.states)

    def copy(self) -> Batch:
        """Return an independent copy, which goes on with the same random numbers."""
        twin = object.__new__(Batch)
        twin.__dict__ |= {name: value for name, value in self.__dict__.items() if name != "_pool"}
        twin._backend = self._backend.copy()
        for name in ("actors", "numbers", "done", "over", "scores", "shares", "_seeds"):
            setattr(twin, name, getattr(self, name).copy())
        return twin
