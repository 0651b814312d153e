"""Seats: sitting down, standing up, bots, names, and the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring import bots
from fairyring.core.declared.declare import UNSET, or_none
from fairyring.core.errors import DataError, FairyringError, OptionError, UnknownGame
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.tables import names, rules_versions
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import DAY, SECOND
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import BOT, EMPTY, GATHERING, OVER, PERSON, PLAYING, SEALING, TableSettings, TableState
from fairyring.tables.protocol import incoming
from fairyring.tables.protocol.encode import encode
from fairyring.tables.refusals import Refused

# Fields that the setting `clock` may have together: off, per decision, a bank without or with an increment.
CLOCK_FORMS: tuple[set[str], ...] = (set(), {"per"}, {"bank"}, {"bank", "add"})


def sit(work: UnitOfWork, conn: Connection, cmd: incoming.Sit) -> None:
    """Sit down on a free seat. While a game runs, request a bot's seat, which the host may give by `reseat`."""
    seat, guest = cmd.seat, work.state.guests[conn.guest]
    work.require_seat(seat)
    work.require_phase(GATHERING, PLAYING)
    if work.state.seats[seat].kind == PERSON:
        raise Refused("taken")
    require_may_sit(work, seat, conn.guest)
    requests = work.state.phase == PLAYING and conn.guest != work.state.host
    if cmd.name is not UNSET or cmd.animal is not UNSET or not (guest.name or requests):
        _set_name(work, conn.guest, or_none(cmd.name), or_none(cmd.animal))  # of a request, too: the host sees it
    if requests:
        work.session.seat_requests[conn.guest] = seat
        return
    give_seat(work, seat, conn.guest)


def give_seat(work: UnitOfWork, seat: int, guest: int) -> None:
    """Give a seat to a guest who may sit there; at a table without a seal only the first seat, and only to one person."""
    require_may_sit(work, seat, guest)
    others = [p for p, other in enumerate(work.state.seats) if other.kind == PERSON and p != seat]
    if work.state.settings.unsealed and (others or seat):
        if work.state.settings.guided:
            raise Refused("taken", "guided.alone")
        raise Refused("taken", "deal.alone")
    work.write("seat", {"seat": seat, "kind": PERSON, "guest": guest})
    work.session.seat_requests.pop(guest, None)


def require_may_sit(work: UnitOfWork, seat: int, guest: int) -> None:
    """Require that the guest is not barred, and learns no secrets of a second seat.

    In a running game whose rules have secrets, a guest who has or had a seat may only return to that one: a seat of a person
    or a bot has things that its owner alone knows. Imported games have no secrets from the importer.
    """
    state, run = work.state, work.state.run
    if state.phase == SEALING:  # the seats are part of what is being sealed
        raise Refused("not-now")
    if (guest in state.guests and state.guests[guest].barred == state.n) or _came_back(work, guest):
        raise Refused("not-now", "seat.barred")
    if state.phase != PLAYING or run is None or run.imported or guest not in run.sat or seat in run.sat[guest]:
        return
    room = room_of(state)
    if room is None or room.has_secrets:
        raise Refused("not-now", "seat.secrets")


def _came_back(work: UnitOfWork, guest: int) -> bool:
    """Return whether a guest came from the address of a barred guest, after the ban in this game."""
    barred = [work.session.barred.get(conn.address) for conn in work.session.connections_of(guest)]
    return any(entry is not None and entry[0] == work.state.n and guest not in entry[1] for entry in barred)


def _set_name(work: UnitOfWork, number: int, name: str | None, animal: str | None) -> None:
    """Set name and animal of a guest, each if given."""
    guest = work.state.guests[number]
    others = [other for other in work.state.guests.values() if other.number != number]
    data: dict[str, Any] = {"guest": number}
    aside: dict[str, Any] = {}
    if name is not None:
        unique = names.unique_name(names.clean_name(name), [other.name for other in others])
        aside |= {"name": unique} if unique != guest.name else {}
    if animal is not None and animal != guest.animal:
        data["animal"] = names.free_animal(animal, [other.animal for other in others])
    if len(data) > 1 or aside:
        work.write("guest", data, aside)


def stand(work: UnitOfWork, conn: Connection, cmd: incoming.Stand) -> None:
    """Give up a seat before or after a game."""
    work.require_phase(GATHERING, OVER)
    work.require_owner(conn.guest, cmd.seat)
    work.write("seat", {"seat": cmd.seat, "kind": EMPTY})


def rename(work: UnitOfWork, conn: Connection, cmd: incoming.Rename) -> None:
    """Change the guest's name, and perhaps the animal."""
    work.require_phase(GATHERING, OVER)
    _set_name(work, conn.guest, cmd.name, or_none(cmd.animal))


def leave(work: UnitOfWork, conn: Connection, _cmd: incoming.Leave) -> None:
    """Give up all seats; in a running game bots take them. A host who leaves hands over to a present person."""
    vacate_seats(work, conn.guest)
    if work.state.host == conn.guest:
        heirs = [guest for guest in work.session.present_people(work.state, work.time) if guest != conn.guest]
        if heirs:
            work.write("host", {"guest": heirs[0]})


