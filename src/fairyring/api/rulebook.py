"""Rules as HTML. Needs Markdown, so a page without a server has them as files."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH

RULE_NUMBER = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*)<strong>R(\d+)</strong>")


@cache
def rendered_rules(room: Room, language: str = ENGLISH) -> dict[str, str]:
    """Return the rules as Markdown, and as HTML in which every rule has its number as id."""
    text = room.rules_text(language)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return {"markdown": text, "html": RULE_NUMBER.sub(r'<\1 id="R\3">\2<strong>R\3</strong>', html)}
