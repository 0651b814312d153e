"""HTTP answers of heavy jobs: cached ones at once; others from a worker, while the client waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from fairyring.server.access.origins import address_of
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.errors import TooMany
from fairyring.server.http.errors import CLIENT_CLOSED_REQUEST
from fairyring.server.workers.heavy import HeavyPool, key_of
from fairyring.server.workers.heavy_jobs import HeavyAnswer

HttpRequest = Request[Any, Any, Any]
HEAVY_BYTES = 1 << 17  # of a job; a longer one counts as several, since its work grows with its size


async def heavy_answer(request: HttpRequest, job: Mapping[str, Any], *, cache: bool = True) -> HeavyAnswer | None:
    """Return the answer to a job; None if the client hung up meanwhile. Raises TooMany, Overloaded."""
    pool: HeavyPool = request.app.state.heavy
    rate_limits: RateLimits = request.app.state.rate_limits
    address = address_of(request.scope["client"])
    encoded = msgspec.json.encode(job)
    key = key_of(encoded) if cache else b""
    if key and (answer := pool.cached(key)) is not None:
        return answer
    cost = 1 + len(encoded) // HEAVY_BYTES
    if not (key and pool.is_under_way(key)) and not rate_limits.take("heavy", address, cost):
        raise TooMany("That is enough long computations for a minute from one address.")
    computing = asyncio.ensure_future(pool.run(encoded, address, cache=cache, key=key))
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({computing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return computing.result() if computing.done() else None
    finally:
        for task in (computing, leaving):
            task.cancel()


async def _disconnected(request: HttpRequest) -> None:
    """Return when the client hangs up. The body must have been read, if there is one."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def heavy_response(request: HttpRequest, job: Mapping[str, Any]) -> Response[Any]:
    """Return the response to a job, refusals included. Raises TooMany, Overloaded."""
    answer = await heavy_answer(request, job)
    return Response(b"", status_code=CLIENT_CLOSED_REQUEST) if answer is None else response_of(answer)


def response_of(answer: HeavyAnswer) -> Response[Any]:
    """Return an answer as a response."""
    kind = "attachment" if answer.media_type == "application/jsonl" else "inline"
    headers = {"content-disposition": f'{kind}; filename="{answer.file_name}"'} if answer.file_name else {}
    return Response(answer.body, media_type=answer.media_type, status_code=answer.status, headers=headers)
