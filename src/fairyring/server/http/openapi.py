"""Post-processing of the OpenAPI schema (media types, closed bodies), and strict validation of request bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import OpenAPI, OpenAPIMediaType, OpenAPIResponse, Operation, Schema

from fairyring.server.http import schemas
from fairyring.server.http.errors import CLIENT_CLOSED_REQUEST, ApiError

JSON, JSONL, SVG = "application/json", "application/jsonl", "image/svg+xml"
MEDIA_TYPES = {  # of responses that are not JSON, or not only
    "/api/tables/{table}/qr.svg": (SVG,),
    "/api/tables/{table}/record": (JSON, JSONL),
    "/api/tools/qr": (SVG,),
}


def complete_schema(
    schema: OpenAPI, body_types: Mapping[str, type[msgspec.Struct]], media_types: Mapping[str, tuple[str, ...]]
) -> None:
    """Add what does not follow from types; the arguments are those of the tools of rooms."""
    for name, component in schema.components.schemas.items():
        body_type = body_types.get(name) or getattr(schemas, name, None)
        if isinstance(component, Schema) and body_type is not None and _forbids_unknown(body_type):
            component.additional_properties = False
    paths = schema.paths or {}
    for path, kinds in {**MEDIA_TYPES, **media_types}.items():
        for operation in (paths[path].get, paths[path].post):
            response = (operation.responses or {}).get("200") if isinstance(operation, Operation) else None
            if isinstance(response, OpenAPIResponse):
                response.content = {kind: OpenAPIMediaType() for kind in kinds}


def _forbids_unknown(body_type: type[msgspec.Struct]) -> bool:
    return body_type.__struct_config__.forbid_unknown_fields


async def validate_body(request: Request[Any, Any, Any]) -> None:
    """Validate a JSON body strictly before its handler runs: Litestar alone would accept 0 for false, and "7" for 7."""
    body = request.route_handler.parsed_data_field if isinstance(request.route_handler, HTTPRouteHandler) else None
    if body is not None and isinstance(body.annotation, type) and issubclass(body.annotation, msgspec.Struct):
        try:
            content = await request.body()
        except InternalServerException:  # the client hung up, or was too slow, in the middle of the body
            raise ApiError(CLIENT_CLOSED_REQUEST, "bad-form", "The request ended too early.") from None
        try:
            msgspec.json.decode(content, type=body.annotation)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            why = f" ({error})" if isinstance(error, msgspec.ValidationError) else ""
            raise ApiError(400, "bad-form", f"The request cannot be read{why}.") from error
