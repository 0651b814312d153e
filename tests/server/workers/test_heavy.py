"""Heavy work: in processes of its own, with a deadline, a short queue, a share for each address, and a cache."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairyring.core.record.record import Record
from fairyring.server.errors import Overloaded, TooMany
from fairyring.server.http.heavy import HEAVY_BYTES
from fairyring.server.workers import heavy
from fairyring.server.workers.heavy import HeavyPool, key_of
from fairyring.server.workers.heavy_jobs import run_job
from fairyring.tables.limits import MAX_IMPORT_DECISIONS
from tests.server.support.running import Running, running

RECORD = Path("tests/games/fairy/records/top.jsonl").read_text(encoding="utf-8")
# A worker that answers "slow" never, "crash" by ending, and everything else with what it was told.
FAKE = """
import json, sys, time
out = sys.stdout.buffer
def frame(data):
    out.write(len(data).to_bytes(4, "big") + data)
    out.flush()
frame(b"ready")
while head := sys.stdin.buffer.read(4):
    job = json.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
    if job["do"] == "slow":
        time.sleep(1000)
    if job["do"] == "crash":
        sys.exit(1)
    frame(json.dumps([200, "application/json", ""]).encode())
    frame(json.dumps(job).encode())
"""


def job(do: str, number: int = 0) -> bytes:
    return json.dumps({"do": do, "number": number}).encode()


@asynccontextmanager
async def pool(seconds: float = 0.2, count: int = 1) -> AsyncIterator[HeavyPool]:
    pool = HeavyPool(count, (sys.executable, "-c", FAKE), seconds)
    try:
        yield pool
    finally:
        await pool.close()


async def test_heavy_pool_answers_and_caches_by_content() -> None:
    async with pool(60) as workers:
        for _ in range(3):
            if (answer := workers.cached(key_of(job("echo")))) is None:
                answer = await workers.run(job("echo"), "a")
            assert json.loads(answer.body) == {"do": "echo", "number": 0}
        assert workers.computed == 1
        assert workers.cached(key_of(job("echo", 1))) is None
        await workers.run(job("echo", 1), "a", cache=False)
        assert workers.cached(key_of(job("echo", 1))) is None


async def test_heavy_pool_does_equal_jobs_once() -> None:
    async with pool(60) as workers:
        answers = await asyncio.gather(*(workers.run(job("echo"), "a") for _ in range(20)))
        assert len({answer.body for answer in answers}) == 1
        assert workers.computed == 1


async def test_heavy_pool_answers_others_when_the_first_caller_hangs_up() -> None:
    async with pool(60) as workers:
        tasks = [asyncio.ensure_future(workers.run(job("echo"), address)) for address in ("first", "second", "third")]
        await asyncio.sleep(0)
        tasks[0].cancel()
        for task in tasks[1:]:
            assert json.loads((await task).body)["do"] == "echo"
        assert tasks[0].cancelled()
        assert not workers._under_way


async def test_heavy_pool_kills_a_worker_at_its_deadline_and_goes_on() -> None:
    async with pool(0.2) as workers:
        with pytest.raises(Overloaded, match="too long"):
            await workers.run(job("slow"), "a")
        while workers.killed != 1:
            await asyncio.sleep(0.01)
    async with pool(60) as workers:
        with pytest.raises(Overloaded):
            await workers.run(job("crash"), "a")
        assert json.loads((await workers.run(job("echo"), "a")).body)["do"] == "echo"


async def test_heavy_pool_refuses_jobs_that_wait_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async with pool(600) as workers:
        slow = asyncio.ensure_future(workers.run(job("slow"), "a"))
        await asyncio.sleep(0)
        while workers.waiting:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(heavy, "QUEUE_SECONDS", 0.01)
        with pytest.raises(Overloaded, match="Many are asking"):
            await workers.run(job("echo"), "b")
        assert not slow.done()
        assert not workers.waiting


async def test_heavy_pool_has_a_short_queue_and_a_share_for_each_address() -> None:
    async with pool(600) as workers:
        waiting = [asyncio.ensure_future(workers.run(job("slow", n), "greedy")) for n in range(heavy.MAX_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await workers.run(job("slow", 99), "greedy")
        for n in range(heavy.MAX_WAITING + 1):
            waiting.append(asyncio.ensure_future(workers.run(job("slow", 100 + n), f"address {n}")))
            await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await workers.run(job("slow", 999), "another")
        assert workers.waiting <= heavy.MAX_WAITING
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert workers.waiting == 0  # who hangs up leaves the queue, and frees the share of the address
        assert not workers._by_address
        assert all(not entry.job for entry in workers._waiting)


async def test_heavy_pool_limits_its_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "MAX_CACHED_BYTES", 200)
    async with pool(60) as workers:
        for number in range(20):
            await workers.run(job("echo", number), "a")
        assert 0 < sum(len(answer.body) for answer in workers._cache.values()) <= 200
        assert workers.cached(key_of(job("echo", 19))) is not None
        assert workers.cached(key_of(job("echo", 0))) is None


def test_heavy_jobs_turn_every_error_into_an_answer() -> None:
    wrong = RECORD.replace('"nature": "card 4"', '"nature": "card 5"', 1)
    cases: list[tuple[dict[str, Any], int]] = [
        ({"do": "verify", "record": RECORD}, 200),
        ({"do": "verify", "record": wrong}, 422),
        ({"do": "verify", "record": "{}\n" * 3000}, 422),
        ({"do": "replay", "record": RECORD, "own": False, "eyes": "9", "first": 0, "last": 3}, 422),
        ({"do": "tool", "game": "fariables", "number": 0, "arguments": {"file": "none.svg"}}, 404),
        ({"do": "tool", "game": "fariables", "number": 1, "arguments": {"file": "svg", "data": {"board": "x"}}}, 422),
        ({"do": "nothing"}, 500),
    ]
    for fields, status in cases:
        answer = run_job(fields)
        assert answer.status == status, (fields, answer)
        if status != 200:
            assert json.loads(answer.body)["message"]


async def test_http_replay_is_computed_once_for_all_readers(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table = (await server.http.post("/api/tables/import", json={"record": RECORD})).json()["table"]
        workers: HeavyPool = server.app.litestar.state.heavy
        before = workers.computed
        for _ in range(20):
            assert (await server.http.get(f"/api/tables/{table}/replay?last=3")).status_code == 200
        assert workers.computed == before + 1
        for name in ("meadow.svg", "meadow.pdf"):
            for _ in range(5):
                assert (await server.http.get(f"/api/tools/fariables/{name}")).status_code == 200
        assert workers.computed == before + 3


async def test_http_heavy_work_has_a_share_for_each_address(tmp_path: Path) -> None:
    async with running(tmp_path, heavy_per_minute=2) as server:
        posts = [await verify(server, number) for number in range(3)]
        assert [answer.status_code for answer in posts] == [422, 422, 429]
        assert posts[-1].headers["retry-after"]
        assert posts[-1].json()["code"] == "too-fast"


async def test_http_heavy_work_is_counted_by_its_size(tmp_path: Path) -> None:
    async with running(tmp_path, heavy_per_minute=5) as server:
        sizes = [3 * HEAVY_BYTES, 10, 10, 40 * 1024]
        posts = [await server.http.post("/api/verify", json={"record": f"{n}" + " " * size}) for n, size in enumerate(sizes)]
        assert [answer.status_code for answer in posts] == [422, 422, 429, 429]


async def verify(server: Running, number: int) -> httpx.Response:
    return await server.http.post("/api/verify", json={"record": f"{number}"})


async def test_http_hanging_up_leaves_the_queue(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        workers: HeavyPool = server.app.litestar.state.heavy
        workers._program, workers._job_seconds = (sys.executable, "-c", FAKE.replace('job["do"] == "slow"', "True")), 600
        first = asyncio.create_task(verify(server, 1))
        second = asyncio.create_task(verify(server, 2))
        while workers.waiting != 1:
            await asyncio.sleep(0.01)
        for task in (first, second):
            task.cancel()
        while workers._by_address:
            await asyncio.sleep(0.01)
        assert workers.waiting == 0


async def test_http_limits_records_by_decisions(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        head, *_steps, end = RECORD.splitlines()
        text = "\n".join([head, *['{"nature": "card 4"}'] * (MAX_IMPORT_DECISIONS + 1), end, ""])
        for path in ("/api/verify", "/api/replay", "/api/tables/import"):
            answer = await server.http.post(path, json={"record": text})
            assert (answer.status_code, answer.json()["code"]) == (413, "too-long")
            assert str(MAX_IMPORT_DECISIONS) in answer.json()["message"]


async def test_import_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[int] = []
    original = Record.verify

    def counting(record: Record) -> Any:
        verified.append(1)
        return original(record)

    monkeypatch.setattr(Record, "verify", counting)
    fields = {"do": "import", "record": RECORD, "process": "p", "time": 1000, "entropy": "00" * 32}
    assert run_job(fields).status == 200
    assert verified == [1]
