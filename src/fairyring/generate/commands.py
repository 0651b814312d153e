"""Generates the list of commands that shipped games add, so that `fairyring --help` need not import the games."""

from __future__ import annotations

import json
from pathlib import Path

from fairyring.core.game import registry

FILE = Path(__file__).parents[1] / "cli" / "game_commands.json"


def listing() -> str:
    """Return help texts by command and game, as JSON."""
    commands: dict[str, dict[str, str]] = {}
    for game in registry.shipped():
        for name, command in registry.room(game).commands.items():
            commands.setdefault(name, {})[game] = command.help
    return json.dumps(commands, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
