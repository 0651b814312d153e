"""Fold: what each entry changes. The whole of a table follows from its rows by these functions, in every process alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fairyring.tables.limits import CHAT_LINES, IDS
from fairyring.tables.log import fold_game
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Cause, Entry, Row
from fairyring.tables.log.state import (
    BOT,
    EMPTY,
    GATHERING,
    OVER,
    PERSON,
    PLAYING,
    SEALING,
    Chance,
    Durable,
    Guest,
    Line,
    Link,
    Seat,
    Settings,
)

Data = Mapping[str, Any]


def fold(durable: Durable, entry: Entry) -> Durable:
    """The table after one entry."""
    after = FOLDS[entry.kind](durable, entry.data, entry.aside)
    return _accept(after, entry.cause) if entry.cause else after


def begin_row(durable: Durable) -> Durable:
    """Before the entries of a row: its news begin empty."""
    return replace(durable, news=()) if durable.news else durable


def end_row(durable: Durable, row: Row) -> Durable:
    """After the entries of a row."""
    run = durable.run
    if run is not None and run.over is not None and not run.chain:
        run = replace(run, chain=row.hash)  # published when the game is over; before, it would tell a choice
    return replace(durable, seq=row.seq, hash=row.hash, at=row.at, by=row.by, run=run)


def fold_row(durable: Durable, row: Row) -> Durable:
    """The table after a row."""
    after = begin_row(durable)
    for entry in row.entries:
        after = fold(after, entry)
    return end_row(after, row)


def load(rows: Iterable[Row]) -> Durable:
    """The table that a log tells of."""
    durable = Durable()
    for row in rows:
        durable = fold_row(durable, row)
    return durable


def load_game(rows: Iterable[Row], n: int) -> Durable | None:
    """The table as it was when its n-th game was over, before another began; None if there was no such game."""
    durable, found = Durable(), None
    for row in rows:
        durable = fold_row(durable, row)
        if durable.phase == OVER and durable.n == n:
            found = durable
        elif found is not None:
            break
    return found


def _accept(durable: Durable, cause: Cause) -> Durable:
    known = dict(durable.ids.get(cause.guest, {}))
    known[cause.id] = cause.body
    while len(known) > IDS:
        del known[next(iter(known))]
    return replace(durable, ids={**durable.ids, cause.guest: known})


# The table and its people -----------------------------------------------------------------------


def _created(durable: Durable, data: Data, aside: Data) -> Durable:
    return replace(durable, table=data["table"], key=bytes.fromhex(aside["key"]))


def _options(durable: Durable, data: Data, _aside: Data) -> Durable:
    seats = durable.seats[: data["seats"]]
    seats += (Seat(),) * (data["seats"] - len(seats))
    chosen = data["settings"]
    settings = Settings(chosen["public"], chosen["aids"], chosen["mute"], dict(chosen["clock"]), chosen.get("guided", False))
    return replace(durable, game=data["game"], options=dict(data["options"]), settings=settings, seats=seats)


def _guest(durable: Durable, data: Data, aside: Data) -> Durable:
    number = data["guest"]
    guest = durable.guests.get(number) or Guest(number, data["animal"], seen=durable.came + 1)
    if aside.get("token"):
        guest = replace(guest, devices=(*guest.devices, aside["token"]))
    if "barred" in data:
        guest = replace(guest, barred=data["barred"])
    guest = replace(guest, animal=data.get("animal", guest.animal), name=aside.get("name", guest.name))
    return replace(durable.with_guest(guest), came=max(durable.came, number))


def _device(durable: Durable, data: Data, aside: Data) -> Durable:
    """Devices that a guest has no more; the only ones left are in the aside."""
    number = data["guest"]
    guest = replace(durable.guests[number], devices=tuple(aside.get("left", ())))
    links = {code: link for code, link in durable.links.items() if link.guest != number}
    return replace(durable.with_guest(guest), links=links)


def _gone(durable: Durable, data: Data, _aside: Data) -> Durable:
    number = data["guest"]
    guests = {key: guest for key, guest in durable.guests.items() if key != number}
    ids = {key: known for key, known in durable.ids.items() if key != number}
    links = {code: link for code, link in durable.links.items() if link.guest != number}
    return replace(durable, guests=guests, ids=ids, links=links)


def _link(durable: Durable, data: Data, aside: Data) -> Durable:
    code = aside["code"]
    links = {key: link for key, link in durable.links.items() if key != code and link.until > data["now"]}
    if not data.get("used"):
        links[code] = Link(data["guest"], data.get("seat"), data["until"])
    return replace(durable, links=links)


def _seat(durable: Durable, data: Data, _aside: Data) -> Durable:
    number, kind, guest = data["seat"], data["kind"], data.get("guest", 0)
    seat = Seat(kind, guest if kind == PERSON else 0, data.get("level", "") if kind == BOT else "")
    assert kind in (EMPTY, PERSON, BOT)
    if kind == PERSON and not durable.seats_of(guest):
        person = replace(durable.guests[guest], sat=durable.sat + 1)
        durable = replace(durable.with_guest(person), sat=durable.sat + 1)
    return durable.with_seat(number, seat)


def _stand_in(durable: Durable, data: Data, _aside: Data) -> Durable:
    number = data["seat"]
    seat = replace(durable.seats[number], stand_in=data["on"], level=data.get("level", "") if data["on"] else "")
    return _spent(durable.with_seat(number, seat), data)


def _host(durable: Durable, data: Data, _aside: Data) -> Durable:
    return replace(durable, host=data["guest"])


def _chat(durable: Durable, data: Data, aside: Data) -> Durable:
    line = Line(data["guest"], aside.get("text", ""), data["at"])
    return replace(durable, chat=(*durable.chat, line)[-CHAT_LINES:])


def _forgotten(durable: Durable, data: Data, _aside: Data) -> Durable:
    number = data["guest"]
    guest = durable.guests.get(number)
    if guest is not None:
        durable = durable.with_guest(replace(guest, name=""))
    if (run := durable.run) is not None and run.brought is not None and run.brought_by == number:
        durable = replace(durable, run=replace(run, brought=run.brought.renamed()))
    return replace(durable, chat=tuple(line for line in durable.chat if line.guest != number))


def _archive(durable: Durable, data: Data, _aside: Data) -> Durable:
    return replace(durable, archived=data["on"])


def _pause(durable: Durable, data: Data, _aside: Data) -> Durable:
    return _spent(replace(durable, paused=data["on"]), data)


def _spent(durable: Durable, data: Data) -> Durable:
    """Clocks that are stopped keep what they ran."""
    run = durable.run
    if run is None or not data.get("spent"):
        return durable
    return replace(durable, run=replace(run, spent={**run.spent, **{int(p): ms for p, ms in data["spent"].items()}}))


# Chance, until the game begins -------------------------------------------------------------------


def _commit(durable: Durable, data: Data, aside: Data) -> Durable:
    chance = Chance(bytes.fromhex(aside["secret"]), bytes.fromhex(data["commitment"]))
    return replace(durable, n=data["n"], chance=chance)


def _promise(durable: Durable, data: Data, _aside: Data) -> Durable:
    promises = {**durable.chance.promises, data["guest"]: bytes.fromhex(data["key"])}
    return replace(durable, chance=replace(durable.chance, promises=promises))


def _sealing(durable: Durable, data: Data, _aside: Data) -> Durable:
    keys = {guest: bytes.fromhex(key) for guest, key in data["keys"]}
    return replace(durable, phase=SEALING, chance=replace(durable.chance, head=data["head"], keys=keys))


def _share(durable: Durable, data: Data, _aside: Data) -> Durable:
    opened = {**durable.chance.opened, data["guest"]: bytes.fromhex(data["share"])}
    return replace(durable, chance=replace(durable.chance, opened=opened))


def _again(durable: Durable, _data: Data, _aside: Data) -> Durable:
    run = durable.run
    ended = ({"n": durable.n, "game": run.name, **(run.over or {})},) if run is not None else ()
    seats = tuple(replace(seat, stand_in=False, level="" if seat.kind == PERSON else seat.level) for seat in durable.seats)
    settings = replace(durable.settings, guided=False)  # one lesson is enough
    past = (*durable.past, *ended)[-50:]
    return replace(durable, phase=GATHERING, run=None, paused=False, past=past, seats=seats, settings=settings)


def _deal(durable: Durable, data: Data, _aside: Data) -> Durable:
    return replace(fold_game.deal(durable, data), phase=PLAYING, started=True)


FOLDS: dict[str, Callable[[Durable, Data, Data], Durable]] = {
    "created": _created,
    "options": _options,
    "guest": _guest,
    "device": _device,
    "gone": _gone,
    "link": _link,
    "seat": _seat,
    "stand-in": _stand_in,
    "host": _host,
    "chat": _chat,
    "forgotten": _forgotten,
    "archive": _archive,
    "pause": _pause,
    "commit": _commit,
    "promise": _promise,
    "sealing": _sealing,
    "share": _share,
    "again": _again,
    "deal": _deal,
    "decision": fold_game.decision,
    "hand": fold_game.hand,
    "take-back": fold_game.take_back,
    "report": fold_game.report,
    "confirm": fold_game.confirm,
    "clock": fold_game.clock,
    "end": fold_game.end,
    "opened": fold_game.opened,
    "imported": fold_game.imported,
}
