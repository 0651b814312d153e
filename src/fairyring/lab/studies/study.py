"""A study: games between bots at several points of a sweep, measures of their rows, and the published results.

A study is a JSON file in the folder `studies` of a game, or anywhere else::

    {
      "title": "…", "game": "fairy", "bots": "normal", "games": 20000, "seed": 1,
      "points": {"0": {"players": 4, "wrong": 0}, "1": {"players": 4}},
      "measures": {"turns": "tally_turns", "deck runs out": "reason=deck-out"},
      "swept": "cost of a wrong guess", "fair": {"wins of seat 1": 0.25},
      "published": {"0": {"turns": [12.82, 0.03]}}
    }

A measure is a column of the rows (docs/lab.md), of which the mean is taken; `reason=WORD`, the share of games with this
end; or `match=BOT:FIELD`, what one bot wins among others, in every seat with the same luck. `{point}` in it stands for the
name of the point. A point may have `games` of its own. What may be missing: `swept` and `fair` are for charts, what the names
of the points are, and shares of equals by measure; with `slow`, the study takes minutes and is run on request only;
`cpu_seconds` is how long it took, on the machine of docs/experiments.

With `command`, the study has no bots, games and seed: its figures are in the JSON that a command prints, as
`"league fairy --games {games} --json"` or `"python benchmarks/bots/fairy_bots.py"`, and a measure is a path in it.

The same seed gives the same rows on every machine, so published results must come out again exactly, not only within their
intervals; with `within`, where CPU time decides what bots do or earlier bots were measured, within the intervals of both.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError
from fairyring.core.game.room import Room
from fairyring.core.text.messages import msg
from fairyring.lab.match import match
from fairyring.lab.report.estimates import Estimate, mean_of, share_of
from fairyring.lab.simulate import Simulation, simulate
from fairyring.lab.studies.commands import figure, run_command

DIGITS, COMMAND_DIGITS = 4, 6  # of published numbers: of games, and of a command
PLAYED, RUN = {"bots", "games", "seed"}, {"command"}  # keys of studies that play, and of those that run a command
KEYS = {"title", "game", "points", "measures"}
OPTIONAL = {"swept", "fair", "slow", "within", "cpu_seconds", "published"}
MATCH = "match="  # begins a measure
Results = dict[str, dict[str, Estimate]]  # by point and measure


@dataclass(frozen=True)
class Study:
    """One study, read from a file."""

    path: Path
    title: str
    game: str
    points: Mapping[str, Mapping[str, Any]]  # options by the name of the point
    measures: Mapping[str, str]
    published: Results
    bots: str = ""
    games: int = 0
    seed: int = 0
    command: str = ""  # whose figures these are, instead of games
    swept: str = ""
    fair: Mapping[str, float] = field(default_factory=dict)  # by measure
    slow: bool = False
    within: bool = False  # published results need to agree within the intervals only
    cpu_seconds: float = 0.0  # of the run that was published

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""
        return self.path.stem


def studies_of(room: Room) -> list[Study]:
    """Return the studies that a game ships, by name."""
    return [read_study(path) for path in sorted((room.info.folder / "studies").glob("*.json"))]


def read_study(path: Path) -> Study:
    """Read a study. Raises DataError if the file is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if set(data) - OPTIONAL not in (KEYS | PLAYED, KEYS | RUN):
            needs = f"{', '.join(sorted(KEYS))}, and either {', '.join(sorted(PLAYED))} or {', '.join(RUN)}"
            raise ValueError(f"it needs {needs}, and may have {', '.join(sorted(OPTIONAL))}")
        published = {
            point: {measure: Estimate(*map(float, result)) for measure, result in results.items()}
            for point, results in data.get("published", {}).items()
        }
        points = {str(point): dict(options) for point, options in data["points"].items()}
        fair = {measure: float(share) for measure, share in data.get("fair", {}).items()}
        return Study(path, **{**data, "points": points, "published": published, "fair": fair})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DataError(msg("error.study", file=path.name, why=str(error))) from error


