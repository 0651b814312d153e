"""Crane's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream
from fairyring.games.crane.grab_model import aimed_number, bet_weight, model_nth, riffle_weight
from fairyring.games.crane.lookup import BELL_SUM, REACH
from fairyring.games.crane.riffle.odds import OUT_OF
from fairyring.games.crane.rules import audience, chance_count, chance_nth
from fairyring.games.crane.schema import BET, BETS, GRAB, JACKPOT, Achieve, Bet, Grab, Phase, Pot, State

JUST_IS_RARE = 3  # a JUST still missing is worth about so many of the others, with two seats
DARING = 4  # one bet in so many a beginner dreams of a jackpot


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


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner bets HIGH or LOW by feeling and sometimes dreams of a jackpot; takes the larger one, and feeds any.

    It does not count the deck, nor think of what a finger does; with two seats it often forgets what it has achieved already.
    """
    if s.phase == Phase.CHOOSE:
        larger = Pot.LEFT if s.pots[Pot.LEFT] >= s.pots[Pot.RIGHT] else Pot.RIGHT
        return JACKPOT.id(larger if s.hand == s.target else below(rng, s.jackpots))
    best = -1
    most = -1
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet]:
            liking = below(rng, DARING)
            if bet == Bet.JUST and liking < DARING - 1:
                liking = 0
            if s.players == 2 and not s.achieved[seat][bet] and below(rng, 2):
                liking += DARING
            if liking > most:
                best = bet
                most = liking
    return BET.id(best)


# For the search ---------------------------------------------------------------------------------


def believe(s: State, seat: int, rng: Stream) -> None:
    """Bets that were laid in secret are such as players lay."""
    if s.phase == Phase.BETTING:
        laid = audience(s) & ~s.waiting
        for other in range(s.players):
            if other != seat and laid >> other & 1:
                s.knows[other][other] = 1 + BET.bet(normal(s, other, rng))


def draw(s: State, rng: Stream) -> int:
    """What chance brings in imagined games; for hands that the rules know nothing of (R35, R36), by the public odds."""
    if s.phase != Phase.GRAB or s.grab == Grab.MODEL:
        return chance_nth(s, below(rng, chance_count(s)))
    if s.grab == Grab.REAL:
        return GRAB.id(model_nth(s, below(rng, BELL_SUM[REACH[s.skill][aimed_number(s)]])))
    unit = below(rng, OUT_OF)
    miss = 1 + below(rng, 3)  # by how much is not in the odds, and matters little
    if unit < riffle_weight(s, Bet.LOW):
        return GRAB.id(max(1, min(s.deck, s.target - 1) + 1 - miss))
    if unit < riffle_weight(s, Bet.LOW) + riffle_weight(s, Bet.JUST):
        return GRAB.id(min(s.deck, s.target))
    return GRAB.id(min(s.deck, s.target + miss))
