"""HTTP error responses: a status, a code for programs and one sentence for people. Internal errors reveal nothing."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from fairyring.api.errors import INTERNAL_ERROR, RequestError
from fairyring.core.errors import FairyringError
from fairyring.server.errors import status_and_sentence
from fairyring.server.http.schemas import ErrorBody
from fairyring.server.store.errors import DOUBTFUL, StoreError
from fairyring.tables.refusals import Refused

LOG = logging.getLogger(__name__)
RETRY_SECONDS = 10
CLIENT_CLOSED_REQUEST = 499  # as nginx logs it; the client is gone
CODE_BY_STATUS = {400: "bad-form", 401: "token", 403: "origin", 404: "none", 405: "method", 413: "too-long", 429: "too-fast"}
SENTENCES = {
    404: "There is nothing here; see /api/docs for what there is.",
    405: "This address does not answer to that method; see /api/docs.",
    413: "That is too long.",
    415: "Send JSON, please.",
}
HttpRequest = Request[Any, Any, Any]


class ApiError(HTTPException):
    """An error response with a code of ours."""

    def __init__(self, status: int, code: str, message: str, retry_after: int = RETRY_SECONDS) -> None:
        super().__init__(detail=message, status_code=status)
        self.code, self.retry_after = code, retry_after


def error_response(status: int, code: str, message: str, allow: str = "", retry_after: int = RETRY_SECONDS) -> Response[bytes]:
    """Return an error response; with Retry-After (seconds) where it makes sense."""
    body = msgspec.json.encode(ErrorBody(code, message))
    headers = {"retry-after": str(retry_after)} if status in (429, 503) else {"allow": allow} if allow else {}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def handle_refused(_request: HttpRequest, error: Refused | RequestError) -> Response[bytes]:
    """Respond to a refusal by a table, or of a request."""
    return error_response(*status_and_sentence(error))


def handle_fairyring_error(_request: HttpRequest, error: FairyringError) -> Response[bytes]:
    """Respond to an error of a game, of the server or of the store."""
    if isinstance(error, StoreError):
        return error_response(503, "stalled", INTERNAL_ERROR)
    return error_response(*status_and_sentence(error))


def handle_http_exception(_request: HttpRequest, error: HTTPException) -> Response[bytes]:
    """Respond to an exception of the framework, or to our own ApiError."""
    status = error.status_code
    if isinstance(error, ApiError):
        return error_response(status, error.code, error.detail, retry_after=error.retry_after)
    if isinstance(error, ValidationException) or status == 400:
        return error_response(400, "bad-form", _validation_message(error))
    if status >= 500:
        return handle_exception(_request, error)
    allow = (error.headers or {}).get("allow", "")
    return error_response(status, CODE_BY_STATUS.get(status, "bad-form"), SENTENCES.get(status, "That was refused."), allow)


def _validation_message(error: HTTPException) -> str:
    """Return which field is wrong and why; never its value."""
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return f"The request cannot be read ({'; '.join(problems)[:300]})." if problems else "The request cannot be read."


def handle_exception(_request: HttpRequest, error: Exception) -> Response[bytes]:
    """Log an unexpected exception; the client learns nothing of it."""
    if isinstance(error, DOUBTFUL):
        return error_response(503, "stalled", INTERNAL_ERROR)
    LOG.error("a request failed", exc_info=error)
    return error_response(500, "failed", INTERNAL_ERROR)


HANDLERS: dict[Any, Any] = {
    Refused: handle_refused, RequestError: handle_refused, FairyringError: handle_fairyring_error,
    HTTPException: handle_http_exception, Exception: handle_exception,
}  # fmt: skip


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of an endpoint for OpenAPI: these, and those that every endpoint may send."""
    return {status: ResponseSpec(data_container=ErrorBody, description="Refused.") for status in (*statuses, 400, 403, 429)}
