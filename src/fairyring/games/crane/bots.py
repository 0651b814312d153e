"""Crane's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.crane.hand import bet_weight
from fairyring.games.crane.schema import BET, BETS, JACKPOT, Achieve, Bet, Phase, Pot, State

JUST_IS_RARE = 3  # a JUST still missing is worth about so many of the others, with two seats


def value_of(s: State, seat: int, bet: int) -> int:
    """What a bet earns on average, times a number that is the same for all three.

    Also with a real deck the model says how likely it is, for want of anything better; at the riffle a novice does.
    """
    if s.players == 2:
        return bet_weight(s, bet) * value_of_card(s, seat, bet)
    rivals = s.players - 2
    if bet != Bet.JUST:
        return bet_weight(s, bet) * 2 * (3 + rivals)
    # The challenger will take the larger jackpot; the other is shared with, say, every third rival.
    return bet_weight(s, bet) * min(s.pots[Pot.LEFT], s.pots[Pot.RIGHT]) * 3


def value_of_card(s: State, seat: int, bet: int) -> int:
    """With two seats: little for a bet that helps no more, more for the rare one."""
    if s.achieve == Achieve.ANY_THREE:
        return 10
    if s.achieved[seat][bet]:
        return 1
    return 10 * JUST_IS_RARE if bet == Bet.JUST else 10


def normal(s: State, seat: int, rng: Stream) -> int:
    """Bet on what earns most on average, by lot if two bets earn the same; take the larger jackpot, feed the smaller one."""
    if s.phase == Phase.CHOOSE:
        larger = Pot.LEFT if s.pots[Pot.LEFT] >= s.pots[Pot.RIGHT] else Pot.RIGHT
        # Until one's own next challenge every exact rival takes the larger jackpot, while JUST earns the
        # smaller one: so what has to be given away should go where a bet can win it.
        return JACKPOT.id(larger if s.hand == s.target else 1 - larger)
    best = -1
    most = -1
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet]:
            value = value_of(s, seat, bet)
            if value > most or (value == most and below(rng, 2) == 0):
                best = bet
                most = value
    return BET.id(best)
