"""The bot `trained`: a small network that a learning library trained, evaluated in whole numbers by plain Python.

The network is a JSON file in the folder of the game (`TrainedSpec`). Its inputs are an observation tensor, made from what the
seat knows; each layer but the last keeps what is positive. Whole numbers give the same choice on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fairyring.bots.position import Limits, Opinion, Position
from fairyring.core.errors import DataError
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream

UNIT = 4096  # weights, and values between layers, are in units of 1 / UNIT


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights by input and output, and biases by output."""

    weights: tuple[tuple[int, ...], ...]
    biases: tuple[int, ...]

    def sums(self, values: Sequence[int]) -> list[int]:
        """Return the weighted sums of the values; those that are 0 cost nothing."""
        sums = list(self.biases)
        for value, weights in zip(values, self.weights, strict=True):
            if value:
                sums = [total + value * weight for total, weight in zip(sums, weights, strict=True)]
        return sums


@dataclass(frozen=True, slots=True)
class Network:
    """A trained network, and the rules and options that it was trained for."""

    rules: int
    options: dict[str, Any]
    layers: tuple[Layer, ...]

    def preferences(self, values: Sequence[int]) -> list[int]:
        """Return a number for each action, the best one largest, from an observation tensor that is not scaled."""
        *inner, last = self.layers
        for depth, layer in enumerate(inner):
            values = [max(0, total) if depth == 0 else max(0, total) // UNIT for total in layer.sums(values)]
        return last.sums(values)


@cache
def load(file: Path) -> Network:
    """Read a network. Raises DataError if the file is none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        layers = tuple(Layer(tuple(map(tuple, layer["weights"])), tuple(layer["biases"])) for layer in data["layers"])
        return Network(data["rules"], data["options"], layers)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{file} holds no trained network: {type(error).__name__}: {error}.") from error


def supports(game: Game[Any]) -> bool:
    """Return whether a network was trained for the game with exactly these rules and options."""
    spec = game.room.bots.trained
    return spec is not None and dict(game.options) == dict(spec.options) and spec.rules == game.rules.VERSION


def network(game: Game[Any]) -> Network:
    """Return the network of a game that `supports` one."""
    spec = game.room.bots.trained
    assert spec is not None, "callers check `supports`"
    return load(game.room.info.folder / spec.file)


class TrainedBot:
    """Chooses the legal action that the network prefers; of equals the first."""

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        from fairyring.kernel.stepping.tensor import tensor_function, tensor_length  # noqa: PLC0415  (few tables need it)

        game, known = position.game, position.knowledge
        row = [0] * tensor_length(type(known), game.players)
        tensor_function(type(known))(known, position.seat, row, 0)
        preferences = network(game).preferences(row)
        return Opinion(max(position.legal, key=lambda action: preferences[action]))
