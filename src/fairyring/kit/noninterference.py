"""Leak checks over game states: simultaneous choices, witnesses, imagination, non-interference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import wire
from fairyring.core.game.contract import NATURE
from fairyring.core.game.events import LoggedEvent
from fairyring.kernel.language import place_of
from fairyring.kernel.stepping.observation import observation_function, observation_length
from fairyring.kernel.stepping.perfect_recall import PerfectRecall, knowledge_of
from fairyring.kernel.stepping.tensor import tensor_function, tensor_length
from fairyring.kit.findings import Case

MAX_STEPS = 40
WORLDS = 3  # imagined worlds compared with the true one for each seat and step


def known(case: Case, s: State, seat: int) -> dict[str, Any]:
    """Return everything that a seat gets in a state, by name; non-interference compares it byte for byte."""
    game = case.game
    view = game.view(s, seat)
    return {
        "what is pending": game.pending(s),
        "the view": wire(view),
        "the bytes on the wire": json.dumps(wire(view), sort_keys=True),
        "the table in words": game.room.presentation.terminal(game, view, game.speaker()),
        "the spectator's view": wire(game.view(s, None)),
        "the redacted state": schema.pack(game.redact(s, seat)),
        "the observation": _observation(case, s, seat),
        "the tensor": _tensor(case, s, seat),
        "the legal list": game.legal(s, seat),
        "the prompt": game.prompt(s, seat).wire(),
        "the aids": game.aids(s, seat),
        "a refusal": [game.rules.check(s, seat, action) for action in range(len(game.actions))],
        "who reports": (game.rules.reporters(s), game.rules.confirmers(s)),
        "the outcome": game.outcome(s),
    }


def _observation(case: Case, s: State, seat: int) -> list[int]:
    """Return the observation of a state that is not redacted; batches redact it first, so only two mistakes would leak."""
    row = [0] * observation_length(case.room.schema.state, case.game.players)
    observation_function(case.room.schema.state)(s, seat, row, 0)
    return row


def _tensor(case: Case, s: State, seat: int) -> list[int]:
    """Return the tensor that environments give for a state, also not redacted."""
    row = [0] * tensor_length(case.room.schema.state, case.game.players)
    tensor_function(case.room.schema.state)(s, seat, row, 0)
    return row


def _information_state(case: Case, s: State, actor: int, action: int, after: State, seat: int) -> tuple[str, list[int]]:
    """Return key and tensor of the information state of a seat that remembers a state and what an action made of it."""
    recall = PerfectRecall(_knowledge(case, s, seat))
    recall.add(_knowledge(case, after, seat), actor, action)
    return recall.key(seat), case.information_tensor.row(recall, seat)


def _knowledge(case: Case, s: State, seat: int) -> list[bytes]:
    """Return what a seat knows at its place, and all secrets at those of others: to mix up two seats is then a leak."""
    known = [schema.pack(s)] * case.game.players
    known[seat] = knowledge_of(case.game, s, seat)
    return known


def heard(logged: list[LoggedEvent], seat: int) -> list[dict[str, Any]]:
    """Return the events of a decision as a seat sees them."""
    events = [event.shown_to(seat) for event in logged if event.seen_by(seat)]
    return [event.wire() | {"message": event.message.wire()} for event in events]


def _after(case: Case, s: State, seat: int, action: int) -> tuple[State, list[LoggedEvent]]:
    t = schema.copy(s)
    return t, case.game.act(t, seat, action)


def commits_in_any_order(case: Case) -> Iterator[str]:
    """The order of simultaneous choices does not change the state."""
    game = case.game
    for step in case.sample(MAX_STEPS):
        pending = game.pending(step.state)
        if len(pending) < 2:
            continue
        chosen = [(seat, legal[case.rng.below(len(legal))]) for seat in pending if (legal := game.legal(step.state, seat))]
        ends = set()
        for order in (chosen, chosen[::-1], chosen[1:] + chosen[:1]):
            s = schema.copy(step.state)
            for seat, action in order:
                game.rules.act(s, seat, action)
            ends.add(schema.pack(s))
        if len(ends) > 1:
            yield f"step {step.number}: the order of commits changes the position"


def secrets_are_kept(case: Case) -> Iterator[str]:
    """A seat that did not witness an action cannot tell it from another by view, legal actions, refusals or events.

    Of seats that decide together, the last one resolves the phase, so only the others' commits are compared.
    """
    game = case.game
    for step in case.sample(MAX_STEPS):
        pending = game.pending(step.state)
        for actor in pending:
            legal = game.legal(step.state, actor)
            if len(legal) < 2:
                continue
            first = legal[case.rng.below(len(legal))]
            second = legal[(legal.index(first) + 1 + case.rng.below(len(legal) - 1)) % len(legal)]
            (s, s_events), (t, t_events) = _after(case, step.state, actor, first), _after(case, step.state, actor, second)
            rest = tuple(p for p in pending if p != actor)
            if actor != NATURE and (game.pending(s) != rest or game.pending(t) != rest or not rest):
                continue
            for viewer in game.seats:
                sees = [game.rules.witness(step.state, actor, action, viewer) for action in (first, second)]
                if viewer == actor or any(sees):
                    continue
                seen, seen_instead = (
                    known(case, after, viewer)
                    | {
                        "an event": heard(events, viewer),
                        "the information state": _information_state(case, step.state, actor, action, after, viewer),
                    }
                    for action, after, events in ((first, s, s_events), (second, t, t_events))
                )
                lead = f"step {step.number}: seat {viewer} can tell what {actor_name(actor)} did in secret by"
                yield from differences(lead, seen, seen_instead)


def witnesses_know(case: Case) -> Iterator[str]:
    """A seat that witnesses an action can tell it from another afterwards; else `witness` claims too much."""
    game = case.game
    for step in case.sample(MAX_STEPS):
        pending = game.pending(step.state)
        for actor in pending:
            legal = game.legal(step.state, actor)
            if len(legal) < 2:
                continue
            first, second = legal[0], legal[1 + case.rng.below(len(legal) - 1)]
            (s, s_events), (t, t_events) = _after(case, step.state, actor, first), _after(case, step.state, actor, second)
            if schema.pack(s) == schema.pack(t):
                continue
            for viewer in game.seats:
                if not all(game.rules.witness(step.state, actor, action, viewer) for action in (first, second)):
                    continue
                first_seen = heard(s_events, viewer), schema.pack(game.redact(s, viewer))
                second_seen = heard(t_events, viewer), schema.pack(game.redact(t, viewer))
                if first_seen == second_seen:
                    pair = f"“{game.space(actor)[first]}” from “{game.space(actor)[second]}”"
                    lead = f"step {step.number}: witness says that seat {viewer} sees what {actor_name(actor)} does"
                    yield f"{lead}, but nothing tells it {pair}"
                    return


def clocks_tell_nothing_new(case: Case) -> Iterator[str]:
    """Every viewer sees that a seat has chosen, since its clock stops."""
    game = case.game
    for step in case.sample(MAX_STEPS):
        pending = game.pending(step.state)
        if len(pending) < 2:
            continue
        actor = pending[case.rng.below(len(pending))]
        legal = game.legal(step.state, actor)
        if not legal:
            continue
        s, (t, events) = step.state, _after(case, step.state, actor, legal[case.rng.below(len(legal))])
        if game.pending(t) != tuple(p for p in pending if p != actor):
            continue
        for viewer in (None, *game.seats):
            is_shown = viewer == actor or any(event.seen_by(viewer) for event in events)
            if not is_shown and wire(game.view(s, viewer)) == wire(game.view(t, viewer)):
                watcher = "a spectator" if viewer is None else f"seat {viewer}"
                yield f"step {step.number}: {watcher} is not shown that seat {actor} has chosen, but its clock stops"


def actor_name(actor: int) -> str:
    return "nature" if actor == NATURE else f"seat {actor}"


def differences(lead: str, first: dict[str, Any], second: dict[str, Any]) -> Iterator[str]:
    for key, value in first.items():
        if value != second[key]:
            yield f"{lead} {key}"


def worlds_do_not_interfere(case: Case) -> Iterator[str]:
    """Worlds with the same knowledge of a seat give it the same views, legal actions, refusals, events and encodings."""
    game = case.game
    for step in case.sample(MAX_STEPS):
        for seat in game.seats:
            mine: dict[str, Any] | None = None
            r = game.redact(step.state, seat)
            compared = {schema.pack(step.state)}
            for packed in case.imagine(r, seat, WORLDS):
                if packed in compared:  # the true state, or the same world again: equal states give equal output
                    continue
                compared.add(packed)
                world = schema.unpack(game.state_type, packed)
                mine = mine or known(case, step.state, seat)
                lead = f"step {step.number}: seat {seat} can tell an imagined world from the true one by"
                yield from differences(lead, mine, known(case, world, seat))
                yield from _consequences_agree(case, step.state, world, seat, step.number)
                if wrong := schema.out_of_bounds(world):
                    yield f"step {step.number}: seat {seat} imagines a world where {wrong}"
                for law in case.room.checks.invariants:
                    if not law(world):
                        yield f"step {step.number}: a world that seat {seat} imagines breaks “{law.__name__}” ({place_of(law)})"


def _consequences_agree(case: Case, s: State, world: State, seat: int, number: int) -> Iterator[str]:
    """After one decision in both worlds: equal knowledge of the seat implies equal events and information states."""
    game = case.game
    for actor in game.pending(s):
        both = sorted(set(game.legal(s, actor)) & set(game.legal(world, actor)))
        if not both:
            continue
        action = both[case.rng.below(len(both))]
        (t, t_events), (w, w_events) = _after(case, s, actor, action), _after(case, world, actor, action)
        same = schema.pack(game.redact(t, seat)) == schema.pack(game.redact(w, seat))
        if same and heard(t_events, seat) != heard(w_events, seat):
            yield f"step {number}: an event tells seat {seat} something that its own knowledge does not hold"
        states = [_information_state(case, x, actor, action, after, seat) for x, after in ((s, t), (world, w))] if same else []
        if states and states[0] != states[1]:
            yield f"step {number}: seat {seat} can tell an imagined world from the true one by the information state"


def previews_are_known(case: Case) -> Iterator[str]:
    """With `TableHooks.can_preview`, a seat's knowledge determines the legal actions after its own actions."""
    game = case.game
    for step in case.sample(MAX_STEPS) if case.room.table.can_preview else ():
        for seat in game.pending(step.state):
            legal = () if seat == NATURE else game.legal(step.state, seat)
            if not legal:
                continue
            action = legal[case.rng.below(len(legal))]
            s, r = schema.copy(step.state), game.redact(step.state, seat)
            game.act(s, seat, action)
            game.act(r, seat, action)
            (after, seen), (planned, foreseen) = (
                (game.legal(x, seat) if seat in game.pending(x) else None, wire(game.view(x, seat))) for x in (s, r)
            )
            if after != planned or (after is not None and seen != foreseen):
                text = game.space(seat)[action]
                yield f"step {step.number}: seat {seat} cannot know what “{text}” leads to, though the room says can_preview"


def imagination_goes_on(case: Case) -> Iterator[str]:
    """The game can be played to its end from an imagined world."""
    game = case.game
    for step in case.sample(6):
        seat = game.seats[case.rng.below(game.players)]
        s = schema.recast(game.imagine(game.redact(step.state, seat), seat, case.rng), case.checked.state_type)
        for _ in range(20_000):
            pending = game.pending(s)
            if not pending:
                break
            actor = pending[0]
            if actor == NATURE:
                action = game.draw(s, case.rng)
            else:
                action = game.rules.legal_nth(s, actor, case.rng.below(game.rules.legal_count(s, actor)))
            game.rules.act(s, actor, action)
        else:
            yield f"step {step.number}: a world imagined by seat {seat} never ends"


CHECKS = (
    commits_in_any_order,
    secrets_are_kept,
    witnesses_know,
    clocks_tell_nothing_new,
    worlds_do_not_interfere,
    previews_are_known,
    imagination_goes_on,
)
