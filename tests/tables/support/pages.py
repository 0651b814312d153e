"""Models of browser pages: honest, impatient, sleeping, with a shared device, or hostile."""

from __future__ import annotations

import json
import random
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

    # What people do -------------------------------------------------------------------------

    def step(self, luck: int, calm: bool = False) -> None:
        rng = random.Random(luck)
        if not self.conn:
            if self.kind == "sleeper" or self.opens == 0 or calm:
                self.connect(since=rng.random() < 0.8)
            return
        if not self.table:
            return
        if self.kind == "hostile":
            self._lie(rng)
        elif self.kind == "sleeper" and not calm and rng.random() < 0.5:
            self._sleep(rng)
        else:
            self._act(rng, calm)

    def _sleep(self, rng: random.Random) -> None:
        if rng.random() < 0.3:
            self.send({"type": "visible", "on": False})
        else:
            self.sleeping = self.world.now + rng.randrange(90_000)
            conn, self.conn = self.conn, ""
            self.world.later(10, lambda: self.world.hang_up(self, conn))

    def _act(self, rng: random.Random, calm: bool) -> None:
        phase = self.table["phase"]
        if not calm and rng.random() < (0.25 if self.world.plan.short else 0.12):
            self._fiddle(rng)
        elif phase == "gathering":
            self._gather(rng)
        elif phase == "playing":
            self._play(rng, calm)
        elif phase == "over" and (self.table["n"] < 3 or calm) and self.seats:
            self.command("again")
            self.unacked.clear()

    @property
    def host(self) -> bool:
        return bool(self.table["host"] == self.guest)

    def _gather(self, rng: random.Random) -> None:
        empty = [p for p, seat in enumerate(self.table["seats"]) if seat["kind"] == "empty"]
        wish = 2 if self.kind == "hot" else 1
        if empty and len(self.seats) < wish:
            self.command("sit", seat=empty[0], name=f"Page {self.number}")
        elif self.host and empty and rng.random() < 0.5:
            self.command("bot", seat=rng.choice(empty), level=rng.choice(("normal", "random")))
        elif self.host and not empty:
            self.command("start")

    def _play(self, rng: random.Random, calm: bool) -> None:
        if self.table.get("paused"):
            self.command("resume")
            return
        if len(self.seats) > 1:
            owing = self._owing()
            if owing and (self.here not in owing or rng.random() < 0.2):
                self.lift(rng.choice(owing))
                return
        for seat, own in self.picture["seats"].items():
            self._hand(rng, int(seat), own)
            if "ask" not in own or not own["legal"]:
                continue
            chosen = own.get("chosen")
            if rng.random() < 0.1:
                self.command("foresee", seat=int(seat), ask=own["ask"], actions=[rng.choice(own["legal"])["id"]])
            alone = sum(seat["kind"] == "person" for seat in self.table["seats"]) == 1  # where others sit, it is only refused
            if alone and dice("hint", self.world.plan.seed, self.world.now, self.number).random() < 0.1:
                self.command("hint", seat=int(seat), ask=own["ask"])
            if chosen is None or rng.random() < 0.2:
                self._choose(rng, int(seat), own)
            elif not calm and rng.random() < 0.3:
                self.command("take_back", seat=int(seat), ask=own["ask"])
                self.world.hits["take back"] += 1
        if rng.random() < (0.3 if calm else 0.15):
            self._help(rng)

    def _hand(self, rng: random.Random, seat: int, own: dict[str, Any]) -> None:
        """Riffle, and at some point say that it is done; or tell and confirm what a real hand grabbed."""
        if part := own.get("riffle"):
            for k in range(rng.randrange(3)):
                self.send({"type": "trace", "c": part["c"], "k": k, "x": [k], "n": rng.randrange(49)})
            if rng.random() < 0.05:
                self.command("riffle", seat=seat, ask=part["ask"], eyes=True)
            elif rng.random() < 0.6:
                ticks = 1 + rng.randrange(20)
                self.command("riffle", seat=seat, ask=part["ask"], n=ticks, tries=1, by="drag", trace=[300] * ticks)
        if part := own.get("report"):
            outcome = rng.choice(part["outcomes"][:20] + part["outcomes"][-1:])
            self.command("report", seat=seat, ask=part["ask"], outcome=outcome["id"])
        if part := own.get("confirm"):
            self.command("confirm", seat=seat, ask=part["ask"], right=rng.random() < 0.8)

    def _choose(self, rng: random.Random, seat: int, own: dict[str, Any]) -> None:
        """Pick one; in the twin world, one play is another one, or is made and then replaced."""
        options = [action["id"] for action in own["legal"]]
        picked = rng.choice(options)
        world = self.world
        world.plays += 1
        if world.plays - 1 == world.plan.swap and len(options) > 1:
            other = options[(options.index(picked) + 1) % len(options)]
            world.checks.swapped = (len(world.rows), seat, self.number)
            if world.plan.extra:
                self.command("play", seat=seat, ask=own["ask"], action=other)
                self.world.later(5, lambda: self._replace(seat, own["ask"], picked))
                return
            picked = other
        elif own.get("chosen"):
            world.hits["replace"] += 1
        if rng.random() < 0.3:
            picked_text = next(action for action in own["legal"] if action["id"] == picked)
            self.command("play", seat=seat, ask=own["ask"], action={"kind": picked_text["kind"], "args": picked_text["args"]})
        else:
            self.command("play", seat=seat, ask=own["ask"], action=picked)

    def _replace(self, seat: int, ask: str, picked: int) -> None:
        self.command("play", seat=seat, ask=ask, action=picked)

    def _owing(self) -> list[int]:
        view = self.picture["view"] or {}
        if view.get("phase") == "grab":
            return self.seats  # one of them has the hand, another one may have to confirm
        return [p for p in self.seats if p in _waited(view)]

    def lift(self, seat: int) -> None:
        self.here = seat
        self.heres.add(seat)
        self.command("here", seat=seat)

    def _help(self, rng: random.Random) -> None:
        """Let a bot play for who keeps us waiting."""
        view = self.picture["view"] or {}
        prompt = (self.picture["prompt"] or {"prompt": {}})["prompt"]
        named = (
            [player["seat"] for player in prompt.get("args", {}).get("seats", [])] if prompt.get("key") == "prompt.wait" else []
        )
        for seat in dict.fromkeys([*_waited(view), *named]):
            if seat not in self.seats and self.seats and self.table["seats"][seat]["kind"] == "person":
                self.command("vote", about="stand-in", seat=seat)

    def _fiddle(self, rng: random.Random) -> None:
        """Things that people do now and then."""
        others = [int(guest) for guest in (*self.table["guests"], *self.watchers) if int(guest) != self.guest]
        seat = self.seats[0] if self.seats else 0
        picks: list[tuple[str, dict[str, Any]]] = [
            ("chat", {"text": f"hello {rng.randrange(9)}"}),
            ("shout", {"n": rng.randrange(10)}),
            ("device", {}),
            ("stand_in", {"seat": seat, "on": rng.random() < 0.7}),
            ("pause", {}),
            ("rename", {"name": rng.choice(("Ann", "Bo", "Page 1"))}),
            ("vote", {"about": "abandon"}),
            ("only_here", {}),
            ("away", {}),
        ]
        if others and self.host:
            chosen = rng.choice(others)
            picks += [
                ("kick", {"who": chosen}),
                ("host", {"who": chosen}),
                ("reseat", {"seat": rng.randrange(2), "who": chosen}),
            ]
        if rng.random() < 0.05:
            picks = [("leave", {}), ("abandon", {}), ("stand", {"seat": seat})]
        donor = rng.choice(self.world.pages)
        if donor.codes and rng.random() < 0.5:
            conn = self.conn
            self.lose()
            self.conn = ""
            self.world.log("take", conn)
            self.world.hits["seat link used"] += 1
            self.token, self.at = "", None
            self.connect(take=donor.codes.pop())
            return
        do, fields = rng.choice(picks)
        if do == "away":
            self.here = None
        self.command(do, **fields)

    def _lie_about_hands(self, rng: random.Random, seat: int) -> None:
        parts = [own[name] for other in self.world.pages for own in other.picture.get("seats", {}).values() for name in own]
        asks = [part["ask"] for part in parts if isinstance(part, dict) and "ask" in part] + ["AAAAAAAAAAAA"]
        n = rng.choice((-1, 0, 9, 48, 49, "9", None))
        match rng.randrange(4):
            case 0:
                self.command("riffle", seat=seat, ask=rng.choice(asks), n=n)
            case 1:
                for _ in range(rng.choice((1, 60))):
                    self.send({"type": "trace", "c": rng.randrange(4), "k": 0, "x": [], "n": n})
            case 2:
                self.command("report", seat=seat, ask=rng.choice(asks), outcome=rng.choice(("grab 9", "grab 999", 3, {})))
            case 3:
                self.command("confirm", seat=seat, ask=rng.choice(asks), right=True)

    def _lie(self, rng: random.Random) -> None:  # noqa: C901, PLR0912  (a list of lies)
        """Anything that is not allowed."""
        seat = rng.randrange(-1, 4)
        if self.table["game"] == "crane" and rng.random() < 0.4:
            self._lie_about_hands(rng, seat)
            return
        asks = [own["ask"] for own in self.picture["seats"].values() if "ask" in own] + ["AAAAAAAAAAAA", ""]
        for other in self.world.pages:
            asks += [own["ask"] for own in other.picture.get("seats", {}).values() if "ask" in own]
        match rng.randrange(12):
            case 0:
                self.command("play", seat=seat, ask=rng.choice(asks), action=rng.choice((0, 1, 99, "guess higher", "x", {})))
            case 1:
                self.command(rng.choice(("start", "kick", "again", "abandon", "nothing", "leave")), who=1, seat=seat)
            case 2:
                self.command("sit", seat=seat, name=rng.choice(("\u202eevil", "x" * 200, "Ann", "", "\u0000")))
            case 3:
                self.send({"type": "cmd", "id": "same", "do": "chat", "text": f"{rng.randrange(3)}"})
            case 4:
                for _ in range(30):
                    self.send({"type": "ping"} if rng.random() < 0.3 else {"type": "cmd", "id": "flood", "do": "away"})
            case 5:
                self.send({"type": "cmd", "do": "chat", "id": "big", "text": "x" * 5000})
            case 6:
                self.command("take_back", seat=seat, ask=rng.choice(asks))
            case 7:
                self.command("reseat", seat=seat, who=self.guest)
            case 8:
                self.command("here", seat=seat)
            case 9:
                token, self.token = self.token, rng.choice(("", "A" * 32, *self.old_tokens))
                self.lose()
                self.connect()
                self.token = token
            case 10:
                self.command("open", n=self.table["n"], share="00" * 32)
            case 11:
                self.send(rng.choice(({"type": "cmd"}, {"id": 3}, {}, {"type": "cmd", "id": "x", "do": ["a"]})))


def _waited(view: dict[str, Any]) -> list[int]:
    """Whom the table waits for, as everybody sees it."""
    challenger = [view["challenger"]] if view.get("phase") in ("grab", "choose") else []
    return [*view.get("waiting", []), *challenger]


def _fields(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key not in ("type", "id", "do")}
