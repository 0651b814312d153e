"""The solution of a small round as a book to play by, and as the bytes that are kept of it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from fairyring.games.sneaky_town.solve.equilibrium import Array, Policy, play, reaches, shaken
from fairyring.games.sneaky_town.solve.tree import Tree

TREMBLE = 1e-9  # how likely anything is done by mistake: so that there is an answer where nobody should ever come to
UNUSED = -1


class Book:
    """By position: what can be done, how often it is done with each order of the rack, and the share of rounds it wins."""

    def __init__(self, keys: Array, first: Array, action: Array, chances: Array, shares: Array) -> None:
        self._arrays = {"keys": keys, "first": first, "action": action, "chances": chances, "shares": shares}
        self._numbers = {key.tobytes(): number for number, key in enumerate(keys)}
        self._wide = keys.shape[1]

    def look_up(self, path: Sequence[int], shown: Sequence[int]) -> tuple[Array, Array, Array] | None:
        """Actions, chances, shares at a position: by how it came about, in the tree's numbers, and what lies open of both."""
        number = self._numbers.get(_key(path, shown, self._wide).tobytes())
        if number is None:
            return None
        choices = slice(*self._arrays["first"][number : number + 2])
        action, chances, shares = (self._arrays[name][choices] for name in ("action", "chances", "shares"))
        return action, chances, shares

    def save(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **self._arrays)
        return file.getvalue()

    @staticmethod
    def load(kept: bytes) -> Book:
        with np.load(io.BytesIO(kept), allow_pickle=False) as arrays:
            return Book(**arrays)


def _key(path: Sequence[int], shown: Sequence[int], wide: int) -> Array:
    """A row of numbers for the actions, padded, and for what lies open."""
    longest = wide - len(shown)
    return np.array([*path, *[UNUSED] * (longest - len(path)), *shown], np.int16)


def write(tree: Tree, policy: Policy) -> Book:
    """The book of a policy."""
    size = tree.levels[0].nodes[0].public.size
    wide = len(tree.levels) + 2 * size
    keys = [_key(node.path, opened(node.public), wide) for level in tree.levels for node in level.nodes]
    action = np.concatenate([level.action for level in tree.levels])
    count = np.concatenate([np.bincount(level.node) for level in tree.levels])
    first = np.concatenate([[0], np.cumsum(count)])
    chances, shares = np.concatenate(list(policy)), np.concatenate(worths(tree, policy))
    return Book(np.array(keys), first, action, chances.astype(np.float32), shares.astype(np.float32))


def opened(s: Any) -> list[int]:
    """What lies open of both racks, line by line."""
    return [*s.shown[0][: s.size], *s.shown[1][: s.size]]


def worths(tree: Tree, policy: Policy) -> list[Array]:
    """For each choice and order: the share of rounds that are won after it, if both then play by the policy."""
    trembling = [shaken(level, chances, TREMBLE) for level, chances in zip(tree.levels, policy, strict=True)]
    reach = reaches(tree, trembling)
    worth = [play(tree, trembling, reach, player)[1] for player in range(2)]
    found = []
    for depth, level in enumerate(tree.levels):
        likely = reach[depth][1 - level.actor].sum(axis=1)  # that the other one plays there, with any rack
        found.append(worth[level.actor][depth] / likely[level.node][:, None])
    return found