def vacate_seats(work: UnitOfWork, guest: int) -> None:
    """Empty all seats of a guest; while a game runs, give them to bots."""
    work.session.seat_requests.pop(guest, None)
    for seat in work.state.seats_of(guest):
        if work.state.phase in (PLAYING, SEALING):
            work.write("seat", {"seat": seat, "kind": BOT, "level": bot_level(work.state)})
        else:
            work.write("seat", {"seat": seat, "kind": EMPTY})


def room_of(state: TableState) -> Room | None:
    """Return the room that is or will be played; None if this process lacks its version of the rules."""
    if state.run is not None and state.phase != GATHERING:
        return rules_versions.room_of_version(state.run.name, state.run.rules)
    return registry.room(state.game)


def bot_level(state: TableState, wanted: str | None = None) -> str:
    """Return the wanted level of a bot, or the room's usual one; raise Refused if the game has no such level."""
    room = room_of(state)
    if room is None:
        return "random"
    if wanted is None:
        return bots.default_level(room)
    game = rules_versions.configured_game(room, state.options)
    if wanted not in bots.levels(game):
        raise Refused.by_game("bad-form", bots.unknown_level(game, wanted))
    return wanted


def bot(work: UnitOfWork, conn: Connection, cmd: incoming.SeatBot) -> None:
    """Put a bot on a seat where no person sits; the level "" empties it."""
    work.require_host(conn.guest)
    work.require_phase(GATHERING)
    work.require_seat(cmd.seat)
    if work.state.seats[cmd.seat].kind == PERSON:
        raise Refused("taken")
    if work.state.settings.deal.startswith("day/"):
        raise Refused("not-now", "deal.fixed")
    level = "" if cmd.level == "" else bot_level(work.state, or_none(cmd.level))
    if level == work.state.seats[cmd.seat].level and bool(level) == (work.state.seats[cmd.seat].kind == BOT):
        return
    work.write("seat", {"seat": cmd.seat, "kind": BOT, "level": level} if level else {"seat": cmd.seat, "kind": EMPTY})


def options(work: UnitOfWork, conn: Connection, cmd: incoming.ChooseOptions) -> None:
    """Change game, options or settings. People keep a seat; refused if the new game has too few."""
    work.require_host(conn.guest)
    work.require_phase(GATHERING)
    state = work.state
    if state.settings.unsealed:
        raise Refused("not-now", "guided.fixed" if state.settings.guided else "deal.fixed")
    kept = state.options if or_none(cmd.game) in (None, state.game) else {}
    game = game_with_options(cmd.game or state.game, {**kept, **(cmd.options or {})})
    people = [(p, seat.guest) for p, seat in enumerate(state.seats) if seat.kind == PERSON]
    if len(people) > game.players:
        raise Refused("taken", "options.people")
    free = [p for p in range(game.players) if p >= len(state.seats) or state.seats[p].kind != PERSON]
    moves = [(p, guest, free.pop(0)) for p, guest in people if p >= game.players]
    for p, guest, target in moves:
        work.write("seat", {"seat": target, "kind": PERSON, "guest": guest})
        work.write("seat", {"seat": p, "kind": EMPTY})
    clock = None if cmd.clock is UNSET else encode(cmd.clock)
    settings = changed_settings(state.settings, or_none(cmd.public), or_none(cmd.aids), or_none(cmd.mute), clock)
    entry = options_entry(game, settings)
    if entry != current_options(state):
        work.write("options", entry)
    for p, seat in enumerate(work.state.seats):
        if seat.kind == BOT and seat.level not in bots.levels(game):
            work.write("seat", {"seat": p, "kind": BOT, "level": bot_level(work.state)})


def game_with_options(name: str, options: Mapping[str, Any]) -> Game[Any]:
    """Return the game with these options; raise Refused with what is wrong about them."""
    try:
        return rules_versions.configured_game(registry.room(name), options)
    except (OptionError, UnknownGame, DataError) as error:
        raise Refused.by_game("bad-form", error) from error
    except (FairyringError, TypeError, ValueError) as error:
        raise Refused("bad-form", "field", field="options") from error


def options_entry(game: Game[Any], settings: TableSettings) -> dict[str, Any]:
    """Return the data of the log entry `options`."""
    return {
        "game": game.name,
        "options": rules_versions.options_as_json(game.options),
        "seats": game.players,
        "settings": settings.plain(),
    }


def current_options(state: TableState) -> dict[str, Any]:
    """Return the data of the entry `options` that would change nothing."""
    seats = len(state.seats)
    return {"game": state.game, "options": dict(state.options), "seats": seats, "settings": state.settings.plain()}


def changed_settings(
    before: TableSettings,
    public: bool | None = None,
    aids: bool | None = None,
    mute: bool | None = None,
    clock: Mapping[str, Any] | None = None,
) -> TableSettings:
    """Return the settings with some changed; None keeps one. Raise Refused if the clock makes no sense."""
    clock = before.clock if clock is None else clock
    valid = set(clock) in CLOCK_FORMS and all(isinstance(ms, int) and 0 <= ms <= DAY for ms in clock.values())
    if not valid or any(clock.get(name, SECOND) < SECOND for name in ("per", "bank")):
        raise Refused("bad-form", "field", field="clock")
    return replace(
        before,
        public=before.public if public is None else public,
        aids=before.aids if aids is None else aids,
        mute=before.mute if mute is None else mute,
        clock=dict(clock),
    )
