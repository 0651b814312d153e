"""The board of Fairy Tale as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.fairy_tale.view import View

WIDTH = 78
NO_BREAK = "\u00a0"  # a space inside a name


def table(game: Game[Any], view: View, say: Speaker) -> list[str]:
    """Return all open and closed cards, and the viewer's drafted cards; a hand to choose from is in the prompt instead."""
    args = {"round": view.round + 1, "rounds": game.constants["rounds"], "left": view.left, "dealer": Player(view.dealer)}
    lines = [say.say("table.round", **args)]
    for seat in game.seats:
        lines += _wrap(_seat(view, seat, say))
    if view.seat is not None:
        hand = () if view.seat in view.waiting and view.phase in ("draft", "play") else view.hand[view.seat]
        for key, cards in (("table.drafted", view.kept[view.seat]), ("table.hand", hand)):
            lines += _wrap(say.say(key, cards=_joined(say, (_card(say, card) for card in cards)))) if cards else []
    return lines


def _seat(view: View, seat: int, say: Speaker) -> str:
    name = say.say("table.you" if seat == view.seat else "table.other", seat=Player(seat))
    shown = _counted(say, view.open[seat]) or say.say("table.nothing")
    closed = view.closed[seat]
    if not view.down[seat]:
        return say.say("table.row", name=name, cards=shown)
    if closed is None:
        return say.say("table.row.down", name=name, cards=shown, count=view.down[seat])
    return say.say("table.row.closed", name=name, cards=shown, closed=_counted(say, closed))


def _counted(say: Speaker, cards: Mapping[str, int]) -> str:
    args = (
        _card(say, card) if count == 1 else say.say("table.copies", card=_card(say, card), count=count).replace(" ", NO_BREAK)
        for card, count in cards.items()
    )
    return _joined(say, args)


def _card(say: Speaker, card: str) -> str:
    """Return the short text of a card, or its name where it has none, as in a custom deck."""
    short = f"table.card.{card}"
    known = say.has(short) and not say.things["card"][card]["own"]
    return (say.say(short) if known else say.value(Named("card", card))).replace(" ", NO_BREAK)


def _joined(say: Speaker, words: Iterable[str]) -> str:
    """Join words without an “and”."""
    row = ""
    for word in words:
        row = say.say("list.more", start=row, next=word) if row else word
    return row


def _wrap(text: str) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = "    " + word
        else:
            line = f"{line} {word}" if line else word
    return [line.replace(NO_BREAK, " ") for line in (*lines, line)]
