"""Tables that begin in the position of a puzzle."""

from __future__ import annotations

import pytest

from fairyring.core.game.registry import room
from fairyring.core.record.puzzle import puzzles
from fairyring.tables.create import create_puzzle
from fairyring.tables.refusals import Refused
from tests.tables.support.bench import Bench

GAMES = ("crane", "fairy", "fairy-tale", "fariables", "sneaky-town")


@pytest.mark.parametrize("game", GAMES)
def test_puzzle_table_waits_for_its_creator(game: str) -> None:
    puzzle = puzzles(room(game))[2]
    first, token = create_puzzle(game, "2", "maker", 1_000, bytes(range(32)))
    bench = Bench(game, first=first, token=token)
    welcome = bench.join("ann", token)
    state = bench.state
    assert state.settings.puzzle == 2
    assert state.run is not None
    assert state.run.table is not None
    assert puzzle.seat in state.run.pending
    assert [seat.kind == "person" for seat in state.seats] == [seat == puzzle.seat for seat in range(len(state.seats))]
    own = welcome["beat"]["seats"][str(puzzle.seat)]
    assert puzzle.choices[0].action in {state.run.table.game.action(puzzle.seat, legal["id"]).text for legal in own["legal"]}
    played = bench.do("ann", "play", seat=puzzle.seat, ask=own["ask"], action=puzzle.choices[0].action)
    assert played["type"] == "ack"


@pytest.mark.parametrize("number", ["99999", "0", "-1", "²", "1.0", "x"])
def test_puzzle_that_does_not_exist_is_refused(number: str) -> None:
    with pytest.raises(Refused) as refused:
        create_puzzle("fairy", number, "maker", 1_000, bytes(32))
    assert refused.value.message.key == "table.puzzle.none"
