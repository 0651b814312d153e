"""Means with 95 % intervals, and their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairyring.lab.elo import RULE_OF_THREE, Z_95

SPACE = "\u00a0"  # does not break lines


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean; `error` is half of its 95 % interval."""

    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.error

    def differs_from(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return abs(self.mean - value) > self.error


def mean_of(values: Sequence[float] | np.ndarray[Any, Any]) -> Estimate:
    """Return the mean of independent values."""
    numbers = np.asarray(values, dtype=float)
    if len(numbers) < 2:
        return Estimate(float(numbers.mean()) if len(numbers) else 0.0, 0.0)
    return Estimate(float(numbers.mean()), float(Z_95 * numbers.std(ddof=1) / len(numbers) ** 0.5))


def share_of(values: Sequence[float] | np.ndarray[Any, Any]) -> Estimate:
    """Return the mean of independent values from 0 to 1; shares of 0 and 1 have an interval, too (rule of three)."""
    estimate = mean_of(values)
    if len(values) and estimate.mean in (0.0, 1.0):
        return Estimate(estimate.mean, min(1.0, RULE_OF_THREE / len(values)))
    return estimate


def ratio_of(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Return the sum of parts over the sum of wholes, with the interval of a ratio over independent games (delta method)."""
    part, whole = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)
    if not whole.sum():
        return Estimate(0.0, 0.0)
    ratio = float(part.sum() / whole.sum())
    return Estimate(ratio, mean_of((part - ratio * whole) / whole.mean()).error)


# Words ---------------------------------------------------------------------------------------------


def percent(value: float, error: float | None = None) -> str:
    """Return `26.1 %`, or `26.1 % ± 0.4` with the half of an interval; without line breaks."""
    text = f"{100 * value:.1f}{SPACE}%"
    return f"{text}{SPACE}±{SPACE}{100 * error:.1f}" if error else text


def number(value: float, error: float | None = None, signed: bool = False) -> str:
    """Return a number with as many digits as it needs, signed if asked, with ± the half of an interval."""
    if error == 0:  # all games agree
        error = None
    digits = _digits(value) if error is None else _digits(error)
    text = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    if not float(text.replace(",", "")):  # no −0.00
        text = f"{0:.{digits}f}"
    text = text.replace("-", "−")
    return text if error is None else f"{text}{SPACE}±{SPACE}{error:,.{digits}f}"


def _digits(size: float) -> int:
    """Return how many digits after the point show a number of this size."""
    if size == int(size):
        return 0
    return 1 if abs(size) >= 1 else 2 if abs(size) >= 0.01 else 3
