"""A league as a picture: ratings with their intervals, and beside them who wins how often among whom."""

from __future__ import annotations

from fairyring.core.game import registry
from fairyring.lab.league import League

ROW, LEFT, SCALE, CELL, TOP = 34, 84, 240, 64, 64
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#3a332b}.h{font-weight:600}.s{font-size:11px;fill:#6b6257}"
    ".g{stroke:#ddd3c4;stroke-width:1}.w{stroke:#3d6b4f;stroke-width:3;stroke-linecap:round}"
)


def draw(league: League) -> str:
    """The text of an SVG file."""
    order = league.ranked
    ratings = [league.ratings[name] for name in order]
    low = min(rating.elo - rating.error for rating in ratings)
    span = max(1.0, max(rating.elo + rating.error for rating in ratings) - low)
    matrix = LEFT + SCALE + 70
    width, height = matrix + CELL * len(order) + 16, TOP + ROW * len(order) + 40

    def across(elo: float) -> float:
        return LEFT + (elo - low) / span * SCALE

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{registry.room(league.game).title}: how strong its bots are</title>",
        f'<style>{STYLE}</style><rect width="{width}" height="{height}" rx="10" fill="#fffaf0"/>',
        f'<text class="h" x="16" y="26">{registry.room(league.game).title}, {league.players} seats</text>',
        f'<text class="s" x="{LEFT}" y="48">Elo, with 95 % intervals</text>',
        f'<text class="s" x="{matrix}" y="26">wins of one of them among …</text>',
        f'<line class="g" x1="{across(0):.1f}" y1="{TOP - 10}" x2="{across(0):.1f}" y2="{height - 36}"/>',
    ]
    for column, name in enumerate(order):
        parts.append(f'<text class="s" x="{matrix + column * CELL + CELL / 2}" y="48" text-anchor="middle">{name}</text>')
    for row, (name, rating) in enumerate(zip(order, ratings, strict=True)):
        y = TOP + row * ROW + ROW / 2
        start, end = across(rating.elo - rating.error), across(rating.elo + rating.error)
        parts += [
            f'<text x="16" y="{y + 4}">{name}</text>',
            f'<line class="w" x1="{start:.1f}" y1="{y}" x2="{end:.1f}" y2="{y}" opacity=".45"/>',
            f'<circle cx="{across(rating.elo):.1f}" cy="{y}" r="5" fill="#3d6b4f"/>',
            f'<text class="s" x="{end + 8:.1f}" y="{y + 4}">{rating.elo:+.0f}</text>',
        ]
        for column, other in enumerate(order):
            x = matrix + column * CELL
            if other == name:
                continue
            share = league.share[name][other][0]
            fair = 1 / league.players
            strength = min(1.0, (share - fair) / (1 - fair) if share > fair else (fair - share) / fair)
            colour = "#3d6b4f" if share > fair else "#b5533c"
            place = f'x="{x + 2}" y="{y - ROW / 2 + 2}" width="{CELL - 4}" height="{ROW - 4}" rx="6"'
            parts += [
                f'<rect {place} fill="{colour}" opacity="{0.12 + 0.45 * strength:.2f}"/>',
                f'<text x="{x + CELL / 2}" y="{y + 4}" text-anchor="middle">{share:.0%}</text>',
            ]
    parts.append(f'<text class="s" x="16" y="{height - 14}">{_caption(league)}</text></svg>')
    return "\n".join(parts) + "\n"


def _caption(league: League) -> str:
    time = "" if league.seconds_per_move is None else f", {league.seconds_per_move:g} s a move"
    return f"{league.games:,} games, seats rotated{time}; a fair share is {1 / league.players:.0%}."
