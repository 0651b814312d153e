"""Fixtures of the tests without a server: the page as a folder of files on a plain file server under a path."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite

# Engines ask for the time and for timers of at most some seconds; starting the interpreter has a longer limit, in real time.
FAST_CLOCK = """{
  const [now, wait, times] = [performance.now.bind(performance), setTimeout, 40];
  performance.now = () => now() * times;
  self.setTimeout = (act, pause = 0, ...more) => wait(act, pause <= 10_000 ? pause / times : pause, ...more);
}
"""


@pytest.fixture(scope="session")
def hasty_folder(folder: Path) -> Path:
    """The same page, but the clock of its tables runs fast, so that bots make no pauses."""
    out = folder.with_name("hasty")
    shutil.copytree(folder, out, dirs_exist_ok=True)
    for script in (out / "worker").glob("worker-*.js"):
        script.write_text(FAST_CLOCK + script.read_text())
    return out


@pytest.fixture
def come(chromium: Browser, site: StaticSite) -> Iterator[Callable[..., Alone]]:
    """Factory of persons without a server, each with a browser context."""
    people: list[Alone] = []

    def come(at: StaticSite = site, **how: Any) -> Alone:
        people.append(Alone(chromium, at, **how))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    for person in people:
        assert person.errors == [], "the page had errors"
