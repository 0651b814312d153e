"""Crane's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.crane.hand import aimed_number, model_weight, weight_up_to
from fairyring.games.crane.schema import ANY_THREE, BET_JUST, BET_LOW, BETS, CHOOSE, LEFT_JACKPOT, State
from fairyring.games.crane.tables import BELL_SUM, REACH

JUST_IS_RARE = 3  # a JUST still missing is worth about so many of the others, with two seats


def chance_of(s: State, bet: int) -> int:
    """How likely the bet comes true, in the units of the skill model; also with a real deck, for want of anything better."""
    total = BELL_SUM[REACH[s.skill][aimed_number(s)]]
    just = model_weight(s, s.target)
    low = 0
    if s.target > s.deck:
        low = total
    elif s.target > 1:
        low = weight_up_to(s, s.target - 1)
    if bet == BET_JUST:
        return just
    return low if bet == BET_LOW else total - low - just


def value_of(s: State, seat: int, bet: int) -> int:
    """What a bet earns on average, times a number that is the same for all three."""
    if s.players == 2:
        return chance_of(s, bet) * value_of_card(s, seat, bet)
    rivals = s.players - 2
    if bet != BET_JUST:
        return chance_of(s, bet) * 2 * (3 + rivals)
    # The challenger will take the larger jackpot; the other is shared with, say, every third rival.
    return chance_of(s, bet) * min(s.pots[0], s.pots[1]) * 3


def value_of_card(s: State, seat: int, bet: int) -> int:
    """With two seats: little for a bet that helps no more, more for the rare one."""
    if s.achieve == ANY_THREE:
        return 10
    if s.achieved[seat][bet]:
        return 1
    return 10 * JUST_IS_RARE if bet == BET_JUST else 10


def normal(s: State, seat: int, rng: Stream) -> int:
    """Bet on what earns most on average, by lot if two bets earn the same; take the larger jackpot, feed the smaller one."""
    if s.phase == CHOOSE:
        larger = 0 if s.pots[0] >= s.pots[1] else 1
        # Until one's own next challenge every exact rival takes the larger jackpot, while JUST earns the
        # smaller one: so what has to be given away should go where a bet can win it.
        return LEFT_JACKPOT + (larger if s.hand == s.target else 1 - larger)
    best = -1
    most = -1
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet]:
            value = value_of(s, seat, bet)
            if value > most or (value == most and below(rng, 2) == 0):
                best = bet
                most = value
    return best
