"""Play: the start, the sealing, decisions, what is taken back, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import ActionError, CannotParse, NotLegal
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.table import seal
from fairyring.core.table.table import Table
from fairyring.tables import clocks, tutorial
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.log.rows import canonical
from fairyring.tables.log.state import EMPTY, GATHERING, PERSON, SEALING, Durable, Run, taken_back
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]

# The start ---------------------------------------------------------------------------------------


def commit(desk: Desk, n: int) -> None:
    """A game is gathered for: the secret is drawn, and promised at once. Its hash with the table keeps it this game's own."""
    secret = seal.promise(desk.durable.table, n, 0, desk.entropy)
    made = seal.commitment(desk.durable.table, n, secret)
    desk.write("commit", {"n": n, "commitment": made.hex()}, {"secret": secret.hex()})


def promise(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """A seated page promises its share of chance."""
    desk.need_phase(GATHERING)
    desk.need_seated(conn.guest)
    _need_game(desk, cmd["n"])
    key = _bytes(cmd["key"])
    known = desk.durable.chance.promises.get(conn.guest)
    if known is None:
        desk.write("promise", {"guest": conn.guest, "key": key.hex()})
    elif known != key:
        raise Refused("taken")  # two devices of one guest would else replace each other's for ever


def start(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Freeze head and promises; pages that find their own promise among them open their shares."""
    desk.need_host(conn.guest)
    desk.need_phase(GATHERING)
    durable = desk.durable
    if any(seat.kind == EMPTY for seat in durable.seats):
        raise Refused("seats-empty")
    people = {seat.guest for seat in durable.seats if seat.kind == PERSON}
    keys = [[guest, key.hex()] for guest, key in sorted(durable.chance.promises.items()) if guest in people]
    desk.write("sealing", {"head": head(durable), "keys": keys})
    if not keys:
        deal(desk)


def head(durable: Durable) -> str:
    """The exact text that is agreed on."""
    rules = registry.room(durable.game).rules.VERSION
    seats = [seat.head() for seat in durable.seats]
    return canonical({"game": durable.game, "options": durable.options, "rules": rules, "seats": seats}).decode()


def share(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """A page opens its share; with the last one the game begins."""
    desk.need_phase(SEALING)
    _need_game(desk, cmd["n"])
    chance, opened = desk.durable.chance, _bytes(cmd["share"])
    if conn.guest not in chance.keys:
        raise Refused("not-yours")
    if seal.promise(desk.durable.table, desk.durable.n, conn.guest, opened) != chance.keys[conn.guest]:
        raise Refused("not-legal")
    if conn.guest in chance.opened:
        return
    desk.write("share", {"guest": conn.guest, "share": opened.hex()})
    if set(desk.durable.chance.opened) == set(chance.keys):
        deal(desk)


def deal(desk: Desk) -> None:
    """The game begins; shares that were not opened are left out, and everybody sees that."""
    desk.write("deal", {"rules": registry.room(desk.durable.game).rules.VERSION})
    go_on(desk)


def _need_game(desk: Desk, n: int) -> None:
    if n != desk.durable.n:
        raise Refused("past")


def _bytes(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise Refused("bad-form")
    return found


# Decisions -----------------------------------------------------------------------------------------


def running(durable: Durable) -> tuple[Run, Table[Any]]:
    run = durable.run
    assert run is not None
    assert run.table is not None
    return run, run.table


def go_on(desk: Desk) -> None:
    """Nature answers, and if nobody owes anything more, the game ends: in the same row, so no crash falls between."""
    run, table = running(desk.durable)
    while table.pending == (NATURE,) and not table.reporters:
        state = table.state
        drawn = tutorial.outcome(desk.durable, run.drawn)
        if drawn is None:
            unit = seal.draw(desk.durable.chance.master, run.drawn, table.game.rules.chance_count(state))
            drawn = table.game.rules.chance_nth(state, unit)
        desk.write("decision", {"seat": NATURE, "plays": table.game.chance[drawn].text})
        run, table = running(desk.durable)
    outcome = table.outcome
    if outcome is not None:
        told = {"reason": outcome.reason, "scores": list(outcome.scores), "places": list(outcome.places)}
        finish(desk, {"outcome": told, "digest": schema.digest(table.state)})


def finish(desk: Desk, how: dict[str, Any]) -> None:
    """The game is over, or given up: the secret is opened either way."""
    desk.write("end", how)
    desk.write("opened", {"secret": desk.durable.chance.secret.hex()})
    desk.live.votes.clear()


def asked(desk: Desk, conn: Conn, cmd: Cmd) -> tuple[Run, Table[Any]]:
    """Is it this seat's decision, by the person who is here, and not past?"""
    desk.need_running()
    seat = cmd["seat"]
    desk.need_here(conn, seat)
    if desk.durable.paused:
        raise Refused("paused")
    run, table = running(desk.durable)
    if cmd["ask"] != opaque_ids.ask(desk.durable, seat) or not (seat in run.pending or table.can_take_back(seat)):
        raise Refused("past")
    if seat in run.expired or clocks.overdue(desk.durable, desk.live, seat, desk.time):
        raise Refused("past", "clock.out")
    return run, table


def play(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Decide; or, as long as not all have, decide anew."""
    run, table = asked(desk, conn, cmd)
    seat = cmd["seat"]
    action = checked(taken_back(table, seat), seat, cmd["action"])
    if seat not in run.chosen:
        charge = clocks.charge(desk.durable, desk.live, seat, desk.time)
        decided(desk, seat, action.text, "", charge)
    elif run.chosen[seat].action != action.text:
        desk.write("decision", {"seat": seat, "plays": action.text, "instead": True})


def decided(desk: Desk, seat: int, text: str, how: str = "", charge: int = 0) -> None:
    """A decision of a seat, and all that follows from it."""
    data: dict[str, Any] = {"seat": seat, "plays": text}
    desk.write("decision", data | ({"how": how} if how else {}) | ({"charge": charge} if charge else {}))
    go_on(desk)


def checked(table: Table[Any], seat: int, what: Any) -> Action:
    """The legal action that is meant: by id, by its notation, or by kind and arguments."""
    space = table.game.space(seat)
    try:
        if isinstance(what, dict):
            args = what.get("args")
            what = space.read(str(what.get("kind", "")), args if isinstance(args, dict) else {})
        return table.check(seat, what)
    except CannotParse as error:
        raise Refused.by_game("unknown-action", error) from error
    except NotLegal as error:
        raise Refused.by_game("not-legal", error) from error
    except ActionError as error:
        raise Refused("past") from error


def take_back(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Unmake a choice that is not resolved. Where there is none, it is unmade already."""
    run, _table = asked(desk, conn, cmd)
    if cmd["seat"] in run.chosen:
        desk.write("take-back", {"seat": cmd["seat"]})
