"""What runs in a bot's worker: jobs from standard input, one a line; answers to standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec

from fairyring.bots import backends
from fairyring.core.game import registry
from fairyring.tables.bot_jobs import Job, Weighed, think, weigh


def warm() -> None:
    """Let another process compile what bots that think ahead need; until it is there, they think without."""
    if os.environ.get("FAIRYRING_WARM", "yes") == "yes" and find_spec("numba") is not None:
        quiet = subprocess.DEVNULL
        subprocess.Popen(backends.COMPILE_COMMAND, stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603  (our own program)


def main() -> None:
    os.nice(5)  # people come first
    for name in registry.game_names():
        registry.room(name)  # imported before the first question comes
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a bot prints goes to the log, not between the answers
    print("ready", file=out, flush=True)
    warm()
    for line in sys.stdin:
        try:
            job = Job.read(json.loads(line))
            answer: int | Weighed | None = weigh(job) if job.weigh else int(think(job))
        except Exception as error:  # noqa: BLE001  (whatever a mind does wrong, the table goes on)
            print(f"a bot failed: {type(error).__name__}", file=sys.stderr)
            answer = None
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server is gone, and with it whoever wanted to know
        main()
