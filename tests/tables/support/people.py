"""Models of people in front of a page: honest, impatient, sleeping, with a shared device, or hostile."""

from __future__ import annotations

import random
from typing import Any

from tests.tables.support.pages import Page
from tests.tables.support.plan import dice


class Person(Page):
    """A page, and what its person does at each step of the simulation."""

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
