"""OpenAPI: responses to generated requests match the schema.

`FAIRYRING_EXAMPLES=300 pytest tests/server/http/test_openapi.py` generates more.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.server.support.live import Live

EXAMPLES = os.environ.get("FAIRYRING_EXAMPLES", "3")
# 422 is for what can be read and cannot be: no schema says which records are played by the rules.
CONFIG = """[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429", "501"]
"""


def test_openapi_schema_matches_the_responses(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    with Live(tmp_path) as server:
        program = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(tmp_path / "config.toml")]
        arguments = [
            "run",
            f"{server.url}/api/schema/openapi.json",
            "--checks",
            "all",
            "--max-examples",
            EXAMPLES,
            "--no-color",
        ]
        arguments += ["--generation-deterministic", "--suppress-health-check", "all"]
        env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        process = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False, cwd=tmp_path, env=env)
        assert process.returncode == 0, process.stdout[-6000:] + process.stderr[-2000:]
        assert re.search(r"(\d\d) selected / \1 total", process.stdout)
        assert '"error"' not in server.log.read_text()
