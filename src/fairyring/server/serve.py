"""Run the ASGI application under uvicorn: listening socket, lock of the data folder, graceful shutdown.

The module imports no web framework until `serve` runs, so that the command line starts quickly.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fairyring.core.errors import FairyringError, OptionError
from fairyring.server.settings import DATABASE_FILE, Settings

if TYPE_CHECKING:
    import uvicorn

    from fairyring.server.access.network import Network
    from fairyring.server.app import App

PORTS_TRIED = 10  # consecutive ports that `listen` tries when the port was not chosen by the user
PING_SECONDS, PONG_SECONDS = 20.0, 25.0  # a WebSocket is dropped after 45 s of silence
UNACKNOWLEDGED_MS = 60_000  # TCP_USER_TIMEOUT: drop peers that stop acknowledging data for 60 s
MAX_FRAME_BYTES = 80 * 1024  # a bit more than the largest command, `options` (64 KiB)
GRACEFUL_SHUTDOWN_SECONDS = 10
LISTEN_BACKLOG = 1024


async def serve(settings: Settings, listener: socket.socket, on_ready: Callable[[Network], None]) -> None:
    """Serve on the listening socket until SIGINT or SIGTERM; call `on_ready` once requests are accepted.

    Raises FairyringError if the application cannot start, and StoreError if the database cannot be opened.
    """
    from fairyring.server import descriptors  # noqa: PLC0415

    if settings.needs_redis:
        raise OptionError(
            "Several servers may share this database, and must hear each other to know who is present. "
            "Name their Redis with --redis, or say --single if this is the only server."
        )
    if settings.push_key:  # said now, in one sentence, and not by a traceback of the application
        from fairyring.server.push.keys import PushKeys  # noqa: PLC0415

        PushKeys(settings.push_key, settings.push_contact)
    from fairyring.server.app import App  # noqa: PLC0415  (heavy)
    from fairyring.server.runtime import gc_policy  # noqa: PLC0415
    from fairyring.server.store import Store  # noqa: PLC0415

    def ready() -> None:
        gc_policy.disable_automatic_collection()
        on_ready(app.network)

    descriptors.raise_limit(settings)
    app = App(settings, await Store.open(settings.url))
    server = make_server(app, ready)
    await server.serve(sockets=[listener])
    if not server.started:
        raise FairyringError("The server could not start; its log above says why.")


def make_server(app: App, on_ready: Callable[[], None]) -> uvicorn.Server:
    """Return a uvicorn server for the application. Tests use the same configuration."""
    import uvicorn  # noqa: PLC0415

    from fairyring.server.access.connections import ConnectionLimits, bounded_protocol  # noqa: PLC0415
    from fairyring.server.access.proxies import ProxyHeaders  # noqa: PLC0415
    from fairyring.server.ws.protocol import ClientConnection  # noqa: PLC0415

    class Server(uvicorn.Server):
        """uvicorn that drains tables before it shuts down, and exits with status 0 on SIGINT and SIGTERM."""

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
            if sockets and not self.should_exit:
                app.network.attach(sockets[0].getsockname()[1], self.listen_on)
            if not self.should_exit:
                on_ready()

        async def listen_on(self, listener: socket.socket) -> None:
            """Accept connections on another socket, too, until the shutdown."""

            def protocol() -> asyncio.Protocol:
                made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                    config=self.config, server_state=self.server_state, app_state=self.lifespan.state
                )
                return made

            self.servers.append(await asyncio.get_running_loop().create_server(protocol, sock=listener, backlog=LISTEN_BACKLOG))

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if app.hub is not None:
                await app.hub.drain()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        ProxyHeaders(app, app.settings.proxies) if app.settings.proxies else app,
        http=bounded_protocol(ConnectionLimits(app.settings, lambda why: app.metrics.refused.labels(why).inc())),
        ws=ClientConnection,
        ws_per_message_deflate=False,
        ws_max_size=MAX_FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        access_log=False,
        log_config=None,
        server_header=False,
        lifespan="on",
        proxy_headers=False,  # `ProxyHeaders` reads them
        timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_SECONDS,
    )
    return Server(config)


def listen(settings: Settings, port_is_fixed: bool) -> socket.socket:
    """Return a listening TCP socket.

    Unless `port_is_fixed`, the first free port of the ten from `settings.port` on is used. Raises OptionError.
    """
    try:
        family, *_, where = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
    except OSError as error:
        raise OptionError(f"There is no address “{settings.host}” on this machine ({error.strerror}).") from error
    ports = [settings.port] if port_is_fixed else range(settings.port, settings.port + PORTS_TRIED)
    for port in ports:
        # asyncio sets TCP_NODELAY only on sockets whose protocol is IPPROTO_TCP. Without it, an ack that follows a beat
        # waits 40 ms for the peer's delayed acknowledgement.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # inherited by every accepted connection
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
        try:
            listener.bind((where[0], port, *where[2:]))
            listener.listen(LISTEN_BACKLOG)
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
def lock_data_folder(settings: Settings) -> Iterator[None]:
    """Hold an exclusive lock on the embedded database, whether it was named by folder or by URL; create its folder.

    Raises OptionError if another process holds the lock. Does nothing for an external database, and takes no lock on
    Windows.
    """
    if not settings.embedded:
        yield
        return
    file = settings.database_file
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (file.parent / ("server.lock" if file.name == DATABASE_FILE else f"{file.name}.lock")).open("a")
    except OSError as error:
        raise OptionError(
            f"The tables cannot be kept in {file.parent} ({error.strerror}); choose another folder with --data."
        ) from error
    with lock:
        try:
            import fcntl  # noqa: PLC0415  (POSIX only)

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError as error:
            raise OptionError(
                f"Another server keeps its tables in {file.parent}; stop it, or choose another folder with --data."
            ) from error
        yield
