"""Everything that the public functions speak of can be had from `fairyring` itself."""

from __future__ import annotations

import ast
import builtins
import doctest
import inspect
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import fairyring as fr
from fairyring.core import errors
from fairyring.core.game import registry

WORDS = {"Path", "V", "Word"}  # Python's own, a variable of types, and str | int
DECLARED = {"Room", "State"}  # who writes a game imports what these are made of from fairyring.core


def functions(name: str) -> Iterator[tuple[str, Any]]:
    thing = getattr(fr, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        yield name, thing
    for key, member in vars(thing).items() if inspect.isclass(thing) else ():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if not key.startswith("_") and inspect.isfunction(function):
            yield f"{name}.{key}", function


def named(name: str, thing: Any) -> set[str]:
    """The types in its annotations, and what its documentation calls by the name of a class."""
    notes = [str(note) for note in vars(thing).get("__annotations__", {}).values()]
    if inspect.isfunction(thing):
        notes = [str(note) for note in thing.__annotations__.values()]
    if name.partition(".")[0] in DECLARED:
        notes = []
    names = {node.id for note in notes for node in ast.walk(ast.parse(note)) if isinstance(node, ast.Name)}
    text = inspect.getdoc(thing) or ""
    return {word for word in names if word[0].isupper()} | set(re.findall(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b", text))


@pytest.mark.parametrize("name", fr.__all__)
def test_public_signatures_use_exported_types(name: str) -> None:
    for where, thing in functions(name):
        missing = {word for word in named(where, thing) - WORDS if word not in fr.__all__}
        missing = {word for word in missing if not hasattr(builtins, word) and not hasattr(typing, word)}
        assert not missing, f"{where} speaks of {missing}"


@pytest.mark.compiled  # reads every name, those of compiled games, too
def test_public_names_are_complete_and_sorted() -> None:
    public = {
        name
        for name, value in ((name, getattr(fr, name)) for name in dir(fr))
        if not name.startswith("_") and not isinstance(value, ModuleType) and getattr(value, "__module__", "") != "typing"
    }
    assert public - {"annotations", "TYPE_CHECKING"} == set(fr.__all__) - {"bots"}  # a module
    kinds = {name: 0 if name.isupper() else 1 if name[0].isupper() else 2 for name in fr.__all__}
    assert fr.__all__ == sorted(fr.__all__, key=lambda name: (kinds[name], name))


@pytest.mark.parametrize(
    ("name", "right"),
    [("batch", "fairyring.envs.batched"), ("variant", "fairyring.game(NAME, option=value)"), ("bot", "function")],
)
def test_names_of_other_libraries_lead_to_ours(name: str, right: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(right)):
        getattr(fr, name)


def test_modules_for_researchers_are_at_hand() -> None:
    code = "import fairyring as fr; assert 'envs' in dir(fr) and 'lab' in dir(fr); fr.envs.batched; fr.lab"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_public_names_have_every_error() -> None:
    raised = {name for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, Exception)}
    assert raised <= set(fr.__all__)


def test_register_refuses_a_taken_name() -> None:
    room = registry.room("fairy")
    with pytest.raises(fr.FairyringError, match="A game called “fairy” is registered already"):
        fr.register(room)


@pytest.mark.parametrize("name", ["FAIRY TALE", "Fairy_Tale", " fairy-tale ", "fairy  tale"])
def test_game_accepts_spellings_of_its_name(name: str) -> None:
    assert fr.game(name).name == "fairy-tale"
    with pytest.raises(fr.UnknownGame, match="did you mean “fairy-tale”"):
        fr.game("fairytale")


def test_public_examples_of_docstrings_run() -> None:
    """The API reference shows them."""
    examples = [example for example in doctest.DocTestFinder(exclude_empty=True).find(fr) if example.examples]
    examples += [
        example
        for name in fr.__all__
        for example in doctest.DocTestFinder().find(getattr(fr, name), name, globs={"fr": fr})
        if example.examples and not isinstance(getattr(fr, name), ModuleType)
    ]
    assert examples
    for example in examples:
        output: list[str] = []
        result = doctest.DocTestRunner().run(example, out=output.append)
        assert result.failed == 0, "".join(output)
