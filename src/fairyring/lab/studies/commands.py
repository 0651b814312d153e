"""Studies whose figures a command prints as JSON: leagues, solutions, and scripts of the repository."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.lab.report.estimates import Estimate

ROOT = Path(__file__).parents[4]  # of the repository, if this is one
SCRIPT = "python "  # begins a command that is a script of the repository


def run_command(template: str, options: Mapping[str, Any]) -> Any:
    """Run a command of `fairyring`, or a script of the repository, and return the JSON that it prints.

    `{NAME}` in it stands for an option of the point. Raises FairyringError if it fails, or if there is no such script.
    """
    text = template.format(**options)
    words, folder = shlex.split(text.removeprefix(SCRIPT)), None
    if not text.startswith(SCRIPT):
        words = ["-m", "fairyring", *words]
    elif (ROOT / words[0]).is_file():
        folder = ROOT
    else:
        raise FairyringError(f"{words[0]} is in the repository, not in the package; run this study there.")
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  (a study's command)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise FairyringError(f"“{text}” failed: {last[0]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def figure(printed: Any, path: str) -> Estimate:
    """Return the figure at a path of names with points between: a number, or an object whose `error` belongs to the last name.

    `bots.strong.elo` is the number with the `error` beside it, where there is one.
    """
    *parents, name = path.split(".")
    for parent in parents:
        printed = printed[int(parent)] if isinstance(printed, list) else printed[parent]
    if isinstance(printed, list):
        return Estimate(float(printed[int(name)]), 0.0)
    return Estimate(float(printed[name]), float(printed.get("error", 0.0)))
