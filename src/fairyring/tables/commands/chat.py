"""Chat, which is kept in the log, and shouts, which are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.tables.engine.effects import Publish, Send
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import CHAT_RATE, MAX_CHAT_CHARACTERS
from fairyring.tables.names import clean_text
from fairyring.tables.protocol import incoming, outgoing
from fairyring.tables.protocol.encode import encode
from fairyring.tables.refusals import Refused

SHOUTS = 10  # numbers of the page's quick shouts: 0 to 9


def chat(work: UnitOfWork, conn: Connection, cmd: incoming.Say) -> None:
    """Write a line of chat."""
    text = clean_text(cmd.text)
    if len(text) > MAX_CHAT_CHARACTERS:
        raise Refused("too-long", "chat.long", most=MAX_CHAT_CHARACTERS)
    if not text.strip():
        raise Refused("bad-form", "field", field="text")
    if work.state.settings.mute and not work.state.seats_of(conn.guest) and work.state.host != conn.guest:
        raise Refused("not-now", "chat.muted")
    work.require_rate(conn.guest, "chat", CHAT_RATE)
    work.write("chat", {"guest": conn.guest, "at": work.time}, {"text": text.strip()})


def shout(work: UnitOfWork, conn: Connection, cmd: incoming.ShoutOut) -> None:
    """Send a quick shout to all connections, here and in other processes."""
    if not 0 <= cmd.n < SHOUTS:
        raise Refused("bad-form", "field", field="n")
    work.require_rate(conn.guest, "chat", CHAT_RATE)
    message = encode(outgoing.Shout(conn.guest, cmd.n))
    send_to_all(work, message)
    work.out.append(Publish({"from": work.session.process, "shout": message}))


def send_to_all(work: UnitOfWork, message: Mapping[str, Any]) -> None:
    """Send a message to all connections of this process."""
    for conn in work.session.connections:
        work.out.append(Send(conn, message))
