"""Games decision by decision: who leads when, choices with one legal action, what winners chose and held.

These games are the first of those that the rows of a report have, played once more by the interpreted rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import numpy as np

from fairyring.bots import Limits, backends
from fairyring.core.fields.schema import State
from fairyring.core.fields.vocabulary import words_of
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Speaker
from fairyring.lab import interpreted_play
from fairyring.lab.report.estimates import Estimate, mean_of, ratio_of, share_of
from fairyring.lab.rows import searches
from fairyring.lab.runner import Plan, Span
from fairyring.lab.workers.places import CORES
from fairyring.lab.workers.pool import open_pool

POINTS = tuple(range(5, 100, 5))  # percent of the decisions at which the leader is looked at
MIN_LED = 20  # games with a leader that a point of the curve needs
SPAN = 25  # games of a task
MAX_CHOICES = 12  # rows of the table of what winners did differently
CONFIDENCE = 0.95

Choice = tuple[str, str]  # kind and words of an action; or a zone and what lies there


@dataclass(slots=True)
class SampledGame:
    """One game. `leaders` has the seats in front before each decision, () while all are level, and at last the winners."""

    winners: tuple[int, ...] = ()
    leaders: list[tuple[int, ...]] = field(default_factory=list)
    legal: list[int] = field(default_factory=list)  # number of legal actions of each decision
    kinds: list[str] = field(default_factory=list)  # kind of each decision
    choices: list[Counter[Choice]] = field(default_factory=list)  # by seat
    held: list[Counter[Choice]] = field(default_factory=list)  # by seat: what lay in its zones at the end

    def leader_at(self, percent: int) -> int | None:
        """Return the only seat in front after so many percent of the decisions, rounded down: the end is at 100 only."""
        leaders = self.leaders[(len(self.leaders) - 1) * percent // 100]
        return leaders[0] if len(leaders) == 1 else None

    @property
    def lead_changes(self) -> int:
        """How often another seat than the one before is alone in front; ties between do not count."""
        alone = [leaders[0] for leaders in self.leaders if len(leaders) == 1]
        return sum(one != other for one, other in pairwise(alone))


@dataclass(frozen=True, slots=True)
class Difference:
    """How often a winner chose an action in a game, and the others; the interval is that of the difference in a game.

    Or how many of something a winner held at the end of a game; then `kind` is the zone.
    """

    kind: str
    text: str
    winners: float
    others: float
    difference: Estimate


def sample_games(
    game: Game[Any],
    levels: Sequence[str],
    seed: int,
    games: int,
    limits: Limits,
    progress: Callable[[int], None],
    workers: int | None = None,
    on: str = CORES,
) -> list[SampledGame]:
    """Play games 0 … games-1 of a seed and keep what the report needs of them, wherever workers are."""
    job = SampleSpan(Plan(game, tuple(levels), seed, limits), _ranks_by_points(game, levels, seed, games))
    step = 1 if searches(levels) else SPAN
    spans = [(first, min(step, games - first)) for first in range(0, games, step)]
    sample: list[SampledGame] = []
    with open_pool(job, on, workers) as pool:
        for part in pool.in_order(spans):
            sample += part
            progress(len(sample))
    return sample


@dataclass(frozen=True, slots=True)
class SampleSpan:
    """Plays the games of a span decision by decision: the job of `sample_games`."""

    plan: Plan
    by_points: bool  # the seat with the most points leads

    def prepare(self) -> None:
        if searches(self.plan.bots):
            backends.compile_now(self.plan.game.room)

    def __call__(self, span: Span) -> list[SampledGame]:
        words = _words(self.plan.game)
        return [self._play(index, words) for index in range(span[0], sum(span))]

    def _play(self, index: int, words: Callable[[int], Choice]) -> SampledGame:
        plan, game = self.plan, self.plan.game
        sampled = SampledGame(choices=[Counter() for _ in game.seats])
        levels = [str(bot) for bot in plan.bots]
        for s, seat, action in interpreted_play.steps(game, levels, plan.seed, index, True, plan.limits):
            if seat != NATURE:
                sampled.leaders.append(_leaders(game, s, self.by_points))
                sampled.legal.append(game.rules.legal_count(s, seat))
                kind, text = words(action)
                sampled.kinds.append(kind)
                sampled.choices[seat][kind, text] += 1
            end = s
        sampled.winners = game.winners(end)
        sampled.leaders.append(sampled.winners)
        speaker = game.speaker()
        sampled.held = [holdings(game, end, seat, speaker) for seat in game.seats]
        return sampled


def holdings(game: Game[Any], s: State, seat: int, speaker: Speaker) -> Counter[Choice]:
    """Return what lies in the zones of a seat, as the seat sees it: by thing, by place on a board, or only how many."""
    view = game.view(s, seat)
    held: Counter[Choice] = Counter()
    for zone in game.room.schema.zones:
        name = zone.shows or zone.count
        if not zone.per_seat or not name:
            continue
        title, here = speaker.say(f"zone.{zone.name}"), getattr(view, name)[seat]
        if isinstance(here, int):
            held[title, ""] += here
            continue
        words = (here,) if isinstance(here, str) else here or ()
        counts = here if isinstance(here, Mapping) else Counter(word for word in words if word is not None)
        for word, many in counts.items():
            at_place = zone.places is not None and word in words_of(zone.places, game.vocabulary)
            domain = zone.places if at_place else zone.things
            held[title, speaker.value(Named(domain.label, word)) if domain is not None else str(word)] += many
    return held


def _words(game: Game[Any]) -> Callable[[int], Choice]:
    names = [f"seat {seat + 1}" for seat in game.seats]
    known: dict[int, Choice] = {}

    def words(action: int) -> Choice:
        if action not in known:
            chosen = game.actions[action]
            known[action] = chosen.kind, game.say_action(chosen, names=names)
        return known[action]

    return words


def _ranks_by_points(game: Game[Any], levels: Sequence[str], seed: int, games: int) -> bool:
    """Return whether winners have the most points, so that points show the leader where the rules rank at the end only."""
    for index in range(min(games, MIN_LED)):
        for s, _seat, _action in interpreted_play.steps(game, ["random"] * len(levels), seed, index):
            end = s
        points = [game.rules.score(end, seat) for seat in game.seats]
        if any(points[seat] < max(points) for seat in game.winners(end)):
            return False
    return True


def _leaders(game: Game[Any], s: State, by_points: bool) -> tuple[int, ...]:
    """Return the seats that would win now; all level, those with the most points; () if all are level in these as well."""
    leaders = game.winners(s)
    if len(leaders) == game.players and by_points:
        points = [game.rules.score(s, seat) for seat in game.seats]
        leaders = tuple(seat for seat in game.seats if points[seat] == max(points))
    return () if len(leaders) == game.players else leaders


# What the games show ------------------------------------------------------------------------------


def leader_wins(sample: Sequence[SampledGame]) -> dict[int, Estimate]:
    """Return the share of the win that a leader after x percent of the decisions gets, by x."""
    curve = {}
    for percent in POINTS:
        led = [(played, leader) for played in sample if (leader := played.leader_at(percent)) is not None]
        if len(led) >= MIN_LED:
            curve[percent] = share_of([(seat in played.winners) / len(played.winners) for played, seat in led])
    return curve


def led_games(sample: Sequence[SampledGame], percent: int) -> float:
    """Return the share of games that one seat leads after so many percent of the decisions."""
    return sum(played.leader_at(percent) is not None for played in sample) / len(sample)


def lead_changes(sample: Sequence[SampledGame]) -> Estimate:
    """Return the number of lead changes of a game."""
    return mean_of([played.lead_changes for played in sample])


def forced_decisions(sample: Sequence[SampledGame], kind: str | None = None) -> Estimate:
    """Return the share of decisions, of one kind or of all, with one legal action."""
    of_kind = [[n for n, k in zip(played.legal, played.kinds, strict=True) if kind in (None, k)] for played in sample]
    return ratio_of([sum(n == 1 for n in legal) for legal in of_kind], [len(legal) for legal in of_kind])


def kinds_of_decisions(sample: Sequence[SampledGame]) -> dict[str, tuple[float, float]]:
    """Return for each kind, the most frequent first, its share of the decisions and the mean number of legal actions."""
    counts, legal = Counter[str](), Counter[str]()
    for played in sample:
        counts.update(played.kinds)
        for kind, ways in zip(played.kinds, played.legal, strict=True):
            legal[kind] += ways
    return {kind: (count / counts.total(), legal[kind] / count) for kind, count in counts.most_common()}


def winners_differ(
    sample: Sequence[SampledGame], of: Callable[[SampledGame], Sequence[Counter[Choice]]] = lambda played: played.choices
) -> tuple[list[Difference], int]:
    """Return what winners chose (or held: `of`) more or less often than others in their game, the clearest first.

    Intervals hold for all compared actions together (Bonferroni); actions whose interval has 0 inside are left out. Also
    returns how many actions were compared.
    """
    decided = [played for played in sample if 0 < len(played.winners) < len(of(played))]
    compared = sorted({choice for played in decided for counts in of(played) for choice in counts})
    if len(decided) < MIN_LED or not compared:
        return [], 0
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / len(compared))
    columns = {choice: column for column, choice in enumerate(compared)}
    won, lost = np.zeros((len(decided), len(compared))), np.zeros((len(decided), len(compared)))
    for row, played in enumerate(decided):
        for seat, counts in enumerate(of(played)):
            is_winner = seat in played.winners
            means, seats = (won, len(played.winners)) if is_winner else (lost, len(of(played)) - len(played.winners))
            for choice, count in counts.items():
                means[row, columns[choice]] += count / seats
    changes = (won - lost).mean(axis=0)
    errors = z * (won - lost).std(axis=0, ddof=1) / len(decided) ** 0.5
    differences = []
    for (kind, text), column in columns.items():
        change = Estimate(float(changes[column]), float(errors[column]))
        if abs(change.mean) > change.error > 0:
            differences.append(Difference(kind, text, float(won[:, column].mean()), float(lost[:, column].mean()), change))
    differences.sort(key=lambda item: -abs(item.difference.mean) / item.difference.error)
    return differences[:MAX_CHOICES], len(compared)
