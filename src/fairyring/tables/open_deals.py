"""Open deals: games of one person against bots whose chance is the same at every table, so that results can be compared.

“day/NUMBER/GAME” is the deal of a day, for everybody on every server; “key/KEY” deals a game that is over once more. Anybody
can derive them, so they are not sealed: the settings and the record say `deal`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fairyring.tables.commands import seats
from fairyring.tables.refusals import Refused

DAY = "day"
DAY_MS = 86_400_000
KEY = re.compile("key/[0-9a-f]{64}")


def deal_of_day(game: str, time: int) -> str:
    """Return the deal of a game for the day (UTC) of a time in milliseconds; days are counted from 1 January 1970."""
    return f"{DAY}/{time // DAY_MS}/{game}"


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
