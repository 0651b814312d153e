"""The grab model (R34): weights of the number of cards that a hand grabs. Numbers such as R34 are those of RULES.md.

How people grab (R10) is not modelled: a grab is only its number of cards.
"""

from fairyring.games.crane.lookup import BELL_SUM, BELL_UP_TO, EYES_WEIGHT, REACH
from fairyring.games.crane.riffle.odds import OUT_OF, RIFFLE_ODDS
from fairyring.games.crane.schema import EYES_OPENED, GRAB, Bet, Grab, State


def aimed_number(s: State) -> int:
    """R34: the hand aims at the number on the card, or as far beside it as the option `aim` says."""
    return max(1, s.target + s.aim)


def weight_up_to(s: State, cards: int) -> int:
    """R34: cumulative weight: of grabs of at most this many cards."""
    aimed = aimed_number(s)
    reach = REACH[s.skill][aimed]
    at = cards - aimed + reach - 1
    if at < 0:
        return 0
    return BELL_UP_TO[reach][min(at, 2 * reach - 2)]


def model_weight(s: State, cards: int) -> int:
    """R12, R34: the weight of a grab; the tails are those of one card and of the whole deck."""
    if cards < 1 or cards > s.deck:
        return 0
    below_it = weight_up_to(s, cards - 1) if cards > 1 else 0
    if cards == s.deck:
        return BELL_SUM[REACH[s.skill][aimed_number(s)]] - below_it
    return weight_up_to(s, cards) - below_it


def riffle_weight(s: State, bet: int) -> int:
    """R8, R36: how many of OUT_OF grabs of a novice at the riffle make a bet right."""
    low = RIFFLE_ODDS[s.finger][s.target][0]
    just = RIFFLE_ODDS[s.finger][s.target][1]
    if s.target > s.deck:
        low = OUT_OF
        just = 0
    elif s.target == s.deck:  # a grab of too many takes the whole deck
        just = OUT_OF - low
    if bet == Bet.JUST:
        return just
    return low if bet == Bet.LOW else OUT_OF - low - just


def bet_weight(s: State, bet: int) -> int:
    """R8, R34: the weight of the grabs that make a bet right."""
    if s.grab == Grab.RIFFLE:
        return riffle_weight(s, bet)
    total = BELL_SUM[REACH[s.skill][aimed_number(s)]]
    just = model_weight(s, s.target)
    low = 0
    if s.target > s.deck:
        low = total
    elif s.target > 1:
        low = weight_up_to(s, s.target - 1)
    if bet == Bet.JUST:
        return just
    return low if bet == Bet.LOW else total - low - just


def model_nth(s: State, k: int) -> int:
    """R34: the number of cards that owns the k-th unit of weight, by binary search in the cumulative weights."""
    aimed = aimed_number(s)
    reach = REACH[s.skill][aimed]
    low = 0
    high = 2 * reach - 2
    while low < high:
        middle = (low + high) >> 1
        if BELL_UP_TO[reach][middle] > k:
            high = middle
        else:
            low = middle + 1
    return min(max(1, low + aimed - reach + 1), s.deck)


def grab_count(s: State) -> int:
    """R33–R36: the weight of all grabs and of opened eyes; 1 for each with a real deck or a riffle, whose odds are unknown."""
    if s.grab != Grab.MODEL:
        return s.deck + 1
    reach = REACH[s.skill][aimed_number(s)]
    return BELL_SUM[reach] + EYES_WEIGHT[s.skill][reach]


def grab_nth(s: State, k: int) -> int:
    """R33: the outcome that owns the k-th unit: the grabs by size, then opened eyes."""
    if s.grab != Grab.MODEL:
        return GRAB.id(k + 1) if k < s.deck else EYES_OPENED.id()
    if k >= BELL_SUM[REACH[s.skill][aimed_number(s)]]:
        return EYES_OPENED.id()
    return GRAB.id(model_nth(s, k))


def grab_weight(s: State, outcome: int) -> int:
    """R33: the weight of one grab, or of opened eyes."""
    if EYES_OPENED.has(outcome):
        return EYES_WEIGHT[s.skill][REACH[s.skill][aimed_number(s)]] if s.grab == Grab.MODEL else 1
    if not GRAB.has(outcome):
        return 0
    cards = GRAB.cards(outcome)
    if s.grab != Grab.MODEL:
        return 1 if cards <= s.deck else 0
    return model_weight(s, cards)
