"""What an opponent's actions say about the rack: how likely each order would have led to them. In the language of the rules."""

from math import exp

from fairyring.core.fields.bits import COUNT_BITS
from fairyring.games.sneaky_town.bots import CERTAIN, can_be, open_tiles, plan, swing, win_chance
from fairyring.games.sneaky_town.lookup import COUNT_ORDERS, FIRST_ORDER, RACKS
from fairyring.games.sneaky_town.rules import count_swaps
from fairyring.games.sneaky_town.schema import CAST, END, RECOVER, REVEAL, SWAP, TRANSFER, State
from fairyring.games.sneaky_town.turns import at_limit

# Fitted to a thousand decisions of players who search (one action among all, by its likes).
MILLION = 1_000_000
HOPE = tuple(round(100 * exp(0.055 * value)) for value in range(71))  # by what a point is worth, in points
LIKE_CAST, LIKE_TRANSFER, LIKE_RECOVER, LIKE_REVEAL, LIKE_SWAP = 150, 60, 220, 1000, 310
LIKE_END = tuple(round(340 * exp(0.35 * tenths)) for tenths in range(11))  # by the chance that it wins
BY_PLAN = 17  # what the plan says is liked so many times more

# Second thoughts: fitted so that they foretell best the racks of 3,000 decisions of players who search.
SLIGHT = 0.1  # of the win: what is better by more is not taken more often
BY_GAIN = 11.5  # on what is usual
BY_SHARE = 4.8  # of the win
BY_HABIT = 3.1
BY_END = 2.9  # whoever could have ended the round as the plan says has hardly done anything else


def count_secrets(s: State) -> int:
    """The orders of the opponent's rack (R5)."""
    return COUNT_ORDERS[s.size]


def suppose(s: State, seat: int, k: int) -> int:
    """Let the opponent's rack be in the k-th order; 0 if that does not agree with what lies open."""
    order = FIRST_ORDER[s.size] + k
    if not can_be(s, 1 - seat, order):
        return 0
    for line in range(s.size):
        s.tiles[1 - seat][line] = RACKS[order][line]
    return 1


def likelihood(s: State, actor: int, action: int) -> int:
    """In millionths: people like an action the more, the more they may hope for; and what the plan says most of all."""
    if at_limit(s):
        return MILLION
    seen = open_tiles(s, 1 - actor)
    odds = win_chance(s, actor, seen)
    usual = plan(s, actor)
    total = like_all(s, actor, seen, odds)
    chance = like(s, actor, action, seen, odds)
    if usual >= 0:
        total += BY_PLAN * like(s, actor, usual, seen, odds)
        if usual == action:
            chance += BY_PLAN * chance
    return MILLION * chance // total


def like(s: State, actor: int, action: int, seen: int, odds: int) -> int:
    """How much an action is liked."""
    if CAST.has(action):
        return LIKE_CAST * hope(s, actor, CAST.point(action), seen, 1)
    if TRANSFER.has(action):
        away = hope(s, actor, TRANSFER.point(action), seen, -1)
        return LIKE_TRANSFER * away * hope(s, actor, TRANSFER.target(action), seen, 1) // HOPE[0]
    if RECOVER.has(action):
        return LIKE_RECOVER * hope(s, actor, RECOVER.point(action), seen, -1)
    if SWAP.has(action):
        away = hope(s, actor, SWAP.point(action), seen, -2)
        return LIKE_SWAP * away * hope(s, actor, SWAP.target(action), seen, 2) // HOPE[0]
    return LIKE_REVEAL * HOPE[0] if REVEAL.has(action) else LIKE_END[odds // 10] * HOPE[0]


def hope(s: State, actor: int, point: int, seen: int, power: int) -> int:
    """How a point draws a stone, in hundredths; a swap, which costs a stone, is looked at twice. Below 0: how it holds one."""
    value = power * swing(s, actor, point, seen) // CERTAIN
    return HOPE[value] if value >= 0 else HOPE[0] * HOPE[0] // HOPE[-value]


def like_all(s: State, actor: int, seen: int, odds: int) -> int:
    """How much all that can be done is liked, together: a sum over points for each kind, since pairs of points multiply."""
    free = 0
    held = 0
    held_twice = 0
    rival = 0
    for point in range(s.size * s.size):
        if s.stones[actor] >> point & 1:
            held += hope(s, actor, point, seen, -1)
            held_twice += hope(s, actor, point, seen, -2)
        elif s.stones[1 - actor] >> point & 1:
            rival += hope(s, actor, point, seen, 2)
        else:
            free += hope(s, actor, point, seen, 1)
    total = LIKE_TRANSFER * held * free // HOPE[0] + LIKE_RECOVER * held + LIKE_END[odds // 10] * HOPE[0]
    if s.reserve[actor]:
        total += LIKE_CAST * free + LIKE_REVEAL * COUNT_BITS[s.closed[1 - actor]] * HOPE[0]
    if count_swaps(s, actor):
        total += LIKE_SWAP * held_twice * rival // HOPE[0]
    return total


def liking(usual: int, done: int, usual_wins: float, done_wins: float) -> float:
    """Second thoughts, as a logarithm: the better, the likelier; most of all what is usual, or better than that."""
    gain = min(SLIGHT, max(-SLIGHT, done_wins - usual_wins))
    return BY_GAIN * gain + BY_SHARE * done_wins + (BY_HABIT if usual == done else 0.0) - (BY_END if END.has(usual) else 0.0)
