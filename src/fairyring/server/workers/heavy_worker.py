"""Heavy worker process: reads jobs from standard input and writes answers to standard output, one at a time.

A job is a frame of JSON; an answer is a frame of JSON (status, media type, file name) and a frame with the body. A frame is a
length of four bytes and as many bytes.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import BinaryIO

from fairyring.api.tools import tool_modules
from fairyring.core.game import registry
from fairyring.core.game.room_file import load_rooms_of_environment
from fairyring.server.workers.heavy_jobs import run_job
from fairyring.server.workers.priority import lower_priority

LENGTH_BYTES = 4


def write_frame(out: BinaryIO, data: bytes) -> None:
    out.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)


def main() -> None:
    """Answer jobs until standard input is closed."""
    lower_priority()
    load_rooms_of_environment()
    for name in registry.game_names():
        registry.room(name)  # import all rules before the first job
    tool_modules()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything printed goes to the log, not between answers
    write_frame(out, b"ready")
    out.flush()
    while head := sys.stdin.buffer.read(LENGTH_BYTES):
        answer = run_job(json.loads(sys.stdin.buffer.read(int.from_bytes(head, "big"))))
        write_frame(out, json.dumps([answer.status, answer.media_type, answer.file_name]).encode())
        write_frame(out, answer.body)
        out.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server is gone
        main()
