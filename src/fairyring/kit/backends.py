"""Checks that interpreted, compiled and batch play agree at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import IMAGINATION_STREAM, Stream
from fairyring.kernel.templates.play import CHECKSUM_MODULUS
from fairyring.kit.findings import Case
from fairyring.lab import interpreted_play

if TYPE_CHECKING:
    from fairyring.kernel.compiled import Kernel  # needs NumPy, which a browser lacks

BATCH = 20


def line_ups(game: Game[Any]) -> list[list[str]]:
    """Return each policy of the room in all seats."""
    return [[level] * game.players for level in ("random", *game.room.bots.policies)]


def _kernel_of(case: Case) -> Kernel:
    assert case.kernel is not None, "these checks compare with compiled code"
    return case.kernel


def backends_agree(case: Case) -> Iterator[str]:
    """Both backends play the same games: the same bytes, legal actions and choices at every step."""
    kernel = _kernel_of(case)
    for bots in line_ups(case.game):
        states, log = kernel.trace(0, case.seed, bots)
        for number, (s, seat, action) in enumerate(interpreted_play.steps(case.game, bots, case.seed, 0)):
            if number >= len(states):
                yield f"with {bots[0]} bots the compiled game ends at step {number}, the interpreted one goes on"
                break
            if schema.pack(s) != states[number].tobytes():
                yield f"step {number}: with {bots[0]} bots the backends are in different positions"
                break
            if action >= 0 and [seat, action] != log[number, 1:3].tolist():
                yield f"step {number}: with {bots[0]} bots the backends decide differently"
                break
            if action >= 0 and _log_of(case.game, s, seat) != [int(log[number, i]) for i in (0, 3, 4, 5)]:
                yield f"step {number}: the legal actions differ between the backends"
                break
        else:
            if number + 1 != len(states):
                yield f"with {bots[0]} bots the interpreted game ends at step {number}, the compiled one goes on"


def _log_of(game: Game[Any], s: State, seat: int) -> list[int]:
    """Return the log of `trace_game` for a state: pending, number and checksum of legal actions, number of allowed ids."""
    rules = game.rules
    if seat == NATURE:
        numbers: Sequence[int] = [rules.weight(s, outcome) for outcome in range(len(game.chance))]
        count, allowed = rules.chance_count(s), sum(weight > 0 for weight in numbers)
    else:
        numbers = game.legal(s, seat)
        count, allowed = len(numbers), sum(rules.check(s, seat, action) == 0 for action in range(len(game.actions)))
    checksum = 0
    for number in numbers:
        checksum = (checksum * 31 + number) % CHECKSUM_MODULUS
    return [rules.pending(s), count, checksum, allowed]


def batches_agree(case: Case) -> Iterator[str]:
    """A batch ends as its games do one by one, on any number of threads, with the same totals in both backends."""
    kernel = _kernel_of(case)
    for bots in line_ups(case.game):
        finals = kernel.finals(BATCH, case.seed, bots)
        for index in range(BATCH):
            states, _log = kernel.trace(index, case.seed, bots)
            if finals[index].tobytes() != states[-1].tobytes():
                yield f"game {index} of a batch of {bots[0]} bots ends differently than alone"
        one_thread, two_threads = (kernel.play_many(BATCH, case.seed, bots, threads) for threads in (1, 2))
        if one_thread != two_threads:
            yield f"two threads give other sums than one, with {bots[0]} bots"
        if kernel.play(0, 2, case.seed, bots) != interpreted_play.play(case.game, 0, 2, case.seed, bots):
            yield f"the totals of the backends differ, with {bots[0]} bots"
    if len({record.tobytes() for record in kernel.finals(BATCH, case.seed, line_ups(case.game)[0])}) == 1:
        yield "all games of a batch end the same"


def imaginations_agree(case: Case) -> Iterator[str]:
    """Redaction and imagination are the same in both backends."""
    kernel = _kernel_of(case)
    for step in case.sample(12):
        for seat in case.game.seats:
            rng = Stream(case.seed, step.number, IMAGINATION_STREAM + seat)
            box, state = kernel.imagine(step.state, seat, rng.state)
            r = case.game.redact(step.state, seat)
            if schema.pack(r) != box[1].tobytes():
                yield f"step {step.number}: the backends redact differently for seat {seat}"
            world = case.game.imagine(r, seat, rng)
            if schema.pack(world) != box[2].tobytes() or rng.state != state:
                yield f"step {step.number}: the backends imagine differently for seat {seat}"


CHECKS = (backends_agree, batches_agree, imaginations_agree)
