"""Saves a game after every decision; asks before it replaces a file that is not its own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.table.table import Table
from fairyring.core.text.messages import Speaker, msg
from fairyring.terminal.screen import Screen, folded

FORCE = "--force"


class Autosave:
    """The file of a game, if any, and the files that the game may replace."""

    def __init__(self, path: str | None = None, mine: str | None = None, elsewhere: str = "") -> None:
        self.path = path
        self._elsewhere = elsewhere  # the path of a game outside the package, for the command that resumes
        self._mine = {Path(p).absolute() for p in (path, mine) if p}
        self._kept = -1  # decisions in the file

    def keep(self, table: Table[Any]) -> None:
        """Write the record if there are new decisions. Raises RecordError."""
        if self.path and len(table.history) != self._kept:
            table.record.save(self.path)
            self._kept = len(table.history)

    def finish(self, table: Table[Any]) -> None:
        """Write the final record. Raises RecordError."""
        self.keep(table)

    def by_hand(self, table: Table[Any], rest: str, screen: Screen, say: Speaker) -> list[str]:
        """Handle the command `save FILE`, and return the reply."""
        path = rest.removesuffix(FORCE).strip() or f"{table.game.name}.jsonl"
        try:
            if not (rest.endswith(FORCE) or self.is_mine(path)):
                may_write(path, screen, say, msg("terminal.exists-here", path=path))
            table.record.save(path)
        except FairyringError as error:
            return [error.say(say)]
        self._mine.add(Path(path).absolute())
        return [say.say("terminal.saved", path=path, command=self.command(path))]

    def command(self, path: str) -> str:
        """Return the command line that resumes the game."""
        words = ["fairyring", "play", *([self._elsewhere] if self._elsewhere else []), "--resume", path, "--save", path]
        return shlex.join(words)

    def is_mine(self, path: str) -> bool:
        """Return whether this game wrote the file or was loaded from it."""
        return Path(path).absolute() in self._mine


def may_write(path: str, screen: Screen, say: Speaker, refusal: Any) -> None:
    """Ask before an existing file is replaced; without a terminal, raise RecordError."""
    if not Path(path).exists():
        return
    if screen.live:
        answer = folded(screen.read(say.say("terminal.overwrite", path=path)))
        yes = folded(say.say("terminal.yes"))
        if answer in (yes, yes[:1]):
            return
        refusal = msg("terminal.not-overwritten", path=path)
    raise RecordError(refusal)
