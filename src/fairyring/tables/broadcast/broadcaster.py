"""Broadcaster: computes the messages for every connection after each step. Beats first, then answers, then presence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.declared.declare import UNSET
from fairyring.tables import bot_turns, clocks
from fairyring.tables.broadcast import opaque_ids, presence, views
from fairyring.tables.broadcast.catch_up import CatchUpIndex
from fairyring.tables.commands import gestures, guests
from fairyring.tables.engine.effects import CLOSE_TOKEN, Close, Effect, Publish, Send
from fairyring.tables.engine.inputs import Input
from fairyring.tables.engine.session import Connection, Session, Viewer, viewer_of
from fairyring.tables.engine.unit_of_work import Output, Reply, ResendPicture, SendWelcome
from fairyring.tables.limits import LAG_MS, PROTOCOL_VERSION, WELCOME_CHAT_BYTES
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import ChatLine, Guest, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import encode

Json = dict[str, Any]


@dataclass
class _News:
    """What a row changed."""

    events: dict[Viewer, list[Json]]  # by viewer for whom anything changed
    with_table: bool  # whether the public part of the pictures changed
    beats: dict[tuple[Viewer, str, str | None], tuple[str, Json]] = field(default_factory=dict)
    logs: dict[Viewer, list[Json]] = field(default_factory=dict)  # what can still be looked up, if a page has turned
    page_turns: frozenset[str] = frozenset()  # `views.page_turns`


@dataclass
class Broadcaster:
    """Remembers what was sent, to send only what changed."""

    catch_up: CatchUpIndex = field(default_factory=CatchUpIndex)
    published: Json = field(default_factory=dict)  # the presence that was published to other processes last
    clocks: dict[int, int] = field(default_factory=dict)  # by seat: when the clock that was sent last runs out
    presence_facts: tuple[Any, ...] = ()  # what presence was computed from last …
    presence_until: int | None = None  # … and when it changes by itself
    snapshot_events: dict[Viewer, list[Json]] = field(default_factory=dict)  # of snapshots that are sent together
    checked_guests: Mapping[int, Guest] | None = None  # with these, all connections have valid devices

    def start(self, state: TableState, single_process: bool) -> None:
        """Begin with a table that was just loaded."""
        self.catch_up.start(state, single_process)

    def broadcast(
        self,
        state: TableState,
        row: Row | None,
        session: Session,
        outputs: list[Output],
        causes: dict[str, str],
        event: Input,
    ) -> list[Effect]:
        """Return everything to be sent, now that `state` is durable. `row` led to it; None if nothing was written."""
        out: list[Effect] = []
        self.snapshot_events = {}
        if row is None:
            news = _News({}, with_table=False)
        else:
            news = _News(*self.catch_up.add_row(state), page_turns=views.page_turns(state))
        self._close_revoked(state, session, out)
        for conn in list(session.connections.values()):
            if not conn.fresh:
                self._send_beat(state, session, conn, news, causes.get(conn.id), event, out)
        if row is not None:
            self._send_chat(row, session, out)
            out += gestures.messages_when_finished(row, session)
        for output in outputs:
            self._send_output(state, session, output, event.time, out)
        out += bot_turns.cancel_stale_jobs(state, session)
        self._send_clocks(state, session, event.time, out)
        self._send_presence(state, session, event.time, out)
        self.snapshot_events = {}
        return out

    def _close_revoked(self, state: TableState, session: Session, out: list[Effect]) -> None:
        """Close connections of devices that were revoked, in whichever process."""
        if state.guests is self.checked_guests:
            return  # devices are as before, and each was checked when its connection was opened
        for conn in list(session.connections.values()):
            if not guests.may_stay(state, conn):
                session.forget(conn.id)
                out.append(Close(conn.id, CLOSE_TOKEN))
        self.checked_guests = state.guests

    def _send_beat(
        self,
        state: TableState,
        session: Session,
        conn: Connection,
        news: _News,
        cause: str | None,
        event: Input,
        out: list[Effect],
    ) -> None:
        """Send a connection its beat, if anything changed for its viewer; a snapshot if it has another viewer now."""
        viewer = viewer_of(state, conn)
        if viewer != conn.viewer:  # sat down, stood up, or the curtain moved
            at = opaque_ids.snapshot_cursor(state, event.entropy, conn.id)
            message = self._snapshot(state, viewer, at, cause)
        elif viewer in news.events:
            at, message = self._beat(state, viewer, conn.at, cause, news)
        else:
            return
        session.connections.note_beat(conn, viewer, at)
        out.append(Send(conn.id, message))
        if viewer != conn.viewer:  # the new viewer may be part of the audience of a moving gesture
            out += gestures.messages_to_audience(state, session, session.connections[conn.id], viewer)

    def _beat(self, state: TableState, viewer: Viewer, after: str, cause: str | None, news: _News) -> tuple[str, Json]:
        """Return the cursor and the beat of a row: one object for all connections that get the same."""
        key = (viewer, after, cause)
        if key not in news.beats:
            at, picture = opaque_ids.cursor(state, viewer, state.seq), self.catch_up.picture(viewer)
            events = news.events[viewer]
            log = None
            if news.page_turns and any(event["kind"] in news.page_turns for event in events):
                news.logs = news.logs or views.newest_lasting_events(state, news.events)
                log = news.logs[viewer]
            beat = views.beat(after, at, events, picture, cause, with_table=news.with_table, log=log)
            news.beats[key] = (at, beat)
        return news.beats[key]

    def _snapshot(self, state: TableState, viewer: Viewer, at: str, cause: str | None = None) -> Json:
        """Return a beat that follows on no other: the whole picture, with the newest events that can still be looked up."""
        self.catch_up.remember_snapshot(at, viewer, state.seq)
        if viewer not in self.snapshot_events:  # after a restart a hundred watchers may be welcomed at once
            self.snapshot_events |= views.newest_lasting_events(state, (viewer,))
        return views.beat(None, at, self.snapshot_events[viewer], self.catch_up.picture(viewer), cause)

    def _send_chat(self, row: Row, session: Session, out: list[Effect]) -> None:
        for entry in row.entries:
            if entry.kind == "chat":
                message = encode(outgoing.Chat(entry.data["guest"], entry.aside.get("text", ""), entry.data["at"]))
            elif entry.kind == "forgotten":
                message = encode(outgoing.Forgotten(entry.data["guest"]))
            else:
                continue
            out += [Send(conn.id, message) for conn in session.connections.values() if not conn.fresh]

    def _send_clocks(self, state: TableState, session: Session, time: int, out: list[Effect]) -> None:
        """Send clocks when they begin, stop or change; clients let them run down by themselves."""
        running = _running_clocks(state, session)
        if running != self.clocks:
            self.clocks = running
            message = _clocks_message(running, time)
            out += [Send(conn.id, message) for conn in session.connections.values() if not conn.fresh]

    def _send_output(self, state: TableState, session: Session, output: Output, time: int, out: list[Effect]) -> None:
        match output:
            case Reply():
                out.append(Send(output.conn, output.message))
            case SendWelcome():
                self._send_welcome(state, session, output, time, out)
            case ResendPicture():
                conn = session.connections.get(output.conn)
                if conn is not None and not conn.fresh:
                    beat = views.beat(conn.at, conn.at, [], self.catch_up.picture(conn.viewer))
                    out.append(Send(conn.id, beat))
            case _:
                out.append(output)

    def _send_welcome(self, state: TableState, session: Session, welcome: SendWelcome, time: int, out: list[Effect]) -> None:
        """Welcome a connection: with one merged beat of what it missed since its cursor, or with a snapshot."""
        conn = session.connections.get(welcome.conn)
        if conn is None:
            return
        viewer = viewer_of(state, conn)
        missed = self.catch_up.missed_since(state, viewer, welcome.since) if welcome.since else None
        if missed is not None:
            at, events = missed
            log = views.newest_lasting_events(state, (viewer,))[viewer] if views.turns_page(state, events) else None
            beat = views.beat(welcome.since, at, events, self.catch_up.picture(viewer), log=log)
        else:
            at = opaque_ids.snapshot_cursor(state, welcome.entropy, conn.id)
            beat = self._snapshot(state, viewer, at)
        session.connections[conn.id] = replace(conn, viewer=viewer, at=at, fresh=False)
        you = outgoing.You(conn.guest, list(state.seats_of(conn.guest)), welcome.token or UNSET)
        chat = [outgoing.Chat(line.guest, line.text, line.at) for line in _newest_chat(state.chat)]
        encoded: Any = beat
        out.append(Send(conn.id, encode(outgoing.Welcome(PROTOCOL_VERSION, you, encoded, chat))))
        if running := _running_clocks(state, session):
            out.append(Send(conn.id, _clocks_message(running, time)))
        out.append(Send(conn.id, presence.presence_message(state, session, time)))
        out += gestures.messages_to_audience(state, session, session.connections[conn.id], viewer)

    def _send_presence(self, state: TableState, session: Session, time: int, out: list[Effect]) -> None:
        """Send presence to all connections if it changed, and publish to other processes if their part of it changed."""
        facts = presence.facts(state, session)
        if facts == self.presence_facts and (self.presence_until is None or time < self.presence_until):
            return
        self.presence_facts, self.presence_until = facts, presence.valid_until(state, session, time)
        message = presence.presence_message(state, session, time)
        if message != session.sent_presence:
            session.sent_presence = message
            out += [Send(conn.id, message) for conn in session.connections.values() if not conn.fresh]
        if session.single_process:
            return
        summary = presence.peer_summary(session)
        if summary != self.published:
            self.published, session.published_at = summary, time
            out.append(Publish(summary))


def _newest_chat(lines: Sequence[ChatLine]) -> Sequence[ChatLine]:
    """Return the newest lines of chat that fit into a welcome."""
    bytes_left = WELCOME_CHAT_BYTES
    for count, line in enumerate(reversed(lines)):
        bytes_left -= len(line.text.encode())
        if bytes_left < 0:
            return lines[len(lines) - count :]
    return lines


def _running_clocks(state: TableState, session: Session) -> dict[int, int]:
    """Return by seat when its running clock runs out, as players see it: without the allowance for lag."""
    if not state.settings.clock:
        return {}
    deadlines = {seat: clocks.deadline(state, session, seat) for seat in session.owed}
    return {seat: deadline - LAG_MS for seat, deadline in deadlines.items() if deadline is not None}


def _clocks_message(running: dict[int, int], time: int) -> Json:
    return encode(outgoing.Clocks({str(seat): max(0, end - time) for seat, end in running.items()}))
