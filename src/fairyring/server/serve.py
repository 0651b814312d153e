"""`fairyring serve`: run a server, say where it is, and stop gracefully."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.core.errors import FairyringError, OptionError
from fairyring.server.settings import HOST, LOOPBACK, PORT, Settings, from_environment

if TYPE_CHECKING:
    import uvicorn

    from fairyring.server.app import App

EXAMPLE = "fairyring serve --host 0.0.0.0"
NEAR = 10  # so many ports after ours are tried, if nobody said which
PING, PONG = 20.0, 25.0  # seconds: a socket that is silent for 45 is dead
UNREAD_FOR = 60_000  # milliseconds that the other end may leave something unread, before the connection counts as lost
MOST_FRAME = 80 * 1024
LEVELS = ("debug", "info", "warning", "error")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help=f"where to listen (default {HOST}: this machine only; 0.0.0.0: all)")
    parser.add_argument("--port", metavar="P", type=int, help=f"(default {PORT}, or the next one that is free)")
    parser.add_argument("--data", metavar="FOLDER", type=Path, help="where the tables are kept (default: your data folder)")
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME instead of a file in that folder")
    parser.add_argument("--redis", metavar="URL", help="redis://HOST, where several servers share one database")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--log", choices=LEVELS, default="warning", help="how much to log, as JSON lines on standard error")


def settings_of(args: argparse.Namespace) -> Settings:
    given = from_environment()
    given |= {
        name: getattr(args, name) for name in ("host", "port", "data", "database", "redis") if getattr(args, name) is not None
    }
    assert set(given) <= {field.name for field in fields(Settings)}
    found = Settings(**given)  # type: ignore[arg-type]
    if not 0 <= found.port < 1 << 16:
        raise OptionError(f"There is no port {found.port}; choose one from 1 to 65535, or 0 for any that is free.")
    return found


def run(args: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    settings = settings_of(args)
    start_logging(args.log)
    fixed = args.port is not None or "FAIRYRING_PORT" in os.environ
    with alone(settings), contextlib.closing(listen(settings, fixed)) as listener:
        port = listener.getsockname()[1]
        asyncio.run(_serve(settings, listener, lambda: _welcome(settings, port, not args.no_open)))
    return 0


async def _serve(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    from fairyring.server.app import App  # noqa: PLC0415
    from fairyring.server.runtime import gc_policy  # noqa: PLC0415  (a quick start for every other command)
    from fairyring.server.store import Store  # noqa: PLC0415

    def begin() -> None:
        gc_policy.calm()
        ready()

    server = server_for(App(settings, await Store.open(settings.url)), begin)
    await server.serve(sockets=[listener])
    if not server.started:
        raise FairyringError("The server could not start; its log above says why.")


def server_for(app: App, ready: Callable[[], None]) -> uvicorn.Server:
    """What runs the application; the tests run it in the same way."""
    import uvicorn  # noqa: PLC0415

    class Server(uvicorn.Server):
        """uvicorn, but people are sent away politely first, and being told to stop is no failure."""

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            try:
                loop = asyncio.get_running_loop()
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.add_signal_handler(number, self.handle_exit, number, None)
            except NotImplementedError:  # Windows
                with super().capture_signals():
                    yield
                return
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if app.hub is not None:
                await app.hub.drain()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MOST_FRAME,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        access_log=False,
        log_config=None,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(app.settings.proxies),
        forwarded_allow_ips=app.settings.proxies or None,
        timeout_graceful_shutdown=10,
    )
    return Server(config)


def listen(settings: Settings, fixed: bool) -> socket.socket:
    """The socket that everybody comes to; where nobody said which port, the next free one will do."""
    try:
        family, *_, where = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
    except OSError as error:
        raise OptionError(f"There is no address “{settings.host}” on this machine ({error.strerror}).") from error
    ports = [settings.port] if fixed else range(settings.port, settings.port + NEAR)
    for port in ports:
        # Said to be TCP, because asyncio sends small messages at once only where it knows that: else each ack that follows on a
        # beat waits 40 ms for the other side's.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # who neither reads nor leaves is gone; every connection inherits it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_FOR)
        try:
            listener.bind((where[0], port, *where[2:]))
            listener.listen(1024)
        except OSError as error:
            listener.close()
            failed = error
            continue
        listener.setblocking(False)
        return listener
    raise OptionError(
        f"Nothing can listen on {settings.host}, port {settings.port} ({failed.strerror}); choose another with --port."
    ) from failed


@contextlib.contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """An embedded database belongs to one server at a time."""
    if not settings.embedded or settings.database:
        yield
        return
    folder = settings.folder
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / "server.lock").open("a")
    except OSError as error:
        raise OptionError(
            f"The tables cannot be kept in {folder} ({error.strerror}); choose another folder with --data."
        ) from error
    with lock:
        try:
            import fcntl  # noqa: PLC0415  (not on Windows, where a second server is the user's own fault)

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError as error:
            raise OptionError(
                f"Another server keeps its tables in {folder}; stop it, or choose another folder with --data."
            ) from error
        yield


# What people see ----------------------------------------------------------------------------------


def _welcome(settings: Settings, port: int, browser: bool) -> None:
    here = settings.host if settings.host not in ("0.0.0.0", "::", *LOOPBACK) else "localhost"  # noqa: S104
    url = f"http://{f'[{here}]' if ':' in here else here}:{port}/"
    print(f"Fairyring is at {url}", flush=True)
    if not settings.local:
        near = f"http://{lan_address()}:{port}/"
        print(f"On phones in the same network: {near}", flush=True)
        if sys.stdout.isatty():
            import segno  # noqa: PLC0415

            segno.make(near, micro=False).terminal(compact=True)
    print("Stop it with Ctrl-C; tables are kept." if sys.stdout.isatty() else "ready", flush=True)
    if browser and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)


def lan_address() -> str:
    """This machine's address in its network: the one it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; a datagram socket only picks a route
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


class JsonLines(logging.Formatter):
    """Structured logs. Messages of ours hold no names, tokens, table names or cards."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"time": self.formatTime(record), "level": record.levelname.lower(), "from": record.name}
        told["message"] = record.getMessage()
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start_logging(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("websockets", "uvicorn"):  # they would tell who came from where
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # a line for each message to somebody who just left
