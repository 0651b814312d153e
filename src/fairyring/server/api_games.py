"""HTTP about the games themselves: what there is, what is printed on the cards, every text, the rules."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter
from markdown_it import MarkdownIt

from fairyring import bots
from fairyring.core import registry
from fairyring.core.errors import UnknownGame
from fairyring.core.messages import ENGLISH
from fairyring.core.room import Room
from fairyring.server.refuse import No, may_answer
from fairyring.tables import library
from fairyring.tables.refusals import texts as table_texts

Language = Annotated[str, QueryParameter(name="language", required=False, max_length=12)]
RULE = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*)<strong>R(\d+)</strong>")


def room_of(name: str) -> Room:
    try:
        return registry.room(name)
    except (UnknownGame, ImportError) as error:
        raise No(404, "none", str(error)) from error


def about(room: Room) -> dict[str, Any]:
    """A game as the ring on the first page needs it."""
    texts = room.texts()
    return {
        "game": room.name,
        "title": room.title,
        "blurb": texts.get("blurb", ""),
        "goal": texts.get("goal", ""),
        "designer": room.designer,
        "publisher": room.publisher,
        "minutes": list(room.minutes),
        "seats": list(room.state.seats),
        "rules": room.rules.VERSION,
        "levels": list(bots.levels(room)),
        "lesson": room.guide is not None,  # whether a table can be `guided`
        "options": [option.form() for option in room.options],
        "texts": {key: text for key, text in texts.items() if key.startswith("option.")},
    }


@get("/api/games", sync_to_thread=False, responses=may_answer())
def games() -> list[dict[str, Any]]:
    """All games."""
    return [about(registry.room(name)) for name in registry.names()]


@get("/api/games/{name:str}", sync_to_thread=False, responses=may_answer(404))
def game(name: FromPath[str]) -> dict[str, Any]:
    """One game."""
    return about(room_of(name))


@get("/api/games/{name:str}/catalogue", sync_to_thread=False, responses=may_answer(404, 422))
def catalogue(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """Everything about a game that does not change while it is played. Options are given as ?players=3&variant=…"""
    room = room_of(name)
    return library.game(room, dict(request.query_params)).catalogue()


@get("/api/games/{name:str}/texts", sync_to_thread=False, responses=may_answer(404))
def texts(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """All texts of a game, of its table and of what all games share, by key; where a language lacks one, in English."""
    room = room_of(name)
    known = {path.stem for path in (room.folder / "messages").glob("*.json")}  # so nobody can fill a cache with made-up ones
    spoken = language if language in known else ENGLISH
    return {**table_texts(spoken), **room.texts(spoken)}


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=may_answer(404))
def rules(name: FromPath[str]) -> dict[str, str]:
    """The rules in our words: Markdown, and HTML in which every rule has its number as its id."""
    return _rules(room_of(name))


@cache
def _rules(room: Room) -> dict[str, str]:
    text = room.rules_text()
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return {"markdown": text, "html": RULE.sub(r'<\1 id="R\3">\2<strong>R\3</strong>', html)}


HANDLERS = [games, game, catalogue, texts, rules]
