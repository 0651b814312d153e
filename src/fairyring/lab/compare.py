"""Two sets of options side by side: what changes, with intervals from games with the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.bots.guarded import BotLike
from fairyring.core.errors import OptionError
from fairyring.lab.elo import Z_95
from fairyring.lab.rows import arrow
from fairyring.lab.simulate import Simulation, simulate


@dataclass(frozen=True)
class Difference:
    """The mean of a column with the first and the second options; `error` is half of the 95 % interval of the change."""

    first: float
    second: float
    error: float

    @property
    def change(self) -> float:
        """By how much the second is larger."""
        return self.second - self.first


@dataclass(frozen=True)
class Comparison:
    """The same number of games with two sets of options. `columns` are those of `Simulation.table` that are numbers."""

    first: Simulation
    second: Simulation
    columns: Mapping[str, Difference]

    def __str__(self) -> str:
        lines = [f"{'':16} {'first':>10} {'second':>10} {'change':>10}"]
        for name, value in self.columns.items():
            mark = " *" if abs(value.change) > value.error else ""
            lines.append(f"{name:16} {value.first:10.3f} {value.second:10.3f} {value.change:+10.3f} ± {value.error:.3f}{mark}")
        return "\n".join([*lines, "* larger than its 95 % interval"])


def compare(
    game: str,
    first: Mapping[str, object],
    second: Mapping[str, object],
    bots: str | BotLike = "normal",
    games: int = 10_000,
    seed: int = 1,
    players: int | None = None,
) -> Comparison:
    """Play a game with two sets of options, and compare the means of all numbers of its rows. Needs the extra `lab`.

    Games of both have the same seeds, so luck that both share drops out of the changes. Raises OptionError.
    """
    results = [simulate(game, players, games, seed, bots, **options) for options in (first, second)]  # type: ignore[arg-type]
    if results[0].players != results[1].players:
        raise OptionError("Two games with different numbers of seats have no rows in common; compare with as many.")
    arrow()
    from pyarrow import compute, types  # noqa: PLC0415

    one, two = (result.table for result in results)
    shared = [name for name in one.column_names if name in two.column_names and name not in ("game", "seed")]
    made = {}
    for name in shared:
        if types.is_integer(one[name].type) or types.is_floating(one[name].type):
            changes = compute.subtract(compute.cast(two[name], "float64"), compute.cast(one[name], "float64"))
            error = Z_95 * compute.stddev(changes, ddof=min(1, games - 1)).as_py() / games**0.5
            made[name] = Difference(_mean(compute, one[name]), _mean(compute, two[name]), error)
    return Comparison(results[0], results[1], made)


def _mean(compute: Any, column: Any) -> float:
    return float(compute.mean(column).as_py())
