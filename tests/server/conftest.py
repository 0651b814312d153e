"""Fixtures: fresh databases of either kind, and coroutine tests."""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server.support.services import Postgres, Redis, new_folder

KILLS = int(os.environ.get("FAIRYRING_KILLS", "2"))  # of a process, for each database; `make kills` does hundreds
LONGEST = 400 + 10 * KILLS  # seconds: a test that hangs must say where


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST))
    return True


@dataclass(frozen=True)
class Database:
    """An empty database."""

    kind: str
    url: str
    name: str  # the file, or the name in PostgreSQL


def new_sqlite(folder: Path) -> Database:
    return Database("sqlite", f"sqlite:///{folder}/tables.db", f"{folder}/tables.db")


def new_postgres(server: Postgres) -> Database:
    name = asyncio.run(server.new_database())
    return Database("postgresql", server.url(name), name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.remove()


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a name short enough for a socket in it."""
    path = new_folder()
    yield path
    shutil.rmtree(path)


@pytest.fixture
def sqlite_database(tmp_path: Path) -> Database:
    return new_sqlite(tmp_path)


@pytest.fixture
def postgres_database(postgres: Postgres) -> Database:
    return new_postgres(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    return new_sqlite(tmp_path) if request.param == "sqlite" else new_postgres(request.getfixturevalue("postgres"))
