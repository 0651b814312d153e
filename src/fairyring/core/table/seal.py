"""Sealed chance: a commit-reveal scheme. Every draw follows from the server's secret and the players' shares.

The server commits to its secret S before any share is made; each guest commits to a share E by K in the same way, and opens
it once all commitments are known. S, the shares and the head of the record determine the master key M, and M every draw.
At the end S is opened, and anybody can derive the chance of the whole game again.
Integers are big-endian; `length_prefixed` puts a length of four bytes before a text.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

CHOSEN_SLASHES = 2  # in what follows “day/”, where the name of a deal says its number
WORD = 1 << 64


def length_prefixed(data: bytes | str) -> bytes:
    """Return data with its length before it, so that concatenations are unambiguous."""
    raw = data.encode() if isinstance(data, str) else data
    return u32(len(raw)) + raw


def u32(number: int) -> bytes:
    """Return a number as four bytes."""
    return number.to_bytes(4, "big")


def _tag(purpose: str) -> bytes:
    return length_prefixed(f"fairyring/{purpose}/1")


def commitment(table: str, game: int, secret: bytes) -> bytes:
    """Return the server's commitment to its secret."""
    return hashlib.sha256(_tag("commit") + length_prefixed(table) + u32(game) + secret).digest()


def promise(table: str, game: int, guest: int, share: bytes) -> bytes:
    """Return a guest's commitment to a share."""
    return hashlib.sha256(_tag("share") + length_prefixed(table) + u32(game) + u32(guest) + share).digest()


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a guest: its commitment, and its value if it was opened in time."""

    guest: int
    promise: bytes
    opened: bytes | None = None


def master(secret: bytes, table: str, game: int, head: str, shares: Iterable[Share]) -> bytes:
    """Return the master key, from which all draws are derived."""
    known = sorted(shares, key=lambda share: share.guest)
    data = _tag("master") + length_prefixed(table) + u32(game) + length_prefixed(head) + u32(len(known))
    for share in known:
        data += u32(share.guest) + share.promise + (b"\x00" if share.opened is None else b"\x01" + share.opened)
    return hmac.digest(secret, data, "sha256")


def open_master(deal: str) -> bytes:
    """Return the master key of an open deal: one that is the same at every table, and that everybody can derive.

    `deal` is any text, such as a date and a game; “key/” with 64 hexadecimal digits is the key itself, as of a game that is
    over and is dealt again. “day/DAY/GAME/NUMBER” is dealt as “deal/GAME/NUMBER” on any day.
    """
    kind, _, rest = deal.partition("/")
    if kind == "key":
        return bytes.fromhex(rest)
    if kind == "day" and rest.count("/") == CHOSEN_SLASHES:
        deal = f"deal/{rest.partition('/')[2]}"
    return hashlib.sha256(_tag("open-deal") + length_prefixed(deal)).digest()


def draw(master_key: bytes, number: int, weight: int) -> int:
    """Return the result of draw `number`: uniform in 0 … weight-1, by rejection sampling."""
    limit = WORD - WORD % weight
    attempt = 0
    while True:
        digest = hmac.digest(master_key, _tag("draw") + u32(number) + u32(attempt), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % weight
        attempt += 1


def bot_seed(master_key: bytes, seat: int, decision: int) -> int:
    """Return the seed of a bot's n-th own decision; asked again, it is the same."""
    return int.from_bytes(hmac.digest(master_key, _tag("bot") + u32(seat) + u32(decision), "sha256")[:8], "big")


def moves_hash(decisions: Iterable[tuple[int, str]]) -> bytes:
    """Return the hash of the seats' decisions in their order, from (seat, notation); nature has seat -1 and is left out."""
    parts = [u32(seat) + length_prefixed(action) for seat, action in decisions if seat >= 0]
    return hashlib.sha256(_tag("moves") + b"".join(parts)).digest()


def steps_hash(decisions: Iterable[tuple[int, str]], digest: str) -> bytes:
    """Return the hash of all decisions in their order, nature's included, and of the digest of the final position."""
    parts = [u32(seat % (1 << 32)) + length_prefixed(action) for seat, action in decisions]
    return hashlib.sha256(_tag("steps") + b"".join(parts) + length_prefixed(digest)).digest()
