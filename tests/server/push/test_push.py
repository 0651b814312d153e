"""Web Push, from a page's subscription to the push service: when a notice goes out, what it says, and what is kept."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fairyring.core.errors import OptionError
from fairyring.server import logs
from fairyring.server.push import sender, watcher
from fairyring.server.push.keys import PushKeys, make_private_key
from tests.server.support.push_service import Browser, PushService, check_signature
from tests.server.support.running import Running, Talk, running

LONGEST = 200.0  # seconds; a busy machine is slow
QUIET = 1.0  # seconds in which a wrong notice would come: many sweeps
CONTACT = "mailto:op@example.org"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "AWAY_MS", 100)
    monkeypatch.setattr(watcher, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(sender.PushSender.__init__, "__defaults__", ((0.01, 0.01),))


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as push_service:
        yield push_service


async def until(true: Callable[[], bool], what: str) -> None:
    async with asyncio.timeout(LONGEST):
        while not true():
            await asyncio.sleep(0.02)
    assert true(), what


@asynccontextmanager
async def pushing(folder: Path, networks: str = "127.0.0.0/8", **chosen: str) -> AsyncIterator[Running]:
    settings = {"push_key": make_private_key(), "push_contact": CONTACT, "push_networks": networks, **chosen}
    async with running(folder, **settings) as server:
        yield server


async def subscribe(server: Running, table: str, token: str, body: dict[str, str]) -> int:
    answer = await server.http.post(f"/api/tables/{table}/push", json=body, headers={"authorization": f"Bearer {token}"})
    return answer.status_code


@asynccontextmanager
async def two_people(server: Running, game: str = "fairy") -> AsyncIterator[tuple[str, Talk, Talk]]:
    """A game of two people, both connected."""
    table, token = await server.create(game, 2)
    async with server.talk(table, token) as ann, server.talk(table) as bob:
        await ann.do("sit", seat=0, name="Ann")
        await bob.do("sit", seat=1, name="Bob")
        await ann.do("start")
        await ann.phase("playing")
        await bob.phase("playing")
        yield table, ann, bob


def outcomes(server: Running) -> dict[str, float]:
    samples = next(iter(server.app.metrics.notices.collect())).samples
    return {sample.labels["outcome"]: sample.value for sample in samples if sample.name.endswith("_total")}


async def test_push_notice_goes_to_who_is_away_and_owes_a_decision(tmp_path: Path, service: PushService) -> None:
    phone = service.browser("bobs-phone")
    async with pushing(tmp_path) as server:
        key = (await server.http.get("/api/push")).json()["key"]
        async with two_people(server) as (table, ann, bob):
            assert await subscribe(server, table, bob.token, phone.body("de")) == 200
            await asyncio.sleep(QUIET)
            assert service.received == [], "he looks at the table"
            await bob.send({"type": "visible", "on": False})
            await until(lambda: bool(service.received), "his page is hidden, and he owes a guess")
            (request,) = service.received
            assert request.path == "/bobs-phone"
            assert phone.decrypt(request.body) == {"title": "Fairy", "text": "Du bist dran.", "table": table}
            claims = check_signature(request.headers["authorization"], service.origin, key)
            assert claims["sub"] == CONTACT
            assert request.headers["content-encoding"] == "aes128gcm"
            assert int(request.headers["ttl"]) > 0
            # Whatever happens at the table, he is told once until he comes back.
            await ann.play("guess lower")
            await bob.send({"type": "visible", "on": False})
            await asyncio.sleep(QUIET)
            assert len(service.received) == 1
            await bob.send({"type": "visible", "on": True})
            await asyncio.sleep(QUIET)
            await bob.send({"type": "visible", "on": False})
            await until(lambda: len(service.received) == 2, "he was here and is away again")
        assert outcomes(server)["sent"] == 2


async def test_push_survives_a_restart_without_a_second_notice(tmp_path: Path, service: PushService) -> None:
    phone, settings = service.browser("bobs-phone"), {"push_key": make_private_key()}
    async with pushing(tmp_path, **settings) as server, two_people(server) as (table, ann, bob):
        token = ann.token
        assert await subscribe(server, table, bob.token, phone.body()) == 200
        await bob.socket.close()
        await until(lambda: len(service.received) == 1, "he is gone")
    async with pushing(tmp_path, **settings) as server, server.talk(table, token):
        await asyncio.sleep(QUIET)
        assert len(service.received) == 1
        async with server.talk(table, bob.token):
            await asyncio.sleep(QUIET)
        await until(lambda: len(service.received) == 2, "he was here, and is gone again")


async def test_push_tells_of_the_end_whoever_did_not_see_it(tmp_path: Path, service: PushService) -> None:
    anns, bobs = service.browser("ann"), service.browser("bob")
    async with pushing(tmp_path) as server, two_people(server) as (table, ann, bob):
        assert await subscribe(server, table, ann.token, anns.body()) == 200
        assert await subscribe(server, table, bob.token, bobs.body()) == 200
        await bob.play("guess lower")  # he owes nothing, and goes
        await bob.socket.close()
        await asyncio.sleep(QUIET)
        assert service.received == []
        await ann.do("vote", about="abandon")
        await ann.do("abandon")
        await ann.phase("over")
        await until(lambda: bool(service.received), "the game has ended without him")
        await ann.socket.close()
        await asyncio.sleep(QUIET)
        (request,) = service.received
        assert bobs.decrypt(request.body)["text"] == "The game is over: see how it ended."


async def test_push_removes_subscriptions_that_are_gone_and_retries_a_few_times(tmp_path: Path, service: PushService) -> None:
    gone, busy = service.browser("gone"), service.browser("busy")
    service.answer = lambda request: 410 if request.path == "/gone" else 503
    async with pushing(tmp_path) as server, two_people(server) as (table, _ann, bob):
        for browser in (gone, busy):
            assert await subscribe(server, table, bob.token, browser.body()) == 200
        await bob.send({"type": "visible", "on": False})
        await until(lambda: outcomes(server).get("failed") == 1 and outcomes(server).get("gone") == 1, "both were tried")
        assert sorted(request.path for request in service.received) == ["/busy"] * 3 + ["/gone"]
        guest = next(number for number, known in server.state(table).guests.items() if known.name == "Bob")
        await server.hub.store.push.release(table, guest)
        kept = await server.hub.store.push.claim(table, guest)
        assert [subscription.endpoint for subscription in kept] == [busy.endpoint]


async def test_push_queue_is_bounded(tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "QUEUE", 1)
    monkeypatch.setattr(sender, "SENDERS", 1)
    async with pushing(tmp_path) as server:
        assert server.hub.push is not None
        from fairyring.server.store.push import PushSubscription  # noqa: PLC0415

        body = service.browser("x").body()
        body.pop("language")
        for _ in range(5):
            server.hub.push.sender.send(PushSubscription("t", 1, "id", **body), b"{}")
        assert outcomes(server)["dropped"] == 4
        await until(lambda: len(service.received) == 1, "the first one goes out")


async def test_push_is_off_without_a_key(tmp_path: Path, service: PushService) -> None:
    async with running(tmp_path) as server:
        assert (await server.http.get("/api/push")).json() == {"key": ""}
        table, token = await server.create("fairy", 2)
        assert await subscribe(server, table, token, service.browser("x").body()) == 409


async def test_push_subscription_needs_a_guest_and_a_public_https_address(tmp_path: Path, service: PushService) -> None:
    good = service.browser("x").body() | {"endpoint": "https://push.example.org/abc"}
    async with pushing(tmp_path, networks="") as server:
        table, token = await server.create("fairy", 2)
        assert await subscribe(server, table, token, good) == 200
        assert await subscribe(server, table, "wrong", good) == 401
        assert (await server.http.post(f"/api/tables/{table}/push", json=good)).status_code == 401
        assert await subscribe(server, "nowhere", token, good) == 404
        for bad in (
            service.browser("x").body(),
            good | {"endpoint": "http://push.example.org/abc"},
            good | {"endpoint": "https://127.0.0.1/"},
            good | {"p256dh": "AAAA"},
            good | {"auth": "AAAA"},
            good | {"auth": "ä"},
            good | {"endpoint": "https://push.example.org/" + "x" * 1024},
        ):
            answer = await server.http.post(f"/api/tables/{table}/push", json=bad, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code in (400, 422), bad
            assert "push.example.org" not in answer.text, "an answer repeats no secret"


async def test_push_to_a_name_of_a_private_address_is_not_sent(tmp_path: Path, service: PushService) -> None:
    """The name is only looked up when the notice goes out (DNS rebinding)."""
    async with pushing(tmp_path, networks="") as server, two_people(server) as (table, _ann, bob):
        body = service.browser("x").body() | {"endpoint": "https://localhost/x"}
        assert await subscribe(server, table, bob.token, body) == 200
        await bob.send({"type": "visible", "on": False})
        await until(lambda: outcomes(server).get("forbidden") == 1, "it was looked up")
        assert service.received == []


async def test_push_subscriptions_stay_secret(tmp_path: Path, service: PushService, caplog: pytest.LogCaptureFixture) -> None:
    """Neither others at the table, nor logs, metrics or the table's log have them; and they go when a guest is forgotten."""
    caplog.set_level(logging.DEBUG)
    for name in logs.QUIET:  # as `configure_logging` does it
        caplog.set_level(logging.WARNING, logger=name)
    phone = Browser(f"{service.origin}/capability-of-bob")
    service.answer = lambda _request: 500
    async with pushing(tmp_path) as server, two_people(server) as (table, ann, bob):
        assert await subscribe(server, table, bob.token, phone.body()) == 200
        await bob.send({"type": "visible", "on": False})
        await until(lambda: outcomes(server).get("failed") == 1, "it was tried")
        await ann.play("guess lower")
        rows = b"".join(row.body + row.aside for row in await server.log(table))
        metrics = (await server.http.get("/metrics")).text
        seen = [json.dumps(ann.heard), json.dumps(bob.heard), caplog.text, metrics, rows.decode()]
        assert not any("capability" in text or phone.body()["auth"] in text for text in seen)
        guest = next(number for number, known in server.state(table).guests.items() if known.name == "Bob")
        await bob.do("forget")
        await server.hub.store.push.release(table, guest)
        assert await server.hub.store.push.claim(table, guest) == []


