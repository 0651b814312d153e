"""`fairyring serve`: output, refusals, shutdown."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pty
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from fairyring.cli.commands.operate import serve as serve_command
from fairyring.cli.server_arguments import settings_from
from fairyring.client.client import Client
from fairyring.core.errors import OptionError
from fairyring.server import serve
from fairyring.server.access.network import lan_address
from fairyring.server.settings import Settings, from_environment
from tests.paths import PEBBLES

COMMAND = [sys.executable, "-m", "fairyring", "serve", "--no-open"]


@contextmanager
def running(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and where it says it is."""
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Fairyring is at http://"), line + (process.stderr.read() if process.stderr else "")
        while process.stdout.readline() not in ("ready\n", ""):
            pass
        yield process, line.split()[-1]
    finally:
        process.terminate()
        assert process.wait(30) == 0
        process.stdout.close()
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
        process.stderr.close()


def refused(*words: str) -> str:
    process = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=300, check=False)
    assert process.returncode == 2
    assert "Traceback" not in process.stderr
    return process.stderr


async def play_against_bot(url: str, game: str) -> list[int]:
    """Create a table, play it against a bot at random, and return the seats that decided by the record."""
    created = httpx.post(f"{url}api/tables", json={"game": game, "options": {"players": 2}}).json()
    async with Client.join(url, created["table"], created["token"]) as ann:
        await ann.sit(0, "Ann")
        await ann.do("bot", seat=1, level="normal")
        await ann.do("start")
        rng = random.Random(1)
        async for _beat in ann:
            if ann.owes:
                await ann.play(rng.choice(ann.legal))
            if ann.table.phase == "over":
                break
    record = httpx.get(f"{url}api/tables/{created['table']}/record").text
    assert httpx.post(f"{url}api/verify", json={"record": record}).status_code == 200  # by a heavy worker
    return [decision["seat"] for decision in map(json.loads, record.splitlines()[1:]) if "seat" in decision]


def test_serve_with_a_room_plays_it_in_all_processes(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path), "--room", str(PEBBLES)) as (_process, url):
        assert "pebbles" in [game["game"] for game in httpx.get(f"{url}api/games").json()]
        assert asyncio.run(play_against_bot(url, "pebbles"))


def test_serve_prints_its_address_and_stops_on_sigterm(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path)) as (_process, url):
        assert httpx.get(f"{url}health").json()["ok"] is True
        assert "Fairyring" in httpx.get(url).text
        assert "keeps its tables in" in refused("--port", "0", "--data", str(tmp_path))  # one server for each folder
        port = url.rstrip("/").rpartition(":")[2]
        assert f"port {port}" in refused("--port", port, "--data", str(tmp_path / "other"))


def test_serve_refuses_invalid_settings_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert "There is no port 70000" in refused("--port", "70000", "--data", str(tmp_path))
    assert "cannot be kept in" in refused("--port", "0", "--data", str(file / "below"))
    assert "There is no address" in refused("--port", "0", "--host", "no.such.host.invalid", "--data", str(tmp_path))
    assert "must be given as sqlite" in refused("--port", "0", "--database", "mysql://x")


def test_serve_settings_from_command_line_and_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    serve_command.configure(parser)
    monkeypatch.setenv("FAIRYRING_PORT", "9000")
    monkeypatch.setenv("FAIRYRING_HOST", "0.0.0.0")  # noqa: S104
    monkeypatch.setenv("FAIRYRING_DATA", str(tmp_path))
    monkeypatch.setenv("FAIRYRING_ORIGINS", "https://a.example, https://b.example")
    settings = settings_from(parser.parse_args(["--port", "9001"]), "host", "port", "data", "database", "redis", "single")
    assert not settings.single
    assert (settings.port, settings.host, settings.data) == (9001, "0.0.0.0", tmp_path)  # noqa: S104
    assert settings.origins == ("https://a.example", "https://b.example")
    assert not settings.local
    with pytest.raises(OptionError, match="must be a whole number"):
        from_environment({"FAIRYRING_PORT": "many"})


