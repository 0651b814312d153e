"""Prometheus metrics. They contain no table ids, names or game state."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from fairyring.tables.log.rows import Row

MILLISECONDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)


class Metrics:
    """Metrics of one server, in a registry of their own, so that one process can run several servers."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.created = Counter("fairyring_tables_created", "Tables created", registry=registry)
        self.rows = Counter("fairyring_rows", "Rows stored", registry=registry)
        self.decisions = Counter("fairyring_decisions", "Decisions of seats and of chance", registry=registry)
        self.games = Counter("fairyring_games_ended", "Games that ended", registry=registry)
        self.lost = Counter("fairyring_rows_lost", "Rows that another process was faster with", registry=registry)
        self.failures = Counter("fairyring_failures", "Tasks that failed: please report", registry=registry)
        self.refused = Counter("fairyring_refused", "Connections and requests refused", ["why"], registry=registry)
        self.unreadable = Counter(
            "fairyring_unreadable",
            "Tables that could not be loaded: damaged, or of another version",
            ["why"],
            registry=registry,
        )
        self.fallbacks = Counter(
            "fairyring_bot_fallbacks", "Decisions of bots made without a worker: too few workers", registry=registry
        )
        self.notices = Counter("fairyring_push", "Notices to people who are away (Web Push)", ["outcome"], registry=registry)
        self.append = Histogram(
            "fairyring_append_seconds", "From a decision to its durability", registry=registry,
            buckets=[ms / 1000 for ms in MILLISECONDS],
        )  # fmt: skip

    def count_row(self, milliseconds: int, row: Row) -> None:
        """Count a stored row, and how long storing it took."""
        kinds = [entry.kind for entry in row.entries]
        self.rows.inc()
        for counter, kind in ((self.decisions, "decision"), (self.games, "end")):
            if count := kinds.count(kind):  # counters have a lock
                counter.inc(count)
        self.append.observe(milliseconds / 1000)

    def watch(self, name: str, help_: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when it is read."""
        Gauge(f"fairyring_{name}", help_, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
