"""Process of one attacker: `python -m tests.server.attack.child NAME PORT SECONDS`. Prints “begin”, then counts as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys

from tests.server.attack import attacks
from tests.server.attack.attacker import ATTACKS, Attacker

NICENESS = 10  # the attacker's own work must not delay the server


def _begin() -> None:
    print("begin", flush=True)


async def run(name: str, port: int, seconds: float) -> Attacker:
    """Run one attack."""
    attacker = Attacker(port, seconds, list(ATTACKS).index(name), _begin)
    await ATTACKS[name].run(attacker)
    await attacker.close()
    return attacker


def main() -> None:
    assert attacks.LOADED
    os.nice(NICENESS)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    name, port, seconds = sys.argv[1:]
    attacker = asyncio.run(run(name, int(port), float(seconds)))
    print(json.dumps({"sent": attacker.sent, "answers": attacker.answers}), flush=True)


if __name__ == "__main__":
    main()
