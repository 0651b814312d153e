"""The games that environments are tested with: all shipped ones, and the three examples."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.registry import shipped
from fairyring.core.game.room_file import load_room
from tests.paths import EXAMPLES

for _name in ("connect_four", "goofspiel", "leduc_poker"):
    load_room(str(EXAMPLES / _name / f"{_name}.py"))

GAMES = (*shipped(), "connect-four", "goofspiel", "leduc-poker")
SMALL: dict[str, dict[str, Any]] = {"sneaky-town": {"size": 3, "match": "single"}, "goofspiel": {"cards": 4}}
