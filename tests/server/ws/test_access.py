"""Access to WebSockets: origins, hosts, limits of addresses, tables and tokens."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from fairyring.server.access.origins import host_allowed, origin_allowed
from fairyring.server.settings import Settings
from tests.server.support.running import hello, one_table


def test_origin_allowed() -> None:
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
    for allowed, pairs in ((True, good), (False, bad)):
        for origin, host in pairs:
            headers = {name: value for name, value in (("origin", origin), ("host", host)) if value is not None}
            assert origin_allowed(headers, ours) is allowed, (origin, host)


def test_host_allowed() -> None:
    """A site that lets its own name lead to this machine is no page of ours, wherever the server listens."""
    alone = Settings(origins=("https://play.example",))
    everywhere = Settings(host="0.0.0.0", origins=("https://play.example",))  # noqa: S104
    for host in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765", "a.localhost", "192.168.1.7", "play.example", "", None):
        assert host_allowed({} if host is None else {"host": host}, alone), host
        assert host_allowed({} if host is None else {"host": host}, everywhere), host
    for host in ("evil.example:8765", "localhost.evil.example", "play.example.evil", "[", "[x]"):
        assert not host_allowed({"host": host}, alone), host
        assert not host_allowed({"host": host}, everywhere), host
        assert not host_allowed({"host": host}, Settings(proxies="127.0.0.1", origins=("https://play.example",))), host
        assert host_allowed({"host": host}, Settings(proxies="127.0.0.1")), host  # the proxy checks it
    for host in ("pi.local", "pi.lan:8765", "pi.home.arpa", socket.gethostname().upper(), "192.168.1.7:80", "[fe80::1]:80"):
        assert host_allowed({"host": host}, Settings(host="0.0.0.0")), host  # noqa: S104


async def test_dns_rebinding_is_refused(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        bent = {"host": f"evil.example:{server.port}", "origin": f"http://evil.example:{server.port}"}
        for path in ("/", "/api/tables", f"/api/tables/{table}"):
            answer = await server.http.get(path, headers=bent)
            assert (answer.status_code, table in answer.text) == (403, False)
        assert (await server.http.post("/api/tables", json={"game": "fairy"}, headers=bent)).status_code == 403
        assert (await server.http.get("/health", headers=bent)).status_code == 200


async def test_websocket_of_another_site_is_refused(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        for origin in ("https://evil.example", "null", "http://[", f"http://127.0.0.1:{server.port + 1}"):
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket(origin=origin):
                    pass
            assert refused.value.response.status_code == 403
        async with server.socket(origin=server.url) as ours:
            assert (await ours.hello(table))["type"] == "welcome"


async def test_websocket_limit_by_address(tmp_path: Path) -> None:
    async with one_table(tmp_path, sockets_per_address=2) as (server, table, _ann):
        async with server.talk(table):
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket():
                    pass
            assert refused.value.response.status_code == 403
        async with server.talk(table):  # and when one has gone, another may come
            pass


async def test_websocket_connects_are_rate_limited_by_address(tmp_path: Path) -> None:
    """Each hello can cost a row: an address that comes again and again is refused before the upgrade."""
    async with one_table(tmp_path, connects_per_minute=6) as (server, _table, ann):
        refused = 0
        for _ in range(20):
            try:
                async with server.socket():
                    pass
            except InvalidStatus:
                refused += 1
        assert refused >= 10
        await ann.do("chat", text="I am still here")


async def test_websocket_to_unknown_tables_is_rate_limited(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=8) as (server, table, ann):
        for name in ("aaaaaaaaaaaaaaaa", "", "ä", "x" * 65, 7, None, ["x"], table.upper()):
            async with server.socket() as socket:
                await socket.send(hello("") | {"table": name})
                assert await socket.closed() == 4002
        async with server.socket() as socket:
            await socket.send(hello("aaaaaaaaaaaaaaaa"))
            assert await socket.closed() == 4004
        for token in ("", ann.token):  # good links still work for everybody at this address
            async with server.talk(table, token) as neighbour:
                assert (await neighbour.do("away"))["type"] == "ack"
        assert (await server.http.get("/api/tables/aaaaaaaaaaaaaaaa")).status_code == 429
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 200
        assert (await ann.do("away"))["type"] == "ack"  # who is in stays in


async def test_websocket_invalid_tokens_get_one_answer_and_do_not_delay_others(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=2) as (server, table, ann):
        other, foreign = await server.create("fairy", 2)
        async with server.talk(table) as bo, server.talk(table) as cy:
            revoked = bo.token
            code = (await bo.do("device"))["code"]
            async with server.talk(table, take=code) as tablet:
                assert (await tablet.do("only_here"))["type"] == "ack"
                assert await bo.closed() == 4003
            answers = []
            for token in ("", "A" * 32, foreign, revoked):
                async with server.socket() as bad:
                    await bad.send(hello(table) | {"token": token})
                    if token:
                        assert await bad.closed() == 4003
                    else:
                        await bad.next("welcome")  # no token: a new guest
                    answers.append([message["type"] for message in bad.heard])
            assert answers[1] == answers[2] == answers[3] == []
            assert other != table
            assert (await cy.do("away"))["type"] == "ack"
        async with server.socket() as bad:
            await bad.send(hello(table, "A" * 32))
            assert await bad.closed() == 4003
        async with server.talk(table, ann.token) as again:
            assert (await again.do("away"))["type"] == "ack"
        assert (await server.http.get("/api/tables/aaaaaaaaaaaaaaaa")).status_code == 404  # a token is no missed link
