"""The file format of records: JSON lines from untrusted sources. Every defect is a RecordError."""

from __future__ import annotations

import json
import math
from collections.abc import Generator
from pathlib import Path
from typing import Any, NoReturn, TypeGuard, TypeVar

from fairyring.core.errors import RecordError
from fairyring.core.files import write_atomically
from fairyring.core.text.messages import msg
from fairyring.core.text.printable import printable

T = TypeVar("T")
LINES_PER_STEP = 100  # some 0.7 ms of parsing
FORMAT = 2
MAX_BYTES = 16 << 20  # a long game has some ten thousand bytes
MAX_DEPTH = 40  # of nested values; records need four
MAX_TEXT = 300  # characters of a text, contents of files excepted
KINDS = {str: "text", int: "number", list: "list", dict: "object", bool: "flag"}


# Reading ----------------------------------------------------------------------------------------


def read(path: str | Path) -> str:
    """Return the text of a record file. Raises RecordError."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # one byte more than allowed tells that it is too large
        if len(data) > MAX_BYTES:
            raise RecordError(msg("error.record.big", most=MAX_BYTES >> 20))
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise RecordError(msg("error.record.missing", path=str(path))) from None
    except UnicodeDecodeError:
        raise RecordError(msg("error.record.utf8", path=str(path))) from None
    except (OSError, ValueError) as error:
        raise RecordError(msg("error.record.read", path=str(path), why=_why(error))) from error


def split_steps(text: str) -> Generator[None, None, tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]]:
    """Return the first line, the decisions and the last line, each an object. Raises RecordError for a truncated file.

    Yields after every hundred lines.
    """
    if len(text) > MAX_BYTES:
        raise RecordError(msg("error.record.big", most=MAX_BYTES >> 20))
    rows = text.rstrip().split("\n")  # only these end a line: a text may hold other line separators
    head = _line(1, rows[0]) if text.strip() else {}
    form = head.get("fairyring")
    if type(form) is not int:
        raise RecordError(msg("error.record.none", format=FORMAT))
    if form != FORMAT:
        raise RecordError(msg("error.record.form", form=_short(form), format=FORMAT))
    if head.get("partial"):
        raise RecordError(msg("error.record.partial"))
    lines: list[dict[str, Any]] = []
    for number, row in enumerate(rows[1:], start=2):
        lines.append(_line(number, row))
        if number % LINES_PER_STEP == 0:
            yield
    *steps, end = lines or [{}]
    if not {"digest", "outcome"} <= set(end) or type(end.get("decisions")) is not int or end["decisions"] != len(steps):
        raise RecordError(msg("error.record.cut"))
    return head, steps, end


def _line(number: int, row: str) -> dict[str, Any]:
    try:
        value = json.loads(row, parse_constant=_no_number, parse_float=_float)
        if "\\" in row:
            json.dumps(value, ensure_ascii=False).encode()  # “\ud800” alone is half a character, which no file can hold
    except json.JSONDecodeError as error:
        raise RecordError(msg("error.record.json", line=number, why=error.msg, column=error.colno)) from error
    except RecursionError:
        raise RecordError(msg("error.record.deep", line=number)) from None
    except ValueError as error:  # a number of thousands of digits, a NaN, half a character
        raise RecordError(msg("error.record.value", line=number)) from error
    if _depth(value) > MAX_DEPTH:
        raise RecordError(msg("error.record.deep", line=number))
    if not isinstance(value, dict):
        raise RecordError(msg("error.record.object", line=number))
    return value


def _no_number(_name: str) -> NoReturn:
    raise ValueError


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError
    return value


def _depth(value: Any) -> int:
    """Return the nesting depth of a value; iterative, since input may be nested deeper than the stack."""
    depth, level = 0, [value]
    while level := [inner for outer in level for inner in _inside(outer)]:
        depth += 1
        if depth > MAX_DEPTH:
            break
    return depth


def _inside(value: Any) -> list[Any]:
    return value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []


# Entries ----------------------------------------------------------------------------------------


def need(line: dict[str, Any], key: str, kind: type[T]) -> T:
    """Return a required entry of a type. Raises RecordError."""
    if key not in line:
        raise RecordError(msg("error.record.entry", entry=key))
    value = line[key]
    if type(value) is not kind:
        raise RecordError(msg("error.record.type", entry=key, kind=KINDS[kind]))
    return value


def whole(line: dict[str, Any], key: str, least: int = 0) -> int:
    """Return a required entry that is a 64-bit whole number. Raises RecordError."""
    value = need(line, key, int)
    if not least <= value < 1 << 63:
        raise RecordError(msg("error.record.type", entry=key, kind="number"))
    return value


def line_of(line: dict[str, Any], key: str) -> str:
    """Return a required entry that is one line of text. Raises RecordError."""
    value = need(line, key, str)
    if not is_line(value):
        raise RecordError(msg("error.record.type", entry=key, kind="text"))
    return value


def is_line(value: object) -> TypeGuard[str]:
    """Return whether a value is one line of printable text."""
    return isinstance(value, str) and len(value) <= MAX_TEXT and printable(value)


def _short(value: int) -> str:
    return str(value) if abs(value) < 1 << 63 else "…"


# Writing ----------------------------------------------------------------------------------------


def write(path: str | Path, content: str, overwrite: bool) -> None:
    """Write a file atomically. Raises RecordError, also for an existing file without `overwrite`."""
    try:
        target = Path(path).resolve()  # a link stays one
        if target.exists() and not overwrite:
            raise RecordError(msg("error.record.exists", path=str(path)))
        if target.exists() and not target.is_file() and not target.is_dir():  # a pipe, a terminal, /dev/null
            target.write_text(content, encoding="utf-8")
            return
        write_atomically(target, content.encode())
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: symbolic links in a loop
        raise RecordError(msg("error.record.write", path=str(path), why=_why(error))) from error


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
