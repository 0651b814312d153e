"""Push subscriptions in both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fairyring.server.store import Store, restore
from fairyring.server.store.push import MAX_PER_GUEST, PushSubscription
from tests.server.conftest import Database
from tests.server.support.chains import write

ANN, BOB = 1, 2147483646


def made(table: str = "a", guest: int = ANN, id_: str = "1", language: str = "en") -> PushSubscription:
    return PushSubscription(table, guest, id_, f"https://push.example/{id_}", "key", "secret", language)


async def test_push_store_claims_each_subscription_once_until_it_is_released(database: Database) -> None:
    async with await Store.open(database.url) as store, await Store.open(database.url) as other:
        await store.push.add(made(), 1)
        await store.push.add(made(guest=BOB, id_="2"), 1)
        await store.push.add(made(table="b", id_="3"), 1)
        claims = await asyncio.gather(*(each.push.claim("a", ANN) for each in (store, other) * 4))
        assert [entry for claim in claims for entry in claim] == [made()], "two processes send one notice"
        await other.push.release("a", ANN)
        assert await store.push.claim("a", ANN) == [made()]
        assert await store.push.claim("a", BOB) == [made(guest=BOB, id_="2")]
        await store.push.add(made(language="de"), 2)  # the page was opened: it says its subscription again
        assert await store.push.claim("a", ANN) == [made(language="de")]


async def test_push_store_keeps_the_newest_few_of_a_guest(database: Database) -> None:
    async with await Store.open(database.url) as store:
        for number in range(MAX_PER_GUEST + 2):
            await store.push.add(made(id_=str(number)), number)
        kept = await store.push.claim("a", ANN)
        assert sorted(entry.id for entry in kept) == ["2", "3", "4", "5"]


async def test_push_store_removes_what_is_gone_or_forgotten(database: Database) -> None:
    async with await Store.open(database.url) as store:
        await write(store, "a", 1)
        for guest in (ANN, BOB):
            await store.push.add(made(guest=guest, id_="1"), 1)
            await store.push.add(made(guest=guest, id_="2"), 1)
        await store.push.remove(made(id_="1"))
        assert await store.push.claim("a", ANN) == [made(id_="2")]
        await store.forget("a", str(ANN))
        await store.push.release("a", ANN)
        assert await store.push.claim("a", ANN) == []
        assert len(await store.push.claim("a", BOB)) == 2
        await store.purge("a")
        await store.push.release("a", BOB)
        assert await store.push.claim("a", BOB) == []


async def test_push_store_is_part_of_a_backup(database: Database, tmp_path: Path) -> None:
    async with await Store.open(database.url) as store:
        await write(store, "a", 1)
        await store.push.add(made(), 1)
        await store.backup(tmp_path / "backup.db")
    url = f"sqlite:///{tmp_path}/restored.db"
    await restore(tmp_path / "backup.db", url)
    async with await Store.open(url) as store:
        assert await store.push.claim("a", ANN) == [made()]


def test_push_subscription_shows_no_secret_in_texts() -> None:
    assert "push.example" not in repr(made())
    assert "secret" not in repr(made())
