"""Talk: chat, which is kept, and shouts, which are not."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from fairyring.tables.engine.effects import Send, Tell
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import CHAT_CHARACTERS, CHAT_RATE
from fairyring.tables.names import DROPPED
from fairyring.tables.protocol.sent import Shouted
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]
SHOUTS = 10


def chat(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    text = "".join(c if unicodedata.category(c) not in DROPPED else " " for c in unicodedata.normalize("NFC", cmd["text"]))
    if len(text) > CHAT_CHARACTERS:
        raise Refused("too-long", "chat.long", most=CHAT_CHARACTERS)
    if not text.strip():
        raise Refused("bad-form", "field", field="text")
    if desk.durable.settings.mute and not desk.durable.seats_of(conn.guest) and desk.durable.host != conn.guest:
        raise Refused("not-now", "chat.muted")
    desk.need_patience(conn.guest, "chat", CHAT_RATE)
    desk.write("chat", {"guest": conn.guest, "at": desk.time}, {"text": text.strip()})


def shout(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    if not 0 <= cmd["n"] < SHOUTS:
        raise Refused("bad-form", "field", field="n")
    desk.need_patience(conn.guest, "chat", CHAT_RATE)
    shouted = Shouted(conn.guest, cmd["n"]).wire()
    spread(desk, shouted)
    desk.out.append(Tell({"from": desk.live.me, "shout": shouted}))


def spread(desk: Desk, message: Mapping[str, Any]) -> None:
    for other in desk.live.conns:
        desk.out.append(Send(other, message))
