"""`--why`: a line of explanation for each decision of a searching bot.

A line reveals secrets of the bot's seat. While people play, all lines are kept until the game is over; where only bots play,
they are shown at once.
"""

from __future__ import annotations

from typing import Any

from fairyring.bots import SeatedBot
from fairyring.bots.advice import in_words
from fairyring.core.game.game import Game
from fairyring.core.text.messages import Player, Speaker


class Why:
    """Explanations of the bots of one game."""

    def __init__(self, game: Game[Any], speaker: Speaker, at_once: bool) -> None:
        self._game, self._speaker, self._at_once = game, speaker, at_once
        self._kept: list[str] = []
        self._thought = False

    def explain(self, number: int, bot: SeatedBot) -> list[str]:
        """Return what may be shown now of a decision, numbered as by `analyse`; [] for bots that do not search."""
        opinion = bot.last_opinion
        if opinion is None or len(opinion.shares) < 2:  # a forced action needs no reason
            return []
        self._thought = True
        words = in_words(self._game, bot.seat, opinion, self._speaker)
        line = self._speaker.say("terminal.why.line", number=number, name=Player(bot.seat), thought=words)
        if self._at_once:
            return [line]
        self._kept.append(line)
        return []

    def at_the_end(self) -> list[str]:
        """Return the kept lines, at the end of the game."""
        if not self._thought:
            return ["", self._speaker.say("terminal.why.none")]
        return ["", self._speaker.say("terminal.why"), *self._kept] if self._kept else []
