"""Structured logging: one JSON object per line on standard error. Log messages contain no names, tokens or table ids."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime

# Libraries of which only warnings are logged: at lower levels they log addresses of clients, values of queries and requests to
# push services, all of them personal or secret, and alembic each of its plugins.
QUIET = ("websockets", "uvicorn", "alembic", "aiosqlite", "httpcore")
OURS = "fairyring"
MAX_MESSAGES = 500  # different messages that are counted; the oldest is forgotten
LIBRARY_LINES, LIBRARY_SECONDS = 10, 60.0  # so many equal messages of a library are logged in so many seconds


class LibraryLimit(logging.Filter):
    """Drops repeated messages of libraries, which strangers can cause by the thousand: uvicorn warns of each malformed request.

    Messages are equal if their logger and their text before formatting are. The first line of the next period says how many
    were left out. Our own messages are limited where they are logged.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}  # by message: since when, and how many
        self._now = time.monotonic

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.partition(".")[0] == OURS:
            return True
        key, now = (record.name, str(record.msg)[:200]), self._now()
        since, count = self._counts.get(key, (now, 0))
        if now - since >= LIBRARY_SECONDS:
            dropped, since, count = count - LIBRARY_LINES, now, 0
            if dropped > 0:
                record.msg, record.args = f"{record.getMessage()} ({dropped} more of these were left out)", ()
        if key not in self._counts and len(self._counts) >= MAX_MESSAGES:
            del self._counts[next(iter(self._counts))]
        self._counts[key] = (since, count + 1)
        return count < LIBRARY_LINES


class JsonFormatter(logging.Formatter):
    """Format a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")  # RFC 3339
        fields = {"time": at, "level": record.levelname.lower(), "from": record.name}
        fields["message"] = record.getMessage()
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def configure_logging(level: str) -> None:
    """Log at this level ("debug", "info", "warning" or "error") and above, as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(LibraryLimit())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns once per write to a closed connection
