"""The board of Fairy as lines of text."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.fairy.view import View


def table(game: Game[Any], view: View, say: Speaker) -> list[str]:
    """Return the discard pile and the score cards."""
    lines = [say.say("table.pile", card=Named("card", view.top))] if view.top else []
    if view.aid:
        lines.append(say.say("table.seen", cards=[str(card) for card in view.aid]))
    if view.play_off:
        lines.append(say.say("table.playing-on"))
    names = [say.value(Player(seat)) for seat in game.seats]
    width = max(map(len, names))
    for seat, name in enumerate(names):
        bar = "·" * (view.score[seat] - game.numbers["floor"])
        mark = "" if seat in view.contenders else f"  {say.say('table.out')}"
        lines.append(f"  {name:{width}}  {view.score[seat]:3}  {bar}{mark}")
    return lines
