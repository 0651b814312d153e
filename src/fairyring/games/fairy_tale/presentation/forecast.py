"""What each legal choice changes at once: the seat's total, and the cards that a card's own effect would turn.

A card to draft or to play counts as open, after its own effect with the best choice of its player (R14–R17). What cards of
other seats do in the same step is not known and left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.games.fairy_tale.effects import closes, first_kind, last_kind, safe_kind, turnable
from fairyring.games.fairy_tale.rules import kind_of
from fairyring.games.fairy_tale.schema import Effect, Phase, State
from fairyring.games.fairy_tale.scoring import count_seat, turn_down, turn_up


class Forecast(NamedTuple):
    """The seat's total after a choice, and the kinds that the card's effect opens or closes."""

    total: int
    turned: tuple[int, ...] = ()


def forecasts(game: Game[Any], s: State, seat: int, total: int) -> dict[str, Any]:
    """Return the aids `changes`, `opens` and `closes` for the legal choices of a seat that has `total` points now."""
    cards, t = game.vocabulary["card"], schema.copy(s)
    kinds = sorted({kind_of(s, action) for action in game.legal(s, seat)})
    after = {kind: forecast(t, seat, kind) for kind in kinds}
    aids: dict[str, Any] = {"changes": {cards[kind]: then.total - total for kind, then in after.items()}}
    for kind, then in after.items():
        if then.turned:
            turned = aids.setdefault("closes" if closes(s.effect[kind]) else "opens", {})
            turned[cards[kind]] = [cards[k] for k in then.turned]
    return aids


def forecast(t: State, seat: int, kind: int) -> Forecast:
    """Return what choosing a card leads to. `t` is left as it was, but for the total: servers do this often; copying costs."""
    if t.phase == Phase.OPEN:
        turn_open(t, seat, kind)
        total = counted(t, seat)
        turn_down(t, seat, kind)
        return Forecast(total)
    if t.phase == Phase.CLOSE:
        turn_down(t, seat, kind)
        total = counted(t, seat)
        turn_open(t, seat, kind)
        return Forecast(total)
    turn_up(t, seat, kind)
    after = with_effect(t, seat, kind)
    take_away(t, seat, kind)
    return after


def with_effect(t: State, seat: int, kind: int) -> Forecast:
    """Return the best that the owner of the card just turned up can do with its effect, as if it were the only one."""
    effect = t.effect[kind]
    if effect != Effect.OPEN_SELF and not closes(effect):
        return Forecast(counted(t, seat))
    before = (t.phase, t.fresh, t.turn, t.revealed[seat])
    t.phase = Phase.OPEN if effect == Effect.OPEN_SELF else Phase.CLOSE
    t.fresh, t.revealed[seat] = 1 << seat, kind + 1
    t.turn = (seat - t.dealer) % t.players  # `effect_seat` is this seat
    after = best_turns(t, seat, t.amount[kind] if effect == Effect.OPEN_SELF else 1)
    t.phase, t.fresh, t.turn, t.revealed[seat] = before
    return after


def best_turns(t: State, seat: int, due: int) -> Forecast:
    """R14–R17: return the best way to open or close `due` cards of the seat, or as many as there are; it may not decline."""
    best: Forecast | None = None
    safe = safe_kind(t, seat)
    turn, undo = (turn_open, turn_down) if t.phase == Phase.OPEN else (turn_down, turn_open)
    for kind in range(first_kind(t), last_kind(t)) if due else ():
        if turnable(t, seat, kind, safe) > 0:
            turn(t, seat, kind)
            rest = best_turns(t, seat, due - 1)
            undo(t, seat, kind)
            if best is None or rest.total > best.total:
                best = Forecast(rest.total, (kind, *rest.turned))
    return best or Forecast(counted(t, seat))


def counted(t: State, seat: int) -> int:
    """Return the seat's total as if the game ended now."""
    stands_for = t.stands_for[seat]
    count_seat(t, seat)
    t.stands_for[seat] = stands_for
    return t.total[seat]


def turn_open(s: State, seat: int, kind: int) -> None:
    """R14: a closed card lies open again."""
    s.closed[seat][kind] -= 1
    s.down[seat] -= 1
    turn_up(s, seat, kind)


def take_away(s: State, seat: int, kind: int) -> None:
    """Undo `turn_up`."""
    s.open[seat][kind] -= 1
    s.in_category[seat][s.category[kind]] -= 1
    s.in_typology[seat][s.typology[kind]] -= 1
