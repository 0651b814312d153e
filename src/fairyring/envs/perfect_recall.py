"""Information sets: what a seat with a perfect memory can tell apart."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game

KEY_BYTES = 16


class PerfectRecall:
    """The information set of every seat, as a hash chain over what it came to know and what it did.

    `known` is the knowledge of each seat (`knowledge`, or the packed bytes of redacted states). A link is added whenever that
    changes and whenever the seat acts. Two histories have the same key for a seat exactly if the seat cannot tell them apart,
    up to collisions of a 128-bit hash.
    """

    __slots__ = ("_keys", "_known")

    def __init__(self, known: Sequence[bytes]) -> None:
        self._known = [*known]
        self._keys = [_link(b"", b"%d" % seat + mine) for seat, mine in enumerate(known)]

    def add(self, known: Sequence[bytes], actor: int, action: int) -> None:
        """Take note of an action; `known` is the knowledge after it, and `actor` may be NATURE."""
        for seat, mine in enumerate(known):
            if seat == actor:
                self._keys[seat] = _link(self._keys[seat], b"%d:" % action + mine)
            elif mine != self._known[seat]:
                self._keys[seat] = _link(self._keys[seat], mine)
        self._known = [*known]

    def key(self, seat: int) -> str:
        """Return the information set of a seat, as hexadecimal text."""
        return self._keys[seat].hex()

    def copy(self) -> PerfectRecall:
        """Return an independent copy."""
        twin = object.__new__(PerfectRecall)
        twin._known, twin._keys = [*self._known], [*self._keys]
        return twin


def knowledge(game: Game[Any], s: State) -> list[bytes]:
    """Return what each seat knows in a state."""
    return [schema.pack(game.redact(s, seat)) for seat in game.seats]


def _link(key: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(key + data, digest_size=KEY_BYTES).digest()
