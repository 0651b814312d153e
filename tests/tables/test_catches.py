"""Mutation tests of the simulation: each damages the package, and the right invariant must fail."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
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
from fairyring.tables.broadcast.broadcaster import Broadcaster
from fairyring.tables.broadcast.catch_up import CatchUpIndex
from fairyring.tables.commands import gestures, hints, moves, registry
from fairyring.tables.commands.moves import running_game
from fairyring.tables.engine import engine, timers
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.session import Connection, OwedDecision, Session, Viewer, viewer_of
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.log import rows as entries_module
from fairyring.tables.log.fold import end_row
from fairyring.tables.log.state import TableState
from tests.tables.support.campaign import TWIN, breaks
from tests.tables.support.plan import plan

Patch = pytest.MonkeyPatch


def tell_before_stored(patch: Patch) -> None:
    original = TableEngine._step

    def hasty(self: TableEngine, item: Any, out: Any) -> None:
        original(self, item, out)
        if self.in_flight is not None and self.in_flight.row is not None:
            self._row_stored(item, out)

    patch.setattr(TableEngine, "_step", hasty)


def forget_ids(patch: Patch) -> None:
    patch.setattr(sys.modules["fairyring.tables.log.fold"], "accept", lambda state, _cause: state)


def no_curtain(patch: Patch) -> None:
    def careless(state: TableState, conn: Connection) -> int | None:
        seats = state.seats_of(conn.guest)
        return seats[0] if seats else viewer_of(state, conn)

    patch.setattr(broadcaster, "viewer_of", careless)


def seq_as_cursor(patch: Patch) -> None:
    patch.setattr(opaque_ids, "cursor", lambda _durable, _viewer, seq: str(seq))


def beats_for_everybody(patch: Patch) -> None:
    original = CatchUpIndex.add_row

    def add_row(self: CatchUpIndex, state: TableState) -> Any:
        news, table_changed = original(self, state)
        return {viewer: [] for viewer in self.pictures} | news, table_changed

    patch.setattr(CatchUpIndex, "add_row", add_row)


def unchained(patch: Patch) -> None:
    patch.setattr(entries_module, "chain_hash", lambda _previous, body: hashlib.sha256(body).digest())


def lost_is_stored(patch: Patch) -> None:
    original = TableEngine.take

    def take(self: TableEngine, item: Any) -> Any:
        if type(item).__name__ == "Lost":
            item = Stored(item.time, item.entropy, item.seq, item.hash)
        return original(self, item)

    patch.setattr(TableEngine, "take", take)


def bots_know_all(patch: Patch) -> None:
    original = bot_turns.bot_job

    def make(state: TableState, ask: str, seat: int) -> Job:
        return replace(original(state, ask, seat), state=schema.pack(running_game(state)[1].state))

    patch.setattr(bot_turns, "bot_job", make)


def hints_know_all(patch: Patch) -> None:
    original = hints.hint_job

    def make(state: TableState, seat: int, ask: str) -> Job:
        return replace(original(state, seat, ask), state=schema.pack(running_game(state)[1].state))

    patch.setattr(hints, "hint_job", make)


def secret_in_public(patch: Patch) -> None:
    original = views.public_table
    patch.setattr(views, "public_table", lambda state: original(state) | {"debug": state.chance.secret.hex()})


def anything_is_legal(patch: Patch) -> None:
    def checked(table: Any, seat: int, action: Any) -> Any:
        return table.game.space(seat)[min(action, len(table.game.space(seat)) - 1) if isinstance(action, int) else 3]

    patch.setattr(moves, "legal_action", checked)


def take_back_anything(patch: Patch) -> None:
    def take_back(work: UnitOfWork, conn: Connection, cmd: Any) -> None:
        work.require_running()
        work.require_curtain_lifted(conn, cmd.seat)
        work.write("take-back", {"seat": cmd.seat})

    patch.setitem(registry.COMMANDS, "take_back", replace(registry.COMMANDS["take_back"], run=take_back))


def charge_downtime(patch: Patch) -> None:
    original = timers.track_owed_decisions

    def notice(state: TableState, session: Session, time: int) -> None:
        original(state, session, time)
        session.owed = {seat: OwedDecision(owed.ask, min(owed.since, state.at)) for seat, owed in session.owed.items()}

    patch.setattr(timers, "track_owed_decisions", notice)


def revoked_stay(patch: Patch) -> None:
    patch.setattr(Broadcaster, "_close_revoked", lambda *_args: None)


def another_draw(patch: Patch) -> None:
    def draw(master: bytes, number: int, weight: int) -> int:
        return (seal.draw(master, number, weight) + 1) % weight

    patch.setattr(moves, "seal", SimpleNamespace(**{**vars(seal), "draw": draw}))


def lazy_bots(patch: Patch) -> None:
    patch.setattr(timers, "_bots", lambda *_args: iter(()))


def keep_counting(patch: Patch) -> None:
    patch.setattr(Session, "forget", lambda self, conn: self.connections.pop(conn, None))


def tell_of_replacing(patch: Patch) -> None:
    def events(news: Any, viewer: Any) -> Any:
        return [item.happening.shown_to(viewer).wire() for item in news if item.happening and item.happening.seen_by(viewer)]

    patch.setattr(views, "events_for", events)


def tell_what_faded(patch: Patch) -> None:
    patch.setattr(views, "still_visible", lambda _durable, _viewer, missed: missed)


def hide_the_table(patch: Patch) -> None:
    original: Any = views.beat

    def beat(after: Any, at: str, *more: Any, with_table: bool = True, log: Any = None) -> Any:
        assert with_table in (True, False)
        return original(after, at, *more, with_table=after is None, log=log)

    patch.setattr(views, "beat", beat)


def own_time(patch: Patch) -> None:
    patch.setattr(engine, "end_row", lambda state, row: replace(end_row(state, row), at=0))


def watchers_see_a_seat(patch: Patch) -> None:
    original = views.pictures

    def pictures(state: TableState, viewers: Iterable[Viewer], table: Any, _earlier: Any = None) -> Any:
        return {viewer: original(state, (viewer or 0,), table)[viewer or 0] for viewer in viewers}

    patch.setattr(views, "pictures", pictures)


def bands_for_everybody(patch: Patch) -> None:
    original = gestures.messages_to_audience

    def to_audience(state: TableState, session: Session, conn: Connection, viewer: int | None) -> Any:
        return original(state, session, conn, 99) if viewer is None or viewer != 99 else []

    patch.setattr(gestures, "messages_to_audience", to_audience)


def cards_beside_the_ticks(patch: Patch) -> None:
    def owner_data(self: Riffle, _game: Any, s: Any, master: bytes) -> Any:
        deck, heard = self._sides(s, master)
        return heard.wire() | {"thick": deck.edges[0]}

    patch.setattr(Riffle, "owner_data", owner_data)


def believe_the_page(patch: Patch) -> None:
    original = Riffle.resolve

    def brings(self: Riffle, game: Any, s: Any, master: bytes, values: Any) -> Any:
        outcome, extra = original(self, game, s, master, values)
        return (f"grab {values['n']}" if values.get("n") else outcome), extra

    patch.setattr(Riffle, "resolve", brings)


def bets_in_the_riffle(patch: Patch) -> None:
    original = Riffle.owner_data

    def owner_data(self: Riffle, game: Any, s: Any, master: bytes) -> Any:
        return original(self, game, s, master) | {"k": [s.knows[p][p] for p in range(s.players)]}

    patch.setattr(Riffle, "owner_data", owner_data)


def hands_that_bots_never_end(patch: Patch) -> None:
    patch.setattr(gestures, "bot_due", lambda *_args: None)


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
def test_simulation_catches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    damage, expected, first = BROKEN[name]
    damage(monkeypatch)
    for seed in range(first, first + 400):
        broken = breaks(plan(seed, quiet=seed % TWIN == 0))
        if broken:
            number = int(broken.split()[1]) if broken.startswith("invariant") else 0
            assert number in expected, f"{name} was caught as {broken} by seed {seed}"
            return
    pytest.fail(f"{name} was not caught")
