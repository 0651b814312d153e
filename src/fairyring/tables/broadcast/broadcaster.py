"""The teller: after each step, what every socket is sent. Beats first, then answers, then who is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fairyring.tables import bot_turns, clocks
from fairyring.tables.broadcast import opaque_ids, presence, views
from fairyring.tables.broadcast.catch_up import Trail
from fairyring.tables.commands import gestures
from fairyring.tables.engine.effects import TOKEN, Close, Effect, Send, Tell
from fairyring.tables.engine.inputs import Input
from fairyring.tables.engine.session import Conn, Live, Viewer, viewer_of
from fairyring.tables.engine.unit_of_work import Output, Reply, Show, Welcome
from fairyring.tables.limits import CHAT_BYTES, LAG, PROTO
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import Durable, Line
from fairyring.tables.protocol.sent import Chatted, Clocks, Forgotten, Presence


@dataclass
class Teller:
    """What was shown to whom."""

    trail: Trail = field(default_factory=Trail)
    told: dict[str, Any] = field(default_factory=dict)  # what other processes were told last
    clocks: dict[int, int] = field(default_factory=dict)  # by seat, when the clock that was told last will have run out

    def begin(self, durable: Durable) -> None:
        self.trail.begin(durable)

    def tell(
        self,
        durable: Durable,
        row: Row | None,
        live: Live,
        told: list[Output],
        causes: dict[str, str],
        given: Input,
    ) -> list[Effect]:
        """Everything that goes out now that this is so."""
        out: list[Effect] = []
        was = self.trail.see(None)["table"]
        news = self.trail.follow(durable) if row is not None else {}
        self._revoke(durable, live, out)
        for conn in list(live.conns.values()):
            if not conn.fresh:
                self._beat(was, durable, live, conn, news, causes.get(conn.id), given, out)
        if row is not None:
            self._chat(row, live, out)
            out += gestures.finished(row, live)
        for one in told:
            self._say(durable, live, one, given.time, out)
        out += bot_turns.stale(durable, live)
        self._clocks(durable, live, given.time, out)
        self._presence(durable, live, given.time, out)
        return out

    def _revoke(self, durable: Durable, live: Live, out: list[Effect]) -> None:
        """Sockets of devices that are revoked by now, in whatever process that was decided."""
        for conn in list(live.conns.values()):
            guest = durable.guests.get(conn.guest)
            if guest is None or conn.token not in guest.devices:
                live.forget(conn.id)
                out.append(Close(conn.id, TOKEN))

    def _beat(
        self,
        was: dict[str, Any],
        durable: Durable,
        live: Live,
        conn: Conn,
        news: dict[Viewer, list[dict[str, Any]]],
        cause: str | None,
        given: Input,
        out: list[Effect],
    ) -> None:
        viewer = viewer_of(durable, conn)
        if viewer != conn.viewer:  # sat down, stood up, curtain: a whole picture, of which nothing before is told
            at = opaque_ids.snapshot_cursor(durable, given.entropy, conn.id)
            made = self._whole(durable, viewer, at, cause)
        elif viewer in news:
            at = opaque_ids.cursor(durable, viewer, durable.seq)
            seen = self.trail.see(viewer)
            made = views.beat(conn.at, at, news[viewer], seen, cause, table=was != seen["table"])
        else:
            return
        live.conns[conn.id] = replace(conn, viewer=viewer, at=at)
        out.append(Send(conn.id, made))
        if viewer != conn.viewer:  # who takes the device sees the hand that moves as the others do
            out += gestures.to_audience(durable, live, live.conns[conn.id], viewer)

    def _whole(self, durable: Durable, viewer: Viewer, at: str, cause: str | None = None) -> dict[str, Any]:
        self.trail.mark(at, viewer, durable.seq)
        told = views.newest(views.lasting(durable, viewer))
        return views.beat(None, at, told, self.trail.see(viewer), cause)

    def _chat(self, row: Row, live: Live, out: list[Effect]) -> None:
        for entry in row.entries:
            if entry.kind == "chat":
                line = Chatted(entry.data["guest"], entry.aside.get("text", ""), entry.data["at"]).wire()
            elif entry.kind == "forgotten":
                line = Forgotten(entry.data["guest"]).wire()
            else:
                continue
            out += [Send(conn.id, line) for conn in live.conns.values() if not conn.fresh]

    def _clocks(self, durable: Durable, live: Live, time: int, out: list[Effect]) -> None:
        """Clocks are told when they begin, stop or change; pages let them run down by themselves."""
        running = _running(durable, live)
        if running != self.clocks:
            self.clocks = running
            message = _left(running, time)
            out += [Send(conn.id, message) for conn in live.conns.values() if not conn.fresh]

    def _say(self, durable: Durable, live: Live, one: Output, time: int, out: list[Effect]) -> None:
        match one:
            case Reply():
                out.append(Send(one.conn, one.message))
            case Welcome():
                self._welcome(durable, live, one, time, out)
            case Show():
                conn = live.conns.get(one.conn)
                if conn is not None and not conn.fresh:
                    out.append(Send(conn.id, views.beat(conn.at, conn.at, [], self.trail.see(conn.viewer))))
            case _:
                out.append(one)

    def _welcome(self, durable: Durable, live: Live, one: Welcome, time: int, out: list[Effect]) -> None:
        conn = live.conns.get(one.conn)
        if conn is None:
            return
        viewer = viewer_of(durable, conn)
        found = self.trail.since(durable, viewer, one.since) if one.since else None
        if found is not None:
            at, missed = found
            beat = views.beat(one.since, at, missed, self.trail.see(viewer))
        else:
            at = opaque_ids.snapshot_cursor(durable, one.entropy, conn.id)
            beat = self._whole(durable, viewer, at)
        live.conns[conn.id] = replace(conn, viewer=viewer, at=at, fresh=False)
        you: dict[str, Any] = {"guest": conn.guest, "seats": list(durable.seats_of(conn.guest))}
        if one.token:
            you["token"] = one.token
        chat = [Chatted(line.guest, line.text, line.at).wire() for line in _newest(durable.chat)]
        welcome = {"type": "welcome", "proto": PROTO, "you": you, "beat": beat, "chat": chat}
        out.append(Send(conn.id, welcome))
        if running := _running(durable, live):
            out.append(Send(conn.id, _left(running, time)))
        out.append(Send(conn.id, Presence(presence.shown(durable, live, time)).wire()))
        out += gestures.to_audience(durable, live, live.conns[conn.id], viewer)

    def _presence(self, durable: Durable, live: Live, time: int, out: list[Effect]) -> None:
        shown = presence.shown(durable, live, time)
        if shown != live.shown:
            live.shown = shown
            out += [Send(conn.id, Presence(shown).wire()) for conn in live.conns.values() if not conn.fresh]
        told = presence.tell(live)
        if told != self.told and not live.alone:
            self.told, live.retell = told, time
            out.append(Tell(told))


def _newest(lines: Sequence[Line]) -> Sequence[Line]:
    """The newest lines of chat that fit into a welcome."""
    room = CHAT_BYTES
    for count, line in enumerate(reversed(lines)):
        room -= len(line.text.encode())
        if room < 0:
            return lines[len(lines) - count :]
    return lines


def _running(durable: Durable, live: Live) -> dict[int, int]:
    ends = {seat: clocks.deadline(durable, live, seat) for seat in live.owed}
    return {seat: end - LAG for seat, end in ends.items() if end is not None}


def _left(running: dict[int, int], time: int) -> dict[str, Any]:
    return Clocks({seat: max(0, end - time) for seat, end in running.items()}).wire()
