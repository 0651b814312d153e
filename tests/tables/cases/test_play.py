"""Design cases about clocks, sealed chance, versions of the rules, and records."""

from __future__ import annotations

import dataclasses
import json
import sys
from types import ModuleType

import pytest

from fairyring.core.game import registry
from fairyring.core.game.older_rules import older_rules
from fairyring.core.record.record import Record
from fairyring.core.table import seal
from fairyring.tables import Tick, import_record
from fairyring.tables.records import full_record, partial_record
from fairyring.tables.refusals import Refused
from tests.tables.support.bench import Bench

# Clocks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("late", "answer"), [(4_400, "ack"), (4_600, "nack")])
def test_clock_counts_the_arrival_of_a_play(late: int, answer: str) -> None:
    """Case 32: a little is allowed for the lag; afterwards a bot makes this one decision."""
    bench = Bench(clock={"per": 4000}).two()
    bench.play("ann", 0)
    bench.pass_time(late)
    assert bench.play("bo", 1)["type"] == answer
    bench.pass_time(3000)
    assert bench.state.run is not None
    assert bench.state.run.turns[1] == 1
    how = [entry.data.get("how") for row in bench.rows for entry in row.entries if entry.data.get("seat") == 1]
    assert ("clock" in how) == (answer == "nack")


def test_clock_and_play_in_one_row_go_by_arrival() -> None:
    """Case 32: the play came first, while a row was in flight."""
    bench = Bench(clock={"per": 4000}).two()
    bench.play("ann", 0)
    bench.pass_time(4300)
    bench.hold()
    bench.do("bo", "chat", text="hm")
    bench.play("bo", 1, id="x")
    bench.now += 400
    bench.give("a", Tick)
    bench.release()
    assert {"type": "ack", "id": "x"} in bench.sent["bo"]


def test_clock_is_not_charged_for_downtime() -> None:
    """Case 33."""
    bench = Bench(clock={"bank": 20_000, "add": 1000}).two()
    bench.play("ann", 0)
    bench.pass_time(5000)
    bench.crash()
    bench.now += 600_000
    bench.start("b")
    for conn, token in bench.tokens.items():
        bench.join(f"{conn}2", token, "b")
    bench.pass_time(1000)
    assert bench.play("bo2", 1)["type"] == "ack"
    assert bench.state.run is not None
    assert bench.state.run.banks == (21_000, 20_500)


def test_clock_is_not_charged_while_the_process_stands_still() -> None:
    """Case 33, for a machine that slept instead."""
    bench = Bench(clock={"bank": 20_000}).two()
    bench.play("ann", 0)
    bench.pass_time(3000)
    bench.now += 600_000
    assert bench.play("bo", 1)["type"] == "ack"
    assert bench.state.run is not None
    assert bench.state.run.banks[1] >= 15_000


def test_pause_keeps_choices_and_stops_clocks() -> None:
    """Case 34."""
    bench = Bench(clock={"bank": 20_000}).two()
    bench.play("ann", 0, 2)
    bench.pass_time(2000)
    assert bench.do("bo", "pause")["type"] == "ack"
    assert not bench.state.paused  # one of two is no majority
    assert bench.do("ann", "pause")["type"] == "ack"
    assert bench.play("bo", 1)["code"] == "paused"
    bench.pass_time(3_600_000)
    bench.do("bo", "resume")
    assert bench.own("ann")["chosen"]["id"] == 2
    bench.pass_time(1000)
    bench.play("bo", 1)
    assert bench.state.run is not None
    assert bench.state.run.banks == (20_000, 17_500)
    assert Bench().two().do("ann", "pause")["code"] == "not-now"


# Chance ---------------------------------------------------------------------------------------------


def promised(bench: Bench, *people: str) -> dict[str, bytes]:
    shares = {}
    for number, conn in enumerate(people, start=1):
        shares[conn] = bytes([number]) * 32
        key = seal.promise(bench.state.table, bench.state.n, bench.guest(conn), shares[conn]).hex()
        assert bench.do(conn, "share", n=bench.state.n, key=key)["type"] == "ack"
    return shares


def test_sealing_ends_with_all_shares_and_derives_the_master() -> None:
    bench = Bench().two(start=False)
    shares = promised(bench, "ann", "bo")
    bench.do("ann", "start")
    assert bench.state.phase == "sealing"
    for conn, share in shares.items():
        bench.do(conn, "open", n=1, share=share.hex())
    state = bench.state
    assert state.phase == "playing"
    expected = seal.master(state.chance.secret, state.table, 1, state.chance.head, state.chance.shares)
    assert state.chance.master == expected
    assert all(share.opened for share in state.chance.shares)
    head = json.loads(state.chance.head)
    assert head["seats"] == [1, bench.guest("bo")]


