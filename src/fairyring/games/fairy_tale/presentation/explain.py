"""Why a card of Fairy Tale is best: its points in the row now, and what its effect takes from others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons
from fairyring.core.text.messages import Message, Named, Player, msg
from fairyring.games.fairy_tale.deck import deck_of
from fairyring.games.fairy_tale.presentation.card_texts import category
from fairyring.games.fairy_tale.presentation.forecast import counted, forecast, take_away, turn_open
from fairyring.games.fairy_tale.presentation.score_sheet import entries
from fairyring.games.fairy_tale.rules import kind_of
from fairyring.games.fairy_tale.schema import Effect, Phase, Side, State
from fairyring.games.fairy_tale.scoring import turn_down, turn_up


@dataclass(frozen=True)
class _Outcome:
    """What is certain of a card: by how much its owner's total changes, and what others must lose by it at least."""

    kind: int
    change: int
    losses: dict[int, int]  # by seat


def explain(game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> Reasons:
    """R7–R17, R37: what each card is worth where all open cards lie now, its own effect included."""
    t = schema.copy(s)
    now = {other: counted(t, other) for other in game.seats}
    outcomes = [_outcome(t, seat, kind_of(s, action.id), now) for action in actions]
    brings = tuple(_brings(game, t, seat, outcome) for outcome in outcomes)
    return Reasons((_stand(s, seat, now), *_follows(game, s, t, seat, outcomes, now)), brings)


def _outcome(t: State, seat: int, kind: int, now: dict[int, int]) -> _Outcome:
    change = forecast(t, seat, kind).total - now[seat]
    losses = {}
    if t.phase in (Phase.DRAFT, Phase.PLAY) and t.effect[kind] == Effect.CLOSE_ALL:
        losses = {other: _least_loss(t, other, kind, now[other]) for other in now if other != seat}
    return _Outcome(kind, change, {other: lost for other, lost in losses.items() if lost > 0})


def _least_loss(t: State, other: int, cause: int, now: int) -> int:
    """R17: what another seat loses if it closes the card that costs it least."""
    target, least = t.target[cause], None
    for kind in range(t.start[target], t.stop[target]):
        if t.open[other][kind]:
            turn_down(t, other, kind)
            lost = now - counted(t, other)
            turn_open(t, other, kind)
            least = lost if least is None else min(least, lost)
    return least or 0


def _brings(game: Game[Any], t: State, seat: int, outcome: _Outcome) -> Message:
    """The change at once, and why the card counts what it counts (as on the score sheet)."""
    kind = outcome.kind
    turn_up(t, seat, kind)
    counted(t, seat)
    entry = next(each for each in entries(deck_of(game.options["deck"]), t, seat) if each.card.word == _slug(game, kind))
    take_away(t, seat, kind)
    line = msg("why.card", change=outcome.change, each=entry.each, why=entry.reason)
    if t.effect[kind] == Effect.HUNT:
        return msg("why.hunt", line=line, target=category(t.target[kind]))
    if outcome.losses:
        lost = [msg("why.loss", seat=Player(other), points=points) for other, points in outcome.losses.items()]
        return msg("why.closes", line=line, losses=lost)
    return line


def _slug(game: Game[Any], kind: int) -> str:
    return str(game.vocabulary["card"][kind])


def _stand(s: State, seat: int, now: dict[int, int]) -> Message:
    """R7, R9: the round and the points now, against the best of the others (R34: of the other couple)."""
    others = [other for other in now if other != seat and not (s.couples and other == (seat + 2) % s.players)]
    rival = max(others, key=lambda other: now[other])
    return msg("why.points", round=s.round + 1, of=s.rounds, mine=now[seat], seat=Player(rival), points=now[rival])


def _follows(
    game: Game[Any], s: State, t: State, seat: int, outcomes: Sequence[_Outcome], now: dict[int, int]
) -> tuple[Message, ...]:
    """Why the first card is better than what brings most at once."""
    best, most = outcomes[0], max(outcome.change for outcome in outcomes)
    card = Named("card", _slug(game, best.kind))
    if best.change == most:
        return (msg("why.most", card=card),)
    less, more_plays = most - best.change, s.phase == Phase.PLAY and s.step % s.plays + 1 < s.plays
    hit = max(best.losses, key=lambda other: best.losses[other], default=None)
    if hit is not None and (best.losses[hit] >= less or not more_plays):
        return (msg("why.takes", card=card, less=less, seat=Player(hit), points=best.losses[hit]),)
    if s.effect[best.kind] == Effect.HUNT:
        return (msg("why.may-hunt", card=card, less=less, target=category(s.target[best.kind])),)
    if more_plays:
        return (msg("why.first", card=card, less=less),)
    if s.phase == Phase.DRAFT:
        nearest = (seat + (1 if s.round % 2 == Side.LEFT else -1)) % s.players
        gain = forecast(t, nearest, best.kind).total - now[nearest]
        if gain > best.change and not (s.couples and nearest == (seat + 2) % s.players):
            return (msg("why.denies", card=card, seat=Player(nearest), points=gain),)
    return (msg("why.later", card=card, less=less),)