async def test_push_makes_no_difference_to_what_others_see(tmp_path: Path, service: PushService) -> None:
    """Ann gets the same messages whether Bob has subscribed or not."""

    def comparable(talk: Talk) -> list[str]:
        return [message["type"] for message in talk.heard if message["type"] != "presence"]

    heard = []
    async with pushing(tmp_path) as server:
        for subscribes in (False, True):
            async with two_people(server) as (table, ann, bob):
                if subscribes:
                    assert await subscribe(server, table, bob.token, service.browser("bob").body()) == 200
                await bob.send({"type": "visible", "on": False})
                await asyncio.sleep(QUIET)
                await ann.play("guess lower")
                heard.append(comparable(ann))
    assert len(service.received) == 1
    assert heard[0] == heard[1]


def test_push_message_is_made_of_public_facts() -> None:
    says = json.loads(watcher.message("fairy-tale", "abc", "turn", "de"))
    assert says == {"title": "Fairy Tale", "text": "Du bist dran.", "table": "abc"}
    assert json.loads(watcher.message("crane", "abc", "over", "xx"))["text"] == "The game is over: see how it ended."


@pytest.mark.parametrize(("key", "contact"), [("", CONTACT), ("AAAA", CONTACT), ("A" * 43, CONTACT), ("=", CONTACT)])
def test_push_keys_that_are_none_are_refused(key: str, contact: str) -> None:
    with pytest.raises(OptionError, match="push-keys"):
        PushKeys(key, contact)


def test_push_contact_is_needed() -> None:
    with pytest.raises(OptionError, match="mailto"):
        PushKeys(make_private_key(), "op@example.org")
