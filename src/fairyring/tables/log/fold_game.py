"""What the entries of a running game change: decisions, what is taken back or replaced, clocks, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.contract import NATURE
from fairyring.core.record.record import Record
from fairyring.core.table import seal
from fairyring.core.table.table import MoveResult, Table
from fairyring.tables import rules_versions
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import OVER, Choice, Durable, News, Run

Data = Mapping[str, Any]


def deal(durable: Durable, data: Data) -> Durable:
    """The game begins: from secret, shares and head follows the master, and from that all chance."""
    chance = durable.chance
    master = seal.master(chance.secret, durable.table, durable.n, chance.head, chance.shares)
    room = rules_versions.find(durable.game, data["rules"])
    table = None if room is None else Table(rules_versions.game(room, durable.options), aids=durable.settings.aids)
    seats = len(durable.seats)
    bank = durable.settings.clock.get("bank", 0)
    run = Run(durable.game, data["rules"], table, turns=(0,) * seats, banks=(bank,) * seats)
    return replace(durable, run=run, chance=replace(chance, master=master), paused=False)


def _run(durable: Durable) -> Run:
    assert durable.run is not None, "only a game that was dealt is played"
    return durable.run


def _owing(table: Table[Any]) -> set[int]:
    """The seats with an undecided or unresolved decision."""
    return {p for p in table.game.seats if p in table.pending or table.can_take_back(p)}


def decision(durable: Durable, data: Data, _aside: Data) -> Durable:
    """A seat, or nature, decides. Replacing a choice keeps its place, so that nobody can see that it was replaced."""
    run = _run(durable)
    if run.table is None:
        return replace(durable, run=replace(run, decisions=(*run.decisions, dict(data))))
    table, seat, before = run.table.copy(), data["seat"], run.chosen
    owed = _owing(table)
    if data.get("instead"):
        happened = _replace(table, seat, data["plays"], before)
        news = tuple(News(each, before[seat].told) for each in happened.logged)
    else:
        happened = table.play(seat, data["plays"])
        news = tuple(News(each) for each in happened.logged)
    return _after(durable, run, table, owed, data, happened, news)


def _replace(table: Table[Any], seat: int, action: str, before: Mapping[int, Choice]) -> MoveResult:
    for chooser in before:
        table.take_back(chooser)
    happened = None
    for chooser, choice in before.items():
        told = table.play(chooser, action if chooser == seat else choice.action)
        happened = told if chooser == seat else happened
    assert happened is not None, "what is replaced was chosen"
    return happened


def _after(
    durable: Durable, run: Run, table: Table[Any], owed: set[int], data: Data, happened: MoveResult, news: tuple[News, ...]
) -> Durable:
    seat = data["seat"]
    chosen = {p: choice for p, choice in run.chosen.items() if table.can_take_back(p)}
    if seat != NATURE and table.can_take_back(seat):
        charge = run.chosen[seat].charge if seat in run.chosen else data.get("charge", 0)
        chosen[seat] = Choice(data["plays"], happened.logged, charge)
    owing = _owing(table)
    # A decision is behind a seat when it can neither be made nor changed any more; then its name dies.
    behind = {p for p in owed if p not in owing} | ({seat} if seat != NATURE and not table.can_take_back(seat) else set())
    behind |= {p for p in run.chosen if p not in chosen}
    charges = {p: run.chosen[p].charge for p in behind if p in run.chosen}
    if seat in behind and seat not in charges:
        charges[seat] = data.get("charge", 0)
    after = replace(
        run,
        table=table,
        decisions=(*run.decisions, dict(data)),
        chosen=chosen,
        turns=tuple(turn + (p in behind) for p, turn in enumerate(run.turns)),
        drawn=run.drawn + (seat == NATURE),
        banks=_charged(durable, run.banks, charges),
        spent={p: ms for p, ms in run.spent.items() if p not in behind},
        expired=run.expired - behind,
    )
    return replace(durable, run=after, news=(*durable.news, *news))


def _charged(durable: Durable, banks: tuple[int, ...], charges: Mapping[int, int]) -> tuple[int, ...]:
    """Banks change only when all choices are shown: a clock that stops would tell who has chosen."""
    clock = durable.settings.clock
    if "bank" not in clock:
        return banks
    add = clock.get("add", 0)
    return tuple(max(0, bank - charges[p]) + add if p in charges else bank for p, bank in enumerate(banks))


def hand(durable: Durable, data: Data, _aside: Data) -> Durable:
    """A hand on a screen is done: nature brings what was derived, and the seat has nothing more to do about it."""
    run = _run(durable)
    if run.table is None:
        return replace(durable, run=replace(run, decisions=(*run.decisions, dict(data))))
    table, owed = run.table.copy(), _owing(run.table)
    happened = table.apply_outcome(data["plays"], data["told"])
    news = tuple(News(each) for each in happened.logged)
    return _after(durable, run, table, owed, data, happened, news)


def take_back(durable: Durable, data: Data, _aside: Data) -> Durable:
    """An unresolved choice is made unmade."""
    run, seat = _run(durable), data["seat"]
    raw = (*run.decisions, {"back": seat})
    if run.table is None:
        return replace(durable, run=replace(run, decisions=raw))
    table, was = run.table.copy(), run.chosen[seat]
    table.take_back(seat)
    chosen = {p: choice for p, choice in run.chosen.items() if p != seat}
    spent = {**run.spent, seat: was.charge} if was.charge else run.spent
    news = (*durable.news, News(None, back=seat, was=was.told))
    return replace(durable, run=replace(run, table=table, decisions=raw, chosen=chosen, spent=spent), news=news)


def report(durable: Durable, data: Data, _aside: Data) -> Durable:
    """A seat says what the world brought."""
    run = _run(durable)
    raw = (*run.decisions, {"report": dict(data)})
    if run.table is None:
        return replace(durable, run=replace(run, decisions=raw))
    table, owed = run.table.copy(), _owing(run.table)
    happened = table.report(data["seat"], data["outcome"])
    return _told_outcome(replace(durable, run=replace(run, decisions=raw, stead=data.get("stead"))), table, owed, happened)


def confirm(durable: Durable, data: Data, _aside: Data) -> Durable:
    """Another seat says whether that is right."""
    run = _run(durable)
    raw = (*run.decisions, {"confirm": dict(data)})
    if run.table is None:
        return replace(durable, run=replace(run, decisions=raw))
    table, owed = run.table.copy(), _owing(run.table)
    happened = table.confirm(data["seat"], data["right"])
    return _told_outcome(replace(durable, run=replace(run, decisions=raw)), table, owed, happened)


def _told_outcome(durable: Durable, table: Table[Any], owed: set[int], happened: MoveResult | None) -> Durable:
    run = _run(durable)
    if happened is None:
        return replace(durable, run=replace(run, table=table))
    news = tuple(News(each) for each in happened.logged)
    after = _after(durable, run, table, owed, {"seat": NATURE, "plays": happened.decisions[0].action}, happened, news)
    assert after.run is not None
    # What was reported was not drawn, and is in the raw decisions already.
    return replace(after, run=replace(after.run, drawn=run.drawn, decisions=run.decisions))


def clock(durable: Durable, data: Data, _aside: Data) -> Durable:
    """A clock ran out: this one decision is a bot's."""
    run = _run(durable)
    return replace(durable, run=replace(run, expired=run.expired | {data["seat"]}))


