"""How HTTP says no: a status, a code and one sentence. Whatever goes wrong inside stays inside."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from fairyring.core.errors import FairyringError
from fairyring.core.text.messages import Speaker
from fairyring.server.http.schemas import Said
from fairyring.server.runtime.hub import Busy
from fairyring.server.store.errors import DOUBTFUL, StoreError
from fairyring.tables.refusals import Refused, texts

LOG = logging.getLogger(__name__)
UNDERSTOOD = 422  # it can be read, and it cannot be: 400 is for what cannot be read
STATUS = {"not-now": 409, "full": 503, "too-long": 413, "past": 409}
CODES = {400: "bad-form", 401: "token", 403: "origin", 404: "none", 405: "method", 413: "too-long", 429: "too-fast"}
SENTENCES = {
    404: "There is nothing here; see /api/docs for what there is.",
    405: "This address does not answer to that method; see /api/docs.",
    413: "That is too long.",
    415: "Send JSON, please.",
}
UNWELL = "Something went wrong on our side; nothing was changed. Please try again."
Asked = Request[Any, Any, Any]


class No(HTTPException):
    """A refusal of our own."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(detail=message, status_code=status)
        self.code = code


def answer(status: int, code: str, message: str, allow: str = "") -> Response[bytes]:
    body = msgspec.json.encode(Said(code, message))
    headers = {"retry-after": "10"} if status in (429, 503) else {"allow": allow} if allow else {}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def refused(_request: Asked, error: Refused) -> Response[bytes]:
    """The table says no."""
    return answer(STATUS.get(error.code, UNDERSTOOD), error.code, error.said or Speaker(texts()).say(error.message))


def known(_request: Asked, error: FairyringError) -> Response[bytes]:
    """The games say no; or the store cannot."""
    if isinstance(error, StoreError):
        return answer(503, "full" if isinstance(error, Busy) else "stalled", str(error) if isinstance(error, Busy) else UNWELL)
    return answer(UNDERSTOOD, "bad-form", str(error))


def http(_request: Asked, error: HTTPException) -> Response[bytes]:
    """What the framework refuses."""
    status = error.status_code
    if isinstance(error, No):
        return answer(status, error.code, error.detail)
    if isinstance(error, ValidationException) or status == 400:
        return answer(400, "bad-form", _what(error))
    if status >= 500:
        return unexpected(_request, error)
    allow = (error.headers or {}).get("allow", "")
    return answer(status, CODES.get(status, "bad-form"), SENTENCES.get(status, "That was refused."), allow)


def _what(error: HTTPException) -> str:
    """Which field, and what is wrong with it; never what was sent."""
    extra = error.extra if isinstance(error.extra, list) else []
    told = [f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return f"The request cannot be read ({'; '.join(told)[:300]})." if told else "The request cannot be read."


def unexpected(_request: Asked, error: Exception) -> Response[bytes]:
    """Nobody foresaw this: it is logged, and the client learns nothing of it."""
    if isinstance(error, DOUBTFUL):
        return answer(503, "stalled", UNWELL)
    LOG.error("a request failed", exc_info=error)
    return answer(500, "failed", UNWELL)


HANDLERS: dict[Any, Any] = {
    Refused: refused, FairyringError: known, HTTPException: http, Exception: unexpected,
}  # fmt: skip


def may_answer(*statuses: int) -> dict[int, ResponseSpec]:
    """For OpenAPI: what else this may answer."""
    return {status: ResponseSpec(data_container=Said, description="Refused.") for status in (*statuses, 400, 403, 429)}
