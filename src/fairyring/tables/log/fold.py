"""Fold: the state after each log entry. Deterministic, so that all processes agree on a table from its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fairyring.tables.limits import MAX_ACCEPTED_IDS, MAX_CHAT_LINES
from fairyring.tables.log import fold_game
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Cause, Entry, Row
from fairyring.tables.log.state import (
    BOT,
    EMPTY,
    FIRST_WATCHER,
    GATHERING,
    PERSON,
    PLAYING,
    SEALING,
    Chance,
    ChatLine,
    Guest,
    Seat,
    SeatLink,
    TableSettings,
    TableState,
)

Data = Mapping[str, Any]
MAX_EARLIER_GAMES = 50  # results remembered


def fold(state: TableState, entry: Entry) -> TableState:
    """Return the state after one entry."""
    after = FOLDS[entry.kind](state, entry.data, entry.aside)
    return accept(after, entry.cause) if entry.cause else after


def begin_row(state: TableState) -> TableState:
    """Return the state before the entries of a row, with no news yet."""
    return replace(state, news=()) if state.news else state


def end_row(state: TableState, row: Row) -> TableState:
    """Return the state after the last entry of a row."""
    run = state.run
    if run is not None and run.over is not None and not run.chain:
        run = replace(run, chain=row.hash)  # published after the game; earlier, the hash would reveal choices
    return replace(state, seq=row.seq, hash=row.hash, at=row.at, writer=row.by, run=run)


def fold_row(state: TableState, row: Row) -> TableState:
    """Return the state after a row."""
    after = begin_row(state)
    for entry in row.entries:
        after = fold(after, entry)
    return end_row(after, row)


def accept(state: TableState, cause: Cause) -> TableState:
    """Remember the id of an accepted command (idempotency key) with the hash of its body."""
    accepted = dict(state.accepted_ids.get(cause.guest, {}))
    accepted[cause.id] = cause.body
    while len(accepted) > MAX_ACCEPTED_IDS:
        del accepted[next(iter(accepted))]
    return replace(state, accepted_ids={**state.accepted_ids, cause.guest: accepted})


# The table and its people -----------------------------------------------------------------------


def _created(state: TableState, data: Data, aside: Data) -> TableState:
    return replace(state, table=data["table"], label_key=bytes.fromhex(aside["key"]))


def _options(state: TableState, data: Data, _aside: Data) -> TableState:
    seats = state.seats[: data["seats"]]
    seats += (Seat(),) * (data["seats"] - len(seats))
    chosen = data["settings"]
    settings = TableSettings(
        chosen["public"],
        chosen["aids"],
        chosen["mute"],
        dict(chosen["clock"]),
        chosen.get("guided", False),
        chosen.get("deal", ""),
        chosen.get("puzzle", 0),
    )
    return replace(state, game=data["game"], options=dict(data["options"]), settings=settings, seats=seats)


def _guest(state: TableState, data: Data, aside: Data) -> TableState:
    number = data["guest"]
    guest = state.guests.get(number) or Guest(number, data["animal"], arrival=state.guests_ever + 1)
    if aside.get("token"):
        guest = replace(guest, devices=(*guest.devices, aside["token"]))
    if "barred" in data:
        guest = replace(guest, barred=data["barred"])
    guest = replace(guest, animal=data.get("animal", guest.animal), name=aside.get("name", guest.name))
    return replace(state.with_guest(guest), guests_ever=state.guests_ever + (number not in state.guests))


def _device(state: TableState, data: Data, aside: Data) -> TableState:
    """Devices of a guest are revoked; those left are in the aside."""
    number = data["guest"]
    guest = replace(state.guests[number], devices=tuple(aside.get("left", ())))
    links = {code: link for code, link in state.links.items() if link.guest != number}
    return replace(state.with_guest(guest), links=links)


def _gone(state: TableState, data: Data, _aside: Data) -> TableState:
    number = data["guest"]
    guests = {key: guest for key, guest in state.guests.items() if key != number}
    accepted = {key: ids for key, ids in state.accepted_ids.items() if key != number}
    links = {code: link for code, link in state.links.items() if link.guest != number}
    gone = state.gone_watchers | {number} if number >= FIRST_WATCHER else state.gone_watchers
    return replace(state, guests=guests, accepted_ids=accepted, links=links, gone_watchers=gone)


def _link(state: TableState, data: Data, aside: Data) -> TableState:
    code = aside["code"]
    links = {key: link for key, link in state.links.items() if key != code and link.until > data["now"]}
    if not data.get("used"):
        links[code] = SeatLink(data["guest"], data.get("seat"), data["until"])
    return replace(state, links=links)


def _seat(state: TableState, data: Data, _aside: Data) -> TableState:
    number, kind, guest = data["seat"], data["kind"], data.get("guest", 0)
    seat = Seat(kind, guest if kind == PERSON else 0, data.get("level", "") if kind == BOT else "")
    assert kind in (EMPTY, PERSON, BOT)
    if kind == PERSON and not state.seats_of(guest):
        person = replace(state.guests[guest], seating=state.seatings + 1)
        state = replace(state.with_guest(person), seatings=state.seatings + 1)
    if kind == PERSON and state.run is not None and state.phase == PLAYING:
        sat = {**state.run.sat, guest: state.run.sat.get(guest, frozenset()) | {number}}
        state = replace(state, run=replace(state.run, sat=sat))
    return state.with_seat(number, seat)


def _stand_in(state: TableState, data: Data, _aside: Data) -> TableState:
    number = data["seat"]
    seat = replace(state.seats[number], stand_in=data["on"], level=data.get("level", "") if data["on"] else "")
    return _spent(state.with_seat(number, seat), data)


def _host(state: TableState, data: Data, _aside: Data) -> TableState:
    return replace(state, host=data["guest"])


def _chat(state: TableState, data: Data, aside: Data) -> TableState:
    line = ChatLine(data["guest"], aside.get("text", ""), data["at"])
    return replace(state, chat=(*state.chat, line)[-MAX_CHAT_LINES:])


def _forgotten(state: TableState, data: Data, _aside: Data) -> TableState:
    number = data["guest"]
    guest = state.guests.get(number)
    if guest is not None:
        state = state.with_guest(replace(guest, name=""))
    if (run := state.run) is not None and run.imported_record is not None and run.imported_by == number:
        state = replace(state, run=replace(run, imported_record=run.imported_record.renamed()))
    return replace(state, chat=tuple(line for line in state.chat if line.guest != number))


def _archive(state: TableState, data: Data, _aside: Data) -> TableState:
    return replace(state, archived=data["on"])


def _pause(state: TableState, data: Data, _aside: Data) -> TableState:
    return _spent(replace(state, paused=data["on"]), data)


def _spent(state: TableState, data: Data) -> TableState:
    """Stopped clocks keep what they have spent."""
    run = state.run
    if run is None or not data.get("spent"):
        return state
    return replace(state, run=replace(run, spent={**run.spent, **{int(p): ms for p, ms in data["spent"].items()}}))


# Chance, until the game begins -------------------------------------------------------------------


def _commit(state: TableState, data: Data, aside: Data) -> TableState:
    chance = Chance(bytes.fromhex(aside["secret"]), bytes.fromhex(data["commitment"]))
    return replace(state, n=data["n"], chance=chance)


def _promise(state: TableState, data: Data, _aside: Data) -> TableState:
    promises = {**state.chance.promises, data["guest"]: bytes.fromhex(data["key"])}
    return replace(state, chance=replace(state.chance, promises=promises))


def _sealing(state: TableState, data: Data, _aside: Data) -> TableState:
    keys = {guest: bytes.fromhex(key) for guest, key in data["keys"]}
    return replace(state, phase=SEALING, chance=replace(state.chance, head=data["head"], keys=keys))


def _share(state: TableState, data: Data, _aside: Data) -> TableState:
    opened = {**state.chance.opened, data["guest"]: bytes.fromhex(data["share"])}
    return replace(state, chance=replace(state.chance, opened=opened))


def _again(state: TableState, _data: Data, _aside: Data) -> TableState:
    run = state.run
    ended = ({"n": state.n, "game": run.name, **(run.over or {})},) if run is not None else ()
    seats = tuple(replace(seat, stand_in=False, level="" if seat.kind == PERSON else seat.level) for seat in state.seats)
    settings = replace(state.settings, guided=False, deal="", puzzle=0)  # the next game is an ordinary one
    earlier = (*state.earlier_games, *ended)[-MAX_EARLIER_GAMES:]
    return replace(state, phase=GATHERING, run=None, paused=False, earlier_games=earlier, seats=seats, settings=settings)


def _deal(state: TableState, data: Data, _aside: Data) -> TableState:
    return replace(fold_game.deal(state, data), phase=PLAYING, started=True)


FOLDS: dict[str, Callable[[TableState, Data, Data], TableState]] = {
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
