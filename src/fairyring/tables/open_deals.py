"""Open deals: games of one person against bots whose chance is the same at every table, so that results can be compared.

“day/DAY/GAME/NUMBER” is the deal of a day, for everybody on every server; “key/KEY” deals a game that is over once more.
Anybody can derive them, so they are not sealed: the settings and the record say `deal`.

The numbers of a game's deals are in `deals.csv` of its folder: those in which the first seat has a fair chance (see
`api.fair_deals`), taken in their order, one each day. A game without the file is dealt as “day/DAY/GAME”, as all were once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from fairyring.core.game import registry
from fairyring.tables.commands import seats
from fairyring.tables.refusals import Refused

DAY = "day"
DAY_MS = 86_400_000
KEY = re.compile("key/[0-9a-f]{64}")
FILE = "deals.csv"  # in the folder of a game


@cache
def fair_deals(game: str) -> tuple[int, ...]:
    """Return the numbers of a game's deals for the days, in their order; none if the game has no such file."""
    path = registry.room(game).info.folder / FILE
    return (
        tuple(int(number) for number in path.read_text("utf-8").replace("\n", ",").split(",") if number)
        if path.exists()
        else ()
    )


def name_of_deal(game: str, number: int, day: int = 0) -> str:
    """Return the whole name of one of a game's numbered deals on a day."""
    return f"{DAY}/{day}/{game}/{number}"


def deal_of_day(game: str, time: int) -> str:
    """Return the deal of a game for the day (UTC) of a time in milliseconds; days are counted from 1 January 1970."""
    day, deals = time // DAY_MS, fair_deals(game)
    return name_of_deal(game, deals[day % len(deals)], day) if deals else f"{DAY}/{day}/{game}"


def daily_options(game: str) -> Mapping[str, Any]:
    """Return the options of a game's deal of the day; raise Refused if it has none."""
    daily = seats.game_with_options(game, {}).room.presentation.daily
    if daily is None:
        raise Refused("bad-form", "deal.none")
    return daily


def options_and_deal(game: str, options: Mapping[str, Any], deal: str, time: int) -> tuple[Mapping[str, Any], str]:
    """Return the options and the whole name of an open deal, “day” or “key/KEY”; raise Refused."""
    if deal == DAY:
        return daily_options(game), deal_of_day(game, time)
    if not KEY.fullmatch(deal):
        raise Refused("bad-form", "field", field="deal")
    daily_options(game)  # only games whose chance does not depend on gestures
    return options, deal
