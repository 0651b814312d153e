"""Five small tabletop games, played honestly: the same rules for people, programs and research."""

from fairyring.core.errors import CannotParse, FairyringError, NotLegal, NotYourTurn, OptionError
from fairyring.core.game import Game, Outcome
from fairyring.core.record import Record
from fairyring.core.registry import game, names, register
from fairyring.core.rules import NATURE
from fairyring.core.table import Table
from fairyring.lab.simulate import Simulation, simulate

__version__ = "0.1.0"
__all__ = [
    "NATURE",
    "CannotParse",
    "FairyringError",
    "Game",
    "NotLegal",
    "NotYourTurn",
    "OptionError",
    "Outcome",
    "Record",
    "Simulation",
    "Table",
    "game",
    "names",
    "register",
    "simulate",
]
