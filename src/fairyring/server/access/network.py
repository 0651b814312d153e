"""Addresses under which phones in the same network reach this server, and the switch that lets them in.

A server listens on loopback by default. Whoever sits at its machine may open it to the local network while it runs: by a
button of the page, or by a key in the terminal. Nobody else learns the addresses or can do so.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from fairyring.core.errors import OptionError

if TYPE_CHECKING:
    from fairyring.server.settings import Settings

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104
UNROUTED = ("192.0.2.1", 9)  # reserved for documentation; connecting a datagram socket sends nothing and only picks a route
LOOPBACK_AND_PRIVATE = "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 ::1 fc00::/7 fe80::/10"
HOUSEHOLD = tuple(ipaddress.ip_network(network) for network in LOOPBACK_AND_PRIVATE.split())


def lan_address(settings: Settings) -> str:
    """Return this machine's address in its local network: the setting `lan`, else the source address of the default route.

    Empty if there is no network.
    """
    if settings.lan:
        return settings.lan
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNROUTED)
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if ipaddress.ip_address(address).is_loopback else address


def is_household(address: str) -> bool:
    """Return whether an address, as rate limits count it, is this machine or of a private network."""
    if address == "local":
        return True
    try:
        network = ipaddress.ip_network(address)
    except ValueError:
        return False
    return any(network.version == own.version and network.subnet_of(own) for own in HOUSEHOLD)  # type: ignore[arg-type]


class Network:
    """Reachability of one server from its local network."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._port = 0
        self._listen: Callable[[socket.socket], Awaitable[None]] | None = None
        self._opened = ""  # the address that was opened while the server ran

    def attach(self, port: int, listen: Callable[[socket.socket], Awaitable[None]]) -> None:
        """Set the port of the running server, and how it listens on another socket."""
        self._port, self._listen = port, listen

    @property
    def urls(self) -> list[str]:
        """URLs of the first page for other devices; empty if only this machine reaches the server."""
        settings = self._settings
        if settings.local:
            address = self._opened
        else:
            address = lan_address(settings) if settings.host in ANY_ADDRESS else settings.host
        return [f"http://{f'[{address}]' if ':' in address else address}:{self._port}/"] if address else []

    @property
    def can_open(self) -> bool:
        """Whether `open` would let phones in."""
        local = self._settings.local and not self._settings.proxies and self._listen is not None
        return local and not self._opened and bool(lan_address(self._settings))

    async def open(self) -> None:
        """Listen on the address in the local network, too. Raises OptionError if that is impossible."""
        if not self.can_open or self._listen is None:
            raise OptionError("Phones cannot be let in here: there is no local network, or it is open already.")
        address = lan_address(self._settings)
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, self._port))
            listener.listen()
        except OSError as error:
            listener.close()
            raise OptionError(f"Nothing can listen on {address}, port {self._port} ({error.strerror}).") from error
        listener.setblocking(False)
        await self._listen(listener)
        self._opened = address