def test_listen_takes_the_next_free_port_by_default() -> None:
    with socket.socket() as occupied:
        occupied.bind(("127.0.0.1", 0))
        occupied.listen()
        port = occupied.getsockname()[1]
        with pytest.raises(OptionError, match=f"port {port}"):
            serve.listen(Settings(port=port), port_is_fixed=True)
        with serve.listen(Settings(port=port), port_is_fixed=False) as listener:
            assert port < listener.getsockname()[1] < port + serve.PORTS_TRIED


def test_network_address_is_the_configured_one() -> None:
    assert lan_address(Settings(lan="10.1.2.3")) == "10.1.2.3"
    assert not lan_address(Settings()).startswith("127.")


async def test_listen_sockets_have_tcp_nodelay() -> None:
    connected: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listener = serve.listen(Settings(port=0), port_is_fixed=True)
    async with await asyncio.start_server(look, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname())
        assert await connected, "an ack that follows on a beat would wait for the other side's"
        writer.close()


@pytest.mark.parametrize("name", ["tables.db", "other.db"])
def test_lock_covers_every_sqlite_file(tmp_path: Path, name: str) -> None:
    """By folder, by URL and by a symbolic link, the same file has one server."""
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    same = [Settings(database=f"sqlite:///{tmp_path}/{name}"), Settings(database=f"sqlite:///{tmp_path}/link/{name}")]
    same += [Settings(data=tmp_path)] if name == "tables.db" else []
    for first in same:
        with serve.lock_data_folder(first):
            for second in same:
                with pytest.raises(OptionError, match="Another server"), serve.lock_data_folder(second):
                    pass
            with serve.lock_data_folder(Settings(database=f"sqlite:///{tmp_path}/third.db")):
                pass


@pytest.mark.parametrize("proxies", ["*", "127.0.0.1,*", "proxy.example"])
def test_proxies_are_addresses_only(proxies: str) -> None:
    with pytest.raises(OptionError, match="FAIRYRING_PROXIES"):
        from_environment({"FAIRYRING_PROXIES": proxies})
    assert from_environment({"FAIRYRING_PROXIES": "127.0.0.1, 10.0.0.0/8,::1"})


UNABLE = """
import sys
from fairyring.cli.main import main
from fairyring.server import app

def fail(*_args):
    raise RuntimeError("cannot start")

app.AnalysisService = fail
sys.exit(main(sys.argv[1:]))
"""


def test_serve_ends_if_the_application_cannot_start(tmp_path: Path) -> None:
    """A process that hangs after a failed start would never be restarted."""
    command = [sys.executable, "-c", UNABLE, "serve", "--no-open", "--data", str(tmp_path), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert ended.returncode != 0
    assert "cannot start" in ended.stderr


def test_serve_lets_phones_in_at_the_press_of_a_key(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    env = os.environ | {"FAIRYRING_LAN": "127.0.0.2"}  # stands for an address in the local network
    words = ["--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen([*COMMAND, *words], stdin=theirs, stdout=theirs, stderr=subprocess.STDOUT, env=env)
    os.close(theirs)
    output = ""

    def read_until(text: str) -> None:
        nonlocal output
        while text not in output:
            output += os.read(ours, 4096).decode()

    try:
        read_until("Stop it with Ctrl-C")
        assert "press Enter to let in" in output
        assert "On phones" not in output
        os.write(ours, b"\n")
        read_until("http://127.0.0.2:")
        read_until("/\r\n")
        url = output[output.index("http://127.0.0.2:") :].split(maxsplit=1)[0]
        assert httpx.get(f"{url}health", trust_env=False).json()["ok"] is True
    finally:
        process.terminate()
        assert process.wait(30) == 0
        os.close(ours)
