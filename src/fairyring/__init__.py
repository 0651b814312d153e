"""Five small tabletop games with one engine, for people, programs and research.

>>> import fairyring as fr
>>> table = fr.Table(fr.game("fairy", players=3), seed=7)
>>> fr.play_out(table, fr.seat_bots(table, "normal", seed=1))
>>> table.outcome is not None
True
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from fairyring import bots
from fairyring.bots import Bot, Limits, Memory, Observation, Opinion, Position, SearchBot, SeatedBot, play_out, seat_bots
from fairyring.bots.guarded import BotError, BotLike
from fairyring.core.errors import (
    ActionError,
    CannotParse,
    ChanceError,
    DataError,
    FairyringError,
    ImpossibleKnowledge,
    MissingExtra,
    NoSuchSeat,
    NotLegal,
    NotYourTurn,
    OptionError,
    RecordError,
    UnknownGame,
)
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import View, wire
from fairyring.core.game import registry
from fairyring.core.game.actions import Action, ActionKind, ActionSpace
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import Event, LoggedEvent
from fairyring.core.game.game import Game, Outcome
from fairyring.core.game.options import FileText, Options
from fairyring.core.game.registry import game_names, register
from fairyring.core.game.room import Prompt, Room
from fairyring.core.game.zones import Moved, Place
from fairyring.core.record.record import Decision, Record, Sitter
from fairyring.core.rng import Stream
from fairyring.core.table.nature import Nature, Scripted, Sealed, Seeded
from fairyring.core.table.seal import Share
from fairyring.core.table.table import MoveResult, ReportedOutcome, Table
from fairyring.core.text.messages import Message, Speaker

if TYPE_CHECKING:
    from fairyring.games.crane.view import View as CraneView
    from fairyring.games.fairy.view import View as FairyView
    from fairyring.games.fairy_tale.view import View as FairyTaleView
    from fairyring.games.fariables.view import View as FariablesView
    from fairyring.games.sneaky_town.view import View as SneakyTownView
    from fairyring.lab.compare import Comparison, Difference, compare
    from fairyring.lab.match import Match, match
    from fairyring.lab.simulate import Simulation, simulate
    from fairyring.lab.think import think

# Imported when they are first used: the lab brings process pools along, which nobody needs who plays.
_LAZY = {
    "Comparison": "lab.compare",
    "Difference": "lab.compare",
    "Match": "lab.match",
    "Simulation": "lab.simulate",
    "compare": "lab.compare",
    "match": "lab.match",
    "simulate": "lab.simulate",
    "think": "lab.think",
}
__version__ = "0.1.0"
__all__ = [
    "NATURE",
    "Action",
    "ActionError",
    "ActionKind",
    "ActionSpace",
    "Bot",
    "BotError",
    "BotLike",
    "CannotParse",
    "ChanceError",
    "Comparison",
    "DataError",
    "Decision",
    "Difference",
    "Event",
    "FairyringError",
    "FileText",
    "Game",
    "ImpossibleKnowledge",
    "Limits",
    "LoggedEvent",
    "Match",
    "Memory",
    "Message",
    "MissingExtra",
    "MoveResult",
    "Moved",
    "Nature",
    "NoSuchSeat",
    "NotLegal",
    "NotYourTurn",
    "Observation",
    "Opinion",
    "OptionError",
    "Options",
    "Outcome",
    "Place",
    "Position",
    "Prompt",
    "Record",
    "RecordError",
    "ReportedOutcome",
    "Room",
    "Scripted",
    "Sealed",
    "SearchBot",
    "SeatedBot",
    "Seeded",
    "Share",
    "Simulation",
    "Sitter",
    "Speaker",
    "State",
    "Stream",
    "Table",
    "UnknownGame",
    "View",
    "bots",
    "compare",
    "game",
    "game_names",
    "match",
    "play_out",
    "register",
    "seat_bots",
    "simulate",
    "think",
    "wire",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(f"{__name__}.{_LAZY[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


# The overloads give the views of the shipped games their types.
@overload
def game(name: Literal["fairy"], **options: Any) -> Game[FairyView]: ...
@overload
def game(name: Literal["fairy-tale"], **options: Any) -> Game[FairyTaleView]: ...
@overload
def game(name: Literal["crane"], **options: Any) -> Game[CraneView]: ...
@overload
def game(name: Literal["fariables"], **options: Any) -> Game[FariablesView]: ...
@overload
def game(name: Literal["sneaky-town"], **options: Any) -> Game[SneakyTownView]: ...
@overload
def game(name: str, **options: Any) -> Game[Any]: ...
def game(name: str, **options: Any) -> Game[Any]:
    """Return a game with options: `game("fairy", players=4, variant="fifteen")`. Raises UnknownGame, OptionError."""
    return registry.game(name, **options)
