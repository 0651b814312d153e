"""Fold of the entries of a running game: decisions, withdrawn and replaced choices, clocks, the end."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Mapping
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.core.steps import run_to_end
from fairyring.core.table import seal
from fairyring.core.table.table import MoveResult, Table
from fairyring.tables import rules_versions
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import OVER, PLAYING, Choice, News, Run, TableState

Data = Mapping[str, Any]


def deal(state: TableState, data: Data) -> TableState:
    """Begin the game: derive the master of all chance from secret, shares and head, or from an open deal."""
    chance, open_deal = state.chance, state.settings.deal
    sealed = seal.master(chance.secret, state.table, state.n, chance.head, chance.shares)
    master = seal.open_master(open_deal) if open_deal else sealed
    table = _new_table(state, state.game, data["rules"])
    return _begun(state, Run(state.game, data["rules"], table), master)


def _new_table(state: TableState, name: str, version: int) -> Table[Any] | None:
    """Return a core table for the game; None if its rules are not installed, or do not accept its options any more."""
    room = rules_versions.room_of_version(name, version)
    try:
        return None if room is None else Table(rules_versions.configured_game(room, state.options), aids=state.settings.aids)
    except FairyringError:  # a game is read-only then; its log stays as it is
        return None


def _begun(state: TableState, run: Run, master: bytes) -> TableState:
    seats = len(state.seats)
    bank = 0 if run.imported else state.settings.clock.get("bank", 0)
    sat = {guest: frozenset(state.seats_of(guest)) for guest in state.people}
    run = replace(run, turns=(0,) * seats, banks=(bank,) * seats, sat=sat)
    return replace(state, run=run, chance=replace(state.chance, master=master), paused=False)


def deal_without_rules(state: TableState, version: int) -> TableState:
    """Begin a game of which only the result is wanted."""
    return _begun(state, Run(state.game, version, None), b"")


def _run(state: TableState) -> Run:
    assert state.run is not None, "entries of a game follow its deal"
    return state.run


def _changeable(run: Run, table: Table[Any]) -> Table[Any]:
    """Return the table to play on: a copy, since others may hold the state; while loading the table itself."""
    return table if run.loading else table.copy()


def _owing(table: Table[Any]) -> set[int]:
    """The seats with an undecided or unresolved decision."""
    owing = {*table.pending, *table.open_choices}
    owing.discard(NATURE)
    return owing


def decision(state: TableState, data: Data, _aside: Data) -> TableState:
    """A seat, or nature, decides. A replacing choice keeps the place of the first, so that no viewer sees the difference."""
    run = _run(state)
    run = replace(run, decisions=(*run.decisions, data))
    if run.table is None:
        return replace(state, run=run)
    table, seat, before = _changeable(run, run.table), data["seat"], run.chosen
    owed = _owing(table)
    if data.get("instead"):
        happened = _play_instead(table, seat, data["plays"], before)
        news = tuple(News(happening, before[seat].happenings) for happening in happened.logged)
    else:
        happened = table.play(seat, data["plays"])
        news = tuple(News(happening) for happening in happened.logged)
    return _after(state, run, table, owed, data, happened, news)


def _play_instead(table: Table[Any], seat: int, action: str, before: Mapping[int, Choice]) -> MoveResult:
    for chooser in before:
        table.take_back(chooser)
    happened = None
    for chooser, choice in before.items():
        played = table.play(chooser, action if chooser == seat else choice.action)
        happened = played if chooser == seat else happened
    assert happened is not None, "only a choice that was made is replaced"
    return happened


def _after(
    state: TableState, run: Run, table: Table[Any], owed: set[int], data: Data, happened: MoveResult, news: tuple[News, ...]
) -> TableState:
    """Return the state after a decision that the core table has played; `owed` are the seats that owed one before."""
    seat, still_open = data["seat"], table.open_choices
    chosen = {p: choice for p, choice in run.chosen.items() if p in still_open} if run.chosen else {}
    if seat in still_open:
        charge = run.chosen[seat].charge if seat in run.chosen else data.get("charge", 0)
        chosen[seat] = Choice(data["plays"], happened.logged, charge)
    # Decisions that can neither be made nor changed any more: their ids become invalid.
    resolved = owed - _owing(table)
    if seat != NATURE and seat not in still_open:
        resolved.add(seat)
    resolved.update([p for p in run.chosen if p not in chosen])
    charges = {p: run.chosen[p].charge for p in resolved if p in run.chosen}
    if seat in resolved and seat not in charges:
        charges[seat] = data.get("charge", 0)
    after = replace(
        run,
        table=table,
        chosen=chosen,
        turns=tuple([turn + (p in resolved) for p, turn in enumerate(run.turns)]) if resolved else run.turns,
        drawn=run.drawn + (seat == NATURE),
        banks=_charged(state, run.banks, charges),
        spent={p: ms for p, ms in run.spent.items() if p not in resolved} if run.spent else run.spent,
        expired=run.expired - resolved,
    )
    return replace(state, run=after, news=(*state.news, *news))


def _charged(state: TableState, banks: tuple[int, ...], charges: Mapping[int, int]) -> tuple[int, ...]:
    """Return the banks after charges. They change only when choices are shown: a stopped clock would reveal a choice."""
    clock = state.settings.clock
    if "bank" not in clock:
        return banks
    add = clock.get("add", 0)
    return tuple(max(0, bank - charges[p]) + add if p in charges else bank for p, bank in enumerate(banks))


def hand(state: TableState, data: Data, _aside: Data) -> TableState:
    """A gesture is finished: chance brings the outcome derived from it."""
    run = _run(state)
    run = replace(run, decisions=(*run.decisions, data))
    if run.table is None:
        return replace(state, run=run)
    table, owed = _changeable(run, run.table), _owing(run.table)
    happened = table.apply_outcome(data["plays"], data["told"])
    news = tuple(News(happening) for happening in happened.logged)
    return _after(state, run, table, owed, data, happened, news)


def take_back(state: TableState, data: Data, _aside: Data) -> TableState:
    """An unresolved choice is withdrawn."""
    run, seat = _run(state), data["seat"]
    raw = (*run.decisions, {"back": seat})
    if run.table is None:
        return replace(state, run=replace(run, decisions=raw))
    table, was = _changeable(run, run.table), run.chosen[seat]
    table.take_back(seat)
    chosen = {p: choice for p, choice in run.chosen.items() if p != seat}
    spent = {**run.spent, seat: was.charge} if was.charge else run.spent
    news = (*state.news, News(None, back=seat, was=was.happenings))
    return replace(state, run=replace(run, table=table, decisions=raw, chosen=chosen, spent=spent), news=news)


def report(state: TableState, data: Data, _aside: Data) -> TableState:
    """A seat reports an outcome of the real deck."""
    run = _run(state)
    raw = (*run.decisions, {"report": dict(data)})
    if run.table is None:
        return replace(state, run=replace(run, decisions=raw))
    table, owed = _changeable(run, run.table), _owing(run.table)
    happened = table.report(data["seat"], data["outcome"])
    return _after_report(replace(state, run=replace(run, decisions=raw, substitute=data.get("stead"))), table, owed, happened)


def confirm(state: TableState, data: Data, _aside: Data) -> TableState:
    """Another seat confirms or rejects the report."""
    run = _run(state)
    raw = (*run.decisions, {"confirm": dict(data)})
    if run.table is None:
        return replace(state, run=replace(run, decisions=raw))
    table, owed = _changeable(run, run.table), _owing(run.table)
    happened = table.confirm(data["seat"], data["right"])
    return _after_report(replace(state, run=replace(run, decisions=raw)), table, owed, happened)


def _after_report(state: TableState, table: Table[Any], owed: set[int], happened: MoveResult | None) -> TableState:
    run = _run(state)
    if happened is None:
        return replace(state, run=replace(run, table=table))
    news = tuple(News(happening) for happening in happened.logged)
    after = _after(state, run, table, owed, {"seat": NATURE, "plays": happened.decisions[0].action}, happened, news)
    assert after.run is not None
    return replace(after, run=replace(after.run, drawn=run.drawn))  # a reported outcome was not drawn


def clock(state: TableState, data: Data, _aside: Data) -> TableState:
    """A clock ran out: a bot makes this one decision."""
    run = _run(state)
    return replace(state, run=replace(run, expired=run.expired | {data["seat"]}))


def end(state: TableState, data: Data, _aside: Data) -> TableState:
    return replace(state, phase=OVER, run=replace(_run(state), over=dict(data)), paused=False)


def opened(state: TableState, data: Data, _aside: Data) -> TableState:
    """The secret of chance is published."""
    return replace(state, chance=replace(state.chance, secret=bytes.fromhex(data["secret"])))


def imported(state: TableState, data: Data, aside: Data) -> TableState:
    """A record is imported: replayed decision by decision, and marked as imported. See `imported_steps`."""
    return run_to_end(imported_steps(state, data, aside))


def imported_steps(state: TableState, data: Data, aside: Data) -> Generator[None, None, TableState]:
    """Import a record; yields after each decision, so that a host can do other things between, and returns the state.

    Its names are in the aside, so that the guest who imported it can have them deleted. Without its rules, the game is
    read-only, as a dealt one is.
    """
    record = yield from Record.loads_steps(data["record"])
    if "names" in aside:
        record = record.renamed(aside["names"])
    rest = dataclasses.replace(record, decisions=())  # players and seal, for a later export
    table = _new_table(state, record.name, record.version)
    run = Run(
        record.name, record.version, table, imported=True, imported_record=rest, imported_by=data.get("guest", 0),
        imported_steps=len(record.decisions), loading=True,
    )  # fmt: skip
    # Further chance follows from this table's own secret, without a head and without shares.
    master = seal.master(state.chance.secret, state.table, state.n, "", ())
    state = replace(_begun(state, run, master), phase=PLAYING, started=True)
    raw: list[Data] = []
    for step in record.decisions:
        plain = {"seat": step.seat, "plays": step.action}
        if table is not None:
            owed = _owing(table)
            if step.seat == NATURE and table.reporters:
                happened = table.apply_outcome(step.action, step.extra)
            else:
                happened = table.play(step.seat, step.action)
                raw.append(plain)
            state = _after(state, _run(state), table, owed, plain, happened, ())
        else:
            raw.append(plain)
        yield
    return replace(state, run=replace(_run(state), decisions=tuple(raw), drawn=0, loading=False), news=())
