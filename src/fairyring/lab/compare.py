"""Two sets of options side by side: what changes, with intervals from games with the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairyring.bots.guarded import BotLike
from fairyring.core.errors import OptionError
from fairyring.core.text.html_table import html_table
from fairyring.lab.elo import Z_95
from fairyring.lab.rows import arrow
from fairyring.lab.simulate import Simulation, simulate

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Difference:
    """The mean of a column with the first and the second options; `error` is half of the 95 % interval of the change.

    `spread` is the standard deviation of the column in one game, pooled over both.
    """

    first: float
    second: float
    error: float
    spread: float = 0.0

    @property
    def change(self) -> float:
        """By how much the second is larger."""
        return self.second - self.first

    @property
    def effect(self) -> float:
        """The change in standard deviations of one game (Cohen's d); 0 where no game differs from another."""
        return self.change / self.spread if self.spread else 0.0


@dataclass(frozen=True, repr=False)
class Comparison:
    """The same number of games with two sets of options. `columns` are those of `Simulation.table` that are numbers."""

    first: Simulation
    second: Simulation
    columns: Mapping[str, Difference]

    def _rows(self) -> list[tuple[str, str, str, str]]:
        rows = []
        for name, value in self.columns.items():
            mark = " *" if abs(value.change) > value.error else ""
            rows.append((name, f"{value.first:.3f}", f"{value.second:.3f}", f"{value.change:+.3f} ± {value.error:.3f}{mark}"))
        return rows

    def __repr__(self) -> str:
        rows = [("", "first", "second", "change"), *self._rows()]
        lines = [f"{name:16} {first:>10} {second:>10} {change:>20}" for name, first, second, change in rows]
        return "\n".join([*lines, "* larger than its 95 % interval"])

    def _repr_html_(self) -> str:
        title = f"{self.first.game}: {self.first.games:,} games each; * is larger than its 95 % interval"
        return html_table(title, ("", "first", "second", "change"), self._rows())


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
    return Comparison(results[0], results[1], differences(results[0].table, results[1].table))


def differences(one: pa.Table, two: pa.Table) -> dict[str, Difference]:
    """Return the changes from one table of rows to another of as many games of the same seed, by column of numbers."""
    arrow()
    from pyarrow import types  # noqa: PLC0415

    shared = [name for name in one.column_names if name in two.column_names and name not in ("game", "seed")]
    numbers = [name for name in shared if types.is_integer(one[name].type) or types.is_floating(one[name].type)]
    return {name: difference(one[name], two[name]) for name in numbers}


def difference(one: pa.ChunkedArray, two: pa.ChunkedArray) -> Difference:
    """Return the change from the values of games to those of as many other games of the same seed."""
    from pyarrow import compute  # noqa: PLC0415

    first, second = (compute.cast(column, "float64") for column in (one, two))
    games = len(first)
    deviation = compute.stddev(compute.subtract(second, first), ddof=min(1, games - 1)).as_py()
    spread = ((compute.variance(first).as_py() + compute.variance(second).as_py()) / 2) ** 0.5
    return Difference(compute.mean(first).as_py(), compute.mean(second).as_py(), Z_95 * deviation / games**0.5, spread)
