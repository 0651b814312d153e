"""Jobs for workers: one decision of one seat, with what that seat knows and nothing else."""

from __future__ import annotations

import base64
import dataclasses
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

FALLBACK_LEVEL = "normal"  # the strongest level that needs no search
MIN_SIMULATIONS = 8  # for each choice; with fewer, shares of the win are not worth telling
# Action, share of the win (-1: not known), standard error, and how often perfect play does it (0: not known). The bot's own
# choice comes first.
Weights = tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One decision for one seat. `plain` and `read` convert it to and from JSON."""

    id: str  # the decision id (`ask`)
    game: str
    rules: int
    options: Mapping[str, Any]
    seat: int
    level: str
    state: bytes  # redacted: everything the seat ever saw
    legal: tuple[int, ...]
    seed: int
    budget: int  # milliseconds
    memory: bots.Memory = ()  # what the others did in the seat's sight, for bots that use it
    weigh: bool = False  # whether all choices are to be weighed, or one is to be made

    def plain(self) -> dict[str, Any]:
        """Return the job as JSON, for a worker in another process or in the page."""
        fields = {name: getattr(self, name) for name in Job.__slots__}
        memory = [[base64.b64encode(seen.before).decode(), seen.actor, seen.action] for seen in self.memory]
        return fields | {"state": base64.b64encode(self.state).decode(), "options": dict(self.options), "memory": memory}

    @staticmethod
    def read(fields: Mapping[str, Any]) -> Job:
        """Return a job from JSON."""
        memory = tuple(bots.Observation(base64.b64decode(before), actor, action) for before, actor, action in fields["memory"])
        packed, legal = base64.b64decode(fields["state"]), tuple(fields["legal"])
        return Job(**{**fields, "state": packed, "legal": legal, "memory": memory})


def hint_request(
    id_: str, game: Game[Any], options: Mapping[str, Any], seat: int, redacted: State, memory: bots.Memory, budget: int
) -> Job:
    """Return a job that weighs the choices of a seat which has to decide.

    Options are JSON, as in a table or a record; `budget` is milliseconds.
    """
    packed, legal = schema.pack(redacted), tuple(game.legal(redacted, seat))
    rules, level = game.room.rules.VERSION, advising_level(game)
    return Job(id_, game.name, rules, options, seat, level, packed, legal, seed_of(redacted), budget, memory, weigh=True)


def opinion(job: Job) -> bots.Opinion:
    """Return what the bot of a job thinks. Takes up to the job's budget, so only workers call it."""
    room = rules_versions.room_of_version(job.game, job.rules)
    assert room is not None, "a job is made with installed rules"
    game = rules_versions.configured_game(room, job.options)
    game_state = schema.unpack(room.schema.state, job.state)
    position = bots.Position(game, job.seat, game_state, job.legal, job.memory)
    limits = bots.Limits(seconds=job.budget / 1000)
    level = job.level if job.level in bots.levels(game) else advising_level(game)  # the table began where there was one
    return bots.make_bot(game, level, wait=False).choose(position, limits, Stream(job.seed))


def think(job: Job) -> int:
    """Return the bot's decision. Takes up to the job's budget, so only workers call it."""
    return opinion(job).action


def weigh(job: Job) -> Weights:
    """Return the weights of the choices; of a bot that does not search, or had no time to, its choice without numbers.

    Takes up to the job's budget, so only workers call it.
    """
    made = opinion(job)
    enough = made.mixture or made.simulations >= MIN_SIMULATIONS * len(made.shares)
    if not enough or not made.shares:
        return ((made.action, -1.0, 1.0, 0.0),)
    often = dict(made.mixture)
    return tuple((action, share, min(error, 1.0), often.get(action, 0.0)) for action, share, error in made.shares)


def checked_weights(job: Job, answer: Any) -> Weights:
    """Return the answer of a worker (JSON) if it is valid; else nothing."""
    if not isinstance(answer, list | tuple):
        return ()
    for choice in answer:
        if not isinstance(choice, list | tuple) or len(choice) != 4 or choice[0] not in job.legal:
            return ()
        if any(not isinstance(number, int | float) or not -1 <= number <= 1 for number in choice[1:]):
            return ()
    return tuple((action, float(share), float(error), float(often)) for action, share, error, often in answer)


def quick_action(job: Job) -> int:
    """Return a decision without search, within a millisecond and the same in every process; for when workers fail.

    A bot that does not search decides as always, one that does as `normal`, or as far as the game has that level. A bot that
    fails takes a seeded legal action.
    """
    try:
        room = rules_versions.room_of_version(job.game, job.rules)
        assert room is not None, "a job is made with installed rules"
        known = bots.levels(rules_versions.configured_game(room, job.options))
        level = job.level if not bots.uses_search(job.level) else FALLBACK_LEVEL if FALLBACK_LEVEL in known else known[0]
        action = think(dataclasses.replace(job, level=level, memory=()))
    except Exception:  # noqa: BLE001  (the bot itself fails, in workers as well)
        action = -1
    return action if action in job.legal else job.legal[Stream(job.seed).below(len(job.legal))]
