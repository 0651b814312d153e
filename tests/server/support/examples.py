"""Examples of docs/protocol.md from a real run. `python -m tests.server.support.examples` writes them; a test compares.

In the page, `<!-- NAME -->` before a block says which one it is.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from fairyring.core.table import seal
from fairyring.tables import HintAnswered
from fairyring.tables.limits import PROTOCOL_VERSION
from tests.paths import DOCS
from tests.tables.support.bench import Bench

PAGE = DOCS / "protocol.md"
BLOCK = re.compile(r"(<!-- ([a-z -]+) -->\n```json\n)(.*?)(\n```)", re.DOTALL)
WIDTH = 120
SHARES = {"ann": b"\x11" * 32, "bo": b"\x22" * 32}


def examples() -> dict[str, Any]:
    """Two people play Fairy: what they say and are told, by name."""
    bench = Bench()
    table = bench.rows[0].table
    captured: dict[str, Any] = {}
    captured["hello"] = {"type": "hello", "proto": PROTOCOL_VERSION, "table": table, "visible": True}
    captured["hello again"] = {**captured["hello"], "token": bench.token, "since": "…"}
    bench.join("ann", bench.token)
    captured["welcome"] = bench.join("bo")

    def do(example: str, conn: str, do: str, /, **fields: Any) -> None:
        command = {"type": "cmd", "id": hashlib.sha256(f"{example} {conn}".encode()).hexdigest()[:24], "do": do, **fields}
        before = len(bench.sent[conn])
        bench.say(conn, command)
        answer = next(m for m in bench.sent[conn][before:] if m["type"] in ("ack", "nack"))
        captured[example], captured[f"{example} answer"] = command, answer

    bench.do("ann", "sit", seat=0, name="Ann")
    do("sit", "bo", "sit", seat=1, name="Bo")
    for conn, share in SHARES.items():
        do("promise", conn, "share", n=1, key=seal.promise(table, 1, bench.guest(conn), share).hex())
    do("start", "ann", "start")
    captured["sealing"] = _chance(bench, "bo")
    for conn, share in SHARES.items():
        do("open", conn, "open", n=1, share=share.hex())
    captured["dealt"] = bench.beats("bo")[-1]
    do("play", "bo", "play", seat=1, ask=bench.ask("bo"), action={"kind": "guess", "args": {"guess": "lower"}})
    captured["play beat"] = bench.beats("bo")[-1]
    captured["watched beat"] = {key: bench.beats("ann")[-1][key] for key in ("type", "after", "at", "events")}
    ask = bench.ask("bo")
    bench.play("ann", 0, 0)
    captured["revealed"] = bench.beats("bo")[-1]
    do("late", "bo", "play", seat=1, ask=ask, action=0)
    do("chat", "bo", "chat", text="Well guessed!")
    captured["chat line"] = bench.sent["ann"][-1]
    do("shout", "bo", "shout", n=3)
    captured["shouted"] = next(m for m in reversed(bench.sent["ann"]) if m["type"] == "shout")
    do("device", "bo", "device")
    captured["presence"] = next(m for m in reversed(bench.sent["ann"]) if m["type"] == "presence")
    do("forget", "bo", "forget")
    captured["forgotten"] = next(m for m in reversed(bench.sent["ann"]) if m["type"] == "forgotten")
    timed = Bench(clock={"per": 30_000}).two()
    captured["clocks"] = next(m for m in reversed(timed.sent["ann"]) if m["type"] == "clocks")
    captured["hint"] = _hint()
    captured["note"] = _note()
    bench.finish()
    captured["over"] = {key: bench.picture("bo")["table"][key] for key in ("phase", "result")}
    captured["over chance"] = {key: _chance(bench, "bo")[key] for key in ("secret", "chain")}
    return captured


def _note() -> dict[str, Any]:
    """No worker answers for a strong bot."""
    bench = Bench()
    bench.thinking = False
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0)
    bench.do("ann", "bot", seat=1, level="strong")
    bench.do("ann", "start")
    bench.pass_time(60_000)
    return next(message for message in bench.sent["ann"] if message["type"] == "note")


def _hint() -> Any:
    """A hint, where a worker thought so: what it really thinks depends on how fast the machine is."""
    bench = Bench().with_bots()
    bench.thinking = False
    bench.do("ann", "hint", seat=0, ask=bench.ask("ann"))
    bench.give("a", HintAnswered, "ann", bench.jobs[-1], ((0, 0.614, 0.01, 0), (2, 0.552, 0.01, 0), (3, 0.301, 0.02, 0)))
    return bench.sent["ann"][-1]


def _chance(bench: Bench, conn: str) -> Any:
    return bench.picture(conn)["table"]["chance"]


def pretty(value: Any, indent: int = 0) -> str:
    """JSON that is short where it can be, and indented where it must be."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        lines = [f"{pad}{json.dumps(key)}: {pretty(inner, indent + 2)}" for key, inner in value.items()]
        return "{\n" + ",\n".join(_filled(lines)) + "\n" + " " * indent + "}"
    lines = [f"{pad}{pretty(inner, indent + 2)}" for inner in value]
    return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"


def _filled(lines: list[str]) -> list[str]:
    """Short entries share a line."""
    out: list[str] = []
    for line in lines:
        both = f"{out[-1]}, {line.strip()}" if out else ""
        if out and "\n" not in both and len(both) <= WIDTH:
            out[-1] = both
        else:
            out.append(line)
    return out


def written(text: str) -> str:
    """The page with the examples as they are now."""
    written_examples = examples()
    return BLOCK.sub(lambda m: m[1] + pretty(written_examples[m[2]]) + m[4], text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
