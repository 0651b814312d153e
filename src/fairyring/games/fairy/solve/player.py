"""The bot `exact` of Fairy: for two, when few cards are left, it draws its guess from the solution."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Memory, Mixture
from fairyring.core.game.game import Game
from fairyring.games.fairy.schema import GUESS, Guess, Phase
from fairyring.games.fairy.solve.late import MOST_CARDS, Late, TooLate


class Player:
    """Both know the same but the guesses of this turn, so what a seat knows says everything."""

    def __init__(self, game: Game[Any], _prepared: bytes = b"") -> None:
        self._late = Late(game)

    def mixture(self, s: Any, seat: int, _memory: Memory, deadline: float) -> Mixture | None:
        if s.phase != Phase.GUESS or s.left > MOST_CARDS:
            return None
        turn: Any = schema.copy(s)
        turn.waiting, turn.guess[:2] = turn.contenders, [0, 0]  # whoever has guessed already
        try:
            _worth, *chances = self._late.solved(turn, deadline)
            pays = self._late.matrix(turn, deadline)
        except TooLate:
            return None
        shares = pays @ chances[1] if seat == 0 else 1 - chances[0] @ pays
        return [(GUESS.id(guess), float(chances[seat][guess]), float(shares[guess])) for guess in Guess]
