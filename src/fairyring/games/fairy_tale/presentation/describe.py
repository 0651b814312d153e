"""Descriptions of Fairy Tale for players: catalogue entries, prompts, aids, score sheet."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText, Options
from fairyring.core.game.room import Prompt, Things
from fairyring.core.text.messages import Message, Named, Player
from fairyring.games.fairy_tale.deck import deck_of
from fairyring.games.fairy_tale.effects import effect_seat, which_matters
from fairyring.games.fairy_tale.presentation.card_texts import category, printed
from fairyring.games.fairy_tale.presentation.forecast import forecasts
from fairyring.games.fairy_tale.presentation.score_sheet import score_sheet
from fairyring.games.fairy_tale.schema import ANY, Effect, Phase, Side, State
from fairyring.games.fairy_tale.scoring import card_points, count_up

CHOOSING = (Phase.DRAFT, Phase.PLAY, Phase.OPEN, Phase.CLOSE)


def things(options: Options) -> Things:
    """R1, R2, R36: every card of the deck in play, with what is printed on it."""
    deck = deck_of(options["deck"])
    copies = deck.constants(simplified=options["simplified"] == "yes")["copies"]
    return {"card": printed(deck, copies, own=isinstance(options["deck"], FileText))}


# Prompts -----------------------------------------------------------------------------------------


def prompt(game: Game[Any], s: State, seat: int) -> Prompt:
    """R7, R9: a card to draft or to play; R14–R17: a card that an effect opens or closes; R21: which copy of it."""
    if s.phase == Phase.DRAFT:
        side = Named("side", Side.word(s.round % 2))
        return Prompt("draft", "R7", {"number": s.pick + 1, "of": s.hand_size, "side": side})
    if s.phase == Phase.PLAY:
        return Prompt("play", "R9", {"number": s.step % s.plays + 1, "of": s.plays})
    owner = effect_seat(s)
    kind = s.revealed[owner] - 1
    target = "any" if s.target[kind] == ANY else category(s.target[kind])
    asked = {"card": Named("card", game.vocabulary["card"][kind]), "target": target}
    if s.phase == Phase.OPEN:
        return Prompt("open", "R14" if s.amount[kind] == 1 else "R15", {**asked, "due": s.due})
    if s.effect[kind] == Effect.CLOSE_ALL:
        return Prompt("close-all", "R17", {**asked, "seat": Player(owner)})
    if which_matters(s, seat):
        return Prompt("close-which", "R21", asked)
    return Prompt("close", "R16", {**asked, "itself": s.target[kind] in (ANY, s.category[kind])})


# Aids --------------------------------------------------------------------------------------------


def aids(game: Game[Any], s: State, seat: int) -> dict[str, Any]:
    """The points of all open cards as if the game ended now, and what each legal choice changes at once (see `forecast`)."""
    if s.phase not in CHOOSING:
        return {}
    totals: dict[str, Any] = game.remember(("totals", b"".join(map(bytes, s.open))), lambda: totals_now(game, s))
    if not game.rules.legal_count(s, seat):
        return totals
    return totals | forecasts(game, s, seat, totals["points"][seat])


def totals_now(game: Game[Any], s: State) -> dict[str, Any]:
    """Return the points of all seats and of their open cards as if the game ended now. Depends on the open cards alone."""
    cards, now = game.vocabulary["card"], schema.copy(s)
    count_up(now)
    return {
        "points": [now.total[p] for p in game.seats],
        "worth": [{cards[k]: card_points(now, p, k) for k in range(s.kinds) if s.open[p][k]} for p in game.seats],
        "stands_for": [cards[now.stands_for[p] - 1] if now.stands_for[p] else None for p in game.seats],
    }


def sheet(game: Game[Any], s: State) -> list[Message]:
    """R37: every card, its points and why."""
    return score_sheet(deck_of(game.options["deck"]), s, game.seats)
