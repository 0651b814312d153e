"""The page of a server that plays on this device by request, and goes on alone when the server is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.offline.alone import Alone
from tests.page.support.served import Served


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Served]:
    """A server that the test kills."""
    served = Served(tmp_path)
    served.start()
    yield served
    served.stop()


def test_page_of_a_server_goes_on_alone(chromium: Browser, mortal: Served) -> None:
    person = Alone(chromium, mortal)
    page = person.page
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    person.home()
    offer = page.get_by_role("button", name="Play offline")
    expect(offer).to_be_visible()
    assert not any("/py/" in url or "sw.js" in url for url in requests), "nothing is fetched before somebody asks"
    offer.click()
    person.play_now("Fairy")
    person.until(lambda: person.owes, "a decision is due")
    person.wait_until("navigator.serviceWorker.controller?.state === 'activated'")
    mortal.kill()
    person.frames.clear()
    page.reload()
    person.until(lambda: person.owes, "the game goes on without the server")
    person.guess()
    person.home()
    person.play_now("Fairy Tale")
    person.until(lambda: person.owes, "another game begins without the server")
    person.context.close()
    assert person.errors == []
