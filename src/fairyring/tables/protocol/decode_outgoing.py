"""Decode messages from a table, for clients in Python."""

from __future__ import annotations

from typing import Any, cast

from fairyring.core.declared.declare import tag_of
from fairyring.core.declared.decode import DecodeError, decode_union
from fairyring.tables.protocol.outgoing import ServerMessage

_TAGS = {tag_of(kind) for kind in ServerMessage.__args__}


def decode_server_message(value: Any) -> ServerMessage | None:
    """Return a message of a table, from JSON; None for a type that this version does not know. Raises DecodeError."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise DecodeError("expected a message")
    if value["type"] not in _TAGS:
        return None
    return cast(ServerMessage, decode_union(ServerMessage, value))
