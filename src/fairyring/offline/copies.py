"""Copies of everything that a browser keeps: all rows of all tables as JSON lines, validated when they come back.

Who opens such a file may have got it from anybody: sizes are limited, the hash chain of every table is checked, and a table
that cannot be folded is left out with a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from fairyring.tables.log.load import MALFORMED, UnreadableLog, load
from fairyring.tables.log.stored import StoredRow, from_json, from_store, to_json

FORMAT = 1  # of the first line
MAX_CHARACTERS = 64_000_000  # of a file: some thousand games
MAX_TABLES = 10_000
MAX_LINE = 8_000_000  # characters: a body and an aside of the largest size


def write_copy(rows: str) -> str:
    """Return a copy (JSON lines) of stored rows, given as a JSON list in any order. Raises ValueError if one is no row."""
    stored = sorted((from_json(row) for row in json.loads(rows)), key=lambda row: (row.table, row.seq))
    lines = [{"fairyring": FORMAT, "tables": len({row.table for row in stored}), "rows": len(stored)}, *map(to_json, stored)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def read_copy(text: str) -> str:
    """Return what a copy holds, as JSON: {"rows": […], "tables": […], "problems": […]}.

    `rows` are those of the `tables` that are whole; each problem is a sentence. A file that is no copy has no rows.
    """
    try:
        tables, problems = _parse(text)
    except ValueError as error:
        return _text([], [], [str(error)])
    rows: list[StoredRow] = []
    names: list[str] = []
    for name, log in tables.items():
        problem = _problem(log)
        if problem:
            problems.append(problem)
        else:
            names.append(name)
            rows += log
    return _text(rows, names, problems)


def _text(rows: Iterable[StoredRow], tables: list[str], problems: list[str]) -> str:
    value: dict[str, Any] = {"rows": [to_json(row) for row in rows], "tables": tables, "problems": problems}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parse(text: str) -> tuple[dict[str, list[StoredRow]], list[str]]:
    """Return the rows of each table in order of the file, and what is wrong with lines. Raises ValueError if it is no copy."""
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"This file is too long: a copy has at most {MAX_CHARACTERS} characters.")
    first, *lines = text.splitlines() or [""]
    try:
        head = json.loads(first[:MAX_LINE])
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("fairyring") != FORMAT:
        raise ValueError("This file is no copy of Fairyring's tables.")
    tables: dict[str, list[StoredRow]] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, start=2):
        try:
            if len(line) > MAX_LINE:
                raise ValueError("it is too long")
            row = from_json(json.loads(line))
        except (ValueError, RecursionError):
            problems.append(f"Line {number} is no row of a table.")
            continue
        if row.table not in tables and len(tables) >= MAX_TABLES:
            raise ValueError(f"This file has too many tables: a copy has at most {MAX_TABLES}.")
        tables.setdefault(row.table, []).append(row)
    return tables, problems


def _problem(log: list[StoredRow]) -> str:
    """Return what is wrong with the rows of a table; empty if they are a whole log that can be folded."""
    log.sort(key=lambda row: row.seq)
    name = log[0].table
    try:
        state = load(from_store(row) for row in log)
    except (UnreadableLog, *MALFORMED, RecursionError) as error:
        why = str(error) if isinstance(error, UnreadableLog) else type(error).__name__
        return f"The table {name} is damaged and stays away ({why})."
    return "" if state.table == name else f"The rows of the table {name} are those of another one, so they stay away."
