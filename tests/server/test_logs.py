"""Log lines: JSON with times that every collector reads."""

from __future__ import annotations

import json
import logging

from fairyring.server.logs import JsonFormatter


def test_logs_have_times_with_a_zone() -> None:
    record = logging.LogRecord("fairyring.test", logging.WARNING, __file__, 1, "two %s", ("words",), None)
    record.created = 1_000_000_000.25
    fields = json.loads(JsonFormatter().format(record))
    assert fields == {
        "time": "2001-09-09T01:46:40.250+00:00",
        "level": "warning",
        "from": "fairyring.test",
        "message": "two words",
    }
