"""WebSocket endpoint: malformed messages get a clear refusal and change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairyring.server.ws import endpoint
from tests.server.support.running import hello, one_table, running

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


@pytest.mark.parametrize(("path", "ours"), [("/ws", True), ("//ws", True), ("/ws/", True), ("/", False), ("/api/ws", False)])
def test_endpoint_has_a_path_of_its_own(path: str, ours: bool) -> None:
    """Whoever writes the server's address with a slash at its end reaches it, too."""
    assert endpoint.is_socket_path(path) is ours


async def test_endpoint_refuses_malformed_messages(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        before = await server.log(table)
        for label, text in NASTY.items():
            async with server.talk(table, ann.token) as bad:
                await bad.send(text)
                answer = await bad.next("ack", "nack")
                assert answer["type"] == "nack", label
                assert answer["code"] in ("bad-form", "too-long"), label
                assert (await bad.do("away"))["type"] == "ack", label  # and is listened to as before
        assert [row.body for row in await server.log(table)] == [row.body for row in before]


async def test_endpoint_refuses_deeply_nested_messages(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        before = await server.log(table)
        for depth in WELLS:
            async with server.talk(table, ann.token) as bad:
                nested = "[" * depth + "]" * depth
                await bad.send(f'{{"type":"cmd","id":"{depth}","do":"options","options":{{"a":{nested}}}}}')
                assert (await bad.next("ack", "nack"))["code"] == "bad-form", depth
        assert len(await server.log(table)) == len(before)


async def test_endpoint_refuses_binary_messages(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        await ann.send(json.dumps({"type": "cmd", "id": "x", "do": "chat", "text": "hi"}).encode())
        assert (await ann.next("ack", "nack"))["code"] == "bad-form"
        async with server.socket() as bad:
            await bad.send(json.dumps(hello(table)).encode())
            assert (await bad.next())["code"] == "bad-form"
            assert await bad.closed() == endpoint.PROTOCOL_ERROR
        async with server.socket() as bad:
            await bad.socket.send(b"\xff\xfe", text=True)
            assert await bad.closed() == 1007
        async with server.talk(table) as bad:
            await bad.send("x" * 90_000)
            assert await bad.closed() == 1009


async def test_endpoint_closes_without_a_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        for text in ("{}", "[]", "", "hello", '{"type":"cmd","id":"x","do":"away"}', '{"type":["hello"]}'):
            async with server.socket() as bad:
                await bad.send(text)
                assert (await bad.next())["code"] == "bad-form"
                assert await bad.closed() == endpoint.PROTOCOL_ERROR
        monkeypatch.setattr(endpoint, "HELLO_SECONDS", 0.01)
        async with server.socket() as silent:
            assert await silent.closed() == endpoint.PROTOCOL_ERROR
        assert len(server.state(table).guests) == 1


async def test_endpoint_answers_reload_to_another_protocol_version(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        others: list[Any] = [0, 2, "1", None, [], 1e300]
        for proto in others:
            async with server.socket() as old:
                await old.send(hello(table, proto=proto))
                assert (await old.next())["type"] == "reload"
                assert await old.closed() == 4001
        assert len(server.state(table).guests) == 1


async def test_endpoint_refuses_replayed_foreign_and_late_commands(tmp_path: Path) -> None:
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
            for talk, command, code in refused:
                answer = await talk.do(command.pop("do"), **command)
                assert (answer["type"], answer.get("code")) == ("nack", code), command
            assert len(await server.log(table)) == len(before)
            played = {"seat": 0, "ask": ask, "action": 0}
            assert (await ann.do("play", id="once", **played))["type"] == "ack"
            rows = len(await server.log(table))
            assert (await ann.do("play", id="once", **played))["type"] == "ack"
            assert (await ann.do("play", id="once", **(played | {"action": 1})))["code"] == "id-reused"
            assert len(await server.log(table)) == rows
