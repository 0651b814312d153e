"""Draw docs/architecture.svg: a room in the middle, the backends that run it, and the kit that compares them.

    python scripts/draw_architecture.py [FILE]

A test compares the committed drawing with the output, and the names in it with the folders and files that exist.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "architecture.svg"
PACKAGES = ROOT / "src" / "fairyring"
ROOM = "games/fairy"
INK, PAPER, CARD, LINE = "#2a2140", "#fbf5e6", "#fffdf6", "#b9a98a"
WIDTH, HEIGHT = 1100, 620


class Backend(NamedTuple):
    """A box at a side: the package that runs rooms, what it is, and who uses it."""

    left: int
    package: str
    kind: str
    lines: tuple[str, ...]
    users: str
    fill: str
    rule: str


BACKENDS = (
    Backend(
        *(28, "core", "the interpreted backend"),
        ("a slotted object", "of ints and lists", "Table, Record, views,", "redaction, events"),
        *("library, terminal, server", "#e3eff5", "#2479a3"),
    ),
    Backend(
        *(796, "kernel", "the compiled backend"),
        ("the same functions,", "compiled to machine code", "packed records", "batches on all cores"),
        *("lab, search, environments", "#fbe6cd", "#d2741f"),
    ),
)
# What a room has: a file or folder of games/fairy, and what is in it. A line of code ends with a space.
PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("schema.py", ("what the table holds,", "its bounds, who sees it")),
    ("rules.py", ("numbered as the rulebook:", "setup pending legal check ", "act chance score imagine ")),
    ("presentation", ("catalogue, prompts, aids",)),
    ("messages", ("all texts, four languages",)),
    ("bots.py", ("policies of the levels",)),
    ("conformance", ("invariants and meanings",)),
    ("RULES.md", ("the rules, numbered",)),
)  # fmt: skip
IMPORTS = ("games, kernel → core", "bots → core, kernel", "lab → core, games, bots, kernel", "kit → all")
STYLE = f"""
  text {{ font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 15px; fill: {INK} }}
  .head {{ font-family: Georgia, "Palatino Linotype", Palatino, "DejaVu Serif", serif; font-weight: 700; font-size: 23px }}
  .kind {{ font-family: Georgia, "Palatino Linotype", Palatino, "DejaVu Serif", serif; font-style: italic; font-size: 17px }}
  .file {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-weight: 700; font-size: 15px }}
  .code {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 14px }}
  .small {{ font-size: 14px }}
  .bold {{ font-weight: 700 }}
  .title {{ font-size: 27px }}
  .mid {{ text-anchor: middle }}
  .box {{ stroke: {INK}; stroke-width: 2.2 }}
  .run {{ fill: none; stroke: {INK}; stroke-width: 3.5; marker-end: url(#tip) }}
  .use {{ fill: none; stroke: {INK}; stroke-width: 1.6; marker-end: url(#tip) }}
  .test {{ fill: none; stroke: {INK}; stroke-width: 2; stroke-dasharray: 7 5; marker-end: url(#tip) }}
  .tag {{ fill: {PAPER}; stroke: {INK}; stroke-width: 1.2 }}
"""
DEFINITIONS = f"""<defs>
  <marker id="tip" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" \
orient="auto"><path d="M0 0L12 6L0 12L3 6Z" fill="{INK}"/></marker>
  <g id="shroom" stroke="{INK}" stroke-width="2.2" stroke-linejoin="round">
    <path d="M-7-26C-6-14-10-6-9 0Q0 4 9 0C10-6 6-14 7-26Z" fill="#fffaf0"/>
    <path d="M-27-24C-27-42-12-51 0-51S27-42 27-24Q14-18.5 0-18.5T-27-24Z" fill="currentColor"/>
    <g fill="#fff4dc" stroke="none"><ellipse cx="-12" cy="-34" rx="4.6" ry="4"/><ellipse cx="3" cy="-42" rx="4.2" ry="3.4"/>\
<ellipse cx="14" cy="-31" rx="3.8" ry="3.4"/></g>
  </g>
</defs>"""
TITLE = "Fairyring's architecture: rules written once, run by two backends"


def text(x: int, y: int, words: str, kind: str = "") -> str:
    """Return a line of text."""
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} x="{x}" y="{y}">{words}</text>'


def box(x: int, y: int, width: int, height: int, fill: str, radius: int = 14) -> list[str]:
    """Return a box with its shadow."""
    size = f'width="{width}" height="{height}" rx="{radius}"'
    return [
        f'<rect x="{x + 4}" y="{y + 5}" {size} fill="{INK}" opacity=".14"/>',
        f'<rect class="box" x="{x}" y="{y}" {size} fill="{fill}"/>',
    ]


def arrow(kind: str, path: str) -> str:
    """Return an arrow along a path: `run`, `use` or `test`."""
    return f'<path class="{kind}" d="{path}"/>'


def tag(middle: int, y: int, width: int, words: str) -> list[str]:
    """Return a label on an arrow."""
    return [
        f'<rect class="tag" x="{middle - width // 2}" y="{y}" width="{width}" height="30" rx="15"/>',
        text(middle, y + 20, words, "small mid"),
    ]


def backend(at: Backend) -> list[str]:
    """Return the box of a backend, and its users above it."""
    middle, inner = at.left + 138, at.left + 18
    drawn = [
        f'<rect class="box" x="{at.left}" y="28" width="276" height="52" rx="26" fill="{CARD}"/>',
        text(middle, 59, at.users, "mid bold"),
        arrow("use", f"M{middle} 134V82"),
        text(middle + 12, 113, "used by", "small"),
        *box(at.left, 136, 276, 186, at.fill),
        text(inner, 170, at.package, "head"),
        text(inner, 195, at.kind, "kind"),
        f'<path d="M{inner} 210H{inner + 240}" stroke="{at.rule}" stroke-width="1.5"/>',
    ]
    return drawn + [text(inner, y, line) for y, line in zip((236, 257, 285, 306), at.lines, strict=True)]


def room() -> list[str]:
    """Return the box of a room, with its files."""
    drawn = [
        *box(370, 106, 360, 310, CARD),
        '<path d="M371.1 154V120A13 13 0 0 1 384 107.1H716A13 13 0 0 1 728.9 120V154Z" fill="#e2efdc"/>',
        '<path d="M371 154H729" stroke="#3f8450" stroke-width="1.5"/>',
        text(388, 139, f'a room: <tspan class="file" style="font-size:19px">{ROOM}/</tspan>', "head"),
        '<use href="#shroom" transform="translate(698 145) scale(.58)" color="#cf4f56"/>',
    ]
    y = 181
    for name, lines in PARTS:
        drawn.append(text(388, y, name, "file"))
        for line in lines:
            drawn.append(text(508, y, line.strip(), "code" if line.endswith(" ") else "small"))
            y += 19
        y += 7
    return drawn


def kit() -> list[str]:
    """Return the kit, and what it checks."""
    same = "same bytes at every step"
    return [
        *box(370, 488, 360, 50, "#ece3f6"),
        text(550, 520, '<tspan class="head">kit</tspan><tspan class="kind" dx="10">the conformance checks</tspan>', "mid"),
        arrow("test", "M370 513H178Q166 513 166 501V325"),
        arrow("test", "M730 513H922Q934 513 934 501V325"),
        arrow("test", "M550 487V419"),
        *tag(166, 400, 208, same),
        *tag(934, 400, 208, same),
        *tag(550, 440, 320, "no leaks, exact chance, exact imagination"),
    ]


def legend() -> list[str]:
    """Return what the arrows mean, and which way imports point."""
    drawn = [f'<path d="M28 560H1072" stroke="{LINE}" stroke-width="1.2"/>']
    for x, kind, words in ((28, "run", "run by"), (152, "test", "checks"), (278, "use", "used by")):
        drawn += [arrow(kind, f"M{x} 590H{x + 42}"), text(x + 52, 595, words, "small")]
    drawn += [
        f'<path d="M410 574V606" stroke="{LINE}" stroke-width="1.2"/>',
        text(432, 584, "Imports point one way", "small bold"),
    ]
    return drawn + [text(x, 605, words, "small") for x, words in zip((432, 602, 752, 988), IMPORTS, strict=True)]


def describe() -> str:
    """Return the drawing in words."""
    left, right = BACKENDS
    return (
        f"In the middle stands a room, {ROOM}/, with {', '.join(name for name, _lines in PARTS)}. Two backends run it: "
        f"{left.package}, {left.kind}, used by {left.users}; and {right.package}, {right.kind}, used by {right.users}. "
        "Below, the kit checks that both backends hold the same bytes at every step, and that the room has no leaks, exact "
        f"chance and exact imagination. Imports point one way: {'; '.join(IMPORTS)}."
    )


def draw() -> str:
    """Return the drawing as SVG."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    edge = f'width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="20"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {size} role="img" aria-labelledby="t d">',
        "<!-- drawn by scripts/draw_architecture.py; do not edit -->",
        f'<title id="t">{TITLE}</title>',
        f'<desc id="d">{describe()}</desc>',
        DEFINITIONS,
        f"<style>{STYLE}</style>",
        f'<rect x="1" y="1" {edge} fill="{PAPER}" stroke="{LINE}" stroke-width="1.5"/>',
        text(550, 52, "Rules written once,", "mid head title"),
        text(550, 84, "run by two backends", "mid head title"),
        *(line for at in BACKENDS for line in backend(at)),
        *room(),
        *(arrow("run", path) for path in ("M369 229H307", "M731 229H793")),
        *(text(x, 217, "run by", "small mid") for x in (338, 762)),
        *kit(),
        *legend(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_text(draw(), encoding="utf-8")
