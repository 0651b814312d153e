"""Open deals: the same chance at every table, for one person, marked in settings and record."""

from __future__ import annotations

from typing import Any

import pytest

from fairyring.core.table import seal
from fairyring.tables import open_deals, records
from fairyring.tables.create import create
from fairyring.tables.refusals import Refused
from tests.tables.support.bench import Bench

NOON = 1_795_003_200_000  # 18 November 2026, 12:00 UTC
GAMES = ("fairy", "fairy-tale", "fariables", "sneaky-town")


def laid(game: str, number: int = 1, **chosen: Any) -> Bench:
    """Return a table whose own secret depends on the number."""
    first, token = create(game, chosen, "maker", NOON, bytes([number]) * 32)
    return Bench(game, first=first, token=token)


def dealt(bench: Bench) -> list[str]:
    """Start the game of the only person, and return nature's first outcomes."""
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    assert bench.do("ann", "start")["type"] == "ack"
    run = bench.state.run
    assert run is not None
    assert run.table is not None
    return [decision.action for decision in run.table.history if decision.seat < 0]


@pytest.mark.parametrize("game", GAMES)
def test_deal_of_day_is_the_same_at_every_table(game: str) -> None:
    first, second = laid(game, deal="day"), laid(game, 2, deal="day")
    assert first.state.table != second.state.table
    outcomes = dealt(first)
    assert outcomes
    assert dealt(second) == outcomes


def test_deal_of_day_follows_from_date_and_game() -> None:
    deal = open_deals.deal_of_day("fairy", NOON)
    deals = open_deals.fair_deals("fairy")
    assert deal == f"day/20775/fairy/{deals[20775 % len(deals)]}"
    others = {open_deals.deal_of_day("fairy", NOON + open_deals.DAY_MS), open_deals.deal_of_day("fairy-tale", NOON)}
    assert len({seal.open_master(name) for name in (deal, *others)}) == 3
    later = open_deals.deal_of_day("fairy", NOON + len(deals) * open_deals.DAY_MS)
    assert seal.open_master(later) == seal.open_master(deal)


@pytest.mark.parametrize("game", GAMES)
def test_fair_deals_of_many_days_are_different_ones(game: str) -> None:
    deals = open_deals.fair_deals(game)
    assert len(set(deals)) == len(deals) > 150


def test_deals_of_former_days_keep_their_chance() -> None:
    """Until 19 November 2026 a day's deal had no number; tables that began so are in logs."""
    assert seal.open_master("day/20775/fairy").hex().startswith("fba4439253b53130")
    assert open_deals.fair_deals("crane") == ()


def test_game_is_dealt_again_by_its_key() -> None:
    first = laid("fairy-tale", options={"players": 3})
    outcomes = dealt_with_bots(first)
    again = laid("fairy-tale", 2, options={"players": 3}, deal=f"key/{first.state.chance.master.hex()}")
    assert dealt(again) == outcomes


def dealt_with_bots(bench: Bench) -> list[str]:
    bench.join("ann", bench.token)
    for seat in (1, 2):
        bench.do("ann", "bot", seat=seat)
    return dealt(bench)


def test_open_deal_is_for_one_person_and_fixed() -> None:
    bench = laid("fairy", deal="day")
    bench.join("ann", bench.token)
    bench.join("bo")
    assert bench.do("ann", "sit", seat=1)["key"] == "table.deal.alone"
    assert bench.do("ann", "options", options={"players": 2})["key"] == "table.deal.fixed"
    assert bench.do("ann", "bot", seat=1, level="easy")["key"] == "table.deal.fixed"
    bench.do("ann", "sit", seat=0, name="Ann")
    assert bench.do("bo", "sit", seat=2, name="Bo")["key"] == "table.deal.alone"
    assert bench.picture("ann")["table"]["settings"]["deal"].startswith("day/")


def test_record_of_open_deal_has_no_seal_and_says_which() -> None:
    bench = laid("fairy", deal="day")
    dealt(bench)
    bench.finish()
    record = records.full_record(bench.state)
    assert record.seal is None
    assert record.extra_end["deal"] == bench.state.settings.deal
    bench.do("ann", "again")
    assert "deal" not in bench.state.settings.plain()  # the next game is an ordinary one


@pytest.mark.parametrize("deal", ["tomorrow", "key/12", "day/20776/fairy"])
def test_other_deals_are_refused(deal: str) -> None:
    with pytest.raises(Refused):
        create("fairy", {"deal": deal}, "maker", NOON, bytes(32))


def test_game_with_gestures_has_no_deal_of_day() -> None:
    with pytest.raises(Refused):
        create("crane", {"deal": "day"}, "maker", NOON, bytes(32))
