"""Model of a browser page: its sockets, what it sends and what it shows. `people` says what the person in front does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fairyring.core.table import seal
from fairyring.tables.limits import PROTOCOL_VERSION
from tests.tables.support.plan import dice, entropy

if TYPE_CHECKING:
    from tests.tables.support.world import Process, World

RESEND = 3000
DEAD = 45_000  # a server notices a dead socket by its pings


class Page:
    """One browser with one guest."""

    def __init__(self, world: World, number: int, kind: str) -> None:
        self.world, self.number, self.kind = world, number, kind
        self.token = ""
        self.used = ""  # the token that the socket was opened with
        self.old_tokens: list[str] = []
        self.conn = ""
        self.process: Process | None = None
        self.opens = 0
        self.sends = 0
        self.commands = 0  # counted by themselves: how much a page is told must not change what its commands are called
        self.guest = 0
        self.watchers: list[str] = []  # others who are shown as watching
        self.seats: list[int] = []
        self.picture: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.at: str | None = None
        self.ats: set[str] = set()
        self.here: int | None = None
        self.heres: set[int] = set()  # for which the curtain was lifted in this connection
        self.unacked: dict[str, dict[str, Any]] = {}
        self.acks: dict[str, dict[str, Any]] = {}
        self.nacks: dict[str, str] = {}
        self.sleeping = 0
        self.codes: list[str] = []
        self.got: list[tuple[int, str]] = []  # everything received, with its time
        self.share = b""
        self.up_next = self.down_next = 0  # sockets keep their order

    # Sockets --------------------------------------------------------------------------------

    def connect(self, take: str = "", since: bool = True) -> None:
        self.opens += 1
        self.conn = f"{self.number}/{self.opens}"
        self.here, self.heres = None, set()
        # The curtain is down after every reconnect: an old `here` must not lift it again.
        self.unacked = {id_: command for id_, command in self.unacked.items() if command["do"] not in ("here", "away")}
        hello: dict[str, Any] = {"type": "hello", "proto": PROTOCOL_VERSION, "table": self.world.table, "visible": True}
        if self.token:
            hello["token"] = self.token
        if self.at and since:
            hello["since"] = self.at
        if take:
            hello["take"] = take
        conn, self.used = self.conn, hello.get("token", "")
        self._up(lambda: self.world.open(self, conn, hello))

    def _up(self, do: Any) -> None:
        at = max(self.up_next, self.world.now + self._delay("up"))
        self.up_next = at
        self.world.later(at - self.world.now, do)

    def _delay(self, way: str) -> int:
        self.sends += 1
        slow = "slow" in self.world.plan.faults and not self.world.healed
        top = 1500 if slow else 1 if not self.world.plan.faults else 40
        return dice("net", self.world.plan.seed, self.number, way, self.sends).randrange(top)

    def lose(self, half: bool = False) -> None:
        """The network takes the socket away; half open, the server learns of it late."""
        conn, self.conn = self.conn, ""
        if conn:
            self.world.log("lose", conn, half)
            self.world.later(DEAD if half else 10, lambda: self.world.hang_up(self, conn))
            self._reconnect_later()

    def dropped(self, conn: str) -> None:
        """The process at the other end died."""
        if conn == self.conn:
            self.conn = ""
            self._reconnect_later()

    def _reconnect_later(self) -> None:
        wait = dice("again", self.world.plan.seed, self.number, self.opens).randrange(200, 6000)
        self.world.later(wait, self._reconnect)

    def _reconnect(self) -> None:
        if not self.conn and self.world.now >= self.sleeping:
            self.world.hits["reconnected"] += 1
            self.connect()

    def closed(self, conn: str, code: int) -> None:
        self.world.hits[f"closed {code}"] += 1
        if conn != self.conn:
            return
        self.conn = ""
        if code == 4003:
            self.old_tokens.append(self.token)
            self.token, self.at, self.guest, self.seats = "", None, 0, []
            self.unacked.clear()
        if code != 4004:
            self._reconnect_later()

    # Messages -------------------------------------------------------------------------------

    def sent(self, conn: str, text: str) -> None:
        at = max(self.down_next, self.world.now + self._delay("down"))
        self.down_next = at
        self.world.later(at - self.world.now, lambda: self._receive(conn, text))

    def _receive(self, conn: str, text: str) -> None:
        if conn != self.conn:
            return  # a socket that is gone
        self.got.append((self.world.now, text))
        message = json.loads(text)
        self.world.checks.received(self, message)
        match message["type"]:
            case "welcome":
                self._welcomed(message)
            case "beat":
                self._beat(message)
            case "ack":
                self.unacked.pop(message["id"], None)
                self.acks[message["id"]] = message
                if "code" in message:
                    self.codes.append(message["code"])
            case "presence":
                self.watchers = list(message.get("watchers", {}))
            case "band":
                self.world.hits["band"] += 1
            case "nack":
                self.world.hits[f"nack {message['code']}"] += 1
                if message["code"] != "too-fast":
                    self.unacked.pop(message["id"], None)
                self.nacks[message["id"]] = message["code"]

    def _welcomed(self, message: dict[str, Any]) -> None:
        you = message["you"]
        self.guest = you["guest"]
        self.token = you.get("token", self.token)
        self.world.hits["welcomed with a merged beat" if message["beat"]["after"] else "welcomed with a picture"] += 1
        self._beat(message["beat"])
        for command in list(self.unacked.values()):
            self.send(command)

    def _beat(self, beat: dict[str, Any]) -> None:
        self.at = beat["at"]
        self.ats.add(beat["at"])
        self.picture.update({key: beat[key] for key in ("view", "prompt", "seats")})
        if "table" in beat:
            self.table = beat["table"]
            self.seats = [p for p, seat in enumerate(self.table["seats"]) if seat.get("guest") == self.guest]
        if self.kind != "hostile":
            self._chance()

    def _chance(self) -> None:
        """Promise a share when seated; open it when one's own promise is among the frozen ones."""
        chance = self.table["chance"]
        n = self.table["n"]
        self.share = entropy("share", self.world.plan.seed, self.number, n)
        key = seal.promise(self.world.table, n, self.guest, self.share).hex()
        lazy = self.kind == "sleeper" and n % 2
        if self.table["phase"] == "gathering" and self.seats and str(self.guest) not in chance["promises"]:
            self.command("share", n=n, key=key)
        mine = self.table["phase"] == "sealing" and chance["keys"].get(str(self.guest)) == key
        if mine and not lazy and str(self.guest) not in chance["opened"]:
            self.command("open", n=n, share=self.share.hex())

    def command(self, do: str, /, **fields: Any) -> dict[str, Any]:
        self.commands += 1
        if any(command["do"] == do and _fields(command) == fields for command in self.unacked.values()):
            return {}  # it is under way
        id_ = entropy("id", self.world.plan.seed, self.number, self.commands).hex()[:16]
        message = {"type": "cmd", "id": id_, "do": do, **fields}
        self.unacked[id_] = message
        if len(self.unacked) > 20:
            del self.unacked[next(iter(self.unacked))]
        self.send(message)
        if self.kind == "impatient" or (
            "double" in self.world.plan.faults and not self.world.healed and self.kind != "hostile"
        ):
            self.send(message)
        return message

    def send(self, message: dict[str, Any]) -> None:
        conn, text = self.conn, json.dumps(message)
        if not conn:
            return
        self.world.checks.note_command(self, message)
        self._up(lambda: self.world.deliver(self, conn, json.loads(text), len(text.encode())))
        if message.get("id") in self.unacked:
            self.world.later(RESEND, lambda: self._resend(message))

    def _resend(self, message: dict[str, Any]) -> None:
        if message["id"] in self.unacked and self.conn:
            self.world.hits["resent"] += 1
            self.send(message)


def _fields(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key not in ("type", "id", "do")}
