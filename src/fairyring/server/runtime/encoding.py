"""Encoding of messages as JSON text. Fragments that several messages share are encoded once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fairyring.tables.protocol.encode import Fragment

ENCODE = msgspec.json.Encoder().encode
KEYS = {key: b',"%b":' % key.encode() for key in ("after", "at", "events", "view", "prompt", "seats", "table", "cause")}
BEAT = b'{"type":"beat"'


class MessageEncoder:
    """Encodes messages that are sent together: the same object is encoded once. Callers keep the objects alive."""

    def __init__(self) -> None:
        self._texts: dict[int, bytes] = {}  # by the id of a message, or of the events of a beat

    def encode(self, message: Mapping[str, Any]) -> bytes:
        """Return a message as JSON."""
        text = self._texts.get(id(message))
        if text is None:
            text = self._texts[id(message)] = self._beat(message) if message["type"] == "beat" else ENCODE(message)
        return text

    def _beat(self, message: Mapping[str, Any]) -> bytes:
        parts = [BEAT]
        for key, value in message.items():
            if key == "type":
                continue
            parts.append(KEYS[key])
            if isinstance(value, Fragment):
                parts.append(fragment_text(value))
            elif key == "events" and value:
                text = self._texts.get(id(value))
                if text is None:
                    text = self._texts[id(value)] = ENCODE(value)
                parts.append(text)
            else:
                parts.append(ENCODE(value))
        parts.append(b"}")
        return b"".join(parts)


def fragment_text(fragment: Fragment) -> bytes:
    """Return a fragment as JSON; encoded the first time only."""
    try:
        return fragment.text
    except AttributeError:
        fragment.text = ENCODE(fragment)
        return fragment.text
