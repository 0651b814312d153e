"""The board of Crane as lines of text."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.crane.presentation.describe import aside, pile
from fairyring.games.crane.view import View


def table(game: Game[Any], view: View, say: Speaker) -> list[str]:
    """Return the task, the deck, the jackpots and the players."""
    lines = []
    if view.challenger is not None and view.finger is not None:
        task = {"seat": Player(view.challenger), "number": view.target, "finger": Named("finger", view.finger)}
        lines.append(say.say("table.counted", **task, cards=view.hand) if view.hand else say.say("table.task", **task))
    pots = [say.say("table.pot", pot=Named("pot", pot), cards=cards) for pot, cards in view.pots.items()]
    lines.append(" · ".join([say.say("table.deck", cards=view.deck), *pots]))
    if view.extra and view.phase != "done":
        lines.append(say.say("table.extra"))
    names = [say.value(Player(seat)) for seat in game.seats]
    piles = [say.say(pile(game.constants["bundle"], view.loose[p], view.markers[p])) for p in game.seats]
    for p, name in enumerate(names):
        cells = [f"  {name:{max(map(len, names))}}  {piles[p]:{max(map(len, piles))}}"]
        cells += [say.say("table.achieved", bets=aside(view.achieved[p]))] * (game.players == 2)
        cells += [say.say("table.can-win")] * (view.extra and p in view.contenders)
        lines.append("  ".join([*cells, _doing(view, p, say)]).rstrip())
    return lines


def _doing(view: View, p: int, say: Speaker) -> str:
    """Describe what a seat is doing, as far as the viewer may know it."""
    grabbing = view.phase in ("betting", "grab")
    if p == view.challenger:
        return say.say("table.eyes-closed") if grabbing else say.say("table.challenger") if view.phase == "choose" else ""
    known = view.knows[view.seat] if view.seat is not None else None
    bet = view.revealed[p] if view.phase == "choose" else known[p] if known else None
    if bet:
        return say.say("table.bets", bet=Named("bet", bet))
    if p in view.waiting:
        return say.say("table.to-bet")
    return say.say("table.laid") if grabbing else ""
