"""Draws the curve that `train.py` writes: `python examples/learning/draw.py curve.json learning.svg`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fairyring.core.extras import import_extra
from fairyring.lab.report.charts import LIGHT, PAPER

ACCENT, SOFT = "#040404", "#020202"


def draw(points: list[dict[str, float]]) -> str:
    """Return the share of the win by decisions of training as SVG; the dashed line is what equal bots win."""
    alt = import_extra("altair")
    values = [
        {"x": point["decisions"] / 1e6, "y": point["share"], "low": point["share"] - point["error"],
         "high": point["share"] + point["error"]}
        for point in points
    ]  # fmt: skip
    base = alt.Chart(alt.Data(values=values)).encode(x=alt.X("x:Q", title="decisions of training, in millions"))
    line = base.mark_line(color=LIGHT[ACCENT], strokeWidth=2.5).encode(
        y=alt.Y("y:Q", title="share of the win against “normal”", axis=alt.Axis(format="%"))
    )
    band = base.mark_area(color=LIGHT[ACCENT], opacity=0.25).encode(y="low:Q", y2="high:Q")
    fair = alt.Chart(alt.Data(values=[{"y": 0.5}])).mark_rule(color=LIGHT[SOFT], strokeDash=[4, 3]).encode(y="y:Q")
    chart = alt.layer(fair, band, line).properties(width=440, height=240, background=PAPER)
    return str(import_extra("vl_convert").vegalite_to_svg(chart.to_dict()))


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    target.write_text(draw(json.loads(source.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
