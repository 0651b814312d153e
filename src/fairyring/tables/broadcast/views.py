"""What a viewer is sent: the whole picture of what it may see, and the events on the way. No sequence numbers are revealed.

Views, events and actions of a game come from `fairyring.core` as JSON; `encode` passes them on as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from operator import attrgetter, is_
from typing import Any, cast

from fairyring.bots import levels
from fairyring.core.declared.declare import UNSET, Unset
from fairyring.core.fields.schema import digest
from fairyring.core.game.actions import Action
from fairyring.core.game.contract import NATURE, PUBLIC
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.room import Prompt, Room
from fairyring.core.table import seal
from fairyring.core.table.table import Table
from fairyring.core.text.messages import Player
from fairyring.core.values import value_class
from fairyring.tables import rules_versions
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import gestures, reported_outcomes
from fairyring.tables.engine.session import Viewer
from fairyring.tables.limits import SNAPSHOT_EVENT_BYTES, SNAPSHOT_EVENTS
from fairyring.tables.log.rows import canonical
from fairyring.tables.log.state import (
    BOT,
    GATHERING,
    OVER,
    PERSON,
    Choice,
    Guest,
    News,
    Run,
    Seat,
    TableState,
    without_own_choice,
)
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import Fragment, encode

Json = dict[str, Any]


@value_class
class Picture:
    """Everything a viewer sees now, as JSON: the parts of a beat that do not depend on what was sent before."""

    view: Json | None
    prompt: Fragment | None
    seats: Fragment
    table: Fragment


def picture(state: TableState, viewer: Viewer) -> Picture:
    """Return the picture of one viewer."""
    return pictures(state, (viewer,), public_table(state))[viewer]


Earlier = tuple[TableState, Mapping[Viewer, Picture]]  # an earlier state, and its pictures


def pictures(
    state: TableState, viewers: Iterable[Viewer], table: Fragment, earlier: Earlier | None = None
) -> dict[Viewer, Picture]:
    """Return the pictures of some viewers; what they have in common is computed once. `table` is `public_table(state)`.

    With pictures of an earlier state of the table, all that is known to be the same is taken from these.
    """
    run = state.run
    if run is None or run.table is None or state.phase == GATHERING:
        blank = Picture(None, None, Fragment(), table)
        return dict.fromkeys(viewers, blank)
    game = run.table
    if state.phase == OVER and run.over is not None and run.over.get("outcome"):
        table = Fragment(table, sheet=[line.wire() for line in game.game.sheet(game.state)])
    known, chosen = _reusable(earlier, state)
    made: dict[Viewer, Picture] = {}
    nothing = Fragment()
    pending, holder = game.pending, game.holder
    chance = pending == (NATURE,)  # else nothing is reported
    confirming = reported_outcomes.confirming_seats(state) if chance else ()
    reporting = reported_outcomes.reporting_seats(state) if chance else ()
    asked = {*pending, *(game.reporters if chance else ()), *reporting, holder}
    open_game = run.open
    waiting: Fragment | None = None  # the prompt of all who are not asked anything
    for viewer, view in game.wire_views(viewers).items():
        last = known.get(viewer)
        same_choice = viewer is None or chosen.get(viewer) == run.chosen.get(viewer)
        if viewer is None:
            seats = nothing
        elif last is not None and same_choice:
            seats = last.seats
        else:
            legal = None if last is None else last.seats[str(viewer)].get("legal")
            own = _own(state, run, game, viewer, reporting, confirming, legal)
            if viewer == holder:
                own |= gestures.owner_data(state, viewer)
            seats = Fragment({str(viewer): own})
        prompt: Fragment | None = None
        if viewer is not None or open_game:
            if last is not None and same_choice and viewer in pending:
                prompt = last.prompt
            elif game.reported is not None or (viewer is not None and viewer in asked):
                prompt = Fragment(_prompt(game, viewer, reporting, confirming).wire())
            else:
                prompt = waiting = waiting or Fragment(game.prompt(None).wire())
        made[viewer] = Picture(view, prompt, seats, table)
    return made


def _reusable(earlier: Earlier | None, state: TableState) -> tuple[Mapping[Viewer, Picture], Mapping[int, Choice]]:
    """Return the pictures of which parts can be taken over, and the unresolved choices that these show."""
    if earlier is None or earlier[0].run is None or not _same_round(earlier[0], state):
        return {}, {}
    return earlier[1], earlier[0].run.chosen


def _same_round(before: TableState, after: TableState) -> bool:
    """Return whether nothing happened in the game between two states but choices that are not resolved yet.

    These change nothing for other seats but for whom the table waits (`Table.decisions_before_open`), and nothing about what
    the chooser may choose instead.
    """
    first, second = before.playing, after.playing
    return (
        first is not None
        and second is not None
        and before.n == after.n
        and first.game is second.game
        and first.decisions_before_open == second.decisions_before_open
        and all(NATURE not in table.pending and table.holder is None for table in (first, second))
    )


def _prompt(game: Table[Any], viewer: Viewer, reporting: tuple[int, ...], confirming: tuple[int, ...]) -> Prompt:
    """Return what a seat is asked; for other viewers, which seats the table waits for."""
    if game.reported is not None and viewer not in confirming:
        return Prompt("wait", args={"seats": [Player(p) for p in confirming or game.confirmers]})
    if viewer in reporting:
        return Prompt("report")
    return game.prompt(viewer)


def _own(
    state: TableState,
    run: Run,
    game: Table[Any],
    seat: int,
    reporting: tuple[int, ...],
    confirming: tuple[int, ...],
    legal: list[Json] | None = None,
) -> Json:
    """Return what only this seat is sent: its decision, the legal actions (if they are not known yet), its choice."""
    aids = game.aids(seat)
    if not run.open:
        return encode(outgoing.Own(aids))
    decides = seat in game.pending or seat in run.chosen
    own: Json = {"aids": aids}  # as `encode(outgoing.Own(…))`, without the cost of a declared message
    if decides:
        own["ask"] = opaque_ids.decision_id(state, seat)
        own["legal"] = legal or without_own_choice(game, seat).wire_legal(seat)
    if seat in run.chosen:
        own["chosen"] = game.game.action(seat, run.chosen[seat].action).wire()
    if seat in reporting:
        own["report"] = encode(outgoing.Report(opaque_ids.outcome_id(state), _encoded(game.legal(NATURE))))
    if game.reported is not None and seat in confirming:
        own["confirm"] = encode(outgoing.Confirm(opaque_ids.outcome_id(state), _encoded([game.reported.outcome])[0]))
    return own


def _encoded(actions: Iterable[Action]) -> Any:
    """Return actions as JSON. Typed Any, because messages declare the decoded form."""
    return [action.wire() for action in actions]


def public_table(state: TableState) -> Fragment:
    """Return what everybody knows of the table besides the game."""
    run, result = state.run, state.run.over if state.run is not None else None
    room = rules_versions.newest_room(state.game) if state.phase == GATHERING else None
    table = outgoing.Table(
        state.table,
        cast(outgoing.Phase, state.phase),
        state.n,
        state.game,
        dict(state.options),
        _encoded_json(state.settings.plain()),
        state.host,
        state.paused,
        [_seat(seat) for seat in state.seats],
        {str(number): guest_names(guest) for number, guest in sorted(state.guests.items())},
        _chance(state, with_secret=result is not None),
        levels=UNSET if room is None else list(levels(rules_versions.configured_game(room, state.options))),
        rules=UNSET if run is None else run.rules,
        readable=UNSET if run is None else run.table is not None,
        imported=UNSET if run is None else run.imported,
        players=_imported_players(state),
        banks=UNSET if run is None else list(run.banks) if state.settings.clock else [],
        expired=UNSET if run is None else sorted(run.expired),
        result=UNSET if result is None else _encoded_json(dict(result)),
    )
    return Fragment(encode(table))


def same_public_table(before: TableState, after: TableState) -> bool:
    """Return whether `public_table` cannot differ: all that it is made of is the same object, or an equal small value."""
    first, second = before.run, after.run
    if first is None or second is None:
        same_run = first is second
    else:
        same_run = (first.table is None) == (second.table is None) and _run_fields(first) == _run_fields(second)
    return same_run and all(map(is_, _table_fields(before), _table_fields(after)))


# The fields of the state and of the run that `public_table` reads; of the run also whether it has a table.
TABLE_FIELDS = ("table", "phase", "n", "game", "options", "settings", "host", "paused", "seats", "guests", "chance")
RUN_FIELDS = ("rules", "imported", "imported_record", "banks", "expired", "over", "chain")
_table_fields, _run_fields = attrgetter(*TABLE_FIELDS), attrgetter(*RUN_FIELDS)


def _imported_players(state: TableState) -> list[str] | Unset:
    """Return the names of the people who played an imported game that was over already; bots have an empty name."""
    run = state.run
    record = None if run is None or state.phase != OVER else run.imported_unchanged
    return UNSET if record is None else ["" if sitter.bot else sitter.name for sitter in record.sitters]


def _encoded_json(value: Json | list[Json]) -> Any:
    """Return a value that is JSON already. Typed Any, because messages declare the decoded form."""
    return value


def _seat(seat: Seat) -> outgoing.Empty | outgoing.Person | outgoing.Bot:
    if seat.kind == PERSON:
        return outgoing.Person(seat.guest, seat.stand_in, seat.level if seat.stand_in else UNSET)
    return outgoing.Bot(seat.level) if seat.kind == BOT else outgoing.Empty()


def guest_names(guest: Guest) -> outgoing.Called:
    """Return what a guest is called; clients show the animal where the name is empty."""
    return outgoing.Called(guest.name, guest.animal)


def _chance(state: TableState, with_secret: bool) -> outgoing.Chance:
    """Return what is published of the sealed chance."""
    chance, run = state.chance, state.run
    sealed = bool(chance.head)
    table = run.table if with_secret and run is not None else None
    steps = [] if table is None else [(step.seat, step.action) for step in table.history]
    return outgoing.Chance(
        chance.commitment.hex(),
        promises=UNSET if sealed else _hex_by_guest(chance.promises.items()),
        head=chance.head if sealed else UNSET,
        keys=_hex_by_guest(chance.keys.items()) if sealed else UNSET,
        opened=_hex_by_guest(chance.opened.items()) if sealed else UNSET,
        secret=chance.secret.hex() if with_secret else UNSET,
        chain=run.chain.hex() if with_secret and run is not None else UNSET,
        moves=UNSET if table is None else seal.moves_hash(steps).hex(),
        steps=UNSET if table is None else seal.steps_hash(steps, digest(table.state)).hex(),
    )


def _hex_by_guest(values: Iterable[tuple[int, bytes]]) -> dict[str, str]:
    return {str(guest): value.hex() for guest, value in values}


# Events ------------------------------------------------------------------------------------------------


def events_for(news: tuple[News, ...], viewer: Viewer) -> list[Json]:
    """Return the events of a row that a viewer sees."""
    events: list[Json] = []
    for item in news:
        if item.back is not None:
            if _seen(item.was, viewer):
                events.append({"kind": "took-back", "args": {"seat": item.back}, "moves": []})
        elif (happening := item.happening) is not None and (happening.audience == PUBLIC or happening.audience == viewer):
            event = happening.wire(viewer)
            # A replaced choice must not show to viewers of the first one.
            if not item.instead or event not in _seen(item.instead, viewer):
                events.append(event)
    return events


def addressed_viewers(news: tuple[News, ...]) -> set[Viewer]:
    """Return the viewers who may see other events of a row than all the rest."""
    viewers: set[Viewer] = set()
    for item in news:
        for happening in (item.happening, *item.instead, *item.was):
            if happening is not None:
                viewers |= happening.addressed_viewers()
    return viewers


def _seen(happenings: tuple[LoggedEvent, ...], viewer: Viewer) -> list[Json]:
    return [happening.wire(viewer) for happening in happenings if happening.seen_by(viewer)]


def lasting_events(state: TableState, viewer: Viewer) -> list[Json]:
    """Return the events of the whole game that a viewer can still look up; faded ones are gone."""
    return _lasting_events(state, (viewer,))[viewer]


def newest_lasting_events(state: TableState, viewers: Collection[Viewer]) -> dict[Viewer, list[Json]]:
    """Return, of what each viewer can still look up, the newest events that fit into a message."""
    sizes: dict[int, int] = {}  # by the id of an event: viewers share most of them
    lasting = _lasting_events(state, viewers, SNAPSHOT_EVENTS)
    return {viewer: newest_events(events, sizes) for viewer, events in lasting.items()}


def _lasting_events(state: TableState, viewers: Collection[Viewer], newest: int | None = None) -> dict[Viewer, list[Json]]:
    if state.run is None or state.run.table is None:
        return {viewer: [] for viewer in viewers}
    return state.run.table.wire_events_for(viewers, newest)


def turns_page(state: TableState, events: list[Json]) -> bool:
    """Return whether these events begin a new page and a function of the game selects what fades.

    Viewers are sent then what they can still look up. Else clients know by the catalogue what fades.
    """
    kinds = page_turns(state)
    return bool(kinds) and any(event["kind"] in kinds for event in events)


def page_turns(state: TableState) -> frozenset[str]:
    """Return the kinds of events for which `turns_page` holds."""
    table = state.run.table if state.run is not None else None
    return frozenset() if table is None else _page_turns(table.game.room)


@cache
def _page_turns(room: Room) -> frozenset[str]:
    """Return the kinds of events that begin a new page, if a function of the game selects what fades."""
    kinds = room.schema.events
    return frozenset(kind.name for kind in kinds if kind.new_page and any(callable(other.fades) for other in kinds))


def still_visible(state: TableState, viewer: Viewer, missed: list[Json]) -> list[Json]:
    """Return those of the missed events that can still be looked up, matched from the newest on."""
    left = lasting_events(state, viewer)
    kept: list[Json] = []
    for event in reversed(missed):
        if event in left:
            del left[len(left) - 1 - left[::-1].index(event)]
            kept.append(event)
    return newest_events(kept[::-1])


def newest_events(events: list[Json], sizes: dict[int, int] | None = None) -> list[Json]:
    """Return the newest events that fit into a message. `sizes` are those of events that were measured already, by their id."""
    kept: list[Json] = []
    bytes_left, known = SNAPSHOT_EVENT_BYTES, {} if sizes is None else sizes
    for event in reversed(events[-SNAPSHOT_EVENTS:]):
        size = known.get(id(event)) or known.setdefault(id(event), len(canonical(event)))
        bytes_left -= size
        if bytes_left < 0:
            break
        kept.append(event)
    return kept[::-1]


def beat(
    after: str | None,
    at: str,
    events: list[Json],
    picture: Picture,
    cause: str | None = None,
    with_table: bool = True,
    log: list[Json] | None = None,
) -> Json:
    """Return a beat: the whole picture each time, so that a gap costs animation and never truth.

    It is `encode(outgoing.Beat(…))`, without the cost of a declared message: all its parts are JSON already.
    """
    message = {
        "type": "beat", "after": after, "at": at, "events": events,
        "view": picture.view, "prompt": picture.prompt, "seats": picture.seats,
    }  # fmt: skip
    if with_table:
        message["table"] = picture.table
    if cause:
        message["cause"] = cause
    if log is not None:
        message["log"] = log
    return message
