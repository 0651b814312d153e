"""Headers that only a configured proxy may set.

uvicorn replaces the address of a client by what a trusted proxy says (X-Forwarded-For), and then nobody can tell any more who
the peer was. So X-Forwarded-Prefix is judged here, before that happens: a client that reaches the server directly must not
choose the links that its pages and QR codes show.
"""

from __future__ import annotations

from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fairyring.server.access.connections import is_trusted, trusted_networks

PREFIX_HEADER = b"x-forwarded-prefix"


class ProxyHeaders:
    """ASGI middleware: believes forwarded headers of the peers in the setting `proxies`, and drops the prefix of all others."""

    def __init__(self, app: Any, proxies: str) -> None:
        self._inner: Any = ProxyHeadersMiddleware(app, trusted_hosts=proxies)
        self._networks = trusted_networks(proxies)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if "headers" in scope and not (client and is_trusted(client[0], self._networks)):
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] != PREFIX_HEADER]
        await self._inner(scope, receive, send)
