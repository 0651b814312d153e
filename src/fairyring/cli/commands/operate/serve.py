"""`fairyring serve`: run a server and print its address."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import webbrowser
from collections.abc import Callable

from fairyring.cli.arguments import whole_number
from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.core.errors import OptionError
from fairyring.server import logs
from fairyring.server.access.network import ANY_ADDRESS, Network
from fairyring.server.serve import listen, lock_data_folder, serve
from fairyring.server.settings import HOST, LOOPBACK, PORT, Settings

EXAMPLE = "fairyring serve --host 0.0.0.0"
LOG_LEVELS = ("debug", "info", "warning", "error")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", metavar="H", help=f"address to listen on (default {HOST}: this machine only; 0.0.0.0: all)")
    port_help = f"port to listen on (default {PORT}, or the next free one)"
    parser.add_argument("--port", metavar="P", type=whole_number, help=port_help)
    add_database_arguments(parser)
    parser.add_argument("--redis", metavar="URL", help="redis://HOST, if several servers share one database")
    parser.add_argument(
        "--single", action="store_true", default=None, help="this is the only server of its PostgreSQL database"
    )
    parser.add_argument("--keep-days", metavar="N", type=whole_number, help="delete tables untouched for N days")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--log", choices=LOG_LEVELS, default="warning", help="log level; logs are JSON lines on standard error")


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM."""
    settings = settings_from(args, "host", "port", "data", "database", "redis", "single", "keep_days")
    logs.configure_logging(args.log)
    port_is_fixed = args.port is not None or "FAIRYRING_PORT" in os.environ
    with lock_data_folder(settings), contextlib.closing(listen(settings, port_is_fixed)) as listener:
        port = listener.getsockname()[1]
        asyncio.run(
            serve(settings, listener, lambda network: _announce(settings, port, network, open_browser=not args.no_open))
        )
    return 0


def _announce(settings: Settings, port: int, network: Network, open_browser: bool) -> None:
    """Print the addresses, with a QR code on a terminal. The line “ready” tells scripts that requests are accepted."""
    from fairyring.server.http import static_files  # noqa: PLC0415  (imports the web framework, which runs by now)

    host = settings.host if settings.host not in (*ANY_ADDRESS, *LOOPBACK) else "localhost"
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Fairyring is at {url}", flush=True)
    _print_phone_urls(network)
    if static_files.folder() is None:
        print(f"{static_files.NOT_BUILT} In the terminal: fairyring play fairy", flush=True)
    terminal = sys.stdout.isatty()
    if terminal and network.can_open and _on_line(lambda: asyncio.ensure_future(_let_phones_in(network))):
        print("Phones are not let in yet: press Enter to let in those in your network.", flush=True)
    print("Stop it with Ctrl-C; tables are kept." if terminal else "ready", flush=True)
    if open_browser and terminal:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)


def _print_phone_urls(network: Network) -> None:
    for url in network.urls:
        print(f"On phones in the same network: {url}", flush=True)
        if sys.stdout.isatty():
            import segno  # noqa: PLC0415

            segno.make(url, micro=False).terminal(compact=True)


async def _let_phones_in(network: Network) -> None:
    try:
        await network.open()
    except OptionError as error:
        print(error, flush=True)
    _print_phone_urls(network)


def _on_line(act: Callable[[], object]) -> bool:
    """Call `act` once when a line is typed; return whether that is possible here."""
    if not sys.stdin.isatty():
        return False
    loop = asyncio.get_running_loop()

    def read() -> None:
        loop.remove_reader(sys.stdin)
        sys.stdin.readline()
        act()

    try:
        loop.add_reader(sys.stdin, read)
    except NotImplementedError:  # Windows
        return False
    return True
