"""Moves: start of a game, sealing of chance, decisions and their withdrawal, outcomes of chance, the end."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Protocol

from fairyring.core.errors import ActionError, CannotParse, NotLegal
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE
from fairyring.core.table import seal
from fairyring.core.table.table import Table
from fairyring.tables import clocks, rules_versions, tutorial
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.log.rows import canonical
from fairyring.tables.log.state import EMPTY, GATHERING, PERSON, SEALING, Run, TableState, without_own_choice
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import Refused

SHARE_BYTES = 32  # of a share of chance, and of its promise

# Start and sealing -------------------------------------------------------------------------------


def commit_secret(work: UnitOfWork, n: int) -> None:
    """Draw the secret of the n-th game and publish its commitment.

    The secret is derived from the entropy together with table and game number, so that no two games share one.
    """
    secret = seal.promise(work.state.table, n, 0, work.entropy)
    commitment = seal.commitment(work.state.table, n, secret)
    work.write("commit", {"n": n, "commitment": commitment.hex()}, {"secret": secret.hex()})


def promise_share(work: UnitOfWork, conn: Connection, cmd: incoming.PromiseShare) -> None:
    """Promise a seated guest's share of chance."""
    work.require_phase(GATHERING)
    work.require_seated(conn.guest)
    _require_game(work, cmd.n)
    key = _share_bytes(cmd.key)
    promised = work.state.chance.promises.get(conn.guest)
    if promised is None:
        work.write("promise", {"guest": conn.guest, "key": key.hex()})
    elif promised != key:
        raise Refused("taken")  # else two devices of one guest would replace each other's promise for ever


def start(work: UnitOfWork, conn: Connection, _cmd: incoming.Start) -> None:
    """Freeze the head and the promises; clients that find their own promise among them open their shares."""
    work.require_host(conn.guest)
    work.require_phase(GATHERING)
    state = work.state
    if any(seat.kind == EMPTY for seat in state.seats):
        raise Refused("seats-empty")
    people = {seat.guest for seat in state.seats if seat.kind == PERSON}
    keys = [[guest, key.hex()] for guest, key in sorted(state.chance.promises.items()) if guest in people]
    work.write("sealing", {"head": agreed_head(state), "keys": keys})
    if not keys:
        deal(work)


def agreed_head(state: TableState) -> str:
    """Return the exact text of game, options, rules and seats that all shares are bound to."""
    rules = registry.room(state.game).rules.VERSION
    seats = [seat.head() for seat in state.seats]
    return canonical({"game": state.game, "options": state.options, "rules": rules, "seats": seats}).decode()


def agreed_rules(state: TableState) -> int:
    """Return the version of the rules in the agreed head. The process that sealed may be of another release than this one."""
    version: int = json.loads(state.chance.head)["rules"]
    return version


def has_agreed_rules(state: TableState) -> bool:
    """Return whether this process has the rules of the agreed head; during a deploy, only newer ones may have them."""
    return rules_versions.room_of_version(state.game, agreed_rules(state)) is not None


def open_share(work: UnitOfWork, conn: Connection, cmd: incoming.OpenShare) -> None:
    """Open a promised share; deal when all shares are open."""
    work.require_phase(SEALING)
    _require_game(work, cmd.n)
    chance, share = work.state.chance, _share_bytes(cmd.share)
    if conn.guest not in chance.keys:
        raise Refused("not-yours")
    if seal.promise(work.state.table, work.state.n, conn.guest, share) != chance.keys[conn.guest]:
        raise Refused("not-legal")
    if conn.guest in chance.opened:
        return
    work.write("share", {"guest": conn.guest, "share": share.hex()})
    if set(work.state.chance.opened) == set(chance.keys):
        deal(work)


def deal(work: UnitOfWork) -> None:
    """Begin the game by the rules of the agreed head. Shares that were not opened are left out, which all clients can see."""
    if not has_agreed_rules(work.state):
        raise Refused("not-now")
    work.write("deal", {"rules": agreed_rules(work.state)})
    resolve_chance(work)


def _require_game(work: UnitOfWork, n: int) -> None:
    if n != work.state.n:
        raise Refused("past")


def _share_bytes(text: str) -> bytes:
    try:
        share = bytes.fromhex(text)
    except ValueError:
        share = b""
    if len(share) != SHARE_BYTES:
        raise Refused("bad-form")
    return share


