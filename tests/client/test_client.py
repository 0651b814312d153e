"""Python client: whole games, reconnects, resends, and the receipt of sealed chance."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from fairyring.client.client import Client, CommandRefused, Disconnected
from fairyring.core.declared.declare import tag_of
from fairyring.core.record.record import Record
from fairyring.tables.records import full_record
from tests.server.support.bridge import Bridge, bridged
from tests.tables.support.bench import Bench

Script = Callable[[Bridge, Bench], Awaitable[None]]


def run(script: Script, game: str = "fairy", players: int = 2, **chosen: Any) -> Bench:
    """Play a script at a table of its own. It ends by itself or fails: no wait of ours is longer."""
    bench = Bench(game, players, **chosen)

    async def play() -> None:
        async with asyncio.timeout(60), bridged(bench) as bridge:
            await script(bridge, bench)

    asyncio.run(play())
    return bench


def join(bridge: Bridge, bench: Bench, token: str | None = None, **more: Any) -> Client:
    return Client.join(bridge.url, bench.rows[0].table, token, **more)


async def to_the_end(me: Client) -> int:
    """Choose the first thing whenever something is asked; how many beats it took."""
    count = 0
    async for _beat in me:
        count += 1
        if me.table.phase == "over":
            return count
        if me.owes:
            await me.play(me.legal[0])
    raise AssertionError("beats end with an error only")


@pytest.mark.parametrize("game", ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"])
def test_client_plays_a_whole_game_and_receipts_match_the_record(game: str) -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as ann, join(bridge, bench) as bo:
            await ann.sit(0, "Ann")
            await bo.sit(1, "Bo")
            await bo.until(lambda: str(bo.guest) in (bo.table.chance.promises or {}))
            await ann.start()
            assert (ann.seat, bo.seats, ann.table.game) == (0, [1], game)
            counts = await asyncio.gather(to_the_end(ann), to_the_end(bo))
            assert min(counts) > 3
            sealed = full_record(bench.state).seal
            for me in (ann, bo):
                assert me.receipt is not None
                assert me.receipt.problems(sealed) == []
                assert set(me.receipt.opened) == {str(ann.guest), str(bo.guest)}

    bench = run(script, game)
    record = Record.loads(full_record(bench.state).dumps())
    record.verify()
    assert bench.state.phase == "over"


def test_receipt_reports_violations() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as me:
            await me.sit(0, "Ann")
            await me.bot(1)
            assert me.receipt is not None
            assert me.receipt.problems() == ["the secret is not open yet"]
            await me.start()
            await me.do("abandon")
            await me.until(lambda: me.table.phase == "over")
            receipt, sealed = me.receipt, full_record(bench.state).seal
        assert sealed is not None
        assert receipt.problems(sealed) == []
        assert replace(receipt, secret="00" * 32).problems() == ["the secret is not the one that was promised"]
        assert replace(receipt, opened={}).problems() == ["my share was left out"]
        assert replace(receipt, keys={}, opened={}).problems() == ["my promise was left out"]
        assert (
            replace(receipt, opened={"1": "00" * 32}).problems()[0] == "the share of guest 1 is not the one that was promised"
        )
        assert receipt.problems({**sealed, "head": "{}"}) == ["the record has another head than was published"]
        assert receipt.problems({**sealed, "shares": []}) == [
            f"the record has another {name} than was published" for name in ("promises", "shares")
        ]

    run(script)


def test_receipt_withholds_the_share_when_the_commitment_changed() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as me:
            await me.sit(0, "Ann")
            await me.bot(1)
            await me.until(lambda: "1" in (me.table.chance.promises or {}))
            assert me.receipt is not None
            me.receipt.commitment = "00" * 32
            await me.do("start")
            await me.until(lambda: me.table.phase == "sealing")
            await bridge.wait()
            await me.until(lambda: me.table.phase == "playing")
            assert me.table.chance.opened == {}

    run(script)


def test_client_resends_an_unanswered_command_once_executed() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as me:
            bridge.deaf = 1
            await me.say("once")
            assert me.connections == 2
            chats = [message for message in bridge.said if message["do"] == "chat"]
            assert len(chats) == 2
            assert chats[0] == chats[1]
            assert [line.text for line in bench.state.chat] == ["once"] == [line.text for line in me.chat]
            assert bridge.hellos[1]["since"]
            assert bridge.hellos[1]["token"] == bench.token

    run(script)


def test_client_reconnects_to_its_seat_and_catches_up() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as ann, join(bridge, bench) as bo:
            await ann.sit(0, "Ann")
            await bo.sit(1, "Bo")
            await ann.start()
            await bo.until(lambda: bo.owes)
            before, token = bo.at, bo.token
            await bridge.cut()
            await ann.until(lambda: ann.connections == 2)
            await bo.until(lambda: bo.connections == 2)
            assert bo.beat.after == before
            assert (bo.token, bo.seat, bo.owes) == (token, 1, True)

    run(script)


def test_client_reconnects_after_a_gap() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as me:
            conn = next(iter(bridge.sockets))
            bridge.forwarded[conn] += 1  # the next message is lost on the way
            await me.do("bot", seat=1)
            await me.say("hello")
            await me.do("bot", seat=1, level="random")
            await me.until(lambda: me.connections == 2)
            assert [tag_of(type(seat)) for seat in me.table.seats] == ["empty", "bot"]

    run(script)


def test_client_raises_refusals_and_disconnects() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench) as me:
            with pytest.raises(CommandRefused, match="not-host") as refused:
                await me.do("start")
            assert refused.value.code == "not-host"
            await me.close()
            with pytest.raises(Disconnected, match="by ourselves"):
                await me.say("anybody?")
        with pytest.raises(Disconnected, match="the token is refused"):
            async with join(bridge, bench, "A" * 32):
                pass
        url = bridge.url.rsplit(":", 1)[0] + ":1"
        with pytest.raises(Disconnected, match="cannot be reached"):
            async with Client.join(url, "x"):
                pass

    run(script)


def test_client_uses_a_seat_link_once_and_lifts_the_curtain() -> None:
    async def script(bridge: Bridge, bench: Bench) -> None:
        async with join(bridge, bench, bench.token) as me:
            await me.sit(0, "Ann")
            await me.sit(1)
            await me.start()
            assert (me.seat, me.own, me.legal, me.owes) == (None, None, [], False)
            await me.here(1)
            assert me.seat == 1
            await me.play("guess higher")
            assert me.own is not None
            assert me.own.chosen == me.legal[0]
            await me.take_back()
            assert me.owes
            await bridge.cut()
            await me.until(lambda: me.connections == 2)
            assert not me.beat.seats
            code = (await me.do("device")).code
            assert isinstance(code, str)
            async with join(bridge, bench, take=code) as tablet:
                assert tablet.guest == me.guest
                assert tablet.token != me.token
            async with join(bridge, bench, take=code) as late:
                assert [nack.key for nack in late.notices] == ["table.link.old"]

    run(script)
