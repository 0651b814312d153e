"""Push subscriptions of guests, in the database. Each is a capability: whoever has it can send to that browser."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.server.store.engine import writing
from fairyring.server.store.schema import PUSH

MAX_PER_GUEST = 4  # devices of one person at one table; the oldest one goes


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """Where a browser of a guest gets notices about a table. Its text form shows no secret."""

    table: str
    guest: int
    id: str  # hash of the endpoint
    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)  # public key of the browser, base64url
    auth: str = field(repr=False)  # secret shared with the browser, base64url
    language: str = "en"


class PushStore:
    """Subscriptions by table and guest. A guest has at most one notice outstanding, whichever process sends it."""

    def __init__(self, engine: AsyncEngine, turn: AbstractAsyncContextManager[object]) -> None:
        self._engine, self._turn = engine, turn  # `turn`: one writer of this process at a time

    async def add(self, subscription: PushSubscription, at: int) -> None:
        """Keep a subscription, or replace what was kept of it; with too many of one guest, the oldest go."""
        own = _of(subscription.table, subscription.guest)
        async with self._turn, writing(self._engine) as connection:
            await connection.execute(sa.delete(PUSH).where(own, PUSH.c.id == subscription.id))
            kept = (await connection.execute(sa.select(PUSH.c.id).where(own).order_by(PUSH.c.at, PUSH.c.id))).scalars().all()
            if surplus := kept[: max(0, len(kept) + 1 - MAX_PER_GUEST)]:
                await connection.execute(sa.delete(PUSH).where(own, PUSH.c.id.in_(surplus)))
            values = {
                "table_id": subscription.table, "guest": subscription.guest, "id": subscription.id,
                "endpoint": subscription.endpoint, "p256dh": subscription.p256dh, "auth": subscription.auth,
                "language": subscription.language, "notified": False, "at": at,
            }  # fmt: skip
            await connection.execute(sa.insert(PUSH).values(values))

    async def claim(self, table: str, guest: int) -> list[PushSubscription]:
        """Return the subscriptions that no notice went to since their guest was last here, and mark them: once for all."""
        marked = sa.update(PUSH).where(_of(table, guest), ~PUSH.c.notified).values(notified=True).returning(PUSH)
        async with self._turn, writing(self._engine) as connection:
            rows = (await connection.execute(marked)).all()
        return [PushSubscription(r.table_id, r.guest, r.id, r.endpoint, r.p256dh, r.auth, r.language) for r in rows]

    async def release(self, table: str, guest: int) -> None:
        """Note that the guest is here: the next absence may bring a notice again."""
        await self._execute(sa.update(PUSH).where(_of(table, guest), PUSH.c.notified).values(notified=False))

    async def remove(self, subscription: PushSubscription) -> None:
        """Delete a subscription that its push service does not know any more."""
        own = _of(subscription.table, subscription.guest)
        await self._execute(sa.delete(PUSH).where(own, PUSH.c.id == subscription.id))

    async def forget(self, table: str, guest: int) -> None:
        """Delete all subscriptions of a guest."""
        await self._execute(sa.delete(PUSH).where(_of(table, guest)))

    async def _execute(self, statement: Any) -> None:
        async with self._turn, writing(self._engine) as connection:
            await connection.execute(statement)


def _of(table: str, guest: int) -> sa.ColumnElement[bool]:
    return sa.and_(PUSH.c.table_id == table, PUSH.c.guest == guest)
