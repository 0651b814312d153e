"""Pseudo-localization: every text in Greek letters and a third longer, added as a translator would add a language.

Whatever is then shown in Latin letters was said past the message files.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.text.messages import parse
from tests.paths import ROOT

CODE = "qaa"  # reserved for private use
LATIN = "abcdefghijklmnopqrstuvwxyz"
GREEK = "αβκδεφγηιξκλμνοπθρστυωωχψζ"
LETTERS = str.maketrans(LATIN + LATIN.upper(), GREEK + GREEK.upper())
VOWEL = re.compile("[aeiou]")
KEPT = re.compile(r"(\*\*R\d+\*\*|\(\*[^)]*\*\)|\]\([^)]*\)|`[^`]*`)")  # numbers and marks of rules, addresses, code


def strange(text: str) -> str:
    """Translate plain text; the result is a third longer, as translations are."""
    return VOWEL.sub(r"\g<0>\g<0>", text).translate(LETTERS)


def translated(text: str) -> str:
    """Translate a message, with its arguments unchanged."""
    return _written(parse(text))


def _written(parts: Any) -> str:
    return "".join(strange(part) if isinstance(part, str) else _argument(*part) for part in parts)


def _argument(name: str, form: str, cases: dict[str, Any]) -> str:
    if name == "#":
        return "#"
    branches = " ".join(f"{case} {{{_written(parts)}}}" for case, parts in cases.items())
    return "{" + ", ".join(part for part in (name, form, branches) if part) + "}"


def _unsaid(name: str) -> dict[str, str]:
    """Texts that have no English entry because they come from data and declarations: cards of the deck, fields of the view."""
    room = registry.room(name)
    things = fr.game(name).catalogue()["things"]
    titles = {
        f"{kind}.{word}": thing["title"] for kind, known in things.items() for word, thing in known.items() if "title" in thing
    }
    return titles | {f"field.{field}": field for field in room.schema.state.fields}


def _translate(path: Path, to: Path, more: dict[str, str] | None = None) -> None:
    texts = (more or {}) | json.loads(path.read_text(encoding="utf-8"))
    to.parent.mkdir(exist_ok=True)
    to.write_text(json.dumps({key: translated(text) for key, text in texts.items()}), encoding="utf-8")


def _rules(text: str) -> str:
    return "".join(part if KEPT.fullmatch(part) else strange(part) for part in KEPT.split(text))


def games(folder: Path) -> Path:
    """Copy the package with one more file beside each English one. Returns its path."""
    package = folder / "fairyring"
    shutil.copytree(ROOT / "src" / "fairyring", package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    more = {registry.room(name).info.folder.name: _unsaid(name) for name in registry.shipped()}
    for path in package.rglob("messages/en.json"):
        _translate(path, path.with_name(f"{CODE}.json"), more.get(path.parents[1].name, {}))
    for path in package.rglob("RULES.md"):
        path.with_name(f"RULES.{CODE}.md").write_text(_rules(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def page(folder: Path) -> Path:
    """Build the page with one more language. Returns the path of the build."""
    client = folder / "client"
    shutil.copytree(ROOT / "client", client, ignore=shutil.ignore_patterns("node_modules", "dist", "tests"))
    (client / "node_modules").symlink_to(ROOT / "client" / "node_modules")
    for name in ("src", "examples", "CREDITS.md"):  # games the workshop begins from; credits shown in the page
        (folder / name).symlink_to(ROOT / name)
    for path in (client / "src" / "words" / "en").glob("*.json"):
        _translate(path, client / "src" / "words" / CODE / path.name)
    for path in (client / "src" / "games").glob("*/words/en.json"):
        _translate(path, path.with_name(f"{CODE}.json"))
    vite = client / "node_modules" / "vite" / "bin" / "vite.js"
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert node is not None, "there is no Node to build the page with; “make client” brings it"
    command = [node, str(vite), "build", "--mode", "quick", "--logLevel", "warn"]
    done = subprocess.run(command, cwd=client, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return client / "dist"
