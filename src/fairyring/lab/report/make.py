"""`fairyring.report`: a page about a game, its pictures and its figures, from Python."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any

from fairyring.bots import default_level
from fairyring.core.extras import import_extra
from fairyring.core.game.game import Game
from fairyring.core.game.registry import source_of
from fairyring.lab.checks.arguments import find_game
from fairyring.lab.report.gather import Where, gather
from fairyring.lab.report.page import write_page
from fairyring.lab.workers.places import CORES

MODULES = ("pyarrow", "altair", "vl_convert")  # of the extra `lab`
FRAME_PIXELS = 720  # height in a notebook


@dataclass(frozen=True)
class Report:
    """A report on a game. It draws itself in notebooks; `str` is its summary."""

    html: str  # the page: one file that needs nothing else
    summary: Sequence[str]  # a sentence for each section
    table: Any  # one row for each game, as of `Simulation.table`
    _pictures: Sequence[Any]

    @property
    def pictures(self) -> dict[str, str]:
        """The charts as SVG, by name."""
        return {picture.name: picture.file for picture in self._pictures}

    def save(self, file: str | Path, pictures: str | Path | None = None) -> list[Path]:
        """Write the page, and the charts as SVG and PNG into a folder if one is named; return the files."""
        files = [Path(file)]
        files[0].write_text(self.html, encoding="utf-8")
        if pictures is not None:
            folder = Path(pictures)
            folder.mkdir(parents=True, exist_ok=True)
            for picture in self._pictures:
                files += [folder / f"{picture.name}.svg", folder / f"{picture.name}.png"]
                files[-2].write_text(picture.file, encoding="utf-8")
                files[-1].write_bytes(picture.png)
        return files

    def __str__(self) -> str:
        return "\n".join(self.summary)

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: {FRAME_PIXELS}px; border: 0"></iframe>'


def report(
    game: str | Game[Any],
    players: int | None = None,
    games: int = 20_000,
    seed: int = 1,
    bots: str | None = None,
    versus: Mapping[str, object] | None = None,
    matches: bool = True,
    workers: int | None = None,
    on: str = CORES,
    **options: object,
) -> Report:
    """Return a report on a game, from games between bots of a level (default `normal`): figures, intervals, charts.

    `versus` has options that are played with instead, and compared. `matches` measures skill against luck. Games are played by
    `workers` (default: on all cores), or on a cluster (`on="ray"`); a terminal shows how far they are. Needs the extra `lab`.
    Raises OptionError.
    """
    need_modules()
    chosen = find_game(game, players, options)
    other: Game[Any] | None = Game(chosen.room, {**chosen.options, **versus}) if versus else None
    level = bots or default_level(chosen.room)
    command = _command(chosen, level, games, seed, other, matches)
    return make_report(chosen, level, games, seed, other, matches, Where(workers, on), command)


def need_modules() -> None:
    """Raise MissingExtra unless pages can be written: before games are played for nothing."""
    for module in MODULES:
        import_extra(module)


def make_report(
    game: Game[Any], bots: str, games: int, seed: int, other: Game[Any] | None, matches: bool, where: Where, command: str
) -> Report:
    """Play what a report needs, and write its page, which names the command that makes it again. Raises OptionError."""
    findings = gather(game, bots, games, seed, other, matches, where)
    page, summary, pictures = write_page(findings, command)
    return Report(page, [unescape(sentence) for sentence in summary], findings.rows, pictures)


def _command(game: Game[Any], bots: str, games: int, seed: int, other: Game[Any] | None, matches: bool) -> str:
    """Return the command line that makes the same page."""
    usual = Game[Any](game.room, {"players": game.players}).options
    words = ["fairyring", "report", game.name]
    source = source_of(game.room)
    words += ["--room", str(source)] if source is not None else []
    words += ["--players", str(game.players)]
    for name, value in game.options.items():
        words += ["--option", f"{name}={value}"] if name != "players" and usual.get(name) != value else []
    words += ["--bots", bots, "--games", str(games), "--seed", str(seed)]
    for name, value in (other.options if other is not None else {}).items():
        words += ["--versus", f"{name}={value}"] if game.options.get(name) != value else []
    return shlex.join([*words, *([] if matches else ["--no-matches"])])
