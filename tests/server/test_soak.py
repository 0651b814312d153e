"""Short soak test: whole tables with people who try everything; and mutation tests of its checks.

The long one is `python -m tests.server.campaigns.soak --games 2000 --seed 1`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairyring.server.runtime import hosted_table, message_limits
from fairyring.server.runtime import hub as hubs
from fairyring.server.settings import DATABASE_FILE
from fairyring.server.ws import protocol
from fairyring.server.ws.outbox import Outbox
from fairyring.tables import bot_turns
from fairyring.tables.broadcast import views
from fairyring.tables.broadcast.views import Picture
from fairyring.tables.commands import registry
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import News, TableState
from tests.server.campaigns.soak import people as soak_people
from tests.server.campaigns.soak import soak
from tests.server.campaigns.soak.check import Check, Leak
from tests.server.campaigns.soak.people import PersonLog
from tests.server.support.running import Running, running

OF_A_TABLE = (hosted_table.HostedTable, TableEngine, Outbox, TableState)
OLDER: set[int] = set()  # ids of such objects that other tests of this process left behind


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for effect: bots answer at once, people act quickly, quiet tables leave memory soon."""
    monkeypatch.setattr(bot_turns, "BOT_PACE_MS", (1, 2))
    for module in (registry, protocol, message_limits):
        monkeypatch.setattr(module, "MESSAGE_RATE", (1000, 1000))
    monkeypatch.setattr(message_limits, "WATCHERS_MESSAGE_RATE", (1000, 1000))
    monkeypatch.setattr(soak_people, "PACE", 0.02)
    monkeypatch.setattr(soak, "LONGEST", 8.0)
    monkeypatch.setattr(soak, "PATIENCE", 4.0)
    monkeypatch.setattr(hosted_table, "IDLE_MS", 0)
    monkeypatch.setattr(hubs, "SWEEP_SECONDS", 0.05)
    gc.collect()
    OLDER.clear()
    OLDER.update(id(value) for value in gc.get_objects() if isinstance(value, OF_A_TABLE))


async def play(server: Running, tables: range, seed: int) -> soak.Soak:
    campaign = soak.Soak(server.url, Path(server.app.settings.folder) / DATABASE_FILE, seed)
    try:
        await asyncio.gather(*(campaign.party(number) for number in tables))
    finally:
        await campaign.http.aclose()
    return campaign


async def until_dropped(server: Running) -> None:
    """Wait until no table is in memory, nor anything of one: a request may still end, but nothing keeps them for good."""
    for _ in range(8_000):  # 400 seconds: on a busy machine bots take long to finish their games
        if not server.hub.tables:
            gc.collect()
            leftovers = [value for value in gc.get_objects() if isinstance(value, OF_A_TABLE) and id(value) not in OLDER]
            if not leftovers:
                return
            names = sorted({type(value).__name__ for value in leftovers})
            del leftovers[:]
        else:
            names = [f"{table.state.game} {table.state.phase}" for table in server.hub.tables.values() if table.state]
        await asyncio.sleep(0.05)
    raise AssertionError(f"still in memory: {', '.join(names)}")


async def test_soak_reports_no_defect(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="fairyring")
    async with running(tmp_path) as server:
        campaign = await play(server, range(10), 1)
        await until_dropped(server)
        assert not server.app.rate_limits.sockets
    assert campaign.games >= 3  # how many depends on the machine
    assert {code for code in campaign.statuses if code >= 500} == set()
    assert campaign.counts["twins that differ"] > 5
    assert campaign.counts["records"] > 0
    for canary in campaign.canaries:
        assert canary not in caplog.text
        assert not any(canary in text for text in campaign.public)
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


PICTURES = views.pictures


def of_the_neighbour(state: TableState, viewers: Iterable[Viewer], table: Any, _earlier: Any = None) -> dict[Viewer, Picture]:
    neighbours = {viewer: viewer if viewer is None else (viewer + 1) % len(state.seats) for viewer in viewers}
    pictures = PICTURES(state, set(neighbours.values()), table)
    return {viewer: pictures[neighbour] for viewer, neighbour in neighbours.items()}


def of_the_first_seat(state: TableState, viewers: Iterable[Viewer], table: Any, _earlier: Any = None) -> dict[Viewer, Picture]:
    pictures = PICTURES(state, (None, 0), table)
    return dict.fromkeys(viewers, replace(pictures[None], seats=pictures[0].seats))


BROKEN: dict[str, Any] = {
    "secrets of the neighbour": of_the_neighbour,
    "no aids, but what is redacted": of_the_first_seat,
}


async def notices(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, broken: Any, message: str) -> None:
    """A server with a broken function of `viewers`, and a check that has the right one."""
    right = getattr(views, name)
    monkeypatch.setattr(soak, "LONGEST", 12.0)
    monkeypatch.setattr(soak, "PATIENCE", 1.0)
    async with running(folder) as server:
        campaign = soak.Soak(server.url, Path(server.app.settings.folder) / DATABASE_FILE, 1)

        async def check(*args: Any) -> None:
            monkeypatch.setattr(views, name, right)
            await soak.Soak._check(campaign, *args)

        async def parties() -> None:
            for number in range(6, 26):  # how far a party comes in its time depends on the machine
                monkeypatch.setattr(views, name, broken)
                await campaign.party(number)

        monkeypatch.setattr(campaign, "_check", check)
        with pytest.raises(Leak, match=message):
            await parties()
        await campaign.http.aclose()


@pytest.mark.parametrize("leak", BROKEN)
async def test_soak_detects_leaks(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await notices(tmp_path, monkeypatch, "pictures", BROKEN[leak], "picture")


async def test_soak_detects_events_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def all_of_them(news: tuple[News, ...], _viewer: Viewer) -> list[dict[str, Any]]:
        return [item.happening.whole().wire() for item in news if item.happening is not None]

    await notices(tmp_path, monkeypatch, "events_for", all_of_them, "events")


async def test_soak_detects_faded_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who comes late is told events that cannot be looked up any more."""

    def everything(state: TableState, viewers: Collection[Viewer]) -> dict[Viewer, list[dict[str, Any]]]:
        log = state.run.table._log if state.run and state.run.table else []
        return {viewer: [event.shown_to(viewer).wire() for event in log if event.seen_by(viewer)] for viewer in viewers}

    await notices(tmp_path, monkeypatch, "newest_lasting_events", everything, "events")


@pytest.mark.parametrize(
    ("attempts", "codes", "right"),
    [
        (2, ["too-fast"], True),  # the second copy came late enough, and is what is in the log
        (1, ["too-fast"], False),
        (2, ["too-fast", "too-fast"], False),
        (2, ["past"], False),
        (2, ["too-fast", "past"], False),
        (2, ["id-reused"], True),
    ],
)
def test_soak_detects_refused_commands_that_are_written(attempts: int, codes: list[str], right: bool) -> None:
    check, person = Check([], []), PersonLog("Ann")
    person.said["x"], check.log.causes[1, "x"] = attempts, 1

    def answers() -> None:
        for code in codes:
            check._answer(person, 1, {"type": "nack", "id": "x", "code": code})

    if right:
        answers()
    else:
        with pytest.raises(Leak, match="is in the log"):
            answers()
