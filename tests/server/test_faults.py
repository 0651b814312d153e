"""A short form of the fault campaign; `make kills` runs it for longer."""

from __future__ import annotations

import random
from pathlib import Path

from tests.server.campaigns.faults import RELEASE, Faults, run
from tests.server.support.live import Live
from tests.server.support.players import World


async def test_faults_of_sqlite_lose_no_row_and_recover(tmp_path: Path) -> None:
    with Live(tmp_path, release=RELEASE) as server:
        world = World([server], seed=5, short=True)
        faults = Faults(world, random.Random(5), tmp_path, tmp_path / "tables.db")
        totals = await run(faults, f"sqlite:///{tmp_path}/tables.db", times=5, tables=3)
    assert faults.done == dict.fromkeys(("clock", "clock jumps", "disk full", "kill", "locked"), 1)
    assert totals.games == world.games > 0
    assert totals.acked > 0
