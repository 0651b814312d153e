"""Writes a drawing as a one-page PDF, with the fonts that every reader has."""

from __future__ import annotations

import zlib

from fairyring.games.fariables.sheet.drawing import Drawing, Path, Text

# Widths of the characters from blank to ~ in thousandths of the size, from the metrics of the standard fonts.
HELVETICA = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584"
)
WIDTHS = {bold: [int(width) for width in text.split()] for bold, text in ((False, HELVETICA), (True, BOLD))}
OTHER_WIDTH = 556  # of any other character: right for most that a title can have
LETTERS = {"M": "m", "L": "l", "C": "c"}


def text_width(text: str, size: float, bold: bool) -> float:
    """How long a line of text is."""
    widths = WIDTHS[bold]
    codes = (ord(char) - 32 for char in text)
    return sum(widths[code] if 0 <= code < len(widths) else OTHER_WIDTH for code in codes) * size / 1000


def to_pdf(drawing: Drawing) -> bytes:
    """The drawing as the bytes of a PDF file."""
    commands = [_path(drawing, item) if isinstance(item, Path) else _text(drawing, item) for item in drawing.items]
    content = zlib.compress("\n".join(["1 j 1 J", *commands]).encode("cp1252", "replace"), 9)
    box = f"/MediaBox [0 0 {drawing.width:g} {drawing.height:g}]"
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    title = b"\xfe\xff" + drawing.title.encode("utf-16-be")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R {box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>".encode(),
        f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode() + content + b"\nendstream",
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
        f"<< /Title <{title.hex()}> >>".encode(),
    ]
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """The objects, the table of where each begins, and where that table is."""
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    size = len(objects) + 1
    trailer = f"trailer\n<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode()


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))


def _path(drawing: Drawing, path: Path) -> str:
    parts = []
    if path.ink.fill:
        parts.append(f"{_colour(path.ink.fill)} rg")
    if path.ink.stroke:
        parts.append(f"{_colour(path.ink.stroke)} RG {path.ink.width:.2f} w")
    for letter, points in path.steps:
        numbers = " ".join(f"{x:.2f} {drawing.height - y:.2f}" for x, y in points)
        parts.append(f"{numbers} {LETTERS[letter]}" if points else "h")
    parts.append("B" if path.ink.fill and path.ink.stroke else "f" if path.ink.fill else "S")
    return " ".join(parts)


def _text(drawing: Drawing, text: Text) -> str:
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * text_width(text.text, text.size, text.bold)
    plain = text.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    font = "F2" if text.bold else "F1"
    place = f"{text.x - shift:.2f} {drawing.height - text.y:.2f}"
    return f"BT {_colour(text.colour)} rg /{font} {text.size:g} Tf {place} Td ({plain}) Tj ET"
