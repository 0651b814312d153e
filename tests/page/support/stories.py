"""Write the stories that tests of the page's TypeScript read: `python -m tests.page.support.stories`."""

from __future__ import annotations

import random
from typing import Any

import msgspec

import fairyring as fr
from fairyring.api.replay import story
from tests.paths import ROOT

GAMES: dict[str, dict[str, Any]] = {
    "crane": {"players": 4},
    "fairy-tale": {"players": 3},
    "fariables": {"players": 3},
    "sneaky-town": {"match": "rounds:4", "turn_limit": 12},
}
FOLDER = ROOT / "client" / "tests" / "data"


def play_randomly(game: str, options: dict[str, Any], seed: int = 1) -> fr.Table[Any]:
    """Return the table of a game played to its end by random actions."""
    table, luck = fr.Table(fr.game(game, **options), seed=seed), random.Random(seed)
    while table.outcome is None:
        seat = table.pending[0]
        table.play(seat, luck.choice(table.legal(seat)))
    return table


def main() -> None:
    for game, options in GAMES.items():
        told = story(play_randomly(game, options).record)
        (FOLDER / f"{game}.story.json").write_bytes(msgspec.json.encode(told))


if __name__ == "__main__":
    main()
