"""Checks of `Meanings`: predicates for events, end reasons, refusals and actions hold, and moves agree with views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import SeenBy, State
from fairyring.core.game.contract import LEGAL
from fairyring.core.game.events import LoggedEvent
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.game.zones import Place, ZoneKind
from fairyring.kernel.language import place_of
from fairyring.kit.findings import Case

MAX_STEPS = 30
MAX_IDS = 400  # ids whose refusals are checked in one position


def every_name_has_a_meaning(room: Room) -> Iterator[str]:
    """The room has a predicate for every end reason, refusal, event and kind of action."""
    meanings = room.checks.meanings
    kinds = [kind.name for layout in (room.schema.actions, room.schema.chance) for kind in layout.kinds]
    required: tuple[tuple[str, list[Any], Mapping[Any, Any]], ...] = (
        ("end reason", list(room.schema.ends), meanings.ends),
        ("refusal", list(room.schema.refusals), meanings.refusals),
        ("event", [kind.name for kind in room.schema.events], meanings.events),
        ("action", kinds, meanings.actions),
    )
    for label, names, declared in required:
        yield from (f"there is no meaning for the {label} {name}" for name in names if name not in declared)
        yield from (f"there is a meaning for an {label} {name}, which does not exist" for name in declared if name not in names)


def all_names(room: Room) -> set[str]:
    """Return the labels of all end reasons, events, refusals and kinds of action."""
    kinds = [kind.name for layout in (room.schema.actions, room.schema.chance) for kind in layout.kinds]
    lists: tuple[tuple[str, Iterable[object]], ...] = (
        ("end", room.schema.ends.words), ("event", [kind.name for kind in room.schema.events]), ("action", kinds),
    )  # fmt: skip
    return {f"{label} {name}" for label, names in lists for name in names}


def names_in(case: Case) -> set[str]:
    """Return the labels that occur in a game."""
    game, s = case.game, case.game.initial()
    seen = {f"end {game.room.schema.ends.word(game.rules.reason(case.final))}"}
    for step in case.steps:
        seen.add(f"action {game.space(step.seat)[step.action].kind}")
        seen |= {f"event {event.kind.name}" for event in game.act(s, step.seat, step.action)}
    return seen


def words_are_true(case: Case) -> Iterator[str]:
    """The predicates of events, actions and end reasons hold."""
    game, meanings = case.game, case.room.checks.meanings
    states = [*(step.state for step in case.steps[1:]), case.final]
    for step, after in zip(case.steps, states, strict=True):
        action = game.space(step.seat)[step.action]
        does = meanings.actions.get(action.kind)
        if does is not None and not does(step.state, after, step.seat, action.args):
            yield f"step {step.number}: “{action.kind}” did not do what it means ({place_of(does)})"
    for step in case.sample(4 * MAX_STEPS):
        s = schema.copy(step.state)
        for event in game.act(s, step.seat, step.action):
            says = meanings.events.get(event.kind.name)
            if says is not None and not says(step.state, s, event.args):
                text = f"{event.kind.name} {dict(event.args)}"
                yield f"step {step.number}: an event does not agree with the state: {text} ({place_of(says)})"
    ended = meanings.ends.get(game.rules.reason(case.final))
    if ended is not None and not ended(case.final):
        reason = game.room.schema.ends.word(game.rules.reason(case.final))
        yield f"the game ended by {reason}, and that is not true ({place_of(ended)})"


def refusals_are_true(case: Case) -> Iterator[str]:
    """The predicates of refusals hold."""
    game = case.game
    for step in case.sample(MAX_STEPS):
        for seat in game.seats:
            count = len(game.actions)
            tried = range(count) if count <= MAX_IDS else sorted({case.rng.below(count) for _ in range(MAX_IDS)})
            for number in tried:
                why, action = game.rules.check(step.state, seat, number), game.actions.get(number)
                law = case.room.checks.meanings.refusals.get(why)
                if why != LEGAL and action is not None and law is not None and not law(step.state, seat, action):
                    word = game.room.schema.refusals.word(why)
                    yield f"step {step.number}: “{action}” by seat {seat} is wrongly refused as {word} ({place_of(law)})"
                    return


# Zones -------------------------------------------------------------------------------------------


def zones_are_shown(room: Room) -> Iterator[str]:
    """The view fields of every zone exist, and are per seat where the zone is."""
    for zone in room.schema.zones:
        for name in (zone.shows, zone.count, zone.open, zone.free):
            field = room.schema.state.fields.get(name) if name else None
            if name and (field is None or field.visibility.shown.value == 0):
                yield f"the zone {zone.name} is shown by {name}, which no view has"
            elif field is not None and zone.per_seat != field.seats:
                yield f"the zone {zone.name} and its field {name} are not both of each seat"


def moves_add_up(case: Case) -> Iterator[str]:
    """Moves of events explain all changes of zone counts in views."""
    game = case.game
    zones = [zone for zone in case.room.schema.zones if (zone.count or zone.shows or zone.free) and not zone.top_only]
    for step in case.sample(2 * MAX_STEPS):
        s = schema.copy(step.state)
        events = game.act(s, step.seat, step.action)
        for viewer in game.seats:
            before, after = (counted(game, state, zones, viewer) for state in (step.state, s))
            movements = moved(events, viewer)
            if wrong := {place: many for place in after if (many := after[place] - before[place] - movements[place])}:
                names = ", ".join(sorted({kind.kind.name for kind in events})) or "none"
                yield f"step {step.number}: what seat {viewer} sees changes by {wrong} more than the events say ({names})"
                return


def counted(game: Game[Any], s: State, zones: Iterable[ZoneKind], viewer: int) -> Counter[tuple[str, int | None]]:
    """Return the number of things in each zone that the viewer can count."""
    view = game.view(s, viewer)
    counts: Counter[tuple[str, int | None]] = Counter()
    for zone in zones:
        name = zone.count or zone.shows or zone.free
        everybody = game.room.schema.state.fields[name].visibility.shown is SeenBy.EVERYBODY
        for seat in game.seats if zone.per_seat else (None,):
            here = getattr(view, name) if seat is None else getattr(view, name)[seat]
            if everybody or here is not None:  # else it is another seat's, and not for this viewer
                counts[zone.name, seat] = numbers(here) if zone.count else things(here) if zone.shows else -things(here)
    return counts


def numbers(shown: Any) -> int:
    """Return the sum of nested counts."""
    if isinstance(shown, Mapping):
        return sum(map(numbers, shown.values()))
    return sum(map(numbers, shown)) if isinstance(shown, tuple) else int(shown or 0)


def things(shown: Any) -> int:
    """Return the number of things in a list, a mapping of counts, or a mapping of places."""
    if shown is None:
        return 0
    if isinstance(shown, Mapping):
        return sum(item if isinstance(item, int) else things(item) for item in shown.values())
    return sum(map(things, shown)) if isinstance(shown, tuple) else 1


def moved(events: list[LoggedEvent], viewer: int) -> Counter[tuple[str, int | None]]:
    """Return the changes of zone counts by the events that the viewer sees."""
    total: Counter[tuple[str, int | None]] = Counter()
    for event in events:
        if event.seen_by(viewer):
            for step in event.shown_to(viewer).moves:
                total[_key(step.target)] += step.count
                total[_key(step.source)] -= step.count
    return total


def _key(place: Place) -> tuple[str, int | None]:
    return place.zone, place.seat


ROOM_CHECKS = (every_name_has_a_meaning, zones_are_shown)
CHECKS = (words_are_true, refusals_are_true, moves_add_up)
