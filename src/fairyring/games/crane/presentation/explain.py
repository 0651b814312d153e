"""Why a bet of Crane is best: how likely it is, what it pays, and what the challenger has of the same grab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons
from fairyring.core.text.messages import Message, Player, msg
from fairyring.games.crane.grab_model import bet_weight, grab_count
from fairyring.games.crane.schema import Bet, State
from fairyring.games.crane.turns import score


def explain(_game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> Reasons:
    """R13–R19, R34: the odds of each bet by the model of the hand, and who gets which cards if it is right."""
    bets = [Bet.number(str(action.args["bet"])) for action in actions]
    return Reasons(_position(s, seat, bets[0]), tuple(_brings(s, bet) for bet in bets))


def _brings(s: State, bet: int) -> Message:
    percent = round(100 * bet_weight(s, bet) / grab_count(s))
    args = {"percent": percent, "seat": Player(s.challenger)}
    if bet == Bet.HIGH:
        return msg("why.high", **args)
    if bet == Bet.LOW:
        return msg("why.low", **args, most=_most_kept(s))
    return msg("why.just", **args, taken=s.target, pot=min(s.pots[: s.jackpots]), prize=max(s.pots[: s.jackpots]))


def _most_kept(s: State) -> int:
    """R14: what the challenger keeps of a grab that is one card short."""
    return max(0, s.target - 2)


def _position(s: State, seat: int, best: int) -> tuple[Message, ...]:
    """R22–R24: how many cards the seat and its strongest rival have, and what the best bet insures against or catches up on."""
    others = [other for other in range(s.players) if other != seat]
    rival = max(others, key=lambda other: score(s, other))
    mine, most = score(s, seat), score(s, rival)
    stand = msg("why.cards", mine=mine, seat=Player(rival), cards=most)
    follows = _follows(s, best, mine - score(s, s.challenger), most - mine)
    return (stand,) if follows is None else (stand, msg(follows, seat=Player(s.challenger), by=most - mine))


def _follows(s: State, best: int, ahead: int, behind: int) -> str | None:
    """Return what follows from being so many cards ahead of the challenger, and behind the strongest rival."""
    if best == Bet.JUST:
        if behind > s.bet_pays:
            return "why.only-jackpot"
        return "why.if-exact" if 0 <= ahead <= s.target + max(s.pots[: s.jackpots]) and ahead > _most_kept(s) else None
    if best == Bet.LOW:
        return "why.if-kept" if -s.bet_pays <= ahead <= _most_kept(s) else None
    return "why.if-nothing" if -s.bet_pays <= ahead <= 0 else None
