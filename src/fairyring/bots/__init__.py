"""Bots. They get a `Position`, which holds only what their seat may know, and return an `Opinion`.

table = fr.Table(fr.game("fairy", players=2), seed=1)
bot = fr.bots.make_bot(table.game, "strong")
opinion = bot.choose(fr.bots.Position.at(table, 0), fr.bots.Limits(simulations=500), fr.Stream(1))
"""

from fairyring.bots.bot import Bot, ExactBot, PolicyBot, RandomBot, SearchBot
from fairyring.bots.levels import (
    LEVELS,
    assign_levels,
    check_level,
    default_level,
    levels,
    make_bot,
    unknown_level,
    uses_search,
)
from fairyring.bots.memory import Recall, recall
from fairyring.bots.position import NO_LIMITS, Limits, Opinion, Position
from fairyring.bots.seated import SeatedBot, play_out, seat_bots
from fairyring.core.game.bot_specs import Memory, Observation

__all__ = [
    "LEVELS",
    "NO_LIMITS",
    "Bot",
    "ExactBot",
    "Limits",
    "Memory",
    "Observation",
    "Opinion",
    "PolicyBot",
    "Position",
    "RandomBot",
    "Recall",
    "SearchBot",
    "SeatedBot",
    "assign_levels",
    "check_level",
    "default_level",
    "levels",
    "make_bot",
    "play_out",
    "recall",
    "seat_bots",
    "unknown_level",
    "uses_search",
]
