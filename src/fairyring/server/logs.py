"""Structured logging: one JSON object per line on standard error. Log messages contain no names, tokens or table ids."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

# Libraries of which only warnings are logged: at lower levels they log addresses of clients, values of queries and requests to
# push services, all of them personal or secret, and alembic each of its plugins.
QUIET = ("websockets", "uvicorn", "alembic", "aiosqlite", "httpcore")


class JsonFormatter(logging.Formatter):
    """Format a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")  # RFC 3339
        fields = {"time": time, "level": record.levelname.lower(), "from": record.name}
        fields["message"] = record.getMessage()
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def configure_logging(level: str) -> None:
    """Log at this level ("debug", "info", "warning" or "error") and above, as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns once per write to a closed connection
