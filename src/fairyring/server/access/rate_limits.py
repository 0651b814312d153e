"""Rate limits by address: token buckets for requests, misses, floods, connects and new tables, and a limit of open WebSockets.

Nothing is stored; a restart forgets all of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict

from fairyring.server.access.network import is_household
from fairyring.server.settings import Settings
from fairyring.tables.limits import TokenBucket

MAX_BUCKETS = 20_000  # the least recently used are forgotten
BURST_SECONDS = 5  # of requests
HOUSEHOLD_TABLES = 20  # times as many new tables for this machine and private networks: a family plays many short games
PUZZLES = 10  # times as many tables of puzzles as others: one is solved in a minute, and its log is small
TOKEN = 1000 * 1_000_000  # buckets count milliseconds times millionths of a token per second, so slow rates are exact


class RateLimits:
    """Token buckets and counts of WebSockets for each address. A limit of 0 in the settings switches it off."""

    def __init__(self, settings: Settings) -> None:
        # By kind: millionths of a token per second, and tokens at once.
        self._rates = {
            "request": (settings.requests_per_second * 1_000_000, settings.requests_per_second * BURST_SECONDS),
            "miss": (settings.misses_per_minute * 1_000_000 // 60, settings.misses_per_minute),
            "flood": (settings.misses_per_minute * 1_000_000 // 60, settings.misses_per_minute),
            "heavy": (settings.heavy_per_minute * 1_000_000 // 60, settings.heavy_per_minute),
            "connect": (settings.connects_per_minute * 1_000_000 // 60, settings.connects_per_minute),
            "table": (settings.tables_per_hour * 1_000_000 // 3600, settings.tables_per_hour),
            "puzzle": (PUZZLES * settings.tables_per_hour * 1_000_000 // 3600, PUZZLES * settings.tables_per_hour),
        }
        self._max_sockets = settings.sockets_per_address
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()
        self.banned: frozenset[str] = frozenset()  # addresses that the operator has banned
        self.sockets: dict[str, int] = {}  # open WebSockets by address

    def take(self, kind: str, address: str, cost: int = 1) -> bool:
        """Take tokens of this kind ("request", "miss", "flood", …: see `_rates`); return whether there were so many."""
        if address in self.banned:
            return False
        rate, burst = self._rate(kind, address)
        if not burst:
            return True
        now, key = int(time.monotonic() * 1000), (kind, address)
        bucket = self._buckets.pop(key, None) or TokenBucket(burst * TOKEN, now)
        left = min(burst * TOKEN, bucket.left + (now - bucket.at) * rate)
        cost = min(cost, burst)  # or the costliest would never be allowed
        allowed = left >= cost * TOKEN
        self._buckets[key] = TokenBucket(left - cost * TOKEN if allowed else left, now)
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed

    def has_token(self, kind: str, address: str) -> bool:
        """Return whether a token of this kind is left, without taking it."""
        if address in self.banned:
            return False
        rate, burst = self._rate(kind, address)
        bucket = self._buckets.get((kind, address))
        if not burst or bucket is None:
            return True
        return bucket.left + (int(time.monotonic() * 1000) - bucket.at) * rate >= TOKEN

    def seconds_until(self, kind: str, address: str) -> int:
        """Return after how many seconds the next token of this kind will be there, at least 1."""
        rate, _burst = self._rate(kind, address)
        bucket = self._buckets.get((kind, address))
        if bucket is None or not rate:
            return 1
        left = bucket.left + (int(time.monotonic() * 1000) - bucket.at) * rate
        return max(1, -(-(TOKEN - left) // (rate * 1000)))

    def _rate(self, kind: str, address: str) -> tuple[int, int]:
        rate, burst = self._rates[kind]
        factor = HOUSEHOLD_TABLES if kind == "table" and is_household(address) else 1
        return rate * factor, burst * factor

    def add_socket(self, address: str) -> bool:
        """Count another WebSocket; return False, without counting, if the address has too many."""
        count = self.sockets.get(address, 0)
        if self._max_sockets and count >= self._max_sockets:
            return False
        self.sockets[address] = count + 1
        return True

    def remove_socket(self, address: str) -> None:
        """Count a WebSocket less."""
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]
