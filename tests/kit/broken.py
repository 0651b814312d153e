"""Broken games: Fairy from a copy of its folder, with a text or two replaced."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import fairyring as fr
from fairyring.core.game.registry import register
from fairyring.core.game.room import Room
from fairyring.kit.run import run_kit

Edit = tuple[str, str, str]  # file, old text, new text
FAIRY = Path(fr.__file__).parent / "games" / "fairy"


def copy_fairy(folder: Path, name: str, edits: list[Edit]) -> None:
    """Fairy's folder as a package of another name, with a text or two replaced."""
    folder.mkdir()
    for source in FAIRY.rglob("*"):
        if source.is_file() and source.suffix in (".py", ".md", ".json"):
            text = source.read_text(encoding="utf-8")
            for file, old, new in edits:
                if source in (FAIRY / file, FAIRY / "messages" / file):
                    assert text.count(old) == 1, f"{old!r} is not once in {file}"
                    text = text.replace(old, new)
            text = text.replace("fairyring.games.fairy", name).replace('name="fairy"', f'name="{name}"')
            target = folder / source.relative_to(FAIRY)
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, encoding="utf-8")


def caught_by(room: Room, games: int = 2, compiled: bool = False, only: str = "") -> set[str]:
    """Return the checks (of all, or only one) that find something in few and small games."""
    small = dataclasses.replace(room.checks.small_instances[0], depth=4)
    options = ({"players": 4}, {"players": 3, "variant": "fifteen"})
    quick = dataclasses.replace(room, checks=dataclasses.replace(room.checks, small_instances=(small,), variants=options))
    register(quick, replace=True)
    return {finding.check for finding in run_kit(quick, games=games, compiled=compiled, only=only).findings}
