"""Rate limits of the messages of one table, checked before they are decoded.

A connection has its own limit (`ws.protocol`). These two apply across connections, so that more of them do no more work: one
for all devices of a guest with a seat, and one for all guests without a seat together.
"""

from __future__ import annotations

from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.limits import MESSAGE_RATE, WATCHERS_MESSAGE_RATE, TokenBucket

WATCHERS = 0  # no guest has this number


class MessageLimits:
    """Token buckets by guest."""

    def __init__(self) -> None:
        self._buckets: dict[int, TokenBucket] = {}

    def allow(self, engine: TableEngine, conn: str, time: int) -> bool:
        """Count a message of a connection; return whether it may be processed."""
        connection, state = engine.session.connections.get(conn), engine.state
        if connection is None or state is None:
            return True  # not welcomed yet: the engine drops its messages, or queues them up to a limit
        member = state.host == connection.guest or bool(state.seats_of(connection.guest))
        owner, rate = (connection.guest, MESSAGE_RATE) if member else (WATCHERS, WATCHERS_MESSAGE_RATE)
        bucket = self._buckets.get(owner) or TokenBucket.full(rate[1], time)
        allowed, self._buckets[owner] = bucket.take(time, *rate)
        return allowed
