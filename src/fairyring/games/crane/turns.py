"""The order of turns, the end of the game, and places. Numbers such as R25 are those of RULES.md."""

from fairyring.core.fields.bits import only_one
from fairyring.core.game.contract import note
from fairyring.core.game.helpers import rank
from fairyring.games.crane.payout import refill_jackpots, return_face_up
from fairyring.games.crane.schema import BETS, IN_JACKPOT, Achieve, Bet, End, Event, Phase, State


def start_turn(s: State, challenger: int) -> None:
    """R5, R7: the challenger is to flip a card; if there is none, the jackpots go back and are laid out anew."""
    s.challenger = challenger
    s.phase = Phase.FLIP
    if s.deck == 0:
        note(s, Event.GATHERED, s.pots)
        for pot in range(s.jackpots):
            return_face_up(s, IN_JACKPOT + pot, s.pots[pot])
            s.deck += s.pots[pot]
            s.pots[pot] = 0
        refill_jackpots(s)


def challenges_taken(s: State) -> int:
    """R11, R24: every challenge counts, however it went."""
    return s.exact + s.short + s.over + s.eyes_opened


def end_turn(s: State) -> None:
    """R24, R30: the bets go back to their owners; see whether the game ends, else the next seat is challenger."""
    s.target = 0
    s.finger = 0
    if s.players == 2:
        end_duel_turn(s)
    elif s.extra:
        end_extra_turn(s)
    elif challenges_taken(s) == s.challenges * s.players:
        end_championship(s)
    else:
        start_turn(s, (s.challenger + 1) % s.players)


# Two seats --------------------------------------------------------------------------------------


def end_duel_turn(s: State) -> None:
    """R30, R32: three achieved bets win, or so many cards; if both come in one turn, the bets."""
    rival = 1 - s.challenger
    if has_three_bets(s, rival):
        s.contenders = 1 << rival
        finish(s, End.THREE_BETS)
    elif score(s, s.challenger) >= s.goal:
        s.contenders = 1 << s.challenger
        finish(s, End.FORTY)
    else:
        start_turn(s, rival)


def has_three_bets(s: State, seat: int) -> int:
    """R30, R31: one each of HIGH, LOW and JUST; or any three, if the table plays so."""
    if s.achieve == Achieve.ANY_THREE:
        return 1 if s.achieved[seat][Bet.HIGH] + s.achieved[seat][Bet.LOW] + s.achieved[seat][Bet.JUST] >= BETS else 0
    return 1 if s.achieved[seat][Bet.HIGH] and s.achieved[seat][Bet.LOW] and s.achieved[seat][Bet.JUST] else 0


# Three and more ---------------------------------------------------------------------------------


def end_championship(s: State) -> None:
    """R24, R25: most cards wins; tied leaders take one more challenge each."""
    leaders = seats_ahead(s)
    if only_one(leaders):
        finish(s, End.MOST_CARDS)
        return
    note(s, Event.TIED, leaders)
    s.extra = 1
    s.contenders = leaders
    s.to_go = leaders
    next_extra(s)


def next_extra(s: State) -> None:
    """R25: the next tied seat clockwise is challenger."""
    seat = (s.challenger + 1) % s.players
    while not s.to_go >> seat & 1:
        seat = (seat + 1) % s.players
    start_turn(s, seat)


def end_extra_turn(s: State) -> None:
    """R25, R26: when all the tied had their extra challenge, the best of them wins, or they share."""
    s.to_go &= ~(1 << s.challenger)
    if s.to_go:
        next_extra(s)
        return
    leaders = seats_ahead(s)
    finish(s, End.EXTRA_CHALLENGE if only_one(leaders) else End.SHARED)


def seats_ahead(s: State) -> int:
    """R24: a bit for each seat with the most cards, among those that can win."""
    best = 0
    seats = 0
    for seat in range(s.players):
        if s.contenders >> seat & 1:
            cards = score(s, seat)
            if cards > best:
                best = cards
                seats = 0
            if cards == best:
                seats |= 1 << seat
    return seats


def finish(s: State, why: int) -> None:
    """The game is over."""
    s.phase = Phase.DONE
    s.reason = why
    note(s, Event.ENDED, why)


def score(s: State, seat: int) -> int:
    """R22, R24: the cards taken; a multiplier is worth the ten it stands for."""
    return s.loose[seat] + s.bundle * s.markers[seat]


def standing(s: State, seat: int) -> int:
    """R27: by cards, but seats that could still win at the end stand before those that could not."""
    return rank(s.contenders >> seat & 1, score(s, seat))
