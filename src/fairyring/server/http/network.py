"""HTTP endpoints about the local network: its addresses of this server, and the switch that lets phones in."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post

from fairyring.server.access.network import Network
from fairyring.server.access.origins import is_loopback
from fairyring.server.http.errors import ApiError, error_responses
from fairyring.server.http.schemas import Reach

HttpRequest = Request[Any, Any, Any]
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


def _is_at_this_machine(request: HttpRequest) -> bool:
    """Return whether the client is on this machine. Behind a proxy all could look like that, so its headers count, too."""
    forwarded = any(name in request.headers for name in FORWARDED)
    return is_loopback(request.scope["client"]) and not forwarded and not request.app.state.hub.settings.proxies


def _reach(network: Network) -> Reach:
    return Reach(network.urls, network.can_open)


@get("/api/network", sync_to_thread=False, responses=error_responses())
def reach(request: HttpRequest) -> Reach:
    """How devices in the same network reach the server."""
    return _reach(request.app.state.network) if _is_at_this_machine(request) else Reach()


@post("/api/network", status_code=200, responses=error_responses(422))
async def let_phones_in(request: HttpRequest) -> Reach:
    """Listen in the local network, too, until the server stops. Only for who sits at the server's machine."""
    if not _is_at_this_machine(request):
        raise ApiError(403, "origin", "Only at the server's own machine can phones be let in.")
    network: Network = request.app.state.network
    if network.can_open:
        await network.open()
    return _reach(network)


HANDLERS = [reach, let_phones_in]
