"""Checks of play: legality, chance, refusals, invariants, and that reading a state does not change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from fairyring.core.errors import CannotParse, FairyringError, NotLegal, NotYourTurn
from fairyring.core.fields import schema
from fairyring.core.game.contract import LEGAL, NATURE, OVER
from fairyring.core.table.table import Table
from fairyring.kernel.language import place_of
from fairyring.kit.findings import Case, Step

MANY_UNITS = 5000  # above this total weight, chance_nth is tried at the edges of every outcome only
MAX_FOLLOWED = 120  # steps of a long game that are played on a table
LOOK_AT = 60  # steps of a long game that the dearer checks look at


def never_stuck(case: Case) -> Iterator[str]:
    """Every pending seat has a legal action, the game ends, and then there are none."""
    rules, s = case.game.rules, case.final
    if rules.pending(s) != OVER:
        yield "the game stopped before it was over"
    for seat in case.game.seats:
        if rules.legal_count(s, seat):
            yield f"seat {seat} has legal actions after the end"
        try:
            case.game.check(s, seat, 0)
            yield f"seat {seat} may act after the end"
        except NotYourTurn:
            pass


def legal_is_check(case: Case) -> Iterator[str]:
    """`legal`, `legal_nth`, `check` and `mask` agree; ids are ascending; seats that are not pending have none."""
    game, rules = case.game, case.game.rules
    for step in case.sample(LOOK_AT):
        pending = game.pending(step.state)
        for seat in game.seats:
            legal = game.legal(step.state, seat)
            if seat not in pending and legal:
                yield f"step {step.number}: seat {seat} is not pending but has {len(legal)} legal actions"
            if list(legal) != sorted(set(legal)) or any(not 0 <= action < len(game.actions) for action in legal):
                yield f"step {step.number}: the legal actions of seat {seat} are not ascending ids: {legal[:20]}"
            if legal != tuple(rules.legal_nth(step.state, seat, k) for k in range(rules.legal_count(step.state, seat))):
                yield f"step {step.number}: list_legal and legal_nth disagree for seat {seat}"
            allowed = tuple(a for a in range(len(game.actions)) if rules.check(step.state, seat, a) == LEGAL)
            mask = game.mask(step.state, seat)
            if len(mask) != len(game.actions) or tuple(a for a, flag in enumerate(mask) if flag) != legal:
                yield f"step {step.number}: the mask of seat {seat} is not its legal list"
            if allowed != tuple(sorted(legal)):
                odd = [str(game.actions[a]) for a in sorted(set(allowed) ^ set(legal))[:5]]
                yield f"step {step.number}: check and legal disagree for seat {seat} about {odd}"


def chance_adds_up(case: Case) -> Iterator[str]:
    """Weights of outcomes sum to `chance_count`, and `chance_nth` agrees with them."""
    rules = case.game.rules
    for step in case.sample(LOOK_AT):
        if step.seat != NATURE:
            continue
        chances, total = case.game.chances(step.state), rules.chance_count(step.state)
        if sum(weight for _, weight in chances) != total or not 0 < total < 1 << 32 or any(w < 0 for _, w in chances):
            yield f"step {step.number}: the weights of chance do not sum to {total}"
            continue
        at = 0
        for outcome, weight in chances:
            units = range(at, at + weight) if total <= MANY_UNITS else (at, at + weight - 1)
            if any(rules.chance_nth(step.state, k) != outcome for k in units):
                yield f"step {step.number}: chance_nth does not give “{case.game.chance[outcome]}” its {weight} units"
            at += weight


def refusals_change_nothing(case: Case) -> Iterator[str]:
    """A refused action raises the right error and does not change the state."""
    game = case.game
    for step in case.sample(LOOK_AT):
        before = schema.pack(step.state)
        pending = game.pending(step.state)
        for seat in (*game.seats, NATURE):
            legal = set(game.legal(step.state, seat))
            refused = [a for a in range(len(game.space(seat))) if a not in legal][:40]
            tries: list[tuple[int | str, type[FairyringError]]] = [
                (a, NotLegal if game.space(seat).get(a) else CannotParse) for a in refused
            ]
            tries += [("no such thing", CannotParse), (-1, CannotParse), (len(game.space(seat)), CannotParse)]
            for action, kind in tries:
                try:
                    game.check(step.state, seat, action)
                    yield f"step {step.number}: {action!r} by seat {seat} is not refused"
                except FairyringError as error:
                    expected = kind if seat in pending else NotYourTurn
                    if type(error) is not expected:
                        raised = type(error).__name__
                        yield f"step {step.number}: {action!r} by seat {seat} raises {raised}, not {expected.__name__}"
        if schema.pack(step.state) != before:
            yield f"step {step.number}: a refused action changed the state"


def looking_changes_nothing(case: Case) -> Iterator[str]:
    """Views, legal actions, redaction and imagination do not change the state."""
    game = case.game
    for step in case.sample(LOOK_AT):
        before = schema.pack(step.state)
        for _name, look in _looks(case, step):
            look()
        if schema.pack(step.state) != before:
            yield f"step {step.number}: {_culprit(case, step, before)} changed the state"
            return
        for seat in game.seats:
            r = game.redact(step.state, seat)
            packed = schema.pack(r)
            game.imagine(r, seat, case.rng)
            if schema.pack(r) != packed:
                yield f"step {step.number}: imagine changed the redacted state it was given"


def _culprit(case: Case, step: Step, before: bytes) -> str:
    """Return the name of the first function that changes a state. Only asked after a change: packing is dear."""
    s = schema.unpack(case.room.schema.state, before)
    for name, look in _looks(case, replace(step, state=s)):
        look()
        if schema.pack(s) != before:
            return name
    return "a function"


def _looks(case: Case, step: Step) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield every function that reads a state, with its name."""
    game, rules, s = case.game, case.game.rules, step.state
    for seat in game.seats:
        yield "view", partial(game.view, s, seat)
        yield "the legal list", partial(game.legal, s, seat)
        yield "redact", partial(game.redact, s, seat)
        yield "score", partial(rules.score, s, seat)
        yield "standing", partial(rules.standing, s, seat)
        yield "the prompt", partial(game.prompt, s, seat)
        yield "the aids", partial(game.aids, s, seat)
        yield "witness", partial(rules.witness, s, step.seat, step.action, seat)
        yield "the table in words", partial(game.room.presentation.terminal, game, game.view(s, seat), game.speaker())
    if step.seat != NATURE:
        yield "prior", partial(game.room.checks.small_instances[0].prior, s, step.seat, step.action)
    for k in game.room.schema.tallies:
        yield "a tally", partial(rules.tally, s, k)
    yield "the spectator's view", partial(game.view, s, None)
    yield "chance", partial(game.chances, s)
    yield "who reports", partial(rules.reporters, s)
    yield "who confirms", partial(rules.confirmers, s)