@pytest.mark.parametrize("wrong", [False, True])
def test_sealing_leaves_out_unopened_shares(wrong: bool) -> None:
    """Cases 37 and 38."""
    bench = Bench().two(start=False)
    shares = promised(bench, "ann", "bo")
    bench.do("ann", "start")
    bench.do("ann", "open", n=1, share=shares["ann"].hex())
    if wrong:
        assert bench.do("bo", "open", n=1, share="00" * 32)["code"] == "not-legal"
    bench.pass_time(2900)
    assert bench.state.phase == "sealing"
    bench.pass_time(200)
    assert bench.state.phase == "playing"
    chance = bench.picture("ann")["table"]["chance"]
    assert set(chance["keys"]) == {"1", str(bench.guest("bo"))}
    assert set(chance["opened"]) == {"1"}


def test_sealing_window_restarts_after_a_crash() -> None:
    bench = Bench().two(start=False)
    shares = promised(bench, "ann", "bo")
    bench.do("ann", "start")
    bench.crash()
    bench.now += 60_000
    bench.start("b")
    bench.pass_time(500)
    assert bench.state.phase == "sealing"
    for conn, share in shares.items():
        bench.join(conn, bench.tokens[conn], "b")
        bench.do(conn, "open", n=1, share=share.hex())
    assert len(bench.state.chance.opened) == 2
    assert bench.state.phase == "playing"


def test_rematch_has_a_new_secret() -> None:
    bench = Bench("pebbles").two()
    bench.finish()
    state = bench.state
    assert state.phase == "over"
    chance = bench.picture("bo")["table"]["chance"]
    assert chance["secret"] == state.chance.secret.hex()
    assert chance["chain"] == bench.rows[-1].hash.hex()
    assert seal.commitment(state.table, 1, bytes.fromhex(chance["secret"])).hex() == chance["commitment"]
    bench.do("bo", "again")
    assert bench.state.phase == "over"
    bench.do("ann", "again")
    assert (bench.state.phase, bench.state.n) == ("gathering", 2)
    assert bench.state.chance.secret != state.chance.secret
    assert [seat.guest for seat in bench.state.seats] == [1, bench.guest("bo")]


def test_abandon_publishes_the_secret() -> None:
    bench = Bench().two()
    assert bench.do("bo", "vote", about="abandon")["type"] == "ack"
    assert bench.state.phase == "playing"
    bench.do("ann", "abandon")
    assert bench.state.phase == "over"
    assert bench.picture("bo")["table"]["result"] == {"abandoned": True}
    bench.do("ann", "again")
    assert bench.state.earlier_games == ({"n": 1, "game": "fairy", "abandoned": True},)


# Versions -------------------------------------------------------------------------------------------


def newer(monkeypatch: pytest.MonkeyPatch, keeps_old: bool) -> int:
    """Fairy gets a new version of its rules, and keeps the old one or does not. Returns the old version."""
    old = registry.room("fairy")
    version, module = old.rules.VERSION, ModuleType("older_fairy")
    vars(module)["RULES"] = old.rules_module
    monkeypatch.setitem(sys.modules, module.__name__, module)
    rules = older_rules(old.rules_module, version + 1, {})
    versions = {version: module.__name__} if keeps_old else {}
    monkeypatch.setitem(registry._added, "fairy", dataclasses.replace(old, rules_module=rules, older_rules=versions))
    return version


