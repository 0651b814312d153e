"""The page of a report: one HTML file without scripts, which asks no other host for anything."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import fairyring
from fairyring.core.game.game import Game
from fairyring.lab.report.charts import Picture
from fairyring.lab.report.gather import Findings
from fairyring.lab.report.sections import Section, brief, option_words, sections

STYLE = Path(__file__).with_name("style.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # the browser refuses every request


def write_page(findings: Findings, command: str) -> tuple[str, list[str], list[Picture]]:
    """Return the page, which names the command that makes it again, its summary as HTML sentences, and its pictures.

    The same findings give the same page.
    """
    parts = sections(findings)
    title = findings.game.room.title
    bots = " and ".join(f"“{bot}”" for bot in dict.fromkeys(findings.bots))
    levels = "level" if len(set(findings.bots)) == 1 else "levels"
    lead = f"{findings.games:,} games between {findings.game.players} bots of the {levels} {bots}; ± is a 95 % interval."
    sentences = [part.short for part in parts if part.short]
    summary = "".join(f"<li>{sentence}</li>" for sentence in sentences)
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}: a report</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        "<body>\n<main>\n"
        f"<header><h1>{escape(title)}: a report</h1><p>{escape(lead)}</p><p>{_rules(findings)}</p></header>\n"
        f'<section><h2>In short</h2><ul class="short">{summary}</ul></section>\n'
        + "\n".join(map(_section, parts))
        + f"\n{_made(findings, command)}\n</main>\n</body>\n</html>\n"
    )
    return page, sentences, [picture for part in parts for picture in part.pictures]


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


def _rules(findings: Findings) -> str:
    """Say whether the games follow the printed rules, as HTML."""
    words = _house_rules(findings.game)
    if findings.other is not None and (other := _house_rules(findings.other)) != words:
        words += f" What if: {other[0].lower()}{other[1:]}"
    return words


def _house_rules(game: Game[Any]) -> str:
    if not game.house_rules:
        return "Printed rules."
    return f"House rules: {'; '.join(option_words(game, name) for name in game.house_rules)}."


def _made(findings: Findings, command: str) -> str:
    """Say what was played, so that the page can be made again."""
    rows = [
        ("Game", f"{escape(findings.game.name)}, rules {escape(str(findings.game.rules.VERSION))}"),
        ("Options", _options(findings.game)),
        *([("What if", _options(findings.other))] if findings.other is not None else []),
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


def _options(game: Game[Any]) -> str:
    """Return all options in words, with what a command calls them."""
    return "; ".join(f"{option_words(game, name)} ({escape(name)}={brief(value)})" for name, value in game.options.items())
