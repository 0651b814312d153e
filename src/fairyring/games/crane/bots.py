"""Bots of Crane. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.game.contract import below
from fairyring.core.game.helpers import BOLD, CAREFUL, replaces_tie, temperament
from fairyring.core.rng import Stream
from fairyring.games.crane.grab_model import aimed_number, bet_weight, model_nth, riffle_weight
from fairyring.games.crane.lookup import BELL_SUM, REACH
from fairyring.games.crane.riffle.odds import OUT_OF
from fairyring.games.crane.rules import audience, chance_count, chance_nth
from fairyring.games.crane.schema import BET, BETS, GRAB, JACKPOT, Achieve, Bet, Grab, Phase, Pot, State

JUST_FACTOR = 3  # with two seats, a JUST still needed is worth about this many of the other bets, since it is rarer
BET_VALUE = 10  # with two seats: value of a needed bet; a bet that is achieved already has value 1
SHARING_RIVALS = 3  # one rival in so many is assumed to bet JUST, too, and to share the jackpot
MAX_MISS = 3  # cards by which a riffled grab misses in rollouts; the odds do not say, and it matters little
NEARLY_AS_GOOD = 85  # per cent of the best bet's value from which a bet is a matter of temperament
EASY_SCORES = 4  # `easy` gives each bet a random score below this; JUST only if it is the highest


def bet_value(s: State, seat: int, bet: int) -> int:
    """Return the mean gain of a bet, up to a factor that is the same for all bets.

    Probabilities are those of the model of R34, also with a real deck; at the riffle those of a novice.
    """
    if s.players == 2:
        return bet_weight(s, bet) * needed_value(s, seat, bet)
    rivals = s.players - 2
    if bet != Bet.JUST or s.jackpots == 1:
        return bet_weight(s, bet) * s.bet_pays * (SHARING_RIVALS + rivals)
    # The challenger will take the larger jackpot; the smaller one is shared with one rival in SHARING_RIVALS.
    return bet_weight(s, bet) * min(s.pots[Pot.LEFT], s.pots[Pot.RIGHT]) * SHARING_RIVALS


def needed_value(s: State, seat: int, bet: int) -> int:
    """Return the value of achieving a bet in the game for two."""
    if s.achieve == Achieve.ANY_THREE:
        return BET_VALUE
    if s.achieved[seat][bet]:
        return 1
    return BET_VALUE * JUST_FACTOR if bet == Bet.JUST else BET_VALUE


def preference(s: State, bet: int, temper: int) -> int:
    """Return what a temperament likes about a bet: JUST if BOLD, the odds if CAREFUL, nothing if FICKLE."""
    if temper == BOLD:
        return 1 if bet == Bet.JUST else 0
    return bet_weight(s, bet) if temper == CAREFUL else 0


def good_bet(s: State, seat: int, rng: Stream) -> int:
    """Choose, by temperament, one of the bets whose mean gain is nearly the highest; ties at random."""
    values = [0] * BETS
    most = 0
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet]:
            values[bet] = bet_value(s, seat, bet)
            most = max(most, values[bet])
    chosen = -1
    best = -1
    ties = 0
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet] and 100 * values[bet] >= NEARLY_AS_GOOD * most:
            liked = preference(s, bet, temperament(seat))
            ties = 1 if liked > best else ties + (liked == best)
            if liked > best or (liked == best and replaces_tie(rng, ties)):
                chosen = bet
                best = liked
    return chosen


def normal(s: State, seat: int, rng: Stream) -> int:
    """Make a bet of (nearly) the highest mean gain; take the larger jackpot, add cards to the smaller one."""
    if s.phase == Phase.CHOOSE:
        larger = Pot.LEFT if s.pots[Pot.LEFT] >= s.pots[Pot.RIGHT] else Pot.RIGHT
        # Until the seat's next challenge every rival who grabs exactly takes the larger jackpot, and JUST earns the smaller
        # one. So cards that must be given away go to the smaller one, where a bet can win them.
        return JACKPOT.id(larger if s.hand == s.target else 1 - larger)
    return BET.id(good_bet(s, seat, rng))


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner: bets HIGH or LOW at random and JUST sometimes; takes the larger jackpot, adds cards to any.

    It does not count the deck and ignores the finger; with two seats it prefers bets it still needs half of the time.
    """
    if s.phase == Phase.CHOOSE:
        larger = Pot.LEFT if s.pots[Pot.LEFT] >= s.pots[Pot.RIGHT] else Pot.RIGHT
        return JACKPOT.id(larger if s.hand == s.target else below(rng, s.jackpots))
    best = -1
    most = -1
    for bet in range(BETS):
        if s.achieved[seat][bet] < s.bet_cards[bet]:
            value = below(rng, EASY_SCORES)
            if bet == Bet.JUST and value < EASY_SCORES - 1:
                value = 0
            if s.players == 2 and not s.achieved[seat][bet] and below(rng, 2):
                value += EASY_SCORES
            if value > most:
                best = bet
                most = value
    return BET.id(best)


# For the search ---------------------------------------------------------------------------------


def sample_bets(s: State, seat: int, rng: Stream) -> None:
    """Resample the secret bets of the other seats by the policy `normal`."""
    if s.phase == Phase.BETTING:
        laid = audience(s) & ~s.waiting
        for other in range(s.players):
            if other != seat and laid >> other & 1:
                s.knows[other][other] = 1 + BET.bet(normal(s, other, rng))


def draw_outcome(s: State, rng: Stream) -> int:
    """Draw nature's outcome in a rollout; grabs of a real deck or the riffle (R35, R36) by the published odds."""
    if s.phase != Phase.GRAB or s.grab == Grab.MODEL:
        return chance_nth(s, below(rng, chance_count(s)))
    if s.grab == Grab.REAL:
        return GRAB.id(model_nth(s, below(rng, BELL_SUM[REACH[s.skill][aimed_number(s)]])))
    unit = below(rng, OUT_OF)
    miss = 1 + below(rng, MAX_MISS)
    if unit < riffle_weight(s, Bet.LOW):
        return GRAB.id(max(1, min(s.deck, s.target - 1) + 1 - miss))
    if unit < riffle_weight(s, Bet.LOW) + riffle_weight(s, Bet.JUST):
        return GRAB.id(min(s.deck, s.target))
    return GRAB.id(min(s.deck, s.target + miss))
