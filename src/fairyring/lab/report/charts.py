"""Charts of a report: drawn with Altair, rendered to SVG by vl-convert, in colours that the page sets by CSS."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from fairyring.core.extras import import_extra
from fairyring.lab.report.estimates import Estimate

WIDTH, HEIGHT, ROW = 270, 170, 32  # of the plot in pixels; narrow, so that its print is legible on phones
LABEL_LETTERS, LETTER, SHORT_LABEL = 24, 7, 8  # longest label; pixels of a letter; letters beside a plot of full width
PADDING = {"left": 8, "right": 14, "top": 5, "bottom": 5}  # room for fonts that are wider than the measured one
MAX_BINS = 60
PNG_SCALE = 3.0
FONT_SIZE = 13  # charts are as wide as a phone, so this is about what it shows
FONT = "Arial, Liberation Sans, sans-serif"  # widths as of the font that the renderer measures
# Charts are drawn in these colours; the page replaces them by variables of CSS, files by those of the light page.
INK, SOFT, GRID, ACCENT, SECOND = "#010101", "#020202", "#030303", "#040404", "#050505"
VARIABLES = {INK: "--ink", SOFT: "--soft", GRID: "--grid", ACCENT: "--accent", SECOND: "--second"}
LIGHT = {INK: "#2f2640", SOFT: "#5c4f6c", GRID: "#e4dac8", ACCENT: "#2f6b4a", SECOND: "#b4532a"}
PAPER = "#fffaf0"


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: a name for files, a caption, and SVG text in the colours above."""

    name: str
    caption: str
    svg: str

    @property
    def inline(self) -> str:
        """SVG for the page, in colours of its CSS."""
        svg = self.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(self.caption)}" ', 1)
        return _recolour(svg, {colour: f"var({name})" for colour, name in VARIABLES.items()})

    @property
    def file(self) -> str:
        """SVG for a file: light, on paper."""
        paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        return _recolour(re.sub(r"(<svg [^>]*>)", rf"\1{paper}", self.svg, count=1), LIGHT)

    @property
    def png(self) -> bytes:
        """The picture of `file` as PNG."""
        return bytes(import_extra("vl_convert").svg_to_png(self.file, scale=PNG_SCALE))


def _recolour(svg: str, colours: Mapping[str, str]) -> str:
    for colour, other in colours.items():
        svg = svg.replace(f'"{colour}"', f'"{other}"')
    return svg


def dots(
    name: str,
    caption: str,
    rows: Sequence[tuple[str, Estimate]],
    title: str,
    reference: float,
    percent: bool = True,
    of_rows: str = "",
) -> Picture:
    """Draw one estimate with its interval in each row, and a dashed line at a reference value.

    `of_rows` is the title above the labels of the rows.
    """
    alt = import_extra("altair")
    values = [
        {"row": _short(label), "mean": estimate.mean, "low": estimate.low, "high": estimate.high, "order": place}
        for place, (label, estimate) in enumerate(rows)
    ]
    axis = alt.Axis(format="%" if percent else ",f", tickCount=5)  # not Vega's default, which writes 200 as 2e+2
    labels = alt.Axis(labelLimit=190, ticks=False, titleAngle=0, titleAlign="left", titleBaseline="bottom", titleX=0, titleY=-4)
    y = alt.Y("row:N", sort=alt.EncodingSortField("order"), title=of_rows or None, axis=labels)
    base = alt.Chart(alt.Data(values=values)).encode(y=y)
    line = alt.Chart(alt.Data(values=[{"x": reference}])).mark_rule(color=SOFT, strokeDash=[4, 3]).encode(x="x:Q")
    bars = base.mark_rule(color=ACCENT, strokeWidth=3, opacity=0.5).encode(
        x=alt.X("low:Q", title=title, axis=axis, scale=alt.Scale(zero=False, padding=12)), x2="high:Q"
    )
    points = base.mark_circle(color=ACCENT, size=90, opacity=1).encode(x="mean:Q")
    longest = max(len(_short(label)) for label, _ in rows)
    width = WIDTH - LETTER * max(0, longest - SHORT_LABEL)
    return _render(name, caption, alt.layer(line, bars, points), width=round(width), height=ROW * len(rows))


