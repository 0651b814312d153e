"""Catch-up index: which rows changed which viewer's picture, so that a reconnecting client gets one merged beat.

It covers the whole game as far as this process has followed it. If it were cut after some number of rows, a viewer could tell
from a merged beat or a snapshot how much has happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.broadcast.views import Picture
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import News, TableState

MAX_ROWS = 4000  # far beyond any game
MAX_SNAPSHOTS = 400  # remembered cursors of snapshots

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that changed the picture of at least one viewer."""

    seq: int
    viewers: frozenset[Viewer]
    news: tuple[News, ...]


@dataclass
class CatchUpIndex:
    """The newest pictures of all viewers, and the rows that led there."""

    n: int = 0  # number of the game
    pictures: dict[Viewer, Picture] = field(default_factory=dict)
    rows: list[ChangedRow] = field(default_factory=list)
    snapshots: dict[str, tuple[Viewer, int]] = field(default_factory=dict)  # by cursor: viewer and seq

    def start(self, state: TableState) -> None:
        """Begin with a table that was just loaded; what happened before is not known."""
        self.n, self.rows, self.snapshots = state.n, [], {}
        self.pictures = self._pictures(state)

    def _pictures(self, state: TableState) -> dict[Viewer, Picture]:
        table = views.public_table(state)
        return {viewer: views.picture(state, viewer, table) for viewer in (None, *range(len(state.seats)))}

    def picture(self, viewer: Viewer) -> Picture:
        """Return the newest picture of a viewer."""
        return self.pictures[viewer]

    def add_row(self, state: TableState) -> dict[Viewer, list[Json]]:
        """Update the pictures after a row; return the viewers for whom anything changed, with the events they see."""
        before, self.pictures = self.pictures, self._pictures(state)
        if state.n != self.n:
            self.n, self.rows, self.snapshots = state.n, [], {}
        news: dict[Viewer, list[Json]] = {}
        for viewer in set(before) | set(self.pictures):
            events = views.events_for(state.news, viewer)
            if events or self.pictures.get(viewer, self.pictures[None]) != before.get(viewer, before[None]):
                news[viewer] = events
        if news:
            self.rows.append(ChangedRow(state.seq, frozenset(news), state.news))
            del self.rows[:-MAX_ROWS]
        return news

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
