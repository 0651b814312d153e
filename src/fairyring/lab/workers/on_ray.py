"""Jobs on a Ray cluster. The job is sent once to each machine, an item and its result with each task.

The cluster is the one that `RAY_ADDRESS` names, else one that runs on this machine, else one that is started here for this
process. A task whose machine is lost runs again on another: results depend on the item only.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from hashlib import blake2b
from pickle import UnpicklingError
from typing import Any

import fairyring
from fairyring.core.errors import FairyringError
from fairyring.core.extras import import_extra

JOBS_KEPT = 4  # in each worker process
RETRIES = 1  # of a task whose machine or process is lost
LOCAL_STORE_BYTES = 80_000_000  # object store of a cluster that is started here; chunks are smaller than 10 MB
CONNECT_SECONDS = 10
USAGE_VARIABLE = "RAY_USAGE_STATS_ENABLED"


def connect() -> Any:
    """Return the module ray, connected to a cluster. Raises MissingExtra, and FairyringError if none can be reached."""
    os.environ.setdefault(USAGE_VARIABLE, "0")  # no usage reports of a cluster that is started here
    ray = import_extra("ray")
    if ray.is_initialized():
        return ray
    check_address()
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
    try:
        try:
            ray.init(address=os.environ.get("RAY_ADDRESS") or "auto", **settings)
        except ConnectionError:
            if os.environ.get("RAY_ADDRESS"):
                raise
            ray.init(address="local", include_dashboard=False, object_store_memory=LOCAL_STORE_BYTES, **settings)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise FairyringError(f"No Ray cluster can be reached at {_address()}: {_first_line(error)}.") from error
    return ray


def check_address() -> None:
    """Raise a FairyringError if `RAY_ADDRESS` does not answer; Ray itself would retry for many minutes."""
    host, _, port = _address().rpartition(":")
    if port.isdigit() and "/" not in host:
        try:
            socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
        except OSError as error:
            raise FairyringError(f"No Ray cluster can be reached at {_address()}: {_first_line(error)}.") from error


def _address() -> str:
    return os.environ.get("RAY_ADDRESS") or "this machine"


class RayExecutor(Executor):
    """Runs one job in tasks of a Ray cluster. `size` defaults to the number of its CPUs."""

    def __init__(self, job: Any, size: int | None = None) -> None:
        self._ray = ray = connect()
        self.size = size or max(1, int(ray.cluster_resources().get("CPU", 1)))
        payload = _dumps(ray, job)
        self._shared = ray.put(payload), blake2b(payload, digest_size=16).hexdigest()
        self._run = ray.remote(num_cpus=1, max_retries=RETRIES)(_run)
        self._running: dict[Future[Any], Any] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the job for an item; `fn` is the job."""
        payload, key = self._shared
        reference = self._run.remote(fairyring.__version__, payload, key, *args)
        done: Future[Any] = Future()
        self._running[done] = reference
        reference.future().add_done_callback(lambda future: self._copy(future, done))
        return done

    def _copy(self, source: Future[Any], done: Future[Any]) -> None:
        """Set the result of a task, or what it raised, without Ray's wrapping."""
        if self._running.pop(done, None) is None:
            return  # shut down
        error = source.exception()
        if error is None:
            result, problem = source.result()
            if problem is None:
                done.set_result(result)
            else:
                done.set_exception(problem)
        else:
            done.set_exception(_plain(self._ray, error))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what still runs. The connection stays, for the next job of this process."""
        running, self._running = list(self._running.values()), {}
        for reference in running:
            self._ray.cancel(reference, force=False)


def _dumps(ray: Any, job: Any) -> bytes:
    """Pickle a job; bots from modules that are not part of Fairyring travel as code, so that no machine needs their files."""
    sent = []
    for bot in getattr(job, "own_bots", ()):
        module = sys.modules.get(getattr(bot, "__module__", type(bot).__module__))
        if module is not None and module.__name__ != "__main__" and not module.__name__.startswith("fairyring."):
            ray.cloudpickle.register_pickle_by_value(module)
            sent.append(module)
    try:
        return bytes(ray.cloudpickle.dumps(job))
    except (TypeError, AttributeError, ValueError) as error:
        raise FairyringError(f"This bot cannot be sent to other machines: {_first_line(error)}.") from error
    finally:
        for module in sent:
            ray.cloudpickle.unregister_pickle_by_value(module)


def _plain(ray: Any, error: BaseException) -> BaseException:
    from fairyring.lab.workers.pool import LOST, WorkerLostError  # noqa: PLC0415  (it imports this module)

    lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError)
    if isinstance(error, lost):
        return WorkerLostError(LOST)
    cause = getattr(error, "cause", None)
    if isinstance(cause, ModuleNotFoundError) or "ModuleNotFoundError" in str(error):
        return FairyringError(
            f"A machine of the cluster lacks a module: {_first_line(cause or error)}; "
            f"install fairyring {fairyring.__version__} on all of them."
        )
    return cause if isinstance(cause, BaseException) else error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


# In the workers -----------------------------------------------------------------------------------


def _run(version: str, payload: bytes, key: str, item: Any) -> tuple[Any, FairyringError | None]:
    """Return the result of an item, or the error of ours that it raised."""
    try:
        if version != fairyring.__version__:
            raise FairyringError(
                f"A machine of the cluster has fairyring {fairyring.__version__}, and this one {version}; install the same."
            )
        return _load(key, payload)(item), None
    except FairyringError as error:
        return None, error


_jobs: dict[str, Any] = {}  # of this process, by the digest of their pickles


def _load(key: str, payload: bytes) -> Any:
    """Unpickle and prepare a job, once in each process."""
    if key not in _jobs:
        try:
            job = import_extra("ray").cloudpickle.loads(payload)
        except (UnpicklingError, AttributeError) as error:
            raise FairyringError(f"A machine of the cluster cannot read the job: {_first_line(error)}.") from error
        job.prepare()
        while len(_jobs) >= JOBS_KEPT:
            del _jobs[next(iter(_jobs))]
        _jobs[key] = job
    return _jobs[key]
