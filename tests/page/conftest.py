"""Fixtures of the browser tests: a real server, the built page and Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.page.support.people import PATIENCE, Person
from tests.page.support.served import DIST, Served

HOW = "No Chromium was found: set FAIRYRING_CHROMIUM, run “playwright install chromium”, or install the package chromium."
expect.set_options(timeout=PATIENCE)  # as long as anything else is waited for: a step may be told for some seconds
# The headless shell needs half the CPU time, but lays out some titles differently from the browser that people use:
# modules that measure the layout set WHOLE_BROWSER.
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium(own: str, whole: bool = True) -> str:
    """Path of Chromium: FAIRYRING_CHROMIUM, else the headless shell unless the whole browser is wanted, else Playwright's,
    else one on the PATH, else Debian's packages, installed now.
    """
    names = NAMES if whole else (SHELL, *NAMES)
    own = own if whole or not shutil.which(SHELL) else ""
    for candidate in (os.environ.get("FAIRYRING_CHROMIUM", ""), own, *(shutil.which(name) or "" for name in names)):
        if candidate and Path(candidate).exists():
            return candidate
    if os.geteuid() == 0 and shutil.which("apt-get"):
        with (Path(tempfile.gettempdir()) / "fairyring-apt").open("w") as lock:
            flock(lock, LOCK_EX)  # the tests run in several processes, and only one of them may install
            if not shutil.which("chromium"):
                for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "chromium", SHELL]):
                    subprocess.run(command, check=False, capture_output=True)
    path = shutil.which("chromium")
    if not path:
        pytest.fail(HOW, pytrace=False)
    return path


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Browser of one test module. Closed after the module, because its event loop disturbs other tests."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path, getattr(request.module, "WHOLE_BROWSER", False))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else [])
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


@pytest.fixture
def visit(chromium: Browser, server: Served) -> Iterator[Callable[..., Person]]:
    """Factory of persons, each with a browser context: `visit()`, or with a size and a theme."""
    people: list[Person] = []

    def come(**how: Any) -> Person:
        people.append(Person(chromium, server, **how))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    for person in people:
        assert person.errors == [], "the page had errors"
