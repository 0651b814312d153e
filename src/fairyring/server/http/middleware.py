"""HTTP middleware: security headers, origin and host checks, rate limit by address, request log.

A table id is the key to its table, so log lines do not contain one.
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

from fairyring.server.access.origins import address_of, host_allowed, is_host, origin_allowed
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.http.schemas import ErrorBody
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings

LOG = logging.getLogger(__name__)
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
TABLE_ID_IN_PATH = re.compile(r"(?<=/t/)[^/]+|(?<=/tables/)(?!import$)[^/]+|(?<=/)[a-z2-7]{16}(?=/|$)")
CSP = (  # no other hosts; styles only as files and attributes; WebSockets of the same host are part of 'self'
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
WORKER_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")  # of the page's workers, which run Python
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def masked(path: str) -> str:
    """Return a path that may be logged: without table ids."""
    return TABLE_ID_IN_PATH.sub("…", path)[:100]


class HttpMiddleware:
    """ASGI application around the Litestar application. WebSockets pass through: their endpoint has checks of its own."""

    def __init__(self, inner: Litestar, settings: Settings, rate_limits: RateLimits, metrics: Metrics) -> None:
        self._inner, self._settings, self._rate_limits, self._metrics = inner, settings, rate_limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        http = scope
        started, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message["headers"])
                if http["method"] == "OPTIONS" and status < 300:  # Litestar names only the methods of one handler
                    headers = [pair for pair in headers if pair[0] != b"allow"] + [(b"allow", self._methods(http))]
                present = {name for name, _ in headers}
                message["headers"] = [*headers, *(pair for pair in (*HEADERS, *_caching(http)) if pair[0] not in present)]
            await send(message)

        refusal = self._refusal(http)
        if refusal is None:  # a HEAD is answered as a GET, and uvicorn leaves out the body
            inner: Any = {**http, "method": "GET"} if http["method"] == "HEAD" else http
            await self._inner(inner, receive, send_with_headers)
        else:
            await _send_error(send_with_headers, *refusal)
        milliseconds = (time.perf_counter() - started) * 1000
        LOG.info("%s %s %d in %.0f ms", http["method"], masked(http["path"]), status, milliseconds)

    def _methods(self, scope: HTTPScope) -> bytes:
        """Return the methods of a path."""
        path = scope.get("path_template", "")
        methods = {
            method for route in self._inner.routes if route.path_format == path for method in getattr(route, "methods", ())
        }
        return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set()))).encode()

    def _refusal(self, scope: HTTPScope) -> tuple[int, str, str] | None:
        """Return status, code and message if the request is refused."""
        if scope["path"] != "/health" and not self._rate_limits.take("request", address_of(scope["client"])):
            self._metrics.refused.labels("requests").inc()
            return 429, "too-fast", "Too many requests; wait a moment."
        headers = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"] if key in (b"origin", b"host")
        }
        if not is_host(headers.get("host", "")):
            return 400, "bad-form", "The header Host is no name of a machine."
        if scope["path"] != "/health" and not host_allowed(headers, self._settings):
            self._metrics.refused.labels("origin").inc()
            return 403, "origin", "This server does not answer to that name; its operator can list it in FAIRYRING_ORIGINS."
        if scope["method"] not in SAFE_METHODS and not origin_allowed(headers, self._settings):
            self._metrics.refused.labels("origin").inc()
            return 403, "origin", "A page of another site may not do this."
        return None


def _caching(scope: HTTPScope) -> list[tuple[bytes, bytes]]:
    """Return whether answers may be kept where the handler does not say: those about tables must not be."""
    kept = b"no-cache" if not scope["path"].startswith("/api/tables") else b"no-store"
    return [(b"cache-control", kept)] if scope["path"].startswith("/api/") else []


async def _send_error(send: Any, status: int, code: str, message: str) -> None:
    body = msgspec.json.encode(ErrorBody(code, message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"retry-after", b"10")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
