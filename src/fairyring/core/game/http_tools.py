"""HTTP tools that a room adds to servers: plain functions, from which the server makes its handlers.

A room names a module in `Room.http_tools`. Only servers import it, and pages without one. The module has `TOOLS`, a tuple of
`HttpTool`, and may have `LINKS`, a `ToolLinks` for the page without scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal


class ToolError(Exception):
    """A request is refused, with an HTTP status, a code for programs and a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """A file as the body of the response; with a file name, it is shown inline under that name."""

    data: bytes
    media_type: str
    file_name: str = ""


@dataclass(frozen=True, slots=True)
class HttpTool:
    """One endpoint below `/api/tools/GAME/`.

    `run` is a function with annotated parameters: those in the path by name, `data` for a JSON body (a class made by
    `core.declared.declare`), and `language` for the language of the request if the room has texts in it, else English. It
    returns JSON or a FileAnswer, or raises ToolError. Its name and docstring become part of the OpenAPI schema.
    """

    method: Literal["GET", "POST"]
    path: str  # as "{file:str}"
    run: Callable[..., Any]
    statuses: tuple[int, ...] = ()  # of refusals, besides those that every endpoint may answer
    media_types: tuple[str, ...] = ()  # of files
    heavy: bool = False  # takes more than 20 ms: runs in a worker process, and answers are cached by the arguments


@dataclass(frozen=True, slots=True)
class ToolLinks:
    """Links to files on the page without scripts: a title, and pairs of text and path below `/api/tools/GAME/`."""

    title: str
    links: Sequence[tuple[str, str]]
