"""Information states: all that a seat with a perfect memory knows, as a key and as a tensor.

`PerfectRecall` keeps, for each seat, a chain of links: what the seat came to know, and which action of its own led there. Both
the key and the tensor are made from that chain, and the chain from redacted states, so hidden facts never enter; the kit checks
it. Chains are shared between copies, so that a search can copy a state cheaply.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import prod
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.kernel.stepping.tensor import MAX_ONE_HOT, tensor_function, tensor_length, tensor_parts

KEY_BYTES = 16


class Link:
    """What a seat came to know, with its own action that led there, if it was one. `row` caches the tensor of `known`."""

    __slots__ = ("action", "before", "key", "known", "row")

    def __init__(self, before: Link | None, data: bytes, known: bytes, action: int | None) -> None:
        self.before, self.known, self.action = before, known, action
        self.key: bytes = hashlib.blake2b((before.key if before else b"") + data, digest_size=KEY_BYTES).digest()
        self.row: list[int] = []


class PerfectRecall:
    """The information set of every seat, as a hash chain over what it came to know and what it did.

    `known` is the knowledge of each seat (`knowledge`, or the packed bytes of redacted states). A link is added whenever that
    changes and whenever the seat acts. Two histories have the same key for a seat exactly if the seat cannot tell them apart,
    up to collisions of a 128-bit hash.
    """

    __slots__ = ("_last",)

    def __init__(self, known: Sequence[bytes]) -> None:
        self._last = [Link(None, b"%d" % seat + mine, mine, None) for seat, mine in enumerate(known)]

    def add(self, known: Sequence[bytes], actor: int, action: int) -> None:
        """Take note of an action; `known` is the knowledge after it, and `actor` may be NATURE."""
        for seat, mine in enumerate(known):
            last = self._last[seat]
            if seat == actor:
                self._last[seat] = Link(last, b"%d:" % action + mine, mine, action)
            elif mine != last.known:
                self._last[seat] = Link(last, mine, mine, None)

    def key(self, seat: int) -> str:
        """Return the information set of a seat, as hexadecimal text."""
        return self._last[seat].key.hex()

    def last(self, seat: int) -> Link:
        """Return the newest link of a seat's chain; `before` leads to the earlier ones."""
        return self._last[seat]

    def copy(self) -> PerfectRecall:
        """Return an independent copy."""
        twin = object.__new__(PerfectRecall)
        twin._last = [*self._last]
        return twin


def knowledge(game: Game[Any], s: State) -> list[bytes]:
    """Return what each seat knows in a state."""
    return [knowledge_of(game, s, seat) for seat in game.seats]


def knowledge_of(game: Game[Any], s: State, seat: int) -> bytes:
    """Return what one seat knows in a state."""
    return schema.pack(game.redact(s, seat))


class InformationTensor:
    """Information states as rows of integers of a fixed length, in named parts.

    parts of the observation tensor   what the seat knows now
    recall.knowledge                  what it knew at each of the `recall` links before, the newest first
    recall.action                     its own action that ended that knowledge: one-hot, 0 for none; the number of the action
                                      plus 1 if one-hot would take more than MAX_ONE_HOT entries
    recall.digest                     the 128 bits of the key at the oldest of these links; 0 if no link came before it

    So two rows of a seat are equal exactly if its keys are, in games of any length (as far as numbers stay below MAX_ENTRY).
    """

    def __init__(self, game: Game[Any], recall: int) -> None:
        self._kind, self._recall, self._actions = game.room.schema.state, recall, len(game.actions)
        self._encode = tensor_function(self._kind)
        self._width = tensor_length(self._kind, game.players)
        self._one_hot = recall * self._actions <= MAX_ONE_HOT
        parts = tensor_parts(self._kind, game.players)
        self.shapes = {part.name: part.shape for part in parts}
        now = [part.high for part in parts for _ in range(prod(part.shape))]
        action_width = self._actions if self._one_hot else 1
        if recall:
            self.shapes |= {"recall.knowledge": (recall, self._width), "recall.action": (recall, action_width)}
        self.shapes["recall.digest"] = (8 * KEY_BYTES,)
        actions = [1 if self._one_hot else self._actions] * (recall * action_width)
        self.highs = [*now * (1 + recall), *actions, *[1] * (8 * KEY_BYTES)]  # largest value of each entry; the lowest is 0

    def row(self, recall: PerfectRecall, seat: int) -> list[int]:
        """Return the information state of a seat."""
        link: Link | None = (now := recall.last(seat))
        known, actions = [*self._known(now, seat)], list[int]()
        for _ in range(self._recall):
            action, link = (link.action, link.before) if link else (None, None)
            known += self._known(link, seat) if link else [0] * self._width
            if self._one_hot:
                actions += [int(number == action) for number in range(self._actions)]
            else:
                actions.append(0 if action is None else action + 1)
        key = int.from_bytes(link.key, "little") if link and link.before else 0
        return [*known, *actions, *(key >> bit & 1 for bit in range(8 * KEY_BYTES))]

    def _known(self, link: Link, seat: int) -> list[int]:
        if not link.row:
            link.row = [0] * self._width
            self._encode(schema.unpack(self._kind, link.known), seat, link.row, 0)
        return link.row
