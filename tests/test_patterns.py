"""Patterns that meet foreign text take linear time, shown by their form; and parsers of files accept only short texts.

Times are not measured: a pattern is linear if it can repeat without bound only once (`match`, `fullmatch`: one try from one
place), and for functions that try every place only at its end (nothing after the repetition can fail).
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fairyring
from fairyring.core.errors import DataError, FairyringError
from fairyring.core.game import registry
from fairyring.core.game.options import MAX_FILE_BYTES, MAX_LINE_CHARACTERS, FileText
from fairyring.core.record.record import Record
from fairyring.games.fairy_tale import deck_longhand
from fairyring.games.fairy_tale.deck import COLUMNS, shipped_deck
from fairyring.games.fairy_tale.tools.score_command import find_card, read_hand
from fairyring.tables import rules_versions
from fairyring.tables.names import clean_text

SOURCE = Path(fairyring.__file__).parent
FOLDERS = ("core", "games", "tables", "server")
ANCHORED, SCANNING = {"match", "fullmatch"}, {"search", "sub", "subn", "split", "findall", "finditer"}
OWN_TEXT = {  # modules whose patterns meet nothing but our own files
    "core/text/messages.py": "message files",
    "games/fariables/sheet/drawing.py": "paths of our drawings",
    "server/http/games.py": "rendered RULES.md",
}
OWN_PATTERNS = {r":\w+\}": "paths of our tools", rb"<(script|style)>(.*?)</\1>": "pages of our documentation"}
IN_LOOPS = {("games/fairy_tale/deck_longhand.py", "pattern"): [pattern for pattern, _short in deck_longhand.EFFECTS]}
UNBOUNDED = re._constants.MAXREPEAT  # type: ignore[attr-defined]


def repeats(parsed: Any, last: bool = True) -> list[bool]:
    """The unbounded repetitions on the worst path through a parsed pattern: for each, whether nothing follows it."""
    items = list(parsed)
    flags: list[bool] = []
    for index, (operator, argument) in enumerate(items):
        name, at_end = str(operator), last and index == len(items) - 1
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            _low, high, inner = argument
            nested = repeats(inner, last=False)
            flags += [at_end and not nested, *nested] if high == UNBOUNDED else nested
        elif name == "BRANCH":
            paths = [repeats(branch, at_end) for branch in argument[1]]
            paths.sort(key=lambda path: (path.count(False), len(path)))
            flags += paths[-1]
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            flags += repeats(argument[-1] if name == "SUBPATTERN" else argument, at_end)
        elif name in ("ASSERT", "ASSERT_NOT"):
            flags += repeats(argument[1], last=False)
    return flags


def linear(pattern: str, method: str) -> bool:
    flags = repeats(re._parser.parse(pattern))  # type: ignore[attr-defined]
    return len(flags) <= 1 and (method in ANCHORED or all(flags))


TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py")}


def methods_of_compiled() -> dict[str, set[str]]:
    """The methods that are called on compiled patterns, by the name of the constant."""
    methods: dict[str, set[str]] = {}
    for node in (node for tree in TREES.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id.isupper():
            methods.setdefault(node.value.id, set()).add(node.attr)
    return methods


def calls_of_re(tree: ast.Module) -> Iterator[tuple[str, ast.expr, str]]:
    """Function of `re`, its first argument, and the name that its result is bound to."""
    for node in ast.walk(tree):
        names = [t.id for t in node.targets if isinstance(t, ast.Name)] if isinstance(node, ast.Assign) else []
        call = node.value if isinstance(node, ast.Assign) and names else node
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re":
            yield call.func.attr, call.args[0], names[0] if names else ""


def calls() -> Iterator[tuple[str, str, str]]:
    """Module, pattern and method of every use of a pattern."""
    methods = methods_of_compiled()
    for path, tree in TREES.items():
        module = path.relative_to(SOURCE).as_posix()
        for function, argument, name in calls_of_re(tree) if module not in OWN_TEXT else ():
            used = methods.get(name, set()) if function == "compile" else {function}
            for method in used & (ANCHORED | SCANNING):
                pattern = value_of(module, argument)
                yield from ((module, each, method) for each in (pattern if isinstance(pattern, list) else [pattern]))


def value_of(module: str, argument: ast.expr) -> Any:
    if isinstance(argument, ast.Name) and (module, argument.id) in IN_LOOPS:
        return IN_LOOPS[module, argument.id]
    name = "fairyring." + module.removesuffix(".py").replace("/", ".")
    return eval(compile(ast.Expression(argument), module, "eval"), vars(importlib.import_module(name)))  # noqa: S307


def test_patterns_over_foreign_text_are_linear() -> None:
    used = [use for use in calls() if use[1] not in OWN_PATTERNS]
    assert len(used) > 15
    assert [use for use in used if not linear(use[1], use[2])] == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s*([A-Za-z]+)\s*:\s*(.*?)\s*", "fullmatch"),  # the board's header that stopped a server
        (r"most (.+?) cards(?: \(.+\))?", "fullmatch"),
        (r"\([^)]+\)", "search"),
        (r" \([^)]*\)$", "sub"),
        (r"(a+)+", "fullmatch"),
        (r"(?:a|b+c)", "search"),
    ],
)
def test_patterns_check_finds_superlinear_ones(pattern: str, method: str) -> None:
    assert not linear(pattern, method)


@pytest.mark.parametrize(("pattern", "method"), [(r"a+", "sub"), (r"x (.+)", "fullmatch"), (r"(?:FW|HE) [0-9]+", "search")])
def test_patterns_check_accepts_linear_ones(pattern: str, method: str) -> None:
    assert linear(pattern, method)


# Parsers, each given the worst shapes that their size limits allow ------------------------------

PIECES = [
    "a",
    " ",
    "\t",
    "(",
    ")",
    " (",
    "()",
    ",",
    ";",
    '"',
    "1",
    "9 ",
    ":",
    "+ ",
    " + ",
    " and ",
    "x",
    "×",
    "é",
    "\u0301",
    "~",
    ".",
]
PIECES += [" cards (", "[", "{", "\\", "\x00", "\u2028", "2+ FW, "]
ROW = "Owl,Holy Empire,Character,2,fixed,1,-,-,{},no,-\n"


def shapes(length: int) -> Iterator[str]:
    for piece in PIECES:
        run = (piece * length)[:length]
        yield run
        yield f"a{run}b"[:length]


def lines_of(width: int) -> Iterator[str]:
    """Texts of the greatest size, in lines of the greatest width and of others."""
    for shape in shapes(width):
        yield "\n".join([shape] * (MAX_FILE_BYTES // (len(shape.encode()) + 1)))


def board(text: str) -> None:
    rules_versions.configured_game(registry.room("fariables"), {"board": {"file": "x", "text": text}})


def deck(text: str) -> None:
    rules_versions.configured_game(registry.room("fairy-tale"), {"deck": {"file": "x", "text": text}})


def deck_rows(text: str) -> None:
    deck(
        ",".join(COLUMNS)
        + "\n"
        + "".join(ROW.format(line.replace(",", ";")) for line in text.split("\n"))[: MAX_FILE_BYTES - 200]
    )


def option(text: str) -> None:
    for name, key in (("sneaky-town", "match"), ("sneaky-town", "turn_limit"), ("fairy", "variant"), ("fairy", text)):
        with pytest.raises(FairyringError):
            rules_versions.configured_game(registry.room(name), {key: text})


def hand(text: str) -> None:
    read_hand(shipped_deck(), f"Ann: {text}", "here")


def card(text: str) -> None:
    find_card(shipped_deck(), text[:100], "here")


PARSERS: dict[Callable[[str], object], int] = {
    board: MAX_LINE_CHARACTERS, deck: MAX_LINE_CHARACTERS, deck_rows: 200, option: 300, hand: 300, card: 100,
    deck_longhand.effect: MAX_LINE_CHARACTERS, deck_longhand.requirement: MAX_LINE_CHARACTERS, clean_text: 300,
    Record.loads: MAX_LINE_CHARACTERS,
}  # fmt: skip


@pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: parse.__qualname__)
def test_parsers_survive_the_worst_texts_that_their_limits_allow(parse: Callable[[str], object]) -> None:
    """Nothing but our own errors, and no text costs more than a second: they take a few milliseconds, so this cannot flake."""
    longest = 0
    for width in (7, PARSERS[parse]):
        for text in lines_of(width) if parse in (board, deck, deck_rows, Record.loads) else shapes(width):
            begun = time.process_time()
            try:
                parse(text)
            except FairyringError as error:
                longest = max(longest, len(str(error)))
            assert time.process_time() - begun < 1.0, (text[:20], len(text))
    assert longest < 3000  # characters of an error


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a" * (MAX_FILE_BYTES + 1), "at most 16 KiB"),
        ("é\n" * (MAX_FILE_BYTES // 3 + 1), "at most 16 KiB"),
        ("a\n" + "b" * (MAX_LINE_CHARACTERS + 1), "line 2 is too long"),
    ],
)
def test_file_text_refuses_long_texts_before_they_are_parsed(text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        FileText.of("x", text)


def test_file_text_refuses_long_names() -> None:
    with pytest.raises(DataError, match="name of the file"):
        FileText.of("x" * 301, "")
