"""Paths of files that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PEBBLES = DOCS / "pebbles" / "room.py"  # the example game of the documentation
EXAMPLES = ROOT / "examples"
GAME_TESTS = ROOT / "tests" / "games"  # NAME/records/*.jsonl are the golden records
