"""Records: while a game runs, one seat's own story; after it, everything, with what is needed to check chance."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Decision, Record, Sitter
from fairyring.core.table import seal
from fairyring.tables.broadcast import views
from fairyring.tables.engine.session import Viewer
from fairyring.tables.log.state import BOT, EMPTY, OVER, PERSON, Durable, Run, Seat
from fairyring.tables.refusals import Refused


def partial(durable: Durable, viewer: Viewer) -> dict[str, Any]:
    """What one seat may look up of a running game, and what it sees; marked as partial."""
    if durable.run is None:
        raise Refused("not-now")
    seen = views.picture(durable, viewer)
    return {
        "partial": True,
        "game": durable.run.name,
        "rules": durable.run.rules,
        "options": dict(durable.options),
        "seats": [_sitter(durable, p).line() for p in range(len(durable.seats))],
        "seat": viewer,
        "events": views.lasting(durable, viewer),
        "view": seen["view"],
    }


def _as_brought(run: Run) -> Record | None:
    """The record that was imported, where not a single decision came to it here."""
    same = run.table is not None and len(run.table.history) == run.brought_steps
    return run.brought if same else None


def _sitter(durable: Durable, seat: int) -> Sitter:
    """Who plays there; or, where somebody stood up after the game, who sat there when it began.

    At a table that was imported, who played there before, as long as nobody sat down.
    """
    found, run = durable.seats[seat], durable.run
    if run is not None and run.brought is not None and (_as_brought(run) or found.kind != PERSON):
        return run.brought.sitters[seat]
    if found.kind == EMPTY:  # who played there has stood up since: the head says who it was in the beginning
        agreed = json.loads(durable.chance.head)["seats"][seat] if durable.chance.head else None
        found = Seat(PERSON, agreed) if isinstance(agreed, int) else Seat(BOT, 0, str(agreed or "?").removeprefix("bot:"))
    if found.kind == PERSON:
        guest = durable.guests.get(found.guest)
        return Sitter((guest.name or guest.animal) if guest else "?", "", {"guest": found.guest})
    return Sitter(found.level, found.level)


def whole(durable: Durable) -> Record:
    """The record of a game that is over: the decisions that stand, and what chance was made of."""
    run = durable.run
    if run is None or run.table is None or durable.phase != OVER:
        raise Refused("not-now")
    game, table = run.table.game, run.table
    sitters = [_sitter(durable, p) for p in game.seats]
    brought = _as_brought(run)
    unsealed = run.imported or durable.settings.guided  # a lesson's chance was no chance: there is nothing to derive again
    sealed = brought.seal if brought is not None else None if unsealed else about(durable)
    record = Record.of(game, sitters, table.history, table.state, sealed)
    record = replace(record, decisions=tuple(_explained(game, record)))
    extra: dict[str, Any] = {"chain": run.chain.hex()}
    extra |= {"abandoned": True} if run.over and run.over.get("abandoned") else {}
    extra |= {"imported": True} if run.imported else {}
    extra |= {"guided": True} if durable.settings.guided else {}
    return replace(record, extra_end=extra)


def about(durable: Durable) -> dict[str, Any]:
    """How chance was sealed, with the secret: only for games that are over."""
    chance = durable.chance
    shares = [
        {"guest": share.guest, "promise": share.promise.hex(), "opened": share.opened.hex() if share.opened else None}
        for share in chance.shares
    ]
    return {
        "table": durable.table,
        "game": durable.n,
        "head": chance.head,
        "commitment": seal.commitment(durable.table, durable.n, chance.secret).hex(),
        "shares": shares,
        "secret": chance.secret.hex(),
    }


def _explained(game: Game[Any], record: Record) -> list[Decision]:
    """Each drawn outcome with the units of weight it owned, so that a page can check it without the rules."""
    told: list[Decision] = []
    for s, step, _events in record.walk():
        if step is None:
            break
        if step.seat == NATURE and not game.rules.reporters(s):  # what came from outside was not drawn
            low, total = 0, 0
            owned = (0, 0)
            for outcome, weight in game.chances(s):
                if game.chance[outcome].text == step.action:
                    owned = (low, low + weight)
                low += weight
                total = low
            step = replace(step, extra={**step.extra, "of": total, "owns": list(owned)})  # noqa: PLW2901
        told.append(step)
    return told
