"""The bot `exact` of Fairy: plays the solved mixed strategy, for two players when few cards are left."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Memory, Mixture
from fairyring.core.game.game import Game
from fairyring.games.fairy.schema import GUESS, Guess, Phase
from fairyring.games.fairy.solve.late import MAX_CARDS, Late, TooLate


class Player:
    """Both players know the same except the guesses of the current turn, so no memory is needed."""

    def __init__(self, game: Game[Any], _prepared: bytes = b"") -> None:
        self._late = Late(game)

    def mixture(self, s: Any, seat: int, _memory: Memory, deadline: float) -> Mixture | None:
        """Return the mixed strategy of the seat; None with too many cards left or after the deadline."""
        if s.phase != Phase.GUESS or s.left > MAX_CARDS:
            return None
        turn: Any = schema.copy(s)
        turn.waiting, turn.guess[:2] = turn.contenders, [0, 0]  # undo guesses of this turn
        try:
            _value, *strategies = self._late.solved(turn, deadline)
            pays = self._late.matrix(turn, deadline)
        except TooLate:
            return None
        shares = pays @ strategies[1] if seat == 0 else 1 - strategies[0] @ pays
        return [(GUESS.id(guess), float(strategies[seat][guess]), float(shares[guess])) for guess in Guess]
