"""Likelihood of an opponent's actions given the order of the rack, for the beliefs of the bot `strong`.

`likelihood` is a softmax-like model of one action, in the rules' language; `log_likelihood_by_rollouts` uses the win rates of
the default action and of the observed one. `tools/fit_likelihood.py` fits and evaluates the latter.
"""

from math import exp

from fairyring.core.fields.bits import COUNT_BITS
from fairyring.games.sneaky_town.bots import (
    ANY_POINT,
    CERTAIN,
    is_charm_point,
    is_possible,
    open_tiles,
    plan,
    point_value,
    win_chance,
)
from fairyring.games.sneaky_town.lookup import COUNT_ORDERS, FIRST_ORDER, RACKS
from fairyring.games.sneaky_town.rules import count_swaps
from fairyring.games.sneaky_town.schema import CAST, END, RECOVER, REVEAL, SWAP, TRANSFER, State
from fairyring.games.sneaky_town.turns import at_limit

# Weights of the model: fitted by maximum likelihood to 1,000 decisions of searching bots.
MILLION = 1_000_000
MAX_POINT_VALUE = 70  # 2 × 15 + 5, and twice that for swaps; house rules may have more, which counts as this
# exp-weight of a point by its value in points, × 100.
POINT_WEIGHT = tuple(round(100 * exp(0.055 * value)) for value in range(MAX_POINT_VALUE + 1))
CAST_WEIGHT, TRANSFER_WEIGHT, RECOVER_WEIGHT, REVEAL_WEIGHT, SWAP_WEIGHT = 150, 60, 220, 1000, 310
END_WEIGHT = tuple(round(340 * exp(0.35 * tenths)) for tenths in range(11))  # by tenths of the win probability
PLAN_FACTOR = 17  # extra weight of the action that `plan` prefers, in multiples of its own

# Coefficients of `log_likelihood_by_rollouts`: fitted to 3,000 decisions of searching bots.
MAX_GAIN = 0.1  # share of the win; larger gains count as this
GAIN_COEFFICIENT = 11.5  # of the gain over the default action
SHARE_COEFFICIENT = 4.8  # of the win rate
DEFAULT_BONUS = 3.1  # of the default action
END_PENALTY = 2.9  # of any action where the default is to end the round


def count_secrets(s: State) -> int:
    """Return the number of orders of the opponent's rack (R5)."""
    return COUNT_ORDERS[s.size]


def suppose(s: State, seat: int, k: int) -> int:
    """Put the k-th order into the opponent's rack; returns 0 if it contradicts the open tiles."""
    order = FIRST_ORDER[s.size] + k
    if not is_possible(s, 1 - seat, order):
        return 0
    for line in range(s.size):
        s.tiles[1 - seat][line] = RACKS[order][line]
    return 1


def likelihood(s: State, actor: int, action: int) -> int:
    """Return the probability of an action in millionths: proportional to its weight, plus a bonus if `plan` prefers it."""
    if at_limit(s):
        return MILLION
    seen = open_tiles(s, 1 - actor)
    odds = win_chance(s, actor, seen)
    preferred = plan(s, actor)
    total = total_weight(s, actor, seen, odds)
    weight = action_weight(s, actor, action, seen, odds)
    if preferred >= 0:
        total += PLAN_FACTOR * action_weight(s, actor, preferred, seen, odds)
        if preferred == action:
            weight += PLAN_FACTOR * weight
    elif preferred == ANY_POINT:
        for point in range(s.size * s.size):
            if is_charm_point(s, actor, point):
                total += PLAN_FACTOR * action_weight(s, actor, CAST.id(point), seen, odds)
        if CAST.has(action) and is_charm_point(s, actor, CAST.point(action)):
            weight += PLAN_FACTOR * weight
    return MILLION * weight // total


def action_weight(s: State, actor: int, action: int, seen: int, odds: int) -> int:
    """Return the weight of an action, × 100."""
    if CAST.has(action):
        return CAST_WEIGHT * point_weight(s, actor, CAST.point(action), seen, 1)
    if TRANSFER.has(action):
        away = point_weight(s, actor, TRANSFER.point(action), seen, -1)
        return TRANSFER_WEIGHT * away * point_weight(s, actor, TRANSFER.target(action), seen, 1) // POINT_WEIGHT[0]
    if RECOVER.has(action):
        return RECOVER_WEIGHT * point_weight(s, actor, RECOVER.point(action), seen, -1)
    if SWAP.has(action):
        away = point_weight(s, actor, SWAP.point(action), seen, -2)
        return SWAP_WEIGHT * away * point_weight(s, actor, SWAP.target(action), seen, 2) // POINT_WEIGHT[0]
    return REVEAL_WEIGHT * POINT_WEIGHT[0] if REVEAL.has(action) else END_WEIGHT[odds // 10] * POINT_WEIGHT[0]


def point_weight(s: State, actor: int, point: int, seen: int, power: int) -> int:
    """Return exp(c × power × value of the point), × 100: power > 0 for placing a stone there, < 0 for taking it away."""
    value = max(-MAX_POINT_VALUE, min(MAX_POINT_VALUE, power * point_value(s, actor, point, seen) // CERTAIN))
    return POINT_WEIGHT[value] if value >= 0 else POINT_WEIGHT[0] * POINT_WEIGHT[0] // POINT_WEIGHT[-value]


def total_weight(s: State, actor: int, seen: int, odds: int) -> int:
    """Return the sum of `action_weight` over all legal actions; pairs of points factorise, so it takes one pass over points."""
    free = 0
    own = 0
    own_twice = 0
    rival = 0
    for point in range(s.size * s.size):
        if s.stones[actor] >> point & 1:
            own += point_weight(s, actor, point, seen, -1)
            own_twice += point_weight(s, actor, point, seen, -2)
        elif s.stones[1 - actor] >> point & 1:
            rival += point_weight(s, actor, point, seen, 2)
        else:
            free += point_weight(s, actor, point, seen, 1)
    total = TRANSFER_WEIGHT * own * free // POINT_WEIGHT[0] + RECOVER_WEIGHT * own + END_WEIGHT[odds // 10] * POINT_WEIGHT[0]
    if s.reserve[actor]:
        total += CAST_WEIGHT * free + REVEAL_WEIGHT * COUNT_BITS[s.closed[1 - actor]] * POINT_WEIGHT[0]
    if count_swaps(s, actor):
        total += SWAP_WEIGHT * own_twice * rival // POINT_WEIGHT[0]
    return total


def log_likelihood_by_rollouts(default: int, action: int, default_wins: float, action_wins: float) -> float:
    """Return the log-likelihood of an action, up to a constant, from its win rate and that of the default action."""
    gain = min(MAX_GAIN, max(-MAX_GAIN, action_wins - default_wins))
    bonus = (DEFAULT_BONUS if default == action else 0.0) - (END_PENALTY if END.has(default) else 0.0)
    return GAIN_COEFFICIENT * gain + SHARE_COEFFICIENT * action_wins + bonus
