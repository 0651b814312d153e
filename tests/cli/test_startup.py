"""What keeps the start short: which modules are imported. Times depend on the machine, these lists do not."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from fairyring.cli import game_commands
from fairyring.cli.game_commands import SHIPPED
from fairyring.core.game import registry
from fairyring.generate.commands import listing

# Each of these takes as long to import as a tenth of ours, or more.
HEAVY = {
    "aiosqlite", "asyncio", "concurrent", "ctypes", "http", "litestar", "llvmlite", "msgspec", "multiprocessing", "numpy",
    "platformdirs", "rich", "shtab", "sqlalchemy", "sqlite3", "ssl", "unittest",
}  # fmt: skip
MOST_MODULES = 80  # of ours; today 65. A folder of lazily used modules that slips in is seen here


def imported(script: str) -> set[str]:
    """Return the modules that a new interpreter has imported after a script."""
    script = f"import json, sys\n{script}\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "script",
    [
        "import fairyring",
        "from fairyring.cli.main import main; main(['--help'])",
        "from fairyring.cli.main import main; main(['--version'])",
    ],
    ids=["import", "help", "version"],
)
def test_start_imports_no_game_and_nothing_heavy(script: str) -> None:
    modules = imported(script)
    assert not {name.split(".")[0] for name in modules} & HEAVY
    assert not [
        name for name in modules if name.startswith(("fairyring.games.", "fairyring.lab.", "fairyring.kernel.compiler"))
    ]
    assert len([name for name in modules if name.startswith("fairyring")]) <= MOST_MODULES


def test_help_lists_the_commands_of_all_shipped_games() -> None:
    """From a generated file, which is as it would be generated now."""
    assert SHIPPED.read_text(encoding="utf-8") == listing()
    declared = {name for game in registry.shipped() for name in registry.room(game).commands}
    assert declared <= set(game_commands.summaries())
