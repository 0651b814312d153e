"""What bots reach in an open deal: the first seat is played by bots of all quick levels, the others by the usual ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairyring import bots
from fairyring.bots.levels import uses_search
from fairyring.bots.seated import SeatedBot, play_out
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.table import seal
from fairyring.core.table.table import Table
from fairyring.tables import open_deals
from fairyring.tables.commands.seats import game_with_options

GAMES = 60  # played for the spread: 0.1 to 1.5 seconds of CPU
SEATS_LEVEL = "normal"


@dataclass(slots=True)
class OpenChance:
    """Chance of an open deal, as tables draw it."""

    master: bytes
    drawn: int = 0

    def pick(self, game: Game[Any], s: State) -> int:
        unit = seal.draw(self.master, self.drawn, game.rules.chance_count(s))
        self.drawn += 1
        return game.rules.chance_nth(s, unit)

    def catch_up(self, _game: Game[Any], _s: State) -> None:
        self.drawn += 1

    def about(self, _over: bool) -> dict[str, Any] | None:
        return None


def day_spread(game_name: str, deal: str) -> dict[str, Any]:
    """Return the scores of the first seat, and in how many games it won, over games of bots with the same deal."""
    game = game_with_options(game_name, open_deals.daily_options(game_name))
    quick = [level for level in bots.levels(game) if not uses_search(level)]
    scores, wins = [], 0
    for number in range(GAMES):
        table = Table(game, nature=OpenChance(seal.open_master(deal)))
        first = SeatedBot(game, quick[number % len(quick)], 0, number)
        others = {seat: SeatedBot(game, SEATS_LEVEL, seat, number) for seat in game.seats if seat}
        play_out(table, {0: first, **others})
        scores.append(game.rules.score(table.state, 0))
        wins += table.outcome is not None and table.outcome.places[0] == 1
    return {"game": game_name, "deal": deal, "scores": sorted(scores), "wins": wins}
