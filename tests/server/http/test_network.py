"""Letting phones in: who may, and that the server then answers in the local network."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.support.running import running

LAN = "127.0.0.2"  # stands for an address in the local network; tests listen on loopback only


async def test_network_is_opened_at_the_servers_machine_only(tmp_path: Path) -> None:
    async with running(tmp_path, lan=LAN) as server:
        port = server.http.base_url.port
        url = f"http://{LAN}:{port}/"
        assert (await server.http.get("/api/network")).json() == {"urls": [], "may_open": True}
        stranger = httpx.ASGITransport(server.app, client=("192.168.1.7", 1))
        async with httpx.AsyncClient(transport=stranger, base_url="http://localhost") as phone:
            assert (await phone.get("/api/network")).json() == {"urls": [], "may_open": False}
            assert (await phone.post("/api/network")).status_code == 403
        forwarded = {"x-forwarded-for": "192.0.2.1"}  # a proxy that nobody configured
        assert (await server.http.post("/api/network", headers=forwarded)).status_code == 403
        foreign = {"origin": "https://elsewhere.example"}
        assert (await server.http.post("/api/network", headers=foreign)).status_code == 403
        async with httpx.AsyncClient(trust_env=False) as lan:
            try:
                await lan.get(f"{url}health")
            except httpx.ConnectError:
                pass
            else:
                raise AssertionError("nobody may be let in yet")
            for _ in range(2):  # twice is as good as once
                assert (await server.http.post("/api/network")).json() == {"urls": [url], "may_open": False}
            assert (await lan.get(f"{url}health")).json()["ok"] is True
            assert (await lan.get(f"{url}api/games")).status_code == 200


async def test_network_is_not_opened_behind_a_proxy(tmp_path: Path) -> None:
    async with running(tmp_path, lan=LAN, proxies="127.0.0.1") as server:
        assert (await server.http.get("/api/network")).json() == {"urls": [], "may_open": False}
        assert (await server.http.post("/api/network")).status_code == 403
