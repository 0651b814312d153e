"""Worker process for bots: reads jobs from standard input, one JSON line each, and writes answers to standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec

from fairyring.bots import backends
from fairyring.core.game import registry
from fairyring.core.game.room_file import load_rooms_of_environment
from fairyring.server.workers.priority import lower_priority
from fairyring.tables.bot_jobs import Job, Weights, think, weigh


def compile_kernels() -> None:
    """Compile kernels for searching bots in another process; until they are ready, bots search without them."""
    if os.environ.get("FAIRYRING_WARM", "yes") == "yes" and find_spec(backends.COMPILER) is not None:
        quiet = subprocess.DEVNULL
        subprocess.Popen(backends.COMPILE_COMMAND, stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603  (a program of ours)


def main() -> None:
    """Answer jobs until standard input is closed."""
    lower_priority()
    load_rooms_of_environment()
    for name in registry.game_names():
        registry.room(name)  # import all rules before the first job
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of bots goes to the log, not between answers
    print("ready", file=out, flush=True)
    compile_kernels()
    for line in sys.stdin:
        try:
            job = Job.read(json.loads(line))
            answer: int | Weights | None = weigh(job) if job.weigh else int(think(job))
        except Exception as error:  # noqa: BLE001  (any error of a bot; the table takes another action)
            print(f"a bot failed: {type(error).__name__}", file=sys.stderr)
            answer = None
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server is gone
        main()
