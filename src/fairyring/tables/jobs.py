"""Jobs: what a worker is given so that it can think for a seat. It holds what the seat knows, and not a byte more."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairyring import bots
from fairyring.core import schema
from fairyring.core.rng import Stream
from fairyring.tables import library


@dataclass(frozen=True, slots=True)
class Job:
    """One decision for one seat."""

    id: str  # the `ask` of the decision
    game: str
    rules: int
    options: Mapping[str, Any]
    seat: int
    level: str
    state: bytes  # redacted: all that the seat ever saw is in it
    legal: tuple[int, ...]
    seed: int
    budget: int  # milliseconds
    memory: bots.Memory = ()  # what the others did in the seat's sight, where that tells something

    def plain(self) -> dict[str, Any]:
        """As JSON has it: a worker may be another process, or a worker of the page."""
        told = {name: getattr(self, name) for name in Job.__slots__}
        memory = [[base64.b64encode(seen.before).decode(), seen.actor, seen.action] for seen in self.memory]
        return told | {"state": base64.b64encode(self.state).decode(), "options": dict(self.options), "memory": memory}

    @staticmethod
    def read(told: Mapping[str, Any]) -> Job:
        memory = tuple(bots.Seen(base64.b64decode(before), actor, action) for before, actor, action in told["memory"])
        state, legal = base64.b64decode(told["state"]), tuple(told["legal"])
        return Job(**{**told, "state": state, "legal": legal, "memory": memory})


def think(job: Job) -> int:
    """What the bot decides. Only workers call this: it may take long."""
    room = library.find(job.game, job.rules)
    assert room is not None, "a job is made by rules that are here"
    game = library.game(room, job.options)
    state = schema.unpack(room.state, job.state)
    mind = bots.bot(game, job.level, job.seat)
    return mind.decide(state, job.legal, Stream(job.seed), job.budget / 1000, job.memory)


def at_random(job: Job) -> int:
    """A seeded legal action, where workers fail: the same in every process."""
    return job.legal[Stream(job.seed).below(len(job.legal))]
