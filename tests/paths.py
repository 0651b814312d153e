"""Paths of files that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PEBBLES = ROOT / "src" / "fairyring" / "pebbles" / "room.py"  # the example game
EXAMPLES = ROOT / "examples"
GAME_TESTS = ROOT / "tests" / "games"  # NAME/records/*.jsonl are the golden records
