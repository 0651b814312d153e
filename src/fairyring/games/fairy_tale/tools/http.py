"""HTTP tools of Fairy Tale: the score sheet of a game on a real table."""

from __future__ import annotations

from typing import Annotated, Any

from fairyring.core.declared.declare import Length, declare
from fairyring.core.game.http_tools import HttpTool, ToolError
from fairyring.core.game.options import MAX_FILE_BYTES, FileText
from fairyring.games.fairy_tale.deck import deck_of
from fairyring.games.fairy_tale.schema import KINDS
from fairyring.games.fairy_tale.tools import score_command

MAX_COPIES = 99  # of one card in one hand
MAX_CARD_NAME = 100  # characters


@declare(forbid_unknown=True)
class Hand:
    """A player's open cards at a real table: how many of each, by the card's name."""

    name: Annotated[str, Length(1, 64)]
    cards: Annotated[dict[Annotated[str, Length(0, MAX_CARD_NAME)], int], Length(0, KINDS)]


@declare(forbid_unknown=True)
class Hands:
    """All players' open cards."""

    players: Annotated[list[Hand], Length(1, 5)]
    couples: bool = False
    deck: Annotated[str, Length(0, MAX_FILE_BYTES)] = ""  # the text of a deck file of one's own; empty: the shipped deck


def fairy_tale_sheet(data: Hands, language: str) -> dict[str, Any]:
    """The score sheet of a game on a real table, with a reason for every card."""
    option: Any = FileText.of("your deck", data.deck) if data.deck else score_command.SHIPPED
    deck = deck_of(option)
    names = [hand.name.strip() for hand in data.players]
    if len(set(names)) < len(names):
        raise ToolError(422, "bad-form", "Give every player a name of their own.")
    if any(not 0 <= count <= MAX_COPIES for hand in data.players for count in hand.cards.values()):
        raise ToolError(422, "bad-form", f"Nobody has fewer than 0 or more than {MAX_COPIES} of a card.")
    hands = [
        (name, {score_command.find_card(deck, card, name): count for card, count in hand.cards.items() if count})
        for name, hand in zip(names, data.players, strict=True)
    ]
    s = score_command.score_hands(deck, hands, data.couples)
    say = score_command.speaker(deck, names, own=bool(data.deck), language=language)
    return score_command.as_json(deck, s, names, say)


TOOLS = (HttpTool("POST", "sheet", fairy_tale_sheet, (413, 422)),)
