"""Encoding of messages as JSON text. Fragments that several messages share are encoded once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fairyring.tables.protocol.encode import Fragment

ENCODE = msgspec.json.Encoder().encode
REQUIRED_FIELDS = 7  # of a beat


class MessageEncoder:
    """Encodes messages that are sent together: the same object is encoded once. Callers keep the objects alive."""

    def __init__(self) -> None:
        self._texts: dict[int, bytes] = {}  # by the id of a message, or of a shared part of beats

    def encode(self, message: Mapping[str, Any]) -> bytes:
        """Return a message as JSON."""
        text = self._texts.get(id(message))
        if text is None:
            text = self._texts[id(message)] = self._beat(message) if message["type"] == "beat" else ENCODE(message)
        return text

    def _beat(self, message: Mapping[str, Any]) -> bytes:
        """Return a beat as JSON, put together from its parts in the order of `views.beat`."""
        events, prompt, seats, texts = message["events"], message["prompt"], message["seats"], self._texts
        optional = b""
        if len(message) > REQUIRED_FIELDS:
            table, cause, log = message.get("table"), message.get("cause"), message.get("log")
            optional = b"%b%b%b" % (
                b"" if table is None else b',"table":%b' % fragment_text(table),
                b"" if cause is None else b',"cause":%b' % ENCODE(cause),
                b"" if log is None else b',"log":%b' % self._shared(log),
            )
        return b'{"type":"beat","after":%b,"at":%b,"events":%b,"view":%b,"prompt":%b,"seats":%b%b}' % (
            ENCODE(message["after"]),
            ENCODE(message["at"]),
            texts.get(id(events)) or self._shared(events),
            ENCODE(message["view"]),  # each viewer has one of its own, and equal beats are one object
            b"null" if prompt is None else getattr(prompt, "text", None) or fragment_text(prompt),
            getattr(seats, "text", None) or fragment_text(seats),
            optional,
        )

    def _shared(self, value: Any) -> bytes:
        """Return a value that may be part of several of these messages as JSON."""
        text = self._texts.get(id(value))
        if text is None:
            text = self._texts[id(value)] = ENCODE(value)
        return text


def fragment_text(fragment: Fragment) -> bytes:
    """Return a fragment as JSON; encoded the first time only."""
    try:
        return fragment.text
    except AttributeError:
        fragment.text = ENCODE(fragment)
        return fragment.text
