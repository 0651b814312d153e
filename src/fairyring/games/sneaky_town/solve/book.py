"""The solution of a small round as a lookup table, and its serialised form."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from fairyring.games.sneaky_town.solve.equilibrium import Array, Policy, mix_uniform, play, reaches
from fairyring.games.sneaky_town.solve.tree import Tree

TREMBLE = 1e-9  # probability of random actions, so that values exist in positions that the policy never reaches
UNUSED = -1


class Book:
    """By position: the actions, and by action and order of the rack its probability and win rate."""

    def __init__(self, keys: Array, first: Array, action: Array, chances: Array, shares: Array) -> None:
        self._arrays = {"keys": keys, "first": first, "action": action, "chances": chances, "shares": shares}
        self._numbers = {key.tobytes(): number for number, key in enumerate(keys)}
        self._wide = keys.shape[1]

    def look_up(self, path: Sequence[int], shown: Sequence[int]) -> tuple[Array, Array, Array] | None:
        """Return (actions, probabilities, win rates) of a position; None if it is not in the book.

        The position is given by its path in the tree's line numbers, and the open tiles of both racks.
        """
        number = self._numbers.get(_key(path, shown, self._wide).tobytes())
        if number is None:
            return None
        choices = slice(*self._arrays["first"][number : number + 2])
        action, chances, shares = (self._arrays[name][choices] for name in ("action", "chances", "shares"))
        return action, chances, shares

    def save(self) -> bytes:
        """Serialise the book."""
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **self._arrays)
        return file.getvalue()

    @staticmethod
    def load(data: bytes) -> Book:
        """Read what `save` wrote."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return Book(**arrays)


def _key(path: Sequence[int], shown: Sequence[int], wide: int) -> Array:
    """Return a row of numbers: the actions, padded, then the open tiles."""
    longest = wide - len(shown)
    return np.array([*path, *[UNUSED] * (longest - len(path)), *shown], np.int16)


def make_book(tree: Tree, policy: Policy) -> Book:
    """Return the book of a policy."""
    size = tree.levels[0].nodes[0].public.size
    wide = len(tree.levels) + 2 * size
    keys = [_key(node.path, open_tiles(node.public), wide) for level in tree.levels for node in level.nodes]
    action = np.concatenate([level.action for level in tree.levels])
    count = np.concatenate([np.bincount(level.node) for level in tree.levels])
    first = np.concatenate([[0], np.cumsum(count)])
    chances, shares = np.concatenate(list(policy)), np.concatenate(win_rates(tree, policy))
    return Book(np.array(keys), first, action, chances.astype(np.float32), shares.astype(np.float32))


def open_tiles(s: Any) -> list[int]:
    """Return the open tiles of both racks, line by line."""
    return [*s.shown[0][: s.size], *s.shown[1][: s.size]]


def win_rates(tree: Tree, policy: Policy) -> list[Array]:
    """Return, by choice and order, the win rate of the actor after it, if both then follow the policy."""
    trembling = [mix_uniform(level, chances, TREMBLE) for level, chances in zip(tree.levels, policy, strict=True)]
    reach = reaches(tree, trembling)
    values = [play(tree, trembling, reach, player)[1] for player in range(2)]
    rates = []
    for depth, level in enumerate(tree.levels):
        likely = reach[depth][1 - level.actor].sum(axis=1)  # that the other player comes there, with any rack
        rates.append(values[level.actor][depth] / likely[level.node][:, None])
    return rates
