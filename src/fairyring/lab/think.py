"""What a bot would do at a table, in one call."""

from __future__ import annotations

from typing import Any

from fairyring.bots import Limits, Opinion, Position, Recall, make_bot, uses_search
from fairyring.core.rng import Stream
from fairyring.core.table.table import Table


def think(
    table: Table[Any],
    seat: int,
    level: str = "strong",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 1,
) -> Opinion:
    """Return the opinion of a bot about the decision that a seat owes at a table, without moving.

    It gets what the seat knows and nothing else. `strong` uses the compiled search: the first call of a game in a process loads
    it, or compiles it in some seconds. Without `seconds` the answer depends only on position, `simulations` and `seed`.
    Raises OptionError, and NotYourTurn if the seat owes no decision.
    """
    game = table.game
    game.need_seat(seat)
    bot = make_bot(game, level)
    memory = Recall(game, seat).catch_up(table.history) if uses_search(level) else ()
    position = Position.at(table, seat, memory)
    if not position.legal:
        game.check(table.state, seat, 0)  # raises NotYourTurn, and says whose turn it is
    return bot.choose(position, Limits(seconds, simulations), Stream(seed))
