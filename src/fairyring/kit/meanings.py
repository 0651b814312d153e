"""Checks of meaning: what a game says is true. A mixed-up event, end reason, refusal or action word is found here."""

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
from fairyring.kit.findings import Case
from fairyring.kit.language import place_of

LOOK_AT = 30
MANY = 400  # ids that refusals are tried on, in one position


def every_name_has_a_meaning(room: Room) -> Iterator[str]:
    """The room says of every end reason, refusal, event and kind of action what is true of it."""
    meanings = room.checks.meanings
    kinds = [kind.name for layout in (room.schema.actions, room.schema.chance) for kind in layout.kinds]
    wanted: tuple[tuple[str, list[Any], Mapping[Any, Any]], ...] = (
        ("end reason", list(room.schema.ends), meanings.ends),
        ("refusal", list(room.schema.refusals), meanings.refusals),
        ("event", [kind.name for kind in room.schema.events], meanings.events),
        ("action", kinds, meanings.actions),
    )
    for what, names, given in wanted:
        yield from (f"there is no meaning for the {what} {name}" for name in names if name not in given)
        yield from (f"there is a meaning for an {what} {name}, which does not exist" for name in given if name not in names)


def all_names(room: Room) -> set[str]:
    """Every end reason, event, refusal and kind of action, as it is told of."""
    kinds = [kind.name for layout in (room.schema.actions, room.schema.chance) for kind in layout.kinds]
    lists: tuple[tuple[str, Iterable[object]], ...] = (
        ("end", room.schema.ends.words), ("event", [kind.name for kind in room.schema.events]), ("action", kinds),
    )  # fmt: skip
    return {f"{what} {name}" for what, names in lists for name in names}


def names_in(case: Case) -> set[str]:
    """The names that occur in a game."""
    game, s = case.game, case.game.initial()
    seen = {f"end {game.room.schema.ends.word(game.rules.reason(case.final))}"}
    for step in case.steps:
        seen.add(f"action {game.space(step.seat)[step.action].kind}")
        seen |= {f"event {happening.kind.name}" for happening in game.act(s, step.seat, step.action)}
    return seen


def words_are_true(case: Case) -> Iterator[str]:
    """Every event, action and end means what the room says it means."""
    game, meanings = case.game, case.room.checks.meanings
    states = [*(step.state for step in case.steps[1:]), case.final]
    for step, after in zip(case.steps, states, strict=True):
        action = game.space(step.seat)[step.action]
        does = meanings.actions.get(action.kind)
        if does is not None and not does(step.state, after, step.seat, action.args):
            yield f"step {step.number}: “{action.kind}” did not do what it means ({place_of(does)})"
    for step in case.sample(4 * LOOK_AT):
        s = schema.copy(step.state)
        for happening in game.act(s, step.seat, step.action):
            says = meanings.events.get(happening.kind.name)
            if says is not None and not says(step.state, s, happening.args):
                told = f"{happening.kind.name} {dict(happening.args)}"
                yield f"step {step.number}: an event is told that is not true: {told} ({place_of(says)})"
    ended = meanings.ends.get(game.rules.reason(case.final))
    if ended is not None and not ended(case.final):
        reason = game.room.schema.ends.word(game.rules.reason(case.final))
        yield f"the game ended by {reason}, and that is not true ({place_of(ended)})"


def refusals_are_true(case: Case) -> Iterator[str]:
    """Every refusal means what the room says it means."""
    game = case.game
    for step in case.sample(LOOK_AT):
        for seat in game.seats:
            count = len(game.actions)
            tried = range(count) if count <= MANY else sorted({case.rng.below(count) for _ in range(MANY)})
            for number in tried:
                why, action = game.rules.check(step.state, seat, number), game.actions.get(number)
                law = case.room.checks.meanings.refusals.get(why)
                if why != LEGAL and action is not None and law is not None and not law(step.state, seat, action):
                    word = game.room.schema.refusals.word(why)
                    yield f"step {step.number}: “{action}” by seat {seat} is wrongly refused as {word} ({place_of(law)})"
                    return


# Zones -------------------------------------------------------------------------------------------


def zones_are_shown(room: Room) -> Iterator[str]:
    """Every zone is shown by fields that a view has, and is of each seat where they are."""
    for zone in room.schema.zones:
        for name in (zone.shows, zone.count, zone.open, zone.free):
            field = room.schema.state.fields.get(name) if name else None
            if name and (field is None or field.visibility.shown.value == 0):
                yield f"the zone {zone.name} is shown by {name}, which no view has"
            elif field is not None and zone.per_seat != field.seats:
                yield f"the zone {zone.name} and its field {name} are not both of each seat"


def moves_add_up(case: Case) -> Iterator[str]:
    """What the events say has moved is what the views show: no zone that can be counted gains or loses anything else."""
    game = case.game
    zones = [zone for zone in case.room.schema.zones if (zone.count or zone.shows or zone.free) and not zone.top_only]
    for step in case.sample(2 * LOOK_AT):
        s = schema.copy(step.state)
        happenings = game.act(s, step.seat, step.action)
        for viewer in game.seats:
            before, after = (counted(game, state, zones, viewer) for state in (step.state, s))
            told = moved(happenings, viewer)
            if wrong := {place: many for place in after if (many := after[place] - before[place] - told[place])}:
                names = ", ".join(sorted({kind.kind.name for kind in happenings})) or "none"
                yield f"step {step.number}: what seat {viewer} sees changes by {wrong} more than the events say ({names})"
                return


def counted(game: Game[Any], s: State, zones: Iterable[ZoneKind], viewer: int) -> Counter[tuple[str, int | None]]:
    """How many things lie in each zone that the viewer can count."""
    view = game.view(s, viewer)
    found: Counter[tuple[str, int | None]] = Counter()
    for zone in zones:
        name = zone.count or zone.shows or zone.free
        everybody = game.room.schema.state.fields[name].visibility.shown is SeenBy.EVERYBODY
        for seat in game.seats if zone.per_seat else (None,):
            here = getattr(view, name) if seat is None else getattr(view, name)[seat]
            if everybody or here is not None:  # else it is another seat's, and not for this viewer
                found[zone.name, seat] = numbers(here) if zone.count else things(here) if zone.shows else -things(here)
    return found


def numbers(shown: Any) -> int:
    """The sum of what is counted, however it is split."""
    if isinstance(shown, Mapping):
        return sum(map(numbers, shown.values()))
    return sum(map(numbers, shown)) if isinstance(shown, tuple) else int(shown or 0)


def things(shown: Any) -> int:
    """How many things are listed; a mapping says how many there are of each, or what lies at each place."""
    if shown is None:
        return 0
    if isinstance(shown, Mapping):
        return sum(item if isinstance(item, int) else things(item) for item in shown.values())
    return sum(map(things, shown)) if isinstance(shown, tuple) else 1


def moved(happenings: list[LoggedEvent], viewer: int) -> Counter[tuple[str, int | None]]:
    """What the events that the viewer hears move, by zone and seat."""
    total: Counter[tuple[str, int | None]] = Counter()
    for happening in happenings:
        if happening.seen_by(viewer):
            for step in happening.shown_to(viewer).moves:
                total[_key(step.target)] += step.count
                total[_key(step.source)] -= step.count
    return total


def _key(place: Place) -> tuple[str, int | None]:
    return place.zone, place.seat


ROOM_CHECKS = (every_name_has_a_meaning, zones_are_shown)
CHECKS = (words_are_true, refusals_are_true, moves_add_up)
