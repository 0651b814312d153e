"""Digest of everything that simulated tables send, to compare two checkouts byte by byte.

    PYTHONPATH=OLD/src:OLD python scripts/compare_messages.py --seeds 60 > old.txt
    PYTHONPATH=src:. python scripts/compare_messages.py --seeds 60 > new.txt
    diff old.txt new.txt

Each line is one simulated world of `tests/tables/support`: its seed, its game, how many messages went to how many connections,
and a hash of them, connection by connection in order. Worlds use the simulation of their own checkout. Then whole games of all
five games follow, with people, a watcher, and connections that close and return.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import defaultdict
from typing import Any

from tests.tables.support.bench import Bench
from tests.tables.support.plan import plan
from tests.tables.support.rooms import register_pebbles
from tests.tables.support.world import World


class Recorder(World):
    """A world that hashes what each connection is sent."""

    def __init__(self, *args: Any) -> None:
        self.hashes: dict[str, Any] = defaultdict(hashlib.sha256)
        self.messages = 0
        super().__init__(*args)

    def _effect(self, process: Any, effect: Any, text: str) -> None:
        if text:
            self.messages += 1
            self.hashes[f"{process.name} {effect.conn}"].update(text.encode() + b"\n")
        super()._effect(process, effect, text)


GAMES = {"fairy": 4, "fairy-tale": 4, "crane": 3, "fariables": 3, "sneaky-town": 2}


def play(game: str, seed: int, decisions: int) -> tuple[int, str]:
    """Play at random with a watcher; connections close and return with their cursor. Return count and hash of messages."""
    rng = random.Random(f"{game} {seed}")  # noqa: S311
    bench, tokens, players = Bench(game, GAMES[game]), dict[str, str](), GAMES[game]
    if seed % 2:
        bench.engines.clear()
        bench.start("a", alone=True)
    for number in range(players + 1):
        conn = f"c{number}"
        tokens[conn] = bench.join(conn, bench.token if not number else "")["you"].get("token", bench.token)
        if number < players:
            bench.do(conn, "sit", seat=number)
    bench.do("c0", "start")
    for step in range(decisions):
        bench.pass_time(1000)
        if bench.picture("c0")["table"]["phase"] == "over":
            bench.do("c0", "again")
            bench.do("c0", "start")
            bench.pass_time(5000)
        owing = [n for n in range(players) if bench.own(f"c{n}").get("legal") and "chosen" not in bench.own(f"c{n}")]
        if owing:
            seat = rng.choice(owing)
            bench.play(f"c{seat}", seat, rng.choice(bench.own(f"c{seat}")["legal"])["id"])
        if step % 9 == 0:
            conn = f"c{rng.randrange(players + 1)}"
            since = bench.picture(conn)["at"] if rng.random() < 0.8 else ""
            bench.leave(conn)
            bench.pass_time(rng.choice((0, 9000)))
            bench.join(conn, tokens[conn], **({"since": since} if since else {}))
    text = json.dumps(dict(sorted(bench.sent.items())), ensure_ascii=False)
    return sum(map(len, bench.sent.values())), hashlib.sha256(text.encode()).hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--games", type=int, default=2, help="tables of each game besides the worlds")
    parser.add_argument("--from", dest="first", type=int, default=0)
    args = parser.parse_args()
    register_pebbles()
    for game in GAMES:
        for seed in range(args.games):
            print(game, seed, *play(game, seed, 150), flush=True)
    for seed in range(args.first, args.first + args.seeds):
        world = Recorder(plan(seed, quiet=seed % 6 == 0))
        world.run()
        lines = "".join(f"{conn} {digest.hexdigest()}\n" for conn, digest in sorted(world.hashes.items()))
        total = hashlib.sha256(lines.encode()).hexdigest()[:16]
        print(seed, world.plan.game, world.messages, len(world.hashes), total, flush=True)


if __name__ == "__main__":
    main()
