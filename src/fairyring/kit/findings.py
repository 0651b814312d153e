"""`Case`: one random game with options and seed; checks inspect its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream
from fairyring.kernel.stepping.perfect_recall import InformationTensor
from fairyring.lab.simulate import compiled_kernel

MAX_DECISIONS = 20_000  # a longer game counts as endless
CHECK_STREAM = 5000  # random stream of the kit's own choices

Build = Literal["checked", "fast"]  # of compiled code: what tests run, and what people run

# A check yields a sentence for each defect.
Check = Callable[["Case"], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Step:
    """A state, and the decision made in it."""

    number: int
    state: State
    seat: int
    action: int


class Case:
    """A game to check, played with states that check the bounds of every store."""

    def __init__(self, room: Room, options: Mapping[str, object], seed: int, build: Build | None = None) -> None:
        self.room = room
        self.options = dict(options)
        self.seed = seed
        self.game: Game[Any] = Game(room, options)
        self.checked: Game[Any] = Game(room, options, checked=True)
        self.rng = Stream(seed, 0, CHECK_STREAM)
        self.kernel = compiled_kernel(self.game, build == "checked") if build else None

    @cached_property
    def steps(self) -> list[Step]:
        """All decisions of the game; of several pending seats a random one goes first."""
        game, rules = self.game, self.game.rules
        streams = {seat: Stream(self.seed, 0, BOT_STREAM + seat) for seat in game.seats} | {
            NATURE: Stream(self.seed, 0, NATURE_STREAM)
        }
        s = self.checked.initial()
        steps: list[Step] = []
        while pending := game.pending(s):
            seat = pending[self.rng.below(len(pending))]
            count = rules.chance_count(s) if seat == NATURE else rules.legal_count(s, seat)
            if count < 1:
                raise AssertionError(f"seat {seat} is pending but has nothing it may do")
            k = streams[seat].below(count)
            action = rules.chance_nth(s, k) if seat == NATURE else rules.legal_nth(s, seat, k)
            steps.append(Step(len(steps), schema.recast(s, self.room.schema.state), seat, action))
            if len(steps) > MAX_DECISIONS:
                raise AssertionError(f"the game is not over after {MAX_DECISIONS} decisions")
            rules.act(s, seat, action)
        self.final = schema.recast(s, self.room.schema.state)
        return steps

    final: State

    @cached_property
    def information_tensor(self) -> InformationTensor:
        """The encoder of information states that show one earlier link."""
        return InformationTensor(self.game, 1)

    def imagine(self, r: State, seat: int, count: int) -> list[bytes]:
        """Return packed worlds that a seat imagines; the compiled rules draw the same ones (`backends.imaginations_agree`)."""
        if self.kernel is None:
            return [schema.pack(self.game.imagine(r, seat, self.rng)) for _ in range(count)]
        worlds, self.rng.state = self.kernel.imagine_worlds(r, seat, count, self.rng.state)
        return worlds

    def sample(self, most: int) -> list[Step]:
        """Return all steps of a short game, else a random sample that includes the last two."""
        if len(self.steps) <= most:
            return self.steps
        picked = {self.rng.below(len(self.steps)) for _ in range(most - 2)} | {len(self.steps) - 1, len(self.steps) - 2}
        return [self.steps[i] for i in sorted(picked)]
