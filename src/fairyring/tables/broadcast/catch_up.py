"""The trail: which rows changed something for whom, so that a viewer who was away is told what it missed, and no more.

It covers the whole game as far as this process has followed it, whatever its length: were it cut after some number of rows,
whether somebody gets a merged beat or a whole picture would tell how much has happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import Durable, News

STEPS = 4000  # far beyond any game
POINTS = 400


@dataclass(frozen=True, slots=True)
class Step:
    """A row that changed something."""

    seq: int
    changed: frozenset[Viewer]
    news: tuple[News, ...]


@dataclass
class Trail:
    """The newest pictures of all viewers, and the way there."""

    n: int = 0
    pictures: dict[Viewer, dict[str, Any]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    points: dict[str, tuple[Viewer, int]] = field(default_factory=dict)  # cursors of whole pictures

    def begin(self, durable: Durable) -> None:
        """From here on this process follows."""
        self.n, self.steps, self.points = durable.n, [], {}
        self.pictures = self._pictures(durable)

    def _pictures(self, durable: Durable) -> dict[Viewer, dict[str, Any]]:
        table = views.public(durable)
        return {viewer: views.picture(durable, viewer, table) for viewer in (None, *range(len(durable.seats)))}

    def see(self, viewer: Viewer) -> dict[str, Any]:
        """The picture of a viewer."""
        return self.pictures[viewer]

    def follow(self, durable: Durable) -> dict[Viewer, list[dict[str, Any]]]:
        """After a row: for whom did a byte change, and what are they told? The table itself is part of every picture."""
        before, self.pictures = self.pictures, self._pictures(durable)
        if durable.n != self.n:
            self.n, self.steps, self.points = durable.n, [], {}
        news: dict[Viewer, list[dict[str, Any]]] = {}
        for viewer in set(before) | set(self.pictures):
            told = views.events(durable.news, viewer)
            if told or self.pictures.get(viewer, self.pictures[None]) != before.get(viewer, before[None]):
                news[viewer] = told
        if news:
            self.steps.append(Step(durable.seq, frozenset(news), durable.news))
            del self.steps[:-STEPS]
        return news

    # Points ---------------------------------------------------------------------------------

    def mark(self, at: str, viewer: Viewer, seq: int) -> None:
        """Remember the cursor of a whole picture."""
        self.points[at] = (viewer, seq)
        while len(self.points) > POINTS:
            del self.points[next(iter(self.points))]

    def since(self, durable: Durable, viewer: Viewer, cursor: str) -> tuple[str, list[dict[str, Any]]] | None:
        """The newest cursor and what was missed since this one; None where it is not known."""
        seq = self._seq(durable, viewer, cursor)
        if seq is None:
            return None
        missed = [step for step in self.steps if step.seq > seq and viewer in step.changed]
        at = opaque_ids.cursor(durable, viewer, missed[-1].seq) if missed else cursor
        told = [event for step in missed for event in views.events(step.news, viewer)]
        return at, views.still(durable, viewer, told)

    def _seq(self, durable: Durable, viewer: Viewer, cursor: str) -> int | None:
        if cursor in self.points:
            whose, seq = self.points[cursor]
            return seq if whose == viewer else None
        for step in reversed(self.steps):
            if viewer in step.changed and opaque_ids.cursor(durable, viewer, step.seq) == cursor:
                return step.seq
        return None
