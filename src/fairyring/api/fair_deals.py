"""Search for deals of the day: open deals in which a quick bot wins a fair share from the first seat.

An open deal fixes all chance, so some deals give the first seat nothing and others give it the game. A deal is kept if a bot
on the first seat, against `normal` on the others, wins at least half an even share, and not more than half way from an even
share to always. That bot is `normal`, too; where `normal` always plays the same,
and so wins all games of a deal or none, another level is named.

`python -m fairyring.api.fair_deals GAME [LEVEL]` writes the numbers of the kept deals into `deals.csv` of the game's folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count

from fairyring.api.day_spread import OpenChance
from fairyring.bots.seated import SeatedBot, play_out
from fairyring.core.game import registry
from fairyring.core.table import seal
from fairyring.core.table.table import Table
from fairyring.tables import open_deals
from fairyring.tables.commands.seats import game_with_options

LEVEL = "normal"
GAMES = 20  # of bots for each deal
DEALS = 365  # that are kept, one for each day before any comes again


def wins_of_first_seat(game_name: str, number: int, first: str = LEVEL) -> int:
    """Return how many games of bots with a deal's chance the first seat wins, alone or shared."""
    levels = (first, LEVEL)
    game = game_with_options(game_name, open_deals.daily_options(game_name))
    master = seal.open_master(open_deals.name_of_deal(game_name, number))
    wins = 0
    for seed in range(GAMES):
        table = Table(game, nature=OpenChance(master))
        seated = {seat: SeatedBot(game, levels[seat > 0], seat, seed) for seat in game.seats}
        play_out(table, seated)
        wins += table.outcome is not None and table.outcome.places[0] == 1
    return wins


def is_fair(wins: int, games: int, players: int) -> bool:
    """Whether so many wins are neither hopeless nor a gift."""
    even = 1 / players
    return even / 2 <= wins / games <= (1 + even) / 2


def find(game_name: str, wanted: int = DEALS, first: str = LEVEL) -> Iterator[int]:
    """Yield the numbers of the first fair deals of a game, from 1 on: 0.1 to 0.5 seconds of CPU for each that is tried."""
    players = game_with_options(game_name, open_deals.daily_options(game_name)).players
    fair = 0
    for number in count(1):
        if fair == wanted:
            return
        if is_fair(wins_of_first_seat(game_name, number, first), GAMES, players):
            fair += 1
            yield number


def main(game_name: str, first: str = LEVEL) -> None:
    path = registry.room(game_name).info.folder / open_deals.FILE
    numbers = list(find(game_name, first=first))
    lines = [",".join(map(str, numbers[first : first + 20])) for first in range(0, len(numbers), 20)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path}: {len(numbers)} of {numbers[-1]} deals")


if __name__ == "__main__":
    main(*sys.argv[1:])
