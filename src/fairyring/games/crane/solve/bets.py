"""The value of every bet in Crane for two: exact over the grabs of one turn, then by the table `duel.csv`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.schema import BET, BETS, FLIP, Bet, Phase, State
from fairyring.lab.workers.places import CORES

NUMBERS = range(duel.LEAST, duel.MOST + 1)
MAX_JACKPOT = 40  # cards; far beyond what games reach
MODEL = "With two seats it is solved for hands of the model that aim at the number, and a bet of each sort to achieve."


def position(game: Game[Any], missing: Sequence[Collection[int]], cards: Sequence[int], jackpot: int) -> State:
    """Return the state in which seat 1 is to flip and seat 0 to bet; raises OptionError for impossible positions.

    `missing` and `cards` are the bets still needed and the card counts of both seats.
    """
    s = game.initial()
    assert isinstance(s, State)
    if not duel.is_solved(s):
        raise OptionError(MODEL)
    for seat, bets in enumerate(missing):
        if not bets:
            raise OptionError("Who has achieved all three bets has won; name at least one that is missing.")
        if not 0 <= cards[seat] < s.goal:
            raise OptionError(f"A player has 0 to {s.goal - 1} cards in a duel that goes on, not {cards[seat]}.")
        for bet in range(BETS):
            s.achieved[seat][bet] = 0 if bet in bets else 1
        s.markers[seat] = max(0, cards[seat] - 1) // s.bundle  # R22: more than ten are exchanged
        s.loose[seat] = cards[seat] - s.bundle * s.markers[seat]
    if not s.bank <= jackpot <= MAX_JACKPOT:
        raise OptionError(f"There are {s.bank} to {MAX_JACKPOT} cards in the jackpot, not {jackpot}.")
    s.pots[0] = jackpot
    s.deck = s.size - jackpot - sum(s.loose)
    s.phase, s.challenger = Phase.FLIP, 1
    return s


def flipped(game: Game[Any], s: State, number: int) -> State:
    """Return the state after this number was flipped; the finger does not matter to the model."""
    after = schema.copy(s)
    game.rules.act(after, NATURE, FLIP.id(number, 0))
    return after


def bet_values(game: Game[Any], s: State) -> dict[int, float]:
    """Return the bettor's expected share of the win for each bet after a flip, with optimal bets from then on."""
    values = {}
    for action in game.legal(s, 0):
        laid = schema.copy(s)
        game.rules.act(laid, 0, action)
        chances = game.chances(laid)
        total = 0
        for outcome, weight in chances:
            after = schema.copy(laid)
            game.rules.act(after, NATURE, outcome)
            total += weight * (WIN * (after.contenders & 1) if after.phase == Phase.DONE else duel.evaluate(after, 0))
        values[BET.bet(action)] = total / WIN / sum(weight for _, weight in chances)
    return values


def best_bets(game: Game[Any], s: State, on: str = CORES) -> dict[int, dict[int, float]]:
    """Return `bet_values` for every number that can be flipped, computed here or by the workers of a cluster."""
    from fairyring.lab.workers.pool import map_on  # noqa: PLC0415  (only the command line calls this)

    packed = schema.pack(s)
    return dict(zip(NUMBERS, map_on(on, _values_of, [(game, packed, number) for number in NUMBERS]), strict=True))


def _values_of(question: tuple[Game[Any], bytes, int]) -> dict[int, float]:
    game, packed, number = question
    s: Any = schema.unpack(game.state_type, packed)
    return bet_values(game, flipped(game, s, number))


def bets_named(option: str, text: str) -> list[int]:
    """Parse names of bets separated by commas; raises OptionError, which names the command line option."""
    words = [word.strip().lower() for word in text.split(",")]
    for word in words:
        if word not in Bet.words:
            raise OptionError(f"{option} {text}: “{word}” is no bet; name {', '.join(map(str, Bet.words))}.")
    return [Bet.words.index(word) for word in words]
