"""Checks of seeds and records: reproducibility, round trips, and resuming at any point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.table.table import Table
from fairyring.kit.findings import Case

OUTSIDE_STREAM = 6000


def play_table(case: Case, seed: int, table: Table[Any] | None = None, stop: int | None = None) -> Table[Any]:
    """Return a table after a random game, or after `stop` decisions."""
    table = table or Table(case.game, seed=seed)
    streams = [Stream(seed, 0, BOT_STREAM + seat) for seat in case.game.seats]
    for seat, decision in enumerate_decisions(table):
        streams[seat].below(decision)
    while table.pending and (stop is None or len(table.history) < stop):
        seat = table.pending[0]
        if seat == NATURE:  # chance from outside, here a stream of its own
            table.play(NATURE, case.game.draw(table.state, Stream(seed, len(table.history), OUTSIDE_STREAM)))
            continue
        count = case.game.rules.legal_count(table.state, seat)
        table.play(seat, case.game.rules.legal_nth(table.state, seat, streams[seat].below(count)))
    return table


def enumerate_decisions(table: Table[Any]) -> Iterator[tuple[int, int]]:
    """Return (seat, number of legal actions) of all decisions of seats, to advance new random streams."""
    for s, decision, _events in table.record.walk():
        if decision is not None and decision.seat != NATURE:
            yield decision.seat, table.game.rules.legal_count(s, decision.seat)


def chance(record: Record) -> list[str]:
    """Return nature's outcomes of a game."""
    return [step.action for step in record.decisions if step.seat == NATURE]


def seeds_matter(case: Case) -> Iterator[str]:
    """Equal seeds give equal games, different seeds different games; chance differs, too, if the game has any."""
    first, again = play_table(case, case.seed).record, play_table(case, case.seed).record
    if first != again:
        yield "the same seed gives two different games"
    others = [play_table(case, case.seed + 7919 * n).record for n in range(1, 4)]
    pairs = [(a, b) for other in others for a, b in zip(chance(other), chance(first), strict=False)]
    if case.room.schema.chance.size and all(a == b for a, b in pairs):
        yield "four different seeds give the same chance"
    if all(other.decisions == first.decisions for other in others):
        yield "four different seeds give the same game"


def records_replay(case: Case) -> Iterator[str]:
    """A record survives a round trip through text, and verifies."""
    table = play_table(case, case.seed)
    record = Record.loads(table.record.dumps())
    if record != table.record:
        yield "a record does not survive being written and read"
    if schema.digest(record.verify()) != schema.digest(table.state):
        yield "a replayed record ends in another position"


def saved_games_go_on(case: Case) -> Iterator[str]:
    """A game that is saved and resumed continues the same way."""
    whole = play_table(case, case.seed)
    half = play_table(case, case.seed, stop=max(1, len(whole.history) // 2))
    resumed = Table.resume(Record.loads(half.record.dumps()), seed=case.seed)
    play_table(case, case.seed, resumed)
    if resumed.record != whole.record:
        yield "a game saved in the middle goes on differently"


CHECKS = (seeds_matter, records_replay, saved_games_go_on)