# Decisions, in the order in which a move passes through them ---------------------------------------


class _AboutDecision(Protocol):
    """A command about one decision of one seat."""

    @property
    def seat(self) -> int: ...
    @property
    def ask(self) -> str: ...


def play(work: UnitOfWork, conn: Connection, cmd: incoming.Play) -> None:
    """Decide; or, while other seats have not decided, replace the decision."""
    run, table = require_decision(work, conn, cmd)
    action = legal_action(without_own_choice(table, cmd.seat), cmd.seat, cmd.action)
    if cmd.seat not in run.chosen:
        charge = clocks.charge(work.state, work.session, cmd.seat, work.time)
        write_decision(work, cmd.seat, action.text, "", charge)
    elif run.chosen[cmd.seat].action != action.text:
        work.write("decision", {"seat": cmd.seat, "plays": action.text, "instead": True})


def require_decision(work: UnitOfWork, conn: Connection, cmd: _AboutDecision) -> tuple[Run, Table[Any]]:
    """Require that the command is about an open decision of a seat that this connection may play for."""
    work.require_running()
    work.require_curtain_lifted(conn, cmd.seat)
    if work.state.paused:
        raise Refused("paused")
    run, table = running_game(work.state)
    is_open = cmd.seat in run.pending or table.can_take_back(cmd.seat)
    if cmd.ask != opaque_ids.decision_id(work.state, cmd.seat) or not is_open:
        raise Refused("past")
    if cmd.seat in run.expired or clocks.overdue(work.state, work.session, cmd.seat, work.time):
        raise Refused("past", "clock.out")
    return run, table


def running_game(state: TableState) -> tuple[Run, Table[Any]]:
    """Return the run and the core table of the game. There must be one, with rules that this process has."""
    run = state.run
    assert run is not None
    assert run.table is not None
    return run, run.table


def legal_action(table: Table[Any], seat: int, choice: int | str | dict[str, Any]) -> Action:
    """Return the legal action that a client names by id, by notation, or by kind and arguments; raise Refused."""
    space = table.game.space(seat)
    try:
        if isinstance(choice, dict):
            args = choice.get("args")
            return table.check(seat, space.read(str(choice.get("kind", "")), args if isinstance(args, dict) else {}))
        return table.check(seat, choice)
    except CannotParse as error:
        raise Refused.by_game("unknown-action", error) from error
    except NotLegal as error:
        raise Refused.by_game("not-legal", error) from error
    except ActionError as error:
        raise Refused("past") from error


def write_decision(work: UnitOfWork, seat: int, text: str, how: str = "", charge: int = 0) -> None:
    """Write the decision of a seat and all that follows. `charge` is what it costs on the clock, in milliseconds."""
    data: dict[str, Any] = {"seat": seat, "plays": text}
    work.write("decision", data | ({"how": how} if how else {}) | ({"charge": charge} if charge else {}))
    resolve_chance(work)


def resolve_chance(work: UnitOfWork) -> None:
    """Draw outcomes of chance until a seat has to decide, and end the game if it is over.

    All of it is written into the row of the decision, so that a crash cannot fall between a guess and its card.
    """
    run, table = running_game(work.state)
    while table.pending == (NATURE,) and not table.reporters:
        scripted = tutorial.scripted_outcome(work.state, run.drawn)
        if scripted is None:
            outcome = table.draw_outcome(partial(seal.draw, work.state.chance.master, run.drawn))
        else:
            outcome = table.game.chance[scripted]
        work.write("decision", {"seat": NATURE, "plays": outcome.text})
        run, table = running_game(work.state)
    ended = table.outcome
    if ended is not None:
        result = {"reason": ended.reason, "scores": list(ended.scores), "places": list(ended.places)}
        end_game(work, {"outcome": result, "digest": schema.digest(table.state)})


def end_game(work: UnitOfWork, result: dict[str, Any]) -> None:
    """End the game, or abandon it, and publish the secret of its chance."""
    work.write("end", result)
    work.write("opened", {"secret": work.state.chance.secret.hex()})
    work.session.votes.clear()


def take_back(work: UnitOfWork, conn: Connection, cmd: incoming.TakeBack) -> None:
    """Withdraw a choice that is not resolved; do nothing if there is none."""
    run, _table = require_decision(work, conn, cmd)
    if cmd.seat in run.chosen:
        work.write("take-back", {"seat": cmd.seat})
