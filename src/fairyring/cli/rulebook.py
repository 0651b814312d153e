"""Rendering of RULES.md for the terminal: all rules or one, styled with rich or as plain text.

Understands the Markdown that rule books are written in: headings, paragraphs, lists, tables, fenced blocks, and
bold, italics, code and links within a line. A rule begins with its bold number, as a list entry or a paragraph.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby

from fairyring.core.errors import DataError, OptionError
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH, msg

NARROW = 20  # columns; the least width that is used
FENCE = "```"
RULE = re.compile(r"(?:[-*] )?\*\*R(\d+)\*\* ?")


def render(room: Room, width: int, rule: str | int | None = None, styled: bool = False, language: str = ENGLISH) -> list[str]:
    """Return the rules of a game as wrapped lines; with `rule` (“R7”, “7” or 7) only that one.

    `styled` lines hold escape sequences, for a terminal that understands them.
    """
    width = max(width, NARROW)
    text = _read(room, language)
    lines = text.splitlines() if rule is None else _one(room, text, str(rule))
    lines = list(_narrow_tables(lines, width))
    shown = _styled(lines, width) if styled else list(_plain(lines, width))
    return _trimmed(shown)


def _read(room: Room, language: str) -> str:
    try:
        return room.rules_text(language)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise DataError(
            msg("error.rules.missing", game=room.title, path=str(room.info.folder / "RULES.md"), why=why)
        ) from error


def _one(room: Room, text: str, name: str) -> list[str]:
    """Return the lines of one rule: from its number to the next rule or heading."""
    number = name.strip().casefold().removeprefix("r").strip()
    rules: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if begins := RULE.match(line):
            current = rules.setdefault(begins[1], [])
        elif line.startswith("#"):
            current = None
        if current is not None:
            current.append(line)
    if number in rules:
        return rules[number]
    if not rules:
        raise OptionError(msg("error.rules.unnumbered", game=room.title))
    first, *_, last = [*rules, *rules]
    raise OptionError(msg("error.rules.none", game=room.title, rule=name.strip(), first=f"R{first}", last=f"R{last}"))


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Strip blank lines at both ends and trailing blanks, and collapse repeated blank lines."""
    kept: list[str] = []
    for line in map(str.rstrip, lines):
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return kept


# Tables -----------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _narrow_tables(lines: Sequence[str], width: int) -> Iterator[str]:
    """Turn tables that are too wide into lists: one entry per row, with the column heads as labels."""
    for table, group in groupby(lines, key=lambda line: _kind(line) == "table"):
        block = list(group)
        if not table or sum(_widths([_cells(row) for row in block])) + 2 * len(_cells(block[0])) <= width:
            yield from block
            continue
        indent = block[0][: block[0].index("|")]
        heads, _ruler, *rows = (_cells(row) for row in block)
        for name, *values in rows:
            cells = ", ".join(f"{head}: {value}" for head, value in zip(heads[1:], values, strict=False) if value)
            yield f"{indent}- **{_words(name) or '–'}** – {cells}"


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [
        max((len(_words(row[column])) for row in rows if column < len(row) and not _is_ruler(row[column])), default=0)
        for column in range(max(map(len, rows)))
    ]


def _is_ruler(cell: str) -> bool:
    return bool(cell) and not cell.strip("-:")


# Plain ------------------------------------------------------------------------------------------


def _words(text: str) -> str:
    """Remove Markdown marks from a line; text between backticks is kept."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"\1", parts[i])
        parts[i] = re.sub(r"\*(?=\S)([^*]+?)(?<=\S)\*", r"\1", parts[i])
        parts[i] = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", parts[i])
    return "".join(parts)


def _plain(lines: Sequence[str], width: int) -> Iterator[str]:
    for kind, block in _blocks(lines):
        if kind == "heading":
            marks, _, title = block[0].partition(" ")
            title = _words(title)
            yield from ("", title, ("=" if marks == "#" else "-") * min(len(title), width), "")
        elif kind == "fence":
            yield from ("", *(f"    {line}" for line in block), "")
        elif kind == "table":
            yield from ("", *_table(block), "")
        else:
            gap = [""] if kind == "paragraph" else []
            yield from (*gap, *_wrapped(" ".join(line.strip() for line in block), width), *gap)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the blocks of a text: headings, fences, tables, list entries and paragraphs, each with its lines."""
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if line.startswith(FENCE):
            while end < len(lines) and not lines[end].startswith(FENCE):
                end += 1
            yield "fence", list(lines[at + 1 : end])
            at = end + 1
            continue
        kind = _kind(line)
        if kind == "table":
            while end < len(lines) and _kind(lines[end]) == "table":
                end += 1
        elif kind in ("entry", "paragraph"):
            while end < len(lines) and _kind(lines[end]) == "paragraph" and not RULE.match(lines[end]):
                end += 1
        if kind:
            yield kind, list(lines[at:end])
        at = end


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.startswith("#"):
        return "heading"
    if line.lstrip().startswith("|"):
        return "table"
    if line.startswith(FENCE):
        return "fence"
    return "entry" if line.lstrip().startswith(("- ", "* ")) else "paragraph"


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a paragraph or a list entry; a rule is indented by its number."""
    if rule := RULE.match(text):
        lead, rest = f"R{rule[1]}".ljust(4) + " ", text[rule.end() :]
        rest = re.sub(r"(?<=[.!?”)]) \*([^*]+)\*$", r" (\1)", rest)  # the origin of a rule, in italics after it
    elif text.startswith(("- ", "* ")):
        lead, rest = "  - ", text[2:]
    else:
        lead, rest = "", text
    return textwrap.wrap(
        _words(rest),
        width,
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        break_on_hyphens=False,
        break_long_words=False,
    ) or [lead]


def _table(block: Sequence[str]) -> list[str]:
    rows = [_cells(row) for row in block]
    widths = _widths(rows)
    lines = []
    for row in rows:
        ruler = all(map(_is_ruler, row))
        cells = [("-" * wide if ruler else _words(cell).ljust(wide)) for cell, wide in zip(row, widths, strict=False)]
        lines.append("  ".join(cells))
    return lines


# Styled -----------------------------------------------------------------------------------------


def _styled(lines: Sequence[str], width: int) -> list[str]:
    from rich.console import Console  # noqa: PLC0415  (imported only when it is used)
    from rich.markdown import Markdown  # noqa: PLC0415

    console = Console(file=StringIO(), width=width, force_terminal=True, legacy_windows=False)
    with console.capture() as shown:
        console.print(Markdown("\n".join(lines), hyperlinks=False, code_theme="ansi_dark"))
    return shown.get().splitlines()
