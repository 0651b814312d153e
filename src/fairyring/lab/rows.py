"""One row for each game: who sat where, scores, places, shares of the win, length, end reason, tallies, seed.

Game number i of a seed is the same game whoever plays it, in any order and in any process, so rows do not depend on workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.bots import NO_LIMITS, Limits, uses_search
from fairyring.bots.guarded import BotLike, GuardedBot, name_of
from fairyring.bots.position import Position
from fairyring.core.errors import OptionError
from fairyring.core.extras import import_extra
from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Record
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.table.table import Table
from fairyring.core.totals import WIN
from fairyring.lab import interpreted_play

if TYPE_CHECKING:
    import pyarrow as pa

Row = list[int]  # decisions, end reason; score, place and share of each seat; tallies: as of kernel/templates/rows.py


def is_compiled(game: Game[Any], bots: Sequence[BotLike]) -> bool:
    """Return whether compiled code plays all of these bots."""
    return all(isinstance(bot, str) and (bot == "random" or bot in game.room.bots.policies) for bot in bots)


def play_game(
    game: Game[Any],
    bots: Sequence[BotLike],
    seed: int,
    index: int,
    limits: Limits = NO_LIMITS,
    max_seconds: float | None = None,
    decisions: list[tuple[Any, ...]] | None = None,
    kinds: list[int] | None = None,
) -> Row:
    """Play game number `index` of a seed and return its row.

    A bot from outside has `max_seconds` for a decision. Decisions are appended to a list, and counted by kind in another, if
    they are given. Raises BotError if a bot from outside fails.
    """
    kind_of = [number for number, kind in enumerate(game.actions.kinds) for _ in range(kind.count)]
    count = 0
    for state, seat, action in _steps(game, bots, seed, index, limits, max_seconds):
        s = state
        if seat != NATURE:
            if kinds is not None:
                kinds[kind_of[action]] += 1
            if decisions is not None:
                knowledge = schema.pack(game.redact(s, seat))
                text = game.actions[action].text
                decisions.append((index, count, seat + 1, action, text, game.rules.legal_count(s, seat), knowledge))
            count += 1
    winners = game.winners(s)
    row = [count, game.rules.reason(s)]
    for seat in game.seats:
        row += [game.rules.score(s, seat), game.place(s, seat), WIN // len(winners) if seat in winners else 0]
    return row + [game.rules.tally(s, k) for k in range(len(game.room.schema.tallies))]


def _steps(
    game: Game[Any], bots: Sequence[BotLike], seed: int, index: int, limits: Limits, max_seconds: float | None
) -> Iterator[tuple[schema.State, int, int]]:
    """Play a game as `interpreted_play.steps` does, with bots from outside among the levels."""
    levels = [bot if isinstance(bot, str) else "random" for bot in bots]
    where = f"game {index} of seed {seed}"
    own = {seat: GuardedBot(bot, where, max_seconds) for seat, bot in enumerate(bots) if not isinstance(bot, str)}
    streams = {seat: Stream(seed, index, BOT_STREAM + seat) for seat in own}

    def decide(s: schema.State, seat: int) -> int:
        return own[seat].choose(Position.of(game, s, seat), limits, streams[seat]).action

    return interpreted_play.steps(game, levels, seed, index, True, limits, dict.fromkeys(own, decide))


def record_game(
    game: Game[Any],
    bots: Sequence[BotLike],
    seed: int,
    index: int,
    limits: Limits = NO_LIMITS,
    max_seconds: float | None = None,
) -> Record:
    """Play game number `index` of a seed once more and return its record. Raises OptionError where a gesture decides."""
    if game.gesture is not None:
        raise OptionError("Games with gestures are not recorded by simulations; choose another way to grab.")
    steps = [(seat, action) for _state, seat, action in _steps(game, bots, seed, index, limits, max_seconds)][:-1]
    chance = [game.chance[action].text for seat, action in steps if seat == NATURE]
    table = Table(game, chance=chance, bots={seat: bot for seat, bot in enumerate(bots) if isinstance(bot, str)})
    for seat, action in steps:
        if seat != NATURE:
            table.play(seat, action)
    return table.record


def column_names(game: Game[Any]) -> list[str]:
    """Return the names of all columns of games, in their order. Seats count from 1, as people do."""
    seats = [f"{what}_{seat + 1}" for seat in game.seats for what in ("bot", "score", "place", "share")]
    return [
        "game",
        "seed",
        *seats,
        "decisions",
        "reason",
        *(f"tally_{str(word).replace('-', '_')}" for word in game.room.schema.tallies.words),
    ]


def arrow() -> Any:
    """Return the module pyarrow. Raises MissingExtra, with the command that installs it."""
    return import_extra("pyarrow")


def arrow_schema(game: Game[Any]) -> pa.Schema:
    """Return the types of the columns of games."""
    pa = arrow()
    types = {"bot": pa.string(), "reason": pa.string(), "share": pa.float64(), "place": pa.int8(), "seed": pa.uint64()}
    return pa.schema([(name, types.get(name.partition("_")[0], pa.int64())) for name in column_names(game)])


def arrow_table(game: Game[Any], bots: Sequence[BotLike], seed: int, first: int, rows: Any) -> pa.Table:
    """Return games number first, first+1 … as a table. `rows` are lists, or an array of NumPy."""
    pa, compute, count = arrow(), import_extra("pyarrow.compute"), len(rows)

    def column(place: int) -> Any:
        return rows[:, place] if hasattr(rows, "shape") else [row[place] for row in rows]

    reasons = pa.array([None, *map(str, game.room.schema.ends.words)], pa.string())
    made = [
        pa.array(range(first, first + count), pa.int64()),
        pa.array([seed], pa.uint64()).take(pa.array([0] * count, pa.int32())),
    ]
    for seat in game.seats:
        at = 2 + 3 * seat
        made += [pa.repeat(name_of(bots[seat]), count), pa.array(column(at), pa.int64()), pa.array(column(at + 1), pa.int8())]
        made.append(compute.divide(pa.array(column(at + 2), pa.float64()), float(WIN)))
    made += [pa.array(column(0), pa.int64()), reasons.take(pa.array(column(1), pa.int64()))]
    made += [pa.array(column(2 + 3 * game.players + k), pa.int64()) for k in range(len(game.room.schema.tallies))]
    return pa.Table.from_arrays(made, schema=arrow_schema(game))


def decision_table(decisions: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Return decisions as a table: who decided what, in how many ways the seat could, and what it knew, packed.

    `knowledge` is the packed redacted state: `core.fields.schema.unpack` reads it.
    """
    kinds = decision_schema()
    values = zip(*decisions, strict=True) if decisions else [()] * len(kinds)
    return arrow().table([list(column) for column in values], schema=kinds)


def decision_schema() -> pa.Schema:
    """Return the types of the columns of decisions."""
    pa = arrow()
    return pa.schema(
        [("game", pa.int64()), ("step", pa.int32()), ("seat", pa.int8()), ("action", pa.int32()), ("text", pa.string()),
         ("legal", pa.int32()), ("knowledge", pa.binary())]
    )  # fmt: skip


def searches(bots: Sequence[BotLike]) -> bool:
    """Return whether a level among these bots searches."""
    return any(isinstance(bot, str) and uses_search(bot) for bot in bots)
