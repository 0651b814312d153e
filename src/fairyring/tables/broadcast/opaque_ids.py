"""Labels: names of decisions and of points in the story that tell no count. All processes derive the same."""

from __future__ import annotations

import base64
import hashlib
import hmac
from functools import lru_cache

from fairyring.core.table.seal import length_prefixed, u32
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import Durable


@lru_cache(maxsize=8192)  # the same few are asked for again and again
def _label(key: bytes, purpose: str, data: bytes) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, length_prefixed(f"fairyring/{purpose}/1") + data, "sha256")[:9]).decode()


def ask(durable: Durable, seat: int) -> str:
    """The name of the decision that the seat has to make, or can still change."""
    assert durable.run is not None
    return _label(durable.key, "ask", u32(durable.n) + u32(seat) + u32(durable.run.turns[seat]))


def outcome(durable: Durable) -> str:
    """The name of the outcome that somebody has to report, or to confirm."""
    assert durable.run is not None
    return _label(durable.key, "outcome", u32(durable.n) + u32(len(durable.run.decisions)))


def cursor(durable: Durable, viewer: Viewer, seq: int) -> str:
    """The name of a row for one viewer."""
    return _label(durable.key, "cursor", length_prefixed("" if viewer is None else str(viewer)) + u32(seq))


def snapshot_cursor(durable: Durable, entropy: bytes, conn: str) -> str:
    """The name of a whole picture. It differs each time, so that equal ones tell nobody that nothing was chosen meanwhile."""
    return _label(durable.key, "snapshot", length_prefixed(entropy) + length_prefixed(conn))


def code(durable: Durable, guest: int, command: str) -> str:
    """The code of a seat link: the same again when its command is sent again."""
    raw = hmac.digest(durable.key, length_prefixed("fairyring/link/1") + u32(guest) + length_prefixed(command), "sha256")[:16]
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def token(entropy: bytes, conn: str) -> str:
    """A new device's token: 192 bits, told once."""
    return base64.urlsafe_b64encode(
        hashlib.sha256(length_prefixed("fairyring/token/1") + length_prefixed(conn) + entropy).digest()[:24]
    ).decode()


def hashed(secret: str) -> str:
    """How a token or code is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def table_id(entropy: bytes) -> str:
    """80 bits, in letters and digits that can be read aloud."""
    return base64.b32encode(hashlib.sha256(length_prefixed("fairyring/table/1") + entropy).digest()[:10]).decode().lower()
