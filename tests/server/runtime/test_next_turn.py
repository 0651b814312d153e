"""Connections that come or go at once share the event loop with all others."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fairyring.server.runtime.hub import CONNECTIONS_PER_TURN
from tests.server.support.running import running


async def test_next_turn_lets_few_connections_come_or_go_in_each_turn(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        done = 0

        async def come() -> None:
            nonlocal done
            await server.hub.next_turn()
            done += 1

        tasks = [asyncio.create_task(come()) for _ in range(10 * CONNECTIONS_PER_TURN)]
        steps = []
        while not all(task.done() for task in tasks):
            before = done
            await asyncio.sleep(0)
            steps.append(done - before)
        assert done == len(tasks)
        assert max(steps) <= CONNECTIONS_PER_TURN
