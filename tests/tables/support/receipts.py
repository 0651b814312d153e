"""Whole games of two devices that note receipts: with reconnects, choices that are taken back or replaced, and curtains."""

from __future__ import annotations

import random
from typing import Any

from fairyring.client.receipt import Receipt
from fairyring.core.declared.declare import UNSET
from fairyring.core.record import receipt as saved
from fairyring.core.record.record import Record
from fairyring.core.table.odds import odds
from fairyring.tables.protocol.decode_outgoing import decode_server_message
from fairyring.tables.protocol.outgoing import Beat, Welcome
from fairyring.tables.records import full_record
from tests.tables.support.bench import Bench

Noted = dict[str, Receipt]


class NotedGame:
    """A bench with two people, Ann and Bo, whose receipts follow every message."""

    def __init__(self, game: str, seed: int = 1, **chosen: Any) -> None:
        self.bench = Bench(game, 2, **chosen).two(start=False)
        self.random = random.Random(seed)
        state = self.bench.state
        commitment = state.chance.commitment.hex()
        self.receipts = {
            name: Receipt(state.table, state.n, self.bench.guest(name), commitment, share=bytes([17 * number]) * 32)
            for number, name in enumerate(("ann", "bo"), start=1)
        }
        self.read = dict.fromkeys(self.receipts, 0)
        for name, receipt in self.receipts.items():
            self.do(name, "share", n=receipt.n, key=receipt.key)
        self.do("ann", "start")
        for name, receipt in self.receipts.items():
            self.do(name, "open", n=receipt.n, share=receipt.share.hex())

    def do(self, name: str, do: str, **fields: Any) -> None:
        self.bench.do(name, do, **fields)
        self.note()

    def note(self) -> None:
        for name, receipt in self.receipts.items():
            for value in self.bench.sent[name][self.read[name] :]:
                message = decode_server_message(value)
                beat = message.beat if isinstance(message, Welcome) else message
                if not isinstance(beat, Beat):
                    continue
                if beat.table is not UNSET:
                    receipt.note(beat.table.chance)
                if beat.view is not None:
                    receipt.note_events(beat, isinstance(message, Welcome))
            self.read[name] = len(self.bench.sent[name])

    def disturb(self, name: str) -> None:
        """Take a choice back, replace it, or lose the connection, now and then."""
        bench, luck = self.bench, self.random.random()
        own = bench.own(name)
        if "chosen" in own and luck < 0.3:
            self.do(name, "take_back", seat=int(next(iter(bench.picture(name)["seats"]))), ask=own["ask"])
        elif "chosen" in own and luck < 0.5:
            self.play(name)
        elif luck < 0.65:
            cursor = bench.picture(name)["at"]
            bench.leave(name)
            self.note()
            if self.random.random() < 0.5:
                self.move(next(other for other in self.receipts if other != name))
            more = {"since": cursor} if self.random.random() < 0.5 else {}
            bench.join(name, bench.tokens[name], **more)
            self.note()

    def play(self, name: str) -> None:
        own = self.bench.own(name)
        legal = own.get("legal", [])
        seat = int(next(iter(self.bench.picture(name)["seats"])))
        if legal:
            self.do(name, "play", seat=seat, ask=own["ask"], action=self.random.choice(legal)["id"])
        elif "riffle" in own:
            self.do(name, "riffle", seat=seat, ask=own["riffle"]["ask"], hand=None)

    def move(self, name: str) -> None:
        if name in self.bench.where and self.bench.state.phase == "playing" and "chosen" not in self.bench.own(name):
            self.play(name)

    def finish(self, steps: int = 4000) -> NotedGame:
        for _ in range(steps):
            if self.bench.state.phase == "over":
                break
            name = self.random.choice(list(self.receipts))
            self.move(name)
            if self.bench.state.phase == "playing":
                self.disturb(name)
            self.bench.pass_time(700)
            self.note()
        if self.bench.state.phase != "over":
            self.do("ann", "abandon")
            self.do("bo", "abandon")
        return self

    def record(self) -> Record:
        return Record.loads(full_record(self.bench.state).dumps())

    def saved(self, name: str) -> saved.Receipt:
        """The receipt of a device, as a page saves it: with the odds that it noted before the game."""
        receipt = self.receipts[name].file()
        receipt.odds = odds(self.record().game())
        return saved.Receipt.loads(receipt.dumps())
