"""Invariants of the log after a crash test."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from fairyring.core.record.record import Record
from fairyring.server.store import Store
from fairyring.tables import records
from fairyring.tables.broadcast import views
from fairyring.tables.log import stored as stored_rows
from fairyring.tables.log.load import load
from fairyring.tables.log.rows import Row, first_broken_link
from fairyring.tables.log.state import OVER
from tests.server.support.players import PICTURE, Player


@dataclass
class Totals:
    """How much was looked at."""

    tables: int = 0
    rows: int = 0
    acked: int = 0
    refused: int = 0
    pictures: int = 0
    games: int = 0

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.games} games to their end, {self.rows} rows, {self.acked} acknowledged commands, "
            f"{self.refused} refused, {self.pictures} last pictures: all as the log has it"
        )


async def judge(url: str, tables: dict[str, list[Player]]) -> Totals:
    """Look at all of it; an AssertionError says what is wrong."""
    totals = Totals()
    async with await Store.open(url) as store:
        for name, there in tables.items():
            log = [stored_rows.from_store(row) for row in await store.rows(name)]
            entry = await store.find(name)
            assert entry is not None, f"table {name} is lost"
            assert entry.head == len(log), f"table {name}: the head is {entry.head}, but there are {len(log)} rows"
            await asyncio.to_thread(_judge, name, log, there, totals)
    return totals


def _judge(name: str, log: list[Row], there: list[Player], totals: Totals) -> None:
    assert first_broken_link(log) is None, f"table {name}: the chain breaks at row {first_broken_link(log)}"
    done = Counter((entry.cause.guest, entry.cause.id) for row in log for entry in row.entries if entry.cause)
    twice = [key for key, times in done.items() if times > 1]
    assert not twice, f"table {name}: {twice} happened twice"
    ids = {id_ for _, id_ in done}
    for player in there:
        missing = [command for id_, command in player.acked.items() if id_ not in ids]
        assert not missing, f"table {name}: guest {player.guest} was told that {missing} are done, but they are not in the log"
        false = {id_: why for id_, why in player.refused.items() if id_ in ids}
        assert not false, f"table {name}: guest {player.guest} was told that {false} are refused, but they are in the log"
    state = load(log)
    assert state.phase == OVER, f"table {name} was not played to its end"
    Record.loads(records.full_record(state).dumps()).verify()
    for player in there:
        seats = state.seats_of(player.guest)
        picture = json.loads(json.dumps(asdict(views.picture(state, seats[0] if seats else None))))
        for part in PICTURE:
            assert player.picture[part] == picture[part], _differs(name, player, part, picture[part])
        totals.pictures += 1
        totals.acked += len(player.acked)
        totals.refused += len(player.refused)
    totals.tables += 1
    totals.rows += len(log)
    totals.games += sum(entry.kind == "end" for row in log for entry in row.entries)


def _differs(name: str, player: Player, part: str, picture: Any) -> str:
    return f"table {name}: guest {player.guest} holds another {part} than the log:\n{player.picture[part]}\n{picture}"
