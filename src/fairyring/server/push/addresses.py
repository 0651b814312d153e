"""Where the server may send notices: public addresses only, so that nobody can point it at a private network (SSRF).

An endpoint is checked when it comes, and its host's addresses each time it is connected to: a name may be bent to lead to
a private address later (DNS rebinding), so the connection goes to the very address that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MAX_ENDPOINT_CHARACTERS = 1024
HTTPS_PORT = 443
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # its last four bytes are an IPv4 address (RFC 6052)


class ForbiddenAddress(httpcore.ConnectError):
    """A host with an address to which nothing is sent."""


def _carried(address: Address) -> Address:
    """Return the IPv4 address to which an IPv6 address leads, if it carries one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else address)


def may_send_to(address: Address, allowed: Iterable[Network]) -> bool:
    """Return whether notices may be sent to an address: a public one, or one in a network that the operator allows."""
    carried = _carried(address)
    return any(carried in network for network in allowed) or (carried.is_global and not carried.is_multicast)


def check_endpoint(endpoint: str, allowed: Iterable[Network]) -> None:
    """Raise ValueError unless this is the address of a push service: https at the usual port, of no private address.

    In the networks that the operator allows, plain http and other ports will do.
    """
    url = urlsplit(endpoint)  # raises ValueError, too
    printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "\\" not in endpoint
    if len(endpoint) > MAX_ENDPOINT_CHARACTERS or not printable or "@" in url.netloc or not url.hostname or url.fragment:
        raise ValueError("no address of a push service")
    try:
        literal: Address | None = ipaddress.ip_address(url.hostname)
    except ValueError:
        literal = None
    if literal is not None and any(_carried(literal) in network for network in allowed) and url.scheme in ("http", "https"):
        return
    if url.scheme != "https" or url.port not in (None, HTTPS_PORT):
        raise ValueError("a push service is reached by https")
    if literal is not None and not may_send_to(literal, allowed):
        raise ValueError("a push service has a public address")


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to addresses that `may_send_to` allows, and to no others."""

    def __init__(self, allowed: tuple[Network, ...]) -> None:
        self._allowed, self._inner = allowed, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host, if all of its addresses are allowed. Raises ForbiddenAddress."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError("unknown host") from error
        addresses = [str(info[4][0]) for info in found]
        if not addresses or not all(may_send_to(ipaddress.ip_address(text), self._allowed) for text in addresses):
            raise ForbiddenAddress("not a public address")
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no push service is a file."""
        raise ForbiddenAddress("not an address")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
