"""A case: one game with its options and a seed, walked once by random seats; the checks look at its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream

ENDLESS = 20_000  # a game of more decisions than this counts as one that never ends
CHECK_STREAM = 5000  # the kit's own choices

# A check yields a sentence for everything that is wrong.
Check = Callable[["Case"], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Step:
    """A state, and the decision that was then made in it."""

    number: int
    state: State
    seat: int
    action: int


class Case:
    """One game to check. It is walked with a checked state, which holds every store to its bounds."""

    def __init__(self, room: Room, options: Mapping[str, object], seed: int) -> None:
        self.room = room
        self.options = dict(options)
        self.seed = seed
        self.game: Game[Any] = Game(room, options)
        self.checked: Game[Any] = Game(room, options, checked=True)
        self.rng = Stream(seed, 0, CHECK_STREAM)

    @cached_property
    def steps(self) -> list[Step]:
        """The whole game, decision by decision; of several seats that owe one, any may be first."""
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
            if len(steps) > ENDLESS:
                raise AssertionError(f"the game is not over after {ENDLESS} decisions")
            rules.act(s, seat, action)
        self.final = schema.recast(s, self.room.schema.state)
        return steps

    final: State

    def sample(self, most: int) -> list[Step]:
        """Some of the steps: all of a short game, else a random choice that always holds the last ones."""
        if len(self.steps) <= most:
            return self.steps
        picked = {self.rng.below(len(self.steps)) for _ in range(most - 2)} | {len(self.steps) - 1, len(self.steps) - 2}
        return [self.steps[i] for i in sorted(picked)]
