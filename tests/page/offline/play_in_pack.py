"""Play whole games by a model of a browser; runs in Pyodide (run_pack.mjs) and in CPython.

Input: {"model": source of tests/offline/support/browser.py, "games": options by game}.
"""

import json
import sys
import types

from fairyring.tables import load
from fairyring.tables.log.stored import from_json, from_store
from fairyring.tables.records import full_record

given = json.loads(text)  # type: ignore[name-defined]  # noqa: F821  (set by whoever runs this)
model = types.ModuleType("model_of_a_browser")
sys.modules[model.__name__] = model
exec(given["model"], model.__dict__)  # noqa: S102  (Pyodide has no folder of tests)
played = {}
for game, options in given["games"].items():
    browser = model.Browser(seed=7)
    table, token = browser.lay(game, options=options)
    ann = model.Player(browser.tab(), table, token)
    ann.begin()
    ann.play()
    rows = browser.stored(table)
    record = full_record(load(from_store(from_json(row)) for row in rows))
    played[game] = {"record": record.dumps(), "rows": [row["hash"] for row in rows]}
answer = json.dumps(played)
