"""Log lines: JSON with times that every collector reads."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path

from fairyring.server.logs import LIBRARY_LINES, LIBRARY_SECONDS, JsonFormatter, LibraryLimit
from tests.server.support.live import LONGEST, Live


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


def library_record(name: str = "uvicorn.error", message: str = "Invalid HTTP request received.") -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, __file__, 1, message, (), None)


def test_library_limit_bounds_equal_messages_and_says_how_many_were_left_out() -> None:
    limit, now = LibraryLimit(), [0.0]
    limit._now = lambda: now[0]
    assert sum(limit.filter(library_record()) for _ in range(1000)) == LIBRARY_LINES
    assert limit.filter(library_record(message="another"))
    assert all(limit.filter(library_record("fairyring.server")) for _ in range(1000))
    now[0] = LIBRARY_SECONDS
    first = library_record()
    assert limit.filter(first)
    assert f"({1000 - LIBRARY_LINES} more" in first.getMessage()
    second = library_record()
    assert limit.filter(second)
    assert "more" not in second.getMessage()


def test_library_limit_remembers_a_bounded_number_of_messages() -> None:
    limit = LibraryLimit()
    for number in range(5000):
        limit.filter(library_record(message=f"message {number}"))
    assert len(limit._counts) <= 500


def test_log_of_a_server_does_not_grow_with_malformed_requests(folder: Path) -> None:
    with Live(folder, connections_per_address=0) as server:
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", server.port), LONGEST) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nno header\r\n\r\n")
                assert connection.recv(1000).startswith(b"HTTP/1.1 400")
        lines = server.log.read_text().splitlines()
        assert len([line for line in lines if "Invalid HTTP request" in line]) == LIBRARY_LINES
