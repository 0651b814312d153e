"""The catalogue of a game: everything that does not change while it is played. It is sent once; views hold the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fairyring.core.fields.scalars import FieldType
from fairyring.core.fields.schema import Field, SeenBy
from fairyring.core.fields.vocabulary import Domain, words_of
from fairyring.core.game.actions import Actions
from fairyring.core.game.events import Fades
from fairyring.core.game.zones import ZoneKind
from fairyring.core.table.odds import odds
from fairyring.core.text.messages import Message, Named

if TYPE_CHECKING:
    from fairyring.core.game.game import Game
    from fairyring.core.game.room import Room

SEEN_BY = {SeenBy.NOBODY: "nobody", SeenBy.OWNER: "owner", SeenBy.EVERYBODY: "everybody"}


def catalogue(game: Game[Any]) -> dict[str, Any]:
    """Return the catalogue of a game as JSON values."""
    room = game.room
    fields = room.schema.state.fields
    return {
        "game": room.name,
        "rules": room.rules.VERSION,
        "designer": room.info.designer,
        "publisher": room.info.publisher,
        "minutes": list(room.info.minutes),
        "seats": list(room.schema.state.seats),
        "players": game.players,
        "options": option_forms(room, game.options),
        "numbers": game.numbers,
        "house": list(game.house_rules),
        "chosen": {name: str(value) if isinstance(value, str) else value for name, value in game.options.items()},
        "names": {domain.label: list(words_of(domain, game.vocabulary)) for domain in _domains(game)},
        "things": {
            label: {str(word): {key: _entry(value) for key, value in entry.items()} for word, entry in things.items()}
            for label, things in game.things.items()
        },
        "zones": {zone.name: _zone(zone, fields) for zone in room.schema.zones},
        "actions": _actions(room.schema.actions),
        "chance": _actions(room.schema.chance),
        "events": {
            kind.name: {
                "args": kind.speech,
                "own": kind.owners,
                "fades": not callable(kind.fades) and bool(kind.fades) and not _kept(game, kind.fades),
                "page": kind.new_page,
                "choice": kind.choice,
            }
            for kind in room.schema.events
        },
        "ends": list(room.schema.ends.words),
        "refusals": list(room.schema.refusals.words),
        "odds": odds(game),
        "hands": room.options.reports_outcomes(game.options),
    }


def option_forms(room: Room, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a form needs to ask for the options of a game, house rules last; `options` are those chosen so far."""
    chosen = {option.name: option.default for option in room.options.declared} | dict(options)
    forms = [option.form() for option in room.options.declared]
    return forms + [number.form(chosen) for number in room.options.numbers]


def _kept(game: Game[Any], fades: Fades) -> bool:
    return isinstance(fades, str) and bool(game.options.get(fades) == "yes")


def _entry(value: Any) -> Any:
    if isinstance(value, Named):
        return {"one": value.label, "word": value.word}
    if isinstance(value, Message):
        return value.wire()
    if isinstance(value, Mapping):
        return {str(key): _entry(item) for key, item in value.items()}
    return [_entry(item) for item in value] if isinstance(value, list | tuple) else value


def _zone(zone: ZoneKind, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return a zone: its things and places, the view fields that show it, and to whom."""
    seen = fields[zone.shows].visibility.shown if zone.shows else SeenBy.NOBODY
    return {
        "things": zone.things.label if zone.things else None,
        "per_seat": zone.per_seat,
        "places": zone.places.label if zone.places else None,
        "shows": zone.shows or None,
        "count": zone.count or None,
        "open": zone.open or None,
        "free": zone.free or None,
        "top_only": zone.top_only,
        "seen_by": SEEN_BY[seen],
    }


def _actions(layout: Actions) -> list[dict[str, Any]]:
    return [
        {"kind": kind.name, "args": {arg: domain.label for arg, domain in kind.args.items()}, "first": kind.first}
        for kind in layout.kinds
    ]


def _domains(game: Game[Any]) -> Iterator[Domain]:
    """Yield every domain that the game uses, once, by label."""
    room = game.room
    field_types: list[FieldType] = [field.field_type for field in room.schema.state.fields.values()]
    field_types += [field_type for kind in room.schema.events for field_type in kind.args.values()]
    domains: dict[str, Domain] = {}
    for layout in (room.schema.actions, room.schema.chance):
        for kind in layout.kinds:
            domains |= {domain.label: domain for domain in kind.args.values()}
    for zone in room.schema.zones:
        domains |= {domain.label: domain for domain in (zone.things, zone.places) if domain is not None}
    while field_types:
        field_type = field_types.pop()
        domain, inner = getattr(field_type, "domain", None), getattr(field_type, "item_type", None)
        if domain is not None:
            domains.setdefault(domain.label, domain)
        if inner is not None:
            field_types.append(inner)
    yield from (domains[label] for label in sorted(domains))
