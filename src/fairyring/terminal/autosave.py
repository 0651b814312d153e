"""Keeping a game on disk while it is played: never over somebody's file unasked, and never only at the end."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from fairyring.core.errors import FairyringError, RecordError
from fairyring.core.table.table import Table
from fairyring.core.text.messages import Speaker, msg
from fairyring.terminal.screen import Screen

FORCE = "--force"


class Saving:
    """Where this game is kept, if anywhere, and which files are its own."""

    def __init__(self, path: str | None = None, mine: str | None = None, elsewhere: str = "") -> None:
        self.path = path
        self._elsewhere = elsewhere  # the file of a game that is not one of ours: it has to be named again
        self._mine = {Path(p).absolute() for p in (path, mine) if p}
        self._kept = -1  # how many decisions the file has

    def keep(self, table: Table[Any]) -> None:
        """Write what has happened since the last time, so that nothing is lost whatever happens next."""
        if self.path and len(table.history) != self._kept:
            table.record.save(self.path)
            self._kept = len(table.history)

    def finish(self, table: Table[Any]) -> None:
        """The last word: what could not be written until now is written, or the reason is told."""
        self.keep(table)

    def by_hand(self, table: Table[Any], rest: str, screen: Screen, say: Speaker) -> list[str]:
        """`save FILE` in the game."""
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
        """What to type to go on."""
        words = ["fairyring", "play", *([self._elsewhere] if self._elsewhere else []), "--resume", path, "--save", path]
        return shlex.join(words)

    def is_mine(self, path: str) -> bool:
        return Path(path).absolute() in self._mine


def may_write(path: str, screen: Screen, say: Speaker, refusal: Any) -> None:
    """Ask before an existing file is replaced; where nobody can be asked, refuse."""
    if not Path(path).exists():
        return
    if screen.live:
        answer = screen.read(say.say("terminal.overwrite", path=path)).casefold()
        yes = say.say("terminal.yes")
        if answer in (yes, yes[:1]):
            return
        refusal = msg("terminal.not-overwritten", path=path)
    raise RecordError(refusal)
