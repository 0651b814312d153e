"""The page of a report: one HTML file without scripts, which asks no other host for anything."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

import fairyring
from fairyring.lab.report.charts import Picture
from fairyring.lab.report.gather import Findings
from fairyring.lab.report.sections import Section, brief, sections

STYLE = Path(__file__).with_name("style.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # the browser refuses every request


def write_page(findings: Findings, command: str) -> tuple[str, list[Picture]]:
    """Return the page, which names the command that makes it again, and its pictures. The same findings give the same page."""
    parts = sections(findings)
    title = findings.game.room.title
    bots = " and ".join(f"“{bot}”" for bot in dict.fromkeys(findings.bots))
    levels = "level" if len(set(findings.bots)) == 1 else "levels"
    lead = f"{findings.games:,} games between {findings.game.players} bots of the {levels} {bots}; ± is a 95 % interval."
    summary = "".join(f"<li>{part.short}</li>" for part in parts if part.short)
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}: a report</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        "<body>\n<main>\n"
        f"<header><h1>{escape(title)}: a report</h1><p>{escape(lead)}</p></header>\n"
        f'<section><h2>In short</h2><ul class="short">{summary}</ul></section>\n'
        + "\n".join(map(_section, parts))
        + f"\n{_made(findings, command)}\n</main>\n</body>\n</html>\n"
    )
    return page, [picture for part in parts for picture in part.pictures]


def _section(part: Section) -> str:
    sentences = f"<p>{' '.join(part.sentences)}</p>"
    figures = [f"<figure><figcaption>{escape(one.caption)}</figcaption>{one.inline}</figure>" for one in part.pictures]
    inside = [*part.parts, *figures] if part.is_wide else [*figures, *part.parts]
    beside = (
        f'<div class="{"stack" if part.is_wide else "pair"}">{"".join(f"<div>{item}</div>" for item in inside)}</div>'
        if inside
        else ""
    )
    note = f'<p class="note">{escape(part.note)}</p>' if part.note else ""
    return f"<section><h2>{escape(part.title)}</h2>{sentences}{beside}{note}</section>"


def _made(findings: Findings, command: str) -> str:
    """Say what was played, so that the page can be made again."""
    rows = [
        ("Game", f"{escape(findings.game.name)}, rules {escape(str(findings.game.rules.VERSION))}"),
        ("Options", _options(findings.game.options)),
        *([("What if", _options(findings.other.options))] if findings.other is not None else []),
        ("Bots", escape(", ".join(findings.bots))),
        ("Games", f"{findings.games:,}"),
        ("Seed", str(findings.seed)),
        ("Made with", f"fairyring {escape(fairyring.__version__)}"),
    ]
    body = "".join(f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' for name, value in rows)
    return (
        "<section><h2>How to make this page again</h2>"
        f"<p>The same command gives the same figures.</p><code>{escape(command)}</code>"
        f'<table class="made"><tbody>{body}</tbody></table></section>'
    )


def _options(options: Mapping[str, object]) -> str:
    return ", ".join(f"{escape(name)}={brief(value)}" for name, value in options.items())
