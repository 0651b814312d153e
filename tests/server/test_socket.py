"""The socket against people who mean ill: each gets a clear refusal, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fairyring.server import sockets
from fairyring.server.door import origin_allowed
from fairyring.server.settings import Settings
from tests.server.running import Running, Talk, hello, running

NO_ACTION = "unknown-action"
WELLS = range(880, 1000, 4)  # levels: somewhere there a reader still reads, and a writer does not write any more
NASTY = {
    "no JSON": "{",
    "nothing": "",
    "a number": "7",
    "a list": "[[]]",
    "not a number": '{"type":"cmd","id":"x","do":"chat","text":NaN}',
    "a huge number": '{"type":"cmd","id":"x","do":"shout","n":' + "9" * 400 + "}",
    "an endless number": '{"type":"cmd","id":"x","do":"shout","n":1e999}',
    "a broken number": '{"type":"cmd","id":"x","do":"shout","n":1.5}',
    "a large number": '{"type":"cmd","id":"x","do":"here","seat":18446744073709551617}',
    "half a character": r'{"type":"cmd","id":"x","do":"chat","text":"\ud800"}',
    "half a character in the id": r'{"type":"cmd","id":"\udfff","do":"away"}',
    "half a character in the word": r'{"type":"cmd","id":"x","do":"\ud800"}',
    "half a character in a field": r'{"type":"cmd","id":"x","do":"away","\ud800":1}',
    "a chasm": '{"type":"cmd","id":"x","do":"away","a":' + "[" * 30_000 + "]" * 30_000 + "}",
    "a well of objects": '{"type":"cmd","id":"x","do":"away","a":' + '{"a":' * 700 + "1" + "}" * 700 + "}",
    "a number beyond all bounds": '{"type":"cmd","id":"x","do":"options","options":{"players":' + "9" * 5000 + "}}",
    "a small number": '{"type":"cmd","id":"x","do":"options","options":{"players":1e-300}}',
    "a well as an action": '{"type":"cmd","id":"x","do":"play","seat":0,"ask":"","action":{"kind":'
    + "[" * 400
    + "]" * 400
    + "}}",
    "no kind": '{"id":"x","do":"away"}',
    "another kind": '{"type":"welcome","id":"x"}',
    "no id": '{"type":"cmd","do":"away"}',
    "an empty id": '{"type":"cmd","id":"","do":"away"}',
    "a long id": '{"type":"cmd","id":"' + "x" * 33 + '","do":"away"}',
    "an id that is no text": '{"type":"cmd","id":["x"],"do":"away"}',
    "no word": '{"type":"cmd","id":"x"}',
    "an unknown word": '{"type":"cmd","id":"x","do":"win"}',
    "a word that is no text": '{"type":"cmd","id":"x","do":{"a":1}}',
    "a seat that is no number": '{"type":"cmd","id":"x","do":"here","seat":true}',
    "an option that is odd": '{"type":"cmd","id":"x","do":"options","options":{"players":[1]}}',
    "an option that is a file": '{"type":"cmd","id":"x","do":"options","options":{"variant":{"file":1,"text":2}}}',
    "an option that is endless": '{"type":"cmd","id":"x","do":"options","options":{"players":1e999}}',
    "a clock that is odd": '{"type":"cmd","id":"x","do":"options","clock":{"per":true}}',
    "too long": json.dumps({"type": "cmd", "id": "x", "do": "chat", "text": "x" * 5000}),
    "too long for options": json.dumps({"type": "cmd", "id": "x", "do": "options", "options": {"x": "x" * 70_000}}),
    "a second hello": json.dumps(hello("aaaaaaaaaaaaaaaa")),
}


@asynccontextmanager
async def one_table(folder: Path, **chosen: Any) -> AsyncIterator[tuple[Running, str, Talk]]:
    """A game of two with one bot, its host connected."""
    async with running(folder, **chosen) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name="Ann")
            await ann.do("bot", seat=1, level="random")
            yield server, table, ann


async def test_messages_that_make_no_sense_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        before = await server.log(table)
        for what, text in NASTY.items():
            async with server.talk(table, ann.token) as bad:
                await bad.send(text)
                answer = await bad.next("ack", "nack")
                assert answer["type"] == "nack", what
                assert answer["code"] in ("bad-form", "too-long"), what
                assert (await bad.do("away"))["type"] == "ack", what  # and is listened to as before
        assert [row.body for row in await server.log(table)] == [row.body for row in before]


async def test_deep_messages_are_refused(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        before = await server.log(table)
        for depth in WELLS:
            async with server.talk(table, ann.token) as bad:
                await bad.send('{"type":"cmd","id":"x","do":"options","options":{"a":' + "[" * depth + "]" * depth + "}}")
                assert (await bad.next("ack", "nack"))["code"] == "bad-form", depth
        assert len(await server.log(table)) == len(before)


async def test_bytes_are_refused(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        await ann.send(json.dumps({"type": "cmd", "id": "x", "do": "chat", "text": "hi"}).encode())
        assert (await ann.next("ack", "nack"))["code"] == "bad-form"
        async with server.socket() as bad:
            await bad.send(json.dumps(hello(table)).encode())
            assert (await bad.next())["code"] == "bad-form"
            assert await bad.closed() == sockets.NO_HELLO
        async with server.socket() as bad:
            await bad.socket.send(b"\xff\xfe", text=True)
            assert await bad.closed() == 1007
        async with server.talk(table) as bad:
            await bad.send("x" * 90_000)
            assert await bad.closed() == 1009


async def test_whoever_says_no_hello_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        for text in ("{}", "[]", "", "hello", '{"type":"cmd","id":"x","do":"away"}', '{"type":["hello"]}'):
            async with server.socket() as bad:
                await bad.send(text)
                assert (await bad.next())["code"] == "bad-form"
                assert await bad.closed() == sockets.NO_HELLO
        monkeypatch.setattr(sockets, "PATIENCE", 0.01)
        async with server.socket() as silent:
            assert await silent.closed() == sockets.NO_HELLO
        assert len(server.durable(table).guests) == 1


async def test_an_unknown_version_of_the_protocol_is_told_to_reload(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        others: list[Any] = [0, 2, "1", None, [], 1e300]
        for proto in others:
            async with server.socket() as old:
                await old.send(hello(table, proto=proto))
                assert (await old.next())["type"] == "reload"
                assert await old.closed() == 4001
        assert len(server.durable(table).guests) == 1


async def test_tables_that_are_none_and_too_many_of_them(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=8) as (server, table, ann):
        for name in ("aaaaaaaaaaaaaaaa", "", "ä", "x" * 65, 7, None, ["x"], table.upper()):
            async with server.socket() as lost:
                await lost.send(hello("") | {"table": name})
                assert await lost.closed() == 4002
        for name in ("aaaaaaaaaaaaaaaa", table):  # whether it is right is not told any more
            async with server.socket() as lost:
                await lost.send(hello(name))
                assert await lost.closed() == 4004
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 429
        assert (await ann.do("away"))["type"] == "ack"  # who is in stays in


async def test_tokens_that_open_nothing_are_answered_alike_and_counted(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=4) as (server, table, ann):
        other, foreign = await server.create("fairy", 2)
        async with server.talk(table) as bo, server.talk(table) as cy:
            revoked = bo.token
            code = (await bo.do("device"))["code"]
            async with server.talk(table, take=code) as tablet:
                assert (await tablet.do("only_here"))["type"] == "ack"
                assert await bo.closed() == 4003
            heard = []
            for token in ("", "A" * 32, foreign, revoked):
                async with server.socket() as bad:
                    await bad.send(hello(table) | {"token": token})
                    if token:
                        assert await bad.closed() == 4003
                    else:
                        await bad.next("welcome")  # no token: a new guest
                    heard.append([one["type"] for one in bad.heard])
            assert heard[1] == heard[2] == heard[3] == []
            assert other != table
            assert (await cy.do("away"))["type"] == "ack"
        async with server.socket() as bad:
            await bad.send(hello(table, "A" * 32))
            assert await bad.closed() == 4004
        assert (await ann.do("away"))["type"] == "ack"


async def flood(talk: Talk, what: dict[str, Any]) -> int:
    """Say it until we are cut off; the code."""
    reading = asyncio.create_task(talk.closed())
    with suppress(ConnectionClosed):
        while not reading.done():
            await talk.send(what)
            await asyncio.sleep(0)  # the server lives in this loop as well
    return await reading


async def test_a_flood_is_cut_off_and_nothing_of_it_is_done(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        floods: list[dict[str, Any]] = [
            {"type": "ping"}, {"type": "visible", "on": True}, {"type": "cmd", "id": "same", "do": "nothing"},
            {"type": "cmd", "id": "again", "do": "away"}, {}, {"type": "cmd", "id": "said", "do": "shout", "n": 99},
        ]  # fmt: skip
        for what in floods:
            async with server.talk(table) as bad:
                before = await server.log(table)
                assert await flood(bad, what) == 4004, what
                assert len(await server.log(table)) == len(before)
        assert (await ann.do("away"))["type"] == "ack"


async def test_who_floods_again_and_again_has_to_wait(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=2) as (server, table, _ann):
        heard = []
        for _ in range(3):
            async with server.socket() as bad:
                await bad.send(hello(table))
                assert await flood(bad, {"type": "ping"}) == 4004
                heard.append(len(bad.heard))
        assert min(heard[:2]) > 0
        assert heard[2] == 0


async def test_replayed_foreign_and_late_commands(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann, server.talk(table) as bo, server.talk(table) as cy:
            await ann.do("sit", seat=0, name="Ann")
            await bo.do("sit", seat=1, name="Bo")
            await ann.do("start")
            await ann.phase("playing")
            await bo.phase("playing")
            ask, foreign = ann.own["ask"], bo.own["ask"]
            before = await server.log(table)
            refused = [
                (cy, {"do": "play", "seat": 0, "ask": ask, "action": 0}, "not-yours"),
                (cy, {"do": "play", "seat": 1, "ask": foreign, "action": 0}, "not-yours"),
                (ann, {"do": "play", "seat": 1, "ask": foreign, "action": 0}, "not-yours"),
                (ann, {"do": "play", "seat": 0, "ask": foreign, "action": 0}, "past"),
                (ann, {"do": "play", "seat": 0, "ask": "", "action": 0}, "past"),
                (ann, {"do": "play", "seat": 0, "ask": ask, "action": 999}, NO_ACTION),
                (ann, {"do": "play", "seat": 0, "ask": ask, "action": -1}, NO_ACTION),
                (
                    ann,
                    {"do": "play", "seat": 0, "ask": ask, "action": {"kind": "guess", "args": {"guess": []}}},
                    NO_ACTION,
                ),
                (ann, {"do": "play", "seat": 7, "ask": ask, "action": 0}, "bad-form"),
                (ann, {"do": "take_back", "seat": 1, "ask": foreign}, "not-yours"),
                (ann, {"do": "report", "seat": 0, "ask": ask, "outcome": 0}, "past"),
                (ann, {"do": "start"}, "not-now"),
                (bo, {"do": "kick", "who": 1}, "not-host"),
                (bo, {"do": "options", "public": True}, "not-host"),
                (bo, {"do": "reseat", "seat": 0, "who": 2}, "not-host"),
                (cy, {"do": "abandon"}, "not-yours"),
                (cy, {"do": "here", "seat": 0}, "not-yours"),
            ]
            for who, said, code in refused:
                answer = await who.do(said.pop("do"), **said)
                assert (answer["type"], answer.get("code")) == ("nack", code), said
            assert len(await server.log(table)) == len(before)
            played = {"seat": 0, "ask": ask, "action": 0}
            assert (await ann.do("play", id="once", **played))["type"] == "ack"
            rows = len(await server.log(table))
            assert (await ann.do("play", id="once", **played))["type"] == "ack"
            assert (await ann.do("play", id="once", **(played | {"action": 1})))["code"] == "id-reused"
            assert len(await server.log(table)) == rows


def test_whose_pages_may_come() -> None:
    ours = Settings(origins=("https://play.example",))
    good = [
        (None, "x:1"), ("http://x:1", "x:1"), ("https://x", "x"), ("https://play.example", "y"),
        ("http://[::1]:8765", "[::1]:8765"),
    ]  # fmt: skip
    bad = [
        ("http://x:2", "x:1"), ("http://y", "x"), ("null", "x"), ("", "x"), ("http://", "x"), ("x", "x"), ("http://[", "["),
        ("ftp://x", "x"), ("http://[::1]:8766", "[::1]:8765"), ("http://x.evil", "x"), ("http://x", ""), ("http://x", None),
        ("https://play.example.evil", "y"), ("http://user@x", "x"),
    ]  # fmt: skip
    for wanted, pairs in ((True, good), (False, bad)):
        for origin, host in pairs:
            headers = {name: value for name, value in (("origin", origin), ("host", host)) if value is not None}
            assert origin_allowed(headers, ours) is wanted, (origin, host)


async def test_a_socket_of_another_site_does_not_open(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        for origin in ("https://evil.example", "null", "http://[", f"http://127.0.0.1:{server.port + 1}"):
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket(origin=origin):
                    pass
            assert refused.value.response.status_code == 403
        async with server.socket(origin=server.url) as ours:
            assert (await ours.hello(table))["type"] == "welcome"


async def test_one_address_has_so_many_sockets(tmp_path: Path) -> None:
    async with one_table(tmp_path, sockets_per_address=2) as (server, table, _ann):
        async with server.talk(table):
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket():
                    pass
            assert refused.value.response.status_code == 403
        async with server.talk(table):  # and when one has gone, another may come
            pass


async def test_who_reads_too_slowly_is_cut_off_and_catches_up(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        async with server.socket(max_queue=1) as slow:
            await slow.hello(table)
            token, since = slow.token, slow.shown["at"]
            line = list(server.hub.tables[table].lines.values())[-1]
            slow.socket.transport.pause_reading()
            while line.closing is None:
                line.send(b'{"type":"pong","x":"' + b"x" * 60_000 + b'"}')
                await asyncio.sleep(0.001)  # it is sent as long as anybody takes it
            assert (await ann.do("bot", seat=1, level=""))["type"] == "ack"  # nobody waits for it
            slow.socket.transport.resume_reading()
            assert await slow.closed() == 4000
        async with server.talk(table, token, since=since) as back:
            assert back.shown["after"] == since
            assert back.table["seats"][1] == {"kind": "empty"}


async def test_who_never_reads_is_let_go_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "LAST_CALL", 0.01)
    async with one_table(tmp_path) as (server, table, _ann), server.socket(max_queue=1) as dead:
        await dead.hello(table)
        lines = server.hub.tables[table].lines
        line = list(lines.values())[-1]
        dead.socket.transport.pause_reading()
        while line.closing is None:
            line.send(b"x" * 60_000)
            await asyncio.sleep(0.001)
        while line.id in lines:
            await asyncio.sleep(0.01)
        dead.socket.transport.abort()


async def test_who_is_told_to_go_and_stays_is_not_listened_to(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.write(_frame(json.dumps(hello(table, "A" * 32))))
        assert (await reader.readexactly(4))[2:] == (4003).to_bytes(2, "big")
        before = await server.log(table)
        for _ in range(50):
            writer.write(_frame(json.dumps({"type": "cmd", "id": "x", "do": "chat", "text": "hi"})))
        await writer.drain()
        assert (await ann.do("away"))["type"] == "ack"
        assert len(await server.log(table)) == len(before)
        writer.close()


def _frame(text: str) -> bytes:
    """A masked text frame; the mask is nothing."""
    data = text.encode()
    assert len(data) < 1 << 16
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data
