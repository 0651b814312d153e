"""The simulation on broken tables: each has one thing changed, and each must be caught by the invariant that is meant to."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from fairyring.core.fields import schema
from fairyring.core.table import seal
from fairyring.games.crane.riffle.gesture import Riffle
from fairyring.tables import Stored, bot_turns
from fairyring.tables.bot_jobs import Job
from fairyring.tables.broadcast import broadcaster, opaque_ids, views
from fairyring.tables.broadcast.broadcaster import Teller
from fairyring.tables.broadcast.catch_up import Trail
from fairyring.tables.commands import gestures, hints, moves, registry
from fairyring.tables.commands.moves import running
from fairyring.tables.engine import engine, timers
from fairyring.tables.engine.engine import Keeper
from fairyring.tables.engine.session import Conn, Live, Owed, viewer_of
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.log import rows as entries_module
from fairyring.tables.log.fold import end_row
from fairyring.tables.log.state import Durable
from tests.tables.support.campaign import TWIN, breaks
from tests.tables.support.plan import plan

Patch = pytest.MonkeyPatch


def tell_before_stored(patch: Patch) -> None:
    whole = Keeper._step

    def hasty(self: Keeper, given: Any, out: Any) -> None:
        whole(self, given, out)
        if self.flight is not None and self.flight.row is not None:
            self._landed(given, out)

    patch.setattr(Keeper, "_step", hasty)


def forget_ids(patch: Patch) -> None:
    patch.setattr(sys.modules["fairyring.tables.log.fold"], "_accept", lambda durable, _cause: durable)


def no_curtain(patch: Patch) -> None:
    def careless(durable: Durable, conn: Conn) -> int | None:
        seats = durable.seats_of(conn.guest)
        return seats[0] if seats else viewer_of(durable, conn)

    patch.setattr(broadcaster, "viewer_of", careless)


def seq_as_cursor(patch: Patch) -> None:
    patch.setattr(opaque_ids, "cursor", lambda _durable, _viewer, seq: str(seq))


def beats_for_everybody(patch: Patch) -> None:
    whole = Trail.follow

    def follow(self: Trail, durable: Durable) -> Any:
        return {viewer: [] for viewer in self.pictures} | whole(self, durable)

    patch.setattr(Trail, "follow", follow)


def unchained(patch: Patch) -> None:
    patch.setattr(entries_module, "chained", lambda _previous, body: hashlib.sha256(body).digest())


def lost_is_stored(patch: Patch) -> None:
    whole = Keeper.take

    def take(self: Keeper, given: Any) -> Any:
        if type(given).__name__ == "Lost":
            given = Stored(given.time, given.entropy, given.seq, given.hash)
        return whole(self, given)

    patch.setattr(Keeper, "take", take)


def bots_know_all(patch: Patch) -> None:
    whole = bot_turns.make

    def make(durable: Durable, ask: str, seat: int) -> Job:
        return replace(whole(durable, ask, seat), state=schema.pack(running(durable)[1].state))

    patch.setattr(bot_turns, "make", make)


def hints_know_all(patch: Patch) -> None:
    whole = hints.make

    def make(durable: Durable, seat: int, ask: str) -> Job:
        return replace(whole(durable, seat, ask), state=schema.pack(running(durable)[1].state))

    patch.setattr(hints, "make", make)


def secret_in_public(patch: Patch) -> None:
    whole = views.public
    patch.setattr(views, "public", lambda durable: whole(durable) | {"debug": durable.chance.secret.hex()})


def anything_is_legal(patch: Patch) -> None:
    def checked(table: Any, seat: int, what: Any) -> Any:
        return table.game.space(seat)[min(what, len(table.game.space(seat)) - 1) if isinstance(what, int) else 3]

    patch.setattr(moves, "checked", checked)


def take_back_anything(patch: Patch) -> None:
    def take_back(desk: Desk, conn: Conn, cmd: Any) -> None:
        desk.need_running()
        desk.need_here(conn, cmd["seat"])
        desk.write("take-back", {"seat": cmd["seat"]})

    patch.setitem(registry.COMMANDS, "take_back", replace(registry.COMMANDS["take_back"], do=take_back))


def charge_downtime(patch: Patch) -> None:
    whole = timers.notice

    def notice(durable: Durable, live: Live, time: int) -> None:
        whole(durable, live, time)
        live.owed = {seat: Owed(owed.ask, min(owed.since, durable.at)) for seat, owed in live.owed.items()}

    patch.setattr(timers, "notice", notice)


def revoked_stay(patch: Patch) -> None:
    patch.setattr(Teller, "_revoke", lambda *_args: None)


def another_draw(patch: Patch) -> None:
    def draw(master: bytes, number: int, weight: int) -> int:
        return (seal.draw(master, number, weight) + 1) % weight

    patch.setattr(moves, "seal", SimpleNamespace(**{**vars(seal), "draw": draw}))


def lazy_bots(patch: Patch) -> None:
    patch.setattr(timers, "_bots", lambda *_given: iter(()))


def keep_counting(patch: Patch) -> None:
    patch.setattr(Live, "forget", lambda self, conn: self.conns.pop(conn, None))


def tell_of_replacing(patch: Patch) -> None:
    def events(news: Any, viewer: Any) -> Any:
        return [item.happening.shown_to(viewer).wire() for item in news if item.happening and item.happening.seen_by(viewer)]

    patch.setattr(views, "events", events)


def tell_what_faded(patch: Patch) -> None:
    patch.setattr(views, "still", lambda _durable, _viewer, missed: missed)


def hide_the_table(patch: Patch) -> None:
    whole = views.beat

    def beat(after: Any, at: str, told: Any, seen: Any, cause: Any = None, table: bool = True) -> Any:
        assert table in (True, False)
        return whole(after, at, told, seen, cause, table=after is None)

    patch.setattr(views, "beat", beat)


def own_time(patch: Patch) -> None:
    patch.setattr(engine, "end_row", lambda durable, row: replace(end_row(durable, row), at=0))


def watchers_see_a_seat(patch: Patch) -> None:
    whole = views.picture
    patch.setattr(views, "picture", lambda durable, viewer, table=None: whole(durable, viewer or 0, table))


def bands_for_everybody(patch: Patch) -> None:
    whole = gestures.to_audience

    def to_audience(durable: Durable, live: Live, conn: Conn, viewer: int | None) -> Any:
        return whole(durable, live, conn, 99) if viewer is None or viewer != 99 else []

    patch.setattr(gestures, "to_audience", to_audience)


def cards_beside_the_ticks(patch: Patch) -> None:
    def given(self: Riffle, _game: Any, s: Any, master: bytes) -> Any:
        deck, heard = self._sides(s, master)
        return heard.wire() | {"thick": deck.edges[0]}

    patch.setattr(Riffle, "owner_data", given)


def believe_the_page(patch: Patch) -> None:
    whole = Riffle.resolve

    def brings(self: Riffle, game: Any, s: Any, master: bytes, told: Any) -> Any:
        outcome, extra = whole(self, game, s, master, told)
        return (f"grab {told['n']}" if told.get("n") else outcome), extra

    patch.setattr(Riffle, "resolve", brings)


def bets_in_the_riffle(patch: Patch) -> None:
    whole = Riffle.owner_data

    def given(self: Riffle, game: Any, s: Any, master: bytes) -> Any:
        return whole(self, game, s, master) | {"k": [s.knows[p][p] for p in range(s.players)]}

    patch.setattr(Riffle, "owner_data", given)


def hands_that_bots_never_end(patch: Patch) -> None:
    patch.setattr(gestures, "bot_due", lambda *_given: None)


# What is broken, the invariants that may notice first, and a seed that shows it.
BROKEN: dict[str, tuple[Callable[[Patch], None], set[int], int]] = {
    "told before it is stored": (tell_before_stored, {4, 5}, 4000),
    "ids are not remembered": (forget_ids, {2, 19}, 4001),
    "secrets behind the curtain": (no_curtain, {10}, 4010),
    "a cursor that counts": (seq_as_cursor, {8}, 4000),
    "beats for rows that change nothing": (beats_for_everybody, {7}, 4014),
    "a chain that is none": (unchained, {3}, 4000),
    "a lost row is taken for stored": (lost_is_stored, {1, 4, 5, 15}, 4067),
    "bots know everything": (bots_know_all, {17}, 4006),
    "hints know everything": (hints_know_all, {17}, 4047),
    "the secret in a message": (secret_in_public, {21}, 4000),
    "illegal decisions": (anything_is_legal, {0, 6}, 4002),
    "a resolved choice is taken back": (take_back_anything, {0, 13}, 4097),
    "downtime is charged": (charge_downtime, {18}, 4069),
    "revoked devices stay": (revoked_stay, {14}, 4086),
    "chance that is not the sealed one": (another_draw, {16}, 4002),
    "bots that are never asked": (lazy_bots, {15}, 4039),
    "memory of who left": (keep_counting, {20}, 4003),
    "others are told of a replaced choice": (tell_of_replacing, {7}, 4014),
    "what faded is told to who comes back": (tell_what_faded, {8}, 4070),
    "pages that are not told of the table": (hide_the_table, {12}, 4004),
    "processes that disagree": (own_time, {4}, 4000),
    "watchers see a seat": (watchers_see_a_seat, {5, 7, 9}, 4000),
    "bands for everybody": (bands_for_everybody, {7, 10}, 4039),
    "cards beside the ticks": (cards_beside_the_ticks, {7}, 4014),
    "bets beside the ticks": (bets_in_the_riffle, {7}, 4014),
    "a grab that the page says": (believe_the_page, {0, 16}, 4062),
    "bots that never finish a riffle": (hands_that_bots_never_end, {15}, 4039),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_simulation_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    damage, expected, first = BROKEN[name]
    damage(monkeypatch)
    for seed in range(first, first + 400):
        broken = breaks(plan(seed, quiet=seed % TWIN == 0))
        if broken:
            number = int(broken.split()[1]) if broken.startswith("invariant") else 0
            assert number in expected, f"{name} was caught as {broken} by seed {seed}"
            return
    pytest.fail(f"{name} was not caught")
