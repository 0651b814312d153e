"""Addresses of clients, allowed origins and hosts, and the public URL of the server."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from fairyring.server.settings import Settings

PRIVATE_NAMES = ("localhost", "local", "lan", "internal", "home.arpa")  # top-level names that are in no public DNS
PREFIX = re.compile(r"/[\w.~/-]+", re.ASCII)  # with // excluded: it would be a host


def address_of(client: tuple[str, int] | None) -> str:
    """Return the address that rate limits count: of IPv6 the /64 network, which one customer has; "local" for a Unix socket."""
    if client is None:
        return "local"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0][:64]
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_loopback(client: tuple[str, int] | None) -> bool:
    """Return whether a client connects from this machine."""
    try:
        return client is None or ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


def origin_allowed(headers: Mapping[str, str], settings: Settings) -> bool:
    """Return whether a request comes from our own page, an allowed origin, or a program (which sends no Origin).

    Pages of other sites must neither open WebSockets here nor post.
    """
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # unbalanced brackets
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc == headers.get("host")


def host_allowed(headers: Mapping[str, str], settings: Settings) -> bool:
    """Return whether a request names a host that this server answers to, as a defence against DNS rebinding.

    Else a foreign site could let its own name resolve to us, and its pages would pass for ours. The server answers to
    addresses, to names that nobody can register (localhost, *.local, …), to the name of its machine, and to the hosts of the
    configured origins. Behind a proxy that checks names, origins need not be configured.
    """
    host = headers.get("host", "")
    if not host or (settings.proxies and not settings.origins):
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        own = {urlsplit(origin).hostname for origin in settings.origins}
    except ValueError:
        return False
    private = name in PRIVATE_NAMES or any(name.endswith(f".{suffix}") for suffix in PRIVATE_NAMES)
    return private or name in own or name == socket.gethostname().lower() or _is_address(name)


def is_host(host: str) -> bool:
    """Return whether the header Host can be read at all; without one, a request is read as one to an address."""
    try:
        return not host or (bool(urlsplit(f"//{host}").hostname) and (urlsplit(f"//{host}").port or 0) >= 0)
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def public_url(base: str, headers: Mapping[str, str], settings: Settings) -> str:
    """Return the URL of the first page, with the path under which a proxy serves us (X-Forwarded-Prefix).

    The header is believed only if proxies are configured; `access.proxies` has dropped it unless one of them sent it.
    """
    prefix = headers.get("x-forwarded-prefix", "").rstrip("/") if settings.proxies else ""
    return base.rstrip("/") + (prefix if PREFIX.fullmatch(prefix) and "//" not in prefix else "") + "/"
