"""Jobs: what a worker is given so that it can think for a seat. It holds what the seat knows, and not a byte more."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairyring import bots
from fairyring.bots.advice import advising_level, seed_of
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.tables import rules_versions


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
    weigh: bool = False  # not only what to do is asked, but what it thinks of the choices

    def plain(self) -> dict[str, Any]:
        """As JSON has it: a worker may be another process, or a worker of the page."""
        told = {name: getattr(self, name) for name in Job.__slots__}
        memory = [[base64.b64encode(seen.before).decode(), seen.actor, seen.action] for seen in self.memory]
        return told | {"state": base64.b64encode(self.state).decode(), "options": dict(self.options), "memory": memory}

    @staticmethod
    def read(told: Mapping[str, Any]) -> Job:
        memory = tuple(bots.Observation(base64.b64decode(before), actor, action) for before, actor, action in told["memory"])
        state, legal = base64.b64decode(told["state"]), tuple(told["legal"])
        return Job(**{**told, "state": state, "legal": legal, "memory": memory})


ENOUGH = 8  # imagined games for each choice, before a number is told
# Action, share of the win, standard error, and how often it is done where perfect play is known, else 0. Its choice is first.
Weighed = tuple[tuple[int, float, float, float], ...]


def advice(
    id_: str, game: Game[Any], options: Mapping[str, Any], seat: int, redacted: State, memory: bots.Memory, budget: int
) -> Job:
    """What a good bot would think in this seat, which has to decide.

    Options are as a table or record has them: text and numbers.
    """
    state, legal = schema.pack(redacted), tuple(game.legal(redacted, seat))
    rules, level = game.room.rules.VERSION, advising_level(game)
    return Job(id_, game.name, rules, options, seat, level, state, legal, seed_of(redacted), budget, memory, weigh=True)


def _opinion(job: Job) -> bots.Opinion:
    room = rules_versions.find(job.game, job.rules)
    assert room is not None, "a job is made by rules that are here"
    game = rules_versions.game(room, job.options)
    state = schema.unpack(room.schema.state, job.state)
    position = bots.Position(game, job.seat, state, job.legal, job.memory)
    limits = bots.Limits(seconds=job.budget / 1000)
    return bots.make_bot(game, job.level, wait=False).choose(position, limits, Stream(job.seed))


def think(job: Job) -> int:
    """What the bot decides. Only workers call this: it may take long."""
    return _opinion(job).action


def weigh(job: Job) -> Weighed:
    """What the bot thinks of the choices; of a bot that does not think ahead, or had no time to, its choice without numbers.
    For workers, too.
    """
    found = _opinion(job)
    enough = found.mixture or found.simulations >= ENOUGH * len(found.shares)
    if not enough or not found.shares:
        return ((found.action, -1.0, 1.0, 0.0),)
    often = dict(found.mixture)
    return tuple((action, share, min(error, 1.0), often.get(action, 0.0)) for action, share, error in found.shares)


def weighed(job: Job, answer: Any) -> Weighed:
    """What a worker answered; empty where it did not, or said nonsense."""
    if not isinstance(answer, list | tuple):
        return ()
    for one in answer:
        if not isinstance(one, list | tuple) or len(one) != 4 or one[0] not in job.legal:
            return ()
        if any(not isinstance(number, int | float) or not -1 <= number <= 1 for number in one[1:]):
            return ()
    return tuple((action, float(share), float(error), float(often)) for action, share, error, often in answer)


def at_random(job: Job) -> int:
    """A seeded legal action, where workers fail: the same in every process."""
    return job.legal[Stream(job.seed).below(len(job.legal))]
