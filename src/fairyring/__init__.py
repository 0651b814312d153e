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
    from fairyring.lab.elo import Rating
    from fairyring.lab.league import League, league
    from fairyring.lab.match import Match, match
    from fairyring.lab.report.make import Report, report
    from fairyring.lab.simulate import Simulation, simulate
    from fairyring.lab.think import think

# Imported when they are first used: the lab brings process pools along, which nobody needs who plays.
_LAZY = {
    "Comparison": "lab.compare",
    "Difference": "lab.compare",
    "League": "lab.league",
    "Rating": "lab.elo",
    "Match": "lab.match",
    "Report": "lab.report.make",
    "Simulation": "lab.simulate",
    "compare": "lab.compare",
    "league": "lab.league",
    "match": "lab.match",
    "report": "lab.report.make",
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
    "League",
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
    "Rating",
    "Record",
    "RecordError",
    "Report",
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
    "league",
    "match",
    "play_out",
    "register",
    "report",
    "seat_bots",
    "simulate",
    "think",
    "wire",
]


_MODULES = ("envs", "lab")
_ELSEWHERE = {  # what people who know other libraries look for here
    "aec": "use fairyring.envs.aec",
    "batch": "use fairyring.envs.batched",
    "bot": "a bot is a plain function (position, limits, rng)",
    "evaluate": "use fairyring.match or fairyring.simulate",
    "gym": "use fairyring.envs.gym",
    "make": "use fairyring.game",
    "parallel": "use fairyring.envs.parallel",
    "play_many": "use fairyring.simulate, whose result has rows (.table) and records (.record(number))",
    "spiel": "use fairyring.envs.openspiel",
    "variant": "numbers of the rules are options: fairyring.game(NAME, option=value), see fairyring.game(NAME).numbers",
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return _import_module(f"{__name__}.{name}")
    if name not in _LAZY:
        hint = f"; {_ELSEWHERE[name]}" if name in _ELSEWHERE else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    value = globals()[name] = getattr(_import_module(f"{__name__}.{_LAZY[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES})


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
