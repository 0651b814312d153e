"""Background tasks: a failure is logged, counted and retried, and /health names the task meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fairyring.server.runtime.background import MAX_PAUSE_SECONDS, BackgroundTasks, retry_pause
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.store.errors import StoreError
from tests.server.support.running import running


async def until(true: object) -> None:
    async with asyncio.timeout(100):
        while not true():  # type: ignore[operator]
            await asyncio.sleep(0.005)


async def test_background_task_goes_on_after_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    metrics, tries = Metrics(), list[int]()
    broken = True

    async def work() -> None:
        tries.append(1)
        if broken:
            raise KeyError("a bug")

    tasks = BackgroundTasks(metrics)
    tasks.run_forever("sweep", work, 0.001)
    await until(lambda: len(tries) >= 3)
    assert tasks.not_running() == ["sweep"]
    assert "sweep" in caplog.text
    assert (metrics.registry.get_sample_value("fairyring_failures_total") or 0) >= 2
    broken = False
    await until(lambda: not tasks.not_running())
    await tasks.close()
    assert tasks.not_running() == ["sweep"]


async def test_background_task_waits_for_the_store_without_counting_a_failure() -> None:
    metrics, tries = Metrics(), list[int]()

    async def work() -> None:
        tries.append(1)
        raise StoreError("locked")

    tasks = BackgroundTasks(metrics)
    tasks.run_forever("poll", work, 0.001)
    await until(lambda: len(tries) >= 3)
    assert tasks.not_running() == []
    assert metrics.registry.get_sample_value("fairyring_failures_total") == 0
    await tasks.close()


async def test_health_names_a_background_task_that_does_not_run(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        assert (await server.http.get("/health")).json()["stopped"] == []
        task = server.hub.workers._tasks[0]
        task.cancel()
        await asyncio.wait([task])
        answer = await server.http.get("/health")
        assert (answer.status_code, answer.json()["stopped"]) == (503, ["bot workers"])


async def test_poll_survives_a_table_that_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One exception used to end all wake-ups for the life of the process."""
    async with running(tmp_path) as server:
        calls: list[int] = []

        async def due(*_args: object) -> list[object]:
            calls.append(1)
            if len(calls) == 1:
                raise RuntimeError("a bug")
            return []

        monkeypatch.setattr(server.hub.store, "due", due)
        await until(lambda: len(calls) >= 2)
        assert server.failures() == 1
        server.app.metrics.failures.reset()


def test_retry_pause_doubles_up_to_a_minute_however_long_it_fails() -> None:
    assert [retry_pause(1.0, failures) for failures in range(4)] == [1.0, 2.0, 4.0, 8.0]
    assert retry_pause(1.0, 5000) == MAX_PAUSE_SECONDS
