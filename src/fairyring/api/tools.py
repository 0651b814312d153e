"""Tools for owners of the real boxes, contributed by rooms (`core.game.http_tools`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

from fairyring.api.bodies import read_body
from fairyring.api.errors import RequestError
from fairyring.api.games import room_of, spoken_language
from fairyring.core.game import registry
from fairyring.core.game.http_tools import HttpTool, ToolLinks
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH

PARAMETER = re.compile(r"\{(\w+):(str|int)\}")
PATTERNS = {"str": "[^/]+", "int": "-?[0-9]{1,9}"}
LANGUAGE, BODY = "language", "data"  # parameters of a tool that are not in its path


@cache
def tool_modules() -> tuple[tuple[Room, ModuleType], ...]:
    """Return the modules of tools, with their rooms."""
    rooms = [registry.room(name) for name in registry.game_names()]
    return tuple((room, import_module(room.http_tools)) for room in rooms if room.http_tools)


def room_tools() -> Iterator[tuple[Room, HttpTool]]:
    """Yield the tools of all rooms."""
    for room, module in tool_modules():
        for tool in module.TOOLS:
            yield room, tool


def room_links() -> Iterator[tuple[Room, ToolLinks]]:
    """Yield the links of all rooms for the page without scripts."""
    for room, module in tool_modules():
        if (links := getattr(module, "LINKS", None)) is not None:
            yield room, links


def run_tool(game: str, method: str, path: str, language: str = ENGLISH, body: str = "") -> Any:
    """Run the tool at a path below that of its game; return JSON or a FileAnswer. Raises RequestError, ToolError.

    Imports the tools of this game only.
    """
    room = room_of(game)
    tools: tuple[HttpTool, ...] = import_module(room.http_tools).TOOLS if room.http_tools else ()
    for tool in tools:
        match = _pattern(tool.path).fullmatch(path) if tool.method == method else None
        if match is None:
            continue
        hints = get_type_hints(tool.run)
        arguments: dict[str, Any] = {name: hints[name](value) for name, value in match.groupdict().items()}
        if LANGUAGE in hints:
            arguments[LANGUAGE] = spoken_language(room, language)
        if BODY in hints:
            arguments[BODY] = read_body(hints[BODY], body)
        return tool.run(**arguments)
    raise RequestError(404, "none", f"{room.title} has no such tool.")


@cache
def _pattern(path: str) -> re.Pattern[str]:
    """Return a pattern for the paths of a tool, as “practice/{finger:str}”."""
    parts = PARAMETER.split(path)  # text, name, type, text, …
    text = [re.escape(part) for part in parts[::3]]
    groups = [f"(?P<{name}>{PATTERNS[kind]})" for name, kind in zip(parts[1::3], parts[2::3], strict=True)]
    return re.compile("".join(piece for pair in zip(text, [*groups, ""], strict=True) for piece in pair))