def _short(label: str) -> str:
    return label if len(label) <= LABEL_LETTERS else label[: LABEL_LETTERS - 1].rstrip() + "…"


def histogram(name: str, caption: str, series: Mapping[str, np.ndarray[Any, Any]], title: str) -> Picture:
    """Draw the distributions of whole numbers, each as shares of its own values."""
    alt = import_extra("altair")
    everything = np.concatenate([*series.values()])
    low, high = int(everything.min()), int(everything.max())
    step = max(1, -(-(high - low + 1) // MAX_BINS))
    edges = np.arange(low, high + step + 1, step)
    values = []
    for label, numbers in series.items():
        counts, _ = np.histogram(numbers, bins=edges)
        values += [
            {"series": label, "from": int(start) - 0.5, "to": int(start) - 0.5 + step, "share": count / max(1, len(numbers))}
            for start, count in zip(edges, counts.tolist(), strict=False)
        ]
    colour = alt.Color("series:N", title=None, scale=alt.Scale(domain=[*series], range=[ACCENT, SECOND][: len(series)]))
    if len(series) == 1:
        colour = alt.value(ACCENT)
    chart = alt.Chart(alt.Data(values=values)).mark_rect(opacity=0.62).encode(
        x=alt.X("from:Q", title=title, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(tickMinStep=1, tickCount=7)),
        x2="to:Q",
        y=alt.Y("share:Q", stack=None, title=None, axis=alt.Axis(format="%", tickCount=4)),
        y2=alt.datum(0),
        color=colour,
    )  # fmt: skip
    return _render(name, caption, chart)


def curve(name: str, caption: str, points: Mapping[int, Estimate], title: str, reference: float) -> Picture:
    """Draw shares by percent of the game as a line with a band, and a dashed line at a reference value."""
    alt = import_extra("altair")
    values = [
        {"x": x / 100, "mean": one.mean, "low": max(0.0, one.low), "high": min(1.0, one.high)} for x, one in points.items()
    ]
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("x:Q", title=title, axis=alt.Axis(format="%", tickCount=5), scale=alt.Scale(domain=[0, 1]))
    )
    y_scale = alt.Scale(domain=[0, 1])
    band = base.mark_area(color=ACCENT, opacity=0.22).encode(
        y=alt.Y("low:Q", title=None, axis=alt.Axis(format="%", tickCount=5), scale=y_scale), y2="high:Q"
    )
    line = base.mark_line(color=ACCENT, strokeWidth=2.5).encode(y="mean:Q")
    rule = alt.Chart(alt.Data(values=[{"y": reference}])).mark_rule(color=SOFT, strokeDash=[4, 3]).encode(y="y:Q")
    return _render(name, caption, alt.layer(rule, band, line))


def _render(name: str, caption: str, chart: Any, width: int = WIDTH, height: int = HEIGHT) -> Picture:
    """Render a chart to SVG, with the type and the lines that all charts share."""
    spec = (
        chart.properties(width=width, height=height, background="transparent", padding=PADDING).configure(font=FONT).to_dict()
    )
    spec["config"] |= {
        "aria": False,
        "view": {"stroke": None},
        "axis": {
            "labelColor": INK, "titleColor": SOFT, "labelFontSize": FONT_SIZE, "titleFontSize": FONT_SIZE,
            "titleFontWeight": "normal", "gridColor": GRID, "domainColor": GRID, "tickColor": GRID, "titlePadding": 8,
        },
        "axisY": {"domain": False, "ticks": False},
        "legend": {"labelColor": INK, "labelFontSize": FONT_SIZE, "orient": "top", "symbolType": "square"},
    }  # fmt: skip
    return Picture(name, caption, import_extra("vl_convert").vegalite_to_svg(spec))
