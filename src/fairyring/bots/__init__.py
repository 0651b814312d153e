"""Minds that see only what their seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from fairyring.bots import exact
from fairyring.bots.opinion import Opinion, Recall, recall
from fairyring.bots.rollout_search import search
from fairyring.core.errors import OptionError
from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import Memory, Observation, Policy
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.table.table import Happened, Table
from fairyring.core.text.messages import Message, msg

__all__ = [
    "Bot",
    "Memory",
    "Minded",
    "Observation",
    "Opinion",
    "Random",
    "Recall",
    "Seated",
    "Thinking",
    "bot",
    "levels",
    "line_up",
    "no_such_bot",
    "opinion",
    "play_out",
    "recall",
    "searches",
    "seat_bots",
    "usual_level",
]

LEVELS = ("random", "easy", "normal", "strong", "exact")  # from the weakest to the strongest; a game has some of them
THINKS = {"strong": search, "exact": exact.think}  # those who take their time


class Bot(Protocol):
    """Decides for one seat. `budget` is how many seconds it may think; simple bots ignore it."""

    def decide(
        self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None, memory: Memory | None = None
    ) -> int:
        """One of the legal action ids."""


class Random:
    """Any legal action, all equally likely."""

    def decide(
        self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None, memory: Memory | None = None
    ) -> int:
        return legal[rng.below(len(legal))]


class Minded:
    """A room's own bot: a function in the rules' subset, so that it runs in both hosts."""

    def __init__(self, mind: Policy, seat: int) -> None:
        self._mind = mind
        self._seat = seat

    def decide(
        self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None, memory: Memory | None = None
    ) -> int:
        return self._mind(redacted, self._seat, rng)


class Thinking:
    """The bots that think: `strong` ahead in imagined worlds, `exact` of the solution, where there is one."""

    def __init__(self, game: Game[Any], level: str, seat: int) -> None:
        self._game = game
        self._think = THINKS[level]
        self._seat = seat

    def decide(
        self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None, memory: Memory | None = None
    ) -> int:
        return self._think(self._game, self._seat, redacted, legal, rng, budget, memory=memory).action


def levels(game: Game[Any] | Room) -> tuple[str, ...]:
    """The names of the bots a game has with its options, the weakest first; of a room, those it has whatever the options."""
    room = game if isinstance(game, Room) else game.room
    known = {"random", *room.bots.policies, *(("strong",) if "normal" in room.bots.policies else ())}
    if isinstance(game, Game) and exact.has(game):
        known.add("exact")
    return (*(level for level in LEVELS if level in known), *(level for level in room.bots.policies if level not in LEVELS))


def searches(level: str) -> bool:
    """Whether a bot of this level thinks ahead, at least now and then: it is no function of the room, and takes its time."""
    return level in THINKS


def usual_level(room: Room) -> str:
    """The level where nobody says which."""
    return "normal" if "normal" in room.bots.policies else levels(room)[-1]


def bot(game: Game[Any], level: str, seat: int) -> Bot:
    """A bot of that level for that seat."""
    if level not in levels(game):
        raise no_such_bot(game, level)
    if searches(level):
        return Thinking(game, level, seat)
    return Random() if level == "random" else Minded(game.room.bots.policies[level], seat)


def no_such_bot(game: Game[Any], level: str) -> OptionError:
    """Which there are instead; and where there is one that plays perfectly."""
    told = {"game": game.room.title, "level": level, "levels": ", ".join(levels(game))}
    if level == "exact" and game.room.bots.exact is not None:
        return OptionError(msg("error.level.exact", **told, where=Message("exact.where")), game.speaker())
    return OptionError(msg("error.level", **told))


def opinion(
    game: Game[Any],
    level: str,
    seat: int,
    redacted: State,
    legal: Sequence[int],
    rng: Stream,
    budget: float | None = None,
    simulations: int | None = None,
    memory: Memory | None = None,
) -> Opinion:
    """What a bot of that level would do, and what it thinks of the choices. `redacted` is all it is told of the position;
    `memory` is what `recall` gives, for the games where the others' actions tell something.

    A bot that searches imagines `simulations` games (the room says how many, where nobody does), or as many as there is time
    for in `budget` seconds. Without a budget the same stream gives the same opinion on any machine.
    """
    if searches(level) and level in levels(game):
        return THINKS[level](game, seat, redacted, legal, rng, budget, simulations, memory)
    return Opinion(bot(game, level, seat).decide(redacted, legal, rng, budget))


def line_up(game: Game[Any], given: str | Sequence[str], people: Sequence[int] = ()) -> tuple[str, ...]:
    """The level for each seat: one name for all, or one each, as a list or with commas. People's seats need none."""
    chosen = tuple(given.split(",") if isinstance(given, str) else given)
    free = [seat for seat in game.seats if seat not in people]
    if len(chosen) == 1:
        chosen *= game.players
    elif len(chosen) == len(free):
        named = dict(zip(free, chosen, strict=True))
        chosen = tuple(named.get(seat, usual_level(game.room)) for seat in game.seats)
    if len(chosen) != game.players:
        where = f"{len(free)} seats without people" if people else f"{game.players} seats"
        raise OptionError(f"{len(chosen)} bots were named for {where}; name one, or one for each seat.")
    for seat, level in enumerate(chosen):
        bot(game, level, seat)
    return chosen


class Seated:
    """A bot in its seat: the level, a random stream of its own, its memory. `play` makes its move at a table."""

    def __init__(self, game: Game[Any], level: str, seat: int, seed: int, index: int = 0) -> None:
        self.seat = seat
        self.level = level
        self.bot = bot(game, level, seat)
        self.stream = Stream(seed, index, BOT_STREAM + seat)
        self.recall = Recall(game, seat)
        self.thought: Opinion | None = None  # why it did what `play` did last; None where its hand moved
        self._game = game

    def play(self, table: Table[Any], budget: float | None = None) -> Happened:
        """Decide from what the seat knows, and do it; or move its hand on the screen."""
        if table.pending == (NATURE,):
            self.thought = None
            return table.hold_by_bot(self.seat)
        self.thought = self.opinion(table, budget)
        return table.play(self.seat, self.thought.action)

    def opinion(self, table: Table[Any], budget: float | None = None, simulations: int | None = None) -> Opinion:
        """What it thinks now, when its seat owes a decision."""
        legal = [action.id for action in table.legal(self.seat)]
        memory = self.recall.catch_up(table.history) if searches(self.level) else None
        redacted = table.redacted(self.seat)
        return opinion(self._game, self.level, self.seat, redacted, legal, self.stream, budget, simulations, memory)

    def decide(self, redacted: State, legal: Sequence[int], budget: float | None = None) -> int:
        """The same where there is no table; whoever plays tells `recall` what happens."""
        return self.bot.decide(redacted, legal, self.stream, budget, self.recall.memory)


def seat_bots(table: Table[Any], levels: str | Sequence[str], seed: int, people: Sequence[int] = ()) -> dict[int, Seated]:
    """A bot for every seat where no person sits."""
    chosen = line_up(table.game, levels, people)
    return {p: Seated(table.game, chosen[p], p, seed) for p in table.game.seats if p not in people}


def play_out(table: Table[Any], seated: Mapping[int, Seated]) -> None:
    """Let the bots play until the game is over, or somebody else is to decide."""
    while pending := table.pending:
        waiting = [seat for seat in (*pending, table.holder) if seat is not None and seat in seated]
        if not waiting:
            return
        seated[waiting[0]].play(table)
