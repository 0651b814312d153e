"""What was measured of a server, in a sentence; and of several sizes, in one picture."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Measured:
    """One size of a server under load. Times are milliseconds; cpu is in cores.

    `cost` is the CPU time of the server for each decision at full speed: unlike `most`, it compares on a busy machine.
    """

    tables: int
    sockets: int
    rate: float
    p50: float
    p95: float
    p99: float
    memory: float
    workers: float
    cpu: float
    own_cpu: float
    own_lag: float
    most: float
    cost: float
    load: float
    held: int  # sockets that the server counts as open in the end
    collection: float  # the longest garbage collection of the server

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.sockets} sockets, {self.rate:.0f} decisions a second: "
            f"p50 {self.p50:.1f} ms, p95 {self.p95:.1f} ms, p99 {self.p99:.1f} ms, "
            f"{self.memory:.0f} MB (and {self.workers:.0f} MB in workers), {100 * self.cpu:.0f} % of a core; "
            f"at full speed {self.most:.0f} a second, {self.cost:.2f} ms of CPU each; "
            f"{self.held} sockets held, longest garbage collection {self.collection:.1f} ms.\n"
            f"  (This process: {100 * self.own_cpu:.0f} % of a core, p99 of its own lateness {self.own_lag:.1f} ms; "
            f"load of the machine {self.load:.1f}.)"
        )


def print_goals(sizes: Sequence[Measured]) -> None:
    """Print each goal with what was measured for it."""
    usual = next((size for size in sizes if size.sockets == 4000), sizes[-1])
    fastest = max(sizes, key=lambda size: size.most)
    goals = [
        (
            "2,000 decisions a second at full speed",
            fastest.most >= 2000,
            f"{fastest.most:.0f} ({fastest.cost:.2f} ms of CPU each)",
        ),
        (f"p99 under 20 ms at {usual.sockets} sockets", usual.p99 < 20, f"{usual.p99:.1f} ms"),
        (f"under 300 MB at {usual.sockets} sockets", usual.memory < 300, f"{usual.memory:.0f} MB"),
        ("10,000 sockets in one process", sizes[-1].held >= 10_000, f"{sizes[-1].held} held, {sizes[-1].memory:.0f} MB"),
        (
            "no garbage collection above 20 ms",
            all(s.collection < 20 for s in sizes),
            f"{max(s.collection for s in sizes):.1f} ms",
        ),
    ]
    for goal, reached, found in goals:
        print(f"{'reached' if reached else 'MISSED ':8} {goal}: {found}")


WIDE, HIGH, LEFT, TOP, GAP = 300, 200, 56, 40, 84
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}.t{font-weight:600}.a{stroke:#999;stroke-width:1}"
    ".g{stroke:#e4e4e4;stroke-width:1}.l{fill:none;stroke-width:2}"
)
COLOURS = ("#2a78b8", "#d98a1f", "#b8362a")
Line = tuple[str, Callable[[Measured], float]]


def draw(sizes: Sequence[Measured], every: float, path: Path) -> None:
    """Two panels beside each other: how long it takes, and what it costs. All axes are logarithmic."""
    times: list[Line] = [("p50", lambda m: m.p50), ("p95", lambda m: m.p95), ("p99", lambda m: m.p99)]
    costs: list[Line] = [("MB of memory", lambda m: m.memory), ("% of a core", lambda m: 100 * m.cpu)]
    width = 2 * (LEFT + WIDE) + GAP + 84
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HIGH + 80}" role="img">',
        "<title>A server's growth with its tables</title>",
        f"<style>{STYLE}</style>",
        *_panel(sizes, times, LEFT, "From a command to its last broadcast, ms"),
        *_panel(sizes, costs, 2 * LEFT + WIDE + GAP - 20, "What it costs"),
        f'<text x="{LEFT}" y="{TOP + HIGH + 66}">{_caption(sizes, every)}</text>',
        "</svg>",
    ]
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _caption(sizes: Sequence[Measured], every: float) -> str:
    rates = ", ".join(f"{size.rate:.0f}" for size in sizes)
    loads = f"{min(size.load for size in sizes):.1f} to {max(size.load for size in sizes):.1f}"
    return (
        f"A decision at every table each {every:g} s: {rates} a second. "
        f"Measured on {os.cpu_count()} cores while the machine's load was {loads}."
    )


def _panel(sizes: Sequence[Measured], lines: Sequence[Line], left: float, title: str) -> list[str]:
    values = [max(0.1, value(size)) for _, value in lines for size in sizes]
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    first, last = sizes[0].tables, sizes[-1].tables

    def x(tables: float) -> float:
        return left + WIDE * math.log(tables / first) / math.log(last / first)

    def y(value: float) -> float:
        return TOP + HIGH * (1 - math.log(max(value, low) / low) / math.log(high / low))

    parts = [f'<text class="t" x="{left}" y="{TOP - 16}">{title}</text>']
    tick = low
    while tick <= high:
        parts.append(f'<line class="g" x1="{left}" x2="{left + WIDE}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
        tick *= 10
    for size in sizes:
        parts.append(
            f'<line class="a" x1="{x(size.tables):.1f}" x2="{x(size.tables):.1f}" y1="{TOP + HIGH}" y2="{TOP + HIGH + 5}"/>'
        )
        parts.append(f'<text x="{x(size.tables):.1f}" y="{TOP + HIGH + 20}" text-anchor="middle">{size.tables:,}</text>')
    parts.append(
        f'<text x="{left + WIDE / 2}" y="{TOP + HIGH + 40}" text-anchor="middle">tables, with four sockets each</text>'
    )
    end, below = sizes[-1], math.inf
    for (name, value), colour in zip(lines, COLOURS, strict=False):
        points = " ".join(f"{x(size.tables):.1f},{y(value(size)):.1f}" for size in sizes)
        parts.append(f'<polyline class="l" stroke="{colour}" points="{points}"/>')
        parts += [f'<circle fill="{colour}" r="3" cx="{x(m.tables):.1f}" cy="{y(value(m)):.1f}"/>' for m in sizes]
        below = min(y(value(end)) + 4, below - 13) if name[0] == "p" else y(value(end)) + 4  # none on another
        parts.append(f'<text x="{x(end.tables) + 8:.1f}" y="{below:.1f}" style="fill:{colour}">{name}</text>')
    return parts
