"""Sentences for players are in message files. English sentences in rules, schemas and the core are for programmers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import fairyring

SOURCE = Path(fairyring.__file__).parent
# Errors for authors of games and for people who install packages, and lists of language codes.
EXCLUDED = {"room_file.py", "extras.py", "plurals.py"}
FILES = [
    *(path for path in sorted((SOURCE / "core").rglob("*.py")) if path.name not in EXCLUDED),
    *sorted(SOURCE.glob("games/*/rules.py")),
    *sorted(SOURCE.glob("games/*/schema.py")),
]
# Mistakes of whoever writes a game or a program: raised while its code is loaded or called wrongly, as Python's own errors are.
FOR_PROGRAMMERS = {
    "TypeError",
    "ValueError",
    "KeyError",
    "AttributeError",
    "AssertionError",
    "OutOfBounds",
    "DecodeError",
    "ImpossibleKnowledge",
}
# How a view prints itself in a Python session is for programmers as well.
REPRS = {"__repr__"}


def sentences(path: Path) -> Iterator[str]:
    """Texts of several words that are neither documentation nor for programmers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spared = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            if node.exc.func.id in FOR_PROGRAMMERS:
                spared |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Assert) or (isinstance(node, ast.FunctionDef) and node.name in REPRS):
            spared |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            spared.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in spared and several_words(node.value):
            yield f"{path.name}:{node.lineno}: {node.value!r}"


def several_words(value: object) -> bool:
    return isinstance(value, str) and bool(re.search(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", value))


def test_core_rules_and_schemas_contain_no_sentences_for_players() -> None:
    texts = [text for path in FILES for text in sentences(path)]
    assert [text for text in texts if not re.search(r"\bfor \w+(, \w+)* in\b", text)] == []  # but for generated code