def run_study(study: Study, progress: Callable[[int], object] = lambda _done: None) -> Study:
    """Play all games of a study, and return it with the new results."""
    results: Results = {}
    begun = _cpu_seconds()
    for done, (point, options) in enumerate(study.points.items(), start=1):
        measures = {name: text.format(point=point) for name, text in study.measures.items()}
        if study.command:
            printed = run_command(study.command, options)
            estimates = {name: figure(printed, path) for name, path in measures.items()}
        else:
            estimates = _play(study, measures, dict(options))
        digits = COMMAND_DIGITS if study.command else DIGITS
        results[point] = {
            name: Estimate(round(estimates[name].mean, digits), round(estimates[name].error, digits)) for name in measures
        }
        progress(done)
    return replace(study, published=results, cpu_seconds=_cpu_seconds() - begun)


def _quietly(_done: int) -> None:
    """Show no progress of the games of a point: that of the points is shown."""


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _play(study: Study, measures: Mapping[str, str], options: dict[str, Any]) -> dict[str, Estimate]:
    """Play the games of one point."""
    players, games = options.pop("players", None), options.pop("games", study.games)
    estimates: dict[str, Estimate] = {}
    if not all(text.startswith(MATCH) for text in measures.values()):
        played = simulate(study.game, players, games, study.seed, study.bots, progress=_quietly, **options)
        estimates = {name: _measure(played, text) for name, text in measures.items() if not text.startswith(MATCH)}
    for name, text in measures.items():
        if text.startswith(MATCH):
            bot, _, others = text.removeprefix(MATCH).partition(":")
            won = match(study.game, bot, others, games, players, study.seed, progress=_quietly, **options)
            estimates[name] = Estimate(won.share, won.error)
    return estimates


def _measure(played: Simulation, measure: str) -> Estimate:
    column, _, word = measure.partition("=")
    values = played.table.column(column)
    return share_of([text == word for text in values.to_pylist()]) if word else mean_of(values.to_numpy())


def differences(old: Study, new: Study) -> list[str]:
    """Return a sentence for each published result that came out otherwise, or that is missing."""
    sentences = []
    for point, results in new.published.items():
        for measure, result in results.items():
            before = old.published.get(point, {}).get(measure)
            if before is None or (not _agree(before, result) if old.within else before != result):
                was = "nothing" if before is None else f"{before.mean} ± {before.error}"
                sentences.append(f"{old.name}, {measure} at {point}: published {was}, now {result.mean} ± {result.error}")
    return sentences


def _agree(one: Estimate, other: Estimate) -> bool:
    """Return whether the difference of two independent estimates lies within its 95 % interval."""
    return abs(one.mean - other.mean) <= math.hypot(one.error, other.error)


def write_study(study: Study) -> None:
    """Write the results into the file of a study."""
    data = json.loads(study.path.read_text(encoding="utf-8"))
    data["published"] = {
        point: {measure: [result.mean, result.error] for measure, result in results.items()}
        for point, results in study.published.items()
    }
    data["cpu_seconds"] = max(0.1, round(study.cpu_seconds, 1))
    study.path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def table(study: Study) -> list[str]:
    """Return the results as lines of a Markdown table; figures without chance have no interval."""
    lines = [f"| | {' | '.join(study.measures)} |", f"|---|{'---|' * len(study.measures)}"]
    for point, results in study.published.items():
        cells = [_cell(result) for result in results.values()]
        lines.append(f"| {point} | {' | '.join(cells)} |")
    return lines


def _cell(result: Estimate) -> str:
    if not result.error:
        return f"{result.mean:,.{COMMAND_DIGITS}f}".rstrip("0").rstrip(".")
    return f"{result.mean:.3f} ± {result.error:.3f}"
