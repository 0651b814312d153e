"""Rows of a hosted table on their way into the store: one at a time, and what follows from each outcome.

Nearly every row is stored at the first try and asks nothing else of the store. Its outcome is a callback then, without a task.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from fairyring.server.runtime.cards import LastSummary, card_of
from fairyring.server.store import Outcome
from fairyring.server.store import errors as store_errors
from fairyring.tables.engine.inputs import Failed, Lost, Stored
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import to_store

if TYPE_CHECKING:
    from fairyring.server.runtime.hosted_table import HostedTable

STORE_ENTRIES = frozenset({"archive", "forgotten", "device"})  # entries for which `apply_to_store` has something to do


class RowAppends:
    """Appends rows one at a time: a row appended again, or after a lost one, waits for the outcome of the first.

    The table is an argument, because two objects that refer to each other would be garbage when the table is dropped.
    """

    __slots__ = ("_rows", "_summary")

    def __init__(self) -> None:
        self._summary = LastSummary()
        self._rows: deque[Row] = deque()  # the first one is under way

    def append(self, hosted: HostedTable, row: Row) -> None:
        """Append a row, once those before it are settled, unless it was discarded by then."""
        self._rows.append(row)
        if len(self._rows) == 1:
            self._next(hosted)

    def _next(self, hosted: HostedTable) -> None:
        while self._rows:
            row, in_flight = self._rows[0], hosted.engine.in_flight
            if in_flight is not None and in_flight.row is row:
                self._begin(hosted, row, in_flight.draft)
                return
            self._rows.popleft()

    def _begin(self, hosted: HostedTable, row: Row, draft: TableState) -> None:
        hub, unlisted = hosted.hub, False
        started = hub.now()
        try:
            card = card_of(draft, hub.process, row.at, self._summary)
            public = card.public and not draft.archived
            listed = hub.lobby.lists(hosted.table, public)  # of a table that is not public any more, it frees the place
            unlisted = public and not listed
            if unlisted:
                card = replace(card, public=False)
            outcome = hub.store.begin_append(to_store(row), card)
        except Exception as error:  # noqa: BLE001  (as if the store had raised it later)
            outcome = hub.loop.create_future()
            outcome.set_exception(error)
        outcome.add_done_callback(partial(self._done, hosted, row, started, unlisted))

    def _done(self, hosted: HostedTable, row: Row, started: int, unlisted: bool, outcome: asyncio.Future[Outcome]) -> None:
        hub = hosted.hub
        stored = not outcome.cancelled() and outcome.exception() is None and outcome.result() is Outcome.STORED
        if stored:
            hub.metrics.count_row(hub.now() - started, row)
            if not hub.single_process:
                hub.pubsub.publish_head(hosted.table, row.seq)
        if stored and STORE_ENTRIES.isdisjoint([entry.kind for entry in row.entries]):
            try:
                _row_stored(hosted, row, unlisted)
            finally:  # whatever fails, the table goes on
                self._rows.popleft()
                self._next(hosted)
        else:
            hub.run(self._settle(hosted, row, unlisted, outcome))

    async def _settle(self, hosted: HostedTable, row: Row, unlisted: bool, appended: asyncio.Future[Outcome]) -> None:
        """Go on with an outcome that takes more than a callback."""
        try:
            outcome = await _outcome(appended)
            if outcome is Outcome.STORED:
                await hosted.apply_to_store(row)
                _row_stored(hosted, row, unlisted)
            elif outcome is Outcome.LOST and not await hosted.exists():
                hosted.evict()
            elif outcome is Outcome.LOST:
                hosted.hub.metrics.lost.inc()
                hosted.take(lambda time, entropy: Lost(time, entropy, row.seq, row.hash))
            else:
                hosted.take(Failed)
        finally:
            self._rows.popleft()
            self._next(hosted)


async def _outcome(appended: asyncio.Future[Outcome]) -> Outcome:
    try:
        return await appended
    except store_errors.ANY:
        return Outcome.UNKNOWN


def _row_stored(hosted: HostedTable, row: Row, unlisted: bool) -> None:
    hosted.take(lambda time, entropy: Stored(time, entropy, row.seq, row.hash))
    hosted.note_unlisted(unlisted)
