"""What every bet of the duel is worth, at every number that can be flipped: by all that the hand can bring, and `duel.csv`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.schema import BET, BETS, FLIP, Bet, Phase, State

NUMBERS = range(duel.LEAST, duel.MOST + 1)
MOST_IN_JACKPOT = 40  # a thicker one would be half of the deck
MODEL = "With two seats it is solved for hands of the model that aim at the number, and a bet of each sort to achieve."


def position(game: Game[Any], missing: Sequence[Collection[int]], cards: Sequence[int], jackpot: int) -> State:
    """Seat 0 bets next and seat 1 is to flip: what each still misses, how many cards each has, and the jackpot."""
    s = game.initial()
    assert isinstance(s, State)
    if not duel.solved(s):
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
    if not s.bank <= jackpot <= MOST_IN_JACKPOT:
        raise OptionError(f"There are {s.bank} to {MOST_IN_JACKPOT} cards in the jackpot, not {jackpot}.")
    s.pots[0] = jackpot
    s.deck = s.size - jackpot - sum(s.loose)
    s.phase, s.challenger = Phase.FLIP, 1
    return s


def flipped(game: Game[Any], s: State, number: int) -> State:
    """The same after the challenger has turned up this number; the model does not care about fingers."""
    after = schema.copy(s)
    game.rules.act(after, NATURE, FLIP.id(number, 0))
    return after


def worth(game: Game[Any], s: State) -> dict[int, float]:
    """After a flip: the bettor's chance to win with each bet, if both bet as well as they can from then on."""
    found = {}
    for action in game.legal(s, 0):
        laid = schema.copy(s)
        game.rules.act(laid, 0, action)
        chances = game.chances(laid)
        total = 0
        for outcome, weight in chances:
            after = schema.copy(laid)
            game.rules.act(after, NATURE, outcome)
            total += weight * (WIN * (after.contenders & 1) if after.phase == Phase.DONE else duel.evaluate(after, 0))
        found[BET.bet(action)] = total / WIN / sum(weight for _, weight in chances)
    return found


def best_bets(game: Game[Any], s: State) -> dict[int, dict[int, float]]:
    """What each bet is worth at every number."""
    return {number: worth(game, flipped(game, s, number)) for number in NUMBERS}


def bets_named(what: str, text: str) -> list[int]:
    """Bets by their names, with commas between."""
    words = [word.strip().lower() for word in text.split(",")]
    for word in words:
        if word not in Bet.words:
            raise OptionError(f"{what} {text}: “{word}” is no bet; name {', '.join(map(str, Bet.words))}.")
    return [Bet.words.index(word) for word in words]