def test_rules_version_of_a_game_does_not_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 40."""
    bench = Bench().two()
    bench.play("ann", 0)
    old = newer(monkeypatch, keeps_old=True)
    bench.crash()
    bench.start("b")
    for conn, token in bench.tokens.items():
        bench.join(conn, token, "b")
    assert bench.play("bo", 1)["type"] == "ack"
    bench.finish()
    assert bench.state.run is not None
    assert bench.state.run.rules == old
    bench.do("ann", "again")
    bench.do("ann", "start")
    assert bench.state.run is not None
    assert bench.state.run.rules == old + 1


def test_rules_version_that_is_missing_makes_a_game_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 41."""
    bench = Bench().two()
    bench.play("ann", 0, 2)
    with monkeypatch.context() as patch:
        newer(patch, keeps_old=False)
        bench.crash()
        bench.start("b")
        bench.join("ann", bench.token, "b")
        picture = bench.picture("ann")
        assert (picture["view"], picture["table"]["readable"]) == (None, False)
        answer = bench.do("ann", "play", seat=0, ask="x", action=0)
        assert (answer["code"], answer["key"]) == ("not-now", "table.rules.missing")
        bench.do("ann", "chat", text="oh")
        bench.pass_time(300_000)
        assert bench.state.run is not None
        assert bench.state.run.decisions[-1]["plays"] == "guess suit"
    bench.crash("b")
    bench.start("c")
    bench.join("ann", bench.token, "c")
    assert bench.own("ann")["chosen"]["id"] == 2


# Records ---------------------------------------------------------------------------------------------


def test_record_of_a_running_game_is_partial() -> None:
    bench = Bench().two()
    for _ in range(3):
        bench.play("ann", 0, 3)
        bench.play("bo", 1, 3)
    bench.play("ann", 0, 3)
    record = partial_record(bench.state, 1)
    assert record["partial"]
    assert [event["kind"] for event in record["events"]].count("revealed") == 1
    assert record["view"]["guess"] == [None, None]
    with pytest.raises(Refused):
        full_record(bench.state)


def test_record_of_a_finished_game_verifies() -> None:
    bench = Bench("pebbles").two()
    bench.play("ann", 0, 1)
    bench.do("ann", "take_back", seat=0, ask=bench.ask("ann"))
    bench.finish()
    text = full_record(bench.state).dumps()
    record = Record.loads(text)
    record.verify()
    assert record.names == ("Ann", "Bo")
    assert sum(step.seat == 0 for step in record.decisions) == 3  # what was taken back is not in it
    nature = next(step for step in record.decisions if step.seat == -1)
    assert nature.extra["of"] == 2
    assert nature.extra["owns"] in ([0, 1], [1, 2])


def test_record_keeps_names_after_standing_up() -> None:
    bench = Bench("pebbles").two()
    bench.finish()
    assert bench.do("bo", "stand", seat=1)["type"] == "ack"
    record = Record.loads(full_record(bench.state).dumps())
    record.verify()
    assert record.names == ("Ann", "Bo")


def test_import_refuses_an_edited_record_naming_the_line() -> None:
    """Case 45."""
    bench = Bench("pebbles").two()
    bench.finish()
    text = full_record(bench.state).dumps()
    row, token = import_record(text, "maker", bench.now, bench.entropy())
    again = Bench(first=row, token=token)
    assert again.state.phase == "over"
    assert again.state.run is not None
    assert again.state.run.imported
    assert again.join("ann", token)["beat"]["view"] == bench.picture("ann")["view"] | {"seat": None}
    record, exported = Record.loads(text), full_record(again.state)
    assert exported.names == ("Ann", "Bo")
    assert exported.seal == record.seal
    assert exported.decisions == record.decisions
    assert Record.loads(exported.dumps()).chance_known
    Record.loads(exported.dumps()).verify()
    assert all(name not in row.body.decode() for name in ("Ann", "Bo"))  # names stand aside, where they can be taken out
    assert again.do("ann", "forget")["type"] == "ack"
    assert full_record(again.state).names == ("Player 1", "Player 2")
    edited = text.replace("hide 0", "hide 9", 1)
    with pytest.raises(Refused) as refused:
        import_record(edited, "maker", bench.now, bench.entropy())
    assert refused.value.message.args["why"].args["line"] > 1
    with pytest.raises(Refused):
        import_record("x" * ((1 << 20) + 1), "maker", bench.now, bench.entropy())


def test_import_of_an_unfinished_record_continues_with_fresh_chance() -> None:
    bench = Bench("pebbles").two()
    bench.play("ann", 0, 1)
    assert bench.state.run is not None
    assert bench.state.run.table is not None
    text = bench.state.run.table.record.dumps()
    row, token = import_record(text, "maker", bench.now, bench.entropy())
    again = Bench(first=row, token=token)
    again.join("ann", token)
    assert again.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
    again.pass_time(2000)
    again.finish()
    assert again.state.phase == "over"
    record = full_record(again.state)
    assert record.names == ("Ann", "Player 2")  # who sat down since, and who played there before
    assert record.seal is None  # nobody agreed on how it went on
    Record.loads(record.dumps()).verify()
