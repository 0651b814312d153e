"""What happens around a game is seen: time-outs, leaving, a new host, requests for seats, talk; back closes drawers; pace."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.support.ends import EITHER_END, End, sit_down, take_seat
from tests.page.support.people import Person, seated
from tests.page.support.served import Served, ServedTable

Visit = Callable[..., Person]
LOCKS = """
  window.locks = 0;
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.locks += 1;
    return { release: async () => { window.locks -= 1; } };
  } } });
"""


def test_time_out_shows_a_notice_beside_the_clocks(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 3, clock={"per": 5000})
    ann = seated(visit, table, 0, size=(360, 740))
    bo = seated(visit, table, 1)
    ann.guess()
    expect(ann.page.get_by_role("timer")).to_have_count(1)  # Ann is done, a bot has none: only Bo's runs
    beside = """() => [...document.querySelectorAll(".clock")].every((clock) => {
      const box = clock.getBoundingClientRect(), seat = clock.closest(".seat");
      return [...seat.querySelectorAll(".seat__name, .seat__score, .token")].every((other) => {
        const it = other.getBoundingClientRect();
        return it.right <= box.left + 1 || it.left >= box.right - 1 || it.bottom <= box.top + 1 || it.top >= box.bottom - 1;
      });
    })"""
    for width, height in ((360, 740), (740, 360), (768, 1024), (1280, 800)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(beside), "a clock lies on a name or on points"
    expect(bo.dock).to_contain_text("Your time is up: a bot decides this once for you.")
    expect(ann.dock).to_contain_text("Time is up: a bot decides for Bo.")


def test_leaving_and_new_host_show_notices(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Mum", "Leo"], 3)
    mum, leo = seated(visit, table, 0), seated(visit, table, 1, size=(360, 740))
    mum.page.keyboard.press("m")
    leave = mum.page.get_by_role("button", name="Leave the table")
    leave.click()
    mum.page.locator(".menu__row.is-sure").click()
    expect(mum.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(mum.page.locator("a.ticket")).to_have_count(0)
    expect(leo.page.locator(".notes")).to_contain_text("You are host now")
    leo.page.get_by_role("button", name="Log").click()
    expect(leo.page.get_by_role("dialog")).to_contain_text("Mum left; Bramble, a bot, plays on in that seat.")


def test_seat_request_reaches_the_host(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Mum"], 3)
    mum = seated(visit, table, 0, size=(360, 740))
    leo = visit()
    leo.at(f"t/{table.id}")
    leo.page.get_by_role("textbox", name="Your name").fill("Leo")
    leo.page.get_by_role("button", name="Ask for a seat").click()
    expect(leo.dock).to_contain_text("You have asked for a seat; Mum decides.")
    expect(leo.dock).to_contain_text("You are watching.")
    expect(leo.dock).not_to_contain_text("you will be asked again")
    expect(mum.dock).to_contain_text("Leo would like to sit down")
    mum.dock.get_by_role("button", name="Let them").click()
    expect(leo.page.locator(".seat.is-you")).to_contain_text("Leo")
    # Sent away again: told in words, and by whom.
    mum.page.keyboard.press("m")
    kick = mum.page.get_by_role("button", name="Send away")
    kick.click()
    mum.page.get_by_role("button", name="Press again").click()
    expect(leo.page.get_by_role("alert")).to_contain_text("Mum gave your seat away.")


def test_sending_away_before_the_game_is_pressed_twice(visit: Visit, server: Served) -> None:
    created = server.post("api/tables", {"game": "fairy", "options": {"players": 2}})
    mum, leo = visit(), visit(size=(360, 740))
    mum.take(ServedTable(created["table"], [created["token"]]), 0)
    leo.at(f"t/{created['table']}")
    leo.page.get_by_role("textbox", name="Your name").fill("Leo")
    leo.page.get_by_role("button", name="Sit down as Leo").click()
    mum.page.get_by_role("button", name="Leo").click()
    mum.page.get_by_role("button", name="Ask Leo to leave").click()
    expect(mum.page.get_by_role("button", name="Leo, is here")).to_be_visible()
    mum.page.get_by_role("button", name="Press again").click()
    expect(leo.page.get_by_role("alert")).to_contain_text("gave your seat away.")
    leo.page.get_by_role("button", name="Sit down as Leo").click()
    expect(leo.page.get_by_role("alert").last).to_contain_text("You were asked to leave")


def test_chat_appears_at_the_seat_before_and_after_the_game(visit: Visit, server: Served) -> None:
    created = server.post("api/tables", {"game": "fairy", "options": {"players": 2}})
    table = ServedTable(created["table"], [created["token"]])
    ann, bo = visit(), visit(size=(360, 740))
    ann.take(table, 0)
    bo.at(f"t/{table.id}")
    bo.page.get_by_role("textbox", name="Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down as Bo").click()
    bo.page.get_by_role("textbox", name="Say something to the table").fill("Hello there")
    bo.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("region", name="Talk")).to_contain_text("Hello there")
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann, bo = seated(visit, table, 0), seated(visit, table, 1, size=(360, 740))
    for person in (ann, bo):
        person.page.get_by_role("button", name="Say something to the table").click()
        person.page.get_by_role("textbox", name="Say something to the table").fill(f"I am at {person.page.viewport_size}")
        person.page.keyboard.press("Enter")
        person.page.keyboard.press("Escape")
    expect(ann.page.locator("[data-seat='1'] .bubble")).to_contain_text("I am at")
    expect(bo.page.locator(".seat__name").first).to_have_text("Ann")  # a shout does not replace a name


@EITHER_END
def test_back_closes_a_drawer_first(visit: Visit, end: End) -> None:
    person = visit(size=(360, 740))
    person.home()
    take_seat(person, end, "fairy", 2)
    person.dock.wait_for()
    page = person.page
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(person.dock).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()  # another drawer in its place
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    person.wait_until("!history.state?.layer")
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@EITHER_END
def test_drawer_opened_while_the_last_one_closes_stays(visit: Visit, end: End) -> None:
    """The browser takes an entry of the history back a moment later, which is not the back button."""
    person = sit_down(visit, end, "fairy", 2)
    page = person.page
    page.evaluate(
        """() => { const back = history.back.bind(history);
                   addEventListener("popstate", () => { window.returned = true; });
                   history.back = () => { back();
                     document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true })); }; }"""
    )
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    person.wait_until("window.returned")
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(person.dock).to_be_visible()


@EITHER_END
def test_pace_waits_for_the_person(visit: Visit, end: End) -> None:
    person = visit()
    person.page.add_init_script("localStorage.setItem('fairyring.settings', JSON.stringify({ pace: 'press' }))")
    take_seat(person, end, "fairy", 2)
    person.dock.wait_for()
    person.guess()
    expect(person.page.locator(".fr.is-reveal")).to_be_visible()
    person.page.evaluate("new Promise((done) => setTimeout(done, 4000))")  # usually it is over by then
    expect(person.page.locator(".fr.is-reveal")).to_be_visible()
    person.page.get_by_role("button", name="Next").click()
    expect(person.page.locator(".fr.is-reveal")).to_have_count(0)
    shown = person.page.locator(".seat__score")
    person.page.keyboard.press("s")  # points as they are shown, though the bot guessed before the reveal ended
    for name, score in zip(person.page.locator(".seat__name").all_inner_texts(), shown.all_inner_texts(), strict=True):
        expect(person.page.locator("[aria-live=polite].sr")).to_contain_text(f"{name} {score}")


@EITHER_END
def test_shared_device_stays_awake(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.page.add_init_script(LOCKS)
    person.home()
    person.page.get_by_role("button", name="On this device").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Start with 2").click()
    person.page.get_by_role("button", name="open it").wait_for()
    person.wait_until("window.locks === 1")
    person.home()
    assert person.page.evaluate("window.locks ?? 0") == 0


NOTICES = """
  window.notices = [];
  window.hidden = false;
  Object.defineProperty(document, "visibilityState", { get: () => (window.hidden ? "hidden" : "visible") });
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(text) { window.notices.push(text); }
    close() {}
  };
"""


def test_notification_appears_on_request_while_the_page_is_hidden(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann = visit()
    ann.page.add_init_script(NOTICES)
    ann.take(table, 0)
    ann.dock.wait_for()
    ann.page.keyboard.press("m")
    ann.page.get_by_role("dialog").get_by_role("button", name="Settings").click()
    ann.page.get_by_role("switch", name="Notice").click()
    expect(ann.page.get_by_role("switch", name="Notice")).to_have_attribute("aria-checked", "true")
    ann.page.keyboard.press("Escape")
    ann.guess()
    assert ann.page.evaluate("window.notices.length") == 0  # Ann looked
    ann.page.evaluate("window.hidden = true")
    server.play(table, [1])
    ann.wait_until("window.notices.length === 1")
    assert "Fairy" in ann.page.evaluate("window.notices[0]")
