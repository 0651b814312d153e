"""Recorded games: `python tests/games/make_records.py` rewrites their tellings, `… GAME NAME SEED K=V …` adds a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring.bots import play_out, seat_bots
from fairyring.cli.narrate import narrate

TESTS = Path(__file__).parent


def play(game: fr.Game[Any], seed: int, level: str = "random") -> fr.Record:
    """A whole game of one seed between bots of one level."""
    table = fr.Table(game, seed=seed)
    play_out(table, seat_bots(table, level, seed))
    return table.record


def tell_all() -> None:
    """Write the telling of every record beside it."""
    for path in sorted(TESTS.glob("*/records/**/*.jsonl")):
        path.with_suffix(".txt").write_text("\n".join(narrate(fr.Record.load(path))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        name, title, seed, *options = sys.argv[1:]
        chosen = dict(option.split("=") for option in options)
        level = chosen.pop("bots", "random")
        folder = TESTS / name.replace("-", "_") / "records"
        folder.mkdir(exist_ok=True)
        play(fr.game(name, **chosen), int(seed), level).save(folder / f"{title}.jsonl")
    tell_all()
