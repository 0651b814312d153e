"""Seats: sitting down, standing up, bots, names, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring import bots
from fairyring.core.errors import DataError, FairyringError, OptionError, UnknownGame
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.tables import names, rules_versions
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import DAY
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import BOT, EMPTY, GATHERING, OVER, PERSON, PLAYING, SEALING, Durable, Settings
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]


def sit(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Sit down on a free seat; while a game runs, ask for a bot's seat: the host lets one have it by `reseat`."""
    seat, guest = cmd["seat"], desk.durable.guests[conn.guest]
    desk.need_seat(seat)
    desk.need_phase(GATHERING, PLAYING)
    if guest.barred == desk.durable.n:
        raise Refused("not-now", "seat.barred")
    found = desk.durable.seats[seat]
    if found.kind == PERSON:
        raise Refused("taken")
    asks = desk.durable.phase == PLAYING and conn.guest != desk.durable.host
    if cmd.get("name") is not None or cmd.get("animal") is not None or not (guest.name or asks):
        _call(desk, conn.guest, cmd.get("name"), cmd.get("animal"))  # the host is told who asks
    if asks:
        desk.live.wishes[conn.guest] = seat
        return
    give(desk, seat, conn.guest)


def give(desk: Desk, seat: int, guest: int) -> None:
    others = [p for p, found in enumerate(desk.durable.seats) if found.kind == PERSON and p != seat]
    if desk.durable.settings.guided and (others or seat):
        raise Refused("taken", "guided.alone")
    desk.write("seat", {"seat": seat, "kind": PERSON, "guest": guest})
    desk.live.wishes.pop(guest, None)


def _call(desk: Desk, number: int, name: str | None, animal: str | None) -> None:
    """Set name and animal. A guest without a name keeps being called by the animal."""
    guest = desk.durable.guests[number]
    others = [other for other in desk.durable.guests.values() if other.number != number]
    data: dict[str, Any] = {"guest": number}
    aside: dict[str, Any] = {}
    if name is not None:
        aside["name"] = names.unique(names.clean(name), [other.name for other in others])
    if animal is not None and animal != guest.animal:
        data["animal"] = names.animal(animal, [other.animal for other in others])
    if len(data) > 1 or aside:
        desk.write("guest", data, aside)


def stand(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    desk.need_phase(GATHERING, OVER)
    desk.need_own(conn.guest, cmd["seat"])
    desk.write("seat", {"seat": cmd["seat"], "kind": EMPTY})


def rename(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    desk.need_phase(GATHERING, OVER)
    _call(desk, conn.guest, cmd["name"], cmd.get("animal"))


def leave(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Give up all seats; in a running game bots take them. A host who leaves hands over."""
    vacate(desk, conn.guest)
    if desk.durable.host == conn.guest:
        heirs = [guest for guest in desk.live.present_people(desk.durable, desk.time) if guest != conn.guest]
        if heirs:
            desk.write("host", {"guest": heirs[0]})


def vacate(desk: Desk, guest: int) -> None:
    desk.live.wishes.pop(guest, None)
    for seat in desk.durable.seats_of(guest):
        if desk.durable.phase in (PLAYING, SEALING):
            desk.write("seat", {"seat": seat, "kind": BOT, "level": level_for(desk.durable)})
        else:
            desk.write("seat", {"seat": seat, "kind": EMPTY})


def room_of(durable: Durable) -> Room | None:
    """The room that is or will be played."""
    if durable.run is not None and durable.phase != GATHERING:
        return rules_versions.find(durable.run.name, durable.run.rules)
    return registry.room(durable.game)


def level_for(durable: Durable, wanted: str | None = None) -> str:
    """The wanted level, or the usual one."""
    room = room_of(durable)
    if room is None:
        return "random"
    if wanted is None:
        return bots.default_level(room)
    game = rules_versions.game(room, durable.options)
    if wanted not in bots.levels(game):
        raise Refused.by_game("bad-form", bots.unknown_level(game, wanted))
    return wanted


def bot(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """A bot for a seat where no person sits; the level "" empties it."""
    desk.need_host(conn.guest)
    desk.need_phase(GATHERING)
    desk.need_seat(cmd["seat"])
    if desk.durable.seats[cmd["seat"]].kind == PERSON:
        raise Refused("taken")
    if cmd.get("level") == "":
        desk.write("seat", {"seat": cmd["seat"], "kind": EMPTY})
    else:
        desk.write("seat", {"seat": cmd["seat"], "kind": BOT, "level": level_for(desk.durable, cmd.get("level"))})


def options(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Another game, other options; people keep a seat, or it is refused."""
    desk.need_host(conn.guest)
    desk.need_phase(GATHERING)
    durable = desk.durable
    if durable.settings.guided:
        raise Refused("not-now", "guided.fixed")
    same = cmd.get("game") in (None, durable.game)
    given = {**(durable.options if same else {}), **(cmd.get("options") or {})}
    found = choose(cmd.get("game") or durable.game, given)
    people = [(p, seat.guest) for p, seat in enumerate(durable.seats) if seat.kind == PERSON]
    if len(people) > found.players:
        raise Refused("taken", "options.people")
    free = [p for p in range(found.players) if p >= len(durable.seats) or durable.seats[p].kind != PERSON]
    moves = [(p, guest, free.pop(0)) for p, guest in people if p >= found.players]
    for p, guest, target in moves:
        desk.write("seat", {"seat": target, "kind": PERSON, "guest": guest})
        desk.write("seat", {"seat": p, "kind": EMPTY})
    desk.write("options", told(found, settings(durable.settings, cmd)))
    for p, seat in enumerate(desk.durable.seats):
        if seat.kind == BOT and seat.level not in bots.levels(found):
            desk.write("seat", {"seat": p, "kind": BOT, "level": level_for(desk.durable)})


def choose(name: str, given: Mapping[str, Any]) -> Game[Any]:
    """The game with these options, or a refusal that says what is wrong with them."""
    try:
        return rules_versions.game(registry.room(name), given)
    except (OptionError, UnknownGame, DataError) as error:
        raise Refused.by_game("bad-form", error) from error
    except (FairyringError, TypeError, ValueError) as error:
        raise Refused("bad-form", "field", field="options") from error


def told(game: Game[Any], chosen: Settings) -> dict[str, Any]:
    """The entry that says what will be played."""
    return {
        "game": game.name,
        "options": rules_versions.plain(game.options),
        "seats": game.players,
        "settings": chosen.plain(),
    }


def settings(before: Settings, cmd: Cmd) -> Settings:
    def flag(name: str, old: bool) -> bool:
        value = cmd.get(name)
        return old if value is None else bool(value)

    wanted = cmd.get("clock")
    clock = before.clock if wanted is None else wanted
    forms: tuple[set[str], ...] = (set(), {"per"}, {"bank"}, {"bank", "add"})
    if set(clock) not in forms or not all(isinstance(ms, int) and 0 <= ms <= DAY for ms in clock.values()):
        raise Refused("bad-form", "field", field="clock")
    if any(clock.get(name, 1000) < 1000 for name in ("per", "bank")):
        raise Refused("bad-form", "field", field="clock")
    found = Settings(flag("public", before.public), flag("aids", before.aids), flag("mute", before.mute), dict(clock))
    return replace(found, guided=before.guided)
