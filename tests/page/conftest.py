"""Fixtures of the browser tests: a real server, the built page and Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.ends import SERVER, WORKER, End
from tests.page.support.people import PATIENCE, Person
from tests.page.support.served import DIST, Served

HOW = "No Chromium was found: set FAIRYRING_CHROMIUM, run “playwright install chromium”, or install the package chromium."
expect.set_options(timeout=PATIENCE)  # as long as anything else is waited for: a step may be told for some seconds
# The headless shell needs half the CPU time of the browser. Without hinting of fonts it lays out pages as the browser does.
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--font-render-hinting=none", *(("--no-sandbox",) if os.geteuid() == 0 else ()))
# Compile WebAssembly once, quickly. To compile Python's interpreter again with all optimisations takes a third of the CPU time
# in which a page that plays without a server begins its first game.
LIFTOFF = "--js-flags=--liftoff-only"
# Draw no pixels, because no test looks at them: all is laid out, and every click finds its element. To draw takes
# a third of the CPU time of a browser without a graphics card (threads ThreadPoolForeg of renderers).
NO_RASTER = "--force-gpu-mem-available-mb=0"


def find_chromium(own: str, whole: bool = False) -> str:
    """Path of Chromium: FAIRYRING_CHROMIUM, else the headless shell on the PATH, else Playwright's own (`own`), else another
    one on the PATH, else Debian's packages, installed now. With `whole` (pictures, benchmarks), the shell comes last.
    """
    first = "" if whole else _which(SHELL)
    for candidate in (os.environ.get("FAIRYRING_CHROMIUM", ""), first, own, *map(_which, (*NAMES, SHELL))):
        if candidate and Path(candidate).exists():
            return candidate
    if os.geteuid() == 0 and shutil.which("apt-get"):
        with (Path(tempfile.gettempdir()) / "fairyring-apt").open("w") as lock:
            flock(lock, LOCK_EX)  # the tests run in several processes, and only one of them may install
            if not any(map(_which, (*NAMES, SHELL))):
                for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "chromium", SHELL]):
                    subprocess.run(command, check=False, capture_output=True)
    path = next(filter(None, map(_which, (*NAMES, SHELL) if whole else (SHELL, *NAMES))), "")
    if not path:
        pytest.fail(HOW, pytrace=False)
    return path


def _which(name: str) -> str:
    return shutil.which(name) or ""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Browser of all tests of the page in one process. Closed after them, because its event loop disturbs other tests."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, LIFTOFF, NO_RASTER])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if not (DIST / "index.html").exists():
        pytest.fail("The page is not built: run “make client”.", pytrace=False)
    served = Served(tmp_path_factory.mktemp("tables"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, written by `fairyring static`."""
    if not (DIST / "offline.json").exists():
        pytest.fail("The page's own Python is not built: run “make offline”.", pytrace=False)
    out = tmp_path_factory.mktemp("static") / "page"
    subprocess.run([sys.executable, "-m", "fairyring", "static", str(out)], check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[StaticSite]:
    """That folder on a plain file server under a path."""
    site = StaticSite(folder)
    yield site
    site.stop()


@pytest.fixture
def end(request: pytest.FixtureRequest) -> End:
    """Who answers the page: a server, or in a test with BOTH_ENDS its own worker, too."""
    found: End = request.getfixturevalue("site" if getattr(request, "param", SERVER) == WORKER else "server")
    return found


@pytest.fixture
def visit(chromium: Browser, end: End) -> Iterator[Callable[..., Person]]:
    """Factory of persons, each with a browser context: `visit()`, or with a size and a theme."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(chromium, end, **how) if isinstance(end, Served) else Alone(chromium, end, **how))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    for person in people:
        assert person.errors == [], "the page had errors"