def earlier_states_stay(case: Case) -> Iterator[str]:
    """Copies are independent: playing on does not change earlier states."""
    s = case.game.initial()
    kept = []
    for step in case.steps[:200]:
        kept.append((schema.copy(s), schema.digest(s)))
        case.game.act(s, step.seat, step.action)
    if any(schema.digest(state) != digest for state, digest in kept):
        yield "an earlier state changed while the game went on"


def invariants_hold(case: Case) -> Iterator[str]:
    """The room's invariants hold in every state."""
    for state, number in [*((step.state, step.number) for step in case.steps), (case.final, len(case.steps))]:
        for law in case.room.checks.invariants:
            if not law(state):
                name = law.__name__.replace("_", " ")
                yield f"step {number}: the law “{name}” is broken ({place_of(law)})"
                return


def bots_play_by_the_rules(case: Case) -> Iterator[str]:
    """Policies choose legal actions from redacted states."""
    game = case.game
    for step in case.sample(LOOK_AT):
        for seat in game.pending(step.state) if step.seat != NATURE else ():
            legal = game.legal(step.state, seat)
            for level, mind in case.room.bots.policies.items():
                action = mind(game.redact(step.state, seat), seat, case.rng)
                if action not in legal:
                    named = game.actions.get(action) or action
                    where = place_of(mind)
                    yield f"step {step.number}: the bot {level} of seat {seat} decides “{named}”, which is not legal ({where})"
                    return


def open_choices_change_nothing_for_others(case: Case) -> Iterator[str]:
    """A simultaneous choice that is not the last one changes neither aids, nor legal actions, nor the prompt of another seat.

    Servers send them again only after the last choice (`Table.decisions_before_open`). What the chooser may choose instead is
    what it could choose before.
    """
    game, table = case.game, Table(case.game)
    for step in case.steps[:MAX_FOLLOWED]:
        before = table.copy()
        table.play(step.seat, step.action)
        if step.seat == NATURE or table.decisions_before_open != before.decisions_before_open:
            continue
        for seat in game.seats:
            was, is_now = _offered(before, seat), _offered(table, seat)
            for part in was if seat != step.seat else ("legal actions",):
                if was[part] != is_now[part]:
                    yield f"step {step.number}: the choice of seat {step.seat} changes the {part} of seat {seat}"


def _offered(table: Table[Any], seat: int) -> dict[str, object]:
    """Return what a seat is offered that has chosen, or has to choose."""
    free = table
    if table.can_take_back(seat):
        free = table.copy()
        free.take_back(seat)
    prompt = table.prompt(seat).wire() if seat in table.pending else None
    return {"aids": table.aids(seat), "legal actions": free.legal(seat), "prompt": prompt}


def ends_agree(case: Case) -> Iterator[str]:
    """A game has an end reason exactly when it is over; places are a ranking such as 1, 2, 2, 4."""
    rules, game = case.game.rules, case.game
    for step in case.steps:
        if rules.reason(step.state):
            yield f"step {step.number}: there is an end reason while somebody is still to move"
            return
    if rules.reason(case.final) not in game.room.schema.ends:
        yield f"the game is over for reason {rules.reason(case.final)}, which has no name"
        return
    places = sorted(game.place(case.final, seat) for seat in game.seats)
    if places != [1 + sum(other < place for other in places) for place in places]:
        yield f"the places {places} are no ranking"
    tallies = game.room.schema.tallies
    if "rounds" in tallies.words and rules.tally(case.final, tallies.number("rounds")) < 1:
        yield "a finished game has no round"


def scratch_is_blank(case: Case) -> Iterator[str]:
    """Working memory is blank in every state that is played or imagined: compiled copies leave it out."""
    game = case.game
    fields = [field for field in case.room.schema.state.fields.values() if field.scratch]
    for step in case.sample(LOOK_AT) if fields else ():
        for seat in game.seats:
            world = game.imagine(game.redact(step.state, seat), seat, case.rng)
            for field in fields:
                for s, where in ((step.state, "in play"), (world, f"after seat {seat} has imagined")):
                    if getattr(s, field.name) != field.empty():
                        yield f"step {step.number}: {field.name} is working memory, and not blank {where}"
                        return


CHECKS = (
    never_stuck,
    legal_is_check,
    chance_adds_up,
    refusals_change_nothing,
    looking_changes_nothing,
    earlier_states_stay,
    invariants_hold,
    bots_play_by_the_rules,
    open_choices_change_nothing_for_others,
    ends_agree,
    scratch_is_blank,
)
