"""Workshop: a game that somebody writes in the page. Loads it, runs the kit on it, simulates it; JSON text in and out.

It runs in a worker of its own, which the page ends when a game does not stop, so nothing here bounds time.
"""

from __future__ import annotations

import json
import re
import tempfile
import traceback
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from fairyring import bots
from fairyring.core.errors import DataError, FairyringError, OptionError
from fairyring.core.game.catalogue import option_forms
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import load_room
from fairyring.kit.run import run_kit
from fairyring.lab.simulate import simulate

MODULE = "room.py"  # the file that makes the ROOM
MAX_FILES, MAX_CHARACTERS = 20, 400_000
FILE_NAME = re.compile(r"(?:messages/)?[A-Za-z0-9_.-]{1,40}")
PLACE = re.compile(r"([\w-]+\.py):(\d+)")  # in a finding of the kit
MAX_GAMES = 100_000


class Workshop:
    """The game in work. Every method returns JSON; what is wrong is {"problems": [{"file", "line", "message"}]}."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="workshop"))
        self.room: Room | None = None
        self._numbers = count(1)

    def load(self, files: str) -> str:
        """Load a game from its files (JSON, text by name); return its name, title, seats, levels and options."""
        try:
            folder = self._write(json.loads(files))
            self.room = _load(folder / MODULE)
        except FairyringError as error:
            return json.dumps({"problems": [_problem(error, self.folder)]})
        room = self.room
        return json.dumps(
            {
                "game": room.name,
                "title": room.title,
                "seats": list(room.schema.state.seats),
                "levels": list(bots.levels(room)),
                "options": option_forms(room, {}),
            }
        )

    def check(self, games: int, seed: int) -> str:
        """Run the kit without the compiled backend; return what it found, by line where it names one."""
        report = run_kit(self._loaded, games=games, seed=seed, compiled=False)
        problems = [{**_place(finding.message), "message": str(finding)} for finding in report.findings]
        return json.dumps({"problems": problems, "checks": len(report.checks), "cases": report.cases, "unseen": report.unseen})

    def simulate(self, players: int, games: int, level: str, seed: int) -> str:
        """Play games between bots; return shares of wins, mean scores, and how games end."""
        if not 1 <= games <= MAX_GAMES:
            raise OptionError(f"Ask for 1 to {MAX_GAMES} games.")
        game: Game[Any] = Game(self._loaded, {"players": players})
        try:
            result = simulate(game, games=games, bots=level, seed=seed, backend="interpreted")
        except FairyringError as error:
            return json.dumps({"problems": [_problem(error, self.folder)]})
        except Exception as error:  # noqa: BLE001  (whatever the rules raise)
            return json.dumps({"problems": [_raised(error, self.folder)]})
        return json.dumps(
            {
                "games": result.games,
                "win_share": list(result.win_share),
                "mean_score": list(result.mean_score),
                "score_error": list(result.score_error),
                "end_reasons": dict(result.end_reasons),
                "games_per_s": result.games_per_s,
                "fair_share": 1 / players,
            }
        )

    @property
    def _loaded(self) -> Room:
        if self.room is None:
            raise OptionError("Load a game first.")
        return self.room

    def _write(self, files: Mapping[str, str]) -> Path:
        """Write the files into a new folder, since texts of a folder are read once. Raises DataError."""
        if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_CHARACTERS:
            raise DataError(f"A game has at most {MAX_FILES} files with {MAX_CHARACTERS} characters.")
        if MODULE not in files:
            raise DataError(f"A game needs the file {MODULE}, which makes its ROOM.")
        folder = self.folder / str(next(self._numbers))
        for name, text in files.items():
            if not FILE_NAME.fullmatch(name) or ".." in name:
                raise DataError(f"“{name}” is no name for a file of a game.")
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder


def _load(file: Path) -> Room:
    try:
        compile(file.read_text("utf-8"), str(file), "exec")
    except SyntaxError as error:
        raise DataError(f"{MODULE}:{error.lineno}: {error.msg}") from error
    return load_room(str(file))


def _problem(error: FairyringError, folder: Path) -> dict[str, Any]:
    """Return an error with the line of the game that caused it, if one did."""
    if isinstance(error.__cause__, Exception) and not isinstance(error.__cause__, SyntaxError):
        return _raised(error.__cause__, folder)
    return {**_place(str(error)), "message": str(error)}


def _raised(error: BaseException, folder: Path) -> dict[str, Any]:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(folder))]
    where = {"file": Path(frames[-1].filename).name, "line": frames[-1].lineno} if frames else {"file": MODULE, "line": 0}
    return {**where, "message": f"{type(error).__name__}: {error}"}


def _place(message: str) -> dict[str, Any]:
    """Return the place that a message names; line 0 if it names none."""
    match = PLACE.search(message)
    return {"file": match[1], "line": int(match[2])} if match else {"file": MODULE, "line": 0}
