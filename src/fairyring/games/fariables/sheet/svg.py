"""SVG writer for drawings."""

from __future__ import annotations

import html
import re

from fairyring.games.fariables.sheet.drawing import Drawing, Path, Text

MILLIMETRES = 25.4 / 72
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # characters that XML forbids
STYLE = 'font-family="Helvetica, Arial, sans-serif" stroke-linejoin="round" stroke-linecap="round" role="img"'


def to_svg(drawing: Drawing) -> str:
    """Return the drawing as the text of an SVG file."""
    size = f'width="{drawing.width * MILLIMETRES:.0f}mm" height="{drawing.height * MILLIMETRES:.0f}mm"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {drawing.width:g} {drawing.height:g}" {STYLE}>',
        f"<title>{escape(drawing.title)}</title>",
        *(_path(item) if isinstance(item, Path) else _text(item) for item in drawing.items),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Escape text for XML; characters that XML forbids become U+FFFD."""
    return html.escape(NOT_XML.sub("\ufffd", text), quote=False)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1000 else f"{value:.2f}"


def _path(path: Path) -> str:
    data = "".join(letter + " ".join(f"{_number(x)} {_number(y)}" for x, y in points) for letter, points in path.steps)
    ink = path.ink
    stroke = f' stroke="{ink.stroke}" stroke-width="{_number(ink.width)}"' if ink.stroke else ""
    return f'<path d="{data}" fill="{ink.fill or "none"}"{stroke}/>'


def _text(text: Text) -> str:
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}" text-anchor="{text.anchor}"'
    return f'<text {place}{bold} fill="{text.colour}">{escape(text.text)}</text>'
