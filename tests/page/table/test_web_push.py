"""Web Push in a browser: from the switch in the settings to the notice of the service worker and its press.

Chromium has no push service here, so what such a service would answer to `subscribe` is put in its place, and what it would
deliver is delivered by the browser's debugger. Everything between is real.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from fairyring.server.push.keys import make_private_key
from tests.page.conftest import FLAGS, find_chromium
from tests.page.support.accessibility import axe_violations
from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.server.support.push_service import PushService, check_signature

SUBSCRIBE = """PushManager.prototype.subscribe = async function (wanted) {
  window.wanted = wanted;
  return { toJSON: () => ({ endpoint: %s, keys: { p256dh: %s, auth: %s } }) };
};"""
NOTICES = "navigator.serviceWorker.ready.then((known) => known.getNotifications())"


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as push_service:
        yield push_service


@pytest.fixture
def pushing(tmp_path: Path) -> Iterator[Served]:
    served = Served(
        tmp_path,
        FAIRYRING_PUSH_KEY=make_private_key(),
        FAIRYRING_PUSH_CONTACT="mailto:op@example.org",
        FAIRYRING_PUSH_NETWORKS="127.0.0.0/8",
    )
    served.start()
    yield served
    served.stop()


@pytest.fixture
def whole(chromium: Browser) -> Iterator[Browser]:
    """The whole browser: the headless shell shows no notices."""
    kind = chromium.browser_type
    browser = kind.launch(executable_path=find_chromium(kind.executable_path, whole=True), args=FLAGS)
    yield browser
    browser.close()


def deliver(person: Person, message: Any) -> None:
    """Deliver a message as the browser's push service does."""
    tool = person.context.new_cdp_session(person.page)
    registrations: list[dict[str, Any]] = []
    tool.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    tool.send("ServiceWorker.enable")
    person.until(lambda: bool(registrations), "the service worker is known")
    where = {"origin": person.url.rstrip("/"), "registrationId": registrations[-1]["registrationId"]}
    tool.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})


def test_push_reaches_a_person_who_has_closed_the_page(whole: Browser, pushing: Served, service: PushService) -> None:
    table = pushing.open_table("fairy", ["Ann", "Bob"], 2)
    ann = Person(whole, pushing, (360, 740))
    ann.context.grant_permissions(["notifications"], origin=pushing.url)
    phone = service.browser("anns-phone")
    ann.page.add_init_script(SUBSCRIBE % tuple(json.dumps(phone.body()[name]) for name in ("endpoint", "p256dh", "auth")))
    ann.take(table, 0)
    ann.dock.wait_for()
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_text("Also while this page is closed").wait_for()
    assert axe_violations(ann.page) == []
    with ann.page.expect_response(lambda answer: answer.url.endswith(f"api/tables/{table.id}/push")) as answered:
        ann.page.get_by_role("switch", name="Notice").click()
    assert answered.value.status == 200
    key = pushing.get("api/push")["key"]
    assert ann.page.evaluate("wanted") == {"userVisibleOnly": True, "applicationServerKey": key}
    assert service.received == []

    ann.at("health")  # away from the table
    ann.until(lambda: bool(service.received), "she is away, and owes a guess")
    (request,) = service.received
    check_signature(request.headers["authorization"], service.origin, key)
    message = phone.decrypt(request.body)
    assert message == {"title": "Fairy", "text": "It is your turn.", "table": table.id}

    ann.home()
    deliver(ann, message)
    ann.wait_until(f"{NOTICES}.then((notices) => notices.length === 1)")
    shown = ann.page.evaluate(f"{NOTICES}.then(([one]) => [one.title, one.body, one.tag, one.data])")
    assert shown == ["Fairy", "It is your turn.", table.id, f"{pushing.url}t/{table.id}"]
    worker = ann.context.service_workers[0]
    press = "new NotificationEvent('notificationclick', { notification: (await registration.getNotifications())[0] })"
    worker.evaluate(f"(async () => {{ self.dispatchEvent({press}); }})()")
    ann.wait_until(f"{NOTICES}.then((notices) => notices.length === 0)")
    assert ann.errors == []
    ann.context.close()


def test_push_is_not_spoken_of_where_the_server_sends_none(chromium: Browser, server: Served) -> None:
    person = Person(chromium, server)
    with person.page.expect_response(lambda answer: answer.url.endswith("api/push")):
        person.home()
        person.page.get_by_role("button", name="Settings").first.click()
    person.page.get_by_role("switch", name="Notice").wait_for()
    assert person.page.get_by_text("Also while this page is closed").count() == 0
    person.context.close()


def test_push_on_an_iphone_says_to_put_the_page_on_the_home_screen(chromium: Browser, pushing: Served) -> None:
    person = Person(chromium, pushing, (360, 740))
    person.page.add_init_script("navigator.standalone = false; delete window.PushManager; delete window.Notification;")
    person.home()
    person.page.get_by_role("button", name="Settings").first.click()
    person.page.get_by_text("Add to Home Screen").wait_for()
    assert person.page.get_by_role("switch", name="Notice").count() == 0
    person.context.close()
