"""Checks messages strictly against the declarations of the protocol, and records which of the declarations occurred."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from types import NoneType
from typing import Any, get_args

import jsonschema

from fairyring.core.declared.declare import UNSET, fields_of, is_declared
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.generate.games import json_schema
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.decode_outgoing import decode_server_message
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.incoming import ClientMessage, decode_client_message
from fairyring.tables.protocol.outgoing import ServerMessage

# Largest messages, in bytes.
LARGEST = {"ack": 100, "presence": 1000, "beat": 16_000, "welcome": 48_000}
LARGEST_FROM_CLIENT = 4096


class ProtocolCoverage:
    """Decodes every message, and records which types and fields occurred, which were left out, and which words were used."""

    def __init__(self) -> None:
        self.kinds: set[type[Any]] = set()
        self.fields: dict[tuple[str, str], set[bool]] = defaultdict(set)  # whether it was there and not null
        self.words: dict[str, set[str]] = defaultdict(set)
        self.largest: dict[str, int] = defaultdict(int)
        self.messages = 0

    def from_server(self, text: str, room: Room | None = None, sizes: bool = True) -> ServerMessage:
        """Check a message of a table; `room` is the game it shows, if any."""
        message = decode_server_message(json.loads(text))
        assert message is not None, text
        self._exact(message, text)
        kind, size = json.loads(text)["type"], len(text.encode())
        kind = "foreseen" if kind == "ack" and '"legal":' in text else kind  # an ack with a view
        self.largest[kind] = max(self.largest[kind], size)
        assert not sizes or size <= LARGEST.get("beat" if kind == "foreseen" else kind, 1000), f"{kind} has {size} bytes"
        match message:
            case outgoing.Welcome(beat=beat):
                _check_game(beat, room)
            case outgoing.Beat():
                _check_game(message, room)
            case outgoing.Nack():
                self.words["code"].add(message.code)
            case outgoing.Presence():
                self.words["here"] |= set(message.guests.values())
                self.words["about"] |= {about for about, _seat, _guests in message.votes}
        return message

    def from_client(self, text: str) -> ClientMessage:
        """Check a message of an honest client."""
        message = decode_client_message(json.loads(text))
        self._exact(message, text)
        assert len(text.encode()) <= LARGEST_FROM_CLIENT
        return message

    def _exact(self, message: Any, text: str) -> None:
        """Require that encoding the decoded message gives the same: it holds nothing that is not declared."""
        again = json.loads(json.dumps(encode(message)))
        assert again == json.loads(text), f"{text}\nis read as\n{json.dumps(again, ensure_ascii=False)}"
        self.messages += 1
        self._walk(message)

    def _walk(self, value: Any) -> None:
        if is_declared(type(value)):
            self.kinds.add(type(value))
            for field in fields_of(type(value)):
                inner = getattr(value, field.name)
                self.fields[type(value).__name__, field.name].add(inner is not UNSET and inner is not None)
                self._walk(inner)
            if isinstance(value, outgoing.Table):
                self.words["phase"].add(value.phase)
        elif isinstance(value, dict):
            for inner in value.values():
                self._walk(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                self._walk(inner)

    def missing(self, kinds: list[type[Any]]) -> list[str]:
        """Return types that never occurred, and optional or nullable fields that were always there, or never."""
        missing = [kind.__name__ for kind in kinds if kind not in self.kinds]
        for kind in kinds:
            for field in fields_of(kind):
                expected = {True, False} if field.optional or NoneType in get_args(field.type) else {True}
                lack = expected - self.fields[kind.__name__, field.name]
                missing += [f"{kind.__name__}.{field.name} {'there' if there else 'missing'}" for there in sorted(lack)]
        return missing


# What a game shows, against its own declarations ---------------------------------------------------------


def _check_game(beat: outgoing.Beat, room: Room | None) -> None:
    if room is None:
        return
    views, events, actions = _schemas(room)
    if beat.view is not None:
        views.validate(beat.view)
    for event in beat.events:
        events[event.kind].validate(event.args)
    for own in beat.seats.values():
        assert (own.ask is UNSET) == (own.legal is UNSET)
        chosen = [] if own.chosen is UNSET else [own.chosen]
        for action in [*([] if own.legal is UNSET else own.legal), *chosen]:
            assert set(action.args) == actions[action.kind]
        if own.report is not UNSET:
            assert all(set(outcome.args) == actions[f"nature {outcome.kind}"] for outcome in own.report.outcomes)


@cache
def _schemas(room: Room) -> tuple[Any, dict[str, Any], dict[str, set[str]]]:
    validator = jsonschema.Draft202012Validator
    events = {"took-back": validator(_object({"seat": {"type": "integer"}}))}
    for kind in room.schema.events:
        args = {
            arg: {"anyOf": [field_type.json(), {"type": "null"}]} if arg in kind.owners else field_type.json()
            for arg, field_type in kind.args.items()
        }
        events[kind.name] = validator(_object(args))
    actions = {kind.name: set(kind.args) for kind in room.schema.actions.kinds}
    actions |= {f"nature {kind.name}": set(kind.args) for kind in room.schema.chance.kinds}
    return validator(json_schema(room)), events, actions


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def room_of(name: str) -> Room:
    return registry.room(name)
