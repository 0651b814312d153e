"""A study: games between bots at several points of a sweep, measures of their rows, and the published results.

A study is a JSON file in the folder `studies` of a game, or anywhere else::

    {
      "title": "…", "game": "fairy", "bots": "normal", "games": 20000, "seed": 1,
      "points": {"0": {"players": 4, "wrong": 0}, "1": {"players": 4}},
      "measures": {"turns": "tally_turns", "deck runs out": "reason=deck-out"},
      "published": {"0": {"turns": [12.82, 0.03]}}
    }

A measure is a column of the rows (docs/lab.md), of which the mean is taken, or `reason=WORD`, the share of games with this
end. `{point}` in it stands for the name of the point. The same seed gives the same rows on every machine, so published
results must come out again exactly, not only within their intervals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError
from fairyring.core.game.room import Room
from fairyring.core.text.messages import msg
from fairyring.lab.report.estimates import Estimate, mean_of, share_of
from fairyring.lab.simulate import Simulation, simulate

DIGITS = 4  # of published numbers
KEYS = {"title", "game", "bots", "games", "seed", "points", "measures", "published"}
Results = dict[str, dict[str, Estimate]]  # by point and measure


@dataclass(frozen=True)
class Study:
    """One study, read from a file."""

    path: Path
    title: str
    game: str
    bots: str
    games: int
    seed: int
    points: Mapping[str, Mapping[str, Any]]  # options by the name of the point
    measures: Mapping[str, str]
    published: Results

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
        if set(data) - {"published"} != KEYS - {"published"}:
            raise ValueError(f"it needs {', '.join(sorted(KEYS))}")
        published = {
            point: {measure: Estimate(*map(float, result)) for measure, result in results.items()}
            for point, results in data.get("published", {}).items()
        }
        points = {str(point): dict(options) for point, options in data["points"].items()}
        return Study(path, **{**data, "points": points, "published": published})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DataError(msg("error.study", file=path.name, why=str(error))) from error


def run_study(study: Study, progress: Callable[[int], object] = lambda _done: None) -> Study:
    """Play all games of a study, and return it with the new results."""
    results: Results = {}
    for done, (point, options) in enumerate(study.points.items(), start=1):
        chosen = dict(options)
        players = chosen.pop("players", None)
        played = simulate(study.game, players, study.games, study.seed, study.bots, **chosen)
        results[point] = {name: _measure(played, text.format(point=point)) for name, text in study.measures.items()}
        progress(done)
    return replace(study, published=results)


def _measure(played: Simulation, measure: str) -> Estimate:
    column, _, word = measure.partition("=")
    values = played.table.column(column)
    estimate = share_of([text == word for text in values.to_pylist()]) if word else mean_of(values.to_numpy())
    return Estimate(round(estimate.mean, DIGITS), round(estimate.error, DIGITS))


def differences(old: Study, new: Study) -> list[str]:
    """Return a sentence for each published result that came out otherwise, or that is missing."""
    sentences = []
    for point, results in new.published.items():
        for measure, result in results.items():
            before = old.published.get(point, {}).get(measure)
            if before != result:
                was = "nothing" if before is None else f"{before.mean} ± {before.error}"
                sentences.append(f"{old.name}, {measure} at {point}: published {was}, now {result.mean} ± {result.error}")
    return sentences


def write_study(study: Study) -> None:
    """Write the results into the file of a study."""
    data = json.loads(study.path.read_text(encoding="utf-8"))
    data["published"] = {
        point: {measure: [result.mean, result.error] for measure, result in results.items()}
        for point, results in study.published.items()
    }
    study.path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def table(study: Study) -> list[str]:
    """Return the results as lines of a Markdown table."""
    lines = [f"| | {' | '.join(study.measures)} |", f"|---|{'---|' * len(study.measures)}"]
    for point, results in study.published.items():
        cells = [f"{result.mean:.3f} ± {result.error:.3f}" for result in results.values()]
        lines.append(f"| {point} | {' | '.join(cells)} |")
    return lines
