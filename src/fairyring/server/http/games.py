"""HTTP about the games themselves: what there is, what is printed on the cards, every text, the rules."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter
from markdown_it import MarkdownIt

from fairyring import bots
from fairyring.core.errors import UnknownGame
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.server.http.errors import No, may_answer
from fairyring.tables import rules_versions
from fairyring.tables.refusals import texts as table_texts

Language = Annotated[str, QueryParameter(name="language", required=False, max_length=12)]
RULE = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*)<strong>R(\d+)</strong>")


def room_of(name: str) -> Room:
    try:
        return registry.room(name)
    except (UnknownGame, ImportError) as error:
        raise No(404, "none", str(error)) from error


def spoken(room: Room, language: str) -> str:
    """The language, if the game speaks it; so nobody can fill a cache with made-up ones."""
    known = {path.stem for path in (room.info.folder / "messages").glob("*.json")}
    return language if language in known else ENGLISH


def about(room: Room, language: str = ENGLISH) -> dict[str, Any]:
    """A game as the ring on the first page needs it."""
    texts = room.texts(spoken(room, language))
    return {
        "game": room.name,
        "title": texts.get("title", room.name),
        "blurb": texts.get("blurb", ""),
        "goal": texts.get("goal", ""),
        "designer": room.info.designer,
        "publisher": room.info.publisher,
        "minutes": list(room.info.minutes),
        "seats": list(room.schema.state.seats),
        "rules": room.rules.VERSION,
        "levels": list(bots.levels(room)),
        "lesson": room.presentation.tutorial is not None,  # whether a table can be `guided`
        "options": [option.form() for option in room.options.declared],
        "texts": {key: text for key, text in texts.items() if key.startswith("option.")},
    }


@get("/api/games", sync_to_thread=False, responses=may_answer())
def games(language: Language = ENGLISH) -> list[dict[str, Any]]:
    """All games."""
    return [about(registry.room(name), language) for name in registry.game_names()]


@get("/api/games/{name:str}", sync_to_thread=False, responses=may_answer(404))
def game(name: FromPath[str], language: Language = ENGLISH) -> dict[str, Any]:
    """One game."""
    return about(room_of(name), language)


@get("/api/games/{name:str}/catalogue", sync_to_thread=False, responses=may_answer(404, 422))
def catalogue(request: Request[Any, Any, Any], name: FromPath[str]) -> dict[str, Any]:
    """Everything about a game that does not change while it is played. Options are given as ?players=3&variant=…"""
    room = room_of(name)
    return rules_versions.game(room, dict(request.query_params)).catalogue()


@get("/api/games/{name:str}/texts", sync_to_thread=False, responses=may_answer(404))
def texts(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """All texts of a game, of its table and of what all games share, by key; where a language lacks one, in English."""
    room = room_of(name)
    known = spoken(room, language)
    return {**table_texts(known), **room.texts(known)}


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=may_answer(404))
def rules(name: FromPath[str], language: Language = ENGLISH) -> dict[str, str]:
    """The rules in our words: Markdown, and HTML in which every rule has its number as its id."""
    room = room_of(name)
    return _rules(room, spoken(room, language))


@cache
def _rules(room: Room, language: str = ENGLISH) -> dict[str, str]:
    text = room.rules_text(language)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return {"markdown": text, "html": RULE.sub(r'<\1 id="R\3">\2<strong>R\3</strong>', html)}


HANDLERS = [games, game, catalogue, texts, rules]
