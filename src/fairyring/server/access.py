"""At the door: whose page may talk to us, and how often an address may come. All of it is forgotten with the process."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Mapping
from urllib.parse import urlsplit

from fairyring.server.settings import Settings
from fairyring.tables.limits import Bucket

REMEMBERED = 20_000  # addresses
BURST = 5  # seconds' worth of requests
PREFIX = re.compile(r"(?:/[\w.~-]+)+", re.ASCII)


def address(client: tuple[str, int] | None) -> str:
    """Who that is, as far as limits go: an IPv6 customer has a whole /64. A socket in the file system has no address."""
    if client is None:
        return "local"
    try:
        found = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0][:64]
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def is_loopback(client: tuple[str, int] | None) -> bool:
    try:
        return client is None or ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


def origin_allowed(headers: Mapping[str, str], settings: Settings) -> bool:
    """A page of ours, or a program: pages of others may not open sockets here, nor post."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # brackets that do not close
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc == headers.get("host")


def host_allowed(headers: Mapping[str, str], settings: Settings) -> bool:
    """A server for this machine alone answers to the names of this machine: a site elsewhere could let its own name lead here,
    and its pages would then pass for ours. Behind a proxy the name is the proxy's business.
    """
    given = headers.get("host", "")
    if not given or not settings.local or settings.proxies:
        return True
    try:
        name = urlsplit(f"//{given}").hostname or ""
        own = {urlsplit(origin).hostname for origin in settings.origins}
    except ValueError:
        return False
    return name == "localhost" or name.endswith(".localhost") or name in own or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def public_url(base: str, headers: Mapping[str, str]) -> str:
    """Where people reach the first page; a proxy that serves us under a path takes it off, and says so in a header."""
    given = headers.get("x-forwarded-prefix", "").rstrip("/")
    return base.rstrip("/") + (given if PREFIX.fullmatch(given) else "") + "/"


class Visitors:
    """How often each address came: buckets for what it asks, and a count of its open sockets."""

    def __init__(self, settings: Settings) -> None:
        # by kind: how many a second, in thousandths; and how many at once
        self._rates = {
            "request": (settings.requests_per_second * 1000, settings.requests_per_second * BURST),
            "miss": (settings.misses_per_minute * 1000 // 60, settings.misses_per_minute),
            "table": (settings.tables_per_hour * 1000 // 3600, settings.tables_per_hour),
        }
        self._most = settings.sockets_per_address
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self.sockets: dict[str, int] = {}

    def allow(self, kind: str, who: str) -> bool:
        """Take one, if there is one left."""
        rate, burst = self._rates[kind]
        if not burst:
            return True
        # A bucket counts thousandths at a rate of thousandths: one visit is a thousand of them, so that slow rates are exact.
        now = int(time.monotonic() * 1000)
        key = (kind, who)
        bucket = self._buckets.pop(key, None) or Bucket(burst * 1000 * 1000, now)
        left = min(burst * 1000 * 1000, bucket.left + (now - bucket.at) * rate)
        allowed = left >= 1000 * 1000
        self._buckets[key] = Bucket(left - 1000 * 1000 if allowed else left, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return allowed

    def left(self, kind: str, who: str) -> bool:
        """Whether there is one left, without taking it."""
        rate, burst = self._rates[kind]
        bucket = self._buckets.get((kind, who))
        if not burst or bucket is None:
            return True
        return bucket.left + (int(time.monotonic() * 1000) - bucket.at) * rate >= 1000 * 1000

    def enter(self, who: str) -> bool:
        """Another socket; False if that is too many."""
        count = self.sockets.get(who, 0)
        if self._most and count >= self._most:
            return False
        self.sockets[who] = count + 1
        return True

    def leave(self, who: str) -> None:
        self.sockets[who] -= 1
        if not self.sockets[who]:
            del self.sockets[who]
