"""`fairyring serve`: run a server and print its address."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import webbrowser

from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.server import logs
from fairyring.server.serve import listen, lock_data_folder, serve
from fairyring.server.settings import HOST, LOOPBACK, PORT, Settings

EXAMPLE = "fairyring serve --host 0.0.0.0"
LOG_LEVELS = ("debug", "info", "warning", "error")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", metavar="H", help=f"address to listen on (default {HOST}: this machine only; 0.0.0.0: all)")
    parser.add_argument("--port", metavar="P", type=int, help=f"port to listen on (default {PORT}, or the next free one)")
    add_database_arguments(parser)
    parser.add_argument("--redis", metavar="URL", help="redis://HOST, if several servers share one database")
    parser.add_argument(
        "--single", action="store_true", default=None, help="this is the only server of its PostgreSQL database"
    )
    parser.add_argument("--keep-days", metavar="N", type=int, help="delete tables untouched for N days (default: never)")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--log", choices=LOG_LEVELS, default="warning", help="log level; logs are JSON lines on standard error")


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM."""
    settings = settings_from(args, "host", "port", "data", "database", "redis", "single", "keep_days")
    logs.configure_logging(args.log)
    port_is_fixed = args.port is not None or "FAIRYRING_PORT" in os.environ
    with lock_data_folder(settings), contextlib.closing(listen(settings, port_is_fixed)) as listener:
        port = listener.getsockname()[1]
        asyncio.run(serve(settings, listener, lambda: _announce(settings, port, open_browser=not args.no_open)))
    return 0


def _announce(settings: Settings, port: int, open_browser: bool) -> None:
    """Print the addresses, with a QR code on a terminal. The line “ready” tells scripts that requests are accepted."""
    host = settings.host if settings.host not in ("0.0.0.0", "::", *LOOPBACK) else "localhost"  # noqa: S104
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Fairyring is at {url}", flush=True)
    if not settings.local:
        lan_url = f"http://{lan_address()}:{port}/"
        print(f"On phones in the same network: {lan_url}", flush=True)
        if sys.stdout.isatty():
            import segno  # noqa: PLC0415

            segno.make(lan_url, micro=False).terminal(compact=True)
    print("Stop it with Ctrl-C; tables are kept." if sys.stdout.isatty() else "ready", flush=True)
    if open_browser and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)


def lan_address() -> str:
    """Return this machine's address in its local network: the source address of the default route. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; connecting a datagram socket only picks a route
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
