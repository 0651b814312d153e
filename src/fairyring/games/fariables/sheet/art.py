"""Drawings of fairies, flowers and dice. A figure fits a circle of radius 1 around (0, 0)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fairyring.games.fariables.sheet.drawing import Drawing, Ink, Point

LINE = "#3b3a4a"
SKIN = "#fbe3cf"
THIN = 0.45


@dataclass(frozen=True, slots=True)
class Look:
    """A kind of fairy: its colours and its shapes. Kinds differ in every shape, so colour is not needed."""

    tint: str  # of the space
    wing: str  # colours
    dress: str
    wings: str  # paths: the right wing, the dress, what is on the head
    body: str
    hat: str


FLOWER_TINT = "#fff6fa"
LOOKS = {
    1: Look(  # dew: round wings, a drop for a dress and a drop on the head
        tint="#e9f4fb",
        wing="#ffffff",
        dress="#6fb3d9",
        wings="M0.08 0.02 C0.2 -0.6 0.95 -0.75 0.9 -0.2 C0.87 0.1 0.4 0.25 0.08 0.1 Z",
        body=(
            "M0 -0.14 C0.12 0.15 0.36 0.3 0.36 0.54 C0.36 0.76 0.2 0.88 0 0.88 C-0.2 0.88 -0.36 0.76 -0.36 0.54 "
            "C-0.36 0.3 -0.12 0.15 0 -0.14 Z"
        ),
        hat=(
            "M0 -1.06 C0.07 -0.88 0.17 -0.8 0.17 -0.67 C0.17 -0.57 0.09 -0.51 0 -0.51 "
            "C-0.09 -0.51 -0.17 -0.57 -0.17 -0.67 C-0.17 -0.8 -0.07 -0.88 0 -1.06 Z"
        ),
    ),
    2: Look(  # leaf: wings, skirt and cap of pointed leaves
        tint="#eef6e4",
        wing="#dcebc4",
        dress="#7fb04f",
        wings="M0.08 0.05 C0.2 -0.3 0.55 -0.6 1.0 -0.62 C0.95 -0.15 0.55 0.2 0.08 0.1 Z",
        body=(
            "M0 -0.14 C0.14 0.1 0.3 0.35 0.42 0.78 L0.2 0.64 L0.12 0.9 L0 0.68 L-0.12 0.9 L-0.2 0.64 L-0.42 0.78 "
            "C-0.3 0.35 -0.14 0.1 0 -0.14 Z"
        ),
        hat=("M-0.3 -0.52 C-0.22 -0.82 0.05 -0.98 0.42 -1.0 C0.4 -0.72 0.28 -0.52 0.3 -0.5 C0.1 -0.62 -0.1 -0.62 -0.3 -0.52 Z"),
    ),
    3: Look(  # bell: a bell for a dress and a bell for a hat, wings that droop
        tint="#f0edfa",
        wing="#e2dbf6",
        dress="#8d7cc8",
        wings="M0.08 0.0 C0.4 -0.35 0.85 -0.3 0.9 0.05 C0.95 0.4 0.7 0.6 0.55 0.5 C0.4 0.4 0.3 0.15 0.08 0.1 Z",
        body=(
            "M0 -0.14 C0.24 -0.1 0.2 0.35 0.3 0.55 C0.34 0.65 0.42 0.68 0.46 0.78 C0.34 0.86 0.3 0.72 0.2 0.84 "
            "C0.1 0.9 0.08 0.78 0 0.86 C-0.08 0.78 -0.1 0.9 -0.2 0.84 C-0.3 0.72 -0.34 0.86 -0.46 0.78 "
            "C-0.42 0.68 -0.34 0.65 -0.3 0.55 C-0.2 0.35 -0.24 -0.1 0 -0.14 Z"
        ),
        hat=(
            "M0 -1.0 C0.2 -0.98 0.2 -0.72 0.26 -0.62 C0.3 -0.56 0.36 -0.54 0.36 -0.48 "
            "C0.2 -0.54 -0.2 -0.54 -0.36 -0.48 C-0.36 -0.54 -0.3 -0.56 -0.26 -0.62 C-0.2 -0.72 -0.2 -0.98 0 -1.0 "
            "Z"
        ),
    ),
    4: Look(  # cap: the cap of a toadstool, a plain stem, two pairs of small wings
        tint="#fcefe9",
        wing="#fde3da",
        dress="#d9604c",
        wings=(
            "M0.1 0.02 C0.25 -0.35 0.7 -0.4 0.72 -0.12 C0.72 0.02 0.5 0.08 0.4 0.08 C0.6 0.1 0.72 0.25 0.62 0.4 "
            "C0.5 0.52 0.2 0.35 0.1 0.12 Z"
        ),
        body=("M-0.13 -0.12 C-0.1 0.2 -0.16 0.4 -0.26 0.72 C-0.28 0.86 0.28 0.86 0.26 0.72 C0.16 0.4 0.1 0.2 0.13 -0.12 Z"),
        hat=("M-0.56 -0.5 C-0.54 -0.86 -0.3 -1.02 0 -1.02 C0.3 -1.02 0.54 -0.86 0.56 -0.5 C0.3 -0.42 -0.3 -0.42 -0.56 -0.5 Z"),
    ),
    5: Look(  # moon: wings like sickles, a long robe, a moon above the head
        tint="#eef0f5",
        wing="#d9deea",
        dress="#5d6a94",
        wings="M0.08 0.1 C0.5 0.2 0.8 -0.1 0.78 -0.78 C1.08 -0.3 1.0 0.4 0.5 0.44 C0.3 0.44 0.15 0.3 0.08 0.1 Z",
        body="M0 -0.14 C0.2 -0.05 0.2 0.4 0.34 0.86 C0.1 0.94 -0.1 0.94 -0.34 0.86 C-0.2 0.4 -0.2 -0.05 0 -0.14 Z",
        hat=(
            "M0.1 -1.1 C-0.1 -1.12 -0.27 -0.98 -0.27 -0.8 C-0.27 -0.62 -0.1 -0.5 0.1 -0.52 "
            "C-0.0 -0.6 -0.06 -0.7 -0.06 -0.8 C-0.06 -0.92 -0.0 -1.02 0.1 -1.1 Z"
        ),
    ),
    6: Look(  # star: four narrow wings like a dragonfly's, a flared dress with points, a star above the head
        tint="#fdf7df",
        wing="#fffdf2",
        dress="#e3b23c",
        wings=(
            "M0.08 -0.02 C0.4 -0.4 0.75 -0.62 1.0 -0.66 C0.98 -0.46 0.6 -0.12 0.22 0.05 "
            "C0.6 0.02 0.88 0.14 0.98 0.3 C0.7 0.4 0.3 0.28 0.08 0.12 Z"
        ),
        body=(
            "M0 -0.14 C0.1 0.1 0.2 0.3 0.52 0.62 L0.28 0.62 L0.3 0.88 L0 0.68 L-0.3 0.88 L-0.28 0.62 L-0.52 0.62 "
            "C-0.2 0.3 -0.1 0.1 0 -0.14 Z"
        ),
        hat=(
            "M0 -1.14 L0.08 -0.92 L0.31 -0.91 L0.13 -0.77 L0.19 -0.54 L0 -0.67 L-0.19 -0.54 L-0.13 -0.77 "
            "L-0.31 -0.91 L-0.08 -0.92 Z"
        ),
    ),
}


def fairy(page: Drawing, kind: int, x: float, y: float, size: float) -> None:
    """A fairy of a kind: wings, dress, face, hat."""
    look = LOOKS[kind]
    line = THIN * size / 16
    for mirror in (False, True):
        page.path(look.wings, Ink(look.wing, LINE, line), (x, y), size, mirror)
    page.path(look.body, Ink(look.dress, LINE, line), (x, y), size)
    page.circle(x, y - 0.32 * size, 0.24 * size, Ink(SKIN, LINE, line))
    for eye in (-0.09, 0.09):
        page.circle(x + eye * size, y - 0.32 * size, 0.032 * size, Ink(LINE))
    page.path("M-0.08 -0.22 C-0.03 -0.18 0.03 -0.18 0.08 -0.22", Ink("", LINE, line), (x, y), size)
    page.path(look.hat, Ink(look.dress, LINE, line), (x, y), size)
    if kind == 4:
        for dot, high, radius in ((0, -0.86, 0.08), (-0.28, -0.66, 0.07), (0.28, -0.66, 0.07), (0, -0.6, 0.05)):
            page.circle(x + dot * size, y + high * size, radius * size, Ink("#ffffff"))


def flower(page: Drawing, x: float, y: float, size: float) -> None:
    """A flower of six petals, with nobody to be seen in it yet."""
    petal = "M0 -0.12 C-0.42 -0.3 -0.4 -0.92 0 -0.98 C0.4 -0.92 0.42 -0.3 0 -0.12 Z"
    line = THIN * size / 16
    for step in range(6):
        page.path(petal, Ink("#f3b8d2", LINE, line), (x, y), size, turn=60 * step + 30)
    for step in range(6):
        page.path("M0 -0.3 L0 -0.62", Ink("", "#c9769f", line), (x, y), size, turn=60 * step + 30)
    page.circle(x, y, 0.27 * size, Ink("#fbe08a", LINE, line))
    page.text(x, y + 0.13 * size, "?", 0.38 * size, bold=True, colour=LINE)


def water(page: Drawing, x: float, y: float, size: float) -> None:
    """A patch of water with two small waves."""
    page.polygon(hexagon(x, y, size * 1.01), Ink("#eaf4f9"))
    wave = "M-0.5 0 C-0.38 -0.16 -0.22 -0.16 -0.1 0 C0.02 0.16 0.18 0.16 0.3 0 C0.36 -0.08 0.44 -0.12 0.5 -0.1"
    for across, down in ((-0.14, -0.18), (0.16, 0.22)):
        page.path(wave, Ink("", "#9cc6dc", 0.9), (x + across * size, y + down * size), size * 0.8)


PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def die(page: Drawing, face: int, x: float, y: float, size: float) -> None:
    """A die that shows a face; (x, y) is its middle, `size` its edge."""
    page.rectangle(x - size / 2, y - size / 2, size, size, Ink("#ffffff", LINE, 0.7), size * 0.2)
    for pip in PIPS[face]:
        page.circle(x + (pip % 3 - 1) * size * 0.27, y + (pip // 3 - 1) * size * 0.27, size * 0.09, Ink(LINE))


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a hexagon that stands on a corner."""
    turns = [math.radians(60 * step + 30) for step in range(6)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
