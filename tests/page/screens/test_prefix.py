"""The page behind a proxy with a path prefix: all requests stay below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.page.support.people import Person
from tests.page.support.prefix import PATH, Proxy
from tests.page.support.served import Served

Visit = Callable[..., Person]


@pytest.fixture
def proxy(server: Served) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def test_prefix_home_game_and_replay(visit: Visit, server: Served, proxy: Proxy) -> None:
    person = visit(url=proxy.url)
    page = person.page
    person.home()
    page.get_by_role("button", name="With friends").click()
    expect(page.locator(".invite__qr svg.qr")).to_be_visible()
    assert page.url.startswith(f"{proxy.url}t/")
    expect(page.locator("#link")).to_contain_text(f"{PATH}/t/")
    page.get_by_role("button", name="Start with").click()
    person.until(lambda: person.owes, "the game has begun")
    person.guess()
    page.reload()
    person.until(lambda: person.owes, "the game goes on")
    page.get_by_role("link", name="Fairy").first.click()
    expect(page.get_by_role("link", name="Go on playing").first).to_be_visible()
    assert page.url == proxy.url
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    person.at(f"t/{table.id}/replay?at=3")
    expect(page.get_by_role("slider", name="Moment of the game")).to_have_value("3")
    person.at("box/boards")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert proxy.stray == [], "something was asked for outside the path"


def test_prefix_link_preview_has_image(visit: Visit, proxy: Proxy) -> None:
    person = visit(url=proxy.url)
    person.home()
    image = person.page.locator("meta[property='og:image']").get_attribute("content")
    assert image == f"{proxy.url}og.png"
    assert person.page.request.get(image).ok
