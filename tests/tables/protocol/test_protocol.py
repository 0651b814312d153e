"""Declarations of the protocol: all messages fit them, all of them occur, and messages are small."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import ModuleType
from typing import Any, get_args

import pytest

from fairyring.core.declared.declare import declared_in, fields_of, tag_of
from fairyring.core.declared.decode import DecodeError
from fairyring.core.game import registry
from fairyring.generate import api, protocol
from fairyring.generate.games import SHARED
from fairyring.tables import Send, import_record, names
from fairyring.tables.commands.registry import COMMANDS, gesture_command
from fairyring.tables.create import create_puzzle
from fairyring.tables.engine.effects import Effect
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.protocol import incoming, outgoing
from fairyring.tables.protocol.incoming import decode_client_message
from fairyring.tables.records import full_record
from fairyring.tables.refusals import CODES
from tests.server.support.protocol_coverage import ProtocolCoverage
from tests.tables.support.bench import Bench
from tests.tables.support.pages import Page
from tests.tables.support.plan import Plan, plan
from tests.tables.support.world import Process, World

# Tables that are overheard ---------------------------------------------------------------------------------


class Overheard(World):
    """A world in which every message is read."""

    def __init__(self, chosen: Plan, coverage: ProtocolCoverage) -> None:
        self.coverage = coverage
        super().__init__(chosen)

    def _effect(self, process: Process, effect: Effect, text: str) -> None:
        if isinstance(effect, Send):
            self.coverage.from_server(text, registry.room(self.plan.game))
        super()._effect(process, effect, text)

    def open(self, page: Page, conn: str, hello: dict[str, Any]) -> None:
        self.coverage.from_client(json.dumps(hello))
        super().open(page, conn, hello)

    def deliver(self, page: Page, conn: str, message: dict[str, Any], size: int) -> None:
        if page.kind != "hostile":
            self.coverage.from_client(json.dumps(message))
        super().deliver(page, conn, message, size)


class OverheardBench(Bench):
    """A bench where every message is read."""

    def __init__(
        self, coverage: ProtocolCoverage, game: str = "fairy", players: int = 2, sizes: bool = True, **more: Any
    ) -> None:
        self.ears, self.sizes = coverage, sizes
        super().__init__(game, players, **more)

    def effects(self, name: str, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                state = self.engines[name].state
                assert state is not None
                self.ears.from_server(json.dumps(effect.message, ensure_ascii=False), registry.room(state.game), self.sizes)
        super().effects(name, effects)

    def say(self, conn: str, message: dict[str, Any]) -> None:
        self.ears.from_client(json.dumps(message))
        super().say(conn, message)


@pytest.fixture(scope="module")
def coverage() -> ProtocolCoverage:
    """Everything that the worlds and scenes below say, read once."""
    coverage = ProtocolCoverage()
    for number, game in enumerate(registry.shipped()):
        for seed in (1, 5):
            Overheard(_plan(seed + 10 * number, game), coverage).run()
    for scene in SCENES:
        scene(coverage)
    return coverage


def _plan(seed: int, game: str) -> Plan:
    """A plan with every fault, for this game. Pages that share a device know only games where a view says who waits."""
    chosen = plan(seed, short=False)
    pages = tuple(page if game == "fairy" or page != "hot" else "honest" for page in chosen.pages)
    return replace(chosen, game=game, options=(("players", 2),), pages=pages)


# Scenes: what a world does not come to ---------------------------------------------------------------------


def _real_deck(coverage: ProtocolCoverage) -> None:
    """Crane with real cards: outcomes are reported and confirmed."""
    bench = OverheardBench(coverage, "crane", 2, options={"grab": "real"}).two()
    bench.pass_time(4000)
    for _ in range(3):
        for conn, seat in (("ann", 0), ("bo", 1)):
            own = bench.own(conn)
            if "ask" in own and "chosen" not in own:
                bench.play(conn, seat, own["legal"][0]["id"])
        for conn, seat in (("ann", 0), ("bo", 1)):
            if "report" in bench.own(conn):
                report = bench.own(conn)["report"]
                assert (
                    bench.do(conn, "report", seat=seat, ask=report["ask"], outcome=report["outcomes"][0]["id"])["type"] == "ack"
                )
        for conn, seat in (("ann", 0), ("bo", 1)):
            if "confirm" in bench.own(conn):
                ask = bench.own(conn)["confirm"]["ask"]
                assert bench.do(conn, "confirm", seat=seat, ask=ask, right=True)["type"] == "ack"


def _riffle(coverage: ProtocolCoverage) -> None:
    """Crane on screens: somebody holds, the others see the stack grow, and it is finished."""
    bench = OverheardBench(coverage, "crane", 2, options={"grab": "riffle"}).two()
    for turn in range(3):
        for conn, seat in (("ann", 0), ("bo", 1)):
            own = bench.own(conn)
            if "ask" in own and "chosen" not in own and "legal" in own:
                bench.play(conn, seat, own["legal"][0]["id"])
        for conn, seat in (("ann", 0), ("bo", 1)):
            if "riffle" in bench.own(conn):
                gesture = bench.own(conn)["riffle"]
                bench.say(conn, {"type": "trace", "c": gesture["c"], "n": 3})
                bench.say(conn, {"type": "trace", "c": gesture["c"], "n": 20, "k": 1, "x": [900]})
                bench.pass_time(1000)
                more: dict[str, Any] = {"n": 9, "tries": 1, "by": "drag", "trace": [400, -20]} if turn else {"eyes": True}
                assert bench.do(conn, "riffle", seat=seat, ask=gesture["ask"], **more)["type"] == "ack"


def _people(coverage: ProtocolCoverage) -> None:
    """A table with a clock: options, votes, links, pauses, other hosts, another game."""
    bench = OverheardBench(coverage, clock={"bank": 20_000, "add": 1000}).two(start=False)
    bench.do("ann", "options", public=False)
    bench.do("ann", "options", clock={"per": 5000}, public=True, aids=False, mute=True)
    bench.do("ann", "options", game="fairy", options={"players": 3}, clock={"bank": 9000, "add": 10})
    third = bench.join("cy")["you"]["token"]
    bench.do("cy", "sit", seat=2, animal="bat")
    bench.do("bo", "rename", name="Bob", animal="toad")
    bench.do("bo", "stand", seat=1)
    bench.do("ann", "bot", seat=1, level="random")
    bench.do("ann", "bot", seat=1)
    bench.do("bo", "sit", seat=1)
    bench.do("ann", "start")
    bench.do("cy", "vote", about="pause")
    bench.do("ann", "pause")
    bench.do("bo", "play", seat=1, ask=bench.ask("bo"), action=0)  # paused
    bench.do("bo", "resume")
    bench.do("bo", "vote", about="abandon")
    bench.do("bo", "again")  # not now
    bench.do("bo", "stand_in", seat=1, on=True)
    bench.do("bo", "stand_in", seat=1, on=False)
    bench.say("bo", {"type": "ping"})
    bench.say("bo", {"type": "visible", "on": False})
    bench.pass_time(11_000)  # clocks run out; Bo is hidden
    bench.do("ann", "device", seat=0)
    code = bench.do("ann", "device")["code"]
    bench.join("tablet", take=code)
    bench.join("late", take=code)
    bench.do("ann", "only_here")
    bench.do("late", "sit", seat=1)  # taken
    bench.do("ann", "reseat", seat=1, who=bench.guest("cy"))  # present
    bench.do("ann", "host", who=bench.guest("bo"))
    bench.do("bo", "kick", who=bench.guest("cy"))
    bench.do("late", "sit", seat=2)  # a wish
    bench.leave("ann")
    bench.pass_time(200_000)
    bench.do("bo", "vote", about="stand-in", seat=0)
    bench.do("bo", "leave")
    bench.join("cy again", third)
    bench.do("late", "shout", n=3)
    Bench.say(bench, "late", {"type": "cmd", "id": "x" * 40, "do": "leave"})  # no valid message
    bench.do("late", "chat", id="once", text="a")
    bench.do("late", "chat", id="once", text="b")
    bench.do("late", "chat", text="x" * 301)
    bench.do("late", "forget")


def _games(coverage: ProtocolCoverage) -> None:
    """From one game to the next, by votes; a choice by its notation, one that is none, one that is not legal."""
    bench = OverheardBench(coverage).two()
    bench.do("bo", "start")
    bench.do("bo", "play", seat=1, ask=bench.ask("bo"), action="guess higher")
    bench.do("bo", "play", seat=1, ask=bench.ask("bo"), action="dance")
    bench.do("bo", "abandon")
    bench.do("ann", "abandon")
    bench.do("bo", "again")
    bench.do("ann", "again")
    bench.do("bo", "stand", seat=1)
    bench.do("ann", "start")
    tale = OverheardBench(coverage, "fairy-tale").two()
    own = tale.own("ann")
    ids = {action["id"] for action in own["legal"]}
    other = next(id_ for id_ in range(max(ids) + 2) if id_ not in ids)
    assert tale.play("ann", 0, other)["code"] == "not-legal"


def _doors(coverage: ProtocolCoverage) -> None:
    """Another version, too many sockets, two seats at one device, a record brought along."""
    full = OverheardBench(coverage)
    full.join("old", proto=PROTOCOL_VERSION + 1)
    watcher = full.join("watcher")["you"]["token"]
    for number in range(100):
        full.join(f"w{number}", watcher)
    bench = OverheardBench(coverage).two()
    bench.finish()
    row, token = import_record(full_record(bench.state).dumps(), "maker", bench.now, bench.entropy())
    imported_record = OverheardBench(coverage, first=row, token=token)
    imported_record.join("ann", token)
    hot = OverheardBench(coverage)
    hot.join("ann", hot.token)
    hot.do("ann", "sit", seat=0, name="Ann")
    hot.do("ann", "sit", seat=1)
    hot.do("ann", "start")
    hot.do("ann", "play", seat=0, ask="x", action=0)  # not here
    hot.do("ann", "here", seat=0)
    hot.do("ann", "away")
    hot.do("ann", "chat", text="hello")
    for _ in range(30):
        hot.do("ann", "away")


def _absent(coverage: ProtocolCoverage) -> None:
    """One of four is away; one vote of three is not enough."""
    bench = OverheardBench(coverage, players=4).two(start=False)
    for seat, conn in ((2, "cy"), (3, "di")):
        bench.join(conn)
        bench.do(conn, "sit", seat=seat)
    bench.do("ann", "start")
    bench.leave("di")
    bench.pass_time(50_000)
    bench.do("bo", "vote", about="stand-in", seat=3)


def _lesson(coverage: ProtocolCoverage) -> None:
    """A first game with a guide."""
    bench = OverheardBench(coverage, guided=True)
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "start")


def _open_deal(coverage: ProtocolCoverage) -> None:
    """The deal of the day."""
    bench = OverheardBench(coverage, deal="day")
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0, name="Ann")
    bench.do("ann", "start")


def _puzzle(coverage: ProtocolCoverage) -> None:
    """A position to solve."""
    first, token = create_puzzle("fairy", "1", "maker", 1_000, bytes(32))
    bench = OverheardBench(coverage, first=first, token=token)
    bench.join("ann", bench.token)


def _imported(coverage: ProtocolCoverage) -> None:
    """A finished game is looked at elsewhere."""
    played = OverheardBench(coverage).two()
    played.finish()
    first, token = import_record(full_record(played.state).dumps(), "maker", played.now, bytes(32))
    bench = OverheardBench(coverage, first=first, token=token)
    bench.join("ann", bench.token)


def _hint(coverage: ProtocolCoverage) -> None:
    """Somebody who plays against bots asks for a hint."""
    bench = OverheardBench(coverage).with_bots()
    bench.do("ann", "hint", seat=0, ask=bench.ask("ann"))


def _calls(coverage: ProtocolCoverage) -> None:
    """Bots call out while a person grabs."""
    bench = OverheardBench(coverage, "crane", 3, options={"grab": "riffle", "first": "1"}).with_bots()
    bench.pass_time(20_000)


def _failure(coverage: ProtocolCoverage) -> None:
    """A command raises an error that nobody foresaw."""
    bench = OverheardBench(coverage)
    bench.tolerant = True
    bench.join("ann", bench.token)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "clean_text", lambda text: text / 0)
        bench.do("ann", "rename", name="Ann")
    assert [type(error) for error in bench.failures] == [TypeError]


def _hasty(coverage: ProtocolCoverage) -> None:
    """No worker answers for a strong bot."""
    bench = OverheardBench(coverage)
    bench.thinking = False
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0)
    bench.do("ann", "bot", seat=1, level="strong")
    bench.do("ann", "start")
    bench.pass_time(60_000)


SCENES = (
    _failure, _hasty, _hint, _real_deck, _riffle, _people, _games, _doors, _absent, _lesson, _open_deal, _puzzle, _imported,
    _calls,
)  # fmt: skip


# Tests -----------------------------------------------------------------------------------------------------


def test_protocol_declares_all_messages_and_all_declarations_occur(coverage: ProtocolCoverage) -> None:
    assert coverage.messages > 5000
    assert coverage.missing([*declared_in(outgoing), *declared_in(incoming)]) == []
    assert coverage.words["code"] == set(CODES)
    assert coverage.words["phase"] == set(get_args(outgoing.Phase))
    assert coverage.words["here"] == set(get_args(outgoing.Here))
    assert coverage.words["about"] == set(get_args(outgoing.About))


@pytest.mark.parametrize("module", [protocol, api])
def test_typescript_is_up_to_date(module: ModuleType) -> None:
    assert module.FILE.read_text(encoding="utf-8") == module.typescript(), "python -m fairyring.generate"


@pytest.mark.parametrize("kind", [outgoing.Message, outgoing.Prompt, outgoing.Place, outgoing.Moved])
def test_typescript_of_shared_types_is_the_same_as_declared(kind: type[Any]) -> None:
    """`shared.ts` is written by hand; without comments it is what the types give."""
    interface = re.sub(r"/\*\*.*?\*/\s*", "", protocol.interface(kind))
    assert re.sub(r" *\n *", "\n", interface) in re.sub(r"/\*\*.*?\*/\s*", "", re.sub(r" *\n *", "\n", SHARED))


def test_commands_are_declared_and_handled() -> None:
    """Every declared command has a handler; commands that end a gesture have the fields that their room declares."""
    declared = {tag_of(kind): kind for kind in get_args(incoming.AnyCommand)}
    hands: list[Any] = [room.table.gesture for room in map(registry.room, registry.shipped()) if room.table.gesture is not None]
    gestures = {hand.name: gesture_command(hand).declaration for hand in hands}
    assert set(declared) == set(COMMANDS) | set(gestures)
    assert all(COMMANDS[tag].declaration is kind for tag, kind in declared.items() if tag in COMMANDS)
    for tag, kind in gestures.items():
        names = [(field.wire_name, field.optional) for field in fields_of(kind)]
        assert names == [(field.wire_name, field.optional) for field in fields_of(declared[tag])]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[]", ""),
        ("{}", "type"),
        ('{"type": "cmd"}', "do"),
        ('{"type": "cmd", "id": "x", "do": "fly"}', "do"),
        ('{"type": "cmd", "id": "x", "do": "sit", "seat": "0"}', "seat"),
        ('{"type": "cmd", "id": "x", "do": "sit", "seat": true}', "seat"),
        ('{"type": "cmd", "id": "x", "do": "sit", "seat": 1.0}', "seat"),
        ('{"type": "cmd", "id": "x", "do": "sit", "seat": 2147483648}', "seat"),
        ('{"type": "cmd", "id": "x", "do": "sit"}', "seat"),
        ('{"type": "cmd", "id": "x", "do": "options", "clock": {"per": 5000, "hours": 1}}', "clock"),
        ('{"type": "cmd", "id": "x", "do": "foresee", "seat": 0, "ask": "", "actions": [1, []]}', "actions"),
        ('{"type": "cmd", "id": 1, "do": "leave"}', "id"),
        ('{"type": "cmd", "id": "", "do": "leave"}', "id"),
        ('{"type": "hello", "proto": 1, "visible": true}', "table"),
        ('{"type": "hello", "proto": 1, "table": "x", "token": 7}', "token"),
        ('{"type": "shrug"}', "type"),
    ],
)
def test_decode_refuses_malformed_client_messages(text: str, field: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_client_message(json.loads(text))
    assert caught.value.field == field


def test_decode_takes_null_for_left_out_and_ignores_unknown_fields() -> None:
    sit = decode_client_message({"type": "cmd", "id": "x", "do": "sit", "seat": 0, "name": None, "colour": "red"})
    assert sit == incoming.Sit("cmd", "x", 0)


def test_decode_error_has_the_path() -> None:
    with pytest.raises(DecodeError, match=r"at \$\.actions\[1\]"):
        decode_client_message({"type": "cmd", "id": "x", "do": "foresee", "seat": 0, "ask": "", "actions": [1, []]})
