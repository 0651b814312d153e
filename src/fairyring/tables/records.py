"""Records: while a game runs, what one seat may look up; after it, everything, with what is needed to verify chance."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Decision, Record, Sitter, weights_of
from fairyring.core.table import seal
from fairyring.tables.broadcast import views
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import BOT, EMPTY, OVER, PERSON, Seat, TableState
from fairyring.tables.refusals import Refused


def partial_record(state: TableState, viewer: Viewer) -> dict[str, Any]:
    """Return what one viewer may look up of a game, and its view, marked as partial; raise Refused if none was dealt."""
    if state.run is None:
        raise Refused("not-now")
    return {
        "partial": True,
        "game": state.run.name,
        "rules": state.run.rules,
        "options": dict(state.options),
        "seats": [_sitter(state, p).line() for p in range(len(state.seats))],
        "seat": viewer,
        "events": views.lasting_events(state, viewer),
        "view": views.picture(state, viewer).view,
    }


def _sitter(state: TableState, seat: int) -> Sitter:
    """Return the player of a seat; if it is empty by now, the player at the start of the game.

    At an imported table, the player in the record, as long as no person sat down.
    """
    sitting, run = state.seats[seat], state.run
    if run is not None and run.imported_record is not None and (run.imported_unchanged or sitting.kind != PERSON):
        return run.imported_record.sitters[seat]
    if sitting.kind == EMPTY:
        agreed = json.loads(state.chance.head)["seats"][seat] if state.chance.head else None
        sitting = Seat(PERSON, agreed) if isinstance(agreed, int) else Seat(BOT, 0, str(agreed or "?").removeprefix("bot:"))
    if sitting.kind == PERSON:
        guest = state.guests.get(sitting.guest)
        return Sitter((guest.name or guest.animal) if guest else "?", "", {"guest": sitting.guest})
    return Sitter(sitting.level, sitting.level)


def full_record(state: TableState) -> Record:
    """Return the record of a game that is over; raise Refused if it is not, or its rules are not installed.

    Walks the whole game, to note which units of weight each outcome owned.
    """
    return with_weights(bare_record(state))


def bare_record(state: TableState) -> Record:
    """Return the record of a game that is over, without weights, which is cheap; raise Refused as `full_record`."""
    run = state.run
    if run is None or run.table is None or state.phase != OVER:
        raise Refused("not-now")
    game, table = run.table.game, run.table
    sitters = [_sitter(state, p) for p in game.seats]
    imported = run.imported_unchanged
    unsealed = run.imported or state.settings.unsealed
    sealed = imported.seal if imported is not None else None if unsealed else seal_details(state)
    record = Record.of(game, sitters, table.history, table.state, sealed)
    extra: dict[str, Any] = {"chain": run.chain.hex()}
    extra |= {"abandoned": True} if run.over and run.over.get("abandoned") else {}
    extra |= {"imported": True} if run.imported else {}
    extra |= {"guided": True} if state.settings.guided else {}
    extra |= {"deal": state.settings.deal} if state.settings.deal else {}
    extra |= {"puzzle": state.settings.puzzle} if state.settings.puzzle else {}
    return replace(record, extra_end=extra)


def seal_details(state: TableState) -> dict[str, Any]:
    """Return how chance was sealed, with the secret: only for games that are over."""
    chance = state.chance
    shares = [
        {"guest": share.guest, "promise": share.promise.hex(), "opened": share.opened.hex() if share.opened else None}
        for share in chance.shares
    ]
    return {
        "table": state.table,
        "game": state.n,
        "head": chance.head,
        "commitment": seal.commitment(state.table, state.n, chance.secret).hex(),
        "shares": shares,
        "secret": chance.secret.hex(),
    }


def with_weights(record: Record) -> Record:
    """Return the record, each drawn outcome with the units of weight it owned: a page checks it without the rules."""
    decisions: list[Decision] = []
    game = record.game()
    for s, step, _events in record.walk(game):
        if step is None:
            break
        if step.seat == NATURE and not game.rules.reporters(s):  # reported outcomes were not drawn
            total, owned = weights_of(game, s, step.action)
            step = replace(step, extra={**step.extra, "of": total, "owns": list(owned)})  # noqa: PLW2901
        decisions.append(step)
    return replace(record, decisions=tuple(decisions))
