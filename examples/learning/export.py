"""Writes a trained network as the file of the level `trained`: whole numbers that plain Python reads and evaluates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fairyring.bots.trained import UNIT
from fairyring.core.game.game import Game

Array = Any


def quantise(layers: Sequence[tuple[Array, Array]], scale: Array) -> list[dict[str, Any]]:
    """Return layers (weights by output and input, biases) as whole numbers in units of 1 / UNIT.

    Inputs of the file are not scaled, so `scale` of the observations is part of the first layer. Weights are by input: most
    inputs are 0, and need not be looked at.
    """
    made = []
    for depth, (weights, biases) in enumerate(layers):
        scaled = np.asarray(weights, float) * (np.asarray(scale, float) if depth == 0 else 1.0)
        size = UNIT if depth == 0 else UNIT * UNIT  # of a sum: inputs are whole, and what comes after is in units of 1 / UNIT
        made.append(
            {
                "weights": np.rint(scaled.T * UNIT).astype(int).tolist(),
                "biases": np.rint(np.asarray(biases) * size).astype(int).tolist(),
            }
        )
    return made


def export(file: Path, game: Game[Any], layers: Sequence[tuple[Array, Array]], scale: Array, how: dict[str, Any]) -> None:
    """Write the file of the level `trained` of a game with these options. `how` says how it was trained."""
    data = {
        "game": game.name,
        "rules": game.rules.VERSION,
        "options": dict(game.options),
        "how": how,
        "layers": quantise(layers, scale),
    }
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
