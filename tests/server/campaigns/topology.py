"""The topology of deploy/compose.yaml from processes: PostgreSQL, Valkey or Redis, two servers, Caddy with https in front.

    python -m tests.server.campaigns.topology [--caddy PROGRAM] [--tables 5] [--seed 1]

Caddy runs deploy/Caddyfile with certificates of its own. People play whole games through it, from many addresses, so that
Caddy spreads them over both servers; one server is stopped and started, the other one killed. Every log and record is judged
as after a crash test. Containers, images and their network are not part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import yaml
from websockets.asyncio.client import connect

from fairyring.client import connection
from tests.paths import ROOT
from tests.server.campaigns.crash import play
from tests.server.campaigns.verdict import judge
from tests.server.support.live import Live
from tests.server.support.players import World
from tests.server.support.services import Postgres, Redis, new_folder

DEPLOY = ROOT / "deploy"
DOMAIN = "play.example"
CADDY_SECONDS = 60.0  # until Caddy serves with a certificate
ADDRESSES = 30  # of people, in 127.0.0.0/8
resolve = socket.getaddrinfo


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def caddyfile(servers: list[Live], http: int, https: int) -> str:
    """Return deploy/Caddyfile for these servers and ports, with certificates of Caddy's own authority."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    upstreams = " ".join(f"127.0.0.1:{server.port}" for server in servers)
    text, replaced = re.subn(r"(reverse_proxy) .* {", rf"\1 {upstreams} {{", text)
    assert replaced == 1
    options = f"local_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}"
    return f"{{\n\t{options}\n}}\n{text}"


class Front:
    """What people reach: Caddy, by https."""

    def __init__(self, folder: Path, port: int, http: int) -> None:
        self.folder, self.port, self.http = folder, port, http
        self.url = f"https://{DOMAIN}:{port}"
        self.root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    @contextmanager
    def running(self, program: str, servers: list[Live]) -> Iterator[None]:
        config = self.folder / "Caddyfile"
        config.write_text(caddyfile(servers, self.http, self.port), encoding="utf-8")
        env = os.environ | {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "DOMAIN": DOMAIN}
        with (self.folder / "caddy.log").open("ab") as log:
            command = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
            process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        try:
            end = time.monotonic() + CADDY_SECONDS
            while not (self.root.is_file() and self.status("/health") == 200):
                assert process.poll() is None, (self.folder / "caddy.log").read_text()[-2000:]
                assert time.monotonic() < end, f"Caddy does not serve after {CADDY_SECONDS:.0f} s."
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(60)

    def open(self, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return status and body of an answer. The certificate is verified."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"} if data else {})  # noqa: S310  (https, to Caddy)
        handler = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=self.root))
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), handler)
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def status(self, path: str) -> int:
        try:
            return self.open(path)[0]
        except OSError:
            return 0

    def create(self, game: str, players: int) -> tuple[str, str]:
        """Create a table; called by the people of a World."""
        status, body = self.open("/api/tables", {"game": game, "options": {"players": players}})
        if status != 201:
            raise ConnectionError(f"{status}: {body.decode()}")
        created = json.loads(body)
        return created["table"], created["token"]

    def check_outside(self) -> None:
        """What strangers get besides games: the page, no metrics, https only."""
        status, page = self.open("/")
        assert status == 200
        assert b"assets/" in page, "the page is not built"
        assert self.status("/metrics") == 404
        with socket.create_connection(("127.0.0.1", self.http)) as plain:
            plain.sendall(f"GET /x HTTP/1.1\r\nHost: {DOMAIN}\r\nConnection: close\r\n\r\n".encode())
            assert plain.recv(1000).startswith(b"HTTP/1.1 308"), "http is not sent to https"


def sockets(server: Live) -> float:
    """Return how many connections a server has, by its metrics."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{server.url}/metrics") as answer:
        found = re.search(r"^fairyring_sockets (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


async def roll(world: World, servers: list[Live], acks: int) -> list[list[float]]:
    """Stop one server in order and kill the other one while people play; return how many connections each had before."""
    seen = []
    for server, end in ((servers[0], servers[0].stop), (servers[1], servers[1].kill)):
        enough = world.acked + acks
        while world.acked < enough:
            await asyncio.sleep(0.05)
        seen.append([await asyncio.to_thread(sockets, one) for one in servers])
        await asyncio.to_thread(end)
        await asyncio.sleep(1.0)  # people go on at the other one
        await asyncio.to_thread(server.start)
    return seen


async def campaign(front: Front, servers: list[Live], database: str, tables: int, seed: int, acks: int) -> str:
    world = World([cast("Live", front)], seed, short=True)  # people reach servers by their front only
    spread: list[list[float]] = []

    async def meanwhile() -> None:
        spread.extend(await roll(world, servers, acks))

    await play(world, tables, meanwhile())
    assert min(spread[0]) > 0, f"Caddy did not use both servers: {spread}"
    for server in servers:
        await asyncio.to_thread(server.stop)
    totals = await judge(database, world.tables)
    return f"{totals}; connections of each server before it was stopped and before the other was killed: {spread}"


def use_domain(seed: int) -> None:
    """Let the domain lead to this machine in this process, and each connection come from another of its addresses."""
    rng = random.Random(seed)

    def local(host: Any, *more: Any, **named: Any) -> Any:
        return resolve("127.0.0.1" if host == DOMAIN else host, *more, **named)

    def from_somewhere(*more: Any, **named: Any) -> Any:
        return connect(*more, **named, local_addr=(f"127.0.0.{rng.randint(2, ADDRESSES + 1)}", 0), proxy=None)

    socket.getaddrinfo = local
    vars(connection)["connect"] = from_somewhere


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--caddy", default=shutil.which("caddy"), help="the program (default: from PATH)")
    parser.add_argument("--tables", type=int, default=5, help="tables in play at any time")
    parser.add_argument("--acks", type=int, default=100, help="acknowledged commands before each stop")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.caddy is None:
        parser.error("Caddy is not on PATH: apt-get install caddy, or name it by --caddy")
    use_domain(args.seed)
    with ExitStack() as stack:
        folder = new_folder()
        stack.callback(shutil.rmtree, folder)
        postgres, redis = Postgres(), Redis()
        stack.callback(postgres.remove)
        stack.callback(redis.remove)
        database = postgres.url(asyncio.run(postgres.new_database()))
        http, https = free_ports(2)
        front = Front(folder, https, http)
        chosen: dict[str, Any] = {"origins": front.url, "proxies": "127.0.0.1"}
        compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["x-server"]["environment"]
        ours = {"FAIRYRING_DATABASE", "FAIRYRING_REDIS", *(f"FAIRYRING_{name.upper()}" for name in chosen)}
        assert set(compose) == ours, "compose.yaml has settings that this campaign does not use"
        servers = [
            stack.enter_context(Live(folder, database=database, redis=redis.url, log=f"log{number}", limited=True, **chosen))
            for number in (1, 2)
        ]
        stack.enter_context(front.running(args.caddy, servers))
        os.environ["SSL_CERT_FILE"] = str(front.root)  # for the people's WebSockets
        front.check_outside()
        begun = time.monotonic()
        print(asyncio.run(campaign(front, servers, database, args.tables, args.seed, args.acks)))
        print(f"It took {time.monotonic() - begun:.0f} s; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
