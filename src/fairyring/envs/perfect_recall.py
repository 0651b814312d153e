"""Information sets: what a seat with a perfect memory can tell apart."""

from __future__ import annotations

import hashlib
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game

KEY_BYTES = 16


class PerfectRecall:
    """The information set of every seat, as a hash chain over what it came to know and what it did.

    A link is added whenever the seat's knowledge (`game.redact`) changes and whenever the seat acts. Two histories have the
    same key for a seat exactly if the seat cannot tell them apart, up to collisions of a 128-bit hash.
    """

    __slots__ = ("_game", "_keys", "_known")

    def __init__(self, game: Game[Any], s: State) -> None:
        self._game = game
        self._known = [self._knowledge(s, seat) for seat in game.seats]
        self._keys = [_link(b"", b"%d" % seat + known) for seat, known in enumerate(self._known)]

    def _knowledge(self, s: State, seat: int) -> bytes:
        return schema.pack(self._game.redact(s, seat))

    def add(self, s: State, actor: int, action: int) -> None:
        """Take note of an action; `s` is the state after it, and `actor` may be NATURE."""
        for seat, before in enumerate(self._known):
            known = self._knowledge(s, seat)
            if seat == actor:
                self._keys[seat] = _link(self._keys[seat], b"%d:" % action + known)
            elif known != before:
                self._keys[seat] = _link(self._keys[seat], known)
            self._known[seat] = known

    def key(self, seat: int) -> str:
        """Return the information set of a seat, as hexadecimal text."""
        return self._keys[seat].hex()

    def copy(self) -> PerfectRecall:
        """Return an independent copy."""
        twin = object.__new__(PerfectRecall)
        twin._game, twin._known, twin._keys = self._game, [*self._known], [*self._keys]
        return twin


def _link(key: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(key + data, digest_size=KEY_BYTES).digest()
