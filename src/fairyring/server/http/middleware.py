"""The gate before every HTTP request: safe headers on every answer, who may post, how often an address may ask, what is logged.

A table's name is the key to it, so no log line holds one.
"""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from fairyring.server.access import Visitors, address, host_allowed, origin_allowed
from fairyring.server.http.schemas import Said
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings

LOG = logging.getLogger(__name__)
SAFE = {b"GET", b"HEAD", b"OPTIONS"}
SECRET = re.compile(r"(?<=/t/)[^/]+|(?<=/tables/)(?!import$)[^/]+|(?<=/)[a-z2-7]{16}(?=/|$)")
CSP = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def masked(path: str) -> str:
    """A path that may be logged."""
    return SECRET.sub("…", path)[:100]


class Gate:
    """An ASGI application around another."""

    def __init__(self, inner: Litestar, settings: Settings, visitors: Visitors, metrics: Metrics) -> None:
        self._inner, self._settings, self._visitors, self._metrics = inner, settings, visitors, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        http = scope
        begun, status = time.perf_counter(), 0

        async def dress(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                told = list(message["headers"])
                if http["method"] == "OPTIONS" and status < 300:  # the framework tells only the methods of one handler
                    told = [pair for pair in told if pair[0] != b"allow"] + [(b"allow", self._methods(http))]
                known = {name for name, _ in told}
                message["headers"] = [*told, *(pair for pair in HEADERS if pair[0] not in known)]
            await send(message)

        refusal = self._refusal(http)
        if refusal is None:
            await self._inner(scope, receive, dress)
        else:
            await _say(dress, *refusal)
        took = (time.perf_counter() - begun) * 1000
        LOG.info("%s %s %d in %.0f ms", http["method"], masked(http["path"]), status, took)

    def _methods(self, scope: HTTPScope) -> bytes:
        """What the address answers to."""
        path = scope.get("path_template", "")
        found = {
            method for route in self._inner.routes if route.path_format == path for method in getattr(route, "methods", ())
        }
        return ", ".join(sorted(found)).encode()

    def _refusal(self, scope: HTTPScope) -> tuple[int, str, str] | None:
        if scope["path"] != "/health" and not self._visitors.allow("request", address(scope["client"])):
            self._metrics.refused.labels("requests").inc()
            return 429, "too-fast", "Too many requests; wait a moment."
        headers = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"] if key in (b"origin", b"host")
        }
        if scope["path"] != "/health" and not host_allowed(headers, self._settings):
            self._metrics.refused.labels("origin").inc()
            return 403, "origin", "This server answers to localhost; name other addresses in FAIRYRING_ORIGINS."
        if scope["method"].encode() not in SAFE and not origin_allowed(headers, self._settings):
            self._metrics.refused.labels("origin").inc()
            return 403, "origin", "A page of another site may not do this."
        return None


async def _say(send: Any, status: int, code: str, message: str) -> None:
    body = msgspec.json.encode(Said(code, message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"retry-after", b"10")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
