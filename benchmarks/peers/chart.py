"""Bars on a logarithmic scale as SVG, for light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

TITLES = {
    "step": "Steps with observation and mask, decisions a second",
    "play": "Random games inside one call, decisions a second",
    "search 1000": "Tree search of 1,000 simulations, simulations a second",
    "search 10000": "Tree search of 10,000 simulations, simulations a second",
    "search 100000": "Tree search of 100,000 simulations, simulations a second",
}
SHOWN = ("leduc_poker", "connect_four", "goofspiel")
LABEL, WIDTH, BAR, GAP = 270, 900, 20, 6  # pixels
LOWEST, HIGHEST = 3.0, 8.5  # powers of ten at both ends
STYLE = """
text{font:14px system-ui,sans-serif;fill:#222}.head{font-weight:600}.value{font-size:12px}
.ours{fill:#2a7d5b}.theirs{fill:#9aa7b1}.grid{stroke:#ccc}
@media(prefers-color-scheme:dark){text{fill:#e8e8e8}.ours{fill:#58c092}.theirs{fill:#6b7780}.grid{stroke:#444}}
"""


def draw(results: Mapping[tuple[str, str, str], float]) -> str:
    """Return the chart of the three example games."""
    parts: list[str] = []
    y = 8
    span = WIDTH - LABEL - 90
    for kind, title in TITLES.items():
        y += 26
        parts.append(f'<text class="head" x="0" y="{y}">{escape(title)}</text>')
        for game in SHOWN:
            rows = sorted(
                ((program, value) for (k, g, program), value in results.items() if (k, g) == (kind, game)),
                key=lambda row: -row[1],
            )
            if len(rows) < 2:
                continue
            y += 24
            parts.append(f'<text x="0" y="{y}">{escape(game.replace("_", " "))}</text>')
            y += GAP
            for program, value in rows:
                long = max(2.0, span * (math.log10(value) - LOWEST) / (HIGHEST - LOWEST))
                style = "ours" if program.startswith("fairyring") else "theirs"
                parts.append(f'<text x="16" y="{y + 15}">{escape(program)}</text>')
                parts.append(f'<rect class="{style}" x="{LABEL}" y="{y}" width="{long:.0f}" height="{BAR}" rx="3"/>')
                parts.append(f'<text class="value" x="{LABEL + long + 6:.0f}" y="{y + 15}">{_short(value)}</text>')
                y += BAR + GAP
    y += 24
    lines = [
        f'<line class="grid" x1="{_x(power, span):.0f}" x2="{_x(power, span):.0f}" y1="20" y2="{y - 16}"/>'
        f'<text class="value" x="{_x(power, span) - 8:.0f}" y="{y}">{_short(10**power)}</text>'
        for power in range(3, 9)
    ]
    size = f'width="{WIDTH}" height="{y + 8}" viewBox="0 0 {WIDTH} {y + 8}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>{"".join(lines + parts)}</svg>\n'


def _x(power: float, span: float) -> float:
    return LABEL + span * (power - LOWEST) / (HIGHEST - LOWEST)


def _short(value: float) -> str:
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.0f}"
