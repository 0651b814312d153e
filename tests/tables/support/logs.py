"""Logs of whole tables: games of bots, with rematches and some chat, as a server writes them."""

from __future__ import annotations

from fairyring.core.game import registry
from fairyring.tables import Row
from tests.tables.support.bench import Bench

LONG = 3_600_000  # milliseconds: no game of bots takes longer


def log_of_bots(
    game: str, players: int, games: int = 1, level: str = "random", finished: bool = True, **options: object
) -> list[Row]:
    """The rows of a table at which bots played some games, one after the other; a person watches and hosts."""
    bench = Bench(game, players, options=options)
    bench.join("ann", bench.token)
    bench.do("ann", "rename", name="Ann")
    for number in range(1, games + 1):
        if number > 1:
            assert bench.do("ann", "again")["type"] == "ack"
            bench.pass_time(5000)
        for seat in range(players):
            bench.do("ann", "bot", seat=seat, level=level)
        bench.do("ann", "chat", text=f"game {number}")
        assert bench.do("ann", "start")["type"] == "ack"
        last = number == games and not finished
        bench.pass_time(20_000 if last else LONG)
        assert last or bench.engines["a"].state.phase == "over"  # type: ignore[union-attr]
    return bench.rows


def smallest(game: str) -> int:
    return registry.room(game).schema.state.seats[0]
