"""Vector drawing: a list of filled or stroked paths and lines of text. `svg.py` and `pdf.py` write it.

Lengths are points (1/72 inch), x to the right and y down, as in SVG.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]  # M, L, C (two handles and the end) or Z

ARC_HANDLE = 0.5522847498  # length of the Bézier handles of a quarter circle of radius 1


@dataclass(frozen=True, slots=True)
class Ink:
    """How a path is drawn: colours as `#rrggbb`, or "" for none."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.6


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and curves, drawn with one ink."""

    steps: tuple[Step, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text."""

    x: float
    y: float  # of the base line
    text: str
    size: float
    anchor: str  # start, middle or end
    bold: bool
    colour: str


@dataclass(slots=True)
class Drawing:
    """A page."""

    width: float
    height: float
    title: str
    items: list[Path | Text] = field(default_factory=list)

    def path(self, text: str, ink: Ink, at: Point = (0, 0), scale: float = 1, mirror: bool = False, turn: float = 0) -> None:
        """A path written as in SVG with M, L, C and Z, moved to a place, scaled, turned (degrees) or mirrored left to right."""
        across = -scale if mirror else scale
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

        def moved(point: Point) -> Point:
            x, y = point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos
            return at[0] + x * across, at[1] + y * scale

        self.items.append(Path(tuple((letter, tuple(map(moved, points))) for letter, points in read_path(text)), ink))

    def polygon(self, corners: Sequence[Point], ink: Ink) -> None:
        steps: list[Step] = [("L" if i else "M", (corner,)) for i, corner in enumerate(corners)]
        self.items.append(Path((*steps, ("Z", ())), ink))

    def line(self, points: Sequence[Point], ink: Ink) -> None:
        self.items.append(Path(tuple(("L" if i else "M", (point,)) for i, point in enumerate(points)), ink))

    def circle(self, x: float, y: float, radius: float, ink: Ink) -> None:
        self.rectangle(x - radius, y - radius, 2 * radius, 2 * radius, ink, radius)

    def rectangle(self, x: float, y: float, width: float, height: float, ink: Ink, corner: float = 0) -> None:
        """A rectangle with round corners."""
        c, h = corner, corner * (1 - ARC_HANDLE)
        right, low = x + width, y + height
        steps: list[Step] = [
            ("M", ((x + c, y),)),
            ("L", ((right - c, y),)),
            ("C", ((right - h, y), (right, y + h), (right, y + c))),
            ("L", ((right, low - c),)),
            ("C", ((right, low - h), (right - h, low), (right - c, low))),
            ("L", ((x + c, low),)),
            ("C", ((x + h, low), (x, low - h), (x, low - c))),
            ("L", ((x, y + c),)),
            ("C", ((x, y + h), (x + h, y), (x + c, y))),
            ("Z", ()),
        ]
        self.items.append(Path(tuple(steps), ink))

    def text(
        self, x: float, y: float, text: str, size: float, anchor: str = "middle", bold: bool = False, colour: str = "#333333"
    ) -> None:
        self.items.append(Text(x, y, text, size, anchor, bold, colour))


def read_path(text: str) -> Iterable[Step]:
    """The steps of a path such as `M0 0 L1 0 C1 1 0 1 0 0 Z`."""
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", text):
        values = [float(number) for number in numbers.replace(",", " ").split()]
        points = tuple(zip(values[::2], values[1::2], strict=True))
        size = 3 if letter == "C" else 1
        if letter == "Z":
            yield "Z", ()
        for start in range(0, len(points), size):
            yield ("L" if letter == "M" and start else letter), points[start : start + size]
