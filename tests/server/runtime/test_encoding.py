"""Encoding of messages: the same text as without fragments, and every fragment encoded once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from fairyring.server.runtime import encoding
from fairyring.server.runtime.encoding import MessageEncoder
from fairyring.tables import Send
from tests.tables.support.bench import Bench


def sent_by(bench: Bench, conn: str, seat: int, rng: random.Random | None = None) -> list[Send]:
    """Return the messages that a decision causes: the first one that is legal, or a random one."""
    sends: list[Send] = []
    original = bench.effects

    def effects(name: str, kind: Any) -> None:
        sends.extend(effect for effect in kind if isinstance(effect, Send))
        original(name, kind)

    bench.effects = effects  # type: ignore[method-assign,assignment]
    legal = bench.own(conn)["legal"]
    bench.play(conn, seat, (rng.choice(legal) if rng else legal[0])["id"])
    bench.effects = original  # type: ignore[method-assign]
    return sends


@pytest.mark.parametrize("name", ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"])
def test_encoder_writes_messages_as_msgspec_does(name: str) -> None:
    """Some rounds of each game, so that beats have every part that they can have."""
    bench, rng = Bench(name, players=2).two(), random.Random(1)
    parts: set[str] = set()
    for _ in range(60):
        owing = [seat for seat, own in enumerate(map(bench.own, ("ann", "bo"))) if own.get("legal") and "chosen" not in own]
        bench.pass_time(1000)  # within the rate limit
        if not owing:
            break
        encoder, sends = MessageEncoder(), sent_by(bench, ("ann", "bo")[owing[0]], owing[0], rng)
        assert {send.message["type"] for send in sends} >= {"beat", "ack"}
        for send in sends:
            assert encoder.encode(send.message) == msgspec.json.encode(send.message)
            parts |= send.message.keys()
    assert parts >= {"events", "view", "seats", "cause"}
    assert ("log" in parts) == (name == "fairy-tale"), "a list of what can still be looked up, where a function selects it"


def test_encoder_encodes_shared_parts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, encoded = Bench("fairy-tale", players=2), list[Any]()
    bench.two()
    for number in range(3):
        bench.join(f"w{number}")
    first = [send.message for send in sent_by(bench, "ann", 0)]
    original = encoding.ENCODE
    for message in first:
        MessageEncoder().encode(message)  # keeps the texts of fragments

    def count(value: Any) -> bytes:
        encoded.append(value)
        return original(value)

    monkeypatch.setattr(encoding, "ENCODE", count)
    encoder = MessageEncoder()
    messages = [send.message for send in sent_by(bench, "bo", 1)]
    for message in messages:
        encoder.encode(message)
    tables = [value for value in encoded if isinstance(value, dict) and "phase" in value]
    assert len({id(value) for value in tables}) == len(tables) == 3, "a view for each seat and one for all watchers"
    encoder = MessageEncoder()
    encoded.clear()
    beat = next(message for message in messages if message["type"] == "beat")
    encoder.encode(beat)
    assert [value for value in encoded if isinstance(value, dict) and "phase" not in value] == [], "texts of fragments are kept"
