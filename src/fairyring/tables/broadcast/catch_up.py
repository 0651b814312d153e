"""Catch-up index: which rows changed which viewer's picture, so that a reconnecting client gets one merged beat.

It covers the whole game as far as this process has followed it. If it were cut after some number of rows, a viewer could tell
from a merged beat or a snapshot how much has happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.core.values import value_class
from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.broadcast.views import Picture
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import News, TableState
from fairyring.tables.protocol.encode import Fragment

MAX_ROWS = 4000  # far beyond any game
MAX_SNAPSHOTS = 400  # remembered cursors of snapshots

Json = dict[str, Any]


@value_class
class ChangedRow:
    """A row that changed the picture of at least one viewer."""

    seq: int
    viewers: frozenset[Viewer]
    news: tuple[News, ...]


@dataclass
class CatchUpIndex:
    """The newest pictures of viewers, and the rows that led there.

    Pictures are built only for viewers that are followed: in a process that is alone, those that have been sent anything since
    the table was loaded, as nobody else can have a cursor; else all, as cursors come from other processes, too.
    """

    n: int = 0  # number of the game
    table: Fragment = field(default_factory=Fragment)  # the public part of all pictures
    state: TableState = field(default_factory=TableState)
    followed: set[Viewer] = field(default_factory=set)
    follow_all: bool = True
    pictures: dict[Viewer, Picture] = field(default_factory=dict)
    rows: list[ChangedRow] = field(default_factory=list)
    snapshots: dict[str, tuple[Viewer, int]] = field(default_factory=dict)  # by cursor: viewer and seq

    def start(self, state: TableState, single_process: bool) -> None:
        """Begin with a table that was just loaded; what happened before is not known."""
        self.n, self.rows, self.snapshots = state.n, [], {}
        self.follow_all, self.followed = not single_process, set()
        self.state, self.table = state, views.public_table(state)
        self.pictures = self._pictures(state)

    def _pictures(
        self, state: TableState, earlier: tuple[TableState, dict[Viewer, Picture]] | None = None
    ) -> dict[Viewer, Picture]:
        seats = len(state.seats)
        if self.follow_all:
            self.followed |= {None, *range(seats)}
        # In one order: that of a set depends on the address of None, or on the version of Python.
        viewers = [viewer for viewer in (*range(seats), None) if viewer in self.followed]
        return views.pictures(state, viewers, self.table, earlier)

    def picture(self, viewer: Viewer) -> Picture:
        """Return the newest picture of a viewer, and follow it from now on."""
        if viewer not in self.pictures:
            self.followed.add(viewer)
            self.pictures |= views.pictures(self.state, (viewer,), self.table)
        return self.pictures[viewer]

    def add_row(self, state: TableState) -> tuple[dict[Viewer, list[Json]], bool]:
        """Update the pictures after a row.

        Return the viewers for whom anything changed, with the events they see; and whether the public part changed.
        """
        table_before = self.table
        if not views.same_public_table(self.state, state):
            self.table = views.public_table(state)
        before = self.pictures
        self.pictures = self._pictures(state, (self.state, before))
        self.state = state
        if state.n != self.n:
            self.n, self.rows, self.snapshots = state.n, [], {}
        table_changed = self.table is not table_before and self.table != table_before
        news: dict[Viewer, list[Json]] = {}
        public, addressed = views.events_for(state.news, None), views.addressed_viewers(state.news)
        for viewer in {**before, **self.pictures}:
            events = views.events_for(state.news, viewer) if viewer in addressed or None in addressed else public
            if events == public:
                events = public  # one object, which is written once
            known, shown = before.get(viewer), self.pictures.get(viewer)
            if events or ((known is None or shown is None) and table_changed) or known != shown:
                news[viewer] = events
        for item in state.news:
            for happening in (item.happening, *item.instead, *item.was):
                if happening is not None:
                    happening.forget_wire()
        if news:
            viewers = frozenset(news)
            if self.rows and self.rows[-1].viewers == viewers:
                viewers = self.rows[-1].viewers  # one object for many rows
            self.rows.append(ChangedRow(state.seq, viewers, state.news))
            del self.rows[:-MAX_ROWS]
        return news, table_changed

    # Cursors --------------------------------------------------------------------------------

    def remember_snapshot(self, at: str, viewer: Viewer, seq: int) -> None:
        """Remember the cursor of a snapshot."""
        self.snapshots[at] = (viewer, seq)
        while len(self.snapshots) > MAX_SNAPSHOTS:
            del self.snapshots[next(iter(self.snapshots))]

    def missed_since(self, state: TableState, viewer: Viewer, cursor: str) -> tuple[str, list[Json]] | None:
        """Return the newest cursor and the events missed since this one; None if this one is not known."""
        seq = self._seq_of(state, viewer, cursor)
        if seq is None:
            return None
        missed = [row for row in self.rows if row.seq > seq and viewer in row.viewers]
        at = opaque_ids.cursor(state, viewer, missed[-1].seq) if missed else cursor
        events = [event for row in missed for event in views.events_for(row.news, viewer)]
        return at, views.still_visible(state, viewer, events)

    def _seq_of(self, state: TableState, viewer: Viewer, cursor: str) -> int | None:
        if cursor in self.snapshots:
            whose, seq = self.snapshots[cursor]
            return seq if whose == viewer else None
        for row in reversed(self.rows):
            if viewer in row.viewers and opaque_ids.cursor(state, viewer, row.seq) == cursor:
                return row.seq
        return None
