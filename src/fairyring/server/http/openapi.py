"""What OpenAPI cannot be told by types alone: kinds of content, and that bodies have no fields but their own."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import OpenAPI, OpenAPIMediaType, OpenAPIResponse, Operation, Schema

from fairyring.server.http import schemas
from fairyring.server.http.errors import No

JSON, JSONL, SVG, PDF = "application/json", "application/jsonl", "image/svg+xml", "application/pdf"
KINDS = {  # what the answer may be, where that is not plain JSON
    "/api/tables/{table}/qr.svg": (SVG,),
    "/api/tables/{table}/record": (JSON, JSONL),
    "/api/tools/fariables/{file}": (SVG, PDF),
    "/api/tools/qr": (SVG,),
}


def complete(schema: OpenAPI) -> None:
    """Say all of it in the schema."""
    for name, component in schema.components.schemas.items():
        form = getattr(schemas, name, None)
        if isinstance(component, Schema) and form is not None and _strict(form):
            component.additional_properties = False
    paths = schema.paths or {}
    for path, kinds in KINDS.items():
        for operation in (paths[path].get, paths[path].post):
            answer = (operation.responses or {}).get("200") if isinstance(operation, Operation) else None
            if isinstance(answer, OpenAPIResponse):
                answer.content = {kind: OpenAPIMediaType() for kind in kinds}


def _strict(form: type[msgspec.Struct]) -> bool:
    return form.__struct_config__.forbid_unknown_fields


async def strictly(request: Request[Any, Any, Any]) -> None:
    """Before a handler: a body is of exactly its form. The framework would take 0 for false, and "7" for 7."""
    body = request.route_handler.parsed_data_field if isinstance(request.route_handler, HTTPRouteHandler) else None
    if body is not None and isinstance(body.annotation, type) and issubclass(body.annotation, msgspec.Struct):
        try:
            msgspec.json.decode(await request.body(), type=body.annotation)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            why = f" ({error})" if isinstance(error, msgspec.ValidationError) else ""
            raise No(400, "bad-form", f"The request cannot be read{why}.") from error
