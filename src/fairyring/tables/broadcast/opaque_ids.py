"""Opaque identifiers (HMAC) for decisions and cursors; they reveal no sequence numbers. All processes derive the same."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from functools import lru_cache
from typing import Any

from fairyring.core.table.seal import length_prefixed, u32
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import TableState

TAGS = {purpose: length_prefixed(f"fairyring/{purpose}/1") for purpose in ("ask", "outcome", "cursor", "snapshot")}
BLOCK_BYTES = 64  # of SHA-256
URLSAFE = bytes.maketrans(b"+/", b"-_")
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # RFC 2104


@lru_cache(maxsize=4096)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """Return the inner and the outer hash of HMAC-SHA-256 for a key: `hmac.digest` takes five times as long without them."""
    block = key.ljust(BLOCK_BYTES, b"\0")
    return hashlib.sha256(block.translate(INNER)), hashlib.sha256(block.translate(OUTER))


def _label(key: bytes, purpose: str, data: bytes) -> str:
    """Return 72 bits of an HMAC in base64url. Keys have at most 64 bytes."""
    inner, outer = _keyed(key)
    return _finish(inner, outer, TAGS[purpose] + data)


def _finish(keyed_inner: Any, keyed_outer: Any, data: bytes) -> str:
    """Return 72 bits of an HMAC in base64url, from its two hashes so far."""
    inner, outer = keyed_inner.copy(), keyed_outer.copy()
    inner.update(data)
    outer.update(inner.digest())
    return binascii.b2a_base64(outer.digest()[:9], newline=False).translate(URLSAFE).decode()


@lru_cache(maxsize=8192)  # every picture asks for the same few
def _decision_label(key: bytes, n: int, seat: int, turn: int) -> str:
    return _label(key, "ask", u32(n) + u32(seat) + u32(turn))


def decision_id(state: TableState, seat: int) -> str:
    """Return the id of the decision that a seat has to make or can still change: `ask` on the wire."""
    assert state.run is not None
    return _decision_label(state.label_key, state.n, seat, state.run.turns[seat])


def outcome_id(state: TableState) -> str:
    """Return the id of the outcome that has to be reported or confirmed."""
    assert state.run is not None
    return _label(state.label_key, "outcome", u32(state.n) + u32(len(state.run.decisions)))


def cursor(state: TableState, viewer: Viewer, seq: int) -> str:
    """Return the cursor of a row for one viewer."""
    inner, outer = _keyed_for_cursors(state.label_key, viewer)
    return _finish(inner, outer, seq.to_bytes(4, "big"))


@lru_cache(maxsize=8192)  # each row asks for one of every viewer
def _keyed_for_cursors(key: bytes, viewer: Viewer) -> tuple[Any, Any]:
    """Return the hashes of a viewer's cursors, up to the number of the row."""
    keyed_inner, outer = _keyed(key)
    inner = keyed_inner.copy()
    inner.update(TAGS["cursor"] + length_prefixed("" if viewer is None else str(viewer)))
    return inner, outer


def snapshot_cursor(state: TableState, entropy: bytes, conn: str) -> str:
    """Return the cursor of a snapshot. It differs each time: equal cursors would reveal that no seat has chosen meanwhile."""
    return _label(state.label_key, "snapshot", length_prefixed(entropy) + length_prefixed(conn))


def seat_link_code(state: TableState, guest: int, command_id: str) -> str:
    """Return the code of a seat link (128 bits); the same when its command is resent."""
    raw = hmac.digest(
        state.label_key, length_prefixed("fairyring/link/1") + u32(guest) + length_prefixed(command_id), "sha256"
    )[:16]
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def device_token(entropy: bytes, conn: str) -> str:
    """Return the token of a new device: 192 bits, sent once."""
    return base64.urlsafe_b64encode(
        hashlib.sha256(length_prefixed("fairyring/token/1") + length_prefixed(conn) + entropy).digest()[:24]
    ).decode()


def watcher_token(state: TableState, entropy: bytes, conn: str, attempt: int) -> str:
    """Return the token of a new watcher: a number, 64 random bits, and a signature with the key of the table."""
    data = length_prefixed("fairyring/watcher/1") + length_prefixed(conn) + u32(attempt) + entropy
    random = bytearray(hashlib.sha256(data).digest()[:12])
    random[0] = random[0] & 0x3F | 0x40  # a number from 2³⁰ to 2³¹ − 1
    return base64.urlsafe_b64encode(bytes(random) + _watcher_signature(state, bytes(random))).decode()


def watcher_number(state: TableState, token: str) -> int | None:
    """Return the number in the token of a watcher; None if this table did not sign it."""
    try:
        raw = base64.b64decode(token, altchars=b"-_", validate=True)
    except ValueError:
        return None
    random, signature = raw[:12], raw[12:]
    return int.from_bytes(random[:4], "big") if hmac.compare_digest(signature, _watcher_signature(state, random)) else None


def _watcher_signature(state: TableState, random: bytes) -> bytes:
    return hmac.digest(state.label_key, length_prefixed("fairyring/watcher-signature/1") + random, "sha256")[:12]


def hash_secret(secret: str) -> str:
    """Return the hash under which a token or code is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def table_id(entropy: bytes) -> str:
    """Return a new table id: 80 bits in base32, lower case."""
    return base64.b32encode(hashlib.sha256(length_prefixed("fairyring/table/1") + entropy).digest()[:10]).decode().lower()
