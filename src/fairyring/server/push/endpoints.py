"""HTTP endpoints of Web Push: the server's key, and subscriptions of a guest's browser."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from fairyring.api import tables as api_tables
from fairyring.server.http.errors import ApiError, error_responses
from fairyring.server.http.schemas import NewPushSubscription, PushOffer
from fairyring.server.http.tables import hub_of, load_table

HttpRequest = Request[Any, Any, Any]


@get("/api/push", sync_to_thread=False, responses=error_responses())
def push_offer(request: HttpRequest) -> PushOffer:
    """The key by which a browser subscribes to notices; empty if this server sends none."""
    push = hub_of(request).push
    return PushOffer(push.public_key if push is not None else "")


@post("/api/tables/{table:str}/push", status_code=200, responses=error_responses(401, 404, 409, 413, 422, 503))
async def subscribe(request: HttpRequest, table: FromPath[str], data: JSONBody[NewPushSubscription]) -> PushOffer:
    """Send notices to a browser of the token's guest, when they are away and it is their turn, or the game has ended."""
    push = hub_of(request).push
    if push is None:
        raise ApiError(409, "not-now", "This server sends no notices.")
    state = await load_table(request, table)
    guest = api_tables.guest_of(state, request.headers.get("authorization", ""))
    if guest not in state.guests:
        raise ApiError(401, "token", "Only guests of the table get notices about it.")
    try:
        await push.subscribe(table, guest, data.endpoint, data.p256dh, data.auth, data.language)
    except ValueError:
        raise ApiError(422, "bad-form", "This is no subscription of a push service with a public https address.") from None
    return PushOffer(push.public_key)


HANDLERS = [push_offer, subscribe]
