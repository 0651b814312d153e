"""A family at home: letting phones in, links for them, copying over plain http, and the way back to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.support.fitting import misfits
from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.page.table.household import in_own_network
from tests.page.walk.look import Shape, defects

Visit = Callable[..., Person]
LAN = "127.0.0.2"  # stands for the address in the local network; tests listen on loopback only
PLAIN = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"  # as a browser has it over plain http


@pytest.fixture
def home_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server as `make play` starts it: on loopback, with no proxy before it."""
    served = Served(tmp_path_factory.mktemp("household"), FAIRYRING_PROXIES="", FAIRYRING_LAN=LAN)
    served.start()
    yield served
    served.stop()


def pasted(page: Page) -> str:
    """The text in the clipboard, as pasting shows it."""
    page.evaluate(
        """() => { const field = document.createElement("textarea"); field.id = "pasted";
                   document.body.append(field); field.focus(); }"""
    )
    page.keyboard.press("ControlOrMeta+V")
    text = page.locator("#pasted").input_value()
    page.evaluate("document.getElementById('pasted').remove()")
    return text


def test_household_lets_phones_in_by_one_button(chromium: Browser, home_server: Served) -> None:
    host = Person(chromium, home_server)
    host.home()
    host.page.get_by_role("button", name="With friends").click()
    invitation = host.page.get_by_role("region", name="Invite friends")
    expect(invitation).to_contain_text("only this device")
    expect(invitation.get_by_role("img")).to_have_count(0)  # no code that leads nowhere
    invitation.get_by_role("button", name="Let phones in").click()
    expect(invitation.locator("svg.qr")).to_be_visible()
    link = invitation.locator("#link").inner_text()
    assert link.startswith(f"{LAN}:{home_server.port}/t/")

    phone = Person(chromium, home_server, size=(360, 740))
    phone.page.add_init_script(PLAIN)
    phone.page.goto(f"http://{link}")
    phone.page.get_by_role("textbox", name="Your name").fill("Mum")
    phone.page.get_by_role("button", name="Sit down as Mum").click()
    expect(host.page.get_by_role("button", name="Mum")).to_be_visible()
    phone.page.get_by_role("button", name="Copy the link").click()
    expect(phone.page.get_by_text("Copied", exact=True)).to_be_visible()
    assert pasted(phone.page) == f"http://{link}"
    for person in (host, phone):
        person.context.close()
        assert person.errors == []


def test_household_invitation_fits_on_the_smallest_phone(chromium: Browser, home_server: Served) -> None:
    host = Person(chromium, home_server, size=(320, 568), language="de")
    host.home()
    host.page.get_by_role("button", name="Mit Freunden").click()
    let_in = host.page.get_by_role("button", name="Handys hereinlassen")
    let_in.wait_for()
    assert misfits(host) == []
    let_in.click()
    host.page.locator("svg.qr").wait_for()
    for text in (100, 150):
        found = list(defects(host, Shape((320, 568), "light", "de", text)))
        assert found == [], text
    host.context.close()
    assert host.errors == []


def test_household_of_three_browsers_sits_down_by_the_printed_address() -> None:
    """The server is started as `make play` does it, and the phones come from another address of the machine."""
    told = in_own_network()
    port = told["own"].rpartition(":")[2]
    assert told["own"].startswith("http://localhost:")
    assert told["printed"] == f"http://{told['lan']}:{port}"
    assert told["link"].startswith(f"{told['printed']}t/"), "the link of the invitation leads there, too"
    assert all(phone["busy"] < 10 for phone in told["phones"]), told["phones"]


def test_household_shows_the_command_if_the_page_cannot_open_the_network(visit: Visit) -> None:
    person = visit()  # a server behind a proxy: nobody is known to sit at its machine
    person.home()
    person.page.get_by_role("button", name="With friends").click()
    expect(person.page.get_by_role("region", name="Invite friends")).to_contain_text("fairyring serve --host 0.0.0.0")


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1024, 768), (1280, 800), (1920, 1080)])
def test_ticket_leads_back_to_a_running_game(visit: Visit, server: Served, size: tuple[int, int]) -> None:
    person = visit(size=size)
    person.take(server.open_table("fairy", ["Ann", "Bo"], 2), 0)
    person.dock.wait_for()
    person.home()
    ticket = person.page.locator("a.ticket:visible").first
    ticket.scroll_into_view_if_needed()
    box = ticket.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(person.dock).to_be_visible()
