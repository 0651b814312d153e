"""HTTP tools for owners of the real boxes, contributed by rooms (`core.game.http_tools`), and links as QR codes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, get_type_hints

import msgspec
from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from fairyring.api.errors import NO_TABLE, RequestError
from fairyring.api.games import spoken_language
from fairyring.api.tools import BODY, LANGUAGE, room_tools, tool_modules
from fairyring.core.declared.declare import is_declared
from fairyring.core.game.http_tools import FileAnswer, HttpTool, ToolError
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.server.access.origins import public_url
from fairyring.server.http.errors import error_responses
from fairyring.server.http.games import Language
from fairyring.server.http.heavy import heavy_response, response_of
from fairyring.server.http.openapi import SVG
from fairyring.server.http.qr import MAX_LOOP_CHARACTERS, qr_svg
from fairyring.server.http.schemas import Link
from fairyring.server.http.tool_bodies import struct_of
from fairyring.server.workers.heavy_jobs import tool_answer
from fairyring.tables.log.stored import TABLE_ID

HttpRequest = Request[Any, Any, Any]


# Tools of rooms -------------------------------------------------------------------------------------------


def tool_path(room: Room, tool: HttpTool) -> str:
    """Return the path of a tool, with types of its parameters."""
    return f"/api/tools/{room.name}/{tool.path}"


def body_types() -> dict[str, type[msgspec.Struct]]:
    """Return the types of JSON bodies of all tools, with the types inside them, by name."""
    modules = [module for _room, module in tool_modules()]
    return {kind.__name__: struct_of(kind) for module in modules for kind in vars(module).values() if is_declared(kind)}


def media_types() -> dict[str, tuple[str, ...]]:
    """Return the media types of tools that answer with files, by path as OpenAPI writes it."""
    return {re.sub(r":\w+\}", "}", tool_path(room, tool)): tool.media_types for room, tool in room_tools() if tool.media_types}


def handler_of(room: Room, tool: HttpTool) -> HTTPRouteHandler:
    """Return the Litestar handler of a tool. Its signature is made from the tool's: Litestar and OpenAPI read it."""
    hints: dict[str, Any] = get_type_hints(tool.run)
    answer_type = hints.pop("return")
    answers_json = not tool.media_types
    number = next(
        i for _room, module in tool_modules() if _room is room for i, other in enumerate(module.TOOLS) if other is tool
    )
    annotations: dict[str, Any] = {"request": HttpRequest}
    for name, kind in hints.items():
        marker: Any = JSONBody if name == BODY else FromPath
        annotations[name] = Language if name == LANGUAGE else marker[struct_of(kind) if name == BODY else kind]

    async def handle(request: HttpRequest, **arguments: Any) -> Any:
        if LANGUAGE in arguments:
            arguments[LANGUAGE] = spoken_language(room, arguments[LANGUAGE])
        if tool.heavy:
            job = {"do": "tool", "game": room.name, "number": number, "arguments": arguments}
            return await heavy_response(request, job)
        try:
            answer = tool.run(**arguments)
        except ToolError as error:
            raise RequestError(error.status, error.code, error.message) from error
        return response_of(tool_answer(answer)) if isinstance(answer, FileAnswer) else answer

    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=kind,
            default=ENGLISH if name == LANGUAGE else inspect.Parameter.empty,
        )
        for name, kind in annotations.items()
    ]
    returns = answer_type if answers_json else Response[bytes]
    signed: Any = handle
    signed.__name__, signed.__qualname__, signed.__doc__ = tool.run.__name__, tool.run.__name__, tool.run.__doc__
    signed.__annotations__ = {**annotations, "return": returns}
    signed.__signature__ = inspect.Signature(parameters, return_annotation=returns)
    route: Callable[..., Any] = get if tool.method == "GET" else post
    handler: HTTPRouteHandler = route(tool_path(room, tool), status_code=200, responses=error_responses(*tool.statuses))(signed)
    return handler


# QR codes -------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/qr.svg", sync_to_thread=False, responses=error_responses(404))
def qr(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The link of a table as a QR code. Its colours come from the style sheet of the page."""
    if not TABLE_ID.fullmatch(table):
        raise RequestError(404, "none", NO_TABLE)
    return _qr_code(f"{public_url(str(request.base_url), request.headers, request.app.state.hub.settings)}t/{table}")


@post("/api/tools/qr", status_code=200, responses=error_responses(413, 422, 503))
async def qr_of(request: HttpRequest, data: JSONBody[Link]) -> Response[bytes]:
    """Any link as a QR code, secret ones included: bodies are not logged."""
    if len(data.link) > MAX_LOOP_CHARACTERS:
        return await heavy_response(request, {"do": "qr", "link": data.link})
    return _qr_code(data.link)


def _qr_code(link: str) -> Response[bytes]:
    return Response(qr_svg(link), media_type=SVG)


def handlers() -> list[HTTPRouteHandler]:
    """Return all handlers of this module and of the rooms."""
    return [*(handler_of(room, tool) for room, tool in room_tools()), qr, qr_of]
