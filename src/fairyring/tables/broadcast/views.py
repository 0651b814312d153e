"""What a viewer is sent: a whole picture of what it may see, and what happened on the way. No count leaves through here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.bots import levels
from fairyring.core.fields.view import wire
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.room import Prompt
from fairyring.core.table.table import Table
from fairyring.core.text.messages import Player
from fairyring.tables import rules_versions
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import gestures, reported_outcomes
from fairyring.tables.engine.session import Viewer
from fairyring.tables.limits import LOG_BYTES, LOG_EVENTS
from fairyring.tables.log.rows import canonical
from fairyring.tables.log.state import BOT, GATHERING, OVER, PERSON, Durable, Guest, News, Run, offered

Plain = dict[str, Any]


def picture(durable: Durable, viewer: Viewer, table: Plain | None = None) -> Plain:
    """Everything a viewer sees now."""
    run = durable.run
    told: Plain = {"view": None, "prompt": None, "seats": {}, "table": public(durable) if table is None else table}
    if run is None or run.table is None or durable.phase == GATHERING:
        return told
    game = run.table
    told["view"] = wire(game.view(viewer))
    if viewer is not None or run.open:
        told["prompt"] = _prompt(durable, game, viewer).wire()
    if viewer is not None:
        told["seats"] = {str(viewer): _own(durable, run, game, viewer)}
    if durable.phase == OVER and run.over is not None and run.over.get("outcome"):
        told["table"] = {**told["table"], "sheet": [line.wire() for line in game.game.sheet(game.state)]}
    return told


def _prompt(durable: Durable, game: Table[Any], viewer: Viewer) -> Prompt:
    """What a seat is asked; for others, and for who reported in the place of a bot, whom everybody waits for."""
    confirming = reported_outcomes.confirming(durable)
    if game.reported is not None and viewer not in confirming:
        return Prompt("wait", args={"seats": [Player(p) for p in confirming or game.confirmers]})
    if viewer in reported_outcomes.tellers(durable):
        return Prompt("report")
    return game.game.prompt(game.state, NATURE) if viewer is None else game.prompt(viewer)


def _own(durable: Durable, run: Run, game: Table[Any], seat: int) -> Plain:
    """What a seat alone is told: its decision, what it may do, what it chose."""
    own: Plain = {"aids": game.aids(seat)}
    if not run.open:
        return own
    own |= gestures.given(durable, seat)
    if seat in game.pending or seat in run.chosen:
        own["ask"] = opaque_ids.ask(durable, seat)
        own["legal"] = [action.wire() for action in offered(game, seat)]
        if seat in run.chosen:
            own["chosen"] = game.game.action(seat, run.chosen[seat].action).wire()
    if seat in reported_outcomes.tellers(durable):
        own["report"] = {"ask": opaque_ids.outcome(durable), "outcomes": [action.wire() for action in game.legal(NATURE)]}
    if game.reported is not None and seat in reported_outcomes.confirming(durable):
        own["confirm"] = {"ask": opaque_ids.outcome(durable), "outcome": game.reported.outcome.wire()}
    return own


def public(durable: Durable) -> Plain:
    """What everybody knows of the table besides the game."""
    run, chance = durable.run, durable.chance
    told: Plain = {
        "id": durable.table,
        "phase": durable.phase,
        "n": durable.n,
        "game": durable.game,
        "options": dict(durable.options),
        "settings": durable.settings.plain(),
        "host": durable.host,
        "paused": durable.paused,
        "seats": [_seat(seat.kind, seat.guest, seat.level, seat.stand_in) for seat in durable.seats],
        "guests": {str(number): called(guest) for number, guest in sorted(durable.guests.items())},
        "chance": _chance(durable),
    }
    room = rules_versions.newest(durable.game) if durable.phase == GATHERING else None
    if room is not None:
        told["levels"] = list(levels(rules_versions.game(room, durable.options)))
    if run is not None:
        told["rules"] = run.rules
        told["readable"] = run.table is not None
        told["imported"] = run.imported
        told["banks"] = list(run.banks) if durable.settings.clock else []
        told["expired"] = sorted(run.expired)
    if run is not None and run.over is not None:
        told["result"] = dict(run.over)
        told["chance"] |= {"secret": chance.secret.hex(), "chain": run.chain.hex()}
    return told


def _seat(kind: str, guest: int, level: str, stand_in: bool) -> Plain:
    told: Plain = {"kind": kind}
    if kind == PERSON:
        told |= {"guest": guest, "standIn": stand_in}
    return told | ({"level": level} if kind == BOT or stand_in else {})


def called(guest: Guest) -> Plain:
    """Who has no name (any more) is called by the animal."""
    return {"name": guest.name, "animal": guest.animal}


def _chance(durable: Durable) -> Plain:
    chance = durable.chance
    told: Plain = {"commitment": chance.commitment.hex()}
    if chance.head:
        told["head"] = chance.head
        told["keys"] = {str(guest): key.hex() for guest, key in chance.keys.items()}
        told["opened"] = {str(guest): share.hex() for guest, share in chance.opened.items()}
    else:
        told["promises"] = {str(guest): key.hex() for guest, key in chance.promises.items()}
    return told


# Events ------------------------------------------------------------------------------------------------


def events(news: tuple[News, ...], viewer: Viewer) -> list[Plain]:
    """What this viewer is told of a row's news."""
    told: list[Plain] = []
    for item in news:
        if item.back is not None:
            if _shown(item.was, viewer):
                told.append({"kind": "took-back", "args": {"seat": item.back}, "moves": []})
        elif item.happening is not None and item.happening.seen_by(viewer):
            event = item.happening.wire(viewer)
            if event not in _shown(item.instead, viewer):  # that somebody chose anew is nobody else's business
                told.append(event)
    return told


def _shown(happenings: tuple[LoggedEvent, ...], viewer: Viewer) -> list[Plain]:
    return [happening.wire(viewer) for happening in happenings if happening.seen_by(viewer)]


def lasting(durable: Durable, viewer: Viewer) -> list[Plain]:
    """What can still be looked up of the whole game: what faded is gone for who was away."""
    if durable.run is None or durable.run.table is None:
        return []
    return [event.wire() for event in durable.run.table.events_for(viewer)]


def still(durable: Durable, viewer: Viewer, missed: list[Plain]) -> list[Plain]:
    """Of what a viewer missed, the events that can still be looked up, newest first matched with those."""
    left = lasting(durable, viewer)
    kept: list[Plain] = []
    for event in reversed(missed):
        if event in left:
            del left[len(left) - 1 - left[::-1].index(event)]
            kept.append(event)
    return newest(kept[::-1])


def newest(told: list[Plain]) -> list[Plain]:
    """As many of the newest as a message has room for."""
    kept: list[Plain] = []
    room = LOG_BYTES
    for event in reversed(told[-LOG_EVENTS:]):
        room -= len(canonical(event))
        if room < 0:
            break
        kept.append(event)
    return kept[::-1]


def beat(
    after: str | None, at: str, told: list[Plain], seen: Mapping[str, Any], cause: str | None = None, table: bool = True
) -> Plain:
    """The message: every beat holds the whole view, so a gap costs animation and never truth."""
    made: Plain = {"type": "beat", "after": after, "at": at, "events": told}
    made |= {key: value for key, value in seen.items() if table or key != "table"}
    return made | ({"cause": cause} if cause else {})
