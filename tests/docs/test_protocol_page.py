"""docs/protocol.md and docs/fairness.md: examples, tables and programs in them are true."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from fairyring.core.declared.declare import fields_of, tag_of
from fairyring.core.table import seal
from fairyring.tables.engine import effects
from fairyring.tables.limits import (
    CHAT_RATE,
    COMMAND_RATE,
    MAX_CHAT_CHARACTERS,
    MAX_COMMAND_BYTES,
    MAX_NAME_CHARACTERS,
    MAX_OPTIONS_BYTES,
)
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import CODES
from tests.server.support import examples
from tests.server.support.bridge import bridged
from tests.tables.support.bench import Bench
from tests.tables.support.forgeries import FORGERIES, forged, honest, shown_otherwise
from tests.tables.support.receipts import NotedGame

PAGE = examples.PAGE.read_text(encoding="utf-8")
FAIRNESS = (Path(examples.PAGE).parent / "fairness.md").read_text(encoding="utf-8")


def program(text: str, name: str) -> Any:
    """A function of a program in a page."""
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    source = next(block for block in blocks if f"def {name}(" in block)
    space: dict[str, Any] = {}
    exec(source, space)  # noqa: S102  (our own page)
    return space[name]


def table(text: str, heading: str) -> list[list[str]]:
    """The rows of the first table after a text."""
    lines = text[text.index(heading) :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_protocol_page_examples_are_up_to_date() -> None:
    assert examples.written(PAGE) == PAGE, "run python -m tests.server.support.examples"


def test_protocol_page_lists_every_command_and_field() -> None:
    documented = {row[0].strip("`"): re.findall(r"`(\w+)`(\??)", row[1]) for row in table(PAGE, "| `do` |")}
    common = {field.name for field in fields_of(incoming.Command)}
    kinds = get_args(incoming.AnyCommand)
    fields = {tag_of(kind): [field for field in fields_of(kind) if field.name not in common] for kind in kinds}
    expected = {word: [(field.wire_name, "?" if field.optional else "") for field in own] for word, own in fields.items()}
    assert documented == expected


def test_protocol_page_lists_every_code() -> None:
    assert [row[0].strip("`") for row in table(PAGE, "### Refusals")] == list(CODES)
    closed = {int(code) for row in table(PAGE, "| closed with |") for code in row[0].split(",")}
    ours = {
        effects.CLOSE_RESTART,
        effects.CLOSE_RELOAD,
        effects.CLOSE_NO_TABLE,
        effects.CLOSE_TOKEN,
        effects.CLOSE_FLOOD,
        effects.CLOSE_UNREADABLE,
    }
    assert ours <= closed


def test_protocol_page_numbers_are_those_of_the_code() -> None:
    assert f"{COMMAND_RATE[0]} a second, {COMMAND_RATE[1]} at once" in PAGE
    assert f"{CHAT_RATE[0]} a second, {CHAT_RATE[1]} at once" in PAGE
    assert f"at most {MAX_COMMAND_BYTES} bytes (`options` with a deck or board of your own: {MAX_OPTIONS_BYTES})" in PAGE
    assert f"chat {MAX_CHAT_CHARACTERS} characters, names {MAX_NAME_CHARACTERS}" in PAGE


@pytest.mark.parametrize("game", ["fairy", "sneaky-town"])
def test_protocol_page_bot_plays_a_game(game: str) -> None:
    bench = Bench(game, 2)
    bot = program(PAGE, "bot")

    async def play() -> list[Any]:
        async with asyncio.timeout(300), bridged(bench) as bridge:
            url = bridge.url.replace("http", "ws") + "/ws"
            bots = [asyncio.create_task(bot(url, bench.rows[0].table, seat, name)) for seat, name in enumerate(("Ann", "Bo"))]
            await bridge.until(lambda: len(bench.state.chance.promises) == 2)
            bench.join("host", bench.token)
            assert bench.do("host", "start")["type"] == "ack"
            await bridge.tell()
            return list(await asyncio.gather(*bots))

    first, second = asyncio.run(play())
    assert first == second
    assert first["outcome"]["places"]
    assert set(bench.state.chance.opened) == {seat.guest for seat in bench.state.seats}


def test_protocol_page_client_plays_a_game() -> None:
    bench = Bench("fairy", 2)
    play = program(PAGE, "play")

    async def run() -> None:
        async with asyncio.timeout(300), bridged(bench) as bridge:
            robo = asyncio.create_task(play(bridge.url, bench.rows[0].table))
            await bridge.until(lambda: len(bench.state.chance.promises) == 1)
            bench.join("host", bench.token)
            assert bench.do("host", "bot", seat=0)["type"] == "ack"
            assert bench.do("host", "start")["type"] == "ack"
            await bridge.tell()
            while not robo.done():
                bench.pass_time(2000)
                await bridge.tell()
                await asyncio.sleep(0.01)
            await robo

    asyncio.run(run())
    assert bench.state.phase == "over"


def test_check_by_hand_accepts_an_honest_game() -> None:
    record, receipt = honest()
    assert program(FAIRNESS, "check")(record, receipt.dumps()) == (record.count('"nature"'), 0)


@pytest.mark.parametrize(
    ("game", "options"),
    [("fairy", {"memory_aid": "yes"}), ("fairy-tale", {}), ("crane", {}), ("crane", {"grab": "riffle"}), ("fariables", {})],
)
def test_check_by_hand_accepts_every_game(game: str, options: dict[str, str]) -> None:
    noted = NotedGame(game, seed=7, options=options).finish(120)
    for name in ("ann", "bo"):
        draws, unknown = program(FAIRNESS, "check")(noted.record().dumps(), noted.saved(name).dumps())
        assert draws
        assert bool(unknown) == (game == "crane")


@pytest.mark.parametrize("name", FORGERIES)
def test_check_by_hand_names_each_forgery(name: str) -> None:
    with pytest.raises(AssertionError, match=FORGERIES[name].by_hand):
        program(FAIRNESS, "check")(forged(FORGERIES[name]), honest()[1].dumps())


def test_check_by_hand_refuses_a_forged_card() -> None:
    with pytest.raises(AssertionError, match="I was shown"):
        program(FAIRNESS, "check")(honest()[0], shown_otherwise().dumps())


def test_protocol_page_test_vectors_are_right() -> None:
    """They stand in tests/core/table/test_table.py as well, where they are derived."""
    match = re.search(r"^head (.*)$", FAIRNESS, re.MULTILINE)
    assert match
    name, secret = "k3m9q2x7v5t8w4z6", bytes(range(32))
    keys = {guest: seal.promise(name, 1, guest, bytes([17 * guest]) * 32) for guest in (1, 2)}
    shares = [seal.Share(guest, key, bytes([17 * guest]) * 32) for guest, key in keys.items()]
    master = seal.master(secret, name, 1, match[1], shares)
    unopened = seal.master(secret, name, 1, match[1], [shares[0], seal.Share(2, keys[2])])
    for value in (seal.commitment(name, 1, secret), *keys.values(), master, unopened):
        assert value.hex() in FAIRNESS
    assert ", ".join(str(seal.draw(master, k, w)) for k, w in enumerate((21, 20, 19, 18))) in FAIRNESS
    assert all(str(seal.draw(master, k, 2**63 + 1)) in FAIRNESS for k in (1, 5))
    assert f"{seal.bot_seed(master, 2, 0):x}" in FAIRNESS
