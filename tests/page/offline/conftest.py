"""Fixtures of the tests without a server: the page as a folder of files on a plain file server under a path."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.served import DIST

# Engines ask for the time and for timers of at most some seconds; starting the interpreter has a longer limit, in real time.
FAST_CLOCK = """{
  const [now, wait, times] = [performance.now.bind(performance), setTimeout, 40];
  performance.now = () => now() * times;
  self.setTimeout = (act, pause = 0, ...more) => wait(act, pause <= 10_000 ? pause / times : pause, ...more);
}
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, written by `fairyring static`."""
    if not (DIST / "offline.json").exists():
        pytest.fail("The page's own Python is not built: run “make offline”.", pytrace=False)
    out = tmp_path_factory.mktemp("static") / "page"
    subprocess.run([sys.executable, "-m", "fairyring", "static", str(out)], check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def hasty_folder(folder: Path) -> Path:
    """The same page, but the clock of its tables runs fast, so that bots make no pauses."""
    out = folder.with_name("hasty")
    shutil.copytree(folder, out, dirs_exist_ok=True)
    for script in (out / "worker").glob("worker-*.js"):
        script.write_text(FAST_CLOCK + script.read_text())
    return out


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[StaticSite]:
    site = StaticSite(folder)
    yield site
    site.stop()


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
