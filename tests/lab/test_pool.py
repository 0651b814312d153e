"""Pools of workers on this machine: order, items in flight, errors, lost workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Barrier
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.errors import OptionError
from fairyring.lab.workers.pool import Pool, WorkerLostError, open_pool


class Square:
    """A job; the process that prepared it adds its id."""

    prepared = 0

    def prepare(self) -> None:
        self.prepared = os.getpid()

    def __call__(self, item: int) -> tuple[int, bool]:
        if item == 13:
            raise OptionError("13 has no square.")
        if item == 666:
            os.kill(os.getpid(), signal.SIGKILL)
        return item * item, self.prepared == os.getpid()


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (3, False), (3, True)])
def test_pool_gives_results_in_order_and_as_they_end(workers: int, threads: bool) -> None:
    with open_pool(Square(), workers=workers, threads=threads) as pool:
        assert pool.size == workers
        results = list(pool.in_order(range(9)))
        assert [square for square, _prepared in results] == [n * n for n in range(9)]
        assert all(prepared for _square, prepared in results)
        assert sorted(pool.as_done(range(5))) == [(n, (n * n, True)) for n in range(5)]


class Meeting:
    """A job of which so many must run at once."""

    def __init__(self, size: int) -> None:
        self.barrier = Barrier(size, timeout=60)

    def prepare(self) -> None: ...

    def __call__(self, item: int) -> int:
        self.barrier.wait()
        return item


def test_pool_keeps_many_workers_busy() -> None:
    with open_pool(Meeting(12), workers=12, threads=True) as pool:
        assert list(pool.in_order(range(24))) == [*range(24)]


@pytest.mark.parametrize("workers", [1, 2])
def test_pool_raises_what_the_job_raised(workers: int) -> None:
    with open_pool(Square(), workers=workers) as pool, pytest.raises(OptionError, match="13 has no square"):
        list(pool.in_order([1, 13, 2]))


def test_pool_says_that_a_worker_was_lost() -> None:
    with open_pool(Square(), workers=2) as pool, pytest.raises(WorkerLostError, match="was killed"):
        list(pool.in_order([666, 1]))


def test_pool_runs_one_item_at_a_time_in_one_worker() -> None:
    """So that progress, results and an interrupt come after each."""
    started = []

    def items() -> Iterator[int]:
        for n in range(4):
            started.append(n)
            yield n

    with open_pool(Square(), workers=1) as pool:
        for n, _result in enumerate(pool.in_order(items())):
            assert started[-1] == n


@pytest.mark.parametrize("ordered", [True, False])
def test_pool_keeps_every_worker_busy(ordered: bool) -> None:
    under_way: list[Future[int]] = []
    most = 0

    def submit(_item: int) -> Future[int]:
        nonlocal most
        future: Future[int] = Future()
        under_way.append(future)
        most = max(most, sum(not one.done() for one in under_way))
        if len(under_way) == 6:
            for one in under_way:
                one.set_result(0)
        elif len(under_way) > 6:
            future.set_result(0)
        return future

    pool = Pool(submit, 3, 6)
    results: list[Any] = list(pool.in_order(range(20)) if ordered else pool.as_done(range(20)))
    assert len(results) == 20
    assert most == 6


def test_pool_refuses_an_unknown_place() -> None:
    with pytest.raises(fr.OptionError, match="cores or ray, not on “moon”"):
        fr.simulate("fairy", games=2, on="moon")
