"""Sealed chance: every draw of a live table follows from the server's secret and what the players added, and can be checked.

The server promises its secret S by a commitment before anybody adds anything; each guest promises a share E by K in the
same way, and opens it once all promises are known. From S, the shares and the head of the record follows the master M,
and from M every draw. At the end S is opened, and anybody can derive the whole game's chance again.
Integers are big-endian; `lp` puts a length of four bytes before a text.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

WORD = 1 << 64


def lp(data: bytes | str) -> bytes:
    """A text with its length before it, so that two texts in a row can be read in one way only."""
    raw = data.encode() if isinstance(data, str) else data
    return u32(len(raw)) + raw


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _tag(purpose: str) -> bytes:
    return lp(f"fairyring/{purpose}/1")


def commitment(table: str, game: int, secret: bytes) -> bytes:
    """What the server publishes before anybody adds a share."""
    return hashlib.sha256(_tag("commit") + lp(table) + u32(game) + secret).digest()


def promise(table: str, game: int, guest: int, share: bytes) -> bytes:
    """What a guest publishes of a share before it is opened."""
    return hashlib.sha256(_tag("share") + lp(table) + u32(game) + u32(guest) + share).digest()


@dataclass(frozen=True, slots=True)
class Share:
    """What one guest added: the promise, and the share itself if it was opened in time."""

    guest: int
    promise: bytes
    opened: bytes | None = None


def master(secret: bytes, table: str, game: int, head: str, shares: Iterable[Share]) -> bytes:
    """What all draws follow from."""
    known = sorted(shares, key=lambda share: share.guest)
    data = _tag("master") + lp(table) + u32(game) + lp(head) + u32(len(known))
    for share in known:
        data += u32(share.guest) + share.promise + (b"\x00" if share.opened is None else b"\x01" + share.opened)
    return hmac.digest(secret, data, "sha256")


def draw(master_key: bytes, number: int, weight: int) -> int:
    """The unit of weight that draw `number` picks: below `weight`, all equally likely, by rejection."""
    limit = WORD - WORD % weight
    attempt = 0
    while True:
        digest = hmac.digest(master_key, _tag("draw") + u32(number) + u32(attempt), "sha256")
        found = int.from_bytes(digest[:8], "big")
        if found < limit:
            return found % weight
        attempt += 1


def bot_seed(master_key: bytes, seat: int, decision: int) -> int:
    """The seed of a bot's n-th own decision: asked again, it thinks the same."""
    return int.from_bytes(hmac.digest(master_key, _tag("bot") + u32(seat) + u32(decision), "sha256")[:8], "big")
