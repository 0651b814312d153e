"""One job for many items, run in threads or processes of this machine or on a Ray cluster, with the same results everywhere.

Whatever runs a job is an `Executor` of the standard library, and is chosen in `open_pool` only.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from fairyring.core.errors import FairyringError
from fairyring.lab.workers.places import CORES, RAY, check_place

ITEMS_PER_WORKER = 2  # in flight, so that no worker waits for its next one

LOST = "A worker process was killed, ran out of memory, or was ended by what it ran"

Item = TypeVar("Item")
Result = TypeVar("Result")
Item_contra = TypeVar("Item_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)


class Job(Protocol[Item_contra, Result_co]):
    """A function of one item, with all that it needs. Its results depend on the item only, not on where it runs."""

    def prepare(self) -> None:
        """Load or compile what the job needs, once in each process or before processes are forked."""

    def __call__(self, item: Item_contra, /) -> Result_co:
        """Return the result for an item."""


class WorkerLostError(FairyringError):
    """A worker process ended in the middle of its work: killed, out of memory, or ended by a bot."""


class Pool(Generic[Item, Result]):
    """Workers that run one job. `size` is the number of workers."""

    def __init__(self, submit: Callable[[Item], Future[Result]], size: int, in_flight: int) -> None:
        self._submit, self.size, self._in_flight = submit, size, in_flight

    def in_order(self, items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results in the order of the items. Raises what the job raised, and WorkerLostError."""
        waiting: deque[Future[Result]] = deque()
        rest = iter(items)
        while True:
            while len(waiting) < self._in_flight and (started := self._start_next(rest)):
                waiting.append(started[1])
            if not waiting:
                return
            yield _result(waiting.popleft())

    def as_done(self, items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """Yield each item with its result as it ends. Raises as `in_order`."""
        running: dict[Future[Result], Item] = {}
        rest = iter(items)
        while True:
            while len(running) < self._in_flight and (started := self._start_next(rest)):
                item, future = started
                running[future] = item
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), _result(future)

    def _start_next(self, rest: Iterator[Item]) -> tuple[Item, Future[Result]] | None:
        for item in rest:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads; ours are idle
                return item, self._submit(item)
        return None


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenExecutor as error:
        raise WorkerLostError(LOST) from error


@contextmanager
def open_pool(
    job: Job[Item, Result], on: str = CORES, workers: int | None = None, threads: bool = False
) -> Iterator[Pool[Item, Result]]:
    """Prepare a job, start workers for it (default: all cores of the machine or the cluster), and stop them at the end.

    `threads` is for jobs that compiled code does. Raises OptionError for an unknown place, MissingExtra without Ray.
    """
    check_place(on)
    executor: Executor
    call: Callable[[Item], Result] = job
    if on == RAY:
        from fairyring.lab.workers.on_ray import RayExecutor  # noqa: PLC0415  (Ray is an extra)

        cluster = RayExecutor(job, workers)
        executor, size = cluster, cluster.size
    else:
        job.prepare()
        size = workers or os.cpu_count() or 1
        executor, call = _local(job, size, threads)
    in_flight = 1 if isinstance(executor, _Here) else ITEMS_PER_WORKER * size
    try:
        yield Pool(lambda item: executor.submit(call, item), size, in_flight)
    finally:
        executor.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Call(Generic[Item, Result]):
    function: Callable[[Item], Result]

    def prepare(self) -> None:
        pass

    def __call__(self, item: Item) -> Result:
        return self.function(item)


def map_on(on: str, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the function's result for each item, computed here or by the workers of a cluster. It is one of a module."""
    with open_pool(_Call(function), on, 1 if on == CORES else None) as pool:
        return list(pool.in_order(items))


# This machine -------------------------------------------------------------------------------------


class _Here(Executor):
    """Runs each item when it is submitted, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


_job: Any = None  # of a worker process


def _adopt(job: Any) -> None:
    global _job  # noqa: PLW0603
    _job = job
    job.prepare()


def _call_adopted(item: Any) -> Any:
    return _job(item)


def _local(job: Any, size: int, threads: bool) -> tuple[Executor, Callable[[Any], Any]]:
    """Return where items run on this machine, and the function that is submitted for them."""
    if size == 1:
        return _Here(), job
    if threads:
        return ThreadPoolExecutor(size), job
    # Forked workers have bots of scripts and notebooks, which could not be imported, and need no guarded main module.
    if "fork" in multiprocessing.get_all_start_methods():
        method = "fork"
    elif _can_be_sent(job):
        method = "spawn"
    else:
        return _Here(), job
    return ProcessPoolExecutor(size, multiprocessing.get_context(method), _adopt, (job,)), _call_adopted


def _can_be_sent(job: object) -> bool:
    try:
        pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True
