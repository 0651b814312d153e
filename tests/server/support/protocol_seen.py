"""Messages held against the types of the protocol, strictly; and what of the types was seen on the way."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any

import jsonschema
import msgspec
from msgspec import UNSET, Struct, inspect

from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.generate.games import json_schema
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.incoming import Said, decode_said

# What a message may take at most, in bytes.
LARGEST = {"ack": 100, "presence": 1000, "beat": 16_000, "welcome": 48_000}
LARGEST_SAID = 4096


class Seen:
    """Reads every message, and remembers which types and fields occurred, which were missing, and which words were used."""

    def __init__(self) -> None:
        self.kinds: set[type[Struct]] = set()
        self.fields: dict[tuple[str, str], set[bool]] = defaultdict(set)  # whether it was there, or not null
        self.words: dict[str, set[str]] = defaultdict(set)
        self.largest: dict[str, int] = defaultdict(int)
        self.messages = 0

    def told(self, text: str, room: Room | None = None, sizes: bool = True) -> outgoing.Told:
        """A message of a table, which plays this game where it shows one."""
        found = outgoing.decode_told(text)
        assert found is not None, text
        self._exact(found, text)
        kind, size = json.loads(text)["type"], len(text.encode())
        kind = "foreseen" if kind == "ack" and '"legal":' in text else kind  # an ack that holds a picture
        self.largest[kind] = max(self.largest[kind], size)
        assert not sizes or size <= LARGEST.get("beat" if kind == "foreseen" else kind, 1000), f"{kind} has {size} bytes"
        match found:
            case outgoing.Welcome(beat=beat):
                _shows(beat, room)
            case outgoing.Beat():
                _shows(found, room)
            case outgoing.Nack():
                self.words["code"].add(found.code)
            case outgoing.Presence():
                self.words["here"] |= set(found.guests.values())
                self.words["about"] |= {about for about, _seat, _guests in found.votes}
        return found

    def said(self, text: str) -> Said:
        """A message of a socket that means well."""
        found = decode_said(text)
        self._exact(found, text)
        assert len(text.encode()) <= LARGEST_SAID
        return found

    def _exact(self, found: Struct, text: str) -> None:
        """Nothing in the message that the types do not have: what was read is what was written."""
        read = json.loads(msgspec.json.encode(found))
        assert read == json.loads(text), f"{text}\nis read as\n{json.dumps(read, ensure_ascii=False)}"
        self.messages += 1
        self._walk(found)

    def _walk(self, value: Any) -> None:
        if isinstance(value, Struct):
            self.kinds.add(type(value))
            for name in value.__struct_fields__:
                inner = getattr(value, name)
                self.fields[type(value).__name__, name].add(inner is not UNSET and inner is not None)
                self._walk(inner)
            if isinstance(value, outgoing.Table):
                self.words["phase"].add(value.phase)
        elif isinstance(value, dict):
            for inner in value.values():
                self._walk(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                self._walk(inner)

    def missing(self, kinds: list[type[Struct]]) -> list[str]:
        """Types that were never seen, and fields that may be missing or null but never were, or always were."""
        told = [kind.__name__ for kind in kinds if kind not in self.kinds]
        for kind in kinds:
            info = inspect.type_info(kind)
            assert isinstance(info, inspect.StructType)
            for field in info.fields:
                wanted = {True, False} if not field.required or _nullable(field.type) else {True}
                lack = wanted - self.fields[kind.__name__, field.name]
                told += [f"{kind.__name__}.{field.name} {'there' if one else 'missing'}" for one in sorted(lack)]
        return told


def _nullable(info: inspect.Type) -> bool:
    return isinstance(info, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in info.types)


# What a game shows, against its own declarations ---------------------------------------------------------


def _shows(beat: outgoing.Beat, room: Room | None) -> None:
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
    made = jsonschema.Draft202012Validator
    events = {"took-back": made(_object({"seat": {"type": "integer"}}))}
    for kind in room.schema.events:
        args = {
            arg: {"anyOf": [what.json(), {"type": "null"}]} if arg in kind.owners else what.json()
            for arg, what in kind.args.items()
        }
        events[kind.name] = made(_object(args))
    actions = {kind.name: set(kind.args) for kind in room.schema.actions.kinds}
    actions |= {f"nature {kind.name}": set(kind.args) for kind in room.schema.chance.kinds}
    return made(json_schema(room)), events, actions


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def room_of(name: str) -> Room:
    return registry.room(name)