def end(durable: Durable, data: Data, _aside: Data) -> Durable:
    return replace(durable, phase=OVER, run=replace(_run(durable), over=dict(data)), paused=False)


def opened(durable: Durable, data: Data, _aside: Data) -> Durable:
    """The secret is opened; the log has it from here on."""
    return replace(durable, chance=replace(durable.chance, secret=bytes.fromhex(data["secret"])))


def imported(durable: Durable, data: Data, aside: Data) -> Durable:
    """A record that somebody brought: replayed, and marked as brought from elsewhere. Its names stand aside: they can be taken
    out by who brought them.
    """
    record = Record.loads(data["record"])
    if "names" in aside:
        record = record.renamed(aside["names"])
    room = rules_versions.find(record.name, record.version)
    assert room is not None, "a record is verified before it is imported"
    game = rules_versions.game(room, durable.options)
    seats = game.players
    run = Run(record.name, record.version, Table(game, aids=durable.settings.aids), turns=(0,) * seats, banks=(0,) * seats)
    # What is still to come follows from this table's own secret; nobody agreed on a head, and nobody added a share.
    master = seal.master(durable.chance.secret, durable.table, durable.n, "", ())
    chance = replace(durable.chance, master=master)
    durable = replace(durable, run=replace(run, imported=True), phase="playing", started=True, chance=chance)
    for step in record.decisions:
        assert durable.run is not None
        assert durable.run.table is not None
        if step.seat == NATURE and game.rules.reporters(durable.run.table.state):
            told = durable.run.table.copy()
            owed = _owing(told)
            happened = told.apply_outcome(step.action, step.extra)
            durable = _told_outcome(durable, told, owed, happened)
        else:
            durable = decision(durable, {"seat": step.seat, "plays": step.action}, {})
    assert durable.run is not None
    brought = replace(record, decisions=())  # who sat there and how chance was sealed is told again when it is exported
    run = replace(durable.run, drawn=0, brought=brought, brought_by=data.get("guest", 0), brought_steps=len(record.decisions))
    return replace(durable, run=run, news=())
