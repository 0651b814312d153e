"""Files in place of answers that a server would give: descriptions, texts, rules, catalogues, and what rooms let people print.

The names are those that the page asks for (client/src/lib/net/transport.ts): a static host cannot tell addresses by query.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fairyring.api import games
from fairyring.api.rulebook import rendered_rules
from fairyring.api.tools import room_links, run_tool
from fairyring.core.game import registry
from fairyring.core.game.http_tools import FileAnswer, ToolError
from fairyring.server import documentation
from fairyring.server.http.plain_pages import STYLE, rules_html
from fairyring.site import html

PDF, SVG = ".pdf", ".svg"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def languages() -> list[str]:
    """Return the languages in which any game has texts."""
    return sorted({language for name in registry.game_names() for language in games.languages(registry.room(name))})


def answers() -> Iterator[tuple[str, bytes]]:
    """Yield the files by path. A language that a game lacks gets its English texts, as on a server."""
    for language in languages():
        yield f"api/games.{language}.json", _json(games.describe_games(language))
    for name in registry.game_names():
        room = registry.room(name)
        yield f"api/games/{name}/catalogue.json", _json(games.catalogue(room, {}))
        for language in languages():
            spoken = games.spoken_language(room, language)
            yield f"api/games/{name}/texts.{language}.json", _json(games.texts(room, language))
            yield f"api/games/{name}/rules.{language}.json", _json(rendered_rules(room, spoken))
            yield f"rules/{name}.{language}.html", rules_html(room, spoken).encode()
    yield "plain.css", STYLE.read_bytes()


def documentation_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the documentation, if this installation has it."""
    root = documentation.folder()
    if root is None:
        return
    for name in sorted(documentation.names()):
        data = (root / name).read_bytes()
        yield f"docs/{name}", html.documentation_page(data.decode()).encode() if name.endswith(".html") else data


def printed() -> Iterator[tuple[str, bytes | None]]:
    """Yield the files to print, by path; None for a PDF where this installation makes none."""
    for room, group in room_links():
        for _text, path in group.links:
            for file in (path, path.removesuffix(PDF) + SVG) if path.endswith(PDF) else (path,):
                yield f"api/tools/{room.name}/{file}", _printed(room.name, file)


def _printed(game: str, file: str) -> bytes | None:
    try:
        answer = run_tool(game, "GET", file)
    except ToolError as error:
        if error.status == 501:
            return None
        raise
    assert isinstance(answer, FileAnswer), "links of rooms lead to files"
    return answer.data
