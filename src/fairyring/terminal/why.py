"""`--why`: bots that think ahead say in one line each why they did what they did.

Such a line is made of what the bot's own seat knows, so it tells its secrets: which cards it holds, what it just chose. While
people play, nobody is told; all of it is kept for the end of the game, when everything is open. Where only bots play, it is
told at once.
"""

from __future__ import annotations

from typing import Any

from fairyring.bots import SeatedBot
from fairyring.bots.advice import in_words
from fairyring.core.game.game import Game
from fairyring.core.text.messages import Player, Speaker


class Why:
    """What the bots of one game thought."""

    def __init__(self, game: Game[Any], speaker: Speaker, at_once: bool) -> None:
        self._game, self._speaker, self._at_once = game, speaker, at_once
        self._kept: list[str] = []
        self._thought = False

    def told(self, number: int, bot: SeatedBot) -> list[str]:
        """What may be said now, after the decision of this number (as `analyse` counts); nothing of bots that just play."""
        opinion = bot.last_opinion
        if opinion is None or len(opinion.shares) < 2:  # an only choice needs no reason
            return []
        self._thought = True
        words = in_words(self._game, bot.seat, opinion, self._speaker)
        line = self._speaker.say("terminal.why.line", number=number, name=Player(bot.seat), thought=words)
        if self._at_once:
            return [line]
        self._kept.append(line)
        return []

    def at_the_end(self) -> list[str]:
        """The game is over: whatever was kept."""
        if not self._thought:
            return ["", self._speaker.say("terminal.why.none")]
        return ["", self._speaker.say("terminal.why"), *self._kept] if self._kept else []
